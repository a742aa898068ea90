import Evaluation
import Randomness
import Testing

@Suite struct `Bootstrap of a rate` {
  private struct Item { let errors, words: Int, key: UInt64 }

  @Test func `the rate is that of the sums`() {
    var rate = BootstrapRate(seed: 1)
    rate.add(numerator: 1, denominator: 2, key: 1)
    rate.add(numerator: 0, denominator: 6, key: 2)
    rate.add(numerator: 3, denominator: 0, key: 3)
    #expect(rate.numerator == 4)
    #expect(rate.denominator == 8)
    #expect(rate.rate == 0.5)
  }

  @Test func `without items that vary there is no interval`() {
    var rate = BootstrapRate(seed: 1)
    #expect(rate.rate == nil)
    #expect(rate.interval() == nil)
    rate.add(numerator: 2, denominator: 0, key: 1)
    rate.add(numerator: 2, denominator: 0, key: 2)
    #expect(rate.rate == nil)
    #expect(rate.interval() == nil)
    rate.add(numerator: 1, denominator: 4, key: 3)
    rate.add(numerator: 0, denominator: 4, key: 3)  // Drawn together with the one before.
    #expect(rate.interval() == nil)
    rate.add(numerator: 1, denominator: 4, key: 4)
    #expect(rate.interval() != nil)
  }

  @Test func `a lone replicate that drew nothing gives no interval`() throws {
    // 2 items are missed by one replicate in e², so some seed below 100 misses them.
    let intervals = (0..<100 as Range<UInt64>).map { seed in
      var rate = BootstrapRate(seed: seed, replicates: 1)
      for key in 0..<2 as Range<UInt64> { rate.add(numerator: 1, denominator: 2, key: key) }
      return rate.interval()
    }
    #expect(Set(intervals) == [nil, 0.5...0.5])
  }

  @Test func `without an error there is no interval`() {
    var rate = BootstrapRate(seed: 1)
    for key in 0..<50 as Range<UInt64> { rate.add(numerator: 0, denominator: 4, key: key) }
    #expect(rate.rate == 0)
    #expect(rate.interval() == nil)
    rate.add(numerator: 1, denominator: 4, key: 50)
    #expect(rate.interval() != nil)
  }

  @Test func `the order of the items does not matter`() {
    var random = SeededGenerator(seed: 5)
    let items = randomItems(200, &random)
    #expect(bootstrap(items.shuffled(using: &random)) == bootstrap(items))
  }

  @Test func `a seed repeats, and another draws otherwise`() {
    var random = SeededGenerator(seed: 6)
    let items = randomItems(50, &random)
    #expect(bootstrap(items) == bootstrap(items))
    #expect(bootstrap(items).interval() != bootstrap(items, seed: 10).interval())
  }

  @Test func `a seed does not give its neighbour's keys the same weights`() {
    // With the seed merely combined with the key, the sums of both would be equal.
    func sums(_ seed: UInt64) -> ClosedRange<Double>? {
      bootstrap((0..<64).map { Item(errors: $0 & 62, words: 64, key: UInt64($0)) }, seed: seed)
        .interval(level: 0.5)
    }
    #expect(sums(0) != sums(1))
  }

  @Test func `the replicates vary as a sum of Poisson numbers does`() throws {
    // With one word each, the rate's variance is p(1-p)/n; the interval at 68.27 % is two deviations.
    let items = (0..<2000).map { Item(errors: $0 % 5 == 0 ? 1 : 0, words: 1, key: UInt64($0)) }
    let interval = try #require(bootstrap(items, replicates: 4000).interval(level: 0.682_689))
    let deviation = (0.2 * 0.8 / 2000).squareRoot()
    #expect(abs((interval.upperBound - interval.lowerBound) / (2 * deviation) - 1) < 0.05)
    #expect(abs((interval.upperBound + interval.lowerBound) / 2 - 0.2) < 0.1 * deviation)
  }

  @Test func `a higher level widens the interval`() throws {
    var random = SeededGenerator(seed: 7)
    let whole = bootstrap(randomItems(100, &random))
    let widths = try [0.5, 0.8, 0.95, 0.99].map { level in
      let interval = try #require(whole.interval(level: level))
      return interval.upperBound - interval.lowerBound
    }
    #expect(widths == widths.sorted())
    #expect(Set(widths).count == widths.count)
  }

  @Test func `about 95 of 100 intervals hold the true rate`() throws {
    // An utterance has 1 to 8 words and its own difficulty; over all, a word fails with 0.2.
    var random = SeededGenerator(seed: 8)
    var covered = 0
    let corpora = 400
    for corpus in 0..<corpora {
      var rate = BootstrapRate(seed: UInt64(corpus), replicates: 200)
      for key in 0..<100 as Range<UInt64> {
        let item = randomItem(key: key, &random)
        rate.add(numerator: item.errors, denominator: item.words, key: key)
      }
      covered += try #require(rate.interval()).contains(0.2) ? 1 : 0
    }
    // Three standard errors of the share are 3.3 %; so few utterances cost another percent.
    #expect((0.915...0.985).contains(Double(covered) / Double(corpora)))
  }

  @Test func `one key for a speaker gives the wider interval of dependent utterances`() throws {
    // Each speaker fails always or never.
    func width(_ key: (Int) -> UInt64) throws -> Double {
      let items = (0..<400).map { Item(errors: $0 / 20 % 2, words: 1, key: key($0)) }
      let interval = try #require(bootstrap(items).interval())
      return interval.upperBound - interval.lowerBound
    }
    // 20 speakers instead of 400 utterances: √20 times as wide.
    let ratio = try width { UInt64($0 / 20) } / width { UInt64($0) }
    #expect((3.0...6).contains(ratio))
  }

  private func bootstrap(_ items: [Item], seed: UInt64 = 9, replicates: Int = 100) -> BootstrapRate
  {
    var rate = BootstrapRate(seed: seed, replicates: replicates)
    for item in items { rate.add(numerator: item.errors, denominator: item.words, key: item.key) }
    return rate
  }

  private func randomItems(_ count: Int, _ random: inout SeededGenerator) -> [Item] {
    (0..<count).map { _ in randomItem(key: random.next(), &random) }
  }

  private func randomItem(key: UInt64, _ random: inout SeededGenerator) -> Item {
    let words = Int.random(in: 1...8, using: &random)
    let difficulty = Double.random(in: 0...0.4, using: &random)
    let errors = (0..<words).count { _ in Double.random(in: 0..<1, using: &random) < difficulty }
    return Item(errors: errors, words: words, key: key)
  }
}
