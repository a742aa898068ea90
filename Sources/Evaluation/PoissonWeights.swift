internal import Randomness

/// How often each replicate of a bootstrap draws an item: Poisson numbers of mean 1.
///
/// The numbers are a function of the seed, the replicate and the item's key alone, so they depend
/// neither on the order of the items nor on which of them are seen.
struct PoissonWeights: Hashable, Sendable {
  let seed: UInt64
  let replicates: Int

  /// Returns one weight for each replicate.
  func weights(key: UInt64) -> [Int] {
    // The seed is mixed first: close seeds must not give each other's keys their numbers.
    var seeding = SeededGenerator(seed: seed)
    var random = SeededGenerator(seed: seeding.next() ^ key)
    let tails = Self.tails
    return (0..<replicates).map { _ in
      let uniform = random.next()
      var weight = 0
      while uniform < tails[weight] { weight += 1 }
      return weight
    }
  }

  /// The probabilities of a weight above 0, above 1 and so on, in units of 2⁻⁶⁴; the last is 0.
  private static let tails: [UInt64] = {
    var probability = 0.367_879_441_171_442_32  // Of a weight of 0: 1/e.
    var probabilities = (1...32).map { weight in
      probability /= Double(weight)
      return probability
    }
    var tails: [UInt64] = []
    var tail = 0.0
    // From the least, so that nothing is lost beside larger numbers.
    while let last = probabilities.popLast() {
      tail += last
      tails.append(UInt64(tail * 0x1p64))
    }
    return tails.reversed()
  }()
}
