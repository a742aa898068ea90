public import Golf
internal import Language
public import Parsing
public import Pronunciation
public import Recognition

/// What was heard in an utterance and what it says.
public struct ScoredUtterance: Hashable, Sendable {
  /// The words that were heard.
  public let hypothesis: Hypothesis
  /// What they say.
  public let result: ParseResult
}

/// Turns the samples of an utterance into scores: recognise, parse, weigh.
public struct UtteranceScorer: ~Copyable {
  private var recognizer: PocketSphinxRecognizer
  private let parser: UtteranceParser
  private let confidence: DecoderSettings.Confidence
  private let articles = Set(
    LanguageDescription.english.vocabulary.entries
      .filter { $0.meaning == .function(.article) }.flatMap(\.words))

  /// Makes a scorer for a round.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation, ``RecognizerError`` where the
  ///   engine does not start.
  public init(round: Round, lexicon: PronunciationLexicon, settings: DecoderSettings) throws {
    let words = try RoundLexicon(roster: round.roster, lexicon: lexicon, settings: settings)
    recognizer = try PocketSphinxRecognizer(grammar: words.grammar, settings: settings)
    parser = UtteranceParser(
      round: round, namePronunciations: words.pronunciationsBySpelling,
      pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
    confidence = settings.confidence
  }

  /// Returns what an utterance says: mono samples at ``PocketSphinxRecognizer/sampleRateHz``.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    let hypothesis = try recognizer.recognize(samples)
    var heard: [HeardWord] = []
    var offset = 0
    for word in hypothesis.words {
      // An article is too short to be measured, and says nothing.
      if !articles.contains(word.text) {
        heard.append(
          HeardWord(range: offset..<offset + word.text.count, confidence: word.confidence))
      }
      offset += word.text.count + 1
    }
    let result = parser.parse(hypothesis.transcript, input: .spoken)
    return ScoredUtterance(
      hypothesis: hypothesis,
      result: result.weighed(
        by: heard, utteranceConfidence: hypothesis.confidence,
        thresholds: HearingThresholds(
          confirmBelow: confidence.confirmBelow, askBelow: confidence.askBelow,
          rejectBelow: confidence.rejectBelow)))
  }
}
