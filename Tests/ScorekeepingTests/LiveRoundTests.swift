import Golf
import ScoreStore
import TestSupport
import Testing

@testable import Scorekeeping

@Suite struct LiveRoundTests {
  @Test func `what was heard saves itself after a second and a half`() throws {
    var session = try LiveSession()
    var happenings = try session.play("pairs.flac")
    while !happenings.contains(where: { $0.hasPrefix("confirming") }) {
      happenings += try session.wait(.milliseconds(20))
    }
    happenings += try session.wait(.milliseconds(1580))
    #expect(happenings == ["heard mike three jake four", "confirming 7: Michael 3, Jake 4"])
    #expect(try session.logged(hole: 7) == "")
    #expect(try session.wait(.milliseconds(40)) == ["committed 7: Michael 3, Jake 4"])
    #expect(try session.logged(hole: 7) == "Michael 3, Jake 4")
    let events = try session.store.events(of: "round")
    #expect(events.map(\.transcript) == ["mike three jake four", "mike three jake four"])
    #expect(events.allSatisfy { $0.input == .voice && ($0.confidence ?? 0) > 0.4 })
    #expect(events.allSatisfy { $0.reportedBy == "anna" && $0.device == "phone" })
    #expect(try session.store.audit().isClean)
  }

  @Test func `what was heard can be looked up by its event`() throws {
    var session = try LiveSession()
    _ = try session.play("pairs.flac") + session.wait(.seconds(3))
    let event = try #require(try session.store.events(of: "round").first)
    let utterance = try #require(event.utterance)
    let heard = try #require(try session.store.utterance(utterance))
    #expect(heard.transcript == "mike three jake four")
    #expect(heard.hole == 7)
    #expect((0.1...0.5).contains(heard.startSeconds))
    #expect((2.0...3.0).contains(heard.endSeconds))
  }

  @Test func `other talk saves nothing and asks nothing`() throws {
    var session = try LiveSession()
    let happenings = try session.play("unrelated.flac") + session.wait(.seconds(4))
    #expect(!happenings.isEmpty)
    #expect(happenings.allSatisfy { $0.hasPrefix("failed") })
    #expect(session.live.confirmation.state == .idle)
    #expect(try session.logged(hole: 7) == "")
  }

