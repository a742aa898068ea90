internal import DiscGolf
internal import HyzerVoice

/// Counts over a corpus, or a part of one; they add up, and every rate derives from them.
struct CorpusCounts: Hashable, Sendable {
  private(set) var utterances = 0
  /// The utterances whose accepted pairs are just those that were said, negatives included.
  private(set) var utterancesExact = 0
  private(set) var pairsReference = 0
  private(set) var pairsCorrect = 0
  private(set) var pairsInserted = 0
  private(set) var falseAccepts = 0
  /// The utterances found in negatives in which a pair was accepted: one long recording of noise
  /// can hold several.
  private(set) var falseAcceptEvents = 0
  private(set) var negatives = 0
  /// Their length together, in seconds.
  private(set) var negativeSeconds = 0.0
  /// The utterances that would have saved themselves with a wrong set.
  private(set) var wrongCommits = 0
  /// The utterances with a score in them about which a person would be asked.
  private(set) var partials = 0
  /// The utterances with a score in them that were taken for none at all.
  private(set) var rejections = 0
  /// The words, where it is known what was said.
  private(set) var wordErrors = WordErrors()
  private(set) var audioSeconds = 0.0
  /// How long the result of each recording was waited for, in seconds.
  private(set) var latencies: [Double] = []
  /// How long recognition and parsing took altogether, in seconds.
  private(set) var processingSeconds = 0.0

  /// Counts one more utterance; `words` are its word errors.
  mutating func add(_ outcome: UtteranceOutcome, words: WordErrors?) {
    utterances += 1
    utterancesExact += outcome.isExact ? 1 : 0
    pairsReference += outcome.reference.count
    let correct = outcome.correct.count
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
  var positives: Int { utterances - negatives }

  /// Those of them whose accepted pairs are just those that were said.
  var exact: Proportion { Proportion(utterancesExact - (negatives - falseAccepts), of: positives) }

  /// The pairs that were accepted, of those that were said.
  var pairRecall: Proportion { Proportion(pairsCorrect, of: pairsReference) }

  /// The pairs that were said, of those that were accepted.
  var pairPrecision: Proportion { Proportion(pairsCorrect, of: pairsCorrect + pairsInserted) }

  var wrongCommitShare: Proportion { Proportion(wrongCommits, of: utterances) }

  var falseAcceptShare: Proportion { Proportion(falseAccepts, of: negatives) }

  var rejectedShare: Proportion { Proportion(rejections, of: positives) }

  /// Utterances wrongly accepted per hour of audio without a score; nil without such audio.
  var falseAcceptsPerHour: Double? {
    negativeSeconds > 0 ? Double(falseAcceptEvents) * 3600 / negativeSeconds : nil
  }

  /// Processing time per second of audio; nil without audio.
  var realTimeFactor: Double? { audioSeconds > 0 ? processingSeconds / audioSeconds : nil }
}

extension CorpusCounts: Encodable {
  /// What the JSON of a condition and of a group have in common.
  private enum CodingKeys: String, CodingKey {
    case utterances, utterancesExact, pairsReference, pairsCorrect, pairsInserted, falseAccepts
    case negatives, wrongCommits, wordErrors
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

/// How often one thing was said and another was heard.
struct ConfusionMatrix: Hashable, Sendable {
  /// What was said and what was heard in its place; nil for nothing.
  struct Cell: Hashable, Sendable {
    let said, heard: String?
  }

  /// A thing that was heard as another, and how often.
  struct Confusion: Hashable, Encodable {
    let said, heard: String?
    let count: Int
  }

  private(set) var counts: [Cell: Int] = [:]

  mutating func add(said: String?, heard: String?) {
    counts[Cell(said: said, heard: heard), default: 0] += 1
  }

  static func += (left: inout ConfusionMatrix, right: ConfusionMatrix) {
    left.counts.merge(right.counts, uniquingKeysWith: +)
  }

  /// The confusions, the most frequent first, then in alphabetical order.
  var errors: [Confusion] {
    counts.filter { $0.key.said != $0.key.heard }
      .map { Confusion(said: $0.key.said, heard: $0.key.heard, count: $0.value) }
      .sorted {
        ($1.count, $0.said ?? "", $0.heard ?? "") < ($0.count, $1.said ?? "", $1.heard ?? "")
      }
  }
}

/// Which players and which scores were taken for others, and which words.
struct Confusions: Hashable, Sendable {
  private(set) var players = ConfusionMatrix()
  private(set) var scores = ConfusionMatrix()
  /// Words, substitutions and hits only.
  private(set) var words = ConfusionMatrix()

  /// Sets the pairs that were said beside those that were accepted.
  ///
  /// First each player's score beside the same player's, then what is left beside pairs of the same
  /// score; what then remains was missed, or was heard and not said.
  mutating func add(reference: [ScorePair], accepted: [ScorePair]) {
    var missed: [ScorePair] = []
    var rest = accepted
    for pair in reference {
      let match = rest.firstIndex(of: pair) ?? rest.firstIndex { $0.player == pair.player }
      guard let match else {
        missed.append(pair)
        continue
      }
      count(said: pair, heard: rest.remove(at: match))
    }
    for pair in missed {
      let match = rest.firstIndex { $0.strokes == pair.strokes }
      count(said: pair, heard: match.map { rest.remove(at: $0) })
    }
    for pair in rest { count(said: nil, heard: pair) }
  }

  /// Counts the words of an alignment that were heard right or as others.
  mutating func add(_ alignment: WordAlignment) {
    for step in alignment.steps {
      switch step {
      case .hit(let word): words.add(said: word, heard: word)
      case .substitution(let said, let heard): words.add(said: said, heard: heard)
      case .deletion, .insertion: continue
      }
    }
  }

  private mutating func count(said: ScorePair?, heard: ScorePair?) {
    players.add(said: said?.player, heard: heard?.player)
    scores.add(said: said.map { "\($0.strokes)" }, heard: heard.map { "\($0.strokes)" })
  }
}
