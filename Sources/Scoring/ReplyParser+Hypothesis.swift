internal import Parsing
internal import Recognition

extension ReplyParser {
  /// Returns what an utterance replies, or nil where it is no reply or not clearly one.
  func reply(
    heard: ReplyHypothesis?, beside sentence: Hypothesis, thresholds: DecoderSettings.Replies
  ) -> Reply? {
    guard let heard, thresholds.accept(heard, beside: sentence) else { return nil }
    return parse(heard.hypothesis.transcript)
  }
}
