package import HyzerBase

/// One end of a connection between two numbered peers.
package struct SimulatedEnd: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let peer, other: Int

  package init(_ peer: Int, _ other: Int) { (self.peer, self.other) = (peer, other) }

  package var opposite: SimulatedEnd { SimulatedEnd(other, peer) }
  /// The one of both ends that stands for the connection.
  fileprivate var connection: SimulatedEnd { min(self, opposite) }
  package var description: String { "\(peer)–\(other)" }

  package static func < (left: Self, right: Self) -> Bool {
    (left.peer, left.other) < (right.peer, right.other)
  }
}

/// What a simulated network does to messages.
package struct NetworkFaults: Hashable, Sendable, CustomStringConvertible {
  /// How likely a message does not arrive.
  package var loss = 0.0
  /// How likely it arrives twice.
  package var repetition = 0.0
  /// Whether a later one can overtake it.
  package var reorders = false
  /// How long it takes.
  package var delay = Duration.milliseconds(5)...Duration.milliseconds(50)

  package init() {}

  package var description: String {
    "loss \(loss), repetition \(repetition), delay \(delay)" + (reorders ? ", reorders" : "")
  }
}

/// A network between numbered peers that loses, repeats, reorders and delays messages, from a seed.
///
/// It has no clock: whoever takes ``next()`` lets the time pass that it names.
package struct SimulatedNetwork<Message> {
  package enum Arrival {
    case connected, disconnected
    case message(Message)
  }

  package struct Delivery {
    package let at: Duration
    package let end: SimulatedEnd
    package let what: Arrival
    /// The connection on which it comes; nil where none came about.
    fileprivate let connection: Int?
  }

  package var faults = NetworkFaults()
  package var random: SeededGenerator
  /// The soonest first.
  private var queue: [Delivery] = []
  private var cuts: Set<SimulatedEnd> = []
  /// The connection between two peers, and the one that each end knows of.
  private var connections: [SimulatedEnd: Int] = [:]
  private var known: [SimulatedEnd: Int] = [:]
  private var count = 0

  package init(random: SeededGenerator) { self.random = random }

  package var nextAt: Duration? { queue.first?.at }

  /// What is on its way to each end.
  package var underway: [SimulatedEnd: Int] {
    queue.reduce(into: [:]) { $0[$1.end, default: 0] += 1 }
  }

  /// Returns what arrives next; nil for what is lost with its connection.
  package mutating func next() -> Delivery? {
    let delivery = queue.removeFirst()
    switch delivery.what {
    case .connected:
      guard delivery.connection == connections[delivery.end.connection] else { return nil }
      known[delivery.end] = delivery.connection
    case .disconnected:
      // What was asked for and did not come about, or ended before that, ends too.
      let current = known[delivery.end]
      guard current == nil || current == delivery.connection else { return nil }
      known[delivery.end] = nil
    case .message:
      guard delivery.connection == connections[delivery.end.connection],
        delivery.connection == known[delivery.end]
      else { return nil }
    }
    return delivery
  }

  /// Connects two peers, or tells the one that asks that it cannot be.
  package mutating func connect(_ end: SimulatedEnd, at now: Duration) {
    guard !cuts.contains(end.connection) else {
      return enqueue(.disconnected, to: end, on: nil, at: now + delay())
    }
    count += 1
    connections[end.connection] = count
    let at = now + delay()
    enqueue(.connected, to: end, on: count, at: at)
    enqueue(.connected, to: end.opposite, on: count, at: at)
  }

  /// Sends a message from an end to the opposite one.
  ///
  /// - Returns: Whether there was a connection; an end may not know yet that it is over.
  package mutating func send(
    _ message: Message, from end: SimulatedEnd, at now: Duration
  ) -> Bool {
    guard let connection = known[end], connections[end.connection] == connection else {
      return false
    }
    let copies = happens(faults.loss) ? 0 : happens(faults.repetition) ? 2 : 1
    for _ in 0..<copies {
      var at = now + delay()
      if !faults.reorders {
        let last = queue.last { $0.end == end.opposite && $0.connection == connection }
        at = max(at, last?.at ?? at)
      }
      enqueue(.message(message), to: end.opposite, on: connection, at: at)
    }
    return true
  }

  /// Ends the connection between two peers; none comes about until it is mended.
  package mutating func cut(_ end: SimulatedEnd, at now: Duration) {
    cuts.insert(end.connection)
    drop(end, at: now)
  }

  package mutating func mend(_ end: SimulatedEnd) { cuts.remove(end.connection) }

  package mutating func mendAll() { cuts = [] }

  /// Ends a connection; each end learns of it some time later.
  private mutating func drop(_ end: SimulatedEnd, at now: Duration) {
    guard let connection = connections.removeValue(forKey: end.connection) else { return }
    for end in [end, end.opposite] {
      // Who hears nothing any more finds out by the transport's pings.
      let after = Duration.milliseconds(Int.random(in: 0...20_000, using: &random))
      enqueue(.disconnected, to: end, on: connection, at: now + after)
    }
  }

  /// Ends all connections of a peer that was killed, and starts again knowing of none.
  package mutating func kill(_ peer: Int, at now: Duration) {
    for end in connections.keys.sorted() where end.peer == peer || end.other == peer {
      drop(end, at: now)
    }
    known = known.filter { $0.key.peer != peer }
    queue.removeAll { $0.end.peer == peer }
  }

  private mutating func enqueue(
    _ what: Arrival, to end: SimulatedEnd, on connection: Int?, at: Duration
  ) {
    let index = queue.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
    queue.insert(Delivery(at: at, end: end, what: what, connection: connection), at: index)
  }

  private mutating func delay() -> Duration {
    let (low, high) = (faults.delay.lowerBound, faults.delay.upperBound)
    return low + (high - low) * Double.random(in: 0...1, using: &random)
  }

  private mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
