import Foundation
import HyzerVoice
import ScoreLog
import TestSupport

@testable import Scorekeeping

/// A live round of the demo's players over a log on disk, whose clock is the audio that it was fed.
struct LiveSession: ~Copyable {
  let directory: Tool.Directory
  let store: ScoreStore
  var live: LiveRound
  private(set) var samples = 0
  private var lock: OtherProgram?
  /// How often somebody entered scores on the other device.
  private var visits = 0
  private static let settings = Result { () throws(RecognizerError) in
    try DecoderSettings.standard()
  }

  var now: Duration { .seconds(Double(samples) / Double(Recording.sampleRateHz)) }

  /// Starts a session at hole 7 of 18 holes of par 3, but for hole 8, which has par 4.
  init(
    _ microphone: AudioSession.Microphone = .handsFree,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil,
    showsPartialWords: Bool = false, reporter: String = "anna"
  ) throws {
    let directory = try Tool.Directory()
    let store = try ScoreStore(
      path: directory.url.appending(path: "scores.db").path, busyTimeout: .zero)
    let round = try JSONDecoder().decode(
      Round.self, from: Data(contentsOf: URL(fileURLWithPath: DemoAudio.path("round.json"))))
    try store.createRound(
      "round", course: Course(name: "Test", exceptions: [8: 4]), organiser: "anna",
      joining: round.roster.players.map { .guest($0) }, at: Self.time(0))
    try store.setCurrentHole(CurrentHole(round: "round", hole: 7))
    let keeper = try Self.keeper(store, name: reporter, keepClip: keepClip)
    let lexicon = try PronunciationLexicon.standard.get()
    let scorer = try UtteranceScorer(
      round: keeper.situation(), lexicon: lexicon, settings: Self.settings.get())
    self.directory = directory
    self.store = store
    live = LiveRound(
      keeper: keeper, scorer: LiveScorer(scorer: scorer),
      microphone: microphone, showsPartialWords: showsPartialWords)
  }

  /// A time of day.
  static func time(_ seconds: Int) -> String {
    String(format: "2026-11-21T10:%02d:%02d.000Z", seconds / 60 % 60, seconds % 60)
  }

  /// Takes up the current round as somebody else would.
  static func keeper(
    _ store: ScoreStore, name: String, device: String = "phone", identifiers: String? = nil,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil
  ) throws -> RoundKeeper {
    var count = 0
    func next() -> Int {
      count += 1
      return count
    }
    return try RoundKeeper(
      store: store,
      reporter: .init(
        name: name, deviceName: device, timestamp: { time(next()) },
        newIdentifier: { "\(identifiers ?? name)-\(next())" }),
      uptime: { .milliseconds(next()) }, keepClip: keepClip)
  }

  func otherStore() throws -> ScoreStore {
    try ScoreStore(path: store.path, busyTimeout: .zero)
  }

