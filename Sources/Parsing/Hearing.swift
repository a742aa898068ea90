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
  /// A score is as sure as the least clear of its words; below `askBelow` it moves to the problems,
  /// so that a person is asked. Below `rejectBelow` for the whole utterance, nothing in it is taken
  /// for a score. All confidences are from 0 to 1.
  public func weighed(
    by words: [HeardWord], utteranceConfidence: Double, askBelow: Double, rejectBelow: Double
  ) -> ParseResult {
    guard let first = words.first, let last = words.last else { return self }
    var result = self
    result.scores = []
    if utteranceConfidence < rejectBelow {
      let everything = first.range.lowerBound..<last.range.upperBound
      result.problems = [Problem(.lowConfidence, text: "", range: everything)]
      result.corrections = []
      return result
    }
    for var score in scores {
      let clarity = words.filter { $0.range.overlaps(score.range) }.map(\.confidence).min() ?? 0
      score.confidence *= clarity
      if clarity < askBelow {
        result.problems.append(
          Problem(
            .lowConfidence, text: "", range: score.range, candidates: [score.player],
            strokes: score.strokes))
      } else {
        result.scores.append(score)
      }
    }
    // Words outside all scores can undo a score ("no", "scratch that"), so they count as well.
    let isElsewhere = words.contains { word in
      word.confidence < askBelow && !scores.contains { $0.range.overlaps(word.range) }
    }
    if isElsewhere, result.problems.isEmpty {
      result.problems.append(
        Problem(
          .lowConfidence, text: "", range: first.range.lowerBound..<last.range.upperBound,
          candidates: result.scores.map(\.player)))
    }
    result.problems.sort(by: Problem.isBefore)
    return result
  }
}
