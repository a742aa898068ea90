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
  private let hasReplies: Bool
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
    if let replies = grammar.replies {
      try sentences.add(
        .replies, replies, languageWeight: weight,
        wordInsertionPenalty: settings.replies.wordInsertionPenalty)
    }
    // Made for nothing but to tell at once that it can be made.
    _ = try PocketSphinxRecognizer.phoneLoop(model, phoneModel, settings.phoneLoop, transform)
    self.transform = transform
    self.features = features
    self.sentences = sentences
    self.model = model
    self.phoneModel = phoneModel
    self.settings = settings
    hasReplies = grammar.replies != nil
    let usualTokens = Set(grammar.usual.split { $0.isWhitespace || $0 == ";" }.map(String.init))
    usualVocabulary = Set(grammar.lexicon.map(\.id)).intersection(usualTokens)
    texts = Dictionary(
      grammar.lexicon.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
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
  /// There is no reply where the grammar has none or none can be laid against the audio.
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
    let best = try bestSentence(cepstra)
    let reply =
      withReply && hasReplies ? try sentences.decode(cepstra, by: .replies) : .nothing
    let replyWords = words(of: reply)
    guard !best.words.isEmpty || !replyWords.isEmpty else { return (.nothing, nil) }
    let phones = try PocketSphinxRecognizer.phoneLoop(
      model, phoneModel, settings.phoneLoop, transform)
    let loop = FrameScores(try phones.decode(cepstra, by: .phones).segments)
    let sentence = hypothesis(
      best.words, beside: loop, isContested: best.isContested, rival: best.rival)
    guard !replyWords.isEmpty else { return (sentence, nil) }
    let frames = Double(cepstra.frames)
    let coverage = (reply.acousticScore - loop.total(over: 0..<cepstra.frames)) / frames
    let lead =
      best.words.isEmpty
      ? nil : (reply.acousticScore - best.decoding.acousticScore) / frames
    return (
      sentence,
      ReplyHypothesis(
        hypothesis: hypothesis(replyWords, beside: loop), coverage: coverage, lead: lead)
    )
  }

  /// Measures words against the phones heard in the same frames.
  private func hypothesis(
    _ segments: [Segment], beside loop: FrameScores, isContested: Bool = false,
    rival: Hypothesis.Rival? = nil
  ) -> Hypothesis {
    guard !segments.isEmpty else { return .nothing }
    let margins = segments.map { Double($0.score) - loop.total(over: $0.frames) }
    let frames = segments.map { Double($0.frames.count) }
    return Hypothesis(
      words: segments.indices.map { index in
        let segment = segments[index]
        let margin = margins[index] / frames[index]
        return RecognizedWord(
          text: texts[segment.word] ?? segment.word,
          confidence: settings.confidence.confidence(margin: margin), margin: margin,
          frames: segment.frames)
      },
      confidence: settings.confidence.confidence(
        margin: margins.reduce(0, +) / frames.reduce(0, +)),
      isContested: isContested, rival: rival)
  }

  /// The words of what was decoded, without the silences.
  private func words(of decoding: Decoding) -> [Segment] {
    decoding.segments.filter { texts[$0.word] != nil }
  }

  private struct BestSentence {
    let words: [Segment]
    let decoding: Decoding
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
      return BestSentence(words: usualWords, decoding: usual)
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
        words: usualWords, decoding: usual,
        isContested: lead > 0 && !anyWords.isEmpty, rival: rival(anyWords, behindBy: -lead))
    }
    return BestSentence(
      words: anyWords, decoding: any, isContested: lead < settings.sentences.unusualMargin,
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
    _ transform: borrowing TransformFile
  ) throws(RecognizerError) -> DecoderHandle {
    let phones = try DecoderHandle(
      .phoneLoop(model, settings), model: model, transform: transform)
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

/// The acoustic score of each frame of an utterance, spread evenly over each segment.
private struct FrameScores {
  private var scores: [Double]

  init(_ segments: [Segment]) {
    scores = Array(repeating: 0, count: segments.map(\.frames.upperBound).max() ?? 0)
    for segment in segments {
      for frame in segment.frames {
        scores[frame] = Double(segment.score) / Double(segment.frames.count)
      }
    }
  }

  /// The sum over some frames; those beyond the end count nothing.
  func total(over frames: Range<Int>) -> Double {
    scores[frames.clamped(to: scores.indices)].reduce(0, +)
  }
}
