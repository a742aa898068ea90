import Evaluation
import Foundation
import Testing

@Suite struct `McNemar's test` {
  // By hand: 2 · P(X ≤ smaller) for as many coins as there are trials.
  @Test(arguments: [
    (0, 0, 1.0), (1, 0, 1.0), (1, 1, 1.0), (0, 2, 0.5), (0, 5, 0.0625), (1, 5, 0.21875),
    (5, 1, 0.21875), (2, 6, 0.2890625), (4, 5, 1.0), (3, 5, 0.7265625),
  ])
  func `the probability is the exact one`(first: Int, second: Int, expected: Double) {
    let test = McNemar(onlyFirst: first, onlySecond: second)
    #expect(abs(test.pValue - expected) <= 1e-12 * expected)
  }

  @Test(arguments: [(0, 30), (17, 40), (120, 180), (900, 1000), (499, 501)])
  func `it is the sum over Pascal's triangle`(first: Int, second: Int) {
    // Each row is halved at once, so that it holds probabilities.
    var row = [1.0]
    for _ in 0..<(first + second) { row = zip([0] + row, row + [0]).map { ($0 + $1) / 2 } }
    let expected = min(1, 2 * row[...min(first, second)].reduce(0, +))
    let value = McNemar(onlyFirst: first, onlySecond: second).pValue
    #expect(abs(value - expected) <= 1e-10 * expected)
  }

  @Test func `large counts agree with the normal approximation and never leave 0 to 1`() {
    // Continuity-corrected; good to a percent where the tail is not far out.
    for second in stride(from: 100_000, through: 101_500, by: 250) {
      let value = McNemar(onlyFirst: 100_000, onlySecond: second).pValue
      let z = max(0, Double(second - 100_000 - 1)) / Double(second + 100_000).squareRoot()
      #expect(abs(value - erfc(z / 2.0.squareRoot())) <= 0.01 * value)
      #expect((0...1).contains(value))
    }
    #expect(McNemar(onlyFirst: 100_000, onlySecond: 100_000).pValue == 1)
    #expect(McNemar(onlyFirst: 0, onlySecond: 100_000).pValue == 0)
  }

  @Test func `the more unequal the counts, the less probable`() {
    for trials in [1, 2, 9, 50, 1001] {
      let values = (0...trials / 2).map {
        McNemar(onlyFirst: $0, onlySecond: trials - $0).pValue
      }
      #expect(values == values.sorted())
      #expect(values.last == 1)
    }
  }
}
