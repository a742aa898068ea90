public import Golf

/// A player and a score: the unit in which meaning is measured.
public struct ScorePair: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// How many strokes.
  public let strokes: Strokes

  /// Makes a pair.
  public init(player: PlayerID, strokes: Strokes) {
    self.player = player
    self.strokes = strokes
  }
}

/// What was said in one utterance of a corpus, and what the toolkit made of it.
public struct JudgedUtterance: Sendable {
  /// The pairs that were said; empty where nothing may be accepted.
  public var reference: Set<ScorePair>
  /// The pairs that the toolkit accepted.
  public var accepted: Set<ScorePair>
  /// Whether they would have saved themselves.
  public var isSuccess: Bool
  /// The words that were said, or nil where the corpus does not tell.
  public var referenceWords: [String]?
  /// The words that were heard.
  public var heardWords: [String]
  /// The length of the audio, in seconds; 0 without audio.
  public var audioSeconds: Double
  /// How long recognition and parsing took after the last sample, in seconds.
  public var latencySeconds: Double

  /// Makes a judged utterance.
  public init(
    reference: Set<ScorePair>, accepted: Set<ScorePair>, isSuccess: Bool, referenceWords: [String]?,
    heardWords: [String], audioSeconds: Double, latencySeconds: Double
  ) {
    self.reference = reference
    self.accepted = accepted
    self.isSuccess = isSuccess
    self.referenceWords = referenceWords
    self.heardWords = heardWords
    self.audioSeconds = audioSeconds
    self.latencySeconds = latencySeconds
  }
}

/// Counts over a corpus; they add up, and every rate derives from them.
public struct CorpusCounts: Hashable, Sendable {
  /// The utterances, negatives included.
  public private(set) var utterances = 0
  /// The utterances whose accepted pairs are just those that were said.
  public private(set) var utterancesExact = 0
  /// The pairs that were said.
  public private(set) var pairsReference = 0
  /// The pairs that were said and accepted.
  public private(set) var pairsCorrect = 0
  /// The pairs that were accepted and not said.
  public private(set) var pairsInserted = 0
  /// The negatives with any accepted pair.
  public private(set) var falseAccepts = 0
  /// The utterances in which nothing may be accepted.
  public private(set) var negatives = 0
  /// Their length together, in seconds.
  public private(set) var negativeSeconds = 0.0
  /// The utterances that would have saved themselves with a wrong set.
  public private(set) var wrongCommits = 0
  /// The words, where the corpus tells what was said.
  public private(set) var wordErrors = WordErrors()
  /// The length of all audio, in seconds.
  public private(set) var audioSeconds = 0.0
  /// The latency of each utterance, in seconds.
  public private(set) var latencies: [Double] = []

  /// Nothing counted yet.
  public init() {}

  /// Counts one more utterance.
  public mutating func add(_ utterance: JudgedUtterance) {
    let isExact = utterance.accepted == utterance.reference
    utterances += 1
    utterancesExact += isExact ? 1 : 0
    pairsReference += utterance.reference.count
    pairsCorrect += utterance.accepted.intersection(utterance.reference).count
    pairsInserted += utterance.accepted.subtracting(utterance.reference).count
    wrongCommits += utterance.isSuccess && !isExact ? 1 : 0
    if utterance.reference.isEmpty {
      negatives += 1
      negativeSeconds += utterance.audioSeconds
      falseAccepts += utterance.accepted.isEmpty ? 0 : 1
    }
    if let words = utterance.referenceWords {
      wordErrors += WordErrors(reference: words, hypothesis: utterance.heardWords)
    }
    audioSeconds += utterance.audioSeconds
    latencies.append(utterance.latencySeconds)
  }

  /// Processing time per second of audio; nil without audio.
  public var realTimeFactor: Double? {
    audioSeconds > 0 ? latencies.reduce(0, +) / audioSeconds : nil
  }

  /// Returns the latency below which a share of the utterances lie, by the nearest rank; nil
  /// without an utterance.
  ///
  /// `quantile` goes from 0 to 1.
  public func latency(quantile: Double) -> Double? {
    let sorted = latencies.sorted()
    guard !sorted.isEmpty else { return nil }
    let rank = (quantile * Double(sorted.count)).rounded(.up)
    return sorted[min(max(Int(rank), 1), sorted.count) - 1]
  }
}
