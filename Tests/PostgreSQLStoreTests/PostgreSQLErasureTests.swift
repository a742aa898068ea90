import Foundation
import PostgreSQLSupport
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore

/// People of a group, whom its owner erases.
@Suite final class `Erasure in PostgreSQL` {
  private let address: String
  private let owner: PostgreSQLOwner
  private let group = HostedGroup(id: PreparedDatabase.group, name: "Tuesday", secret: .new())

  init() throws {
    address = try PreparedDatabase.copy()
    owner = try PostgreSQLOwner(PostgreSQLAddress(address))
    try owner.host(group)
  }

  /// The group's log, read anew.
  private var store: ScoreStore {
    get throws { try #require(try owner.served().store(of: group.id)) }
  }

  /// Has registered players play a hole of a round, which the first organises.
  private func play(
    _ names: [String], reportedBy reporter: String, transcripts: [String: String] = [:]
  ) throws {
    let store = try store
    try store.createRound(
      "r", course: Course.seeded[1], organiser: names[0], joining: names.map { .player($0) },
      at: "2026-05-01T09:00:00.000Z")
    try store.commit(
      ScoreCommit(
        id: "c", round: "r", hole: 1,
        scores: names.compactMap { name in
          holeResult(3).map {
            ScoreCommit.Score(
              player: name, result: $0, input: .voice, transcript: transcripts[name])
          }
        }, reportedBy: reporter, deviceName: "phone", at: "2026-05-01T10:00:00.000Z"))
  }

  @Test func `a name that JSON escapes leaves events and lines, and the scores are the player's`()
    throws
  {
    let name = #"Al "Ace" \ Smith"#
    try play(["Bob", name], reportedBy: name)
    let new = try owner.erase(player: name, of: group.id)
    let store = try store
    let card = try store.scorecard(of: "r")
    #expect(card.round.entrants.map(\.player.name) == ["Bob", new])
    #expect(card.events.map(\.player) == ["Bob", new])
    #expect(card.events.map(\.reportedBy) == [new, new])
    #expect(try !store.exportLines().contains { $0.contains("Ace") })
    #expect(try store.audit().faults == [])
  }

  @Test func `who joins late leaves the entrant of the event`() throws {
    try play(["Bob", "Cleo"], reportedBy: "Bob")
    let late = Player(name: #"Zoe "Z""#)
    try store.join(
      .guest(late), round: "r",
      RoundChange.Stamp(
        id: "j", reportedBy: "Bob", deviceName: "phone", at: "2026-05-01T11:00:00.000Z"))
    let new = try owner.erase(player: late.name, of: group.id)
    #expect(try store.round("r").entrants.map(\.player) == ["Bob", "Cleo", Player(name: new)])
    #expect(try !store.exportLines().contains { $0.contains("Zoe") })
    #expect(try store.audit().faults == [])
  }

  @Test func `transcripts go that hold a spelling as a word, and no others`() throws {
    try store.addPlayer(Player(name: "Albert", aliases: ["Al"]))
    try play(
      ["Bob", "Cleo", "Albert"], reportedBy: "Bob",
      transcripts: ["Bob": "tall bob three", "Cleo": "Al's and cleo's threes", "Albert": "AL 3"])
    _ = try owner.erase(player: "Albert", of: group.id)
    let store = try store
    #expect(
      try store.scorecard(of: "r").events.map(\.transcript) == ["tall bob three", nil, nil])
    let lines = try store.exportLines()
    #expect(lines.count { $0.contains("tall bob three") } == 1)
    #expect(!lines.contains { $0.contains("threes") || $0.contains("AL 3") })
  }

  @Test(arguments: [
    ("O'Hara", "o hara three", true), ("O'Hara", "O'Hara's three", true),
    ("Jean-Luc", "jean luc three", true), ("Jean-Luc", "jean three", false),
    ("Élodie", "elodie three", true), ("Al", "real three", false),
  ])
  func `a spelling is found however it is written`(
    spelling: String, transcript: String, isFound: Bool
  ) {
    #expect(PostgreSQLOwner.texts([transcript], thatHold: [spelling]).isEmpty != isFound)
  }

  @Test func `two who are erased do not become one`() throws {
    // Who is registered or reports need not play.
    try store.addPlayer("Zoe")
    try play(["Bob", "Cleo"], reportedBy: "Ann")
    let names = try ["Zoe", "Ann", "Bob"].map { try owner.erase(player: $0, of: group.id) }
    #expect(names == ["removed player 1", "removed player 2", "removed player 3"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `what somebody writes as the erasure begins is erased as well`() throws {
    try play(["Bob", "Cleo"], reportedBy: "Bob")
    let open = try PostgreSQLConnection(PostgreSQLAddress(address))
    try open.execute(
      "BEGIN; UPDATE groups SET name = 'held'; UPDATE events SET reported_by = 'BOB'")
    let result = Mutex<Result<String, any Error>?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread { [address, group] in
      let made: Result<String, any Error> = Result {
        try PostgreSQLOwner(PostgreSQLAddress(address)).erase(player: "Bob", of: group.id)
      }
      result.withLock { $0 = made }
      hasEnded.signal()
    }.start()
    let waiting =
      "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    while result.withLock({ $0 == nil }), try open.execute(waiting) == [[.integer(0)]] {}
    try open.execute("COMMIT")
    hasEnded.wait()
    let new = try #require(try result.withLock { try $0?.get() })
    #expect(try open.execute("SELECT DISTINCT reported_by FROM events") == [[.text(new)]])
  }
}
