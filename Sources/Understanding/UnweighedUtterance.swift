public import Golf
public import Language
public import Recognition

/// What was heard in an utterance and what its words say, before it is weighed how clear they were.
///
/// Thresholds can be tried on it without recognising anything again.
public struct UnweighedUtterance: Hashable, Sendable {
  /// The words that were heard.
  public let hypothesis: Hypothesis
  /// What they say.
  public let result: ParseResult
  /// The round in which they were said.
  public let round: Round

  private static let articles = Set(
    LanguageDescription.english.vocabulary.entries
      .filter { $0.meaning == .function(.article) }.flatMap(\.words))

  /// Returns the utterance weighed by the thresholds of `confidence`.
  public func weighed(by confidence: DecoderSettings.Confidence) -> ScoredUtterance {
    var heard: [HeardWord] = []
    var offset = 0
    for word in hypothesis.words {
      // What is contested a person has to confirm.
      let clarity =
        hypothesis.isContested
        ? min(word.confidence, confidence.confirmBelow.nextDown) : word.confidence
      // An article is too short to be measured, and says nothing.
      if !UnweighedUtterance.articles.contains(word.text) {
        heard.append(
          HeardWord(range: offset..<offset + word.text.count, confidence: clarity))
      }
      offset += word.text.count + 1
    }
    func weighed(rejectBelow: Double) -> ParseResult {
      result.weighed(
        by: heard, utteranceConfidence: hypothesis.confidence,
        thresholds: HearingThresholds(
          confirmBelow: confidence.confirmBelow, askBelow: confidence.askBelow,
          rejectBelow: rejectBelow))
    }
    return ScoredUtterance(
      hypothesis: hypothesis, result: weighed(rejectBelow: confidence.rejectBelow),
      isAcceptable: !weighed(rejectBelow: 0).scores.isEmpty)
  }
}
