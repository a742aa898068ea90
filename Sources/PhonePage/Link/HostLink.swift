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
    random: SeededGenerator, now: Duration, wake: @escaping @Sendable () -> Void = {}
  ) throws(ScoreStoreError) {
    (self.store, address, self.timestamp) = (store, hub.address, timestamp)
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
  package var isReading: Bool { link.isReading }
  package var isSettled: Bool { link.isSettled }

  package var condition: Condition {
    var condition = Condition()
    condition.isOnline = link.isOnline
    (condition.pending, condition.refused) = link.backlog
    condition.problem = change ?? link.remark
    return condition
  }

  /// Takes events that came at once, and returns what is to be done with the connection, in order; what they bring
  /// is written at once.
  ///
  /// Where it throws, the connection is to be ended, and `disconnected` to be fed.
  package func feed(
    _ events: GroupLink.Event..., at now: Duration
  ) throws(ScoreStoreError) -> [Action] { try feed(events, at: now) }

  package func feed(
    _ events: [GroupLink.Event], at now: Duration
  ) throws(ScoreStoreError) -> [Action] {
    var actions: [Action] = []
    var (events, brought) = (events, [LogMessage.Lines]())
    while !events.isEmpty || !brought.isEmpty {
      if events.isEmpty {
        events = try write(brought)
        brought = []
      }
      for effect in link.handle(events.removeFirst(), at: now) {
        switch effect {
        case .connect: actions.append(.connect)
        case .disconnect: actions.append(.disconnect)
        case .send(let message): actions.append(.send(message))
        case .sendLines(let round, let vector, let withInfo):
          guard let batch = try store.batch(of: round, after: vector, limit: Self.linesAtOnce)
          else { break }
          if let first = batch.events.first, first.line.utf8.count > LogMessage.longestLine {
            events.append(.tooLong(round, first.position))
            break
          }
          let (lines, sent) = Self.message(of: batch, withInfo)
          actions.append(.send(.lines(lines)))
          events.append(.sent(round, sent))
        case .store(let lines): brought.append(lines)
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
    guard follower.hasChanged() else { return [] }
    return try feed(grown(), at: now)
  }

  // MARK: - The log

  /// Returns the events of what is new in the log.
  private func grown() throws(ScoreStoreError) -> [GroupLink.Event] {
    let known = own
    own = try store.extent(after: own)
    if known.device != own.device {
      change =
        "another copy or a later state of this log was written to, so this one goes on as a new device"
    }
    let grown = own.vectors.filter {
      known.vectors[$0.key] != $0.value && !others.contains($0.key)
    }
    let forked = own.doubles.filter {
      known.doubles[$0.key] != $0.value && !others.contains($0.key)
    }
    return (grown.isEmpty && known.device == own.device ? [] : [.grew(own.device, grown)])
      + forked.keys.sorted().map { .forked($0) }
  }

  /// Returns a message with the first lines of a batch, as far as one goes, and up to which numbers.
  private static func message(
    of batch: RoundBatch, _ withInfo: Bool
  ) -> (LogMessage.Lines, VersionVector) {
    let events = batch.events.prefix { $0.line.utf8.count <= LogMessage.longestLine }
    let info = withInfo ? EventLine.info(of: batch.round) : nil
    let first = LogMessage.Lines.parts(of: events.map(\.line), in: batch.round.id, info: info)[0]
    // A vector says of a number of which another event is still to come that both are there.
    let sent = RoundBatch(round: batch.round, events: Array(events)).prefix(first.lines.count)
    let lines = sent.events.map(\.line)
    return (
      .init(round: first.round, info: first.info, lines: lines, isPart: false), sent.vector
    )
  }

  /// Takes in lines of the host, and returns what that gives the link to take.
  private func write(
    _ brought: [LogMessage.Lines]
  ) throws(ScoreStoreError) -> [GroupLink.Event] {
    var batches: [RoundBatch] = []
    var read: [VersionVector] = []
    var refused: Set<RoundID> = []
    var rounds: [RoundID: RoundRecord] = [:]
    for lines in brought {
      let events = lines.lines.compactMap { line -> LoggedEvent? in
        guard let event = try? LoggedEvent(json: line), event.round == lines.round else {
          refused.insert(lines.round)
          return nil
        }
        return event
      }
      read.append(VersionVector(of: events))
      do {
        let named = try lines.info.map { try EventLine.round(lines.round, info: $0) }
        let round = try named ?? rounds[lines.round] ?? store.round(lines.round)
        rounds[lines.round] = round
        batches.append(RoundBatch(round: round, events: events))
      } catch let error as ScoreStoreError {
        // Without the part before it, nobody knows what the round is.
        guard case .refused = error else { throw error }
        refused.insert(lines.round)
      } catch {
        refused.insert(lines.round)
      }
    }
    for one in try store.merge(batches) where one.cause != .deviceRevoked {
      refused.insert(one.round)
    }
    return try grown()
      + zip(brought, read).map { lines, read in
        .stored(
          lines.round, own: own.vectors[lines.round], read: read,
          isRefused: refused.contains(lines.round))
      }
  }
}
