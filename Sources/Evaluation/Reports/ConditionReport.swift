/// The figures of one listening condition, with their intervals.
@dynamicMemberLookup
package struct ConditionReport: Sendable {
  /// A share, with the interval that holds it with 95 % confidence; without one where there is too
  /// little to tell.
  struct Rate: Hashable, Sendable, Encodable {
    let value: Double
    let low: Double?
    let high: Double?

    init?(_ proportion: Proportion) {
      guard let rate = proportion.rate else { return nil }
      value = rate
      low = proportion.interval?.lowerBound
      high = proportion.interval?.upperBound
    }

    init?(_ bootstrap: BootstrapRate) {
      guard let rate = bootstrap.rate else { return nil }
      let interval = bootstrap.interval()
      value = rate
      low = interval?.lowerBound
      high = interval?.upperBound
    }
  }

  /// The counts of utterances that share the value of a tag, the manifest or the number of pairs.
  struct Group: Sendable {
    let dimension: String
    let value: String
    let counts: CorpusCounts
  }

  private let tally: ConditionTally
  /// In the order of what they are grouped by and share.
  let groups: [Group]
  /// Errors per word that was said; nil where nothing is known of them.
  let wordErrorRate: Rate?
  /// The highest share of false accepts that is allowed, from 0 to 1, if a limit was given.
  let maximumFalseAccept: Double?

  /// Derives the figures of a tally.
  package init(_ tally: ConditionTally, maximumFalseAccept: Double? = nil) {
    self.tally = tally
    groups =
      tally.groups
      .map { Group(dimension: $0.key.dimension, value: $0.key.value, counts: $0.value) }
      .sorted {
        ($0.dimension, Int($0.value) ?? 0, $0.value) < ($1.dimension, Int($1.value) ?? 0, $1.value)
      }
    wordErrorRate = Rate(tally.wordErrorBootstrap)
    self.maximumFalseAccept = maximumFalseAccept
  }

  package subscript<Value>(dynamicMember part: KeyPath<ConditionTally, Value>) -> Value {
    tally[keyPath: part]
  }

  /// The threshold that keeps false accepts to the limit, and what it accepts and rejects.
  var limitedPoint: TradeOff.Point? {
    guard let maximumFalseAccept,
      let threshold = tally.tradeOff.threshold(maximumFalseAcceptRate: maximumFalseAccept)
    else { return nil }
    return tally.tradeOff.points.first { $0.threshold == threshold }
  }
}

// MARK: - JSON

extension ConditionReport: Encodable {
  private static let mostWords = 50

  fileprivate struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Confused: Encodable {
    let said: String?
    let heard: String?
    let count: Int
  }

  private struct Curve: Encodable {
    struct Point: Encodable {
      let threshold: Double
      let falseAccepts: Int
      let falseRejects: Int
    }

    let points: [Point]
    let equalErrorRate: Double?
    let equalErrorThreshold: Double?
    let maximumFalseAccept: Double?
    let threshold: Double?
  }

  /// Writes the members that others rely on, null where they are undefined, and more beside them,
  /// absent where they are undefined.
  package func encode(to encoder: any Encoder) throws {
    let counts = self.counts
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(self.condition.noise, forKey: "noise")
    try object.encode(self.condition.snrDecibels, forKey: "snrDecibels")
    try counts.encode(into: &object)
    try object.encode(counts.negativeSeconds, forKey: "negativeSeconds")
    try object.encode(counts.realTimeFactor, forKey: "realTimeFactor")
    try object.encode(
      ["median": counts.latencies.quantile(0.5), "p95": counts.latencies.quantile(0.95)],
      forKey: "latencySeconds")

    try object.encode(self.unreadable, forKey: "unreadable")
    try object.encode(counts.partials, forKey: "partials")
    try object.encode(counts.rejections, forKey: "rejections")
    try object.encode(counts.falseAcceptEvents, forKey: "falseAcceptEvents")
    try object.encodeIfPresent(Rate(counts.pairRecall), forKey: "pairRecall")
    try object.encodeIfPresent(Rate(counts.pairPrecision), forKey: "pairPrecision")
    try object.encodeIfPresent(Rate(counts.wrongCommitShare), forKey: "wrongCommitRate")
    try object.encodeIfPresent(Rate(counts.falseAcceptShare), forKey: "falseAcceptRate")
    try object.encodeIfPresent(counts.falseAcceptsPerHour, forKey: "falseAcceptsPerHour")
    try object.encodeIfPresent(wordErrorRate, forKey: "wordErrorRate")
    let stages = self.stages.map { ($0.key.rawValue, $0.value) }
    try object.encode(Dictionary(uniqueKeysWithValues: stages), forKey: "stages")
    func confused(_ matrix: ConfusionMatrix, most: Int = .max) -> [Confused] {
      matrix.errors.prefix(most).map {
        Confused(said: $0.cell.said, heard: $0.cell.heard, count: $0.count)
      }
    }
    try object.encode(
      [
        "players": confused(self.confusions.players), "scores": confused(self.confusions.scores),
        "words": confused(self.confusions.words, most: ConditionReport.mostWords),
      ], forKey: "confusions")
    var list = object.nestedUnkeyedContainer(forKey: "groups")
    for group in groups {
      var item = list.nestedContainer(keyedBy: Key.self)
      try item.encode(group.dimension, forKey: "by")
      try item.encode(group.value, forKey: "value")
      try group.counts.encode(into: &item)
    }
    try object.encode(self.crowdedDimensions.sorted(), forKey: "crowdedTags")
    guard counts.negatives > 0 else { return }
    let equal = self.tradeOff.equalError
    let curve = Curve(
      points: self.tradeOff.points.map {
        .init(
          threshold: $0.threshold, falseAccepts: $0.falseAccepts.successes,
          falseRejects: $0.falseRejects.successes)
      }, equalErrorRate: equal?.rate, equalErrorThreshold: equal?.threshold,
      maximumFalseAccept: maximumFalseAccept, threshold: limitedPoint?.threshold)
    try object.encode(curve, forKey: "tradeOff")
  }
}

extension CorpusCounts {
  /// Writes what a condition and a group have in common.
  fileprivate func encode(
    into object: inout KeyedEncodingContainer<ConditionReport.Key>
  ) throws {
    try object.encode(utterances, forKey: "utterances")
    try object.encode(utterancesExact, forKey: "utterancesExact")
    try object.encode(pairsReference, forKey: "pairsReference")
    try object.encode(pairsCorrect, forKey: "pairsCorrect")
    try object.encode(pairsInserted, forKey: "pairsInserted")
    try object.encode(falseAccepts, forKey: "falseAccepts")
    try object.encode(negatives, forKey: "negatives")
    try object.encode(wrongCommits, forKey: "wrongCommits")
    try object.encode(wordErrors, forKey: "wordErrors")
    try object.encodeIfPresent(ConditionReport.Rate(exact), forKey: "exactRate")
  }
}
