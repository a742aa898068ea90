internal import DiscGolf
package import HyzerBase
package import ScoreLog

/// Brings one log and the host of its group to hold the same events, whatever the connection does.
///
/// A pure state machine: it is fed events with the time since any fixed moment, and returns what is to be
/// done. It has no clock, no socket and no log. Messages come in the order in which they were sent, or not at all
/// once a connection is lost; what is held is said again at the beginning of each.
package struct GroupLink: Sendable {
  package enum Event: Hashable, Sendable {
    /// There is a connection.
    case connected
    /// The connection is lost, or none came about.
    case disconnected
    case received(LogMessage)
    /// Answers ``Effect/compare(_:_:)``: whether the host holds the same events as the log in the places that both
    /// have.
    case compared(RoundID, isSame: Bool)
    /// Answers ``Effect/sendLines(_:after:withInfo:)``: up to which numbers lines were sent.
    case sent(RoundID, VersionVector)
    /// The event at a position cannot be sent, since no host takes a line of its length.
    case tooLong(RoundID, LogPosition)
    /// What ``Effect/store(_:)`` named is on the disk, but for what was refused: what the log holds now of the
    /// round, and what was read of it, whether the log takes it or not.
    case stored(RoundID, own: VersionVector?, read: VersionVector, isRefused: Bool)
    /// The log holds another history of a device in a round than it held, of which vectors say nothing.
    case forked(RoundID)
    /// The log holds more of these rounds, from here or from another: what it holds now, and as which device.
    case grew(DeviceID, [RoundID: VersionVector])
    case tick
  }

  package enum Effect: Hashable, Sendable {
    /// A connection is wanted: to be answered by `connected` or `disconnected`, once.
    case connect
    /// The connection is to end; nothing more is told of it.
    case disconnect
    case send(LogMessage)
    /// A round is to be asked for, from a vector on.
    case fetch(RoundID, after: VersionVector)
    /// Lines of a round after a vector are to be read and sent in one message, with what the round was made with
    /// where that is wanted; to be answered by `sent`.
    case sendLines(RoundID, after: VersionVector, withInfo: Bool)
    /// To be answered by `stored`, or not at all where the log cannot be written.
    case store(LogMessage.Lines)
    /// What the host holds of a round is to be compared with the log: to be answered by `compared`.
    case compare(RoundID, RoundHeads)
    /// The two are the same: what the host holds of rounds of which that is new, and how far its log has come, are
    /// to be noted together.
    case settle(holding: [RoundID: VersionVector], seen: LogPlace?)
  }

  // All chosen.
  package static let shortestReturn = Duration.milliseconds(500)
  package static let longestReturn = Duration.seconds(30)
  /// So many rounds are asked for at once, and so many are sent without an answer.
  static let mostOpen = 32
  /// So often a round is exchanged whole, since others write meanwhile.
  private static let mostExchanges = 3

  private enum State: Hashable {
    case down(until: Duration)
    case connecting
    /// Until the host has said what is new there, nothing is sent.
    case up(isGreeted: Bool)
  }

  private var state: State
  private var device: DeviceID
  private var own: [RoundID: VersionVector]
  /// The rounds of other groups, which the host neither gets nor gives.
  private let others: Set<RoundID>
  /// What the host holds, as far as is known.
  private var held: [RoundID: VersionVector]
  /// How far the host's log had come with that.
  private var seen: LogPlace?
  /// Both as they were when the two were the same.
  private var noted: (held: [RoundID: VersionVector], seen: LogPlace?)

  // What follows is of the present connection.

  /// What the host was last heard to hold of each round.
  private var heads: [RoundID: RoundHeads] = [:]
  /// What was read of each round, whether the log takes it or not.
  private var read: [RoundID: VersionVector] = [:]
  /// The rounds of which the host holds more, in the order in which they are asked for, and those that were asked
  /// for.
  private var wanted: [RoundID] = []
  private var asked: Set<RoundID> = []
  /// What was sent of rounds and is not acknowledged.
  private var unanswered: [RoundID: VersionVector] = [:]
  /// The rounds of which it is not known yet whether both hold the same events in the places that both have: until
  /// then nothing of them is asked for or sent.
  private var comparing: Set<RoundID> = []
  /// The rounds that both send each other whole, since they hold different histories of a device, with what was sent
  /// so far; nil until the host's was read.
  private var forked: [RoundID: VersionVector?] = [:]
  /// How often that was done in vain.
  private var exchanges: [RoundID: Int] = [:]
  /// The rounds that the parts of an answer have named so far.
  private var named: Set<RoundID> = []
  /// The rounds of which the host takes nothing, and from which numbers on it does not take devices' events.
  private var refusedRounds: Set<RoundID> = []
  private var refusedFrom: [RoundID: [DeviceID: Int]] = [:]
  /// Whether it was noted that the two are the same.
  private var hasSettled = false
  /// The rounds of which the log does not take all that the host holds.
  private var unread: Set<RoundID> = []
  private var complaint: String?

  /// Why one of the two does not take something, in words; nil while nothing is wrong.
  package var remark: String? {
    complaint
      ?? unread.min().map {
        "the log does not take all that the host holds of round \"\($0)\""
      }
  }

  private var pause = shortestReturn
  private var random: SeededGenerator

  /// Starts without a connection, and wants one at once.
  ///
  /// - Parameters:
  ///   - device: As which the log writes.
  ///   - own: What the log holds of each round that is the group's or nobody's.
  ///   - held: What the host held when the two were the same.
  ///   - seen: How far its log had come then; nil where they never were.
  ///   - others: The rounds of other groups.
  ///   - random: Spreads the times at which logs return.
  ///   - now: When it starts.
  package init(
    of device: DeviceID, holding own: [RoundID: VersionVector],
    host held: [RoundID: VersionVector], at seen: LogPlace?, except others: Set<RoundID> = [],
    random: SeededGenerator, now: Duration
  ) {
    (self.device, self.own, self.others) = (device, own, others)
    (self.held, self.seen, noted) = (held, seen, (held, seen))
    self.random = random
    state = .down(until: now)
  }

  /// When it wants to be asked again; nil where it waits for something else than time.
  package var wakeAt: Duration? { if case .down(let until) = state { until } else { nil } }

  /// Whether the two are in touch.
  package var isOnline: Bool { state == .up(isGreeted: true) }

  /// Whether lines of the host are on their way.
  package var isReading: Bool { !asked.isEmpty }

  /// Whether nothing is left to do but to wait for news.
  package var isSettled: Bool {
    isOnline && wanted.isEmpty && asked.isEmpty && unanswered.isEmpty && forked.isEmpty
      && comparing.isEmpty && own.keys.allSatisfy { !isToSend($0) }
  }

  /// Takes an event at a time, and returns what is to be done, in order.
  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    switch (event, state) {
    case (.connected, _):
      begin()
      return [.send(.follow(.init(device: device, after: seen)))]
    case (.disconnected, .connecting), (.disconnected, .up):
      state = .down(until: now + pause * Double.random(in: 1...2, using: &random))
      pause = min(pause * 2, Self.longestReturn / 2)
      return []
    case (.received(let message), .up): return take(message)
    case (.compared(let round, let isSame), .up):
      comparing.remove(round)
      if isSame {
        exchanges[round] = nil
      } else if exchanges[round] == Self.mostExchanges {
        complaint =
          "the host and this log keep different histories of a device in round \"\(round)\""
        refusedRounds.insert(round)
      } else if forked[round] == nil {
        forked[round] = .some(nil)
      }
      return next()
    case (.sent(let round, let vector), .up):
      unanswered[round] = vector
      return []
    case (.tooLong(let round, let position), .up):
      unanswered[round] = nil
      refuse(position.device, from: position.number, in: round)
      complaint = "an event of this log is too long for the host"
      return next()
    case (.stored(let round, let vector, let read, let isRefused), _):
      if let vector { own[round] = vector }
      self.read[round] = (self.read[round] ?? VersionVector()).merging(read)
      if isRefused { unread.insert(round) } else { unread.remove(round) }
      // What the log lacked could not be compared before.
      return (asked.contains(round) ? [] : compare(round)) + next()
    case (.forked(let round), _):
      // The next message of the round is answered by what the host holds, which is compared.
      (held[round], noted.held[round]) = (nil, nil)
      return compare(round) + next()
    case (.grew(let device, let vectors), _):
      own.merge(vectors) { $1 }
      guard device != self.device else { return next() }
      self.device = device
      // The host is to know as what it writes.
      guard case .up = state else { return [] }
      state = .down(until: now)
      return [.disconnect] + tick(at: now)
    case (.tick, _): return tick(at: now)
    // A loss that is known, and what came too late.
    case (.disconnected, .down), (.received, _), (.compared, _), (.sent, _), (.tooLong, _):
      return []
    }
  }

  private mutating func tick(at now: Duration) -> [Effect] {
    guard case .down(let until) = state, until <= now else { return [] }
    state = .connecting
    return [.connect]
  }

  private mutating func begin() {
    state = .up(isGreeted: false)
    // What was told since may be lost there, with the place up to which it was told.
    (held, seen) = noted
    (read, wanted, asked, unanswered) = ([:], [], [], [:])
    (heads, comparing, forked, exchanges, named) = ([:], [], [:], [:], [])
    (refusedRounds, refusedFrom, unread) = ([], [:], [])
    (complaint, hasSettled) = (nil, false)
  }

  // MARK: - What the host says

  private mutating func take(_ message: LogMessage) -> [Effect] {
    switch message {
    case .heads(let heads): return take(heads)
    case .lines(let lines):
      guard asked.contains(lines.round) else { return [] }
      if !lines.isPart {
        asked.remove(lines.round)
        if forked[lines.round] != nil { forked[lines.round] = VersionVector() }
      }
      return [.store(lines)]
    case .ack(let round, let heads): return acknowledge(round, heads)
    case .refused(let round, let all):
      for one in all { take(one, of: round) }
      return []
    case .notice(let text):
      complaint = text
      return []
    case .admitted, .group, .follow, .fetch, .unknown: return []
    }
  }

  /// Returns what compares a round with what the host was last heard to hold of it.
  private mutating func compare(_ round: RoundID) -> [Effect] {
    guard let heads = heads[round], forked[round] == nil else { return [] }
    comparing.insert(round)
    return [.compare(round, heads)]
  }

  private mutating func take(_ message: LogMessage.Heads) -> [Effect] {
    var effects: [Effect] = []
    for head in message.rounds where !others.contains(head.round) {
      held[head.round] = head.heads.vector
      heads[head.round] = head.heads
      effects += compare(head.round)
      if lacks(head.round), !wanted.contains(head.round) { wanted.append(head.round) }
    }
    named.formUnion(message.rounds.map(\.round))
    guard !message.isPart else { return effects }
    if message.isWhole { held = held.filter { named.contains($0.key) } }
    named = []
    seen = message.place
    if !isOnline { pause = Self.shortestReturn }
    state = .up(isGreeted: true)
    return effects + next()
  }

  private mutating func acknowledge(_ round: RoundID, _ heads: RoundHeads) -> [Effect] {
    held[round] = heads.vector
    self.heads[round] = heads
    guard let sent = unanswered.removeValue(forKey: round) else { return next() }
    if let progress = forked[round] {
      let now = (progress ?? VersionVector()).merging(sent)
      forked[round] = now
      if own[round]?.numbers.allSatisfy({ $1 <= now[$0] }) == true {
        forked[round] = nil
        exchanges[round, default: 0] += 1
      }
    } else if isToSend(round, of: sent) {
      // What is neither taken nor refused would be sent for ever.
      refusedRounds.insert(round)
      complaint = "the host takes nothing more of round \"\(round)\""
    }
    return compare(round) + next()
  }

  private mutating func take(_ refusal: LogMessage.Refused, of round: RoundID) {
    switch refusal.cause {
    case .otherRound: refusedRounds.insert(round)
    case .numberTaken, .deviceRevoked, .notAllowed, .badEvent:
      if let device = refusal.device, let number = refusal.number {
        refuse(device, from: number, in: round)
      } else {
        refusedRounds.insert(round)
      }
    }
    // What others lost is theirs to be told.
    guard refusal.cause != .deviceRevoked else { return }
    complaint = "the host does not take event \"\(refusal.id)\": \(refusal.reason)"
  }

  private mutating func refuse(_ device: DeviceID, from number: Int, in round: RoundID) {
    let first = refusedFrom[round]?[device] ?? number
    refusedFrom[round, default: [:]][device] = min(first, number)
  }

  // MARK: - What is to be done

  /// Whether the host holds events of a round that were not read.
  private func lacks(_ round: RoundID) -> Bool {
    guard let held = held[round] else { return false }
    let (own, read) = (own[round], read[round])
    return own == nil && read == nil
      || held.numbers.contains { $1 > max(own?[$0] ?? 0, read?[$0] ?? 0) }
  }

  /// Whether the log has events of a round that the host lacks and does not refuse.
  private func isToSend(_ round: RoundID) -> Bool {
    own[round].map { isToSend(round, of: $0) } ?? false
  }

  /// Whether the host lacks events of a vector and does not refuse them.
  private func isToSend(_ round: RoundID, of vector: VersionVector) -> Bool {
    guard !refusedRounds.contains(round) else { return false }
    guard let held = held[round] else { return true }
    return vector.numbers.contains { device, number in
      number > held[device] && held[device] + 1 < refusedFrom[round]?[device] ?? .max
    }
  }

  /// Asks for what the log lacks, and sends what the host lacks.
  private mutating func next() -> [Effect] {
    guard isOnline else { return [] }
    var effects: [Effect] = []
    for (round, progress) in forked.sorted(by: { $0.key < $1.key }) {
      if progress == nil, asked.insert(round).inserted {
        wanted.removeAll { $0 == round }
        effects.append(.fetch(round, after: VersionVector()))
      } else if let progress, unanswered[round] == nil {
        unanswered[round] = VersionVector()
        effects.append(
          .sendLines(round, after: withoutRefused(round, progress), withInfo: false))
      }
    }
    while asked.count < Self.mostOpen,
      let place = wanted.firstIndex(where: { !asked.contains($0) && !comparing.contains($0) })
    {
      let round = wanted.remove(at: place)
      guard lacks(round) else { continue }
      asked.insert(round)
      effects.append(
        .fetch(
          round, after: (own[round] ?? VersionVector()).merging(read[round] ?? VersionVector())))
    }
    for round in own.keys.sorted()
    where unanswered.count < Self.mostOpen && unanswered[round] == nil && forked[round] == nil
      && !asked.contains(round) && !comparing.contains(round) && isToSend(round)
    {
      unanswered[round] = VersionVector()
      effects.append(
        .sendLines(
          round, after: withoutRefused(round, held[round] ?? VersionVector()),
          withInfo: held[round] == nil))
    }
    if isSettled, !hasSettled || held != noted.held || seen != noted.seen {
      var news = held.filter { noted.held[$0.key] != $0.value }
      for round in noted.held.keys where held[round] == nil { news[round] = VersionVector() }
      (noted, hasSettled) = ((held, seen), true)
      effects.append(.settle(holding: news, seen: seen))
    }
    return effects
  }

  /// Returns a vector as if it held all of the devices of which the host takes nothing more.
  private func withoutRefused(_ round: RoundID, _ vector: VersionVector) -> VersionVector {
    var vector = vector
    for device in refusedFrom[round, default: [:]].keys {
      vector[device] = max(vector[device], own[round]?[device] ?? 0)
    }
    return vector
  }

  /// How many events of the log the host does not have, and how many of these it does not take.
  package var backlog: (pending: Int, refused: Int) {
    var (pending, refused) = (0, 0)
    for (round, vector) in own where held[round] != vector {
      for (device, number) in vector.numbers {
        let held = held[round]?[device] ?? 0
        let first = refusedRounds.contains(round) ? 0 : refusedFrom[round]?[device] ?? .max
        let lacking = max(0, number - held)
        let kept = first > number ? 0 : min(lacking, number - first + 1)
        refused += kept
        pending += lacking - kept
      }
    }
    return (pending, refused)
  }
}
