public import Golf

/// One line of a corpus: a recording or a text, and the scores that it says.
public struct CorpusUtterance: Hashable, Sendable {
  /// The manifest that holds it, by its place among those given, from 0.
  public let corpus: Int
  /// The line in that manifest, from 1.
  public let line: Int
  /// The recording as the manifest names it, or the text where there is none.
  public let id: String
  /// The recording's path, or nil where only text is judged.
  public let audio: String?
  /// What is said, or nil where the corpus does not tell.
  public let transcript: String?
  /// Who plays, and the hole.
  public let round: Round
  /// The pairs that are said; none where nothing may be accepted.
  public let scores: [ScorePair]
  /// Whether the recording is heard as a stream of utterances, however short it is.
  public let isStream: Bool
  /// What the manifest says about the recording, such as its speaker.
  public let tags: [String: String]

  /// Makes a line from its parts.
  public init(
    corpus: Int, line: Int, id: String, audio: String?, transcript: String?, round: Round,
    scores: [ScorePair], isStream: Bool = false, tags: [String: String]
  ) {
    self.corpus = corpus
    self.line = line
    self.id = id
    self.audio = audio
    self.transcript = transcript
    self.round = round
    self.scores = scores
    self.isStream = isStream
    self.tags = tags
  }
}
