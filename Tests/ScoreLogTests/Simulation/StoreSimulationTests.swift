import DiscGolf
import Foundation
import ScoreLog
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

  /// Returns what is broken in the end, and what happened.
  private static func run(
    _ schedule: SyncSchedule, deeds: StoreLog.Deeds = .all
  ) throws -> (failure: String?, ledger: Ledger) {
    var ledger = Ledger(seed: schedule.seed)
    let failure = try SyncSimulation.failure(of: schedule) { peer in
      if peer == 0 { ledger = Ledger(seed: schedule.seed) }
      return try StoreLog(peer: peer, ledger: ledger, deeds: deeds)
    }
    let command =
      "HYZER_SEED=\(schedule.seed) swift test --disable-xctest --filter StoreSimulationTests"
    return (failure.map { "\($0)\n\(command)" }, ledger)
  }

  @Test(arguments: UInt64(0)..<10)
  func `all devices hold all that was saved, once, whatever the network and the files do`(
    _ part: UInt64
  ) throws {
    var (schedules, disputes) = (0, 0)
    for seed in Self.seeds where seed % 10 == part {
      let schedule = SyncSchedule(seed: seed, longestWriting: 12, restoringDevices: true)
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
    let steps: [SyncStep.Action] = [
      .write(peer: 0, round: 0, count: 4), .wait(.seconds(60)), .write(peer: 1, round: 0, count: 3),
      .backUp(peer: 1), .write(peer: 1, round: 0, count: 6), .wait(.seconds(60)),
      .cut(SimulatedEnd(0, 1)), .restore(peer: 1, isWhole: true),
      .write(peer: 1, round: 0, count: count),
    ]
    let (failure, ledger) = try Self.run(
      Self.schedule(3, [(0, 1), (0, 2)], steps), deeds: .scores)
    #expect(failure == nil)
    #expect(ledger.splits == 1)
  }

  /// What two logs wrote as one device, and others took from each of them, does not come to the same.
  @Test func `a log that split its device in two unseen loses nothing, and nobody talks for ever`()
    throws
  {
    let steps: [SyncStep.Action] = [
      .write(peer: 0, round: 0, count: 4), .wait(.seconds(60)), .backUp(peer: 1),
      .cut(SimulatedEnd(0, 2)), .cut(SimulatedEnd(1, 2)), .write(peer: 1, round: 0, count: 6),
      .wait(.seconds(60)), .cut(SimulatedEnd(0, 1)), .restore(peer: 1, isWhole: true),
      .mend(SimulatedEnd(1, 2)), .write(peer: 1, round: 0, count: 6), .wait(.seconds(60)),
    ]
    let ledger = Ledger(seed: 1)
    var simulation = try SyncSimulation(Self.schedule(3, [(0, 1), (0, 2), (1, 2)], steps)) {
      try StoreLog(peer: $0, ledger: ledger, deeds: .scores, maySplit: true)
    }
    try simulation.run()
    #expect(!simulation.faults.contains { $0.hasPrefix("at rest") }, "\(simulation.faults)")
    #expect(!simulation.faults.isEmpty)
    #expect(ledger.splits == 1)
    // It has all that was said at it, and what others had taken before it gave way.
    #expect(try ledger.said.isSubset(of: simulation.logs[1].identifiers()))
  }

  private static func schedule(
    _ peers: Int, _ links: [(Int, Int)], _ steps: [SyncStep.Action]
  ) -> SyncSchedule {
    SyncSchedule(
      seed: 1, peers: peers, links: links.map { SimulatedEnd($0, $1) },
      steps: steps.enumerated().map { SyncStep($1, seed: UInt64($0) * 100) })
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
