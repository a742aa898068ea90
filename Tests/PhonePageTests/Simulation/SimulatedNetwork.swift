import HyzerBase

/// Which end of the connection between a device and the host.
struct SimulatedEnd: Hashable, Comparable, CustomStringConvertible {
  let device: Int
  let isHost: Bool

  var opposite: SimulatedEnd { SimulatedEnd(device: device, isHost: !isHost) }
  var description: String { isHost ? "the host's end of \(device)" : "\(device)" }

  static func < (left: Self, right: Self) -> Bool {
    (left.device, left.isHost ? 1 : 0) < (right.device, right.isHost ? 1 : 0)
  }
}

/// Connections of numbered devices with one host, from a seed.
///
/// They are as WebSockets: what is sent comes in its order, or is lost with the connection.
/// It has no clock: whoever takes ``next()`` lets the time pass that it names.
struct SimulatedNetwork {
  enum Arrival: Equatable {
    case connected, disconnected
    case message(String)
  }

  struct Delivery {
    let at: Duration
    let end: SimulatedEnd
    let what: Arrival
    /// The connection on which it comes; nil where none came about.
    let connection: Int?
  }

  /// How long a message takes.
  var delay = Duration.milliseconds(5)...Duration.milliseconds(50)
  var random: SeededGenerator
  /// The soonest first.
  private var queue: [Delivery] = []
  private var cuts: Set<Int> = []
  /// The connection of each device, and the one that each end knows of.
  private var connections: [Int: Int] = [:]
  private(set) var known: [SimulatedEnd: Int] = [:]
  private var count = 0

  init(random: SeededGenerator) { self.random = random }

  var nextAt: Duration? { queue.first?.at }

  /// Returns what arrives next; nil for what is lost with its connection.
  mutating func next() -> Delivery? {
    let delivery = queue.removeFirst()
    switch delivery.what {
    case .connected:
      guard delivery.connection == connections[delivery.end.device] else { return nil }
      known[delivery.end] = delivery.connection
    case .disconnected:
      // What was asked for and did not come about, or ended before that, ends too.
      let current = known[delivery.end]
      guard current == nil || current == delivery.connection else { return nil }
      known[delivery.end] = nil
    case .message:
      guard delivery.connection == connections[delivery.end.device],
        delivery.connection == known[delivery.end]
      else { return nil }
    }
    return delivery
  }

  /// Connects a device with the host, or tells it that it cannot be.
  mutating func connect(_ device: Int, at now: Duration) {
    let end = SimulatedEnd(device: device, isHost: false)
    guard !cuts.contains(device) else {
      return enqueue(.disconnected, to: end, on: nil, at: now + time())
    }
    count += 1
    connections[device] = count
    let at = now + time()
    enqueue(.connected, to: end.opposite, on: count, at: at)
    enqueue(.connected, to: end, on: count, at: at)
  }

  /// Sends a message from an end to the opposite one; returns whether there was a connection, of whose end it
  /// may not know yet.
  @discardableResult
  mutating func send(_ message: String, from end: SimulatedEnd, at now: Duration) -> Bool {
    guard let connection = known[end], connections[end.device] == connection else { return false }
    let last = queue.last { $0.end == end.opposite && $0.connection == connection }
    let at = now + time()
    enqueue(.message(message), to: end.opposite, on: connection, at: max(at, last?.at ?? at))
    return true
  }

  /// Ends the connection of a device; none comes about until it is mended.
  mutating func cut(_ device: Int, at now: Duration) {
    cuts.insert(device)
    drop(device, at: now)
  }

  mutating func mend(_ device: Int) { cuts.remove(device) }

  mutating func mendAll() { cuts = [] }

  /// Ends a connection; each end learns of it some time later.
  mutating func drop(_ device: Int, at now: Duration) {
    guard let connection = connections.removeValue(forKey: device) else { return }
    for isHost in [false, true] {
      // Who hears nothing any more finds out by the transport's pings.
      let after = Duration.milliseconds(Int.random(in: 0...20_000, using: &random))
      enqueue(
        .disconnected, to: SimulatedEnd(device: device, isHost: isHost), on: connection,
        at: now + after)
    }
  }

  /// Lets ends that were killed know of nothing.
  mutating func forget(_ isMeant: (SimulatedEnd) -> Bool) {
    known = known.filter { !isMeant($0.key) }
    queue.removeAll { isMeant($0.end) }
  }

  private mutating func enqueue(
    _ what: Arrival, to end: SimulatedEnd, on connection: Int?, at: Duration
  ) {
    let index = queue.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
    queue.insert(Delivery(at: at, end: end, what: what, connection: connection), at: index)
  }

  private mutating func time() -> Duration {
    delay.lowerBound
      + (delay.upperBound - delay.lowerBound) * Double.random(in: 0...1, using: &random)
  }
}
