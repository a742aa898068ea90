internal import CommandLineKit
internal import Golf
internal import Hosting
internal import Hub
internal import ScoreStore
internal import Screen

extension Toolkit {
  /// Chosen: so long a command waits for a hub that does not answer, once in a while.
  private static let commandTimeout = Duration.seconds(1.5)
  private static let patientTimeout = Duration.seconds(10)

  /// The hub that the environment names; nil where it names none.
  var hubOfEnvironment: String? {
    console.environment["HYZER_HUB"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The hub of a log; nil where it has none.
  func hubAddress(_ store: ScoreStore) throws -> String? {
    try hubOfEnvironment ?? store.hub()?.address
  }

  func connection(to address: String) throws -> HubConnection {
    try HubConnection(address: address, timeout: Self.patientTimeout, bell: bell())
  }

  /// What exchanges with a hub when asked to.
  func link(
    _ store: ScoreStore, _ address: String, timeout: Duration = patientTimeout
  ) throws -> HubLink {
    try HubLink(
      store: store, address: address, timeout: timeout, bell: bell(), world: hubWorld)
  }

  /// Exchanges with the log's hub where it has one, and returns what keeps them apart, in a few words
  /// where the hub is only away: play goes on.
  func exchange(_ store: ScoreStore) -> String? {
    do {
      guard let address = try hubAddress(store), !store.isReadOnly else { return nil }
      let known = try store.currentHole() == nil ? Set(store.vectors().keys) : nil
      let link = try link(store, address, timeout: Self.commandTimeout)
      let found = try link.exchangeIfDue()
      if let known { try takeUpRound(in: store, except: known) }
      guard let problem = found else { return nil }
      guard link.isResting || link.condition.isAway else { return problem }
      let waiting = RoundWords.count(try store.hubBacklog().count, "score")
      return "the hub is away, \(waiting) to send; see hyzer hub status"
    } catch {
      return "\(error)"
    }
  }

  /// A thread that keeps a log and its hub the same; nil where the log has none.
  func hubThread(_ store: ScoreStore) throws -> HubThread? {
    guard let address = try hubAddress(store), !store.isReadOnly else { return nil }
    return HubThread(
      log: store.path, busyTimeout: surroundings.busyTimeout, address: address,
      timeout: Self.patientTimeout, world: hubWorld)
  }

  /// Makes a round the current one where none is: the newest that is being played, except some.
  func takeUpRound(in store: ScoreStore, except known: Set<RoundID> = []) throws {
    guard try store.currentHole() == nil,
      try store.vectors().keys.contains(where: { !known.contains($0) })
    else { return }
    let open = try store.rounds().first {
      !known.contains($0.id) && !$0.round.isDeleted && !$0.phase.isFinished
    }
    guard let open else { return }
    let card = try store.scorecard(of: open.id)
    let hole = card.round.holes.first { !card.isComplete(hole: $0) } ?? 1
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
  }

  private var hubWorld: HubLink.World {
    HubLink.World(
      uptime: surroundings.uptime, timestamp: surroundings.timestamp,
      seed: UInt64.random(in: 0 ... .max))
  }

  private func bell() throws -> HubBell {
    guard let bell = HubBell() else {
      throw Failure(.internalFault, "no file descriptor is left for the hub; close some programs")
    }
    return bell
  }
}
