import Evaluation
import Randomness
import Testing

@Suite struct `Bootstrap of a difference` {
  private typealias Counts = (errors: Int, words: Int)

  @Test func `the difference is the second rate less the first`() {
    var difference = BootstrapDifference(seed: 1)
    difference.add(first: (1, 4), second: (0, 4), key: 1)
    difference.add(first: (2, 4), second: (1, 4), key: 2)
    #expect(difference.first.rate == 0.375)
    #expect(difference.second.rate == 0.125)
    #expect(difference.difference == -0.25)
  }

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
  }

  @Test func `a rate missing on one side leaves no difference`() {
    var difference = BootstrapDifference(seed: 1)
    for key in 0..<3 as Range<UInt64> { difference.add(first: (1, 4), second: (1, 0), key: key) }
    #expect(difference.difference == nil)
    #expect(difference.isUndefined)
  }

  @Test func `a constant difference has no spread, however the rates vary`() throws {
    // Unpaired draws would give the interval a width of several errors.
    var difference = BootstrapDifference(seed: 2)
    for key in 0..<50 {
      difference.add(first: (key % 5, 8), second: (key % 5 + 2, 8), key: UInt64(key))
    }
    let interval = try #require(difference.interval())
    #expect(abs(interval.lowerBound - 0.25) < 1e-12)
    #expect(abs(interval.upperBound - 0.25) < 1e-12)
    #expect(difference.crossingShare == 0)
  }

  @Test func `two systems that err alike do not differ`() {
    let difference = bootstrap { _ in ((2, 8), (2, 8)) }
    #expect(difference.interval() == 0...0)
    #expect(difference.crossingShare == 1)
  }

  @Test func `no replicate of a system that is better everywhere crosses zero`() {
    let difference = bootstrap { key in ((4, 8), (key % 4, 8)) }
    #expect(difference.crossingShare == 0)
  }

  @Test func `a system without an error still differs from one with some`() throws {
    let difference = bootstrap { key in ((key % 4, 8), (0, 8)) }
    #expect(difference.second.interval() == nil)
    #expect(try #require(difference.interval()).upperBound < 0)
  }

  @Test func `exchanging the systems turns the sign and keeps the share`() throws {
    var random = SeededGenerator(seed: 3)
    let items = (0..<60).map { _ in (randomCounts(0.3, &random), randomCounts(0.25, &random)) }
    let there = bootstrap { items[$0] }
    let back = bootstrap { (items[$0].1, items[$0].0) }
    let (interval, turned) = (try #require(there.interval()), try #require(back.interval()))
    #expect(abs(interval.lowerBound + turned.upperBound) < 1e-12)
    #expect(abs(interval.upperBound + turned.lowerBound) < 1e-12)
    #expect(there.crossingShare == back.crossingShare)
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

  @Test func `about 95 of 100 intervals hold the true difference`() throws {
    var random = SeededGenerator(seed: 7)
    var covered = 0
    let corpora = 300
    for corpus in 0..<corpora {
      var difference = BootstrapDifference(seed: UInt64(corpus), replicates: 200)
      for key in 0..<100 as Range<UInt64> {
        difference.add(
          first: randomCounts(0.3, &random), second: randomCounts(0.2, &random), key: key)
      }
      covered += try #require(difference.interval()).contains(-0.1) ? 1 : 0
    }
    #expect((0.91...0.985).contains(Double(covered) / Double(corpora)))
  }

  private func bootstrap(count: Int = 60, _ item: (Int) -> (Counts, Counts)) -> BootstrapDifference
  {
    var difference = BootstrapDifference(seed: 6, replicates: 200)
    for key in 0..<count {
      let (first, second) = item(key)
      difference.add(first: first, second: second, key: UInt64(key))
    }
    return difference
  }

  private func randomCounts(_ rate: Double, _ random: inout SeededGenerator) -> Counts {
    let words = Int.random(in: 1...8, using: &random)
    return ((0..<words).count { _ in Double.random(in: 0..<1, using: &random) < rate }, words)
  }
}

extension BootstrapDifference {
  fileprivate var isUndefined: Bool {
    interval() == nil && crossingShare == nil
  }
}
