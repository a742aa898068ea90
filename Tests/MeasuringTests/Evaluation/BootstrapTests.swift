import HyzerBase
import Testing

@testable import Measuring

private typealias Counts = (errors: Int, words: Int)

/// The difference of two systems on utterances of consecutive keys.
private func bootstrap(
  count: Int = 60, seed: UInt64 = 6, replicates: Int = 200, _ item: (Int) -> (Counts, Counts)
) -> BootstrapDifference {
  var difference = BootstrapDifference(seed: seed, replicates: replicates)
  for key in 0..<count {
    let (first, second) = item(key)
    difference.add(first: first, second: second, key: UInt64(key))
  }
  return difference
}

/// An utterance of 1 to 8 words, each of which fails at a rate.
private func randomCounts(_ rate: Double, _ random: inout SeededGenerator) -> Counts {
  let words = Int.random(in: 1...8, using: &random)
  return ((0..<words).count { _ in Double.random(in: 0..<1, using: &random) < rate }, words)
}

@Suite struct `Bootstrap of a rate` {
  @Test func `without items that vary, or without an error, there is no interval`() {
    var rate = BootstrapRate(seed: 1)
    for key in 1...2 as ClosedRange<UInt64> {
      #expect(rate.rate == nil)
      #expect(rate.interval() == nil)
      rate.add(numerator: 2, denominator: 0, key: key)
    }
    rate.add(numerator: 1, denominator: 4, key: 3)
    rate.add(numerator: 0, denominator: 4, key: 3)  // Drawn together with the one before.
    #expect(rate.interval() == nil)
    rate.add(numerator: 1, denominator: 4, key: 4)
    #expect(rate.interval() != nil)
    let perfect = bootstrap { _ in ((0, 4), (0, 4)) }
    #expect(perfect.first.rate == 0)
    #expect(perfect.first.interval() == nil)
  }

  @Test func `a lone replicate that drew nothing gives no interval`() throws {
    // 2 items are missed by one replicate in e², so some seed below 100 misses them.
    let intervals = (0..<100 as Range<UInt64>).map { seed in
      bootstrap(count: 2, seed: seed, replicates: 1) { _ in ((1, 2), (1, 2)) }.first.interval()
    }
    #expect(Set(intervals) == [nil, 0.5...0.5])
  }

  @Test func `a seed does not give its neighbour's keys the same weights`() {
    // With the seed merely combined with the key, the sums of both would be equal.
    func sums(_ seed: UInt64) -> ClosedRange<Double>? {
      bootstrap(count: 64, seed: seed) { (($0 & 62, 64), (0, 64)) }.first.interval(level: 0.5)
    }
    #expect(sums(0) != sums(1))
  }

  @Test func `the replicates vary as a sum of Poisson numbers does`() throws {
    // With one word each, the rate's variance is p(1-p)/n; the interval at 68.27 % is two deviations.
    let rate = bootstrap(count: 2000, replicates: 4000) { (($0 % 5 == 0 ? 1 : 0, 1), (0, 1)) }.first
    let interval = try #require(rate.interval(level: 0.682_689))
    let deviation = (0.2 * 0.8 / 2000).squareRoot()
    #expect(abs((interval.upperBound - interval.lowerBound) / (2 * deviation) - 1) < 0.05)
    #expect(abs((interval.upperBound + interval.lowerBound) / 2 - 0.2) < 0.1 * deviation)
    let widths = try [0.5, 0.8, 0.95, 0.99].map { level in
      let interval = try #require(rate.interval(level: level))
      return interval.upperBound - interval.lowerBound
    }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `one key for a speaker gives the wider interval of dependent utterances`() throws {
    // Each speaker fails always or never.
    func width(_ key: (Int) -> Int) throws -> Double {
      var rate = BootstrapRate(seed: 9, replicates: 100)
      for index in 0..<400 {
        rate.add(numerator: index / 20 % 2, denominator: 1, key: UInt64(key(index)))
      }
      let interval = try #require(rate.interval())
      return interval.upperBound - interval.lowerBound
    }
    // 20 speakers instead of 400 utterances: √20 times as wide.
    let ratio = try width { $0 / 20 } / width { $0 }
    #expect((3.0...6).contains(ratio))
  }
}

@Suite struct `Bootstrap of a difference` {
  @Test func `without items that vary nothing is defined`() {
    var difference = BootstrapDifference(seed: 1)
    #expect(difference.isUndefined)
    #expect(difference.difference == nil)
    difference.add(first: (1, 4), second: (0, 4), key: 1)
    #expect(difference.isUndefined)
    difference.add(first: (1, 4), second: (0, 0), key: 2)
    #expect(difference.isUndefined)  // The second system has one item still.
    difference.add(first: (1, 4), second: (0, 4), key: 3)
    #expect(!difference.isUndefined)
    #expect(difference.difference == -0.25)  // The second rate less the first.
    let oneSided = bootstrap(count: 3) { _ in ((1, 4), (1, 0)) }
    #expect(oneSided.difference == nil)
    #expect(oneSided.isUndefined)
  }

