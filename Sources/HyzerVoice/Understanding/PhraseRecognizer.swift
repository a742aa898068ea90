package import DiscGolf

/// A sentence of a ``PhraseLanguage`` that was heard.
package struct HeardPhrase<Kind: Hashable & Sendable>: Hashable, Sendable {
  package let hypothesis: Hypothesis
  /// What it may mean; none where the words are no sentence, not clear enough to be one at all, or explain the audio
  /// worse than words in any order.
  package let phrases: [Phrase<Kind>]
  /// Whether every word that counts was heard so clearly that nobody need be asked.
  package let isClear: Bool
  /// What seems to have been said where any word may follow any.
  package let loose: Hypothesis

  package init(
    hypothesis: Hypothesis, phrases: [Phrase<Kind>], isClear: Bool, loose: Hypothesis
  ) {
    self.hypothesis = hypothesis
    self.phrases = phrases
    self.isClear = isClear
    self.loose = loose
  }
}

/// Hears sentences of a ``PhraseLanguage``.
///
/// It loads an acoustic model when it is made, blocks while it works, and belongs to one task at a time.
package struct PhraseRecognizer<Kind: Hashable & Sendable>: ~Copyable {
  private var recognizer: Recognizer
  private let language: PhraseLanguage<Kind>
  private let roster: Roster?
  private let pronunciations: [String: [Pronunciation]]
  private let confidence: DecoderSettings.Confidence

  /// Listens for the names of a roster that have a pronunciation; without one, for none.
  ///
  /// - Throws: ``LexiconError`` or ``RecognizerError`` where nothing can be listened for.
  package init(
    _ language: PhraseLanguage<Kind>, roster: Roster?, lexicon: PronunciationLexicon,
    settings: DecoderSettings
  ) throws {
    let names =
      try roster.map {
        try RoundLexicon.Name.all(of: $0, lexicon: lexicon, sayableOnly: true)
      } ?? []
    self.init(
      try Recognizer(
        grammar: language.grammar(
          names: names, lexicon: lexicon, weights: settings.grammarWeights), settings: settings),
      language, roster,
      names.reduce(into: [:]) { $0[$1.spelling, default: []] += $1.sounds },
      settings.confidence)
  }

  // Apart, since a value that cannot be copied has to be made whole at once.
  private init(
    _ recognizer: consuming Recognizer, _ language: PhraseLanguage<Kind>, _ roster: Roster?,
    _ pronunciations: [String: [Pronunciation]], _ confidence: DecoderSettings.Confidence
  ) {
    self.recognizer = recognizer
    self.language = language
    self.roster = roster
    self.pronunciations = pronunciations
    self.confidence = confidence
  }

  /// Returns what is said in an utterance of mono samples at ``Recording/sampleRateHz``, of two minutes at most.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func hear(_ samples: [Int16]) throws(RecognizerError) -> HeardPhrase<Kind> {
    defer { recognizer.forget() }
    let hypothesis = try recognizer.recognize(samples, withReply: false).sentence
    let loose = try recognizer.looseWords(in: samples)
    guard !hypothesis.words.isEmpty, hypothesis.confidence >= confidence.askBelow,
      hypothesis.loopLLR - loose.loopLLR >= leastLooseLLR
    else {
      return HeardPhrase(hypothesis: hypothesis, phrases: [], isClear: false, loose: loose)
    }
    let phrases = phrases(in: hypothesis)
    if let phrase = phrases.first, phrases.allSatisfy(language.contradictsItself),
      let fitting = try fittingSentence(like: hypothesis, that: phrase, in: samples)
    {
      return HeardPhrase(
        hypothesis: fitting, phrases: self.phrases(in: fitting), isClear: false, loose: loose)
    }
    // How well the others fit is in the confidence of all.
    return HeardPhrase(
      hypothesis: hypothesis, phrases: phrases,
      isClear: phrases.count == 1 && language.isClear(hypothesis, confidence),
      loose: loose)
  }

  private func phrases(in hypothesis: Hypothesis) -> [Phrase<Kind>] {
    language.phrases(
      in: hypothesis.transcript, roster: roster, pronunciations: pronunciations, input: .spoken)
  }

  /// Returns the likeliest sentence in which one of the numbers is another, and that does not contradict itself; nil where
  /// none is nearly as likely.
  ///
  /// "We beat the Hawks thirty nine to forty seven" is heard more often than said.
  private mutating func fittingSentence(
    like hypothesis: Hypothesis, that phrase: Phrase<Kind>, in samples: [Int16]
  ) throws(RecognizerError) -> Hypothesis? {
    var best: (hypothesis: Hypothesis, llr: Double)?
    for (index, range) in phrase.numberRanges.enumerated() {
      guard let choice = language.fittingNumbers(inPlaceOf: index, of: phrase),
        let found = try recognizer.alternative(
          to: hypothesis, replacing: hypothesis.words(in: range), by: choice, in: samples),
        found.llr < best?.llr ?? mostContradictionLLR
      else { continue }
      best = found
    }
    return best?.hypothesis
  }
}

/// The LLR of a sentence that contradicts itself against one that does not, up to which the other counts; chosen as the
/// exponents of the words are.
private let mostContradictionLLR = 400.0

/// The LLR per frame of a sentence against words in any order below which those are what was said; chosen as the
/// exponents of the words are.
private let leastLooseLLR = -2.0

extension Hypothesis {
  /// Returns the words that some characters of the transcript are of.
  fileprivate func words(in range: SourceRange) -> Range<Int> {
    var (start, found) = (0, [Int]())
    for (index, word) in words.enumerated() {
      let end = start + word.text.count
      if (start..<end).overlaps(range) { found.append(index) }
      start = end + 1
    }
    guard let first = found.first, let last = found.last else { return 0..<0 }
    return first..<last + 1
  }

  /// The LLR of its words against the phone loop, over the frames up to the end of the last; 0 for none.
  fileprivate var loopLLR: Double {
    guard let end = words.last?.frames.upperBound else { return 0 }
    return words.reduce(0) { $0 + $1.loopLLR * Double($1.frames.count) } / Double(end)
  }
}

@available(*, unavailable)
extension PhraseRecognizer: Sendable {}
