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

/// What is done with words that were heard less clearly; confidences from 0 to 1.
public struct HearingThresholds: Hashable, Sendable {
  /// Below this a score stands, but a person has to confirm it.
  public let confirmBelow: Double
  /// Below this a score is left open, and a person is asked.
  public let askBelow: Double
  /// Below this, for the utterance as a whole, nothing in it is taken for a score.
  public let rejectBelow: Double

  /// Makes thresholds; `askBelow` is at most `confirmBelow`.
  public init(confirmBelow: Double, askBelow: Double, rejectBelow: Double) {
    self.confirmBelow = confirmBelow
    self.askBelow = askBelow
    self.rejectBelow = rejectBelow
  }
}

extension ParseResult {
  /// Returns this result, weighed by how clearly its words were heard.
  ///
  /// A score is as sure as the least clear of its words. One that is to be confirmed stays among
  /// the scores, with a problem beside it; one that is asked about moves to the problems.
  public func weighed(
    by words: [HeardWord], utteranceConfidence: Double, thresholds: HearingThresholds
  ) -> ParseResult {
    guard let first = words.first, let last = words.last else { return self }
    var result = self
    result.scores = []
    if utteranceConfidence < thresholds.rejectBelow {
      let everything = first.range.lowerBound..<last.range.upperBound
      result.problems = [Problem(.lowConfidence, text: "", range: everything)]
      result.corrections = []
      return result
    }
    for var score in scores {
      let clarity = words.filter { $0.range.overlaps(score.range) }.map(\.confidence).min() ?? 0
      score.confidence *= clarity
      if clarity < thresholds.confirmBelow {
        result.problems.append(
          Problem(
            .lowConfidence, text: "", range: score.range, candidates: [score.player],
            strokes: score.strokes))
      }
      if clarity >= thresholds.askBelow { result.scores.append(score) }
    }
    // Words outside all scores can undo a score ("no", "scratch that"), so they count as well.
    let isElsewhere = words.contains { word in
      word.confidence < thresholds.confirmBelow
        && !scores.contains { $0.range.overlaps(word.range) }
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
