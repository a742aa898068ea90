/// Brings sums of sounds back to 16 bits without clipping.
package enum PeakLimit {
  /// The magnitude that no sample of a result passes.
  package static let peak = 30_000.0

  /// Returns the samples rounded to the nearest, all of them scaled down alike where the largest
  /// would pass ``peak``.
  package static func samples(_ values: [Double]) -> [Int16] {
    let largest = values.reduce(0) { max($0, abs($1)) }
    let scale = largest > peak ? peak / largest : 1
    return values.map { Int16(($0 * scale).rounded()) }
  }
}
