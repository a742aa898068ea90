package import DiscGolf
package import HyzerVoice

/// A player and a score: the unit in which meaning is measured.
package struct ScorePair: Hashable, Sendable, Codable, Comparable {
  /// Who, by display name.
  package let player: String
  package let strokes: Int

  package init(player: String, strokes: Int) {
    self.player = player
    self.strokes = strokes
  }

  package static func < (left: ScorePair, right: ScorePair) -> Bool {
    (left.player, left.strokes) < (right.player, right.strokes)
  }
}

/// The stage of the pipeline that a failure is put down to: the first that went wrong.
package enum FailureStage: String, Sendable, Codable, CaseIterable {
  /// Cut out of the stream otherwise, the utterance would have been right.
  case endpointing
  /// The words that were heard are not those that were said.
  case recognition
  /// The words that were said do not parse to what they mean.
  case classification
  /// A name that was said is not taken for its player.
  case matching
  /// The scores were right, or there were none, but how sure they are was judged wrongly.
  case confirmation
}

/// One utterance of a corpus under one condition: what was said and what the toolkit made of it.
///
/// Every figure of a report is a fold over these.
package struct UtteranceOutcome: Hashable, Sendable, Codable {
  /// The manifest that holds it, by its place among those given, from 0.
  package var corpus: Int
  /// The line in that manifest, from 1.
  package var line: Int
  /// The recording as the manifest names it, or the text where there is none.
  package var id: String
  /// The condition, by its place in the report, from 0.
  package var condition: Int
  /// The pairs that were said, in order of players; none where nothing may be accepted.
  package var reference: [ScorePair]
  /// The pairs that were accepted, in order of players.
  package var accepted: [ScorePair]
  /// What became of it, as `hyzer score` prints it.
  package var result: ParseStatus
  /// The words that were said; nil where the corpus does not give them.
  package var said: [String]?
  package var heard: [String]
  /// How clear the utterance was, from 0 to 1, where something in it would be accepted if only it
  /// were clear enough; nil where nothing would be.
  package var confidence: Double?
  /// How many of the utterances found in the recording had anything accepted.
  package var acceptedUtterances: Int
  /// Whether something would have saved itself wrongly.
  package var isWrongCommit: Bool
  /// Which stage a failure is put down to; nil where there is none.
  package var stage: FailureStage?
  /// What the manifest says about the recording, such as its speaker.
  package var tags: [String: String]
  /// The length of the audio in seconds; 0 without audio.
  package var audioSeconds: Double
  /// How long the result was waited for: recognition and parsing of the utterance that took
  /// longest, in seconds; nil for a text.
  package var latencySeconds: Double?
  /// How long recognition and parsing took altogether, in seconds.
  package var processingSeconds: Double
  /// The SHA-256 of the recording's file, in hexadecimal; nil without audio.
  package var audioSHA256: String?
  /// What the recogniser heard, utterance by utterance, with the log-likelihood ratios that made its
  /// confidences; nil for a text.
  package var hypotheses: [Hypothesis]?

  /// Makes an outcome from its parts; pairs may come in any order.
  ///
  /// What is not given follows from the rest: one utterance, and a wrong commit where a success has
  /// another set than was said.
  package init(
    corpus: Int = 0, line: Int, id: String, condition: Int = 0, reference: some Sequence<ScorePair>,
    accepted: some Sequence<ScorePair>, result: ParseStatus, said: [String]?, heard: [String],
    confidence: Double? = nil, acceptedUtterances: Int? = nil, isWrongCommit: Bool? = nil,
    stage: FailureStage? = nil, tags: [String: String] = [:], audioSeconds: Double = 0,
    latencySeconds: Double? = nil, processingSeconds: Double? = nil, audioSHA256: String? = nil,
    hypotheses: [Hypothesis]? = nil
  ) {
    (self.corpus, self.line, self.id, self.condition) = (corpus, line, id, condition)
    (self.reference, self.accepted) = (reference.sorted(), accepted.sorted())
    (self.result, self.said, self.heard, self.confidence) = (result, said, heard, confidence)
    self.acceptedUtterances = acceptedUtterances ?? (self.accepted.isEmpty ? 0 : 1)
    self.isWrongCommit = isWrongCommit ?? (result == .success && self.accepted != self.reference)
    (self.stage, self.tags, self.hypotheses) = (stage, tags, hypotheses)
    (self.audioSeconds, self.audioSHA256) = (audioSeconds, audioSHA256)
    self.latencySeconds = latencySeconds
    self.processingSeconds = processingSeconds ?? latencySeconds ?? 0
  }

  /// The errors of the words that were heard; nil where it is not known what was said.
  var wordErrors: WordErrors? {
    said.map { WordErrors(reference: $0, hypothesis: heard) }
  }

  /// Whether nothing may be accepted of it.
  package var isNegative: Bool { reference.isEmpty }

  /// Whether the accepted pairs are just those that were said.
  package var isExact: Bool { accepted == reference }
}
