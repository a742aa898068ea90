internal import Golf
public import Recognition
public import Understanding

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
    var heard = HeardRecording(reference: line.scores)
    for utterance in utterances {
      heard.add(utterance.weighed(by: confidence), utterance.round.roster)
    }
    return UtteranceOutcome(line, heard, audioSeconds: audioSeconds)
  }
}
