import Foundation
import HyzerBase
import Testing

@testable import HyzerVoice

/// What must never save itself.
@Suite struct `Nothing is saved when nobody spoke a score` {
  private func result(_ samples: [Int16]) throws -> ParseResult {
    try DemoScorer.score(samples).result
  }

  private func scaled(_ samples: [Int16], by factor: Double) -> [Int16] {
    samples.map { Int16(clamping: Int((Double($0) * factor).rounded())) }
  }

  @Test(arguments: [0, 3, 8, 3000, 20_000] as [Int16])
  func `silence and white noise`(amplitude: Int16) throws {
    var random = SeededGenerator(seed: 4)
    let noise = (0..<32_000).map { _ in Int16.random(in: -amplitude...amplitude, using: &random) }
    let result = try result(noise)
    #expect(result.scores.isEmpty && result.status == .failed)
  }

  /// Noise below about 100 Hz that swells and falls, as gusts do on a microphone.
  @Test(arguments: [1, 2, 3, 4]) func `wind alone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var low = 0.0
    let wind = (0..<80_000).map { index in
      low = 0.96 * low + Double.random(in: -1...1, using: &random)
      let gust = 1 + 0.8 * sin(Double(index) / 16_000 * 2 * Double.pi * 0.4)
      return Int16(low * gust * 2000)
    }
    #expect(try result(wind).scores.isEmpty)
  }

  /// Four chords of three notes, with overtones and a beat.
  @Test func `music`() throws {
    let chords: [[Double]] = [
      [262, 330, 392], [220, 262, 330], [175, 220, 262], [196, 247, 294],
    ]
    let music = (0..<96_000).map { index in
      let time = Double(index) / 16_000
      let beat = exp(-6 * time.truncatingRemainder(dividingBy: 0.375))
      let sound = chords[Int(time / 1.5)].reduce(0) { sum, pitch in
        sum + (1...4).reduce(0) { $0 + sin(2 * Double.pi * pitch * Double($1) * time) / Double($1) }
      }
      return Int16(sound * (0.3 + beat) * 2500)
    }
    #expect(try result(music).scores.isEmpty)
  }

  @Test func `unrelated talk, also clipped and far too quiet`() throws {
    let talk = try Speech.recording("unrelated.flac")
    for factor in [1, 40, 0.0005] {
      #expect(try result(scaled(talk, by: factor)).scores.isEmpty, "\(factor)")
    }
  }

  @Test func `speech that is far too quiet to be understood`() throws {
    #expect(try result(scaled(Speech.recording("pairs.flac"), by: 0.0001)).scores.isEmpty)
  }

  @Test func `speech that is all but clipped away is not saved wrong`() throws {
    let clipped = try result(scaled(Speech.recording("pairs.flac"), by: 1000))
    #expect(clipped.status != .success || clipped.scores.map(\.strokes.count) == [3, 4])
  }
}
