internal import Foundation

/// What commands take from the world beside their streams: the time, new identifiers, the device.
package struct Surroundings: Sendable {
  /// Returns the time of day in ISO 8601: UTC, with milliseconds.
  let timestamp: @Sendable () -> String
  /// Returns an identifier that nothing else has.
  let newIdentifier: @Sendable () -> String
  /// Returns the time since a moment that stays the same, to measure with.
  let uptime: @Sendable () -> Duration
  /// Waits, and returns whether to go on with what is repeated until somebody ends it.
  var wait: @Sendable (Duration) -> Bool = { _ in false }
  /// Returns whether a signal asks for the end; once asked, a signal no longer ends the process.
  var isInterrupted: @Sendable () -> Bool = { false }
  /// Returns a time of `timestamp` as people here write it: `2026-05-01 11:30`.
  var localTime: @Sendable (String) -> String = { Surroundings.shortTime($0, in: .gmt) }
  /// How long to wait for another program that holds the score log.
  var busyTimeout = Duration.zero
  /// The name of this machine.
  let device: String

  /// The machine's own.
  package static let standard = {
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
