import Evaluation
import Testing

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
