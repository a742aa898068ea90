/// Conversions between floating-point samples, full scale at ±1, and 16-bit ones.
enum PCM16 {
  /// The 16-bit value that stands for 1.
  static let scale: Float = 32_768

  /// Returns the nearest 16-bit samples, clamped at full scale.
  static func samples(_ values: [Float]) -> [Int16] {
    values.map { value in
      Int16(min(max((value * scale).rounded(), -32_768), 32_767))
    }
  }

  /// Returns the average of each frame of `channels` interleaved samples.
  ///
  /// What is not a number becomes 0 and what is far beyond full scale is limited: either would
  /// otherwise spread through the resampling filter into its neighbours.
  static func mono(_ interleaved: [Float], channels: Int) -> [Float] {
    var mono: [Float] = []
    mono.reserveCapacity(interleaved.count / channels)
    for start in stride(from: 0, to: interleaved.count, by: channels) {
      var sum: Float = 0
      for value in interleaved[start..<start + channels] {
        sum += value.isNaN ? 0 : min(max(value, -256), 256)
      }
      mono.append(sum / Float(channels))
    }
    return mono
  }
}
