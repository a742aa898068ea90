import Foundation
import Testing

@testable import HyzerCLI
@testable import ScoreLog

@Suite struct `Rounds that phones begin on the host` {
  private let log = ScoreLogFile()

  /// Ann's phone begins a round on the host's log, as the page does.
  private func begin(
    _ id: String, _ players: [String] = ["Ann", "Zoe"], at hour: String
  ) throws {
    let store = try ScoreStore(path: log.path)
    let phone = try store.admitPerson(
      tokenHash: TokenHash(String(repeating: "a", count: 64)), device: "phone", named: "Ann",
      at: "2026-11-21T10:00:00.000Z")
    try store.beginRound(
      RoundID(id), course: Course(name: "Backyard", holes: 3), organisedBy: phone, players: players,
      guests: [], at: "2026-11-21T\(hour).000Z")
  }

  private func run(_ person: String, _ arguments: String...) -> Outcome {
    log.run(arguments, environment: ["HYZER_USER": person])
  }

  @Test func `are the ones that are looked at, whoever plays`() throws {
    try begin("first", at: "10:00:00")

    #expect(run("host", "leaderboard").output.contains("Zoe"))
    #expect(run("host", "summary").output.contains("Backyard"))
    #expect(run("host", "enter", "ann3").refuses(65, "no round is current"))
  }

  @Test func `become the current one for who plays in them`() throws {
    try begin("first", at: "10:00:00")
    #expect(run("ann", "enter", "ann3 zoe4").isDone)
    #expect(run("ann", "enter", "ann3 zoe4").isDone)
    #expect(run("ann", "enter", "ann3 zoe4").isDone)
    #expect(run("ann", "round", "finish").isDone)
    // What began before is not gone back to.
    try begin("earlier", at: "09:00:00")
    #expect(run("ann", "enter", "ann5").refuses(65, "nothing saved"))
    #expect(run("ann", "leaderboard", "--json").output.contains("\"round\":\"first\""))
    try begin("second", at: "11:00:00")
    #expect(run("host", "leaderboard", "--json").output.contains("\"round\":\"second\""))
    #expect(run("ann", "enter", "ann5").isDone)
    #expect(run("host", "leaderboard", "--json").output.contains("\"round\":\"second\""))
  }

  @Test func `leave alone who has a round that is played`() throws {
    let own = try log.round()
    try begin("first", at: "11:00:00")
    #expect(run("ann", "enter", "mike3 jake4").isDone)
    #expect(run("ann", "leaderboard", "--json").output.contains(own))
  }
}
