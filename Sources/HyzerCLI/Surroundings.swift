internal import Foundation

/// What commands take from the world beside their streams: the time, new identifiers, the device.
public struct Surroundings: Sendable {
  /// Returns the time of day in ISO 8601: UTC, with milliseconds.
  let timestamp: @Sendable () -> String
  /// Returns an identifier that nothing else has.
  let newIdentifier: @Sendable () -> String
  /// Returns the time since a moment that stays the same, to measure with.
  let uptime: @Sendable () -> Duration
  /// The name of this machine.
  let device: String

  /// Makes surroundings from their parts.
  public init(
    timestamp: @escaping @Sendable () -> String, newIdentifier: @escaping @Sendable () -> String,
    uptime: @escaping @Sendable () -> Duration, device: String
  ) {
    self.timestamp = timestamp
    self.newIdentifier = newIdentifier
    self.uptime = uptime
    self.device = device
  }

  /// The machine's own.
  public static let standard = {
    let start = ContinuousClock.now
    return Surroundings(
      timestamp: { Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) },
      newIdentifier: { UUID().uuidString.lowercased() },
      uptime: { ContinuousClock.now - start }, device: ProcessInfo.processInfo.hostName)
  }()
}
