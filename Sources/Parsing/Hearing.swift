/// How clearly a word of a transcript was heard.
public struct HeardWord: Hashable, Sendable {
  /// Where the word stands in the transcript.
  public let range: SourceRange
  /// How clearly it was heard, from 0 to 1.
  public let confidence: Double

  /// Makes a word of a transcript, heard with a confidence from 0 to 1.
  public init(range: SourceRange, confidence: Double) {
    self.range = range
    self.confidence = confidence
  }
}

extension ParseResult {
  /// Returns this result, weighed by how clearly its words were heard.
  ///
  /// A score is as sure as the least clear of its words. Below `askBelow` a score moves to the
  /// problems, so that a person is asked; where a word is below `rejectBelow`, nothing of the
  /// utterance is taken for a score.
  public func weighed(by words: [HeardWord], askBelow: Double, rejectBelow: Double) -> ParseResult {
    var result = self
    if words.contains(where: { $0.confidence < rejectBelow }) {
      result.scores = []
      result.problems = [
        Problem(
          .lowConfidence, text: "",
          range: (words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0))
      ]
      return result
    }
    result.scores = []
    for var score in scores {
      let heard = words.filter { $0.range.overlaps(score.range) }.map(\.confidence).min() ?? 1
      score.confidence *= heard
      if heard < askBelow {
        result.problems.append(
          Problem(
            .lowConfidence, text: "", range: score.range, candidates: [score.player],
            strokes: score.strokes))
      } else {
        result.scores.append(score)
      }
    }
    return result
  }
}
