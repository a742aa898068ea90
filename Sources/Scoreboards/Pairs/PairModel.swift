internal import FoundationEssentials
internal import Glibc

/// How likely each pair of a board is its score: a conditional logit, fitted on drawn boards.
///
/// A pair has a weighted sum of its features; one further choice, that none is the score, has 0. The
/// likelihoods of all of them are the exponentials over their sum.
struct PairModel: Hashable, Sendable, Decodable {
  /// The weight of each feature by its name.
  let weights: [String: Double]
  /// What every pair has.
  let bias: Double
  /// From this likelihood on a pair is offered as the score.
  let offered: Double

  /// The model that was fitted; see `Models/training/pairs.py`.
  ///
  /// - Throws: What is wrong with its file.
  static func fitted() throws -> PairModel {
    let model = try JSONDecoder().decode(
      PairModel.self, from: Data(PackageResources.pairs_json))
    precondition(
      Set(model.weights.keys) == Set(PairFeature.allCases.map(\.rawValue)),
      "pairs.json weighs other features")
    return model
  }

  /// Returns the pairs with their likelihoods, the likeliest first.
  func ranked(_ pairs: [CandidatePair]) -> [WeighedPair] {
    let sums = pairs.map { pair in
      zip(PairFeature.allCases, pair.features).reduce(bias) { sum, feature in
        sum + (weights[feature.0.rawValue] ?? 0) * feature.1
      }
    }
    let most = max(sums.max() ?? 0, 0)
    let whole = sums.reduce(exp(-most)) { $0 + exp($1 - most) }
    // That the score stands there is one thing, that it was read right another.
    return zip(pairs, sums).map { WeighedPair($0, likelihood: exp($1 - most) / whole * $0.reading) }
      .sorted { $0.likelihood > $1.likelihood }
  }
}

/// Two numbers of a photo, and how likely they are its score.
package struct WeighedPair: Hashable, Sendable {
  /// The two numbers, in reading order.
  package let scores: [Int]
  /// The middles of both, in pixels of the photo.
  package let places: [SIMD2<Double>]
  /// What was weighed, by name.
  package let features: [String: Double]
  /// How likely they are the score, 0 to 1.
  package let likelihood: Double

  init(_ pair: CandidatePair, likelihood: Double) {
    scores = pair.scores
    places = [pair.first, pair.second].map { number in
      number.digits.reduce(SIMD2.zero) { $0 + $1.middle } / Double(number.digits.count)
    }
    features = Dictionary(
      zip(PairFeature.allCases.map(\.rawValue) + ["reading"], pair.features + [pair.reading]),
      uniquingKeysWith: { first, _ in first })
    self.likelihood = likelihood
  }
}
