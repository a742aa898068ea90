/// What writes events into logs: one log's file on one machine.
///
/// Its identifier is a UUID in lower case.
public enum Device {}

/// Identifies a device.
public typealias DeviceID = Identifier<Device>

extension DeviceID {
  /// What wrote imported lines that do not say which device did.
  package static let unknown: DeviceID = "00000000-0000-0000-0000-000000000000"
}

/// Where an event stands among all events of its round, whichever log holds them.
///
/// Positions order events as Lamport's clocks do (L. Lamport, "Time, Clocks, and the Ordering of
/// Events in a Distributed System", 1978): what a device had seen when it made an event comes before
/// that event.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// What clocks and numbers can be: also after the greatest that somebody forges, sums are numbers.
  package static let range = 1...1 << 53

  /// 1 more than the greatest clock in the device's log of the round when the event was made, as far as
  /// the range goes; from 1.
  public let clock: Int
  /// What made it.
  public let device: DeviceID
  /// Counts the device's events of the round, from 1 without a gap.
  public let number: Int

  package init(clock: Int, device: DeviceID, number: Int) {
    (self.clock, self.device, self.number) = (clock, device, number)
  }

  /// Orders events of a round: what a device knew of comes before what it made.
  public static func < (left: Self, right: Self) -> Bool {
    (left.clock, left.device, left.number) < (right.clock, right.device, right.number)
  }

  /// How far a clock may be ahead of all others of its round: what people enter apart stays far below,
  /// and what is forged up to it leaves room for many more.
  package static let longestLead = 1 << 20

  /// Returns the greatest of a round's clocks that is no forged one, where one is known and others come
  /// in any order: each may be ahead of the next lower by ``longestLead``.
  package static func greatestClock(
    from known: Int, among clocks: some Sequence<Int>
  ) -> Int {
    var greatest = known
    for clock in clocks.sorted() {
      guard clock <= greatest + longestLead else { break }
      greatest = max(greatest, clock)
    }
    return greatest
  }

  /// That of an event whose line does not say where it stands: the log that imports it gives it the next place.
  static let open = LogPosition(clock: 0, device: .unknown, number: 0)

  /// Returns the position of the device's event that follows after so many more.
  package func advanced(by count: Int) -> LogPosition {
    LogPosition(
      clock: min(clock + count, Self.range.upperBound), device: device, number: number + count)
  }
}

/// How much of a round's events somebody has: of each device all up to a number.
package struct VersionVector: Hashable, Sendable {
  /// The number up to which nothing is missing, by device; at least 1.
  package private(set) var numbers: [DeviceID: Int]

  package init(_ numbers: [DeviceID: Int] = [:]) { self.numbers = numbers.filter { $0.value > 0 } }

  /// The number up to which a device's events are there without a gap; 0 where the first is missing.
  package subscript(device: DeviceID) -> Int {
    get { numbers[device] ?? 0 }
    set { numbers[device] = newValue > 0 ? newValue : nil }
  }

  package func contains(_ position: LogPosition) -> Bool {
    position.number <= self[position.device]
  }
}

extension VersionVector: Codable {
  /// Reads an object of the numbers by the devices' identifiers.
  package init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([String: Int].self)
    self.init(Dictionary(uniqueKeysWithValues: numbers.map { (DeviceID($0.key), $0.value) }))
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.singleValueContainer()
    try object.encode(
      Dictionary(uniqueKeysWithValues: numbers.map { ($0.key.rawValue, $0.value) }))
  }
}