  @Test func `whoever asked to speak is told that nothing was understood`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.talk)
    _ = try session.play("unrelated.flac") + session.wait(.seconds(1))
    guard case .failed = session.live.confirmation.state else {
      Issue.record("nothing is shown")
      return
    }
    #expect(session.act(.retry) == [])
    let isOpen = session.live.isOpen
    #expect(isOpen)
  }

  @Test func `with push to talk nothing is heard before the key`() throws {
    var session = try LiveSession(.pushToTalk)
    #expect(try session.play("pairs.flac") + session.wait(.seconds(3)) == [])
    _ = session.act(.talk)
    var happenings = try session.play("birdie.flac") + session.wait(.seconds(4))
    #expect(happenings == ["heard sarah birdie", "confirming 7: Sarah 2", "committed 7: Sarah 2"])
    happenings = try session.play("pairs.flac") + session.wait(.seconds(3))
    #expect(happenings == [])
    #expect(try session.logged(hole: 7) == "Sarah 2")
  }

  @Test func `the key pressed again ends what is being said`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.talk)
    #expect(try session.play("pairs.flac") == [])
    _ = session.act(.talk)
    let happenings = try session.wait(.milliseconds(40))
    #expect(happenings == ["heard mike three jake four", "confirming 7: Michael 3, Jake 4"])
  }

  @Test func `what is cancelled while it is said is never heard of again`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.talk)
    _ = try session.play("pairs.flac")
    #expect(session.act(.cancel) == [])
    let happenings = try session.wait(.seconds(4))
    #expect(happenings.allSatisfy { !$0.hasPrefix("confirming") && !$0.hasPrefix("committed") })
    #expect(try session.logged(hole: 7) == "")
    #expect(session.live.confirmation.state == .idle)
  }

  @Test func `words are shown as they come, but not while scores are shown`() throws {
    var session = try LiveSession()
    session.live.showsPartialWords = true
    let first = try session.play("pairs.flac") + session.wait(.milliseconds(800))
    #expect(first.contains { $0.hasPrefix("hearing mike") })
    #expect(first.last == "confirming 7: Michael 3, Jake 4")
    let second = try session.play("birdie.flac") + session.wait(.seconds(1))
    #expect(!second.contains { $0.hasPrefix("hearing") })
    #expect(second.last == "confirming 7: Michael 3, Jake 4, Sarah 2")
  }

  @Test func `speech within the window holds it`() throws {
    var session = try LiveSession()
    _ = try session.play("pairs.flac") + session.wait(.milliseconds(1000))
    // "Sarah birdie" begins within the window and ends long after it.
    let happenings = try session.play("birdie.flac") + session.wait(.seconds(4))
    #expect(happenings.last == "committed 7: Michael 3, Jake 4, Sarah 2")
    #expect(happenings.count { $0.hasPrefix("committed") } == 1)
  }

  @Test func `a hole on which everybody has a score gives way to the next`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("everyone par"))
    #expect(
      session.act(.accept)
        == ["committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3", "moved 8"])
    #expect(session.live.keeper.hole == 8)
    #expect(session.live.confirmation.state != .idle)
    #expect(try session.otherStore().currentHole()?.hole == 8)
    // What is heard from now on is of the new hole.
    let happenings = try session.play("pairs.flac") + session.wait(.seconds(3))
    #expect(happenings.last == "committed 8: Michael 3, Jake 4")
  }

  @Test func `the last score of a round ends it`() throws {
    var session = try LiveSession()
    var happenings: [String] = []
    for hole in 1...18 {
      _ = session.act(.go(hole: hole))
      _ = session.act(.enter("everyone par"))
      happenings = session.act(.accept)
    }
    #expect(happenings.last == "complete")
    #expect(session.live.keeper.card.phase == .awaitingFinalisation)
  }

  @Test func `undoing goes back commit by commit, over the start of the session`() throws {
    var session = try LiveSession()
    var earlier = try LiveSession.keeper(session.otherStore(), name: "ben")
    _ = try earlier.commit(session.typed("Sarah 2"), typed: "Sarah 2", onHole: 7)
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    #expect(try session.logged(hole: 7) == "Michael 3, Sarah 2")
    #expect(session.act(.undo) == ["undone 7: Michael none"])
    #expect(session.act(.undo) == ["undone 7: Sarah none"])
    #expect(session.act(.undo) == ["refused"])
    #expect(try session.logged(hole: 7) == "")
    #expect(try session.store.audit().isClean)
  }

  @Test func `undoing goes back to the hole of what is undone`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("everyone par"))
    _ = session.act(.accept)
    #expect(
      session.act(.undo)
        == ["undone 7: Michael none, Jake none, Sarah none, Siobhan none", "moved 7"])
  }

  @Test func `scores that another program saves are seen`() throws {
    var session = try LiveSession()
    _ = try session.wait(.seconds(1))
    var other = try LiveSession.keeper(session.otherStore(), name: "ben")
    _ = try other.commit(session.typed("Jake 5"), typed: "Jake 5", onHole: 7)
    #expect(try session.wait(.seconds(1)) == ["changed elsewhere"])
    #expect(session.live.keeper.context.scores == [PlayerID(1): try #require(Strokes(5))])
    // And the next score of that player corrects the other's.
    _ = session.act(.enter("Jake 4"))
    _ = session.act(.accept)
    #expect(try session.store.events(of: "round").map(\.supersedes) == [nil, "ben-1.1"])
  }

  @Test func `scores that the log refuses are kept until it takes them, once`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    _ = session.act(.enter("Mike 3, Jake 4"))
    #expect(session.act(.accept) == ["unsaved 7: Michael 3, Jake 4"])
    // The round goes on.
    _ = session.act(.enter("Sarah 2"))
    #expect(session.act(.accept) == ["unsaved 7: Sarah 2"])
    #expect(session.act(.undo) == ["dismissed 7: Michael 3, Jake 4"])
    _ = session.act(.enter("Mike 3, Jake 4"))
    _ = session.act(.accept)
    #expect(session.live.confirmation.pending.count == 2)
    try lock.run("ROLLBACK")
    #expect(
      session.act(.retry) == ["committed 7: Sarah 2", "committed 7: Michael 3, Jake 4"])
    #expect(session.act(.retry) == [])
    #expect(try session.logged(hole: 7) == "Michael 3, Jake 4, Sarah 2")
    #expect(try session.store.events(of: "round").count == 3)
  }

  @Test func `while the log refuses everything the holes go on`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    for hole in 7...9 {
      _ = session.act(.enter("everyone three"))
      _ = session.act(.accept)
      #expect(session.live.keeper.hole == hole + 1)
    }
    try lock.run("ROLLBACK")
    let happenings = session.act(.retry)
    #expect(happenings.count { $0.hasPrefix("committed") } == 3)
    for hole in 7...9 {
      #expect(
        try session.logged(hole: hole) == "Michael 3, Jake 3, Sarah 3, Siobhan 3", "hole \(hole)")
    }
    #expect(session.live.keeper.hole == 10)
  }

  @Test func `what is shown at the end is told to be dropped`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("Mike 3"))
    #expect(session.close() == ["dismissed 7: Michael 3"])
    #expect(try session.logged(hole: 7) == "")
  }

  @Test func `the audio of saved scores is kept where it is wanted`() throws {
    var kept: [String: Int] = [:]
    var session = try LiveSession(keepClip: { name, samples in
      kept[name] = samples.count
      return "\(name).flac"
    })
    _ = try session.play("unrelated.flac") + session.wait(.seconds(2))
    _ = try session.play("pairs.flac") + session.wait(.seconds(3))
    let events = try session.store.events(of: "round")
    let name = try #require(kept.keys.first)
    #expect(kept.count == 1)
    #expect(events.map(\.clip) == ["\(name).flac", "\(name).flac"])
    #expect((16_000...48_000).contains(kept[name] ?? 0))
  }

  @Test func `scores are saved also where their audio cannot be`() throws {
    struct NoRoom: Error {}
    var session = try LiveSession(keepClip: { _, _ in throw NoRoom() })
    _ = try session.play("pairs.flac") + session.wait(.seconds(3))
    #expect(try session.logged(hole: 7) == "Michael 3, Jake 4")
    #expect(try session.store.events(of: "round").map(\.clip) == [nil, nil])
  }

  @Test func `what is said counts for the hole and the par where it was begun`() throws {
    var session = try LiveSession()
    _ = try session.play("birdie.flac")
    #expect(session.act(.go(hole: 8)) == ["moved 8"])
    let happenings = try session.wait(.seconds(3))
    #expect(happenings == ["heard sarah birdie", "confirming 7: Sarah 2", "committed 7: Sarah 2"])
    let utterance = try #require(try session.store.events(of: "round").first?.utterance)
    #expect(try session.store.utterance(utterance)?.hole == 7)
    // So soon after, it is not clear which hole is meant.
    let soon = try session.play("birdie.flac") + session.wait(.seconds(1))
    #expect(soon.last == "partial 7: Sarah 3?")
    _ = session.act(.cancel)
    // And what is said later is of the new one.
    let later =
      try session.wait(.seconds(4)) + session.play("birdie.flac") + session.wait(.seconds(5))
    #expect(later.last == "committed 8: Sarah 3")
  }

  @Test func `what is shown stays until who speaks has spoken`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    _ = try session.wait(.milliseconds(2200))
    // "Sarah birdie" begins before the three seconds are over, and ends after them.
    _ = try session.play("birdie.flac")
    guard case .committed = session.live.confirmation.state else {
      Issue.record("it was gone while somebody spoke")
      return
    }
  }

  @Test func `scores that stood already leave nothing to undo`() throws {
    var session = try LiveSession()
    for text in ["Mike 3, Jake 4", "Jake 4"] {
      _ = session.act(.enter(text))
      _ = session.act(.accept)
    }
    #expect(session.act(.undo) == ["refused"])
    #expect(try session.logged(hole: 7) == "Michael 3, Jake 4")
  }

  @Test func `somebody else's later scores are not undone in place of one's own`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    var other = try LiveSession.keeper(session.otherStore(), name: "ben")
    _ = try other.commit(session.typed("Sarah 2"), typed: "Sarah 2", onHole: 7)
    #expect(session.act(.undo) == ["refused"])
    #expect(try session.logged(hole: 7) == "Michael 3, Sarah 2")
    // Asked again, it is the round's last that is meant.
    #expect(session.act(.undo) == ["undone 7: Sarah none"])
  }

  @Test func `nothing older is undone while something is unsaved`() throws {
    var session = try LiveSession()
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    _ = session.act(.enter("Jake 4"))
    _ = session.act(.accept)
    _ = session.act(.enter("coffee"))
    try lock.run("ROLLBACK")
    #expect(session.act(.undo) == ["refused"])
    #expect(try session.logged(hole: 7) == "Michael 3")
  }

  @Test func `unsaved scores that a person gives up are told`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    #expect(session.act(.cancel) == ["dismissed 7: Michael 3"])
  }

  @Test func `what the log refused is tried again by itself`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    #expect(try session.wait(.seconds(12)).filter { $0 != "refused" } == [])
    try lock.run("ROLLBACK")
    #expect(try session.wait(.seconds(12)).filter { $0 != "refused" } == ["committed 7: Michael 3"])
  }

  @Test func `what the log refused is tried a last time at the end`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.accept)
    try lock.run("ROLLBACK")
    #expect(session.close() == ["committed 7: Michael 3"])
  }

  @Test func `trouble with the log is told once`() throws {
    var session = try LiveSession()
    try OtherProgram(session.store.path).run("DROP TABLE current_hole")
    #expect(try session.wait(.seconds(3)) == ["refused"])
  }

  @Test func `another program's move to a hole is followed`() throws {
    var session = try LiveSession()
    let other = try session.otherStore()
    try other.setCurrentHole(CurrentHole(round: "round", hole: 5))
    #expect(try session.wait(.seconds(1)) == ["changed elsewhere"])
    #expect(session.live.keeper.hole == 5)
    let happenings = try session.play("pairs.flac") + session.wait(.seconds(3))
    #expect(happenings.last == "committed 5: Michael 3, Jake 4")
  }

  @Test func `another round stays the current one`() throws {
    var session = try LiveSession()
    let other = try session.otherStore()
    try other.createRound(
      "next", course: Course(name: "Next"), organiser: "ben", joining: [.player("Ben")],
      at: LiveSession.time(0))
    #expect(try session.wait(.seconds(1)) == ["refused"])
    _ = session.act(.enter("everyone par"))
    #expect(session.act(.accept).last == "moved 8")
    #expect(try other.currentHole() == CurrentHole(round: "next", hole: 1))
  }

  @Test func `the key pressed twice without a word waits for nobody`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.talk)
    _ = try session.wait(.milliseconds(500))
    _ = session.act(.talk)
    #expect(try session.wait(.seconds(2)) == ["committed 7: Michael 3"])
    #expect(session.live.confirmation.isListening == false)
  }

  @Test func `a key that is held down is one press`() throws {
    var session = try LiveSession(.pushToTalk)
    for _ in 0..<10 {
      _ = session.act(.talk)
      _ = try session.wait(.milliseconds(40))
    }
    let isOpen = session.live.isOpen
    #expect(isOpen)
  }

  @Test func `noise before the key does not swallow what is said after it`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.enter("Mike 3"))
    _ = session.act(.review(true))
    // Nobody asked for this; it goes on when the key is pressed.
    _ = try session.play("unrelated.flac", 0...1)
    _ = session.act(.talk)
    let happenings = try session.play("birdie.flac") + session.wait(.seconds(1))
    #expect(happenings.last == "confirming 7: Michael 3, Sarah 2")
  }

  @Test func `cancelling ends what is being said, and the next words count`() throws {
    var session = try LiveSession()
    _ = try session.play("pairs.flac", 0...1)
    _ = session.act(.cancel)
    let happenings = try session.play("birdie.flac") + session.wait(.seconds(4))
    #expect(happenings.last == "committed 7: Sarah 2")
    #expect(happenings.count { $0.hasPrefix("heard") } == 1)
  }

  @Test func `without audio nothing is waited for`() throws {
    var session = try LiveSession(.pushToTalk)
    _ = session.act(.talk)
    _ = try session.live.endAudio(at: session.now)
    #expect(session.act(.talk) == ["refused"])
    _ = session.act(.enter("Mike 3"))
    #expect(try session.wait(.seconds(2)) == ["committed 7: Michael 3"])
  }

  @Test func `the end of the audio ends what is being said`() throws {
    var session = try LiveSession()
    _ = try session.play("pairs.flac")
    _ = try session.live.endAudio(at: session.now)
    #expect(try session.wait(.seconds(2)).last == "committed 7: Michael 3, Jake 4")
  }

  @Test func `a round that has been listened to takes nobody in`() throws {
    let session = try LiveSession()
    var keeper = try LiveSession.keeper(session.otherStore(), name: "ben")
    try keeper.start()
    #expect(throws: ScoreStoreError.refused(.rosterLocked("round"))) {
      try session.otherStore().join(.player("Late"), round: "round")
    }
  }

  @Test func `the last gap ends the round, whatever hole is looked at`() throws {
    var session = try LiveSession()
    for hole in 1...18 where hole != 3 {
      _ = session.act(.go(hole: hole))
      _ = session.act(.enter("everyone par"))
      _ = session.act(.accept)
    }
    _ = session.act(.go(hole: 3))
    _ = session.act(.enter("everyone par"))
    _ = session.act(.go(hole: 9))
    #expect(session.act(.accept).last == "complete")
  }
}
