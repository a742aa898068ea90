import Foundation
import Testing

@testable import Measuring

@Suite struct `Proportions` {
  // The limits are the roots of |p - s/n| = z √(p(1-p)/n), found by bisection elsewhere.
  @Test(arguments: [
    (Proportion(0, of: 10), 0.0, 0.2775327999), (Proportion(5, of: 10), 0.2365930905, 0.7634069095),
    (Proportion(10, of: 10), 0.7224672001, 1),
    (Proportion(132, of: 240), 0.4867646007, 0.6116600073),
    (Proportion(1, of: 1), 0.2065493144, 1), (Proportion(0, of: 1), 0, 0.7934506856),
    (Proportion(1, of: 20), 0.0088814488, 0.2361311934),
  ])
  func `the interval is Wilson's`(proportion: Proportion, lower: Double, upper: Double) throws {
    let interval = try #require(proportion.interval)
    #expect(abs(interval.lowerBound - lower) < 1e-9)
    #expect(abs(interval.upperBound - upper) < 1e-9)
    #expect(interval.contains(try #require(proportion.rate)))
  }

  @Test func `without a trial there is no rate and no interval`() {
    #expect(Proportion(0, of: 0).rate == nil)
    #expect(Proportion(0, of: 0).interval == nil)
  }
}

@Suite struct `McNemar's test` {
  @Test(arguments: [
    (0, 0), (1, 0), (1, 1), (0, 2), (1, 5), (5, 1), (4, 5), (0, 30), (17, 40), (120, 180),
    (900, 1000), (499, 501),
  ])
  func `it is the sum over Pascal's triangle`(first: Int, second: Int) {
    // Each row is halved at once, so that it holds probabilities.
    var row = [1.0]
    for _ in 0..<(first + second) { row = zip([0] + row, row + [0]).map { ($0 + $1) / 2 } }
    let expected = min(1, 2 * row[...min(first, second)].reduce(0, +))
    let value = PairedComparison.Change(lost: first, gained: second).pValue
    #expect(abs(value - expected) <= 1e-10 * expected)
  }

  @Test func `large counts agree with the normal approximation and never leave 0 to 1`() {
    // Continuity-corrected; good to a percent where the tail is not far out.
    for second in stride(from: 100_000, through: 101_500, by: 250) {
      let value = PairedComparison.Change(lost: 100_000, gained: second).pValue
      let z = max(0, Double(second - 100_000 - 1)) / Double(second + 100_000).squareRoot()
      #expect(abs(value - erfc(z / 2.0.squareRoot())) <= 0.01 * value)
      #expect((0...1).contains(value))
    }
    #expect(PairedComparison.Change(lost: 100_000, gained: 100_000).pValue == 1)
    #expect(PairedComparison.Change(lost: 0, gained: 100_000).pValue == 0)
  }
}

@Suite struct `Paired comparison` {
  @Test func `what changed is counted both ways, and alike utterances are not`() {
    var comparison = PairedComparison(seed: 1)
    comparison.add(before: mikeOutcome(1), after: mikeOutcome(1, heard: 4))
    comparison.add(before: mikeOutcome(2, heard: 4), after: mikeOutcome(2))
    comparison.add(before: mikeOutcome(3, heard: 4), after: mikeOutcome(3))
    comparison.add(before: mikeOutcome(4), after: mikeOutcome(4))
    comparison.add(before: mikeOutcome(5, said: nil, heard: nil), after: mikeOutcome(5, said: nil))
    #expect(comparison.utterances == 5)
    #expect(comparison.exact == .init(lost: 1, gained: 2))
    #expect(comparison.wrongCommits == .init(lost: 2, gained: 2))
    #expect(comparison.falseAccepts.difference == 1)
    #expect(comparison.exact.pValue == 1)
    #expect(!comparison.isWorse())
  }

  @Test(arguments: [(5, false), (6, true)])
  func `worse is what chance would not do: six lost and none gained`(lost: Int, isWorse: Bool) {
    // Two to the power of -5 is 3.1 %, of -4 6.3 %: both sides counted, six make p 0.031.
    var comparison = PairedComparison(seed: 1)
    for line in 0..<lost {
      // The words stay right, so that pairs alone differ.
      var lost = mikeOutcome(line)
      lost.accepted = []
      comparison.add(before: mikeOutcome(line), after: lost)
    }
    for line in lost..<100 { comparison.add(before: mikeOutcome(line), after: mikeOutcome(line)) }
    #expect(comparison.isWorse() == isWorse)
    // Six lost are likely somewhere among many comparisons.
    #expect(!comparison.isWorse(tests: 2))
    #expect(comparison.exact.difference == -lost)
  }

  @Test(arguments: [(2, false), (12, true)])
  func `more errors count where enough utterances have them`(count: Int, isWorse: Bool) {
    var comparison = PairedComparison(seed: 1)
    for line in 0..<count {
      var worse = mikeOutcome(line)
      worse.heard = ["four"]
      comparison.add(before: mikeOutcome(line), after: worse)
    }
    #expect(comparison.wordErrors.difference == 1)
    #expect(comparison.isWorse() == isWorse)
  }
}
