internal import CommandLineKit
internal import DiscGolf
internal import Foundation
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen
internal import Synchronization

extension CommandContext {
  /// Chosen: so long a command waits for a hub that does not answer, once in a while.
  private static let commandTimeout = Duration.seconds(1.5)
  private static let patientTimeout = Duration.seconds(10)

  /// The hub of the log, which the environment names or the log has joined; nil where there is none.
  func hubAddress() throws -> String? { try variable("HYZER_HUB") ?? store.joinedHub() }

  func connection(to address: String) throws -> HubConnection {
    try HubConnection(address: address, timeout: Self.patientTimeout, waker: waker())
  }

  /// What exchanges with a hub when asked to.
  func link(to address: String) throws -> HubLink {
    try HubLink(
      store: store, address: address, timeout: Self.patientTimeout, waker: waker(),
      surroundings: hubSurroundings)
  }

  /// Exchanges with the log's hub where it has one, and returns what keeps them apart, in a few words
  /// where the hub is only away: play goes on.
  func exchange(_ store: ScoreStore) -> String? {
    do {
      guard let address = try hubAddress(), !store.isReadOnly else { return nil }
      let known = try isBetweenRounds(store) ? Set(store.vectors().keys) : nil
      let outcome = try exchangeInTime(store, address)
      if let known { try takeUpRound(except: known) }
      guard outcome.isAway else { return outcome.problem }
      let waiting = RoundWords.count(try store.hubBacklog().count, "change")
      return "the hub is away, \(waiting) to send; see hyzer hub status"
    } catch {
      return "\(error)"
    }
  }

  private struct Outcome {
    /// The hub could not be reached, and may be later.
    var isAway = true
    var problem: String?
  }

  /// Exchanges on a thread of its own, which is left to itself where it takes too long: libpq waits for
  /// name servers as long as these like.
  private func exchangeInTime(_ store: ScoreStore, _ address: String) throws -> Outcome {
    let (world, waker) = (hubSurroundings, try waker())
    let shared = Promise<Outcome>()
    Thread.detachNewThread {
      let result = Result { () throws -> Outcome in
        let link = try HubLink(
          store: store, address: address, timeout: Self.commandTimeout, waker: waker,
          surroundings: world)
        let problem = try link.exchangeIfDue()
        return Outcome(
          isAway: problem != nil && (link.isResting || link.condition.isAway), problem: problem)
      }
      shared.end(result)
    }
    return try shared.wait(Self.commandTimeout * 2)?.get() ?? Outcome()
  }

  /// A thread that keeps a log and its hub the same; nil where the log has none.
  func hubThread() throws -> HubThread? {
    guard let address = try hubAddress(), try !store.isReadOnly else { return nil }
    return HubThread(
      store: try store, address: address, timeout: Self.patientTimeout,
      surroundings: hubSurroundings)
  }

  /// Makes a round the current one where none is: the newest, except some, that is being played and that
  /// somebody plays or organises, or the only one that is being played.
  func takeUpRound(except known: Set<RoundID> = []) throws {
    let store = try store
    guard try isBetweenRounds(store),
      try store.vectors().keys.contains(where: { !known.contains($0) })
    else { return }
    let open = try store.rounds().filter {
      !known.contains($0.id) && !$0.round.isDeleted && !$0.phase.isFinished
    }
    let name = reporterName
    let own = open.first { $0.round.isOrganiser(name) || $0.round.player(named: name) != nil }
    guard let open = own ?? (open.count == 1 ? open.first : nil) else { return }
    let card = try store.scorecard(of: open.id)
    let hole = card.round.holes.first { !card.isComplete(hole: $0) } ?? 1
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
  }

  /// Whether no round is current, or one that is finished.
  private func isBetweenRounds(_ store: ScoreStore) throws -> Bool {
    try store.currentHole().map { try store.round($0.round).finish != nil } ?? true
  }

  private var hubSurroundings: HubLink.Surroundings {
    HubLink.Surroundings(
      uptime: surroundings.uptime, timestamp: surroundings.timestamp,
      seed: UInt64.random(in: 0 ... .max))
  }

  private func waker() throws -> HubWaker {
    guard let waker = HubWaker() else {
      throw Failure(.internalFault, "no file descriptor is left for the hub; close some programs")
    }
    return waker
  }
}

/// What another thread gives once.
private final class Promise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func end(_ given: Result<Value, any Error>) {
    result.withLock { $0 = given }
    isThere.signal()
  }

  /// Returns what was given; nil where it was not within so much time.
  func wait(_ time: Duration) -> Result<Value, any Error>? {
    _ = isThere.wait(timeout: .now() + time / .seconds(1))
    return result.withLock { $0 }
  }
}
