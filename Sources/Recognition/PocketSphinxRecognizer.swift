internal import Acoustics
internal import CPocketSphinxShims
internal import Foundation
internal import Phonetics

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
  private let sentences: DecoderHandle
  private let model: String
  private let phoneModel: String
  private let texts: [String: String]
  private let usualVocabulary: Set<String>
  private let grammar: SpokenGrammar
  /// Made when it is first needed: it takes ten megabytes.
  private var replies: ReplySearch?
  private let settings: DecoderSettings
  private var utterance: [Int16] = []

  /// Loads the acoustic model and compiles a grammar.
  ///
  /// Wraps `ps_init`, `ps_add_word`, `ps_set_fsg` and `ps_set_allphone_file`.
  ///
  /// - Throws: ``RecognizerError`` where the model, a word or the grammar is refused.
  public init(grammar: SpokenGrammar, settings: DecoderSettings) throws(RecognizerError) {
    hyzer_pocketsphinx_capture_log()
    hyzer_pocketsphinx_clear_error()
    let model = try PocketSphinxRecognizer.acousticModel(settings.acousticModels)
    let phoneModel = try PocketSphinxRecognizer.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model, settings: settings.frontEnd)
    let transform = try TransformFile(
      ModelTransform(varianceScale: settings.frontEnd.varianceScale))
    let sentences = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try sentences.add(grammar.lexicon)
    let weight = settings.sentences.languageWeight
    try sentences.add(
      .sentences, grammar.jsgf, languageWeight: weight,
      wordInsertionPenalty: settings.sentences.wordInsertionPenalty)
    try sentences.add(
      .usualSentences, grammar.usual, languageWeight: weight,
      wordInsertionPenalty: settings.sentences.usualWordInsertionPenalty)
    // Made for nothing but to tell at once that it can be made.
    _ = try PocketSphinxRecognizer.phoneLoop(model, phoneModel, settings.phoneLoop, transform)
    self.transform = transform
    self.features = features
    self.sentences = sentences
    self.model = model
    self.phoneModel = phoneModel
    self.settings = settings
    let usualTokens = Set(grammar.usual.split { $0.isWhitespace || $0 == ";" }.map(String.init))
    usualVocabulary = Set(grammar.lexicon.map(\.id)).intersection(usualTokens)
    texts = Dictionary(
      grammar.lexicon.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
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
    return try sentences.decodeBeginning(try features.cepstra(of: samples), by: .usualSentences)
      .compactMap { texts[$0] }
  }

  private mutating func finish(withReply: Bool) throws(RecognizerError) -> (
    sentence: Hypothesis, reply: ReplyHypothesis?
  ) {
    defer { utterance = [] }
    guard !utterance.isEmpty else { return (.nothing, nil) }
    let cepstra = try features.cepstra(of: utterance)
    let sentence = try sentence(cepstra)
    let mayReply = withReply && !isTooLongForReply(sentence)
    return (sentence, mayReply ? try reply(cepstra) : nil)
  }

  /// Returns whether a sentence was heard clearly that has more words than any reply.
  private func isTooLongForReply(_ sentence: Hypothesis) -> Bool {
    sentence.confidence >= settings.confidence.rejectBelow
      && sentence.words.count > settings.replies.mostWords
  }

  private mutating func reply(_ cepstra: Cepstra) throws(RecognizerError) -> ReplyHypothesis? {
    guard let jsgf = grammar.replies, cepstra.frames <= settings.replies.mostFrames else {
      return nil
    }
    let search: ReplySearch
    if let made = replies.take() {
      search = made
    } else {
      search = try ReplySearch(
        jsgf, beside: grammar, model: model, settings: settings, texts: texts,
        transform: transform)
    }
    let phones = try PocketSphinxRecognizer.phoneLoop(
      model, phoneModel, settings.phoneLoop, transform, comparesAll: true)
    let heard = try search.reply(cepstra, phones: phones)
    replies = consume search
    return heard
  }

  private func sentence(_ cepstra: Cepstra) throws(RecognizerError) -> Hypothesis {
    let best = try bestSentence(cepstra)
    guard !best.words.isEmpty else { return .nothing }
    let phones = try PocketSphinxRecognizer.phoneLoop(
      model, phoneModel, settings.phoneLoop, transform)
    return Hypothesis(
      best.words, texts: texts,
      beside: FrameScores(try phones.decode(cepstra, by: .phones).segments),
      confidence: settings.confidence, isContested: best.isContested, rival: best.rival)
  }

  /// The words of what was decoded, without the silences.
  private func words(of decoding: Decoding) -> [Segment] {
    decoding.segments.filter { texts[$0.word] != nil }
  }

  private struct BestSentence {
    let words: [Segment]
    var isContested = false
    var rival: Hypothesis.Rival?
  }

  /// Searches for a sentence of any form, and for one of the usual form.
  ///
  /// The whole grammar lets noise between words become some short word more easily, and its weights
  /// alone cannot prevent that: small enough, they would put a form outside the beam. So a sentence
  /// of another form has to explain the audio better than a usual one, and much better to go without
  /// doubt.
  private func bestSentence(_ cepstra: Cepstra) throws(RecognizerError) -> BestSentence {
    let any = try sentences.decode(cepstra, by: .sentences)
    let usual = try sentences.decode(cepstra, by: .usualSentences)
    let anyWords = words(of: any)
    let usualWords = words(of: usual)
    if anyWords.map(\.word) == usualWords.map(\.word) {
      return BestSentence(words: usualWords)
    }
    // The two searches charge each word differently, which is no merit of a sentence.
    let charge = DecoderHandle.logarithm(
      settings.sentences.wordInsertionPenalty / settings.sentences.usualWordInsertionPenalty)
    let lead =
      Double(any.score) - Double(usual.score) - charge * Double(usualWords.count)
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
        words: usualWords,
        isContested: lead > 0 && !anyWords.isEmpty, rival: rival(anyWords, behindBy: -lead))
    }
    return BestSentence(
      words: anyWords, isContested: lead < settings.sentences.unusualMargin,
      rival: rival(usualWords, behindBy: lead))
  }

  /// Makes the decoder of one utterance's phone loop.
  ///
  /// It is one of its own, since how many frames are scored is a decoder's setting. It is a new one
  /// each time, which takes less than ten milliseconds: where not every frame is scored, a phone that
  /// comes back into the search starts from the densities that were its best the last time, be it in
  /// the utterance before.
  private static func phoneLoop(
    _ model: String, _ phoneModel: String, _ settings: DecoderSettings.PhoneLoop,
    _ transform: borrowing TransformFile, comparesAll: Bool = false
  ) throws(RecognizerError) -> DecoderHandle {
    let configuration = try Configuration.phoneLoop(model, settings)
    if comparesAll { try configuration.compareAll() }
    let phones = try DecoderHandle(configuration, model: model, transform: transform)
    try phones.addPhoneLoop(phoneModel)
    return phones
  }

  static func acousticModel(_ directories: [String]) throws(RecognizerError) -> String {
    let directory = try firstExisting(directories)
    for file in modelFiles
    where !FileManager.default.isReadableFile(atPath: directory + "/" + file) {
      throw .modelIncomplete(directory: directory, file: file)
    }
    return directory
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
