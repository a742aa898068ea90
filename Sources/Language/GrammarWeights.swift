/// How much less likely the grammar holds what people say less often: exponents of powers of
/// ten, from 0 to 37.
///
/// A grammar without such weights lets noise between two words become "no, two".
public struct GrammarWeights: Hashable, Sendable, Codable {
  /// The exponent for forms that are said now and then; 20 stands for the weight 1e-20.
  public var occasionalForm: Int
  /// The exponent for forms that are said seldom.
  public var rareForm: Int
  /// The exponent for each word of forms that noise is easily taken for.
  public var mistakableWord: Int
  /// The exponent for a golf word in place of a number.
  public var golfWord: Int
  /// The same in the grammar of the usual forms alone.
  public var usualGolfWord: Int
  /// The same among the rivals of a score.
  public var rivalGolfWord: Int

  /// Makes weights from exponents, each 0 or more.
  public init(
    occasionalForm: Int, rareForm: Int, mistakableWord: Int, golfWord: Int, usualGolfWord: Int,
    rivalGolfWord: Int
  ) {
    self.occasionalForm = occasionalForm
    self.rareForm = rareForm
    self.mistakableWord = mistakableWord
    self.golfWord = golfWord
    self.usualGolfWord = usualGolfWord
    self.rivalGolfWord = rivalGolfWord
  }

  /// No preference at all.
  public static let equal = GrammarWeights(
    occasionalForm: 0, rareForm: 0, mistakableWord: 0, golfWord: 0, usualGolfWord: 0,
    rivalGolfWord: 0)

  func exponent(of likelihood: Likelihood) -> Int {
    switch likelihood {
    case .usual: 0
    case .occasional: occasionalForm
    case .rare: rareForm
    case .mistakable: mistakableWord
    }
  }
}
