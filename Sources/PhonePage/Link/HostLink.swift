package import HyzerBase
package import ScoreLog

/// A log as one end of a connection with its group's host: brings both to hold the same events, whatever the
/// connection does.
///
/// Each end sends what came into its log in that order, and remembers up to where the other has it. What that does
/// not find, as where one of the two was restored, is found by comparing digests, once on each connection.
///
/// It is fed what happens to the connection with the time since any fixed moment, and returns what is to be done with
/// it: it has no clock and no socket. All calls block and belong to one thread.
package final class HostLink {
  package enum Event: Hashable, Sendable {
    /// There is a connection.
    case connected
    /// The connection is lost, or none came about.
    case disconnected
    case received(LogMessage)
    case tick
  }

  package enum Action: Hashable, Sendable {
    /// A connection is wanted: to be answered by `connected` or `disconnected`, once.
    case connect
    /// The connection is to end; nothing more is told of it.
    case disconnect
    case send(LogMessage)
  }

  /// Whether log and host are in touch, and what is left to do.
  package struct Condition: Hashable, Sendable {
    package var isOnline = false
    /// How many events wait to be sent.
    package var pending = 0
    /// How many the host does not take.
    package var refused = 0
    /// What is wrong, on one line; nil where nothing is.
    package var problem: String?

    package init() {}
  }

  // All chosen.
  package static let shortestReturn = Duration.milliseconds(500)
  package static let longestReturn = Duration.seconds(30)
  /// So many messages are sent without an answer, and so many rounds are compared at once.
  private static let mostOpen = 32
  private static let fewPending = 1000

  private enum State: Hashable {
    case down(until: Duration)
    case connecting
    /// Until the host has said whose group it keeps, nothing is sent.
    case up(isGreeted: Bool)
  }

  /// How far it is known whether both hold the same.
  private enum Comparison: Hashable {
    case due, asked
    /// Of all rounds, of which the host has named these.
    case askedOfRounds([RoundID: EventsDigest])
    /// Of the rounds that differ: those that the host lacks and those to be compared by events, as far as that is still
    /// to do, and of how many parts of each answers are due.
    case ofRounds(missing: [RoundID], differing: [RoundID], asked: [RoundID: Int])
    case done
  }

  private let store: ScoreStore
  private let hub: HubRecord
  private let follower: LogFollower
  private let timestamp: @Sendable () -> String
  private var state: State
  private var pause = shortestReturn
  private var random: SeededGenerator
  private var device: DeviceID
  /// Up to where the host's log was read.
  private var seen: LogPlace?
  /// How much has come into this log; up to where that was sent, or came from the host; and up to where the host has
  /// answered.
  private var end, sent, taken: Int
  /// What of that came from the host, beyond what it answered.
  private var received: [Range<Int>] = []
  /// The messages that are not answered yet: up to where each went, or which events it begins to send once more.
  private var unanswered: [(end: Int?, again: Set<EventsDigest>)] = []
  private var comparison = Comparison.due
  /// What the host said at once and is not written yet.
  private var brought: [LogMessage.Lines] = []
  /// The events that the host does not take, and why; nil where that is theirs to be told who lost a device.
  private var refused: [String: String?] = [:]
  /// Those of them that others may have brought to the host since, unless the comparison finds that it lacks them.
  private var doubtful: Set<String> = []
  /// The rounds of which the log does not take all.
  private var unread: Set<RoundID> = []
  /// What the host said is wrong.
  private var notice: String?
  /// That this log goes on as another device, and why.
  private var change: String?
  private var pending = 0
  /// Up to where the two were last noted to be the same.
  private var noted: (seen: LogPlace?, taken: Int)?

  /// Makes a link that is not connected yet, and wants to be at once.
  ///
  /// `wake` is called from other threads where they have written into the log; `random` spreads the times at which
  /// logs return.
  package init(
    store: ScoreStore, hub: HubRecord, timestamp: @escaping @Sendable () -> String,
    random: SeededGenerator, now: Duration, wake: @escaping @Sendable () -> Void = {}
  ) throws(ScoreStoreError) {
    (self.store, self.hub, self.timestamp, self.random) = (store, hub, timestamp, random)
    follower = try LogFollower(of: store, wake: wake)
    device = try store.thisDevice()
    end = try store.lastSequence()
    (sent, taken) = (min(hub.sent, end), min(hub.sent, end))
    seen = hub.seen
    state = .down(until: now)
    try countPending()
  }

  /// When it wants to be asked again; nil where it waits for something else than time.
  package var wakeAt: Duration? { if case .down(let until) = state { until } else { nil } }

  /// Whether lines of the host may be on their way in bulk.
  package var isReading: Bool { isOnline && comparison != .done }

  /// Whether nothing is left to do but to wait for news.
  package var isSettled: Bool {
    isOnline && comparison == .done && unanswered.isEmpty && taken == end
  }

  private var isOnline: Bool { state == .up(isGreeted: true) }

  package var condition: Condition {
    var condition = Condition()
    condition.isOnline = isOnline
    (condition.pending, condition.refused) = (pending, refused.count)
    let complaint = refused.compactMapValues(\.self).min { $0.key < $1.key }.map { id, reason in
      "the host does not take event \"\(id)\": \(reason)"
    }
    condition.problem =
      change ?? notice ?? complaint
      ?? unread.min().map { "the log does not take all that the host holds of round \"\($0)\"" }
    return condition
  }

  /// Takes what came at once, and returns what is to be done with the connection, in order; what it brings is written
  /// at once.
  ///
  /// Where it throws, the connection is to be ended, and `disconnected` to be fed.
  package func feed(
    _ events: Event..., at now: Duration
  ) throws(ScoreStoreError) -> [Action] { try feed(events, at: now) }

  package func feed(
    _ events: [Event], at now: Duration
  ) throws(ScoreStoreError) -> [Action] {
    var actions: [Action] = []
    for event in events {
      if case .received(.lines(let lines)) = event {
        if isOnline { brought.append(lines) }
        continue
      }
      try write()
      actions += try handle(event, at: now)
    }
    try write()
    return try actions + next(at: now)
  }

  /// Takes in what others wrote into the log.
  package func look(at now: Duration) throws(ScoreStoreError) -> [Action] {
    try store.lookForOtherPrograms()
    guard follower.hasChanged() else { return [] }
    return try next(at: now)
  }

  // MARK: - The connection

  private func handle(_ event: Event, at now: Duration) throws(ScoreStoreError) -> [Action] {
    switch (event, state) {
    case (.connected, _):
      begin()
      return [.send(.follow(.init(device: device, after: seen)))]
    case (.disconnected, .connecting), (.disconnected, .up):
      state = .down(until: now + pause * Double.random(in: 1...2, using: &random))
      pause = min(pause * 2, Self.longestReturn / 2)
      return []
    case (.received(let message), .up): return try take(message)
    case (.tick, _): return tick(at: now)
    // A loss that is known, and what came too late.
    case (.disconnected, .down), (.received, _): return []
    }
  }

  private func tick(at now: Duration) -> [Action] {
    guard case .down(let until) = state, until <= now else { return [] }
    state = .connecting
    return [.connect]
  }

  private func begin() {
    state = .up(isGreeted: false)
    // What was sent since may be lost there.
    sent = taken
    (unanswered, brought, comparison, noted) = ([], [], .due, nil)
    (refused, unread, notice) = ([:], [], nil)
  }

  // MARK: - What the host says

  private func take(_ message: LogMessage) throws(ScoreStoreError) -> [Action] {
    switch message {
    case .group:
      state = .up(isGreeted: true)
      pause = Self.shortestReturn
    case .taken(let all):
      guard !unanswered.isEmpty else { break }
      let (end, again) = unanswered.removeFirst()
      taken = end ?? taken
      // A host that lost a round could not take what came without it.
      refused = refused.filter {
        !again.contains(EventsDigest(of: $0.key)) || $0.value == Self.tooLong
      }
      for one in all where !one.id.isEmpty {
        refused[one.id] = .some(one.cause == .deviceRevoked ? nil : one.reason)
      }
    case .digest(let total):
      guard comparison == .asked else { break }
      let own = try store.digests(of: hub.group)
      seen = total.place
      if !unanswered.isEmpty || own.sequence != sent {
        // What came into the log meanwhile is to be there first.
        comparison = .due
      } else if own.total == total.digest {
        comparison = .done
        refused = [:]
      } else {
        doubtful = Set(refused.keys)
        comparison = .askedOfRounds([:])
        return [.send(.compare(eachRound: true))]
      }
    case .digests(let some, let isPart):
      guard case .askedOfRounds(var all) = comparison else { break }
      for one in some { all[one.round] = one.digest }
      comparison = .askedOfRounds(all)
      guard !isPart else { break }
      let own = try store.digests(of: hub.group).rounds
      let rounds = Set(own.keys).union(all.keys)
        .subtracting(try store.rounds(ofOthersThan: hub.group))
      comparison = .ofRounds(
        missing: rounds.filter { all[$0] == nil }.sorted(),
        differing: rounds.filter { all[$0] != nil && own[$0] != all[$0] }.sorted(), asked: [:])
    case .lacks(let round, let digests):
      guard case .ofRounds(let missing, let differing, var asked) = comparison,
        let parts = asked[round]
      else { break }
      asked[round] = parts > 1 ? parts - 1 : nil
      comparison = .ofRounds(missing: missing, differing: differing, asked: asked)
      if !digests.isEmpty { return try send(digests, of: round) }
    case .notice(let text): notice = text
    case .lines, .admitted, .follow, .compare, .held, .invite, .invited, .unknown: break
    }
    return []
  }

  /// Returns what sends some events once more.
  private func send(
    _ digests: [EventsDigest], of round: RoundID
  ) throws(ScoreStoreError) -> [Action] {
    let lacked = Set(digests)
    doubtful = doubtful.filter { !lacked.contains(EventsDigest(of: $0)) }
    return try store.lines(of: round, digests).enumerated().map { index, lines in
      unanswered.append((nil, index == 0 ? lacked : []))
      return .send(.lines(.init(rounds: [lines], place: nil)))
    }
  }

  /// Takes in what the host has brought.
  private func write() throws(ScoreStoreError) {
    guard !brought.isEmpty else { return }
    let all = brought
    brought = []
    let others = try store.rounds(ofOthersThan: hub.group)
    let merged = try store.merge(
      all.flatMap(\.rounds).filter { !others.contains($0.round) }, of: hub.group,
      from: hub.address, upTo: all.last { $0.place != nil }?.place)
    seen = all.last { $0.place != nil }?.place ?? seen
    received += merged.map(\.added).filter { !$0.isEmpty }
    for one in merged.flatMap(\.refused) where one.cause != .deviceRevoked {
      unread.insert(one.round)
    }
  }

  // MARK: - What is to be done

  /// Sends what the host lacks, and finds out whether it lacks something.
  private func next(at now: Duration) throws(ScoreStoreError) -> [Action] {
    let known = end
    end = try store.lastSequence()
    let device = try store.thisDevice()
    if device != self.device {
      self.device = device
      change =
        "another copy or a later state of this log was written to, so this one goes on as a new device"
      if case .up = state {
        // The host is to know as what it writes.
        state = .down(until: now)
        return [.disconnect] + tick(at: now)
      }
    }
    var actions: [Action] = []
    if isOnline {
      try sendNews(&actions)
      try compare(&actions)
    }
    if unanswered.isEmpty { taken = sent }
    received.removeAll { $0.upperBound <= taken + 1 }
    // Where much is sent, to count what is left after each answer would take longer than to send it.
    if end != known || unanswered.isEmpty || pending < Self.fewPending { try countPending() }
    if isSettled, noted.map({ $0 != (seen, taken) }) ?? true {
      try store.note(
        hub: hub.address, seen: seen, sent: taken, refusing: refused.count,
        problem: condition.problem, at: timestamp())
      noted = (seen, taken)
    }
    return actions
  }

  private static let tooLong = "it is too long"

  private func sendNews(_ actions: inout [Action]) throws(ScoreStoreError) {
    while unanswered.count < Self.mostOpen, sent < end {
      let news = try store.stretch(after: sent, except: received, of: hub.group)
      sent = news.end
      end = max(end, sent)
      for id in news.tooLong { refused[id] = Self.tooLong }
      guard !news.rounds.isEmpty else { continue }
      unanswered.append((sent, []))
      actions.append(.send(.lines(.init(rounds: news.rounds, place: nil))))
    }
  }

  private func compare(_ actions: inout [Action]) throws(ScoreStoreError) {
    switch comparison {
    case .due where sent == end:
      comparison = .asked
      actions.append(.send(.compare(eachRound: false)))
    case .ofRounds(var missing, var differing, var asked):
      while unanswered.count < Self.mostOpen, !missing.isEmpty {
        let round = missing.removeFirst()
        actions += try send(store.held(of: round).flatMap(\.digests), of: round)
      }
      while asked.count < Self.mostOpen, !differing.isEmpty {
        let round = differing.removeFirst()
        let parts = try store.held(of: round)
        asked[round] = parts.count
        actions += parts.map { .send(.held($0)) }
      }
      guard missing.isEmpty, differing.isEmpty, asked.isEmpty else {
        comparison = .ofRounds(missing: missing, differing: differing, asked: asked)
        break
      }
      comparison = .done
      refused = refused.filter { !doubtful.contains($0.key) }
    case .due, .asked, .askedOfRounds, .done: break
    }
  }

  private func countPending() throws(ScoreStoreError) {
    pending =
      taken == end ? 0 : try store.backlog(after: taken, except: received, of: hub.group).count
  }
}
