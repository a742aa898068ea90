internal import DiscGolf
internal import Foundation
package import HyzerBase
package import ScoreLog

/// A log as one end of a connection with its group's host: does what ``GroupLink`` wants done with the log, and
/// returns what is to be done with the connection.
///
/// All calls block and belong to one thread.
package final class HostLink {
  package enum Action: Hashable, Sendable {
    case connect
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

  /// Chosen: a page is read and written well within a second.
  private static let linesAtOnce = 200

  private let store: ScoreStore
  private let address: String
  private let follower: LogFollower
  private let timestamp: @Sendable () -> String
  private let newDevice: @Sendable () -> DeviceID
  private let others: Set<RoundID>
  private var link: GroupLink
  /// What the log had when it was last read.
  private var own: LogExtent
  /// That this log goes on as another device, and why.
  private var change: String?

  /// Makes a link that is not connected yet; `wake` is called from other threads where they have written into the
  /// log.
  package init(
    store: ScoreStore, hub: HubRecord, timestamp: @escaping @Sendable () -> String,
    newDevice: @escaping @Sendable () -> DeviceID, random: SeededGenerator, now: Duration,
    wake: @escaping @Sendable () -> Void = {}
  ) throws(ScoreStoreError) {
    (self.store, address, self.timestamp) = (store, hub.address, timestamp)
    self.newDevice = newDevice
    follower = try LogFollower(of: store, wake: wake)
    own = try store.extent()
    others = try store.rounds(ofOthersThan: hub.group)
    let others = others
    link = GroupLink(
      of: own.device, holding: own.vectors.filter { !others.contains($0.key) },
      host: try store.hubVectors(of: address), at: hub.seen, except: others, random: random,
      now: now)
  }

  package var wakeAt: Duration? { link.wakeAt }
  package var isSettled: Bool { link.isSettled }

  package var condition: Condition {
    var condition = Condition()
    condition.isOnline = link.isOnline
    (condition.pending, condition.refused) = link.backlog
    condition.problem = change ?? link.remark
    return condition
  }

  /// Takes an event, and returns what is to be done with the connection, in order.
  ///
  /// Where it throws, the connection is to be ended, and `disconnected` to be fed.
  package func feed(
    _ event: GroupLink.Event, at now: Duration
  ) throws(ScoreStoreError) -> [Action] {
    var actions: [Action] = []
    var events = [event]
    while !events.isEmpty {
      for effect in link.handle(events.removeFirst(), at: now) {
        switch effect {
        case .connect: actions.append(.connect)
        case .disconnect: actions.append(.disconnect)
        case .send(let message): actions.append(.send(message))
        case .sendLines(let round, let vector, let withInfo):
          guard let (lines, sent) = try lines(of: round, after: vector, withInfo) else { break }
          actions.append(.send(.lines(lines)))
          events.append(.sent(round, sent))
        case .store(let lines):
          let (grown, stored) = try write(lines)
          events += [grown, stored].compactMap(\.self)
        case .fetch(let round, let vector):
          actions.append(.send(.fetch(round, try store.heads(of: round, at: vector))))
        case .compare(let round, let heads):
          events.append(.compared(round, isSame: try store.agrees(with: heads, in: round)))
        case .settle(let held, let seen):
          try store.note(
            hub: address, has: held, seen: seen, refusing: link.backlog.refused,
            problem: condition.problem, at: timestamp())
        }
      }
    }
    return actions
  }

  /// Takes in what others wrote into the log.
  package func look(at now: Duration) throws(ScoreStoreError) -> [Action] {
    try store.lookForOtherPrograms()
    guard follower.hasChanged(), let event = try grown() else { return [] }
    return try feed(event, at: now)
  }

  // MARK: - The log

  /// Returns the event of what is new in the log; nil where nothing is.
  private func grown() throws(ScoreStoreError) -> GroupLink.Event? {
    let (known, device) = (own.vectors, own.device)
    own = try store.extent(after: own)
    if device != own.device {
      change =
        "another copy or a later state of this log was written to, so this one goes on as a new device"
    }
    let grown = own.vectors.filter { known[$0.key] != $0.value && !others.contains($0.key) }
    return grown.isEmpty && device == own.device ? nil : .grew(own.device, grown)
  }

  private func lines(
    of round: RoundID, after vector: VersionVector, _ withInfo: Bool
  ) throws(ScoreStoreError) -> (LogMessage.Lines, VersionVector)? {
    guard let batch = try store.batch(of: round, after: vector, limit: Self.linesAtOnce) else {
      return nil
    }
    let info = withInfo ? EventLine.info(of: batch.round) : nil
    let first = LogMessage.Lines.parts(of: batch.events.map(\.line), in: round, info: info)[0]
    let sent = RoundBatch(
      round: batch.round, events: Array(batch.events.prefix(first.lines.count)))
    return (.init(first, isPart: false), sent.vector)
  }

  /// Takes in lines of the host, and returns what that gives the link to take.
  private func write(
    _ lines: LogMessage.Lines
  ) throws(ScoreStoreError) -> (grown: GroupLink.Event?, stored: GroupLink.Event) {
    var read = VersionVector()
    var events: [LoggedEvent] = []
    var refusal: GroupLink.Refusal?
    for line in lines.lines {
      guard let event = try? LoggedEvent(json: line), event.round == lines.round else {
        refusal = .other
        continue
      }
      events.append(event)
      read[event.position.device] = max(read[event.position.device], event.position.number)
    }
    do {
      let round = try lines.info.map { try EventLine.round(lines.round, info: $0) }
      let batch = RoundBatch(round: try round ?? store.round(lines.round), events: events)
      let causes = try store.take(batch, newDevice: newDevice).map(\.cause)
      if causes.contains(where: { $0 != .deviceRevoked }) { refusal = .other }
      if causes.contains(.numberTaken) { refusal = .split }
    } catch let error as ScoreStoreError {
      guard case .refused = error else { throw error }
      refusal = .other
    } catch {
      refusal = .other
    }
    return (
      try grown(), .stored(lines.round, own: own.vectors[lines.round], read: read, refusal)
    )
  }
}
