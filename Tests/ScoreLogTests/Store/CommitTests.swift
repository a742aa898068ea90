import HyzerBase
import TestSupport
import Testing

@testable import ScoreLog

@Suite final class `Commits to a score store`: RoundFile {
  private static let here = CurrentHole(round: "r", hole: 1)

  @Test(.ofFiles) func `a commit saves all its scores with where they come from`() throws {
    let commit = makeCommit("c", 2, [(2, 4), (0, 10)])
    let outcome = try store.commit(commit)
    #expect(
      outcome.events
        == (try commit.events(on: Scorecard(store.round("r")), from: at(1, "this", 1))))
    #expect(!outcome.wasSavedBefore)
    let again = try file.open()
    #expect(try again.events(of: "r") == outcome.events)
    #expect(try again.event("c.2") == outcome.events[1])
    expectRefusal(.unknownEvent("c.3")) { try again.event("c.3") }
    #expect(try again.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 2) == Strokes(10))
  }

  @Test func `a commit that is tried again doubles nothing, whatever came between`() throws {
    let commit = makeCommit("c", 1, [(0, 3), (1, 4)])
    let events = try store.commit(commit).events
    try store.commit(makeCommit("d", 1, [(0, 5)]))
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    let again = try store.commit(commit)
    #expect(again == CommitOutcome(events: events, wasSavedBefore: true, current: Self.here))
    #expect(try store.events(of: "r").map(\.id) == ["c.1", "c.2", "d.1"])
  }

  @Test func `scores that stand already are saved without an event, once and for all`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    let same = makeCommit("b", 1, [(0, 3), (1, 4)])
    #expect(
      try store.commit(same) == CommitOutcome(events: [], wasSavedBefore: false, current: Self.here)
    )
    try store.commit(makeCommit("c", 1, [(0, 5)]))
    // Not a correction back to three: that was saved before the five.
    #expect(
      try store.commit(same) == CommitOutcome(events: [], wasSavedBefore: true, current: Self.here))
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 1) == Strokes(5))
    #expect(try store.nextUndoing(in: "r")?.commit == "c")
    expectRefusal(.commitExists("b")) { try store.undo(makeUndoing("b")) }
  }

  @Test func `other scores under the identifier of a commit are refused`() throws {
    try store.makeRound("q")
    try store.commit(makeCommit("c", 1, [(0, 3)]))
    for other in [
      makeCommit("c", 1, [(0, 4)]), makeCommit("c", 2, [(0, 3)]), makeCommit("c", 1, [(1, 3)]),
      makeCommit("c", 1, [(0, 3)], round: "q"),
    ] {
      expectRefusal(.commitExists("c")) { try store.commit(other) }
    }
    expectRefusal(.commitExists("c")) { try store.undo(makeUndoing("c")) }
    try store.undo(makeUndoing("x"))
    expectRefusal(.commitExists("x")) { try store.commit(makeCommit("x", 1, [(0, 3)])) }
    #expect(try store.events(of: "r").map(\.id) == ["c.1", "x.1"])
  }

  @Test(
    arguments: [
      (makeCommit("c", 10, [(0, 3)]), .unknownHole(10, holes: 9)),
      (makeCommit("c", 0, [(0, 3)]), .unknownHole(0, holes: 9)),
      (makeCommit("c", 1, [(0, 3), (9, 3)]), .unknownPlayer("Nobody", "r")),
      (makeCommit("c", 1, [(0, 3), (0, 4)]), .twoScores("Mike", hole: 1)),
      (makeCommit("c", 1, [(Int, Int)]()), .noScores),
      (makeCommit("c", 1, [(0, 3)], round: "q"), .unknownRound("q")),
    ] as [(ScoreCommit, ScoreLogRefusal)])
  func `a commit that is refused saves nothing and starts nothing`(
    commit: ScoreCommit, refusal: ScoreLogRefusal
  ) throws {
    expectRefusal(refusal) { try store.commit(commit) }
    #expect(try store.events(of: "r") == [])
    #expect(try store.round("r").startedAt == nil)
  }

  @Test(.ofFiles) func `the scores that complete the current hole make the next one current`()
    throws
  {
    #expect(try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)])).current == Self.here)
    // Another hole than the current one leaves it.
    #expect(try store.commit(makeCommit("b", 2, [(0, 3), (1, 4), (2, 4)])).current == Self.here)
    let completed = makeCommit("c", 1, [(2, 4)])
    let next = CurrentHole(round: "r", hole: 3)
    #expect(try store.commit(completed).current == next)
    #expect(try file.open().currentHole() == next)
    try store.setCurrentHole(Self.here)
    // Tried again it is what it was: somebody went back meanwhile.
    #expect(try store.commit(completed).current == Self.here)
    // A correction stays, as does its undoing; what opens a score again leads back to it.
    #expect(try store.commit(makeCommit("d", 1, [(2, 5)])).current == Self.here)
    try store.setCurrentHole(next)
    #expect(try store.undo(makeUndoing("x")).current == next)
    #expect(try store.undo(makeUndoing("y")).current == Self.here)
  }

  @Test func `scores of another round leave the current one`() throws {
    try store.makeRound("q")
    let other = CurrentHole(round: "q", hole: 1)
    #expect(try store.commit(makeCommit("a", 1, [(0, 3), (1, 4), (2, 4)])).current == other)
    #expect(try store.undo(makeUndoing("x")).current == other)
  }

  @Test func `a score that replaces another than was seen is refused, with all of its commit`()
    throws
  {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    func seen(_ id: CommitID, _ seen: [String: HoleResult]) -> ScoreCommit {
      let commit = makeCommit(id, 1, [(0, 5), (1, 4)])
      return ScoreCommit(
        id: id, round: "r", hole: 1, scores: commit.scores, seen: seen, reportedBy: "Mike",
        deviceName: "phone", at: commit.at)
    }
    let (mike, jake) = ("Mike", "Jake")
    let four = HoleResult.strokes(try #require(Strokes(4)))
    let three = HoleResult.strokes(try #require(Strokes(3)))
    expectRefusal(.changedMeanwhile("Mike", hole: 1)) { try store.commit(seen("b", [:])) }
    expectRefusal(.changedMeanwhile("Mike", hole: 1)) { try store.commit(seen("b", [mike: four])) }
    expectRefusal(.changedMeanwhile("Jake", hole: 1)) {
      try store.commit(seen("b", [mike: three, jake: three]))
    }
    #expect(try store.events(of: "r").map(\.id) == ["a.1"])
    let good = seen("b", [mike: three])
    #expect(try store.commit(good).events.map(\.id) == ["b.1", "b.2"])
    // Tried again it is saved, whatever stands by now.
    #expect(try store.commit(good).wasSavedBefore)
    // Who enters what stands already replaces nothing.
    #expect(try store.commit(seen("c", [:])).events == [])
  }

  @Test func `undoing takes back commit after commit, and tried again nothing more`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    try store.commit(makeCommit("b", 1, [(0, 5)]))
    let preview = try store.nextUndoing(in: "r")
    #expect(preview?.commit == "b")
    #expect(
      preview?.changes == [
        Undoing.Change(
          event: "b.1", player: PlayerID(0), name: "Mike", from: holeResult(5), to: holeResult(3))
      ])

    let undone = try store.undo(makeUndoing("x"))
    #expect(undone.events.map(\.takesBack) == ["b.1"])
    let again = try store.undo(makeUndoing("x"))
    #expect(again == CommitOutcome(events: undone.events, wasSavedBefore: true, current: Self.here))
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 1) == Strokes(3))

    let first = try store.undo(makeUndoing("y")).events
    #expect(first.map(\.result) == [nil, nil])
    #expect(first.map(\.supersedes) == [["x.1"], ["a.2"]])
    expectRefusal(.nothingToUndo("r")) { try store.undo(makeUndoing("z")) }
    #expect(try store.nextUndoing(in: "r") == nil)
    #expect(try store.events(of: "r").count == 6)
    #expect(try store.rounds().first?.standings.lines.map(\.holesPlayed) == [0, 0, 0])
    #expect(try store.audit().isClean)
  }

  private func redo(_ id: CommitID) throws(ScoreStoreError) -> CommitOutcome {
    try store.redo(in: "r", as: id, reportedBy: "Jake", at: "2026-05-01T11:00:00.000Z")
  }

  @Test(.ofFiles) func `what was undone is brought back by new events, the last first`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    try store.commit(makeCommit("b", 1, [(0, 5)]))
    expectRefusal(.nothingToRedo("r")) { try redo("z") }
    for id in ["x", "y"] { try store.undo(makeUndoing(CommitID(id))) }
    // Also after a restart.
    let preview = try file.open().nextRedoing(in: "r")
    #expect(
      preview?.changes == [
        Redoing.Change(
          player: PlayerID(0), name: "Mike", from: nil, to: try #require(holeResult(3))),
        Redoing.Change(
          player: PlayerID(1), name: "Jake", from: nil, to: try #require(holeResult(4))),
      ])
    let before = try store.events(of: "r")
    let first = try redo("p")
    #expect(try store.events(of: "r") == before + first.events)
    #expect(first.events.map(\.result) == [holeResult(3), holeResult(4)])
    #expect(first.events.map(\.kind) == [.score, .score])
    #expect(first.events.map(\.supersedes) == [["y.1"], ["y.2"]])
    #expect(first.events.map(\.transcript) == ["whatever", "whatever"])
    #expect(try redo("p").wasSavedBefore)
    #expect(try redo("q").events.map(\.result) == [holeResult(5)])
    expectRefusal(.nothingToRedo("r")) { try redo("z") }
    // What was brought back is undone again.
    #expect(try store.undo(makeUndoing("u")).events.map(\.takesBack) == ["q.1"])
    #expect(try redo("v").events.map(\.result) == [holeResult(5)])
    #expect(try store.audit().isClean)
  }

  @Test func `what is entered since ends it, and what others entered is not replaced`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.undo(makeUndoing("x"))
    try store.commit(makeCommit("b", 1, [(1, 4)]))
    expectRefusal(.nothingToRedo("r")) { try redo("z") }

    try store.undo(makeUndoing("y"))
    let elsewhere = try LogFile(device: "other")
    defer { withExtendedLifetime(elsewhere) {} }
    let other = try elsewhere.open()
    try other.importLines(store.exportLines())
    try other.commit(makeCommit("c", 1, [(1, 5)]))
    try store.importLines(other.exportLines())
    expectRefusal(.changedMeanwhile("Jake", hole: 1)) { try redo("z") }
    // The same score from elsewhere leaves nothing to bring back.
    try other.commit(makeCommit("d", 1, [(1, 4)]))
    try store.importLines(other.exportLines())
    expectRefusal(.nothingToRedo("r")) { try redo("z") }
  }

  @Test(.ofFiles) func `no score on a hole is superseded, restored and taken back as a score is`()
    throws
  {
    try store.commit(makeCommit("a", 1, [(0, 0)]))
    try store.commit(makeCommit("b", 1, [(0, 5)]))
    #expect(try store.undo(makeUndoing("x")).events.map(\.result) == [.noScore])
    #expect(try file.open().events(of: "r").map(\.result) == [.noScore, holeResult(5), .noScore])
    #expect(try store.scorecard(of: "r").result(of: PlayerID(0), onHole: 1) == .noScore)
    #expect(try store.commit(makeCommit("c", 1, [(0, 0)])).events == [])

    #expect(try store.undo(makeUndoing("y")).events.map(\.result) == [nil])
    #expect(try file.open().scorecard(of: "r").result(of: PlayerID(0), onHole: 1) == nil)
    #expect(try store.audit().isClean)
  }

  @Test func `there is nothing to undo in a round that is not there`() throws {
    let file = try LogFile()
    let store = try file.open()
    expectRefusal(.unknownRound("r")) { try store.undo(makeUndoing("x")) }
    expectRefusal(.unknownRound("r")) { try store.nextUndoing(in: "r") }
  }

  private static func heard(
    _ id: UtteranceID, _ transcript: String = "mike three"
  ) -> UtteranceEvidence {
    UtteranceEvidence(
      id: id, round: "r", hole: 7, startSeconds: 1.1, endSeconds: 2.35, transcript: transcript,
      result: .partial, details: #"{"words": ["mi\"ke", 0.1]}"#, clip: "1.flac",
      at: "2026-05-01T10:00:00.000Z")
  }

  @Test(.ofFiles) func `what was heard is kept exactly, with the scores`() throws {
    let heard = [Self.heard("u0", "mumble"), Self.heard("u1")]
    for _ in 1...2 { try store.commit(makeCommit("c", 1, [(0, 3)]), evidence: heard) }
    let again = try file.open()
    for utterance in heard { #expect(try again.utterance(utterance.id) == utterance) }
    #expect(try again.utterance("u2") == nil)
  }

  @Test(.ofFiles)
  func `what was heard is never replaced, and not saved with scores that are refused`()
    throws
  {
    try store.commit(makeCommit("b", 1, [(0, 3)]), evidence: [Self.heard("u1")])
    expectRefusal(.utteranceExists("u1")) {
      try store.commit(makeCommit("c", 1, [(0, 4)]), evidence: [Self.heard("u1", "jake three")])
    }
    expectRefusal(.noScores) {
      try store.commit(makeCommit("c", 1, [(Int, Int)]()), evidence: [Self.heard("u3")])
    }
    #expect(try store.utterance("u1") == Self.heard("u1"))
    #expect(try store.utterance("u3") == nil)
    #expect(try store.events(of: "r").map(\.id) == ["b.1"])
  }

  @Test(arguments: 1...12)
  func `what the file keeps is what the pure functions make`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    let record = try store.round("r")
    var events: [ScoreEvent] = []
    for step in 1...25 {
      let id = CommitID("c\(step)")
      let card = Scorecard(record, replaying: events)
      let next = at(events.count + 1, "this", events.count + 1)
      if Int.random(in: 0..<4, using: &random) == 0 {
        guard let undoing = Undoing(on: card, by: "this") else { continue }
        let new = undoing.events(makeUndoing(id), on: card, from: next)
        #expect(try store.undo(makeUndoing(id)).events == new)
        events += new
      } else {
        let commit = makeCommit(
          id, Int.random(in: 1...9, using: &random),
          (0..<3).shuffled(using: &random).prefix(2).map {
            ($0, Int.random(in: 1...10, using: &random))
          })
        let new = try commit.events(on: card, from: next)
        #expect(try store.commit(commit).events == new)
        events += new
      }
    }
    #expect(try store.events(of: "r") == events)
    #expect(try store.scorecard(of: "r") == Scorecard(record, replaying: events))
    #expect(
      try store.rounds().first?.standings == Scorecard(record, replaying: events).standings)
    #expect(try store.audit().isClean)
  }
}
