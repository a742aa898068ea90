/// A word that the recogniser heard.
public struct RecognizedWord: Hashable, Sendable, Codable {
  /// A word that would make another score in its place.
  public struct Rival: Hashable, Sendable, Codable {
    /// The other word, as it is written in a transcript.
    public let text: String
    /// By how much the word that was heard explains the audio better, in the units of
    /// ``Hypothesis/Rival/lead``; below 0 where the grammar decided for it.
    public let lead: Double

    /// Makes a rival from its text and how far behind it is.
    public init(text: String, lead: Double) {
      self.text = text
      self.lead = lead
    }
  }

  /// What a second acoustic model, of the digits alone, hears in place of a digit.
  public struct Opinion: Hashable, Sendable, Codable {
    /// The digit that fits best, as a number of strokes; 0 where it is another word.
    public let number: Int
    /// How much better the digit that was heard fits than the best of the others, in the units of
    /// ``Hypothesis/Rival/lead``; below 0 where another fits better.
    public let lead: Double
    /// How much better it fits than any sequence of the parts that digits have: acoustic score per
    /// frame, less that of the parts.
    public let margin: Double

    /// Makes an opinion.
    public init(number: Int, lead: Double, margin: Double) {
      self.number = number
      self.lead = lead
      self.margin = margin
    }
  }

  /// The word or name as it is written in a transcript.
  public let text: String
  /// How surely it is this word, from 0 to 1.
  public let confidence: Double
  /// How much better it explains its audio than any sequence of phones does: acoustic score per
  /// frame, less that of the phones.
  public let margin: Double
  /// The likeliest word that would make another score; nil where there is none.
  public let rival: Rival?
  /// What else may have been said there, that is no name and no score; nil where nothing else was
  /// looked for.
  public let talk: Rival?
  /// What the model of digits says; nil for a word that is none, or where there is no such model.
  public let opinion: Opinion?
  /// Where it lies, in frames of 10 ms from the utterance's start.
  public let frames: Range<Int>

  /// Makes a word that was heard.
  public init(
    text: String, confidence: Double, margin: Double = 0, rival: Rival? = nil,
    talk: Rival? = nil, opinion: Opinion? = nil, frames: Range<Int> = 0..<0
  ) {
    self.text = text
    self.confidence = confidence
    self.margin = margin
    self.rival = rival
    self.talk = talk
    self.opinion = opinion
    self.frames = frames
  }
}

/// What the recogniser heard in an utterance.
public struct Hypothesis: Hashable, Sendable, Codable {
  /// A sentence that was heard as well, and was not chosen.
  public struct Rival: Hashable, Sendable, Codable {
    /// Its words, separated by spaces.
    public let transcript: String
    /// By how much the sentence chosen explains the audio better, in the units of
    /// ``DecoderSettings/Sentences/unusualMargin``; below 0 where it was chosen for what it says.
    public let lead: Double

    /// Makes a rival from its words and how far behind it is.
    public init(transcript: String, lead: Double) {
      self.transcript = transcript
      self.lead = lead
    }
  }

  /// The words in order; empty where nothing was heard.
  public let words: [RecognizedWord]
  /// How much better all words together explain their audio than any sequence of phones does,
  /// from 0 to 1; 0 where nothing was heard.
  public let confidence: Double
  /// Whether another sentence explains the audio nearly as well.
  public let isContested: Bool
  /// The other sentence, where the two searches heard different ones.
  public let rival: Rival?

  /// Makes a hypothesis of some words.
  public init(
    words: [RecognizedWord], confidence: Double, isContested: Bool = false, rival: Rival? = nil
  ) {
    self.words = words
    self.confidence = confidence
    self.isContested = isContested
    self.rival = rival
  }

  /// Nothing was heard.
  public static let nothing = Hypothesis(words: [], confidence: 0)

  /// The words, separated by spaces.
  public var transcript: String { words.map(\.text).joined(separator: " ") }
}
