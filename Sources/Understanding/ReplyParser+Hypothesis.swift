internal import Language
internal import Recognition

extension ReplyParser {
  /// Returns what an utterance replies, or nil where it is no reply or not clearly one.
  ///
  /// "Mike five" is a reply and scores, and as sure as the scores: it counts where the sentence heard
  /// has the same words and would save itself.
  func reply(
    heard: ReplyHypothesis?, beside sentence: Hypothesis, saying result: ParseResult,
    thresholds: DecoderSettings.Replies
  ) -> Reply? {
    guard let heard, let reply = parse(heard.hypothesis.transcript) else { return nil }
    let isSentence = heard.hypothesis.transcript == sentence.transcript
    if isSentence, case .change(_?, _) = reply {
      return result.status == .success ? reply : nil
    }
    return thresholds.accept(heard, isSentence: isSentence) ? reply : nil
  }
}
