public import Golf
public import Language
internal import Recognition

/// How an utterance became scores or a reply, step by step, from what was kept of it.
public struct Explanation: Hashable, Sendable {
  /// What came of the utterance.
  public enum Decision: Hashable, Sendable {
    /// No word was heard.
    case nothingHeard
    /// All words together were not clear enough to be a score at all.
    case rejected
    /// The words hold nothing that could be saved.
    case notUnderstood
    /// Something stays open; a person is asked.
    case asks
    /// Everything is clear; the scores save themselves if nobody objects.
    case savesItself
    /// It was taken for a reply.
    case reply(Reply)
  }

  /// What was heard, and the thresholds.
  public let evidence: Evidence
  /// The round in which it was said.
  public let round: Round
  /// How the words were taken: their readings, whom names matched, the clauses, and what they say.
  public let analysis: ParseAnalysis
  /// What they say, weighed by how clearly they were heard.
  public let result: ParseResult
  /// What came of it.
  public let decision: Decision

  /// Goes through the steps again.
  ///
  /// The parsers are those of the round, as ``Parsing/UtteranceParser/init(spokenIn:lexicon:)`` and
  /// ``Parsing/ReplyParser/init(spokenIn:lexicon:)`` make them.
  public init(
    _ evidence: Evidence, round: Round, parser: UtteranceParser, replyParser: ReplyParser
  ) {
    self.evidence = evidence
    self.round = round
    let hypothesis = evidence.hypothesis
    analysis = parser.analyze(hypothesis.transcript, input: .spoken)
    result =
      UnweighedUtterance(hypothesis: hypothesis, result: analysis.result, round: round)
      .weighed(by: evidence.confidence).result
    if let reply = replyParser.reply(
      heard: evidence.reply, beside: hypothesis, saying: result, thresholds: evidence.replies)
    {
      decision = .reply(reply)
    } else if hypothesis.words.isEmpty {
      decision = .nothingHeard
    } else if hypothesis.confidence < evidence.confidence.rejectBelow {
      decision = .rejected
    } else {
      switch result.status {
      case .success: decision = .savesItself
      case .partial: decision = .asks
      case .failed: decision = .notUnderstood
      }
    }
  }
}
