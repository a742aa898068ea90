import Foundation
import HyzerBase
import ScoreLog

/// What people were told at all devices of a simulation, and so what is to be found everywhere at rest.
///
/// Of one thread, though a host's and a link's closures go to any.
final class Ledger: @unchecked Sendable {
  private struct Member {
    weak var log: StoreLog?
  }

  let seed: UInt64
  let host: HostStore
  /// The host's, which no other is, since others' logs may be in the same database.
  let group = HostedGroup(
    id: GroupID(UUID().uuidString.lowercased()), name: "Friends", secret: .new())
  private var members: [Member] = []
  /// All that was ever made.
  private(set) var events: [String: LogEvent] = [:]
  /// What somebody was told that it is saved, and was not lost with a log before it reached another.
  private(set) var said: Set<String> = []
  /// How many scores were in dispute at rest, and how often a log went on as another device, since
  /// there were two of its own.
  var (disputes, splits) = (0, 0)
  /// On which device each round was made.
  var makers: [RoundID: DeviceID] = [:]
  private var devices = 0

  init(seed: UInt64, host: HostStore = .sqlite) { (self.seed, self.host) = (seed, host) }

  /// Returns what lets a device in: 64 digits.
  func token(of device: Int) -> String {
    let end = String(device, radix: 16)
    return group.id.rawValue.filter { $0 != "-" } + String(repeating: "0", count: 32 - end.count)
      + end
  }

  func join(_ log: StoreLog) { members.append(Member(log: log)) }

  /// Notes events that are saved.
  func note(_ new: [LogEvent]) {
    for event in new {
      events[event.id] = event
      said.insert(event.id)
    }
  }

  /// Forgets what no log has: nobody will see it again.
  func forgetLost() throws {
    let held = try members.compactMap(\.log).reduce(into: Set<String>()) {
      $0.formUnion(try $1.identifiers())
    }
    said.formIntersection(held)
  }

  func newDevice() -> DeviceID {
    devices += 1
    var random = SeededGenerator(seed: seed, name: "device \(devices)")
    return DeviceID(String(random.next(), radix: 16))
  }
}
