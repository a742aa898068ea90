internal import Randomness

/// All that is counted of a corpus under one condition; outcomes go in, and none is kept.
public struct ConditionTally: Sendable {
  /// What a group of utterances has in common.
  public struct Group: Hashable, Sendable {
    /// What they are grouped by: `speaker` or another tag, `manifest`, or `pairs`.
    public let dimension: String
    /// What they share.
    public let value: String

    /// Names a group.
    public init(dimension: String, value: String) {
      self.dimension = dimension
      self.value = value
    }
  }

  /// The condition.
  public let condition: ListeningCondition
  /// The counts over all utterances.
  public private(set) var counts = CorpusCounts()
  /// The counts of each group.
  public private(set) var groups: [Group: CorpusCounts] = [:]
  /// How many failures each stage is put down to.
  public private(set) var stages: [FailureStage: Int] = [:]
  /// What was taken for what.
  public private(set) var confusions = Confusions()
  /// Acceptance against rejection.
  public private(set) var tradeOff = TradeOff()
  /// The word error rate, resampled.
  public private(set) var wordErrorBootstrap: BootstrapRate
  /// The recordings that could not be read, and are in no other count.
  public private(set) var unreadable = 0

  /// The most values by which one tag makes groups; a tag with more tells utterances apart.
  public static let mostValues = 256
  /// The tags that have more, and so make no groups.
  public private(set) var crowdedDimensions: Set<String> = []

  /// Nothing counted yet; `seed` is that of the resampling.
  public init(condition: ListeningCondition, seed: UInt64) {
    self.condition = condition
    wordErrorBootstrap = BootstrapRate(seed: seed)
  }

  /// Counts a recording that could not be read.
  public mutating func addUnreadable() { unreadable += 1 }

  /// Counts an utterance; `manifests` are the names of the corpora.
  public mutating func add(_ outcome: UtteranceOutcome, manifests: [String]) {
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
