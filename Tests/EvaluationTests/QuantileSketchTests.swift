import Evaluation
import Foundation
import Randomness
import Testing

@Suite struct `Quantiles of durations` {
  private static let shares = [0, 0.001, 0.05, 0.07, 0.25, 0.5, 0.55, 0.75, 0.95, 0.99, 1]

  @Test func `nothing counted has no quantile and no ends`() {
    let sketch = QuantileSketch()
    #expect(sketch.quantile(0.5) == nil)
    #expect(sketch.minimum == nil)
    #expect(sketch.maximum == nil)
    #expect(sketch.count == 0)
    #expect(sketch.sum == 0)
  }

  @Test(arguments: [0, 1e-7, 1e-5, 0.02, 0.1, 1, 7, 1e4, 1e6])
  func `one duration is every quantile, exactly`(seconds: Double) {
    let sketch = counted([seconds])
    #expect(Self.shares.allSatisfy { sketch.quantile($0) == seconds })
    #expect(sketch.minimum == seconds)
    #expect(sketch.maximum == seconds)
    #expect(sketch.sum == seconds)
  }

  @Test(arguments: [
    (0.0, 0.1), (0.25, 0.1), (0.26, 0.2), (0.5, 0.2), (0.75, 0.3), (0.76, 0.4), (1, 0.4),
  ])
  func `the rank is the nearest`(quantile: Double, expected: Double) throws {
    let value = try #require(counted([0.3, 0.1, 0.4, 0.2]).quantile(quantile))
    #expect(abs(value / expected - 1) < 0.005)
  }

  @Test func `rounding does not raise a rank`() throws {
    let value = try #require(counted((1...100).map(Double.init)).quantile(0.07))
    #expect(abs(value / 7 - 1) < 0.005)
  }

  @Test func `every quantile is within half a percent of the duration of its rank`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<60 {
      let durations = randomDurations(Int.random(in: 1...300, using: &random), &random)
      let sketch = counted(durations)
      let sorted = durations.sorted()
      var last = 0.0
      for share in Self.shares {
        // Whole numbers, since the shares are whole thousandths.
        let rank = max(1, (Int((share * 1000).rounded()) * sorted.count + 999) / 1000)
        let value = try #require(sketch.quantile(share))
        #expect(abs(value / sorted[rank - 1] - 1) < 0.005)
        #expect(value >= last)
        last = value
      }
      #expect(sketch.count == sorted.count)
      #expect(sketch.minimum == sorted.first)
      #expect(sketch.maximum == sorted.last)
      #expect(abs(sketch.sum / sorted.reduce(0, +) - 1) < 1e-9)
    }
  }

  @Test func `durations out of range stay between the ends`() {
    let sketch = counted([0, 1e-6, 1e5, 1e6])
    for share in Self.shares { #expect((0...1e6).contains(sketch.quantile(share) ?? -1)) }
    #expect(sketch.minimum == 0)
    #expect(sketch.maximum == 1e6)
  }

  @Test func `durations above the range share the last bin`() {
    #expect(counted([1e5, 1e6]).quantile(1) == 1e5)
  }

  @Test func `the order of the durations does not matter`() {
    var random = SeededGenerator(seed: 22)
    let durations = randomDurations(500, &random)
    #expect(counted(durations.shuffled(using: &random)) == counted(durations))
  }

  private func counted(_ durations: [Double]) -> QuantileSketch {
    var sketch = QuantileSketch()
    for duration in durations { sketch.add(duration) }
    return sketch
  }

  private func randomDurations(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in pow(10, .random(in: -5...4, using: &random)) }
  }
}
