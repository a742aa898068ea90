/// One utterance of a corpus under one condition: what was said and what the toolkit made of it.
///
/// Every figure of a report is a fold over these.
public struct UtteranceOutcome: Hashable, Sendable, Codable {
  /// What became of the utterance, as `hyzer score` would say.
  public enum Result: String, Hashable, Sendable, Codable {
    /// Everything was explained and clearly heard: it would have saved itself.
    case success
    /// Something stays open, and a person is asked.
    case partial
    /// There was no score in it.
    case failed
  }

  /// The manifest that holds it, by its place among those given, from 0.
  public var corpus: Int
  /// The line in that manifest, from 1.
  public var line: Int
  /// The recording as the manifest names it, or the text where there is none.
  public var id: String
  /// The condition, by its place in the report, from 0.
  public var condition: Int
  /// The pairs that were said, in order of players; none where nothing may be accepted.
  public var reference: [ScorePair]
  /// The pairs that were accepted, in order of players.
  public var accepted: [ScorePair]
  /// What became of it.
  public var result: Result
  /// The words that were said, or nil where the corpus does not tell.
  public var said: [String]?
  /// The words that were heard.
  public var heard: [String]
  /// How clear the utterance was, from 0 to 1, where something in it would be accepted if only it
  /// were clear enough; nil where nothing would be.
  public var confidence: Double?
  /// How many of the utterances found in the recording had anything accepted.
  public var acceptedUtterances: Int
  /// Whether something would have saved itself wrongly.
  public var isWrongCommit: Bool
  /// Which stage a failure is put down to; nil where there is none.
  public var stage: FailureStage?
  /// What the manifest says about the recording, such as its speaker.
  public var tags: [String: String]
  /// The length of the audio in seconds; 0 without audio.
  public var audioSeconds: Double
  /// How long the result was waited for: recognition and parsing of the utterance that took
  /// longest, in seconds; nil for a text.
  public var latencySeconds: Double?
  /// How long recognition and parsing took altogether, in seconds.
  public var processingSeconds: Double
  /// The SHA-256 of the recording's file, in hexadecimal; nil without audio.
  public var audioSHA256: String?

  /// Makes an outcome from its parts; pairs may come in any order.
  ///
  /// What is not given follows from the rest: one utterance, and a wrong commit where a success has
  /// another set than was said.
  public init(
    corpus: Int = 0, line: Int, id: String, condition: Int = 0, reference: some Sequence<ScorePair>,
    accepted: some Sequence<ScorePair>, result: Result, said: [String]?, heard: [String],
    confidence: Double? = nil, acceptedUtterances: Int? = nil, isWrongCommit: Bool? = nil,
    stage: FailureStage? = nil, tags: [String: String] = [:], audioSeconds: Double = 0,
    latencySeconds: Double? = nil, processingSeconds: Double? = nil, audioSHA256: String? = nil
  ) {
    self.corpus = corpus
    self.line = line
    self.id = id
    self.condition = condition
    self.reference = reference.sorted()
    self.accepted = accepted.sorted()
    self.result = result
    self.said = said
    self.heard = heard
    self.confidence = confidence
    self.acceptedUtterances = acceptedUtterances ?? (self.accepted.isEmpty ? 0 : 1)
    self.isWrongCommit = isWrongCommit ?? (result == .success && self.accepted != self.reference)
    self.stage = stage
    self.tags = tags
    self.audioSeconds = audioSeconds
    self.latencySeconds = latencySeconds
    self.processingSeconds = processingSeconds ?? latencySeconds ?? 0
    self.audioSHA256 = audioSHA256
  }

  /// The errors of the words that were heard; nil where nothing tells what was said.
  public var wordErrors: WordErrors? {
    said.map { WordErrors(reference: $0, hypothesis: heard) }
  }

  /// Whether nothing may be accepted of it.
  public var isNegative: Bool { reference.isEmpty }

  /// Whether the accepted pairs are just those that were said.
  public var isExact: Bool { accepted == reference }
}
