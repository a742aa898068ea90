internal import HyzerBase

/// All that is counted of a corpus under one condition; outcomes go in, and none is kept.
struct ConditionTally: Sendable {
  /// What a group of utterances has in common.
  struct Group: Hashable, Sendable {
    /// What they are grouped by: `speaker` or another tag, `manifest`, or `pairs`.
    let dimension: String
    let value: String
  }

  let condition: ListeningCondition
  /// The highest share of false accepts that is allowed, from 0 to 1, if a limit was given.
  let maximumFalseAccept: Double?
  private(set) var counts = CorpusCounts()
  private(set) var groups: [Group: CorpusCounts] = [:]
  private(set) var stages: [FailureStage: Int] = [:]
  private(set) var confusions = Confusions()
  private(set) var tradeOff = TradeOff()
  /// The word error rate, resampled.
  private var wordErrors: BootstrapRate
  /// The recordings that could not be read, and are in no other count.
  var unreadable = 0

  /// The most values by which one tag makes groups; a tag with more marks single utterances.
  static let mostValues = 256
  /// The tags that have more, and so make no groups.
  private(set) var crowdedDimensions: Set<String> = []

  /// Nothing counted yet; `seed` is that of the resampling.
  init(condition: ListeningCondition, seed: UInt64, maximumFalseAccept: Double? = nil) {
    self.condition = condition
    self.maximumFalseAccept = maximumFalseAccept
    wordErrors = BootstrapRate(seed: seed)
  }

  /// Counts an utterance; `manifests` are the names of the corpora.
  mutating func add(_ outcome: UtteranceOutcome, manifests: [String]) {
    let alignment = outcome.said.map { WordAlignment(reference: $0, hypothesis: outcome.heard) }
    let words = alignment?.errors
    counts.add(outcome, words: words)
    for group in ConditionTally.groups(of: outcome, manifests: manifests)
    where !crowdedDimensions.contains(group.dimension) {
      groups[group, default: CorpusCounts()].add(outcome, words: words)
      // A dimension with so many values that its groups would grow with the corpus is given up.
      if groups.keys.count(where: { $0.dimension == group.dimension }) > ConditionTally.mostValues {
        crowdedDimensions.insert(group.dimension)
        groups = groups.filter { $0.key.dimension != group.dimension }
      }
    }
    if let stage = outcome.stage { stages[stage, default: 0] += 1 }
    confusions.add(reference: outcome.reference, accepted: outcome.accepted)
    if let alignment, let words {
      confusions.add(alignment)
      wordErrors.add(numerator: words.total, denominator: words.referenceWords, key: outcome.key)
    }
    tradeOff.add(confidence: outcome.confidence, isNegative: outcome.isNegative)
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

  /// The groups in the order of what they are grouped by and share.
  var sortedGroups: [(key: Group, counts: CorpusCounts)] {
    groups.map { ($0.key, $0.value) }.sorted {
      ($0.key.dimension, Int($0.key.value) ?? 0, $0.key.value)
        < ($1.key.dimension, Int($1.key.value) ?? 0, $1.key.value)
    }
  }

  /// Errors per word that was said; nil where nothing is known of them.
  var wordErrorRate: Rate? { Rate(wordErrors.rate, wordErrors.interval()) }

  /// The threshold that keeps false accepts to the limit, and what it accepts and rejects.
  var limitedPoint: TradeOff.Point? {
    maximumFalseAccept.flatMap { tradeOff.point(maximumFalseAccept: $0) }
  }
}

/// A share, with the interval that holds it with 95 % confidence; without one where there is too
/// little to go by.
struct Rate: Hashable, Sendable, Encodable {
  let value: Double
  let low: Double?
  let high: Double?

  init?(_ value: Double?, _ interval: ClosedRange<Double>?) {
    guard let value else { return nil }
    self.value = value
    low = interval?.lowerBound
    high = interval?.upperBound
  }

  init?(_ proportion: Proportion) { self.init(proportion.rate, proportion.interval) }
}

extension ConditionTally: Encodable {
  private static let mostWords = 50

  /// Writes the members that others rely on, null where they are undefined, and more beside them,
  /// absent where they are undefined.
  func encode(to encoder: any Encoder) throws {
    let latency: JSONObject = [
      "median": counts.latencies.quantile(0.5), "p95": counts.latencies.quantile(0.95),
    ]
    let members: JSONObject = [
      "noise": condition.noise, "snrDecibels": condition.snrDecibels,
      "negativeSeconds": counts.negativeSeconds, "realTimeFactor": counts.realTimeFactor,
      "latencySeconds": latency,
    ]
    try counts.encode(to: encoder)
    try members.adding([
      "exactRate": Rate(counts.exact), "unreadable": unreadable, "partials": counts.partials,
      "rejections": counts.rejections, "falseAcceptEvents": counts.falseAcceptEvents,
      "pairRecall": Rate(counts.pairRecall), "pairPrecision": Rate(counts.pairPrecision),
      "wrongCommitRate": Rate(counts.wrongCommitShare),
      "falseAcceptRate": Rate(counts.falseAcceptShare),
      "falseAcceptsPerHour": counts.falseAcceptsPerHour, "wordErrorRate": wordErrorRate,
      "stages": Dictionary(uniqueKeysWithValues: stages.map { ($0.key.rawValue, $0.value) }),
      "confusions": [
        "players": confusions.players.errors, "scores": confusions.scores.errors,
        "words": Array(confusions.words.errors.prefix(ConditionTally.mostWords)),
      ],
      "groups": sortedGroups.map { CountedGroup(group: $0.key, counts: $0.counts) },
      "crowdedTags": crowdedDimensions.sorted(), "tradeOff": curve,
    ]).encode(to: encoder)
  }

  private struct CountedGroup: Encodable {
    let group: Group
    let counts: CorpusCounts

    func encode(to encoder: any Encoder) throws {
      try counts.encode(to: encoder)
      let members: JSONObject = ["by": group.dimension, "value": group.value]
      try members.adding(["exactRate": Rate(counts.exact)]).encode(to: encoder)
    }
  }

  /// The curve of thresholds; nil where there is nothing to accept falsely.
  private var curve: JSONObject? {
    guard counts.negatives > 0 else { return nil }
    let equal = tradeOff.equalError
    let points = tradeOff.points.map { point -> JSONObject in
      [
        "threshold": point.threshold, "falseAccepts": point.falseAccepts.successes,
        "falseRejects": point.falseRejects.successes,
      ]
    }
    return (["points": points] as JSONObject).adding([
      "equalErrorRate": equal?.rate, "equalErrorThreshold": equal?.threshold,
      "maximumFalseAccept": maximumFalseAccept, "threshold": limitedPoint?.threshold,
    ])
  }
}
