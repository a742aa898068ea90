/// What a photo of a scoreboard shows.
package struct BoardReading: Hashable, Sendable {
  /// Two numbers each that may be the score, in reading order; the likeliest first, five at most.
  package let pairs: [[Int]]
  /// The first pair, where it is sure enough to be offered as the score.
  package let scores: [Int]?
  /// The clock, as in "5:18"; nil where none is seen.
  package let clock: String?
  /// How likely the first pair is the score, 0 to 1.
  package let confidence: Double

  package init(pairs: [[Int]], scores: [Int]?, clock: String?, confidence: Double) {
    self.pairs = pairs
    self.scores = scores
    self.clock = clock
    self.confidence = confidence
  }
}

/// Reads scores off photos of scoreboards, on this machine.
package struct ScoreboardReader: Sendable {
  private let detector: DigitDetector
  private let model: PairModel

  /// The most pairs that a reading lists.
  private static let mostPairs = 5
  /// A pair that is less likely is not worth a look.
  private static let leastLikelihood = 0.002

  /// Makes a reader with what is compiled into the program.
  ///
  /// - Throws: ``DigitNetworkError``, or what is wrong with the weights of pairs.
  package init() throws {
    detector = DigitDetector(network: try DigitNetwork.compiledIn())
    model = try PairModel.fitted()
  }

  /// Reads a photo; takes about a second of processor time.
  package func read(_ photo: Photo) -> BoardReading { explained(photo).reading }

  /// Reads a photo, and returns all pairs that were weighed as well.
  package func explained(_ photo: Photo) -> (reading: BoardReading, weighed: [WeighedPair]) {
    let grouping = Grouping(detector.detections(in: photo.raster))
    let weighed = model.ranked(PairFinder(grouping, in: photo.raster).pairs)
    return (reading(of: weighed, clock: grouping.clock?.text), weighed)
  }

  /// Pairs of the same two numbers are one score, as likely as all of them together.
  private func reading(of weighed: [WeighedPair], clock: String?) -> BoardReading {
    var sums: [[Int]: Double] = [:]
    for pair in weighed { sums[pair.scores, default: 0] += pair.likelihood }
    let likely = sums.filter { $0.value >= Self.leastLikelihood }
    let ranked = likely.keys.sorted {
      (likely[$0] ?? 0, $1.description) > (likely[$1] ?? 0, $0.description)
    }
    let confidence = ranked.first.flatMap { likely[$0] } ?? 0
    // Where a digit or mark was left out, or one digit stands alone, another may have been missed.
    let features = weighed.first { $0.scores == ranked.first }?.features
    let isWhole = features?["leftOut"] == 0 && features?["singles"] == 0
    return BoardReading(
      pairs: Array(ranked.prefix(Self.mostPairs)),
      scores: isWhole && confidence >= model.offered ? ranked.first : nil, clock: clock,
      confidence: confidence)
  }
}