  mutating func step(_ step: String) throws -> [String] {
    let words = step.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    if let action = Sample.actions[words[0]] { return act(action) }
    switch words[0] {
    case "play":
      let samples = try Recording(path: DemoAudio.path(words[1] + ".flac")).samples
      // From some second on, up to another one.
      let times = words.dropFirst(2).compactMap { Double($0).map { Int($0 * 16_000) } }
      let range = (times.count > 1 ? times[0] : 0)..<(times.last ?? samples.count)
      return try feed(Array(samples[range.clamped(to: samples.indices)]))
    case "wait":
      if words[1] == "for" {
        var events: [String] = []
        while !events.contains(where: { $0.hasPrefix(words[2]) }) {
          events += try self.step("wait 0.02")
        }
        return events
      }
      return try feed([Int16](repeating: 0, count: Int((Double(rest) ?? 0) * 16_000)))
    // The clock of the log goes on by a second each time that it is looked at.
    case "later": for _ in 0..<(Int(rest) ?? 0) { _ = live.keeper.reporter.timestamp() }
    case "redo": return act(.redo)
    case "review": return act(.review(true))
    case "enter": return act(.enter(rest, onHole: nil))
    case "on": return act(.enter(words.dropFirst(2).joined(separator: " "), onHole: Int(words[1])))
    case "none": return act(.propose(PlayerID(Int(rest) ?? 0), .noScore))
    case "pick":
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard let result = holeResult(numbers[1]) else { preconditionFailure("\(step) is no step") }
      return act(.propose(PlayerID(numbers[0]), result))
    case "of": return act(.setHole(Int(rest) ?? 0))
    case "finalize": return act(.finish(early: rest == "early"))
    case "go": return act(.go(hole: Int(rest) ?? 0))
    case "end": return text(try live.endAudio(at: now))
    case "close": return text(live.close(at: now).events)
    case "lock":
      lock = try OtherProgram(store.path)
      try lock?.run("BEGIN IMMEDIATE")
    case "unlock": try lock?.run("ROLLBACK")
    case "break": try OtherProgram(store.path).run("DROP TABLE current_hole")
    case "ben", "here":
      // Another program, or another part of this one.
      let log = try words[0] == "ben" ? otherStore() : store
      try Self.enter(rest, by: Self.keeper(log, name: "ben", identifiers: words[0]))
    case "tablet":
      visits += 1
      try enter(words.dropFirst(2).joined(separator: " "), onTabletBy: words[1])
    case "resolve":
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard let result = holeResult(numbers[2]) else { preconditionFailure("\(step) is no step") }
      return act(.resolve(PlayerID(numbers[0]), hole: numbers[1], result))
    case "join": try otherStore().join(.guest(Player(name: rest)), round: "round", stamp(step))
    case "leave": try otherStore().leave(rest, round: "round", stamp(step))
    case "delete": try otherStore().deleteRound("round", stamp(step))
    case "start": try store.startRound("round", at: Self.time(0))
    case "next":
      try otherStore().createRound(
        "next", course: Course(name: "Next"), organiser: "ben", joining: [.player("Ben")],
        at: Self.time(0))
    case "came":
      // By a file or a host, which make no round the current one.
      let (mike, jake) = (Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"))
      let other = try otherStore()
      let others = words.dropFirst(2).map { Player(name: $0) }
      try other.createRound(
        "came", course: Course(name: "Came"), organiser: words[1],
        joining: ([jake, mike] + others).map { .guest($0) }, at: Self.time(9), makingCurrent: false)
      try other.startRound("came", at: Self.time(9))
    case "finish": try otherStore().finishRound("round", stamp(step), early: true)
    case "restart":
      let keeper = try LiveSession.keeper(otherStore(), name: "anna", identifiers: "restarted")
      live = LiveRound(keeper: keeper, scorer: nil)
    case "disputes":
      return ["told \(live.keeper.disputes.count) of \(live.keeper.card.disputes.count)"]
    case "late":
      samples += 16_000
      return text(live.tick(at: now))
    case "stop": samples += Int((Double(rest) ?? 0) * 16_000)
    case "remove": try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "~")
    case "restore": try FileManager.default.moveItem(atPath: store.path + "~", toPath: store.path)
    case "replace": try FileManager.default.copyItem(atPath: store.path + "~", toPath: store.path)
    case "where":
      return ["screen \(live.keeper.hole), log \(try otherStore().currentHole()?.hole ?? 0)"]
    case "use":
      try otherStore().setCurrentHole(CurrentHole(round: "came", hole: Int(rest) ?? 0))
    case "move": try otherStore().setCurrentHole(CurrentHole(round: "round", hole: Int(rest) ?? 0))
    case "log":
      return [("log " + (try logged(hole: Int(rest) ?? 0))).trimmingCharacters(in: .whitespaces)]
    case "evidence":
      let utterance = try store.events(of: "round").first?.utterance
      return try utterance.map { ["of hole \(try store.utterance($0)?.hole ?? 0)"] } ?? []
    case "state": return ["\(live.confirmation.state)".prefix { $0.isLetter }.description]
    default: preconditionFailure("\(step) is no step")
    }
    return []
  }

  private func stamp(_ id: String) -> RoundChange.Stamp {
    RoundChange.Stamp(
      id: ChangeID(id), reportedBy: "anna", deviceName: "phone", at: Self.time(0))
  }

  mutating func act(_ action: RoundAction) -> [String] { text(live.act(action, at: now)) }

