/// A word that the recogniser heard.
public struct RecognizedWord: Hashable, Sendable {
  /// The word or name as it is written in a transcript.
  public let text: String
  /// How much better the word explains its audio than any sequence of phones does, from 0 to 1.
  public let confidence: Double

  /// Makes a word that was heard.
  public init(text: String, confidence: Double) {
    self.text = text
    self.confidence = confidence
  }
}

/// What the recogniser heard in an utterance.
public struct Hypothesis: Hashable, Sendable {
  /// The words in order; empty where nothing was heard.
  public let words: [RecognizedWord]
  /// How much better all words together explain their audio than any sequence of phones does,
  /// from 0 to 1; 0 where nothing was heard.
  public let confidence: Double
  /// Whether another sentence explains the audio nearly as well.
  public let isContested: Bool

  /// Makes a hypothesis of some words.
  public init(words: [RecognizedWord], confidence: Double, isContested: Bool = false) {
    self.words = words
    self.confidence = confidence
    self.isContested = isContested
  }

  /// Nothing was heard.
  public static let nothing = Hypothesis(words: [], confidence: 0)

  /// The words, separated by spaces.
  public var transcript: String { words.map(\.text).joined(separator: " ") }
}
