internal import DiscGolf
internal import Foundation
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
    let newDevice: @Sendable () -> DeviceID
    let seed: UInt64

    package init(
      uptime: @escaping @Sendable () -> Duration, timestamp: @escaping @Sendable () -> String,
      newDevice: @escaping @Sendable () -> DeviceID, seed: UInt64
    ) {
      (self.uptime, self.timestamp, self.newDevice) = (uptime, timestamp, newDevice)
      self.seed = seed
    }
  }

  /// Chosen: what another program writes into the log is seen so soon.
  private static let lookEvery = Duration.milliseconds(100)
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
      store: store, hub: hub, timestamp: surroundings.timestamp, newDevice: surroundings.newDevice,
      random: SeededGenerator(seed: surroundings.seed), now: surroundings.uptime()
    ) { waker.wakeUp() }
  }

  package var condition: HostLink.Condition {
    var condition = link.condition
    condition.problem = failure.map { "\($0)" } ?? condition.problem
    return condition
  }

  /// Lets this device in by an invitation, and returns by what the host lets it in from now on.
  ///
  /// - Throws: ``HostError``, ``WebClientError`` or ``ScoreStoreError``.
  package static func join(
    _ invitation: HostAddress, as device: DeviceID, timeout: Duration,
    uptime: () -> Duration
  ) throws -> HubRecord {
    guard let secret = invitation.secret else { throw HostError.badAddress }
    let place = "\(invitation)"
    let client = try WebClient()
    client.connect(
      to: invitation.target(
        authorization: WebTrust.invitation + secret.text, key: invitation.key), timeout: timeout)
    let end = uptime() + timeout
    var token: String?
    while uptime() < end {
      for event in client.service(for: end - uptime()) {
        switch event {
        case .opened: client.send(.text(LogMessage.follow(.init(device: device, after: nil)).json))
        case .received(.text(let text)):
          switch try? LogMessage(json: text) {
          case .admitted(let given): token = given
          case .group(let group):
            guard let token else { break }
            return HubRecord(
              address: place, key: invitation.key, token: token, group: group.id,
              groupName: group.name)
          case .notice(let text): throw HostError.refused(place: place, reason: text)
          default: break
          }
        case .received(.binary), .drained: break
        case .refused, .closed: throw HostError(event, at: place, isOpen: token != nil)
        }
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

  /// Stays in touch until it is stopped, whatever goes wrong; `report` gets the condition when it changes.
  package func run(
    until isStopped: () -> Bool, report: (HostLink.Condition) -> Void
  ) {
    var reported = condition
    while !isStopped() {
      var trouble: String?
      do {
        try turn(waiting: Self.lookEvery)
      } catch {
        trouble = "\(error)"
        // What the log holds is sent when it can be read again.
        _ = client.service(for: .seconds(1))
      }
      var now = condition
      now.problem = trouble ?? now.problem
      if now != reported { report(now) }
      reported = now
    }
    client.disconnect()
  }

  // MARK: - One turn

  private func turn(waiting time: Duration) throws(ScoreStoreError) {
    do {
      perform(try link.look(at: surroundings.uptime()))
      if let wake = link.wakeAt, wake <= surroundings.uptime() { try feed(.tick) }
      let pause = link.wakeAt.map { min($0 - surroundings.uptime(), time) } ?? time
      for event in client.service(for: max(.zero, min(pause, Self.lookEvery))) {
        switch event {
        case .opened: try feed(.connected)
        case .received(.text(let text)):
          // A later host may say what is not known here.
          if let message = try? LogMessage(json: text) { try feed(.received(message)) }
          if link.condition.isOnline { failure = nil }
        case .received(.binary), .drained: break
        case .refused, .closed:
          failure = HostError(event, at: hub.address, isOpen: link.condition.isOnline)
          try feed(.disconnected)
        }
      }
    } catch {
      client.disconnect()
      perform(try link.feed(.disconnected, at: surroundings.uptime()))
      throw error
    }
  }

  private func feed(_ event: GroupLink.Event) throws(ScoreStoreError) {
    perform(try link.feed(event, at: surroundings.uptime()))
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

extension HostError {
  /// What the end of a connection means.
  fileprivate init(_ event: WebClient.Event, at place: String, isOpen: Bool) {
    self =
      switch event {
      case .refused(status: 401), .refused(status: 403), .closed(code: 1008, _):
        .notAdmitted(place: place)
      case .refused(let status): .noHost(place: place, status: status)
      case .closed(_, let reason) where isOpen: .lost(place: place, reason: reason)
      case .closed(_, let reason): .unreachable(place: place, reason: reason)
      case .opened, .received, .drained:
        preconditionFailure("a connection that goes on has no error")
      }
  }
}