  @Test func `a constant difference has no spread, however the rates vary`() throws {
    // Unpaired draws would give the interval a width of several errors.
    let difference = bootstrap { (($0 % 5, 8), ($0 % 5 + 2, 8)) }
    let interval = try #require(difference.interval())
    #expect(abs(interval.lowerBound - 0.25) < 1e-12)
    #expect(abs(interval.upperBound - 0.25) < 1e-12)
    #expect(difference.crossingShare == 0)
    let alike = bootstrap { _ in ((2, 8), (2, 8)) }
    #expect(alike.interval() == 0...0)
    #expect(alike.crossingShare == 1)
  }

  @Test func `a system without an error still differs from one with some`() throws {
    let difference = bootstrap { key in ((key % 4, 8), (0, 8)) }
    #expect(difference.second.interval() == nil)
    #expect(try #require(difference.interval()).upperBound < 0)
  }

  @Test func `the share is that of the interval whose end is zero`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let items = (0..<60).map { _ in (randomCounts(0.3, &random), randomCounts(0.2, &random)) }
      let difference = bootstrap { items[$0] }
      let share = try #require(difference.crossingShare)
      guard (0.02...0.9).contains(share) else { continue }
      #expect(try #require(difference.interval(level: 1 - share + 0.01)).contains(0))
      #expect(try !#require(difference.interval(level: 1 - share - 0.01)).contains(0))
    }
  }

  @Test func `the order of the utterances does not matter`() {
    var random = SeededGenerator(seed: 5)
    let items = (0..<120).map { _ in (randomCounts(0.3, &random), randomCounts(0.2, &random)) }
    var shuffled = BootstrapDifference(seed: 6, replicates: 200)
    for (key, item) in items.enumerated().shuffled(using: &random) {
      shuffled.add(first: item.0, second: item.1, key: UInt64(key))
    }
    #expect(shuffled == bootstrap(count: 120) { items[$0] })
  }

  @Test func `about 95 of 100 intervals hold the true rate, and the true difference`() throws {
    // Each utterance has a difficulty of its own; over all, the systems fail with 0.3 and 0.2.
    var random = SeededGenerator(seed: 7)
    var covered = [0, 0, 0]
    for corpus in 0..<400 as Range<UInt64> {
      let difference = bootstrap(count: 100, seed: corpus) { _ in
        let difficulty = Double.random(in: 0...2, using: &random)
        return (randomCounts(0.3 * difficulty, &random), randomCounts(0.2 * difficulty, &random))
      }
      covered[0] += try #require(difference.first.interval()).contains(0.3) ? 1 : 0
      covered[1] += try #require(difference.second.interval()).contains(0.2) ? 1 : 0
      covered[2] += try #require(difference.interval()).contains(-0.1) ? 1 : 0
    }
    // Three standard errors of the share are 3.3 %; so few utterances cost another percent.
    for count in covered { #expect((0.915...0.985).contains(Double(count) / 400)) }
  }
}

extension BootstrapDifference {
  fileprivate var isUndefined: Bool { interval() == nil && crossingShare == nil }
}

@Suite struct `Poisson weights` {
  @Test func `each weight is as frequent as in the distribution`() {
    var counts = Array(repeating: 0, count: 40)
    for key in 0..<1000 as Range<UInt64> {
      for weight in poissonWeights(1000, seed: 1, key: key) { counts[weight] += 1 }
    }
    var probability = 0.367_879_441_171_442_3
    for weight in counts.indices {
      if weight > 0 { probability /= Double(weight) }
      let expected = probability * 1e6
      // Four standard errors, and one more where hardly any is expected.
      #expect(abs(Double(counts[weight]) - expected) <= 4 * expected.squareRoot() + 1)
    }
  }

  // 60,000 products of two weights less their mean: the mean of these has a standard error of 0.004.
  @Test(arguments: ["replicates", "keys", "seeds"])
  func `neighbours draw independently`(neighbours: String) {
    var sum = 0
    for key in 0..<60 as Range<UInt64> {
      let weights = poissonWeights(1000, seed: 1, key: key)
      #expect(poissonWeights(10, seed: 1, key: key) == Array(weights.prefix(10)))
      let others =
        switch neighbours {
        case "replicates": Array(weights.dropFirst())
        case "keys": poissonWeights(1000, seed: 1, key: key + 1)
        default: poissonWeights(1000, seed: 2, key: key)
        }
      for (one, other) in zip(weights, others) { sum += (one - 1) * (other - 1) }
    }
    #expect(abs(Double(sum) / 60_000) < 0.016)
  }
}
