public import Golf
public import Language

/// Scores of one hole that wait to be saved.
public struct Draft: Hashable, Sendable {
  /// How a score came in.
  public enum Input: String, Hashable, Sendable, Codable {
    /// Somebody said it.
    case voice
    /// Somebody typed or picked it.
    case typed
  }

  /// An utterance, or a line of text, and what it says.
  public struct Utterance: Hashable, Sendable {
    /// Counts the utterances of a session, from 1.
    public let number: Int
    /// How it came in.
    public let input: Input
    /// Its words.
    public let transcript: String
    /// What they say.
    public let result: ParseResult

    /// Makes an utterance from its parts.
    public init(number: Int, input: Input, transcript: String, result: ParseResult) {
      self.number = number
      self.input = input
      self.transcript = transcript
      self.result = result
    }
  }

  /// One player's score, or what is known of it.
  public struct Row: Hashable, Sendable, Identifiable {
    /// Tells the row from the draft's others, also when rows come and go.
    public let id: Int
    /// Whose score it is; nil where that is open.
    public internal(set) var player: PlayerID?
    /// The score; nil where it is open.
    public internal(set) var strokes: Strokes?
    /// Who may be meant where ``player`` is open, the likeliest first; may be empty.
    public internal(set) var candidates: [PlayerID]
    /// How sure the score is, from 0 to 1; 1 for what a person picked.
    public internal(set) var confidence: Double
    /// Whether a person has to look at it, though player and score are known.
    public internal(set) var isDoubtful: Bool
    /// The score that the player has on this hole already, which this one would replace.
    public internal(set) var replaces: Strokes?
    /// The words in question, where something is open; may be empty.
    public internal(set) var words: String
    /// The number of the utterance that it comes from.
    public internal(set) var utterance: Int
    /// How it came in; `.typed` once a person changed it.
    public internal(set) var input: Input

    /// Whether nothing of it is open.
    public var isResolved: Bool { player != nil && strokes != nil && !isDoubtful }
  }

  /// The hole on which the scores were made.
  public let hole: Int
  /// The scores, in the order in which they were said.
  public internal(set) var rows: [Row]
  /// What was said beside them and stays open, such as words that are not understood.
  public internal(set) var remarks: [Problem]
  /// The words of its utterances, by the utterance's number.
  public internal(set) var transcripts: [Int: String]
  /// How many rows there ever were, which is also the last one's identifier.
  var rowsMade = 0

  /// Starts a draft without rows.
  init(hole: Int) {
    self.hole = hole
    rows = []
    remarks = []
    transcripts = [:]
  }

  /// Whether nothing is open: it may save itself.
  public var isResolved: Bool {
    !rows.isEmpty && rows.allSatisfy(\.isResolved) && remarks.isEmpty
  }

  /// Whether a person may save it as it is shown: every row has a player and a score.
  public var isComplete: Bool {
    !rows.isEmpty && rows.allSatisfy { $0.player != nil && $0.strokes != nil }
  }
}
