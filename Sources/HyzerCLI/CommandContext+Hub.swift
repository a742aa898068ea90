internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen
internal import Synchronization

extension CommandContext {
  private var commandTimeout: Duration { surroundings.hostTimeouts.passing }
  private var patientTimeout: Duration { surroundings.hostTimeouts.asked }

  /// The host with whose group the log is shared, which the environment names or the log has joined; nil where
  /// there is none.
  ///
  /// - Throws: ``Failure`` where the environment names one that does not know this device.
  func hub() throws -> HubRecord? {
    guard let named = variable("HYZER_HUB") else {
      return try store.joinedHub().flatMap(store.hub)
    }
    guard let address = HostAddress(named) else { throw HostError.badAddress }
    if let known = try store.hub("\(address)") { return known }
    return try enter(address, isInsecure: false)
  }

  /// Whether there is a hub, also where it does not know this device yet.
  var isShared: Bool { get throws { try variable("HYZER_HUB") != nil || store.joinedHub() != nil } }

  /// Has the host let this device in by an invitation, and keeps by what it does.
  ///
  /// `isInsecure` where it may be reached without encryption though it is not on this machine.
  func enter(_ address: HostAddress, isInsecure: Bool) throws -> HubRecord {
    guard address.isSecure || address.isLocal || isInsecure else {
      throw refusal(
        "whoever is in the network can read and change what goes to \(address); serve by https there (see hyzer certificate), or give --insecure"
      )
    }
    guard address.secret != nil else { throw HostError.notAdmitted(place: "\(address)") }
    let store = try store
    let (device, uptime, timeout) = (try store.thisDevice(), surroundings.uptime, patientTimeout)
    let earlier = try store.hub("\(address)")
    let admitted = try answer(of: "\(address)") {
      try HostSession.join(
        address, as: device, earlier: earlier, timeout: timeout, uptime: uptime)
    }
    if admitted.device != device { try store.become(admitted.device) }
    // What is known of the host's log stays known where nothing has changed.
    if let earlier, earlier.token == admitted.hub.token { return earlier }
    try store.keep(admitted.hub)
    return admitted.hub
  }

  /// Returns a host's invitation to a round, another than before where it `isNew`.
  ///
  /// - Throws: ``HostError``, where there is none.
  func invitation(to round: RoundID, isNew: Bool, from hub: HubRecord) throws -> Invitation {
    let (device, uptime, timeout) = (try store.thisDevice(), surroundings.uptime, patientTimeout)
    return try answer(of: hub.address) {
      try HostSession.invitation(
        to: round, isNew: isNew, of: hub, as: device, timeout: timeout, uptime: uptime)
    }
  }

  /// Returns a token by which a device becomes the organiser's at a host, once.
  ///
  /// - Throws: ``HostError``, where this is not the organiser's device.
  func organisersToken(for round: RoundID, from hub: HubRecord) throws -> AccessToken {
    let (device, uptime, timeout) = (try store.thisDevice(), surroundings.uptime, patientTimeout)
    return try answer(of: hub.address) {
      try HostSession.organisersToken(
        for: round, of: hub, as: device, timeout: timeout, uptime: uptime)
    }
  }

  private func answer<Value: Sendable>(
    of place: String, _ ask: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    guard let value = try inTime(patientTimeout, ask) else {
      throw HostError.unreachable(place: place, reason: "it does not answer in time")
    }
    return value
  }

  /// Exchanges with a host until the two are the same.
  ///
  /// - Throws: ``HostError``, where it cannot be used.
  func exchangePatiently(with hub: HubRecord) throws -> HostLink.Condition {
    let session = try HostSession(
      store: store, hub: hub, timeout: patientTimeout, surroundings: hostSurroundings)
    try session.exchange(within: patientTimeout * 6)
    return session.condition
  }

