internal import CPocketSphinxShims
internal import Foundation
internal import Language

/// Hears sentences of a grammar with PocketSphinx, and measures each word against a phone loop.
///
/// The utterance is decoded when it is complete: then its mean spectrum is known, which hears
/// more than a running estimate does, and the result cannot depend on the blocks it came in. One
/// decoder belongs to one task at a time.
public struct PocketSphinxRecognizer: ~Copyable, Recognizer {
  /// The rate of the audio that the acoustic model was trained on.
  public static let sampleRateHz = 16_000

  /// PocketSphinx ends the process where one of these is missing, so they are looked for first.
  private static let modelFiles = [
    "mdef", "means", "variances", "transition_matrices", "feat.params", "noisedict",
  ]

  private let features: FeatureExtractor
  private let transform: TransformFile
  private let scorer: AcousticScorer
  private let digits: DigitModel?
  private let sentences: DecoderHandle
  private let texts: [String: String]
  /// How many phones each word has, where it is said longest.
  private let phoneCounts: [String: Int]
  private let usualVocabulary: Set<String>
  /// The word of the lexicon for each digit.
  private let digitWords: [Int: String]
  private let grammar: SpokenGrammar
  private let settings: DecoderSettings
  private var utterance: [Int16] = []

  /// Loads the acoustic model and compiles a grammar.
  ///
  /// Wraps `ps_init`, `ps_add_word`, `ps_set_fsg` and `ps_set_allphone_file`.
  ///
  /// - Throws: ``RecognizerError`` where the model, a word or the grammar is refused.
  public init(grammar: SpokenGrammar, settings: DecoderSettings) throws(RecognizerError) {
    try self.init(grammar: grammar, settings: settings, scoresIn: ScoreFolder.place)
  }

  /// Does the same where acoustic scores pass through a folder in `place`.
  init(
    grammar: SpokenGrammar, settings: DecoderSettings, scoresIn place: String
  ) throws(RecognizerError) {
    hyzer_pocketsphinx_capture_log()
    hyzer_pocketsphinx_clear_error()
    let model = try PocketSphinxRecognizer.acousticModel(settings.acousticModels)
    let phoneModel = try PocketSphinxRecognizer.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try TransformFile(
      ModelTransform(varianceScale: settings.frontEnd.varianceScale))
    let sentences = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try sentences.add(grammar.lexicon)
    try sentences.add(.sentences, grammar.jsgf, settings: settings.sentences.any)
    try sentences.add(.usualSentences, grammar.usual, settings: settings.sentences.usual)
    if !grammar.talk.isEmpty {
      try sentences.addTalk(grammar.talk, settings: settings.talk, sentences: settings.sentences)
    }
    if let replies = grammar.replies {
      try sentences.add(.replies, replies, settings: settings.sentences.any)
    }
    let digits = try DigitModel.load(settings.digits)
    scorer = try AcousticScorer(
      model: model, phoneModel: phoneModel, settings: settings.phoneLoop, transform: transform,
      scoresIn: place)
    self.digits = digits
    self.transform = transform
    self.features = features
    self.sentences = sentences
    self.settings = settings
    let usualTokens = Set(grammar.usual.split { $0.isWhitespace || $0 == ";" }.map(String.init))
    usualVocabulary = Set(grammar.lexicon.map(\.id)).intersection(usualTokens)
    texts = Dictionary(
      grammar.lexicon.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
    digitWords = Dictionary(
      grammar.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    phoneCounts = Dictionary(
      grammar.lexicon.map { ($0.id, $0.pronunciations.map(\.phones.count).max() ?? 1) },
      uniquingKeysWith: max)
    self.grammar = grammar
  }

  /// Takes the next block of the utterance: mono samples, any number of them.
  public mutating func feed(_ samples: [Int16]) { utterance += samples }

  /// Decodes the utterance and returns what was heard.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  public mutating func finish() throws(RecognizerError) -> Hypothesis {
    try finish(withReply: false).sentence
  }

  /// Decodes the utterance and returns what was heard, and what if it is a reply.
  ///
  /// There is no reply where the grammar has none, the utterance is longer than one, a longer sentence
  /// was heard clearly, or none can be laid against the audio.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  public mutating func finishWithReply() throws(RecognizerError) -> (
    sentence: Hypothesis, reply: ReplyHypothesis?
  ) {
    try finish(withReply: true)
  }

