/// A device that wrote as two in a round, as where its whole disk was put back or cloned: two of its events have
/// one number.
///
/// Both histories stay in the log as they were written. What follows from numbers is not believed of such a device;
/// see ``ScoreCell``.
package struct DeviceFork: Hashable, Sendable {
  package let round: RoundID
  package let device: DeviceID
  /// The first number that two events have, and these events.
  package let number: Int
  package let events: [String]
}

extension DeviceFork: CustomStringConvertible {
  /// One line: who, where and which.
  package var description: String {
    let names = events.map { "\"\($0)\"" }.joined(separator: ", ")
    return
      "device \"\(device)\" wrote as two in round \"\(round)\", which both are kept: its number \(number) have \(names)"
  }
}

extension DeviceFork {
  /// Returns the devices among some events of one round that have two histories, in the order of their identifiers.
  package static func found(
    among events: some Collection<(id: String, position: LogPosition)>, of round: RoundID
  ) -> [DeviceFork] {
    // Hardly any round has some, and every fold asks.
    var numbers: [DeviceID: Set<Int>] = [:]
    let hasSome = events.contains {
      !numbers[$0.position.device, default: []].insert($0.position.number).inserted
    }
    guard hasSome else { return [] }
    var known: [DeviceID: [Int: String]] = [:]
    var doubles: [DeviceID: [Int: Set<String>]] = [:]
    for (id, position) in events {
      let other = known[position.device, default: [:]].updateValue(id, forKey: position.number)
      guard let other, other != id else { continue }
      doubles[position.device, default: [:]][position.number, default: []].formUnion([id, other])
    }
    return doubles.sorted { $0.key < $1.key }.compactMap { device, numbers in
      numbers.min { $0.key < $1.key }.map {
        DeviceFork(round: round, device: device, number: $0.key, events: $0.value.sorted())
      }
    }
  }
}
