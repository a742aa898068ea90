/// Counts over a corpus, or a part of one; they add up, and every rate derives from them.
public struct CorpusCounts: Hashable, Sendable {
  /// The utterances, negatives included.
  public private(set) var utterances = 0
  /// The utterances whose accepted pairs are just those that were said, negatives included.
  public private(set) var utterancesExact = 0
  /// The pairs that were said.
  public private(set) var pairsReference = 0
  /// The pairs that were said and accepted.
  public private(set) var pairsCorrect = 0
  /// The pairs that were accepted and not said.
  public private(set) var pairsInserted = 0
  /// The negatives with any accepted pair.
  public private(set) var falseAccepts = 0
  /// The utterances found in negatives in which a pair was accepted: one long recording of noise
  /// can hold several.
  public private(set) var falseAcceptEvents = 0
  /// The recordings in which nothing may be accepted.
  public private(set) var negatives = 0
  /// Their length together, in seconds.
  public private(set) var negativeSeconds = 0.0
  /// The utterances that would have saved themselves with a wrong set.
  public private(set) var wrongCommits = 0
  /// The utterances with a score in them about which a person would be asked.
  public private(set) var partials = 0
  /// The utterances with a score in them that were taken for none at all.
  public private(set) var rejections = 0
  /// The words, where the corpus tells what was said.
  public private(set) var wordErrors = WordErrors()
  /// The length of all audio, in seconds.
  public private(set) var audioSeconds = 0.0
  /// How long the result of each recording was waited for, in seconds.
  public private(set) var latencies = QuantileSketch()
  /// How long recognition and parsing took altogether, in seconds.
  public private(set) var processingSeconds = 0.0

  /// Nothing counted yet.
  public init() {}

  /// Counts one more utterance.
  public mutating func add(_ outcome: UtteranceOutcome) {
    add(outcome, words: outcome.wordErrors)
  }

  /// Counts one more utterance whose word errors are known already.
  mutating func add(_ outcome: UtteranceOutcome, words: WordErrors?) {
    utterances += 1
    utterancesExact += outcome.isExact ? 1 : 0
    pairsReference += outcome.reference.count
    let correct = Set(outcome.accepted).intersection(outcome.reference).count
    pairsCorrect += correct
    pairsInserted += outcome.accepted.count - correct
    wrongCommits += outcome.isWrongCommit ? 1 : 0
    if outcome.isNegative {
      negatives += 1
      negativeSeconds += outcome.audioSeconds
      falseAccepts += outcome.accepted.isEmpty ? 0 : 1
      falseAcceptEvents += outcome.acceptedUtterances
    } else {
      partials += outcome.result == .partial ? 1 : 0
      rejections += outcome.result == .failed ? 1 : 0
    }
    if let words { wordErrors += words }
    audioSeconds += outcome.audioSeconds
    processingSeconds += outcome.processingSeconds
    if let latency = outcome.latencySeconds { latencies.add(latency) }
  }

  /// The utterances with a score in them.
  public var positives: Int { utterances - negatives }

  /// Those of them whose accepted pairs are just those that were said.
  public var exact: Proportion {
    Proportion(utterancesExact - (negatives - falseAccepts), of: positives)
  }

  /// The pairs that were accepted, of those that were said.
  public var pairRecall: Proportion { Proportion(pairsCorrect, of: pairsReference) }

  /// The pairs that were said, of those that were accepted.
  public var pairPrecision: Proportion {
    Proportion(pairsCorrect, of: pairsCorrect + pairsInserted)
  }

  /// The utterances that would have saved themselves with a wrong set.
  public var wrongCommitShare: Proportion { Proportion(wrongCommits, of: utterances) }

  /// The negatives with any accepted pair.
  public var falseAcceptShare: Proportion { Proportion(falseAccepts, of: negatives) }

  /// Utterances wrongly accepted per hour of audio without a score; nil without such audio.
  public var falseAcceptsPerHour: Double? {
    negativeSeconds > 0 ? Double(falseAcceptEvents) * 3600 / negativeSeconds : nil
  }

  /// Processing time per second of audio; nil without audio.
  public var realTimeFactor: Double? {
    audioSeconds > 0 ? processingSeconds / audioSeconds : nil
  }
}