  /// Exchanges with the log's host where it has one, and returns what keeps them apart, in a few words
  /// where the host is only away: play goes on.
  func exchange(_ store: ScoreStore) -> String? {
    do {
      guard try isShared, !store.isReadOnly, let hub = try hub() else { return nil }
      switch try takingUpRound({ try exchangeInTime(store, hub) }) {
      case nil: return nil
      case let error as HostError where !error.isWorthRetry: return "\(error)"
      case is HostError, is Away:
        let waiting = RoundWords.count(try store.hubBacklog(of: hub.address).count, "change")
        return "the host is away, \(waiting) to send; see hyzer hub status"
      case .some(let error): return "\(error)"
      }
    } catch {
      return "\(error)"
    }
  }

  /// A host that did not answer, now or a moment ago.
  private struct Away: Error {}

  /// What log and host do not take of each other.
  private struct Remark: Error, CustomStringConvertible {
    let description: String
  }

  /// Exchanges on a thread of its own, which is left to itself where it takes too long: libwebsockets waits for
  /// name servers as long as these like.
  private func exchangeInTime(_ store: ScoreStore, _ hub: HubRecord) throws -> (any Error)? {
    let (surroundings, timeout) = (hostSurroundings, commandTimeout)
    let result = try inTime(timeout * 2) { () -> Result<Void, any Error> in
      Result {
        let session = try HostSession(
          store: store, hub: hub, timeout: timeout, surroundings: surroundings)
        if session.isResting { throw Away() }
        try session.exchange(within: timeout)
        if let problem = session.condition.problem { throw Remark(description: problem) }
      }
    }
    do {
      try result?.get()
      return result == nil ? Away() : nil
    } catch {
      return error
    }
  }

  /// A thread that keeps a log and its host the same; nil where the log has none.
  func hostThread() throws -> HostThread? {
    guard try isShared, try !store.isReadOnly, let hub = try hub() else { return nil }
    return HostThread(
      store: try store, hub: hub, timeout: patientTimeout, surroundings: hostSurroundings)
  }

  /// Makes a round the current one where none is, but for some: that which `ScoreStore.takeUpRound(of:at:where:)`
  /// finds for who reports here.
  func takeUpRound(except known: Set<RoundID> = []) throws {
    guard try isBetweenRounds(store) else { return }
    try store.takeUpRound(of: reporterName, at: surroundings.timestamp()) {
      !known.contains($0.id)
    }
  }

  /// Makes a round the current one that a phone began here, as ``takeUpRound(except:)`` does; after a finished one only
  /// what was made later.
  func takeUpRoundOfPhones() throws {
    let store = try store
    guard !store.isReadOnly, try !isShared, try isBetweenRounds(store),
      try !store.openRounds(most: 1).isEmpty
    else { return }
    let own = try store.ownDevices()
    let last = try store.currentHole().map { try store.round($0.round).createdAt }
    try store.takeUpRound(of: reporterName, at: surroundings.timestamp()) { round in
      guard let device = round.firstOrganiser.device, !own.contains(device) else { return false }
      return last.map { $0 < round.createdAt } ?? true
    }
  }

  /// Does what may bring rounds, and makes one of these the current one as ``takeUpRound(except:)`` does.
  func takingUpRound<Value>(_ body: () throws -> Value) throws -> Value {
    let store = try store
    let known = try isBetweenRounds(store) ? store.startedRounds() : nil
    let value = try body()
    if let known { try takeUpRound(except: known) }
    return value
  }

  /// Whether no round is current, or one that is finished.
  private func isBetweenRounds(_ store: ScoreStore) throws -> Bool {
    try store.currentHole().map { try store.round($0.round).finish != nil } ?? true
  }

  private var hostSurroundings: HostSession.Surroundings {
    let surroundings = surroundings
    return HostSession.Surroundings(
      uptime: surroundings.uptime, timestamp: surroundings.timestamp,
      seed: UInt64.random(in: 0 ... .max))
  }

  /// Does something on a thread of its own, and returns what comes of it; nil where it takes too long.
  private func inTime<Value: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let thread = startThread("in time") {
      let value = Result { try body() }
      result.withLock { $0 = value }
    }
    guard thread.waitForEnd(atMost: time) else { return nil }
    return try result.withLock { $0 }?.get()
  }
}
