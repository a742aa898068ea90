public import Golf

/// A line of a corpus manifest as somebody wrote it, before its label is checked.
public struct CorpusLine: Hashable, Sendable {
  /// A score as the line gives it.
  public struct Score: Hashable, Sendable, Codable {
    /// Whose score, by name or alias.
    public let player: String
    /// How many strokes; it may lie outside what can be kept.
    public let strokes: Int

    /// Makes a score.
    public init(player: String, strokes: Int) {
      self.player = player
      self.strokes = strokes
    }
  }

  /// Where the recording is, as the line gives it; nil for text alone.
  public let audio: String?
  /// What was said; nil where the line does not tell.
  public let transcript: String?
  /// Who plays, and the hole.
  public let round: Round
  /// The label: the scores that the utterance gives.
  public let scores: [Score]

  /// Makes a line.
  public init(audio: String?, transcript: String?, round: Round, scores: [Score]) {
    self.audio = audio
    self.transcript = transcript
    self.round = round
    self.scores = scores
  }
}
