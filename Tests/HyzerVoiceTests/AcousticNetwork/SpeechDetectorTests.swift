import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct SpeechDetectorTests {
  private static func network() throws -> AcousticNetwork {
    try NetworkFixture(
      layers: [
        .init(7, 12, [-2, -1, 0, 1, 2]), .init(12, 12, [-1, 0, 1], stride: 2),
        .init(12, 12, [-3, 0, 3], isResidual: true), .init(12, 6, [0], isRectified: false),
      ], classes: 3, senones: 12
    ).network()
  }

  /// Noise whose level changes all the time.
  private static let samples: [Int16] = {
    var random = SeededGenerator(seed: 3)
    return (0..<140_000).map { Int16.random(in: -20...20, using: &random) * Int16($0 / 700 % 90) }
  }()

  /// Where it is asked: at once, soon again, and after pauses shorter and longer than three seconds.
  private static let ends = [3000, 4600, 6400, 40_000, 41_600, 100_000, 101_600, 140_000]

  /// What the detector is by its definition, from the last three seconds alone.
  private static func probability(at end: Int, by network: AcousticNetwork) -> Float {
    let complete = (end - 400) / 160 + 1
    let start = max(complete - 300, 0)
    var features = network.frontEnd.logEnergies(
      of: Array(samples[start * 160..<end]), frames: complete - start)
    for band in 0..<features.columns {
      let rows = stride(from: band, to: features.values.count, by: features.columns)
      let mean = rows.reduce(0) { $0 + features.values[$1] } / Float(features.rows)
      for index in rows { features.values[index] -= mean }
    }
    let speech = network.posteriors(features: features, frames: 0..<features.rows, block: 1000)
      .silence.map { 1 - $0 }
    // Rows of two frames: where there is an odd number of them, one frame more is looked at.
    let first = max(speech.count - 16, 0) / 2 * 2
    return (first...speech.count - 5).map { speech[$0..<$0 + 5].reduce(0, +) / 5 }.max() ?? 0
  }

  @Test(arguments: [160, 7777, 140_000])
  func `speech is the most likely stretch of the last frames, whatever the blocks`(size: Int) throws
  {
    let network = try Self.network()
    var detector = SpeechDetector(network)
    var found: [Float] = []
    for start in stride(from: 0, to: Self.samples.count, by: size) {
      let end = min(start + size, Self.samples.count)
      detector.append(Array(Self.samples[start..<end]))
      for asked in Self.ends where (start + 1...end).contains(asked) {
        found.append(detector.probability(at: asked))
      }
    }
    let expected = Self.ends.map { Self.probability(at: $0, by: network) }
    #expect(Set(expected).count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-3) }
    #expect(found.count == expected.count)
  }

  @Test func `where hardly anything was said yet, nobody speaks`() throws {
    var detector = SpeechDetector(try Self.network())
    detector.append(Array(Self.samples[..<1600]))
    #expect(detector.probability(at: 0) == 0)
    #expect(detector.probability(at: 1039) == 0)
    #expect(detector.probability(at: 1040) > 0)
  }
}
