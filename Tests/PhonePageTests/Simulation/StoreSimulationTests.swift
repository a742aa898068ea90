import Foundation
import ScoreLog
import Testing

/// The synchronisation with logs as people have them: SQLite files, of 2 to 8 devices, one of which may have its log
/// in PostgreSQL.
@Suite struct StoreSimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The one store to be tested; nil for both.
  private static let only = environment["HYZER_TESTED_STORE"].flatMap { HostStore(rawValue: $0) }

  /// The seeds of the schedules, whose number `HYZER_SCHEDULES` names; only that in `HYZER_SEED`, where
  /// one is.
  private static func seeds(_ host: HostStore) -> Range<UInt64> {
    let seed = environment["HYZER_SEED"].flatMap { UInt64($0) }
    guard host == only ?? (seed == nil ? host : .sqlite) else { return 0..<0 }
    if let seed { return seed..<seed + 1 }
    let count = environment["HYZER_SCHEDULES"].flatMap { UInt64($0) } ?? 200
    // Each statement goes to a server and back.
    return 0..<(host == .postgresql && only == nil ? count / 5 : count)
  }

  /// Returns what is broken in the end, and what happened.
  private static func run(
    _ schedule: SyncSchedule, deeds: StoreLog.Deeds = .all
  ) throws -> (failure: String?, ledger: Ledger) {
    var ledger = Ledger(seed: schedule.seed)
    let failure = try SyncSimulation.failure(of: schedule) { peer in
      if peer == 0 { ledger = Ledger(seed: schedule.seed, host: schedule.host) }
      return try StoreLog(peer: peer, ledger: ledger, deeds: deeds)
    }
    let command =
      "HYZER_SEED=\(schedule.seed) HYZER_TESTED_STORE=\(schedule.host) "
      + "swift test --disable-xctest --filter StoreSimulationTests"
    return (failure.map { "\($0)\n\(command)" }, ledger)
  }

  @Test(arguments: HostStore.allCases, UInt64(0)..<10)
  func `all devices hold all that was saved, once, whatever the network and the stores do`(
    _ host: HostStore, _ part: UInt64
  ) throws {
    var (schedules, disputes) = (0, 0)
    for seed in Self.seeds(host) where seed % 10 == part {
      let schedule = SyncSchedule(seed: seed, host: host)
      let (failure, ledger) = try Self.run(schedule)
      try #require(failure == nil)
      schedules += 1
      disputes += ledger.disputes
    }
    // They are worth something only where people differ.
    #expect(disputes >= schedules / 5)
  }

  @Test(arguments: [3, 6, 20])
  func `a log that was restored as the device that it was gives way, whatever it wrote since`(
    _ count: Int
  ) throws {
    let schedule = SyncSchedule(
      peers: 3,
      [
        .write(peer: 0, round: 0, count: 4), .wait(.seconds(60)),
        .write(peer: 1, round: 0, count: 3), .backUp(peer: 1), .write(peer: 1, round: 0, count: 6),
        .wait(.seconds(60)), .cut(1), .restore(peer: 1, isWhole: true),
        .write(peer: 1, round: 0, count: count),
      ])
    let (failure, ledger) = try Self.run(schedule, deeds: .scores)
    #expect(failure == nil)
    #expect(ledger.splits == 1)
  }

  @Test(arguments: [3, 6, 20])
  func `a host that was restored as the device that it was gives way, whatever it wrote since`(
    _ count: Int
  ) throws {
    let schedule = SyncSchedule(
      peers: 3,
      [
        .write(peer: 0, round: 0, count: 4), .wait(.seconds(60)), .backUp(peer: 0),
        .write(peer: 0, round: 0, count: 6), .wait(.seconds(60)), .cut(1), .cut(2),
        .restore(peer: 0, isWhole: true), .write(peer: 0, round: 0, count: count),
      ])
    let (failure, ledger) = try Self.run(schedule, deeds: .scores)
    #expect(failure == nil)
    #expect(ledger.splits == 1)
  }

  @Test func `20 devices that enter the same score have one, and nobody is asked`() throws {
    let schedule = SyncSchedule(
      peers: 21,
      // The round is made, all learn of it, and then they are on their own.
      [.write(peer: 0, round: 0, count: 0), .wait(.seconds(60))]
        + (1...20).map { .cut($0) } + (1...20).map { .write(peer: $0, round: 0, count: 1) })
    let ledger = Ledger(seed: 1)
    let simulation = try SyncSimulation(schedule) {
      try StoreLog(peer: $0, ledger: ledger, deeds: .oneScore)
    }
    try simulation.run()
    #expect(simulation.faults == [])
    for log in simulation.logs {
      let card = try #require(try log.contents().cards.first)
      #expect(card.events.count == 20)
      #expect(card.disputes == [])
      #expect(card.total(of: PlayerID(0)).strokes == 3)
    }
  }
}
