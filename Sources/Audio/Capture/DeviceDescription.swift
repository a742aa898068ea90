/// A sound device as ALSA's configuration describes it.
public struct DeviceDescription: Hashable, Sendable {
  /// What a device can do.
  public enum Direction: Hashable, Sendable {
    /// It records only.
    case capture
    /// It plays only.
    case playback
    /// It does both.
    case both
  }

  /// The name to open the device by.
  public let name: String
  /// What the device is, for people, on one line; empty if the configuration does not say.
  public let description: String
  /// Whether it records, plays or both.
  public let direction: Direction

  /// Describes a device.
  public init(name: String, description: String, direction: Direction) {
    self.name = name
    self.description = description
    self.direction = direction
  }
}
