internal import Golf
package import Recognition
public import Understanding

/// A line of a corpus with everything that was heard in it, to be judged with any thresholds.
public struct HeardLine: Sendable {
  /// The line.
  public let line: CorpusUtterance
  /// The utterances that were found in the recording, in order.
  public let utterances: [ScoredUtterance]
  /// The length of the recording in seconds.
  public let audioSeconds: Double

  /// Returns what becomes of the line with the thresholds of `confidence`: the same that
  /// ``UtteranceJudge`` finds, but for the stage of a failure and the time it took.
  package func outcome(confidence: DecoderSettings.Confidence) -> UtteranceOutcome {
    var heard = HeardRecording(reference: line.scores)
    for utterance in utterances {
      heard.add(utterance.weighed(by: confidence), line.round.roster)
    }
    return UtteranceOutcome(line, heard, audioSeconds: audioSeconds)
  }
}