  /// Brings another device up to date, saves scores of hole 7 there, and brings them here.
  private func enter(_ text: String, onTabletBy name: String) throws {
    let tablet = try ScoreStore(path: directory.url.appending(path: "tablet.db").path)
    // Of a round whose organiser's device nobody knows, anna organises it on the tablet as well.
    let lines = try otherStore().exportLines().map {
      $0.replacing(/,"organiserDevice":"[^"]*"/, with: "")
    }
    _ = try tablet.importLines(lines)
    try tablet.setCurrentHole(CurrentHole(round: "round", hole: 7))
    try Self.enter(
      text,
      by: Self.keeper(tablet, name: name, device: "tablet", identifiers: "tablet-\(visits)"))
    _ = try otherStore().importLines(try tablet.exportLines())
  }

  /// Saves scores of hole 7 as somebody else.
  private static func enter(_ text: String, by keeper: RoundKeeper) throws {
    var keeper = keeper
    let result = try UtteranceParser(round: keeper.situation()).parse(text)
    guard let draft = Draft(typed: text, result, onHole: 7, replacing: keeper.card) else {
      preconditionFailure("\(text) is not clear")
    }
    _ = try keeper.commit(typed: draft)
  }

  private mutating func feed(_ block: [Int16]) throws -> [String] {
    var all: [String] = []
    for start in stride(from: 0, to: block.count, by: 320) {
      all += text(live.tick(at: now))
      let piece = block[start..<min(start + 320, block.count)]
      samples += piece.count
      all += text(try live.hear(Array(piece), at: now))
    }
    return all
  }

  /// The scores on a hole, as another program reads them from the log.
  func logged(hole: Int) throws -> String {
    let card = try otherStore().scorecard(of: "round")
    return card.round.players.compactMap { player in
      card.result(of: player, onHole: hole).map { "\(card.round.name(of: player)) \($0.text)" }
    }.joined(separator: ", ")
  }

  private func text(_ events: [RoundEvent]) -> [String] {
    Self.text(events, live.keeper.card.round)
  }

  /// Writes what happened in a round, an event each.
  static func text(_ events: [RoundEvent], _ record: RoundRecord) -> [String] {
    func scores(_ draft: Draft) -> String {
      let rows = draft.rows.map { row in
        "\(row.player.map(record.name(of:)) ?? "?") \(row.result?.text ?? "?")"
          + (row.isDoubtful ? "?" : "") + (row.replaces.map { " for \($0.text)" } ?? "")
      }
      let holes = draft.holesInQuestion.map(String.init).joined(separator: " or ")
      return "\(draft.hole): \(rows.joined(separator: ", "))"
        + (holes.isEmpty ? "" : " of \(holes)")
    }
    return events.map { event in
      switch event {
      case .hearing(let words): "hearing \(words)"
      case .heard(let transcript, _, _, _): "heard \(transcript)"
      case .failed(_, let result, _, _): "failed \(result.problems.count)"
      case .unread(let text, let result): "unread \(text): \(result.problems.count)"
      case .replied(let transcript): "replied \(transcript)"
      case .confirming(let draft): "confirming \(scores(draft))"
      case .partial(let draft): "partial \(scores(draft))"
      case .committed(let draft, _): "committed \(scores(draft))"
      case .overruled(let hole, let scores):
        "overruled \(hole): "
          + scores.map { score in
            "\(record.name(of: score.player)) \(score.result.text) by "
              + "\(score.standing.reportedBy)'s \(score.standing.result?.text ?? "none")"
          }.joined(separator: ", ")
      case .disputed(let hole, let count, let isNew):
        "disputed \(hole): \(count)\(isNew ? ", new" : "")"
      case .unsaved(let draft, _): "unsaved \(scores(draft))"
      case .dismissed(let draft): "dismissed \(scores(draft))"
      case .undone(let hole, let change):
        "undone \(hole): "
          + change.triggers.map {
            "\(record.name(of: $0.player)) \($0.to?.text ?? "none")"
          }.joined(separator: ", ")
      case .redone(let hole, let change):
        "redone \(hole): "
          + change.triggers.map {
            "\(record.name(of: $0.player)) \($0.to?.text ?? "none")"
          }.joined(separator: ", ")
      case .refused: "refused"
      case .moved(let hole): "moved \(hole)"
      case .roundChanged(let changes):
        changes.map { "\($0.kind)" + ($0.player.map { " \($0)" } ?? "") }.joined(separator: ", ")
      case .changedElsewhere: "changed elsewhere"
      case .nextRound(let course): "next \(course)"
      case .complete: "complete"
      }
    }
  }
}
