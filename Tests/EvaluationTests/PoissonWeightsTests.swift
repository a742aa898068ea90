import Testing

@testable import Evaluation

@Suite struct `Poisson weights` {
  @Test func `each weight is as frequent as in the distribution`() {
    var counts = Array(repeating: 0, count: 40)
    for key in 0..<1000 as Range<UInt64> {
      for weight in PoissonWeights(seed: 1, replicates: 1000).weights(key: key) {
        counts[weight] += 1
      }
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
      let weights = PoissonWeights(seed: 1, replicates: 1000).weights(key: key)
      let others =
        switch neighbours {
        case "replicates": Array(weights.dropFirst())
        case "keys": PoissonWeights(seed: 1, replicates: 1000).weights(key: key + 1)
        default: PoissonWeights(seed: 2, replicates: 1000).weights(key: key)
        }
      for (one, other) in zip(weights, others) { sum += (one - 1) * (other - 1) }
    }
    #expect(abs(Double(sum) / 60_000) < 0.016)
  }

  @Test func `the first replicates do not depend on how many there are`() {
    let few = PoissonWeights(seed: 1, replicates: 10).weights(key: 5)
    let many = PoissonWeights(seed: 1, replicates: 100).weights(key: 5)
    #expect(few == Array(many.prefix(10)))
  }
}
