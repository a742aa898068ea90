import Confirmation
import Golf
import ScoreLog
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
    happenings += try session.wait(.milliseconds(1480))
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
    #expect((1.5...2.5).contains(heard.endSeconds))
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
    #expect(session.act(.accept) == ["unsaved 7: Michael 3, Jake 4"])
    #expect(session.live.confirmation.pending.count == 2)
    try lock.run("ROLLBACK")
    #expect(
      session.act(.retry) == ["committed 7: Michael 3, Jake 4", "committed 7: Sarah 2"])
    #expect(session.act(.retry) == [])
    #expect(try session.logged(hole: 7) == "Michael 3, Jake 4, Sarah 2")
    #expect(try session.store.events(of: "round").count == 3)
  }

  @Test func `while the log refuses everything the holes go on`() throws {
    var session = try LiveSession()
    let lock = try OtherProgram(session.store.path)
    try lock.run("BEGIN IMMEDIATE")
    for hole in 7...9 {
      _ = session.act(.enter("everyone par"))
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
}
