internal import CPocketSphinxShims
internal import Foundation
internal import Language

/// Hears sentences of a grammar with PocketSphinx, and measures each word against a phone loop.
///
/// An utterance is decoded when it is complete: then its mean spectrum is known, which hears more than
/// a running estimate does. What was heard before changes nothing. Belongs to one task at a time.
package struct Recognizer: ~Copyable {
  private let features: FeatureExtractor
  private let transform: TransformFile
  private let scorer: SenoneScorer
  private let digits: DigitModel?
  private let sentences: DecoderHandle
  private let table: WordTable
  private let constrainedVocabulary: Set<String>
  /// The word of the lexicon for each digit.
  private let digitWords: [Int: String]
  private let grammar: SpokenGrammar
  private let settings: DecoderSettings

  /// Loads the acoustic model and compiles the grammars.
  ///
  /// Wraps `ps_init`, `ps_add_word`, `ps_set_fsg` and `ps_set_allphone_file`.
  ///
  /// Senone scores pass through a folder in `place`, by default in memory.
  ///
  /// - Throws: ``RecognizerError`` where the model, a word or a grammar is refused.
  package init(
    grammar: SpokenGrammar, settings: DecoderSettings, scoresIn place: String? = nil
  ) throws(RecognizerError) {
    hyzer_pocketsphinx_capture_log()
    hyzer_pocketsphinx_clear_error()
    let model = try ModelFiles.acousticModel(settings.acousticModels)
    let phoneModel = try ModelFiles.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try TransformFile(varianceScale: settings.frontEnd.varianceScale)
    let sentences = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try sentences.add(grammar.lexicon)
    try sentences.add(.fullSentences, grammar.full, settings: settings.sentences.full)
    try sentences.add(
      .constrainedSentences, grammar.constrained, settings: settings.sentences.constrained)
    if !grammar.garbage.isEmpty {
      try sentences.addGarbage(
        grammar.garbage, settings: settings.garbage, sentences: settings.sentences)
    }
    if let replies = grammar.replies {
      try sentences.add(.replies, replies, settings: settings.sentences.full)
    }
    let digits = try DigitModel.load(settings.digits)
    scorer = try SenoneScorer.load(
      model: model, phoneModel: phoneModel, settings: settings, transform: transform,
      sentences: sentences, scoresIn: place ?? ScoreFolder.place)
    self.digits = digits
    self.transform = transform
    self.features = features
    self.sentences = sentences
    self.settings = settings
    self.grammar = grammar
    let tokens = grammar.constrained.split { $0.isWhitespace || $0 == ";" }.map(String.init)
    constrainedVocabulary = Set(grammar.lexicon.map(\.id)).intersection(tokens)
    table = WordTable(grammar.lexicon)
    digitWords = Dictionary(
      grammar.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
  }

  /// Returns what is heard in a whole utterance of 16 kHz mono samples, and what if it is a reply.
  ///
  /// There is no reply where none is asked for, the grammar has none, the utterance is longer than
  /// one, a longer sentence was heard clearly, or none fits the audio.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  package mutating func recognize(_ samples: [Int16], withReply: Bool) throws(RecognizerError) -> (
    sentence: Hypothesis, reply: ReplyHypothesis?
  ) {
    guard !samples.isEmpty else { return (.nothing, nil) }
    let cepstra = try features.cepstra(of: samples, as: settings.frontEnd)
    guard cepstra.frames > 0 else { return (.nothing, nil) }
    let scores = try scorer.scores(of: samples, cepstra: cepstra, phonesBy: sentences)
    let best = try bestSentence(scores)
    let sentence = try hypothesis(best, samples: samples, scores: scores)
    let isTooLong =
      sentence.confidence >= settings.confidence.rejectBelow
      && sentence.words.count > settings.replies.mostWords
    guard withReply, grammar.replies != nil, cepstra.frames <= settings.replies.mostFrames,
      !isTooLong
    else { return (sentence, nil) }
    return (sentence, try reply(scores, beside: best.full))
  }

  /// Returns the words that an utterance seems to begin with, as far as it has been said.
  ///
  /// A search over the constrained grammar alone, without any measure of how sure the words are.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  package mutating func beginning(of samples: [Int16]) throws(RecognizerError) -> [String] {
    guard !samples.isEmpty else { return [] }
    return try sentences.decodeBeginning(
      try features.cepstra(of: samples, as: settings.frontEnd), by: .constrainedSentences
    )
    .filter(table.isWord).map(table.text)
  }

  /// Returns the likeliest reply, or nil where none fits the audio.
  private func reply(
    _ scores: borrowing SenoneScores, beside sentence: Decoding
  ) throws(RecognizerError) -> ReplyHypothesis? {
    let reply = try sentences.decode(scores, by: .replies)
    let words = table.words(of: reply)
    guard !words.isEmpty else { return nil }
    let frames = Double(scores.frames)
    return ReplyHypothesis(
      hypothesis: Hypothesis(
        reply: words, words: table, beside: scores.phones, confidence: settings.confidence),
      loopLLR: (reply.acousticScore - scores.phones.total(over: 0..<scores.frames)) / frames,
      sentenceLLR: sentence.segments.isEmpty
        ? nil : (reply.acousticScore - sentence.acousticScore) / frames)
  }

  // MARK: - The best sentence

  private struct BestSentence {
    let words: [Segment]
    /// What the search over the full grammar found.
    let full: Decoding
    var isContested = false
    var competitor: Hypothesis.Competitor?
  }

  /// Searches for a sentence of the full grammar, and for one of the constrained grammar.
  ///
  /// The full grammar lets noise between words become some short word more easily, and its weights
  /// alone cannot prevent that: small enough, they would put a form outside the beam. So a sentence
  /// of another form has to explain the audio better than a constrained one, and much better to go without
  /// doubt.
  private func bestSentence(_ scores: borrowing SenoneScores) throws(RecognizerError)
    -> BestSentence
  {
    let full = try sentences.decode(scores, by: .fullSentences)
    let constrained = try sentences.decode(scores, by: .constrainedSentences)
    let fullWords = table.words(of: full)
    let constrainedWords = table.words(of: constrained)
    if fullWords.map(\.word) == constrainedWords.map(\.word) {
      return BestSentence(words: constrainedWords, full: full)
    }
    // The two searches charge each word and silence differently, which is no merit of a sentence.
    let charge = DecoderHandle.logarithm(
      settings.sentences.wordInsertionPenalty / settings.sentences.constrainedWordInsertionPenalty)
    let llr = Double(full.score) - charge * Double(full.charged) - Double(constrained.score)
    func competitor(_ words: [Segment], llr: Double) -> Hypothesis.Competitor? {
      guard !words.isEmpty else { return nil }
      return Hypothesis.Competitor(
        transcript: words.map { table.text($0.word) }.joined(separator: " "), llr: llr)
    }
    // Two sentences of the constrained grammar differ by the weights of their words alone.
    let areBothConstrained =
      fullWords.count == constrainedWords.count
      && fullWords.allSatisfy { constrainedVocabulary.contains($0.word) }
    guard llr > 0, !fullWords.isEmpty, !areBothConstrained else {
      return BestSentence(
        words: constrainedWords, full: full, isContested: llr > 0 && !fullWords.isEmpty,
        competitor: competitor(fullWords, llr: -llr))
    }
    return BestSentence(
      words: fullWords, full: full, isContested: llr < settings.sentences.clearFullGrammarLLR,
      competitor: competitor(constrainedWords, llr: llr))
  }

  private func hypothesis(
    _ best: BestSentence, samples: [Int16], scores: borrowing SenoneScores
  ) throws(RecognizerError) -> Hypothesis {
    guard !best.words.isEmpty else { return .nothing }
    let (words, rescorings) = try rescored(best.words, samples: samples, scores: scores)
    let competitors = try sentences.competitors(
      of: words.map(\.word), among: grammar.competitors, scores: scores,
      settings: settings.sentences, table: table)
    var garbage: [RecognizedWord.Competitor?] = words.map { _ in nil }
    for (index, word) in words.enumerated()
    where !grammar.garbage.isEmpty && grammar.content.contains(word.word) {
      garbage[index] = try sentences.garbage(
        insteadOf: word, scores: scores, settings: settings.garbage, sentences: settings.sentences,
        table: table)
    }
    return Hypothesis(
      sentence: words, words: table, competitors: competitors, garbage: garbage,
      rescorings: rescorings, beside: scores.phones, settings: settings,
      isContested: best.isContested, competitor: best.competitor)
  }

  // MARK: - The second pass

  /// Rescores each digit of a sentence; returns the sentence with those digits replaced that the
  /// model of digits knows better, and what it says of them.
  private func rescored(
    _ heard: [Segment], samples: [Int16], scores: borrowing SenoneScores
  ) throws(RecognizerError) -> (words: [Segment], rescorings: [RecognizedWord.Rescoring?]) {
    guard heard.contains(where: { grammar.numbers[$0.word] != nil }),
      let cepstra = try digits?.cepstra(of: samples)
    else { return (heard, heard.map { _ in nil }) }
    let rescorings = try rescorings(of: heard, cepstra: cepstra)
    guard let replaced = try replaced(heard, by: rescorings, scores: scores) else {
      return (heard, rescorings)
    }
    return (replaced, try self.rescorings(of: replaced, cepstra: cepstra))
  }

  private func rescorings(of words: [Segment], cepstra: Cepstra) throws(RecognizerError)
    -> [RecognizedWord.Rescoring?]
  {
    var rescorings: [RecognizedWord.Rescoring?] = words.map { _ in nil }
    for (index, word) in words.enumerated() {
      guard let number = grammar.numbers[word.word] else { continue }
      rescorings[index] = try digits?.rescoring(of: number, in: word.frames, of: cepstra)
    }
    return rescorings
  }

  /// Returns a sentence in which digits are replaced that fit hardly better than those which the
  /// model of digits prefers by far; nil where there are none.
  private func replaced(
    _ heard: [Segment], by rescorings: [RecognizedWord.Rescoring?], scores: borrowing SenoneScores
  ) throws(RecognizerError) -> [Segment]? {
    func decoded(_ sentence: [String]) throws(RecognizerError) -> Decoding {
      try sentences.decode(scores, sentence: sentence, settings: settings.sentences)
    }
    var sentence = heard.map(\.word)
    var standing: Decoding?
    for (index, rescoring) in rescorings.enumerated() {
      guard let rescoring, rescoring.llr < 0, let other = digitWords[rescoring.number] else {
        continue
      }
      var changed = sentence
      changed[index] = other
      let present = if let standing { standing } else { try decoded(sentence) }
      let changedDecoding = try decoded(changed)
      let llr = Double(present.score) - Double(changedDecoding.score)
      let isBetter = llr < -rescoring.llr * settings.digits.interpolationWeight
      if isBetter { sentence = changed }
      standing = isBetter ? changedDecoding : present
    }
    guard let standing, sentence != heard.map(\.word) else { return nil }
    let words = table.words(of: standing)
    return words.map(\.word) == sentence ? words : nil
  }
}

@available(*, unavailable)
extension Recognizer: Sendable {}
