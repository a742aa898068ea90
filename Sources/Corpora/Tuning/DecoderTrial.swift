internal import Foundation

/// Settings of the search for sentences that can be tuned; a change of any needs decoding again.
public struct DecoderTrial: Hashable, Sendable {
  /// The exponents of the grammar's weights: for forms that are said now and then.
  public var occasionalForm: Int
  /// For forms that are said seldom.
  public var rareForm: Int
  /// For each word of forms that noise is taken for.
  public var mistakableWord: Int
  /// For a golf word in place of a number.
  public var golfWord: Int
  /// The likelihood of going on to one more word.
  public var wordInsertionPenalty: Double
  /// The power to which the grammar's weights are raised.
  public var languageWeight: Double

  /// From where to where the exponents are drawn, each as likely as the other.
  public static let exponentRanges = (
    occasionalForm: 16...36, rareForm: 20...37, mistakableWord: 10...30, golfWord: 8...30
  )
  /// From where to where the word insertion penalty is drawn, evenly in its logarithm.
  public static let wordInsertionPenaltyRange = 0.05...1.0
  /// From where to where the language weight is drawn, evenly in its logarithm.
  public static let languageWeightRange = 0.5...2.0

  /// Makes a trial of given settings.
  public init(
    occasionalForm: Int, rareForm: Int, mistakableWord: Int, golfWord: Int,
    wordInsertionPenalty: Double, languageWeight: Double
  ) {
    self.occasionalForm = occasionalForm
    self.rareForm = rareForm
    self.mistakableWord = mistakableWord
    self.golfWord = golfWord
    self.wordInsertionPenalty = wordInsertionPenalty
    self.languageWeight = languageWeight
  }

  /// Returns other settings: each one is drawn anew with a chance of one half and else stays, so
  /// that near and far are both searched.
  public func varied(using random: inout some RandomNumberGenerator) -> DecoderTrial {
    var trial = self
    let ranges = DecoderTrial.exponentRanges
    if Bool.random(using: &random) {
      trial.occasionalForm = Int.random(in: ranges.occasionalForm, using: &random)
    }
    if Bool.random(using: &random) {
      trial.rareForm = Int.random(in: ranges.rareForm, using: &random)
    }
    if Bool.random(using: &random) {
      trial.mistakableWord = Int.random(in: ranges.mistakableWord, using: &random)
    }
    if Bool.random(using: &random) {
      trial.golfWord = Int.random(in: ranges.golfWord, using: &random)
    }
    if Bool.random(using: &random) {
      trial.wordInsertionPenalty = DecoderTrial.logarithmic(
        in: DecoderTrial.wordInsertionPenaltyRange, using: &random)
    }
    if Bool.random(using: &random) {
      trial.languageWeight = DecoderTrial.logarithmic(
        in: DecoderTrial.languageWeightRange, using: &random)
    }
    return trial
  }

  /// Draws evenly in the logarithm, to three digits: more would say nothing.
  private static func logarithmic(
    in range: ClosedRange<Double>, using random: inout some RandomNumberGenerator
  ) -> Double {
    let drawn = exp(
      Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &random))
    return (drawn * 1000).rounded() / 1000
  }
}
