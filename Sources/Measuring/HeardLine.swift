public import Evaluation
internal import Golf
internal import Parsing
public import Recognition
public import Scoring

/// A line of a corpus with everything that was heard in it, to be judged with any thresholds.
public struct HeardLine: Sendable {
  /// The line.
  public let line: CorpusUtterance
  /// The utterances that were found in the recording, in order.
  public let utterances: [UnweighedUtterance]
  /// The length of the recording in seconds.
  public let audioSeconds: Double

  /// Returns what becomes of the line with the thresholds of `confidence`: the same that
  /// ``UtteranceJudge`` finds, but for the stage of a failure and the time it took.
  public func outcome(confidence: DecoderSettings.Confidence) -> UtteranceOutcome {
    var accepted: [ScorePair] = []
    var result = UtteranceOutcome.Result.failed
    for utterance in utterances {
      let weighed = utterance.weighed(by: confidence).result
      let pairs = weighed.scores.map { score in
        ScorePair(
          player: utterance.round.roster[score.player].name, strokes: score.strokes.count)
      }
      accepted = accepted.filter { old in !pairs.contains { $0.player == old.player } } + pairs
      switch (result, weighed.status) {
      case (.partial, _), (_, .partial): result = .partial
      case (.success, _), (_, .success): result = .success
      case (.failed, .failed): break
      }
    }
    return UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, reference: line.scores,
      accepted: accepted, result: result,
      said: line.transcript.map { NameKey.words(of: $0) },
      heard: utterances.flatMap { utterance in
        utterance.hypothesis.words.flatMap { NameKey.words(of: $0.text) }
      }, tags: line.tags, audioSeconds: audioSeconds)
  }
}
