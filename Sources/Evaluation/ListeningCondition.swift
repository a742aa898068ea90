/// What a corpus is heard through: nothing but its own recordings, or noise at some level.
public struct ListeningCondition: Hashable, Sendable, Codable {
  /// The noise's recording, or nil for the recordings as they are.
  public let noise: String?
  /// How far the active speech level lies above the noise, in decibels; nil without noise.
  public let snrDecibels: Double?

  /// Makes a condition with noise.
  public init(noise: String, snrDecibels: Double) {
    self.noise = noise
    self.snrDecibels = snrDecibels
  }

  private init() {
    noise = nil
    snrDecibels = nil
  }

  /// The recordings as they are.
  public static let asRecorded = ListeningCondition()

  /// The condition in words: `as recorded`, or `wind.wav at 10 dB`.
  public var name: String {
    guard let noise, let snrDecibels else { return "as recorded" }
    return "\(noise.split(separator: "/").last ?? "") at \(decimal(snrDecibels)) dB"
  }

  private func decimal(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
  }
}
