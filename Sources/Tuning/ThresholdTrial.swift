/// Thresholds on how clearly words were heard, which can be tried without decoding again.
///
/// They are margins over the phone loop in acoustic score per frame, as the logistic function's
/// center is. Its center and width are not tuned: any that one could find, a change of the three
/// thresholds says as well.
public struct ThresholdTrial: Hashable, Sendable {
  /// A score saves itself only where no word has a lower margin.
  public var confirmBelow: Double
  /// A score is left open where a word has a lower margin.
  public var askBelow: Double
  /// An utterance with a lower margin holds no score.
  public var rejectBelow: Double

  /// From where to where ``confirmBelow`` is drawn.
  public static let confirmRange = -50.0 ... -8.0
  /// From where to where it is drawn how far ``askBelow`` lies below ``confirmBelow``.
  public static let askRange = 0.0...25.0
  /// From where to where ``rejectBelow`` is drawn.
  public static let rejectRange = -35.0 ... -10.0

  /// Makes a trial of given thresholds.
  public init(confirmBelow: Double, askBelow: Double, rejectBelow: Double) {
    self.confirmBelow = confirmBelow
    self.askBelow = askBelow
    self.rejectBelow = rejectBelow
  }

  /// Returns other thresholds, evenly from their ranges, to a tenth.
  public static func random(using random: inout some RandomNumberGenerator) -> ThresholdTrial {
    func draw(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) * 10).rounded() / 10
    }
    let confirm = draw(confirmRange)
    let lower = draw(askRange)
    return ThresholdTrial(
      confirmBelow: confirm, askBelow: confirm - lower, rejectBelow: draw(rejectRange))
  }
}
