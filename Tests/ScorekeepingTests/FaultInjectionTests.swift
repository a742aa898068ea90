import Foundation
import HyzerBase
import HyzerVoice
import TestSupport
import Testing

@testable import ScoreLog
@testable import Scorekeeping

/// Somebody scores a round by typing while its log is locked, full, removed or replaced, while the process
/// stands still or is killed, and while somebody else scores the same round; all of it from a seed.
private struct FaultySession: ~Copyable {
  private enum Fault: CaseIterable { case locked, full, removed, replaced }

  private static let players = ["Mike", "Jake", "Sarah"]
  private static let holes = 1...9

  private let directory: Tool.Directory
  private var generator: SeededGenerator
  private var path: String
  private var sessions = 0
  private var store: ScoreStore
  /// Another program, which reads and writes.
  private var other: ScoreStore
  private var live: LiveRound
  private var now = Duration.zero
  private var fault: Fault?
  private var lock: OtherProgram?
  /// What the log is to have: what was shown as saved here, and what the other one saved.
  private var expected: [Int: [PlayerID: HoleResult]] = [:]
  /// What was broken, in words.
  private(set) var faults: [String] = []
  /// What was done, for whoever looks for the reason.
  private(set) var story: [String] = []
  private(set) var commits = 0, refusals = 0, shownAgain = 0

  init(seed: UInt64) throws {
    let directory = try Tool.Directory()
    let path = directory.url.appending(path: "scores.db").path
    let store = try FaultySession.open(path)
    try store.createRound(
      "round", course: Course(name: "Test", holes: 9), organiser: "anna",
      joining: FaultySession.players.map { .guest(Player(name: $0)) }, at: LiveSession.time(0))
    let other = try FaultySession.open(path)
    let live = try FaultySession.live(store, session: 0)
    generator = SeededGenerator(seed: seed)
    (self.path, self.store, self.other) = (path, store, other)
    self.directory = directory
    self.live = live
  }

  private static func open(_ path: String) throws -> ScoreStore {
    let store = try ScoreStore(path: path, busyTimeout: .zero)
    // No power fails here, and a thousand schedules would wait for the disk most of the time.
    try store.database.execute("PRAGMA synchronous = OFF")
    return store
  }

  private static func live(_ store: ScoreStore, session: Int) throws -> LiveRound {
    var keeper = try LiveSession.keeper(store, name: "anna\(session)")
    try keeper.start()
    return LiveRound(keeper: keeper, scorer: nil)
  }

  // MARK: - Steps

  /// Plays some steps, ends the faults, and looks at what is left.
  mutating func play(steps: Int) throws {
    for _ in 0..<steps {
      try step()
      try look()
    }
    try heal()
    // What was refused is tried again by itself.
    try wait(.seconds(25))
    expect(live.confirmation.pending.isEmpty, "scores stay unsaved")
    try look()
    expect(try other.audit().isClean, "the log is damaged")
  }

