internal import HyzerBase
internal import HyzerVoice

/// A player and a score: the unit in which meaning is measured.
package struct ScorePair: Hashable, Sendable, Codable, Comparable {
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
enum FailureStage: String, Sendable, Codable, CaseIterable {
  /// Cut out of the stream otherwise, the utterance would have been right.
  case endpointing
  case recognition
  /// The words that were said do not parse to what they mean.
  case classification
  case matching
  /// The scores were right, or there were none, but how sure they are was judged wrongly.
  case confirmation
}

/// One utterance of a corpus under one condition: what was said and what the toolkit made of it.
///
/// Every figure of a report is a fold over these.
package struct UtteranceOutcome: Hashable, Sendable, Codable {
  /// The manifest that holds it, by its place among those given, from 0.
  var corpus = 0
  /// The line in that manifest, from 1.
  let line: Int
  /// The recording as the manifest names it, or the text where there is none.
  var id: String
  /// The condition, by its place in the report, from 0.
  var condition = 0
  /// The pairs that were said, in order of players; none where nothing may be accepted.
  var reference: [ScorePair]
  /// The pairs that were accepted, in order of players.
  var accepted: [ScorePair]
  let result: ParseStatus
  let said: [String]?
  var heard: [String]
  /// How clear the utterance was, from 0 to 1, where something in it would be accepted if only it
  /// were clear enough; nil where nothing would be.
  var confidence: Double?
  /// How many of the utterances found in the recording had anything accepted.
  var acceptedUtterances: Int
  var isWrongCommit: Bool
  /// Which stage a failure is put down to; nil where there is none.
  var stage: FailureStage?
  /// What the manifest says about the recording, such as its speaker.
  var tags: [String: String] = [:]
  var audioSeconds = 0.0
  /// How long the result was waited for: recognition and parsing of the utterance that took
  /// longest, in seconds; nil for a text.
  var latencySeconds: Double?
  /// How long recognition and parsing took altogether, in seconds.
  var processingSeconds = 0.0
  /// The SHA-256 of the recording's file, in hexadecimal; nil without audio.
  var audioSHA256: String?
  /// What the recogniser heard, utterance by utterance, with the log-likelihood ratios that made its
  /// confidences; nil for a text.
  var hypotheses: [Hypothesis]?

  /// The errors of the words that were heard; nil where it is not known what was said.
  var wordErrors: WordErrors? {
    said.map { WordErrors(reference: $0, hypothesis: heard) }
  }

  /// The pairs that were said and accepted.
  var correct: Set<ScorePair> { Set(accepted).intersection(reference) }

  var isNegative: Bool { reference.isEmpty }

  var isExact: Bool { accepted == reference }

  /// Distinguishes the utterance from all others of the corpus, whatever was heard.
  var key: UInt64 { stableHash("\(corpus):\(line)") }
}
