import Testing

@testable import ScoreLog

@Suite final class `Rounds of a score store`: RoundFile {
  @Test func `a round keeps its course and players, and becomes the current one`() throws {
    let record = try store.round("r")
    let identities = try ["Mike", "Jake"].map { try store.identity(ofPlayer: $0) }
    #expect(identities.allSatisfy { $0?.rawValue.count == 36 } && Set(identities).count == 2)
    #expect(
      record
        == (try RoundRecord(
          id: "r", course: "Home", pars: [3, 4, 3, 3, 3, 5, 3, 3, 3],
          entrants: [
            .init(Player(name: "Mike"), identity: identities[0]),
            .init(Player(name: "Jake"), identity: identities[1]),
            .init(Player(name: "Ann", aliases: ["Annie"]), isGuest: true),
          ], organiser: "Mike", organiserDevice: "this",
          createdAt: "2026-05-01T09:00:00.000Z")))
    #expect(try store.players().map(\.name) == ["Jake", "Mike"])
    #expect(try store.currentHole() == CurrentHole(round: "r", hole: 1))
    expectRefusal(.unknownRound("q")) { try store.round("q") }
  }

  @Test func `a round that cannot be made leaves nothing behind`() throws {
    expectRefusal(.roundExists("r")) { try store.makeRound("r", []) }
    expectRefusal(.nameTaken("bob")) {
      try store.makeRound("q", [.player("Bob"), .guest(Player(name: "bob"))])
    }
    expectRefusal(.unspeakableName("?")) {
      try store.makeRound("q", [.player("Bob"), .guest(Player(name: "?"))])
    }
    #expect(try store.rounds().map(\.round.id) == ["r"])
    #expect(try store.players().map(\.name) == ["Jake", "Mike"])
    #expect(try store.currentHole()?.round == "r")
  }

  @Test func `who joins by name is who is registered, and a guest never is`() throws {
    let file = try LogFile()
    let store = try file.open()
    let michael = Player(name: "Michael", aliases: ["Mike"], pronunciations: ["M AY K"])
    try store.addPlayer(michael)
    try store.addPlayer(Player(name: "Ann", aliases: ["Annie"]))
    try store.makeRound("a", [.player("mike"), .guest(Player(name: "Ann"))])
    try store.makeRound("b", [.guest(Player(name: "Ann")), .player("Jake")])
    let identity = try #require(try store.identity(ofPlayer: "Mike"))
    #expect(
      try store.round("a").entrants == [
        .init(michael, identity: identity),
        .init(Player(name: "Ann"), isGuest: true),
      ])
    #expect(try store.players().map(\.name) == ["Ann", "Jake", "Michael"])
    #expect(try store.rounds(ofPlayer: "Ann") == [])
    #expect(try store.rounds(ofPlayer: "Mike").map(\.round.id) == ["a"])
    expectRefusal(.unregistered("Bob")) { try store.rounds(ofPlayer: "Bob") }
  }

  @Test(.ofFiles) func `players join and leave in setup without a trace`() throws {
    try store.join(.player("Bob"), round: "r")
    try store.leave("jake", round: "r", makeStamp("1"))
    try store.join(.guest(Player(name: "Zoe")), round: "r")
    #expect(
      try store.round("r").entrants.map(\.player.name) == ["Mike", "Ann", "Bob", "Zoe"])
    expectRefusal(.unknownPlayer("Jake", "r")) {
      try store.leave("Jake", round: "r", makeStamp("2"))
    }
    expectRefusal(.nameTaken("ANN")) { try store.join(.player("ANN"), round: "r") }
    expectRefusal(.unknownRound("q")) { try store.join(.player("Bob"), round: "q") }

    #expect(try store.round("r").changes == [])
    #expect(try store.audit().isClean)
  }

  @Test func `who joins after the start comes last, and misses what is over`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 3), (2, 3)]))
    try store.commit(makeCommit("b", 2, [(0, 3)]))
    try store.setCurrentHole(CurrentHole(round: "r", hole: 2))
    try store.join(.player("Zoe"), round: "r", makeStamp("zoe", by: "Jake"))
    let record = try store.round("r")
    #expect(record.entrants.map(\.player.name) == ["Mike", "Jake", "Ann", "Zoe"])
    let identity = try #require(try store.identity(ofPlayer: "Zoe"))
    #expect(
      record.changes == [
        RoundChange(
          makeStamp("zoe", by: "Jake"), position: at(5, "this", 5),
          round: "r", kind: .join, player: "Zoe",
          entrant: .init(Player(name: "Zoe"), identity: identity),
          away: [1], scoreCount: 4)
      ])
    #expect(try store.players().map(\.name) == ["Jake", "Mike", "Zoe"])
    expectRefusal(.nameTaken("Zoe")) { try store.join(.player("zoe"), round: "r") }
    try store.commit(makeCommit("c", 2, [("Jake", 3), ("Ann", 3), ("Zoe", 2)]))
    #expect(try store.scorecard(of: "r").isComplete(hole: 2))
    #expect(try store.audit().isClean)
  }

  @Test(.ofFiles) func `together all join or nobody does`() throws {
    expectRefusal(.nameTaken("Mike")) {
      try store.together {
        try store.join(.player("Zoe"), round: "r")
        try store.join(.player("Mike"), round: "r")
      }
    }
    #expect(try file.open().round("r").entrants.count == 3)
    try store.together {
      try store.join(.player("Zoe"), round: "r")
      try store.join(.player("Bob"), round: "r")
    }
    #expect(try file.open().round("r").entrants.count == 5)
  }

  @Test func `who leaves keeps the scores, and may come back`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 3), (2, 3)]))
    try store.leave("JAKE", round: "r", makeStamp("1"))
    expectRefusal(.hasLeft("Jake")) { try store.leave("Jake", round: "r", makeStamp("2")) }
    #expect(try store.round("r").away(PlayerID(1)) == Set(2...9))
    try store.commit(makeCommit("b", 2, [(0, 3), (2, 3)]))
    try store.join(.player("Jake"), round: "r")
    #expect(try store.round("r").entrants.count == 3)
    #expect(try store.round("r").away(PlayerID(1)) == [2])
    #expect(try store.scorecard(of: "r").total(of: PlayerID(1)).holesPlayed == 1)
    #expect(try store.audit().isClean)
  }

  @Test func `a hole for which only who leaves is missing gives way to the next`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (2, 3)]))
    try store.leave("Jake", round: "r", makeStamp("1"))
    #expect(try store.currentHole() == CurrentHole(round: "r", hole: 2))
    // The others play on with it.
    try store.leave("Ann", round: "r", makeStamp("2"))
    #expect(try store.currentHole() == CurrentHole(round: "r", hole: 2))
  }

  @Test func `a finished round is reopened by its organiser, scored and finished again`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    expectRefusal(.organiserOnly("reopen the round", organiser: "Mike")) {
      try store.reopenRound("r", makeStamp("1", by: "Jake"))
    }
    try store.reopenRound("r", makeStamp("2"))
    #expect(try store.rounds().map(\.phase) == [.active])
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    try store.undo(makeUndoing("c"))
    try store.finishRound("r", makeStamp("3"), early: true)
    #expect(try store.round("r").finish?.scoreCount == 3)
    #expect(try store.round("r").changes.map(\.kind) == [.finish, .reopen, .finish])
    #expect(try store.audit().isClean)
  }

  @Test func `a round is organised where it was made, and then where it was passed to`() throws {
    try store.startRound("r", at: "2026-05-01T09:00:00.000Z")
    let elsewhere = try LogFile(device: "other")
    let other = try elsewhere.open()
    try other.importLines(store.exportLines(round: "r"))
    // Whatever name somebody gives on another device.
    expectRefusal(.organisersDeviceOnly("delete the round", organiser: "Mike")) {
      try other.deleteRound("r", makeStamp("1"))
    }
    expectRefusal(.organisersDeviceOnly("pass the round on", organiser: "Mike")) {
      try other.passRound("r", to: "Jake", makeStamp("2"))
    }
    expectRefusal(.unknownPlayer("Bob", "r")) {
      try store.passRound("r", to: "Bob", makeStamp("3"))
    }
    try other.commit(makeCommit("a", 1, [(1, 3)], by: "Jake"))
    try store.importLines(other.exportLines())
    try store.passRound("r", to: "JAKE", makeStamp("4"))
    #expect(try store.round("r").presentOrganiser == .init(name: "Jake", device: "other"))
    expectRefusal(.organiserOnly("delete the round", organiser: "Jake")) {
      try store.deleteRound("r", makeStamp("5"))
    }
    expectRefusal(.organisersDeviceOnly("delete the round", organiser: "Jake")) {
      try store.deleteRound("r", makeStamp("6", by: "Jake"))
    }
    try other.importLines(store.exportLines())
    #expect(try other.round("r") == store.round("r"))
    try other.deleteRound("r", makeStamp("7", by: "Jake"))
    #expect(try store.audit().isClean)
    #expect(try other.audit().isClean)
  }

  @Test func `who answers for a log passes a round on where its organiser is lost`() throws {
    try store.startRound("r", at: "2026-05-01T09:00:00.000Z")
    let elsewhere = try LogFile(device: "other")
    let other = try elsewhere.open()
    try other.importLines(store.exportLines(round: "r"))
    try other.passRound("r", to: "Mike", makeStamp("1", by: "Club"), isOfOperator: true)
    #expect(try other.round("r").presentOrganiser == .init(name: "Mike", device: "other"))
    try other.deleteRound("r", makeStamp("2"))
  }

  @Test func `a log that became another device is the organiser's all the same`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.database.setThisDevice("later")
    try store.deleteRound("r", makeStamp("1"))
    #expect(try store.round("r").changes.map(\.position.device) == ["later"])
  }

  @Test func `a stranger's word in the organiser's name settles nothing`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let elsewhere = try LogFile(device: "other")
    let other = try elsewhere.open()
    try other.importLines(store.exportLines())
    let said = try other.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(said.events.map(\.kind) == [.score])
    try store.importLines(other.exportLines())
    #expect(try store.commit(makeCommit("c", 1, [(0, 5)])).events.map(\.kind) == [.resolution])
  }

  @Test func `a deleted round is no current one and takes nothing until it is restored`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let before = try store.scorecard(of: "r")
    try store.deleteRound("r", makeStamp("1"))
    #expect(try store.currentHole() == nil)
    #expect(try store.rounds().map(\.round.isDeleted) == [true])
    expectRefusal(.roundExists("r")) { try store.makeRound("r") }
    expectRefusal(.roundDeleted("r")) { try store.commit(makeCommit("b", 1, [(0, 4)])) }
    expectRefusal(.roundDeleted("r")) { try store.undo(makeUndoing("c")) }
    expectRefusal(.roundDeleted("r")) { try store.join(.player("Bob"), round: "r") }
    expectRefusal(.roundDeleted("r")) {
      try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    }
    expectRefusal(.roundDeleted("r")) {
      try store.setCurrentHole(CurrentHole(round: "r", hole: 1))
    }
    try store.restoreRound("r", makeStamp("2"))
    #expect(try store.scorecard(of: "r").standings == before.standings)
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(try store.audit().isClean)
  }

  @Test func `another round stays the current one when one is deleted`() throws {
    try store.makeRound("q")
    try store.deleteRound("r", makeStamp("1"))
    #expect(try store.currentHole()?.round == "q")
  }

  @Test func `a round starts once, and not without players`() throws {
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    try store.startRound("r", at: "2026-05-01T09:45:00.000Z")
    #expect(try store.round("r").startedAt == "2026-05-01T09:30:00.000Z")
    try store.createRound(
      "q", course: Course.seeded[1], organiser: "Mike", joining: [],
      at: "2026-05-01T09:00:00.000Z", makingCurrent: false)
    expectRefusal(.noPlayers("q")) { try store.startRound("q", at: "2026-05-01T09:30:00.000Z") }
    #expect(try store.currentHole()?.round == "r")
  }

  @Test func `a round passes through its phases, and nothing follows the last`() throws {
    func phase() throws -> RoundPhase {
      let phase = try store.scorecard(of: "r").phase
      #expect(try store.rounds().map(\.phase) == [phase])
      return phase
    }
    let end = "2026-05-01T12:00:00.000Z"
    #expect(try phase() == .setup)
    try store.commit(makeCommit("c1", 1, [(0, 3), (1, 3), (2, 3)]))
    #expect(try store.round("r").startedAt == "2026-05-01T10:00:00.000Z")
    #expect(try phase() == .active)
    for hole in 2...8 {
      try store.commit(makeCommit(CommitID("c\(hole)"), hole, [(0, 3), (1, 3), (2, 3)]))
    }
    try store.commit(makeCommit("c9", 9, [(0, 3), (2, 3)]))
    let missing = ScoreLogRefusal.scoresMissing("r", [.init(hole: 9, names: ["Jake"])])
    expectRefusal(missing) { try store.finishRound("r", at: end) }
    #expect(try phase() == .active)
    try store.commit(makeCommit("c10", 9, [(1, 4)]))
    #expect(try phase() == .awaitingFinalisation)
    #expect(try store.finishRound("r", at: end) == .completed)
    #expect(try phase() == .completed)
    #expect(
      try store.round("r").finish
        == RoundChange(
          makeStamp("r-end", at: end), position: at(28, "this", 28),
          round: "r", kind: .finish, scoreCount: 27))

    expectRefusal(.roundFinished("r")) { try store.finishRound("r", at: end, early: true) }
    expectRefusal(.roundFinished("r")) { try store.commit(makeCommit("late", 1, [(0, 5)])) }
    expectRefusal(.roundFinished("r")) { try store.undo(makeUndoing("late")) }
    expectRefusal(.roundFinished("r")) { try store.join(.player("Bob"), round: "r") }
    // Nobody who could not join was registered.
    #expect(try store.players().map(\.name) == ["Jake", "Mike"])
    #expect(try store.audit().isClean)
  }

  @Test(arguments: [true, false])
  func `a round can be finished early, even before it starts`(isStarted: Bool) throws {
    if isStarted { try store.commit(makeCommit("c", 1, [(0, 3)])) }
    let phase = try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    #expect(phase == .finishedEarly)
    #expect(try store.scorecard(of: "r").phase == .finishedEarly)
    expectRefusal(.roundFinished("r")) { try store.startRound("r", at: "2026-05-01T12:30:00.000Z") }
    #expect(try store.audit().isClean)
  }

  @Test func `the current hole is one of a round that is there`() throws {
    let seven = CurrentHole(round: "r", hole: 7)
    try store.setCurrentHole(seven)
    expectRefusal(.unknownHole(10, holes: 9)) {
      try store.setCurrentHole(CurrentHole(round: "r", hole: 10))
    }
    expectRefusal(.unknownRound("q")) { try store.setCurrentHole(CurrentHole(round: "q", hole: 1)) }
    #expect(try store.currentHole() == seven)
  }

  @Test func `rounds are listed the newest first, with the standings of their cards`() throws {
    try store.commit(makeCommit("a", 1, [(0, 5), (1, 2)]))
    try store.commit(makeCommit("b", 2, [(0, 3), (2, 6)]))
    try store.commit(makeCommit("c", 2, [(0, 4)]))
    try store.undo(makeUndoing("d"))
    try store.makeRound("older", [], at: "2026-04-01T09:00:00.000Z")
    try store.makeRound("newer", [.player("Jake")], at: "2026-06-01T09:00:00.000Z")
    let summaries = try store.rounds()
    #expect(summaries.map(\.round.id) == ["newer", "r", "older"])
    for summary in summaries {
      let card = try store.scorecard(of: summary.round.id)
      #expect(summary.standings == card.standings)
      #expect(summary.phase == card.phase)
      #expect(summary.round == card.round)
    }
    #expect(summaries[1].standings.lines.map(\.name) == ["Jake", "Mike", "Ann"])
    #expect(summaries[1].standings.lines.map(\.relativeToPar) == [-1, 1, 2])
    #expect(try store.rounds(ofPlayer: "jake").map(\.round.id) == ["newer", "r"])
  }
}
