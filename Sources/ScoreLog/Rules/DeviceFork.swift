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

extension DeviceFork {
  /// Returns the devices among some events of one round that have two histories, in the order of their identifiers.
  package static func found(
    among events: some Sequence<(id: String, position: LogPosition)>, of round: RoundID
  ) -> [DeviceFork] {
    var known: [DeviceID: [Int: Set<String>]] = [:]
    for event in events {
      known[event.position.device, default: [:]][event.position.number, default: []]
        .insert(event.id)
    }
    return known.sorted { $0.key < $1.key }.compactMap { device, numbers in
      numbers.filter { $0.value.count > 1 }.min { $0.key < $1.key }.map {
        DeviceFork(round: round, device: device, number: $0.key, events: $0.value.sorted())
      }
    }
  }
}
