public import Golf
public import Parsing
public import Pronunciation
public import Recognition

/// What was heard in an utterance and what it says.
public struct ScoredUtterance: Hashable, Sendable {
  /// The words that were heard.
  public let hypothesis: Hypothesis
  /// What they say, weighed by how clearly they were heard.
  public let result: ParseResult
  /// Whether something in it would be accepted if only the utterance as a whole were clear enough.
  public let isAcceptable: Bool
}

/// Turns the samples of an utterance into scores: recognise, parse, weigh.
public struct UtteranceScorer: ~Copyable {
  /// The round whose scores are heard.
  public private(set) var round: Round
  private var recognizer: PocketSphinxRecognizer
  private var parser: UtteranceParser
  private let words: RoundLexicon
  private let lexicon: PronunciationLexicon
  private let confidence: DecoderSettings.Confidence

  /// Makes a scorer for a round.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation, ``RecognizerError`` where the
  ///   engine does not start.
  public init(round: Round, lexicon: PronunciationLexicon, settings: DecoderSettings) throws {
    let words = try RoundLexicon(roster: round.roster, lexicon: lexicon, settings: settings)
    recognizer = try PocketSphinxRecognizer(grammar: words.grammar, settings: settings)
    parser = UtteranceParser(round: round, words: words, lexicon: lexicon)
    confidence = settings.confidence
    self.round = round
    self.words = words
    self.lexicon = lexicon
  }

  /// Goes on to another hole or par of the same roster, for which nothing need be loaded.
  public mutating func move(to round: Round) {
    precondition(round.roster == self.round.roster, "another roster needs another scorer")
    guard round != self.round else { return }
    self.round = round
    parser = UtteranceParser(round: round, words: words, lexicon: lexicon)
  }

  /// Returns what words say that were spoken, without weighing how clearly they were heard.
  public func parse(spoken text: String) -> ParseResult { parser.parse(text, input: .spoken) }

  /// Returns what an utterance says: mono samples at ``PocketSphinxRecognizer/sampleRateHz``.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    understand(try recognizer.recognize(samples)).weighed(by: confidence)
  }

  /// Returns what the words that were heard say, not weighed yet.
  public func understand(_ hypothesis: Hypothesis) -> UnweighedUtterance {
    UnweighedUtterance(
      hypothesis: hypothesis, result: parse(spoken: hypothesis.transcript), round: round)
  }
}
