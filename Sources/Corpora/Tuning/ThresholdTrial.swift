/// Thresholds on how clearly words were heard, which can be tried without decoding again.
///
/// They are confidences, from 0 to 1. How a confidence comes about is not tuned: what one could find
/// there for an utterance, a change of its threshold says as well.
public struct ThresholdTrial: Hashable, Sendable {
  /// A score saves itself only where no word has a lower confidence.
  public var confirmBelow: Double
  /// A score is left open where a word has a lower confidence.
  public var askBelow: Double
  /// An utterance with a lower confidence holds no score.
  public var rejectBelow: Double

  /// From where to where ``confirmBelow`` is drawn.
  public static let confirmRange = 0.3...0.98
  /// From where to where it is drawn what part of ``confirmBelow`` ``askBelow`` is.
  public static let askRange = 0.0...0.8
  /// From where to where ``rejectBelow`` is drawn.
  public static let rejectRange = 0.15...0.8

  /// Makes a trial of given thresholds.
  public init(confirmBelow: Double, askBelow: Double, rejectBelow: Double) {
    self.confirmBelow = confirmBelow
    self.askBelow = askBelow
    self.rejectBelow = rejectBelow
  }

  /// Returns other thresholds, evenly from their ranges, to a hundredth.
  public static func random(using random: inout some RandomNumberGenerator) -> ThresholdTrial {
    func draw(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) * 100).rounded() / 100
    }
    let confirm = draw(confirmRange)
    let share = draw(askRange)
    return ThresholdTrial(
      confirmBelow: confirm, askBelow: (confirm * share * 100).rounded() / 100,
      rejectBelow: draw(rejectRange))
  }
}
