import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

@Suite struct ScheduleTests {
  /// How many schedules are tried, in ten parts that run side by side; `HYZER_SCHEDULES` names another
  /// number.
  private static let schedules =
    ProcessInfo.processInfo.environment["HYZER_SCHEDULES"].flatMap { UInt64($0) } ?? 200

  @Test(arguments: UInt64(0)..<10)
  func `all peers hold the same in the end, whatever the network does`(_ part: UInt64) throws {
    for seed in stride(from: part, to: Self.schedules, by: 10) {
      let failure = try SyncSimulation.failure(of: SyncSchedule(seed: seed)) { MemoryLog(peer: $0) }
      try #require(failure == nil)
    }
  }
}
