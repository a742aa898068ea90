import Audio
import Foundation
import Golf
import Language
import Pronunciation
import Recognition
import ScoreStore
import TestSupport
import Understanding

@testable import Scorekeeping

/// A live round of the demo's players over a log on disk, whose clock is the audio that it was fed.
struct LiveSession: ~Copyable {
  let directory: Tool.Directory
  let store: ScoreStore
  var live: LiveRound
  private(set) var samples = 0
  private static let settings = Result { () throws(RecognizerError) in
    try DecoderSettings.standard()
  }

  var now: Duration { .seconds(Double(samples) / Double(Recording.sampleRateHz)) }

  /// Starts a session at hole 7 of 18 holes of par 3, but for hole 8, which has par 4.
  init(
    _ microphone: LiveRound.Microphone = .handsFree,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil,
    busyTimeout: Duration = .zero
  ) throws {
    let directory = try Tool.Directory()
    let store = try ScoreStore(
      path: directory.url.appending(path: "scores.db").path, busyTimeout: busyTimeout)
    let round = try JSONDecoder().decode(
      Round.self, from: Data(contentsOf: URL(fileURLWithPath: DemoAudio.path("round.json"))))
    try store.createRound(
      "round", course: Course(name: "Test", exceptions: [8: 4]), organiser: "anna",
      joining: round.roster.players.map { .guest($0) }, at: Self.time(0))
    try store.setCurrentHole(CurrentHole(round: "round", hole: 7))
    let keeper = try Self.keeper(store, name: "anna", keepClip: keepClip)
    let lexicon = try PronunciationLexicon(dictionaryPaths: Self.settings.get().dictionaries)
    let scorer = try UtteranceScorer(
      round: keeper.situation(), lexicon: lexicon, settings: Self.settings.get())
    self.directory = directory
    self.store = store
    live = LiveRound(
      keeper: keeper, scorer: LiveScorer(scorer: scorer), microphone: microphone, settings: .init(),
      typedParser: { UtteranceParser(round: $0) })
  }

  /// A time of day.
  static func time(_ seconds: Int) -> String {
    String(format: "2026-11-21T10:%02d:%02d.000Z", seconds / 60 % 60, seconds % 60)
  }

  /// Takes up the current round as somebody else would.
  static func keeper(
    _ store: ScoreStore, name: String,
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
        name: name, device: "phone", timestamp: { time(next()) },
        newIdentifier: { "\(name)-\(next())" }),
      uptime: { .milliseconds(next()) }, keepClip: keepClip)
  }

  /// Opens the log once more, as another program would.
  func otherStore() throws -> ScoreStore {
    try ScoreStore(path: store.path, busyTimeout: .zero)
  }

  /// What a typed line says on the current hole.
  func typed(_ text: String) throws -> ParseResult {
    try UtteranceParser(round: live.keeper.situation()).parse(text)
  }

  /// Feeds a recording of the project, and tells what happened.
  mutating func play(_ recording: String) throws -> [String] {
    try feed(Recording.read(path: DemoAudio.path(recording)).samples)
  }

  /// Feeds a part of a recording of the project, in seconds.
  mutating func play(_ recording: String, _ seconds: ClosedRange<Double>) throws -> [String] {
    let samples = try Recording.read(path: DemoAudio.path(recording)).samples
    let range = Int(seconds.lowerBound * 16_000)..<Int(seconds.upperBound * 16_000)
    return try feed(Array(samples[range.clamped(to: samples.indices)]))
  }

  /// Feeds silence.
  mutating func wait(_ time: Duration) throws -> [String] {
    try feed(
      [Int16](repeating: 0, count: Int(time / .seconds(1) * Double(Recording.sampleRateHz))))
  }

  mutating func act(_ action: RoundAction) -> [String] { text(live.act(action, at: now)) }

  mutating func close() -> [String] { text(live.close(at: now)) }

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

  /// The scores on the current hole, as another program reads them from the log.
  func logged(hole: Int) throws -> String {
    let card = try otherStore().scorecard(of: "round")
    return card.round.players.compactMap { player in
      card.strokes(of: player, onHole: hole).map { "\(card.round.name(of: player)) \($0.count)" }
    }.joined(separator: ", ")
  }

  private func text(_ events: [RoundEvent]) -> [String] {
    let record = live.keeper.card.round
    func scores(_ draft: Draft) -> String {
      let rows = draft.rows.map { row in
        "\(row.player.map(record.name(of:)) ?? "?") \(row.strokes.map { "\($0.count)" } ?? "?")"
          + (row.isDoubtful ? "?" : "")
      }
      return "\(draft.hole): \(rows.joined(separator: ", "))"
    }
    return events.map { event in
      switch event {
      case .hearing(let words): "hearing \(words)"
      case .heard(let transcript, _, _, _): "heard \(transcript)"
      case .failed(_, let result, _, _): "failed \(result.problems.count)"
      case .replied(let transcript): "replied \(transcript)"
      case .confirming(let draft): "confirming \(scores(draft))"
      case .partial(let draft): "partial \(scores(draft))"
      case .committed(let draft, _): "committed \(scores(draft))"
      case .unsaved(let draft, _): "unsaved \(scores(draft))"
      case .dismissed(let draft): "dismissed \(scores(draft))"
      case .undone(let hole, let change):
        "undone \(hole): "
          + change.triggers.map {
            "\(record.name(of: $0.player)) \($0.to.map { "\($0.count)" } ?? "none")"
          }.joined(separator: ", ")
      case .refused: "refused"
      case .moved(let hole): "moved \(hole)"
      case .changedElsewhere: "changed elsewhere"
      case .complete: "complete"
      }
    }
  }
}
