extension ConditionReport: Encodable {
  /// The most confusions of words that are listed.
  private static let mostWords = 50

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private struct Latency: Encodable {
    let median: Double?
    let p95: Double?

    private enum CodingKeys: String, CodingKey {
      case median, p95
    }

    /// Writes both keys; what is undefined is null.
    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(median, forKey: .median)
      try object.encode(p95, forKey: .p95)
    }
  }

  private struct Confused: Encodable {
    let said: String?
    let heard: String?
    let count: Int

    init(_ cell: ConfusionMatrix.Cell, _ count: Int) {
      said = cell.said
      heard = cell.heard
      self.count = count
    }
  }

  private struct GroupCounts: Encodable {
    let by: String
    let value: String
    let utterances: Int
    let utterancesExact: Int
    let pairsReference: Int
    let pairsCorrect: Int
    let pairsInserted: Int
    let negatives: Int
    let falseAccepts: Int
    let wrongCommits: Int
    let wordErrors: WordErrors
    let exactRate: Rate?

    init(_ group: Group) {
      by = group.dimension
      value = group.value
      let counts = group.counts
      utterances = counts.utterances
      utterancesExact = counts.utterancesExact
      pairsReference = counts.pairsReference
      pairsCorrect = counts.pairsCorrect
      pairsInserted = counts.pairsInserted
      negatives = counts.negatives
      falseAccepts = counts.falseAccepts
      wrongCommits = counts.wrongCommits
      wordErrors = counts.wordErrors
      exactRate = Rate(counts.exact)
    }
  }

  private struct TradeOffReport: Encodable {
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

  /// Writes the keys that others rely on, null where they are undefined, and more beside them,
  /// absent where they are undefined.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    func put(_ name: String, _ value: (some Encodable)?) throws {
      try object.encode(value, forKey: Key(name))
    }
    func putDefined(_ name: String, _ value: (some Encodable)?) throws {
      try object.encodeIfPresent(value, forKey: Key(name))
    }
    try put("noise", condition.noise)
    try put("snrDecibels", condition.snrDecibels)
    try put("utterances", counts.utterances)
    try put("utterancesExact", counts.utterancesExact)
    try put("pairsReference", counts.pairsReference)
    try put("pairsCorrect", counts.pairsCorrect)
    try put("pairsInserted", counts.pairsInserted)
    try put("falseAccepts", counts.falseAccepts)
    try put("negatives", counts.negatives)
    try put("negativeSeconds", counts.negativeSeconds)
    try put("wrongCommits", counts.wrongCommits)
    try put("wordErrors", counts.wordErrors)
    try put("realTimeFactor", counts.realTimeFactor)
    try put(
      "latencySeconds",
      Latency(
        median: counts.latencies.quantile(0.5), p95: counts.latencies.quantile(0.95)))

    try put("unreadable", unreadable)
    try put("partials", counts.partials)
    try put("rejections", counts.rejections)
    try put("falseAcceptEvents", counts.falseAcceptEvents)
    try putDefined("exactRate", Rate(counts.exact))
    try putDefined("pairRecall", Rate(counts.pairRecall))
    try putDefined("pairPrecision", Rate(counts.pairPrecision))
    try putDefined("wrongCommitRate", Rate(counts.wrongCommitShare))
    try putDefined("falseAcceptRate", Rate(counts.falseAcceptShare))
    try putDefined("falseAcceptsPerHour", counts.falseAcceptsPerHour)
    try putDefined("wordErrorRate", wordErrorRate)
    try put(
      "stages", Dictionary(uniqueKeysWithValues: stages.map { ($0.key.rawValue, $0.value) }))
    try put(
      "confusions",
      [
        "players": confusions.players.errors.map(Confused.init),
        "scores": confusions.scores.errors.map(Confused.init),
        "words": confusions.words.errors.prefix(ConditionReport.mostWords).map(Confused.init),
      ])
    try put("groups", groups.map(GroupCounts.init))
    try put("crowdedTags", crowdedDimensions)
    if counts.negatives > 0 {
      let equal = tradeOff.equalError
      try put(
        "tradeOff",
        TradeOffReport(
          points: tradeOff.points.map {
            .init(
              threshold: $0.threshold, falseAccepts: $0.falseAccepts.successes,
              falseRejects: $0.falseRejects.successes)
          }, equalErrorRate: equal?.rate, equalErrorThreshold: equal?.threshold,
          maximumFalseAccept: maximumFalseAccept,
          threshold: maximumFalseAccept.flatMap {
            tradeOff.threshold(maximumFalseAcceptRate: $0)
          }))
    }
  }
}
