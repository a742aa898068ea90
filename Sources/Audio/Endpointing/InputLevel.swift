/// How loud the input is, for a meter.
///
/// Levels are in dBFS as the endpointer measures them: between about 200 Hz and 1.8 kHz, relative to
/// the power of a full-scale square wave.
public struct InputLevel: Hashable, Sendable {
  /// The levels between which a meter moves: a quiet room, and speech that is about to clip.
  public static let meterRange = -70.0 ... -10.0

  /// The level of the last 10 ms; -100 for digital silence.
  public let decibels: Double
  /// The level of the background, or nil during the first 100 ms.
  public let floorDecibels: Double?

  /// Makes a level from decibels.
  public init(decibels: Double, floorDecibels: Double?) {
    self.decibels = decibels
    self.floorDecibels = floorDecibels
  }

  /// Where the level stands on a meter, from 0 to 1.
  public var meter: Double { InputLevel.place(of: decibels) }

  /// Where the background stands on the same meter; 0 while it is not known.
  public var floorMeter: Double { floorDecibels.map(InputLevel.place) ?? 0 }

  private static func place(of decibels: Double) -> Double {
    let range = meterRange
    let share = (decibels - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(share, 0), 1)
  }
}
