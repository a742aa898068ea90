internal import Golf
internal import Language
internal import Randomness

/// Counts over a corpus, or a part of one; they add up, and every rate derives from them.
public struct CorpusCounts: Hashable, Sendable {
  /// The utterances, negatives included.
  package private(set) var utterances = 0
  /// The utterances whose accepted pairs are just those that were said, negatives included.
  package private(set) var utterancesExact = 0
  /// The pairs that were said.
  package private(set) var pairsReference = 0
  /// The pairs that were said and accepted.
  package private(set) var pairsCorrect = 0
  /// The pairs that were accepted and not said.
  package private(set) var pairsInserted = 0
  /// The negatives with any accepted pair.
  package private(set) var falseAccepts = 0
  /// The utterances found in negatives in which a pair was accepted: one long recording of noise
  /// can hold several.
  package private(set) var falseAcceptEvents = 0
  /// The recordings in which nothing may be accepted.
  package private(set) var negatives = 0
  /// Their length together, in seconds.
  package private(set) var negativeSeconds = 0.0
  /// The utterances that would have saved themselves with a wrong set.
  package private(set) var wrongCommits = 0
  /// The utterances with a score in them about which a person would be asked.
  package private(set) var partials = 0
  /// The utterances with a score in them that were taken for none at all.
  package private(set) var rejections = 0
  /// The words, where the corpus tells what was said.
  package private(set) var wordErrors = WordErrors()
  /// The length of all audio, in seconds.
  package private(set) var audioSeconds = 0.0
  /// How long the result of each recording was waited for, in seconds.
  package private(set) var latencies: [Double] = []
  /// How long recognition and parsing took altogether, in seconds.
  package private(set) var processingSeconds = 0.0

  package init() {}

  package mutating func add(_ outcome: UtteranceOutcome) {
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
    if let latency = outcome.latencySeconds { latencies.append(latency) }
  }

  /// The utterances with a score in them.
  package var positives: Int { utterances - negatives }

  /// Those of them whose accepted pairs are just those that were said.
  package var exact: Proportion {
    Proportion(utterancesExact - (negatives - falseAccepts), of: positives)
  }

  /// The pairs that were accepted, of those that were said.
  package var pairRecall: Proportion { Proportion(pairsCorrect, of: pairsReference) }

  /// The pairs that were said, of those that were accepted.
  package var pairPrecision: Proportion {
    Proportion(pairsCorrect, of: pairsCorrect + pairsInserted)
  }

  /// The utterances that would have saved themselves with a wrong set.
  package var wrongCommitShare: Proportion { Proportion(wrongCommits, of: utterances) }

  /// The negatives with any accepted pair.
  package var falseAcceptShare: Proportion { Proportion(falseAccepts, of: negatives) }

  /// Utterances wrongly accepted per hour of audio without a score; nil without such audio.
  package var falseAcceptsPerHour: Double? {
    negativeSeconds > 0 ? Double(falseAcceptEvents) * 3600 / negativeSeconds : nil
  }

  /// Processing time per second of audio; nil without audio.
  package var realTimeFactor: Double? {
    audioSeconds > 0 ? processingSeconds / audioSeconds : nil
  }
}

extension [Double] {
  /// Returns the value below which a share of all lie, by the nearest rank; nil without any.
  ///
  /// `share` goes from 0 to 1.
  func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "a quantile is not between 0 and 1")
    guard !isEmpty else { return nil }
    // The product may be one step above the whole number that is meant, as 0.07 * 100 is.
    let rank = (share * Double(count)).nextDown.rounded(.up)
    return sorted()[Swift.max(Int(rank), 1) - 1]
  }
}

/// All that is counted of a corpus under one condition; outcomes go in, and none is kept.
public struct ConditionTally: Sendable {
  /// What a group of utterances has in common.
  package struct Group: Hashable, Sendable {
    /// What they are grouped by: `speaker` or another tag, `manifest`, or `pairs`.
    package let dimension: String
    package let value: String

    package init(dimension: String, value: String) {
      self.dimension = dimension
      self.value = value
    }
  }

  package let condition: ListeningCondition
  package private(set) var counts = CorpusCounts()
  package private(set) var groups: [Group: CorpusCounts] = [:]
  /// How many failures each stage is put down to.
  package private(set) var stages: [FailureStage: Int] = [:]
  /// What was taken for what.
  package private(set) var confusions = Confusions()
  /// Acceptance against rejection.
  package private(set) var tradeOff = TradeOff()
  /// The word error rate, resampled.
  package private(set) var wordErrorBootstrap: BootstrapRate
  /// The recordings that could not be read, and are in no other count.
  package private(set) var unreadable = 0

  /// The most values by which one tag makes groups; a tag with more tells utterances apart.
  package static let mostValues = 256
  /// The tags that have more, and so make no groups.
  package private(set) var crowdedDimensions: Set<String> = []

  /// Nothing counted yet; `seed` is that of the resampling.
  package init(condition: ListeningCondition, seed: UInt64) {
    self.condition = condition
    wordErrorBootstrap = BootstrapRate(seed: seed)
  }

  package mutating func addUnreadable() { unreadable += 1 }

  /// Counts an utterance; `manifests` are the names of the corpora.
  package mutating func add(_ outcome: UtteranceOutcome, manifests: [String]) {
    let alignment = outcome.said.map {
      WordAlignment(reference: $0, hypothesis: outcome.heard)
    }
    let words = alignment?.errors
    counts.add(outcome, words: words)
    for group in ConditionTally.groups(of: outcome, manifests: manifests)
    where !crowdedDimensions.contains(group.dimension) {
      groups[group, default: CorpusCounts()].add(outcome, words: words)
      bound(group.dimension)
    }
    if let stage = outcome.stage { stages[stage, default: 0] += 1 }
    confusions.add(reference: outcome.reference, accepted: outcome.accepted)
    if let alignment, let words {
      confusions.add(alignment)
      wordErrorBootstrap.add(
        numerator: words.total, denominator: words.referenceWords, key: outcome.key)
    }
    if outcome.isNegative {
      tradeOff.addNegative(confidence: outcome.confidence)
    } else {
      tradeOff.addPositive(confidence: outcome.confidence)
    }
  }

  /// Gives up a dimension with so many values that its groups would grow with the corpus.
  private mutating func bound(_ dimension: String) {
    guard groups.keys.count(where: { $0.dimension == dimension }) > ConditionTally.mostValues else {
      return
    }
    crowdedDimensions.insert(dimension)
    groups = groups.filter { $0.key.dimension != dimension }
  }

  private static func groups(of outcome: UtteranceOutcome, manifests: [String]) -> [Group] {
    var groups = [Group(dimension: "pairs", value: "\(outcome.reference.count)")]
    if manifests.count > 1, manifests.indices.contains(outcome.corpus) {
      groups.append(Group(dimension: "manifest", value: manifests[outcome.corpus]))
    }
    return groups
      + outcome.tags.map { key, value in
        let isTaken = key == "pairs" || key == "manifest"
        return Group(dimension: isTaken ? "tag \(key)" : key, value: value)
      }
  }
}

extension UtteranceOutcome {
  /// What tells the utterance from all others of the corpus, whatever was heard.
  var key: UInt64 { stableHash("\(corpus):\(line)") }
}