  /// Returns the words that an utterance seems to begin with, as far as it has been said.
  ///
  /// A search for the usual sentences alone, without any measure of how sure the words are.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  public mutating func beginning(of samples: [Int16]) throws(RecognizerError) -> [String] {
    guard !samples.isEmpty else { return [] }
    return try sentences.decodeBeginning(
      try features.cepstra(of: samples, as: settings.frontEnd), by: .usualSentences
    )
    .compactMap { texts[$0] }
  }

  private mutating func finish(withReply: Bool) throws(RecognizerError) -> (
    sentence: Hypothesis, reply: ReplyHypothesis?
  ) {
    defer { utterance = [] }
    guard !utterance.isEmpty else { return (.nothing, nil) }
    let cepstra = try features.cepstra(of: utterance, as: settings.frontEnd)
    guard cepstra.frames > 0 else { return (.nothing, nil) }
    let scores = try scorer.scores(of: cepstra)
    let best = try bestSentence(scores)
    let sentence = try hypothesis(best, samples: utterance, scores: scores)
    guard withReply, grammar.replies != nil, cepstra.frames <= settings.replies.mostFrames,
      !isTooLongForReply(sentence)
    else { return (sentence, nil) }
    return (sentence, try reply(scores, beside: best.any))
  }

  /// Returns whether a sentence was heard clearly that has more words than any reply.
  private func isTooLongForReply(_ sentence: Hypothesis) -> Bool {
    sentence.confidence >= settings.confidence.rejectBelow
      && sentence.words.count > settings.replies.mostWords
  }

  /// Returns the likeliest reply, or nil where none can be laid against the audio.
  private func reply(
    _ scores: borrowing StateScores, beside sentence: Decoding
  ) throws(RecognizerError) -> ReplyHypothesis? {
    let reply = try sentences.decode(scores, by: .replies)
    let words = words(of: reply)
    guard !words.isEmpty else { return nil }
    let frames = Double(scores.frames)
    return ReplyHypothesis(
      hypothesis: Hypothesis(
        reply: words, texts: texts, beside: scores.phones, confidence: settings.confidence),
      coverage: (reply.acousticScore - scores.phones.total(over: 0..<scores.frames)) / frames,
      lead: sentence.segments.isEmpty
        ? nil : (reply.acousticScore - sentence.acousticScore) / frames)
  }

  private func hypothesis(
    _ best: BestSentence, samples: [Int16], scores: borrowing StateScores
  ) throws(RecognizerError) -> Hypothesis {
    guard !best.words.isEmpty else { return .nothing }
    let (words, opinions) = try secondThoughts(on: best.words, samples: samples, scores: scores)
    let rivals = try sentences.rivals(
      of: words.map(\.word), among: grammar.rivals, scores: scores,
      settings: settings.sentences, isWord: { texts[$0] != nil })
    return Hypothesis(
      sentence: words, texts: texts, phones: phoneCounts, rivals: rivals,
      talk: try talkRivals(of: words, scores: scores), opinions: opinions, beside: scores.phones,
      settings: settings, isContested: best.isContested, rival: best.rival)
  }

  /// What else each name and score of a sentence may be.
  private func talkRivals(of words: [Segment], scores: borrowing StateScores)
    throws(RecognizerError) -> [WordRival?]
  {
    var rivals: [WordRival?] = words.map { _ in nil }
    guard !grammar.talk.isEmpty else { return rivals }
    for (index, word) in words.enumerated() where grammar.content.contains(word.word) {
      rivals[index] = try sentences.talkRival(
        of: word, scores: scores, settings: settings.talk, sentences: settings.sentences,
        isWord: { texts[$0] != nil })
    }
    return rivals
  }

  /// Asks the model of digits about each digit of a sentence; returns its opinions, and the sentence
  /// with those digits replaced that it knows better.
  private func secondThoughts(
    on heard: [Segment], samples: [Int16], scores: borrowing StateScores
  ) throws(RecognizerError) -> (words: [Segment], opinions: [RecognizedWord.Opinion?]) {
    guard heard.contains(where: { grammar.numbers[$0.word] != nil }),
      let cepstra = try digits?.cepstra(of: samples)
    else { return (heard, heard.map { _ in nil }) }
    let opinions = try opinions(of: heard, cepstra: cepstra)
    guard let persuaded = try persuaded(heard, by: opinions, scores: scores) else {
      return (heard, opinions)
    }
    return (persuaded, try self.opinions(of: persuaded, cepstra: cepstra))
  }

  private func opinions(of words: [Segment], cepstra: Cepstra) throws(RecognizerError)
    -> [RecognizedWord.Opinion?]
  {
    var opinions: [RecognizedWord.Opinion?] = words.map { _ in nil }
    for (index, word) in words.enumerated() {
      guard let number = grammar.numbers[word.word] else { continue }
      opinions[index] = try digits?.opinion(of: number, in: word.frames, of: cepstra)
    }
    return opinions
  }

  /// Returns a sentence in which digits are replaced that fit hardly better than those which the
  /// model of digits prefers by far; nil where there are none.
  private func persuaded(
    _ heard: [Segment], by opinions: [RecognizedWord.Opinion?], scores: borrowing StateScores
  ) throws(RecognizerError) -> [Segment]? {
    func decoded(_ sentence: [String]) throws(RecognizerError) -> Decoding {
      try sentences.decode(scores, sentence: sentence, settings: settings.sentences)
    }
    var sentence = heard.map(\.word)
    var standing: Decoding?
    for (index, opinion) in opinions.enumerated() {
      guard let opinion, opinion.lead < 0, let other = digitWords[opinion.number] else { continue }
      var changed = sentence
      changed[index] = other
      let present = if let standing { standing } else { try decoded(sentence) }
      let changedDecoding = try decoded(changed)
      let lead = Double(present.score) - Double(changedDecoding.score)
      let isPersuasive = lead < -opinion.lead * settings.digits.persuasion
      if isPersuasive { sentence = changed }
      standing = isPersuasive ? changedDecoding : present
    }
    guard let standing, sentence != heard.map(\.word) else { return nil }
    let words = words(of: standing)
    return words.map(\.word) == sentence ? words : nil
  }

  /// The words of what was decoded, without the silences.
  private func words(of decoding: Decoding) -> [Segment] {
    decoding.segments.filter { texts[$0.word] != nil }
  }

  private struct BestSentence {
    let words: [Segment]
    /// What the search for a sentence of any form found.
    let any: Decoding
    var isContested = false
    var rival: Hypothesis.Rival?
  }

  /// Searches for a sentence of any form, and for one of the usual form.
  ///
  /// The whole grammar lets noise between words become some short word more easily, and its weights
  /// alone cannot prevent that: small enough, they would put a form outside the beam. So a sentence
  /// of another form has to explain the audio better than a usual one, and much better to go without
  /// doubt.
  private func bestSentence(_ scores: borrowing StateScores) throws(RecognizerError) -> BestSentence
  {
    let any = try sentences.decode(scores, by: .sentences)
    let usual = try sentences.decode(scores, by: .usualSentences)
    let anyWords = words(of: any)
    let usualWords = words(of: usual)
    if anyWords.map(\.word) == usualWords.map(\.word) {
      return BestSentence(words: usualWords, any: any)
    }
    // The two searches charge each word and silence differently, which is no merit of a sentence.
    let charge = DecoderHandle.logarithm(
      settings.sentences.wordInsertionPenalty / settings.sentences.usualWordInsertionPenalty)
    let lead = Double(any.score) - charge * Double(any.charged) - Double(usual.score)
    func rival(_ words: [Segment], behindBy lead: Double) -> Hypothesis.Rival? {
      guard !words.isEmpty else { return nil }
      return Hypothesis.Rival(
        transcript: words.map { texts[$0.word] ?? $0.word }.joined(separator: " "), lead: lead)
    }
    // Two sentences of the usual form: which words to expect more often decides, and not for sure.
    let areBothUsual =
      anyWords.count == usualWords.count
      && anyWords.allSatisfy { usualVocabulary.contains($0.word) }
    guard lead > 0, !anyWords.isEmpty, !areBothUsual else {
      return BestSentence(
        words: usualWords, any: any,
        isContested: lead > 0 && !anyWords.isEmpty, rival: rival(anyWords, behindBy: -lead))
    }
    return BestSentence(
      words: anyWords, any: any, isContested: lead < settings.sentences.unusualMargin,
      rival: rival(usualWords, behindBy: lead))
  }

  static func acousticModel(_ directories: [String]) throws(RecognizerError) -> String {
    let directory = try firstExisting(directories)
    try require(modelFiles, in: directory)
    return directory
  }

  static func require(_ files: [String], in directory: String) throws(RecognizerError) {
    for file in files
    where !FileManager.default.isReadableFile(atPath: directory + "/" + file) {
      throw .modelIncomplete(directory: directory, file: file)
    }
  }

  static func firstExisting(_ paths: [String]) throws(RecognizerError) -> String {
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw .modelMissing(paths)
    }
    return path
  }
}

@available(*, unavailable)
extension PocketSphinxRecognizer: Sendable {}
