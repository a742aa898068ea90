import Foundation
import Gathering
import Golf
import TestSupport
import Testing

/// The synchronisation with logs as people have them: SQLite files, of 2 to 8 devices.
@Suite struct StoreSimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The seeds of the schedules, whose number `HYZER_SCHEDULES` names; only that in `HYZER_SEED`, where
  /// one is.
  private static let seeds =
    environment["HYZER_SEED"].flatMap { UInt64($0) }.map { $0..<$0 + 1 }
    ?? 0..<(environment["HYZER_SCHEDULES"].flatMap { UInt64($0) } ?? 200)

  private static func failure(of schedule: SyncSchedule) throws -> String? {
    var ledger = Ledger(seed: schedule.seed)
    let failure = try SyncSimulation.failure(of: schedule) { peer in
      if peer == 0 { ledger = Ledger(seed: schedule.seed) }
      return try StoreLog(peer: peer, ledger: ledger)
    }
    return failure.map {
      "\($0)\nHYZER_SEED=\(schedule.seed) swift test --disable-xctest --filter StoreSimulationTests"
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func `all devices hold all that was saved, once, whatever the network and the files do`(
    _ part: UInt64
  ) throws {
    for seed in Self.seeds where seed % 10 == part {
      let failure = try Self.failure(
        of: SyncSchedule(seed: seed, longestWriting: 12, restoringDevices: true))
      try #require(failure == nil)
    }
  }

  @Test func `20 devices that enter the same score have one, and nobody is asked`() throws {
    let links = (0..<20).map { SimulatedEnd($0, ($0 + 1) % 20) }
    let everybody = (0..<20).map { SyncStep(.write(peer: $0, round: 0, count: 1), seed: 1) }
    let schedule = SyncSchedule(
      seed: 1, peers: 20, links: links,
      // The round is made, all learn of it, and then they are on their own.
      steps: [
        SyncStep(.write(peer: 0, round: 0, count: 0), seed: 1),
        SyncStep(.wait(.seconds(60)), seed: 2),
      ] + links.map { SyncStep(.cut($0), seed: 3) } + everybody)
    let ledger = Ledger(seed: 1)
    var simulation = try SyncSimulation(schedule) {
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
