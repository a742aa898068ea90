internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
package import ScoreLog

/// Runs a ``HostLink`` over a WebSocket.
///
/// All calls block; they belong to one thread.
package final class HostSession {
  /// What is outside: the time since a moment, the time of day as events have it, and randomness.
  package struct Surroundings: Sendable {
    let uptime: @Sendable () -> Duration
    let timestamp: @Sendable () -> String
    let seed: UInt64

    package init(
      uptime: @escaping @Sendable () -> Duration, timestamp: @escaping @Sendable () -> String,
      seed: UInt64
    ) {
      (self.uptime, self.timestamp, self.seed) = (uptime, timestamp, seed)
    }
  }

  /// Chosen: what another program writes into the log is seen so soon.
  private static let lookEvery = Duration.milliseconds(100)
  /// Chosen: as many pieces as a message has, and so many times 2 ms are seen by nobody.
  private static let mostSilences = 12
  /// Chosen: some megabytes are read at a time.
  private static let mostAtOnce = 256
  /// Chosen: commands that follow each other do not each wait for a host that is away.
  private static let restAfterFailure = 30.0

  private let store: ScoreStore
  private let hub: HubRecord
  private let surroundings: Surroundings
  private let timeout: Duration
  private let client: WebClient
  private let target: WebClient.Target
  private let link: HostLink
  /// What keeps the host from being used; nil where nothing does.
  private var failure: HostError?

  /// Makes a session that is not connected yet; `timeout` is for connecting.
  ///
  /// - Throws: ``HostError``, ``WebClientError`` or ``ScoreStoreError``.
  package init(
    store: ScoreStore, hub: HubRecord, timeout: Duration, surroundings: Surroundings,
    wokenBy waker: LoopWaker = LoopWaker()
  ) throws {
    guard let address = HostAddress(hub.address) else { throw HostError.badAddress }
    (self.store, self.hub, self.surroundings, self.timeout) = (store, hub, surroundings, timeout)
    client = try WebClient(wokenBy: waker)
    target = address.target(authorization: "Bearer \(hub.token)", key: hub.key)
    link = try HostLink(
      store: store, hub: hub, timestamp: surroundings.timestamp,
      random: SeededGenerator(seed: surroundings.seed), now: surroundings.uptime()
    ) { waker.wakeUp() }
  }

  package var condition: HostLink.Condition {
    var condition = link.condition
    condition.problem = failure.map { "\($0)" } ?? condition.problem
    return condition
  }

  /// Lets this device in by an invitation, and returns by what the host lets it in from now on, and as which device.
  ///
  /// Where the host let it in before, the `earlier` record shows that it is the same.
  ///
  /// - Throws: ``HostError``, ``WebClientError`` or ``ScoreStoreError``.
  package static func join(
    _ invitation: HostAddress, as device: DeviceID, earlier: HubRecord? = nil,
    timeout: Duration, uptime: () -> Duration
  ) throws -> (hub: HubRecord, device: DeviceID) {
    guard let secret = invitation.secret else { throw HostError.badAddress }
    let target = invitation.target(
      authorization: WebTrust.invitation + secret.text, key: invitation.key)
    // Another server at that address is not to see it.
    let token = earlier.flatMap { $0.key == invitation.key ? $0.token : nil }
    var admitted: (token: String, device: DeviceID)?
    return try ask(
      target, at: "\(invitation)", .init(device: device, after: nil, token: token), timeout,
      uptime
    ) { message, _ in
      if case .admitted(let token, let own) = message { admitted = (token, own ?? device) }
      guard case .group(let group) = message, let admitted else { return nil }
      let hub = HubRecord(
        address: "\(invitation)", key: invitation.key, token: admitted.token, group: group.id,
        groupName: group.name)
      return (hub, admitted.device)
    }
  }

  /// Returns the host's invitation to a round, another than before where it `isNew`.
  ///
  /// - Throws: ``HostError``, ``WebClientError`` or ``ScoreStoreError``.
  package static func invitation(
    to round: RoundID, isNew: Bool, of hub: HubRecord, as device: DeviceID, timeout: Duration,
    uptime: () -> Duration
  ) throws -> Invitation {
    try ask(.init(round: round, isNew: isNew), of: hub, as: device, timeout, uptime) { invited in
      guard let code = invited.code.flatMap({ JoinCode($0) }),
        let secret = invited.secret.flatMap({ JoinSecret($0) })
      else { return nil }
      return Invitation(code: code, secret: secret)
    }
  }

  /// Returns a token by which a device becomes the organiser's, once, as only the organiser's own may ask.
  ///
  /// - Throws: ``HostError``, ``WebClientError`` or ``ScoreStoreError``.
  package static func organisersToken(
    for round: RoundID, of hub: HubRecord, as device: DeviceID, timeout: Duration,
    uptime: () -> Duration
  ) throws -> AccessToken {
    let invite = LogMessage.Invite(round: round, isOrganisers: true)
    return try ask(invite, of: hub, as: device, timeout, uptime) {
      $0.token.flatMap { AccessToken($0) }
    }
  }

  private static func ask<Value>(
    _ invite: LogMessage.Invite, of hub: HubRecord, as device: DeviceID, _ timeout: Duration,
    _ uptime: () -> Duration, read: (LogMessage.Invited) -> Value?
  ) throws -> Value {
    guard let address = HostAddress(hub.address) else { throw HostError.badAddress }
    let target = address.target(authorization: "Bearer \(hub.token)", key: hub.key)
    return try ask(
      target, at: hub.address, .init(device: device, after: hub.seen), timeout, uptime
    ) { message, client in
      switch message {
      case .group(let group):
        guard group.version ?? 1 >= 2 else {
          throw HostError.refused(
            place: hub.address,
            reason: "it is of an earlier version; run hyzer round invite on the host")
        }
        client.send(.text(LogMessage.invite(invite).json))
        return nil
      case .invited(let invited): return read(invited)
      default: return nil
      }
    }
  }

  /// Connects, says as what this device writes, and returns what `answer` makes of one of the messages that come.
  private static func ask<Value>(
    _ target: WebClient.Target, at place: String, _ follow: LogMessage.Follow, _ timeout: Duration,
    _ uptime: () -> Duration, answer: (LogMessage, WebClient) throws -> Value?
  ) throws -> Value {
    let client = try WebClient()
    client.connect(to: target, timeout: timeout)
    let end = uptime() + timeout
    var wasHeard = false
    while uptime() < end {
      for event in client.service(for: end - uptime()) {
        switch event {
        case .opened: client.send(.text(LogMessage.follow(follow).json))
        case .received(.text(let text)):
          guard let message = try? LogMessage(json: text) else { break }
          if case .notice(let text) = message {
            throw HostError.refused(place: place, reason: text)
          }
          wasHeard = true
          if let value = try answer(message, client) { return value }
        case .received(.binary), .drained, .refused, .closed: break
        }
        if let error = HostError(event, at: place, wasOpen: wasHeard) { throw error }
      }
    }
    throw HostError.unreachable(place: place, reason: "it does not answer in time")
  }

  /// Connects once, and brings log and host to hold the same, as far as the time goes.
  ///
  /// - Throws: ``HostError`` where the host cannot be used, and ``ScoreStoreError``.
  package func exchange(within time: Duration) throws {
    let end = surroundings.uptime() + time
    defer { client.disconnect() }
    repeat {
      try turn(waiting: end - surroundings.uptime())
      if let failure {
        try store.note(
          hub: hub.address, problem: "\(failure)",
          retryAt: failure.isWorthRetry ? retryTime : nil)
        throw failure
      }
      if link.isSettled { return }
    } while surroundings.uptime() < end
    if !link.condition.isOnline {
      let failure = HostError.unreachable(
        place: hub.address, reason: "it does not answer in time")
      try store.note(hub: hub.address, problem: "\(failure)", retryAt: retryTime)
      throw failure
    }
  }

  private var retryTime: String? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return try? style.parse(surroundings.timestamp()).addingTimeInterval(Self.restAfterFailure)
      .formatted(style)
  }

  /// Whether it failed a moment ago, so that another try can wait: clocks are set back.
  package var isResting: Bool {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let time = hub.retryAt.flatMap({ try? style.parse($0) }),
      let now = try? style.parse(surroundings.timestamp())
    else { return false }
    let left = time.timeIntervalSince(now)
    return left > 0 && left <= Self.restAfterFailure
  }

  /// Stays in touch until it is stopped; `report` gets the condition when it changes.
  ///
  /// - Throws: ``ScoreStoreError`` where the log cannot be read or written; another session may go on later.
  package func run(
    until isStopped: () -> Bool, report: (HostLink.Condition) -> Void
  ) throws(ScoreStoreError) {
    defer { client.disconnect() }
    var reported = condition
    while !isStopped() {
      try turn(waiting: Self.lookEvery)
      if condition != reported {
        reported = condition
        report(reported)
      }
    }
  }

  /// Waits until the waker wakes it, or a time is over.
  package func wait(for time: Duration) { _ = client.service(for: time) }

  // MARK: - One turn

  private func turn(waiting time: Duration) throws(ScoreStoreError) {
    let wasOnline = link.condition.isOnline
    perform(try link.look(at: surroundings.uptime()))
    if let wake = link.wakeAt, wake <= surroundings.uptime() { try feed([.tick]) }
    let pause = link.wakeAt.map { min($0 - surroundings.uptime(), time) } ?? time
    var events = client.service(for: max(.zero, min(pause, Self.lookEvery)))
    if link.isReading {
      // What comes in bulk is written together; a long message comes in some pieces, of which nothing is told.
      var silences = 0
      while silences < Self.mostSilences, events.count < Self.mostAtOnce,
        !events.contains(where: \.isEnd)
      {
        let more = client.service(for: .milliseconds(2))
        silences = more.isEmpty ? silences + 1 : 0
        events += more
      }
    }
    try feed(
      events.compactMap { event in
        switch event {
        case .opened: .connected
        // A later host may say what is not known here.
        case .received(.text(let text)): (try? LogMessage(json: text)).map { .received($0) }
        case .refused, .closed: .disconnected
        case .received(.binary), .drained: nil
        }
      })
    if link.condition.isOnline { failure = nil }
    for event in events {
      failure = HostError(event, at: hub.address, wasOpen: wasOnline) ?? failure
    }
  }

  private func feed(_ events: [HostLink.Event]) throws(ScoreStoreError) {
    perform(try link.feed(events, at: surroundings.uptime()))
  }

  private func perform(_ actions: [HostLink.Action]) {
    for action in actions {
      switch action {
      case .connect: client.connect(to: target, timeout: timeout)
      case .disconnect: client.disconnect()
      // What cannot be sent any more is told by the event of its end.
      case .send(let message): client.send(.text(message.json))
      }
    }
  }
}

extension WebClient.Event {
  fileprivate var isEnd: Bool {
    switch self {
    case .refused, .closed: true
    case .opened, .received, .drained: false
    }
  }
}

extension HostError {
  /// What the end of a connection means; nil for what is no end.
  fileprivate init?(_ event: WebClient.Event, at place: String, wasOpen: Bool) {
    switch event {
    case .refused(status: 401), .refused(status: 403), .closed(code: 1008, _):
      self = .notAdmitted(place: place)
    case .refused(let status): self = .noHost(place: place, status: status)
    case .closed(_, let reason) where wasOpen: self = .lost(place: place, reason: reason)
    case .closed(_, let reason): self = .unreachable(place: place, reason: reason)
    case .opened, .received, .drained: return nil
    }
  }
}
