internal import DiscGolf
package import HyzerBase

/// Brings one log and one peer to hold the same events, whatever the connection does.
///
/// A pure state machine: it is fed events with the time since any fixed moment, and returns what is to
/// be done. It has no clock, no socket and no log: whoever feeds it sends ``Event/tick`` at ``wakeAt``; too
/// early or too often does no harm. The peer is a hub, a phone or another host, and gets events of all
/// devices. Version vectors decide what is sent, so that a message which is lost, repeated or late does
/// no harm either: what is held is said again with each hello.
package struct Gathering: Sendable {
  package enum Event: Hashable, Sendable {
    /// There is a connection, whoever asked for it; one that there was before is over.
    case connected
    /// The connection is lost, or none came about.
    case disconnected
    case received(SyncMessage)
    /// What ``Effect/store(_:)`` named is on the disk, but for what was refused: what the log holds now
    /// of each of those rounds that it has.
    case stored([RoundID: VersionVector], refusing: [Refusal] = [])
    /// The log holds more of these rounds, from here or from another peer: what it holds now.
    case grew([RoundID: VersionVector])
    case tick
  }

  package enum Effect: Hashable, Sendable {
    /// A connection is wanted: to be answered by `connected` or `disconnected`, once. Who only waits to
    /// be connected to leaves it at that.
    case connect
    case send(SyncMessage)
    /// These are to be read from the log and sent as ``SyncMessage/events(_:)``, in one message or several.
    case sendEvents([LogExcerpt])
    /// These are to be written: to be answered by `stored`, or not at all where the log cannot be
    /// written, since the peer then sends them again. What the log has already is compared. What has a gap
    /// before it is left out: what belongs there may be gone with a log that was restored, and then no
    /// other log would ever get what follows.
    case store([RoundBatch])
    /// The peer does not take these, and has not said so before.
    case report([Refusal])
  }

  // All chosen. The window bounds what is sent twice; a full one takes longer to write than to send.
  package static let window = 200
  package static let resendAfter = Duration.seconds(5)
  package static let helloEvery = Duration.seconds(30)
  package static let shortestReturn = Duration.milliseconds(500)
  package static let longestReturn = Duration.seconds(30)

  private enum Link: Hashable {
    case down(until: Duration)
    /// A connection was asked for.
    case connecting
    /// Until the peer has said on this connection what it holds, nothing is sent but hellos.
    case up(nextHello: Duration, isGreeted: Bool)
  }

  /// What was sent in one message and is not acknowledged.
  private struct Flight: Hashable {
    var excerpts: [LogExcerpt]
    let sentAt: Duration
  }

  private var link: Link
  private var own: [RoundID: VersionVector]
  /// What the peer holds, as far as is known.
  private var peer: [RoundID: VersionVector] = [:]
  /// The oldest first; those of a connection that has ended stay until the peer says what came through.
  private var flights: [Flight] = []
  private var refusals: [Refusal] = []
  /// The shortest time after which a lost connection is tried again.
  private var pause = shortestReturn
  private var random: SeededGenerator

  /// Starts without a connection, and wants one at once.
  ///
  /// - Parameters:
  ///   - own: What the log holds of each round that is to be gathered.
  ///   - random: Spreads the times at which peers return, so that a hub does not meet all at once.
  ///   - now: When it starts.
  package init(
    holding own: [RoundID: VersionVector], random: SeededGenerator, at now: Duration
  ) {
    (self.own, self.random) = (own, random)
    link = .down(until: now)
  }

  /// When it wants to be asked again; nil where it waits for something else than time.
  package var wakeAt: Duration? {
    switch link {
    case .down(let until): until
    case .connecting: nil
    case .up(let nextHello, isGreeted: false): nextHello
    case .up(let nextHello, isGreeted: true):
      flights.first.map { min(nextHello, $0.sentAt + Gathering.resendAfter) } ?? nextHello
    }
  }

  /// Takes an event at a time, and returns what is to be done, in order.
  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    switch (event, link) {
    case (.connected, _):
      link = .up(nextHello: now, isGreeted: false)
      return tick(at: now)
    case (.disconnected, .connecting), (.disconnected, .up):
      link = .down(until: now + pause * Double.random(in: 1...2, using: &random))
      pause = min(pause * 2, Gathering.longestReturn / 2)
      return []
    case (.received(let message), .up): return take(message, at: now)
    case (.stored(let vectors, let refused), _):
      own.merge(vectors) { $1 }
      guard case .up = link else { return [] }
      return (vectors.isEmpty ? [] : [.send(.ack(vectors))])
        + (refused.isEmpty ? [] : [.send(.refused(refused))]) + push(at: now)
    case (.grew(let vectors), _):
      own.merge(vectors) { $1 }
      refusals.removeAll(where: isGivenUp)
      settle()
      return push(at: now)
    case (.tick, _): return tick(at: now)
    // A loss that is known, and what came too late.
    case (.disconnected, .down), (.received, .down), (.received, .connecting): return []
    }
  }

  private mutating func tick(at now: Duration) -> [Effect] {
    switch link {
    case .down(let until):
      guard until <= now else { return [] }
      link = .connecting
      return [.connect]
    case .connecting: return []
    case .up(let nextHello, let isGreeted):
      // What is not acknowledged by now is sent again.
      if isGreeted, let oldest = flights.first, oldest.sentAt + Gathering.resendAfter <= now {
        flights = []
      }
      guard nextHello <= now else { return push(at: now) }
      link = .up(nextHello: now + Gathering.resendAfter, isGreeted: isGreeted)
      return [.send(.hello(own))] + push(at: now)
    }
  }

  private mutating func take(_ message: SyncMessage, at now: Duration) -> [Effect] {
    switch message {
    case .hello(let vectors):
      // One hello serves both: as long as the peer says it, this end has no need to.
      greet(vectors, nextHello: now + Gathering.helloEvery + Gathering.resendAfter)
      return [.send(.welcome(own))] + push(at: now)
    case .welcome(let vectors):
      let spread = Double.random(in: 0.8...1, using: &random)
      greet(vectors, nextHello: now + Gathering.helloEvery * spread)
    case .events(let batches):
      for batch in batches { note(batch) }
      settle()
      return [.store(batches)]
    case .ack(let vectors):
      peer.merge(vectors) { $0.merging($1) }
      settle()
    case .refused(let all):
      let new = all.filter { !refusals.contains($0) }
      refusals += new
      settle()
      return (new.isEmpty ? [] : [.report(new)]) + push(at: now)
    }
    return push(at: now)
  }

  /// Takes the peer's word for what it holds, also where it is less than before: it may have been
  /// restored from an old backup.
  private mutating func greet(_ vectors: [RoundID: VersionVector], nextHello: Duration) {
    peer = vectors
    if case .up(_, isGreeted: false) = link {
      flights = []
      // Where the peer has something else, nothing can be tried again.
      refusals = refusals.filter(isOutrun)
      pause = Gathering.shortestReturn
    }
    link = .up(nextHello: nextHello, isGreeted: true)
    settle()
  }

  /// Notes that who sends events has them, so that they are not sent back.
  private mutating func note(_ batch: RoundBatch) {
    var vector = peer[batch.round.id] ?? VersionVector()
    for position in batch.events.map(\.position)
    where position.number == vector[position.device] + 1 {
      vector[position.device] = position.number
    }
    peer[batch.round.id] = vector
  }

  /// Takes from the flights what has come through, was refused, or is the log's no more.
  private mutating func settle() {
    for index in flights.indices {
      flights[index].excerpts = flights[index].excerpts.compactMap { excerpt in
        let left = LogExcerpt(
          excerpt.round,
          Dictionary(
            uniqueKeysWithValues: excerpt.numbers.map { device, numbers in
              (device, numbers.clamped(to: wanted(device, in: excerpt.round)))
            }))
        return left.numbers.isEmpty && isSettled(excerpt.round) ? nil : left
      }
    }
    flights.removeAll { $0.excerpts.isEmpty }
  }

  // MARK: - What is sent

  /// Sends what the peer lacks and is not on its way, as much as the window allows.
  private mutating func push(at now: Duration) -> [Effect] {
    guard case .up(_, isGreeted: true) = link else { return [] }
    var room = Gathering.window - flights.reduce(0) { $0 + $1.excerpts.reduce(0) { $0 + $1.size } }
    var excerpts: [LogExcerpt] = []
    for round in own.filter({ peer[$0.key] != $0.value }).keys.sorted() where room > 0 {
      guard let excerpt = excerpt(of: round, atMost: room) else { continue }
      excerpts.append(excerpt)
      room -= excerpt.size
    }
    guard !excerpts.isEmpty else { return [] }
    flights.append(Flight(excerpts: excerpts, sentAt: now))
    return [.sendEvents(excerpts)]
  }

  private func excerpt(of round: RoundID, atMost count: Int) -> LogExcerpt? {
    var (numbers, room): ([DeviceID: Range<Int>], Int) = ([:], count)
    for device in own[round]?.numbers.keys.sorted() ?? [] where room > 0 {
      let unsent = unsent(device, in: round).prefix(room)
      numbers[device] = unsent
      room -= unsent.count
    }
    let excerpt = LogExcerpt(round, numbers)
    let isOnItsWay = flights.contains { $0.excerpts.contains { $0.round == round } }
    return excerpt.numbers.isEmpty && (isSettled(round) || isOnItsWay) ? nil : excerpt
  }

  /// Whether nothing is to be done that the peer has the round itself.
  private func isSettled(_ round: RoundID) -> Bool {
    peer[round] != nil || refusals.contains(.round(round))
  }

  /// The numbers of a device's events that the peer lacks and does not refuse.
  private func wanted(_ device: DeviceID, in round: RoundID) -> Range<Int> {
    let (held, end) = (peer[round]?[device] ?? 0, (own[round]?[device] ?? 0) + 1)
    let refused = refusals.compactMap { $0.firstNumber(of: device, in: round, after: held) }
    return held + 1..<max(held + 1, min(end, refused.min() ?? end))
  }

  /// The first numbers in a row that are wanted and not on their way.
  private func unsent(_ device: DeviceID, in round: RoundID) -> Range<Int> {
    let (wanted, sent) = (wanted(device, in: round), sent(device, in: round))
    var first = wanted.lowerBound
    while let flight = sent.first(where: { $0.contains(first) }) { first = flight.upperBound }
    let next = sent.map(\.lowerBound).filter { $0 > first }.min() ?? wanted.upperBound
    return first..<max(first, min(next, wanted.upperBound))
  }

  private func sent(_ device: DeviceID, in round: RoundID) -> [Range<Int>] {
    flights.flatMap(\.excerpts).filter { $0.round == round }.compactMap { $0.numbers[device] }
  }

  /// Whether the log does not have a refused event any more: it became another device's.
  private func isGivenUp(_ refusal: Refusal) -> Bool {
    guard case .event(let round, let device, let number) = refusal else { return false }
    return number > own[round]?[device] ?? 0
  }

  /// Whether the peer holds something else in the place of a refused event.
  private func isOutrun(_ refusal: Refusal) -> Bool {
    guard case .event(let round, let device, let number) = refusal else { return false }
    return number <= peer[round]?[device] ?? 0
  }
}

