internal import Foundation

/// What commands take from the world beside their streams: the time, new identifiers, the device.
public struct Surroundings: Sendable {
  /// Returns the time of day in ISO 8601: UTC, with milliseconds.
  let timestamp: @Sendable () -> String
  /// Returns an identifier that nothing else has.
  let newIdentifier: @Sendable () -> String
  /// Returns the time since a moment that stays the same, to measure with.
  let uptime: @Sendable () -> Duration
  /// Waits, and returns whether to go on with what is repeated until somebody ends it.
  let wait: @Sendable (Duration) -> Bool
  /// Returns whether a signal asks for the end; from the first look on, it no longer ends the process.
  let isInterrupted: @Sendable () -> Bool
  /// Returns a time of `timestamp` as people here write it: `2026-05-01 11:30`.
  let localTime: @Sendable (String) -> String
  /// How long to wait for another program that holds the score log.
  let busyTimeout: Duration
  /// The name of this machine.
  let device: String

  /// Makes surroundings from their parts; without those that have a default nothing is waited for,
  /// and local time is UTC.
  public init(
    timestamp: @escaping @Sendable () -> String, newIdentifier: @escaping @Sendable () -> String,
    uptime: @escaping @Sendable () -> Duration,
    wait: @escaping @Sendable (Duration) -> Bool = { _ in false },
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    localTime: (@Sendable (String) -> String)? = nil,
    busyTimeout: Duration = .zero, device: String
  ) {
    self.timestamp = timestamp
    self.newIdentifier = newIdentifier
    self.uptime = uptime
    self.wait = wait
    self.isInterrupted = isInterrupted
    self.localTime = localTime ?? { Surroundings.shortTime($0, in: .gmt) }
    self.busyTimeout = busyTimeout
    self.device = device
  }

  /// The machine's own.
  public static let standard = {
    let start = ContinuousClock.now
    return Surroundings(
      timestamp: { Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) },
      newIdentifier: { UUID().uuidString.lowercased() },
      uptime: { ContinuousClock.now - start },
      wait: {
        Thread.sleep(forTimeInterval: $0 / .seconds(1))
        return true
      },
      isInterrupted: { Interruption.isRequested },
      localTime: { shortTime($0, in: .current) }, busyTimeout: .seconds(2),
      device: ProcessInfo.processInfo.hostName)
  }()

  /// Returns a time in a zone, or as it stands where it is none.
  static func shortTime(_ timestamp: String, in zone: TimeZone) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = try? style.parse(timestamp) else { return timestamp }
    let local = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
      .year().month().day().time(includingFractionalSeconds: false)
    return String(date.formatted(local).prefix(16))
  }
}