  private mutating func step() throws {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<12: try act(.enter(words(), onHole: nil))
    case 12..<16: try act(.accept)
    case 16: try act(.cancel)
    case 17: try act(Bool.random(using: &generator) ? .undo : .redo)
    case 18: try act(.retry)
    case 19:
      let hole = Int.random(in: FaultySession.holes, using: &generator)
      try act(Bool.random(using: &generator) ? .go(hole: hole) : .setHole(hole))
    case 20..<26: try wait(.milliseconds(Int.random(in: 100...4000, using: &generator)))
    case 26..<28: try standStill()
    case 28..<31: try fail(Fault.allCases.randomElement(using: &generator))
    case 31..<34: try heal()
    case 34..<36: try writeElsewhere()
    case 36: try joinOrLeaveElsewhere()
    case 37:
      guard canWriteElsewhere else { return }
      let hole = Int.random(in: FaultySession.holes, using: &generator)
      story.append("other goes to \(hole)")
      try other.setCurrentHole(CurrentHole(round: "round", hole: hole))
    case 38: try kill()
    default: try hangUp()
    }
  }

  /// Mostly scores of the current hole; some correct what was said before, or name another hole.
  private mutating func words() -> String {
    let hole = Int.random(in: FaultySession.holes, using: &generator)
    let beginning = ["", "", "", "no, ", "hole \(hole), "].randomElement(using: &generator) ?? ""
    return beginning + line()
  }

  private mutating func line() -> String {
    let count = Int.random(in: 1...3, using: &generator)
    return FaultySession.players.shuffled(using: &generator).prefix(count).map {
      "\($0) \(Int.random(in: 2...6, using: &generator))"
    }.joined(separator: ", ")
  }

  private mutating func act(_ action: RoundAction) throws {
    story.append("\(action)")
    let pending = live.confirmation.pending
    let shown = live.confirmation.state.shown
    take(live.act(action, at: now), shown: [shown].compactMap(\.self) + pending.map(\.draft))
  }

  private mutating func wait(_ time: Duration) throws {
    story.append("wait \(time)")
    let end = now + time
    while now < end {
      now += .milliseconds(50)
      tick()
    }
  }

  private mutating func tick() {
    let (state, pending) = (live.confirmation.state, live.confirmation.pending)
    let shown = [state.shown].compactMap(\.self) + pending.map(\.draft)
    take(live.tick(at: now), shown: shown)
  }

  /// The process stands still; what is saved when it goes on was let through before.
  private mutating func standStill() throws {
    let time = Duration.milliseconds(Int.random(in: 600...20_000, using: &generator))
    story.append("stand still for \(time)")
    now += time
    let pending = live.confirmation.pending.map(\.draft)
    let before = commits
    take(live.tick(at: now), shown: pending)
    expect(commits - before <= pending.count, "a window closed while nobody could see it")
  }

  private mutating func kill() throws {
    story.append("kill")
    try heal()
    sessions += 1
    // The files as they are at that moment; the connections go on without them.
    let next = directory.url.appending(path: "scores\(sessions).db").path
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: next + suffix)
    }
    path = next
    try start(asking: [])
  }

  /// The terminal is closed: what is unsaved then is asked about by the next session.
  private mutating func hangUp() throws {
    story.append("hang up")
    let pending = live.confirmation.pending.map(\.draft)
    let (events, left) = live.close(at: now)
    take(events, shown: pending)
    // Nothing that was let through goes without a word.
    let saved = events.count(where: \.isCommit)
    expect(left.count + saved >= pending.count, "scores vanish at the end")
    try heal()
    sessions += 1
    try start(asking: left.map { Draft(leftover: $0.scores, onHole: $0.hole) })
  }

  private mutating func start(asking left: [Draft]) throws {
    (store, other) = (try FaultySession.open(path), try FaultySession.open(path))
    live = try FaultySession.live(store, session: sessions)
    for draft in left { take(live.ask(about: draft, at: now), shown: []) }
    let asked = live.confirmation.drafts
    expect(asked.map(\.hole) == left.map(\.hole), "what was left is not asked about")
  }

  private var canWriteElsewhere: Bool { fault == nil || fault == .full }

  private mutating func writeElsewhere() throws {
    guard canWriteElsewhere else { return }
    var keeper = try LiveSession.keeper(other, name: "ben\(story.count)")
    let hole =
      Bool.random(using: &generator)
      ? keeper.hole : Int.random(in: FaultySession.holes, using: &generator)
    let text = line()
    story.append("other enters \(text) on \(hole)")
    let round = try keeper.card.round.situation(atHole: hole)
    let result = UtteranceParser(round: round).parse(text)
    guard let draft = Draft(typed: text, result, onHole: hole, replacing: keeper.card) else {
      preconditionFailure("\(text) is not clear")
    }
    _ = try keeper.commit(typed: draft)
    for (player, result) in draft.scores { expected[hole, default: [:]][player] = result }
  }

  private mutating func joinOrLeaveElsewhere() throws {
    guard canWriteElsewhere, let name = FaultySession.players.randomElement(using: &generator)
    else { return }
    let record = try other.round("round")
    guard let player = record.player(called: name) else { return }
    let stamp = RoundChange.Stamp(
      id: ChangeID("change-\(story.count)"), reportedBy: "ben", deviceName: "phone",
      at: LiveSession.time(story.count))
    if record.hasLeft(player) {
      story.append("\(name) is back")
      try other.join(.guest(Player(name: name)), round: "round", stamp)
    } else if record.players.count(where: record.hasLeft) < 2 {
      story.append("\(name) leaves")
      try other.leave(name, round: "round", stamp)
    }
  }

  // MARK: - Faults

  private mutating func fail(_ next: Fault?) throws {
    guard fault == nil, let next else { return }
    story.append("\(next)")
    fault = next
    switch next {
    case .locked:
      lock = try OtherProgram(path)
      try lock?.run("BEGIN IMMEDIATE")
    case .full:
      let pages = try store.database.integer("PRAGMA page_count")
      _ = try store.database.integer("PRAGMA max_page_count = \(pages)")
    case .removed: try FileManager.default.moveItem(atPath: path, toPath: path + "~")
    case .replaced:
      try FileManager.default.moveItem(atPath: path, toPath: path + "~")
      try FileManager.default.copyItem(atPath: path + "~", toPath: path)
    }
  }

  private mutating func heal() throws {
    guard let fault else { return }
    story.append("no longer \(fault)")
    self.fault = nil
    switch fault {
    case .locked:
      try lock?.run("ROLLBACK")
      lock = nil
    case .full: _ = try store.database.integer("PRAGMA max_page_count = 1073741823")
    case .removed: try FileManager.default.moveItem(atPath: path + "~", toPath: path)
    case .replaced:
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + "~", toPath: path)
    }
  }

  // MARK: - What must hold

  private mutating func expect(_ isTrue: Bool, _ fault: String) {
    if !isTrue { faults.append(fault) }
  }

  /// Takes in what is reported; `shown` are the drafts that were on the screen before.
  private mutating func take(_ events: [RoundEvent], shown: [Draft]) {
    for event in events {
      switch event {
      case .committed(let draft, _):
        commits += 1
        story.append("— committed \(draft.hole): \(draft.scores)")
        expect(
          shown.contains { $0.hole == draft.hole && "\($0.scores)" == "\(draft.scores)" },
          "other scores are saved than were shown")
        for row in draft.rows {
          guard let player = row.player, let result = row.result else { continue }
          let isAway = live.keeper.card.round.away(player).contains(draft.hole)
          let old = expected[draft.hole]?[player] ?? (isAway ? .noScore : nil)
          expect(
            old == row.replaces || old == result, "a score was replaced that nobody was shown")
          expected[draft.hole, default: [:]][player] = result
        }
      case .undone(let hole, let change), .redone(let hole, let change):
        story.append("— undone or redone \(hole)")
        for trigger in change.triggers { expected[hole, default: [:]][trigger.player] = trigger.to }
      case .unsaved: refusals += 1
      case .changedElsewhere: shownAgain += 1
      default: break
      }
    }
    expect(
      fault == nil || fault == .full || !events.contains(where: \.isCommit),
      "saved is shown of a log that cannot be written")
  }

  /// Compares the log with what was shown, and the hole on the screen with that of the log.
  private mutating func look() throws {
    if fault == .removed || fault == .replaced { return }
    let card = try other.scorecard(of: "round")
    for hole in FaultySession.holes {
      for player in card.round.players {
        expect(
          card.event(of: player, onHole: hole)?.result == expected[hole]?[player],
          "hole \(hole): the log has \(card.result(of: player, onHole: hole)?.text ?? "nothing"), shown was \(expected[hole]?[player]?.text ?? "nothing")"
        )
      }
    }
    // What others do is seen at the next look.
    now += .milliseconds(500)
    tick()
    guard fault == nil, live.confirmation.pending.isEmpty, !live.keeper.owesHole else { return }
    expect(
      try other.currentHole()?.hole == live.keeper.hole,
      "the screen is on another hole than the log")
  }
}

@Suite struct FaultInjectionTests {
  /// How many schedules are tried, in ten parts that run side by side; `HYZER_SCHEDULES` names another
  /// number.
  private static let schedules =
    ProcessInfo.processInfo.environment["HYZER_SCHEDULES"].flatMap { UInt64($0) } ?? 1000

  @Test(arguments: UInt64(0)..<10)
  func `what was shown as saved is in the log and nothing else, whatever fails`(_ part: UInt64)
    throws
  {
    var (commits, refusals, shownAgain) = (0, 0, 0)
    let seeds = stride(from: part, to: Self.schedules, by: 10)
    for seed in seeds {
      var session = try FaultySession(seed: seed)
      try session.play(steps: 40)
      try #require(
        session.faults == [], "seed \(seed):\n\(session.story.joined(separator: "\n"))")
      commits += session.commits
      refusals += session.refusals
      shownAgain += session.shownAgain
    }
    // The schedules are worth something only where things go wrong in them.
    let least = Array(seeds).count
    #expect(commits > 3 * least && refusals > least / 2 && shownAgain > least / 2)
  }
}