// MARK: - What has come through

extension Gathering {
  /// Where an event of the log stands on its way to the peer.
  package enum Progress: Hashable, Sendable {
    case pending, inFlight, synced
    /// It did not come through and will be sent again; with a refusal not before the next connection.
    case failed(Refusal?)
  }

  /// How many events of the log the peer does not have, as far as is known.
  package struct Backlog: Hashable, Sendable {
    package var pending = 0
    package var inFlight = 0
    package var failed = 0

    package init(pending: Int = 0, inFlight: Int = 0, failed: Int = 0) {
      (self.pending, self.inFlight, self.failed) = (pending, inFlight, failed)
    }
  }

  private var isTalking: Bool {
    if case .up(_, isGreeted: true) = link { true } else { false }
  }

  /// Returns where an event of the own log stands.
  package func progress(of position: LogPosition, in round: RoundID) -> Progress {
    let (device, number) = (position.device, position.number)
    let refused = Refusal.event(round, device, number: number)
    if refusals.contains(refused) { return .failed(refused) }
    let held = peer[round]?[device] ?? 0
    if number <= held { return .synced }
    if let refusal = refusals.first(where: {
      $0.firstNumber(of: device, in: round, after: held).map { $0 <= number } ?? false
    }) {
      return .failed(refusal)
    }
    guard sent(device, in: round).contains(where: { $0.contains(number) }) else { return .pending }
    return isTalking ? .inFlight : .failed(nil)
  }

  /// What the peer lacks of all rounds.
  package var backlog: Backlog {
    var backlog = Backlog(failed: refusals.count(where: isOutrun))
    for (round, vector) in own where peer[round] != vector {
      for (device, number) in vector.numbers {
        let wanted = wanted(device, in: round).count
        let sent = sent(device, in: round).reduce(0) { $0 + $1.count }
        backlog.pending += wanted - sent
        if isTalking { backlog.inFlight += sent } else { backlog.failed += sent }
        backlog.failed += max(0, number - (peer[round]?[device] ?? 0)) - wanted
      }
    }
    return backlog
  }
}
