/// Samples put together for a test, at 16 kHz.
struct Signal {
  var samples: [Int16] = []

  /// Appends digital zero.
  func silence(_ milliseconds: Int) -> Signal {
    appending(milliseconds) { _ in 0 }
  }

  /// Appends a square wave of 500 Hz, which needs no sine.
  func tone(_ milliseconds: Int, amplitude: Double = 8000) -> Signal {
    appending(milliseconds) { $0 % 32 < 16 ? amplitude : -amplitude }
  }

  /// Appends white noise, the same on every run, of uniform distribution up to the amplitude.
  func noise(_ milliseconds: Int, amplitude: Double) -> Signal {
    var seed: UInt64 = 88_172_645_463_325_252
    return appending(milliseconds) { _ in
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return (Double(seed % 20_001) / 10_000 - 1) * amplitude
    }
  }

  /// Adds noise, an offset, or both to all that is there, then clips.
  func over(noise amplitude: Double = 0, offset: Double = 0, gain: Double = 1) -> Signal {
    let noise = Signal().noise(samples.count / 16 + 1, amplitude: amplitude).samples
    return Signal(
      samples: zip(samples, noise).map {
        Int16(max(-32_768, min(32_767, Double($0) * gain + Double($1) + offset)))
      })
  }

  private func appending(_ milliseconds: Int, _ value: (Int) -> Double) -> Signal {
    Signal(samples: samples + (0..<milliseconds * 16).map { Int16(value($0)) })
  }
}
