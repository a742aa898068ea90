internal import CPocketSphinx
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

  private let sentences: DecoderHandle
  private let model: String
  private let phoneModel: String
  private let texts: [String: String]
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
    let sentences = try DecoderHandle(.sentences(model, settings.sentences), model: model)
    try sentences.add(grammar.lexicon)
    try sentences.addGrammar(
      grammar.jsgf, languageWeight: settings.sentences.languageWeight)
    // Made for nothing but to tell at once that it can be made.
    _ = try PocketSphinxRecognizer.phoneLoop(model, phoneModel, settings.phoneLoop)
    self.sentences = sentences
    self.model = model
    self.phoneModel = phoneModel
    self.settings = settings
    texts = Dictionary(
      grammar.lexicon.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes the next block of the utterance: mono samples, any number of them.
  public mutating func feed(_ samples: [Int16]) { utterance += samples }

  /// Decodes the utterance and returns what was heard.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  public mutating func finish() throws(RecognizerError) -> Hypothesis {
    defer { utterance = [] }
    guard !utterance.isEmpty else { return .nothing }
    let segments = try sentences.decode(utterance).filter { texts[$0.word] != nil }
    guard !segments.isEmpty else { return .nothing }
    let phones = try PocketSphinxRecognizer.phoneLoop(model, phoneModel, settings.phoneLoop)
    let loop = FrameScores(try phones.decode(utterance))
    let margins = segments.map { Double($0.score) - loop.total(over: $0.frames) }
    let frames = segments.map { Double($0.frames.count) }
    return Hypothesis(
      words: segments.indices.map { index in
        let segment = segments[index]
        return RecognizedWord(
          text: texts[segment.word] ?? segment.word,
          confidence: settings.confidence.confidence(margin: margins[index] / frames[index]))
      },
      confidence: settings.confidence.confidence(
        margin: margins.reduce(0, +) / frames.reduce(0, +)))
  }

  /// Makes the decoder of one utterance's phone loop.
  ///
  /// It is one of its own, since how many frames are scored is a decoder's setting. It is a new one
  /// each time, which takes less than ten milliseconds: where not every frame is scored, a phone that
  /// comes back into the search starts from the densities that were its best the last time, be it in
  /// the utterance before.
  private static func phoneLoop(
    _ model: String, _ phoneModel: String, _ settings: DecoderSettings.PhoneLoop
  ) throws(RecognizerError) -> DecoderHandle {
    let phones = try DecoderHandle(.phoneLoop(model, settings), model: model)
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

/// A stretch of audio that a search explained.
struct Segment {
  let word: String
  /// The frames it covers; never empty.
  let frames: Range<Int>
  /// The acoustic score over all its frames.
  let score: Int32
}

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

/// The engine itself, freed when its owner goes.
@safe struct DecoderHandle: ~Copyable {
  private let decoder: OpaquePointer

  init(_ configuration: borrowing Configuration, model: String) throws(RecognizerError) {
    guard let decoder = unsafe ps_init(configuration.handle) else {
      throw .modelRejected(directory: model, reason: DecoderHandle.lastError())
    }
    unsafe self.decoder = decoder
  }

  deinit {
    // A phone search frees the segments of its last utterance when the next one starts, and leaks
    // them otherwise. Where this fails there was no utterance either.
    if unsafe ps_start_utt(decoder) == 0 { _ = unsafe ps_end_utt(decoder) }
    _ = unsafe ps_free(decoder)  // The count of references left; nobody else holds any.
  }

  func add(_ lexicon: [LexiconEntry]) throws(RecognizerError) {
    for entry in lexicon {
      for (index, pronunciation) in entry.pronunciations.enumerated() {
        let word = index == 0 ? entry.id : "\(entry.id)(\(index + 1))"
        guard unsafe ps_add_word(decoder, word, pronunciation.description, 0) >= 0 else {
          throw .wordRejected(word, reason: DecoderHandle.lastError())
        }
      }
    }
  }

  /// Does what `ps_set_jsgf_string` does, but frees the parsed grammar, which that function leaks.
  func addGrammar(_ jsgf: String, languageWeight: Double) throws(RecognizerError) {
    guard let grammar = unsafe jsgf_parse_string(jsgf, nil) else {
      throw .grammarRejected(reason: DecoderHandle.lastError())
    }
    defer { unsafe jsgf_grammar_free(grammar) }
    guard let rule = unsafe jsgf_get_public_rule(grammar),
      let automaton = unsafe jsgf_build_fsg(
        grammar, rule, ps_get_logmath(decoder), Float32(languageWeight))
    else { throw .grammarRejected(reason: DecoderHandle.lastError()) }
    defer { _ = unsafe fsg_model_free(automaton) }  // The search keeps a reference of its own.
    guard unsafe ps_set_fsg(decoder, "sentences", automaton) == 0,
      unsafe ps_set_search(decoder, "sentences") == 0
    else { throw .grammarRejected(reason: DecoderHandle.lastError()) }
  }

  func addPhoneLoop(_ path: String) throws(RecognizerError) {
    guard unsafe ps_set_allphone_file(decoder, "phones", path) == 0,
      unsafe ps_set_search(decoder, "phones") == 0
    else { throw .modelRejected(directory: path, reason: DecoderHandle.lastError()) }
  }

  /// Searches the whole utterance.
  ///
  /// Wraps `ps_start_utt`, `ps_process_raw` and `ps_end_utt`.
  func decode(_ utterance: [Int16]) throws(RecognizerError) -> [Segment] {
    hyzer_pocketsphinx_clear_error()
    // A stream of its own: otherwise the noise estimate of the last utterance would live on.
    try check(unsafe ps_start_stream(decoder), "start a stream")
    try check(unsafe ps_start_utt(decoder), "start an utterance")
    let searched = unsafe utterance.withUnsafeBufferPointer {
      unsafe ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 1)
    }
    // The utterance is ended even where processing failed: the decoder takes no other before.
    let ended = unsafe ps_end_utt(decoder)
    try check(searched, "process \(utterance.count) samples")
    try check(ended, "end an utterance")
    var segments: [Segment] = []
    var next = unsafe ps_seg_iter(decoder)
    while let segment = unsafe next {
      if let word = unsafe ps_seg_word(segment) {
        var (first, last): (Int32, Int32) = (0, 0)
        unsafe ps_seg_frames(segment, &first, &last)
        var (acoustic, language, backoff): (Int32, Int32, Int32) = (0, 0, 0)
        _ = unsafe ps_seg_prob(segment, &acoustic, &language, &backoff)  // A posterior; unused.
        if last >= first, first >= 0 {
          // Other ways to say a word carry a number: "jarvis(2)".
          let name = unsafe String(cString: word)
          let bare = name.hasSuffix(")") ? String(name.prefix { $0 != "(" }) : name
          segments.append(
            Segment(word: bare, frames: Int(first)..<Int(last) + 1, score: acoustic))
        }
      }
      unsafe next = ps_seg_next(segment)
    }
    return segments
  }

  private func check(_ status: Int32, _ step: String) throws(RecognizerError) {
    guard status >= 0 else {
      throw .decodingFailed(step: step, reason: DecoderHandle.lastError())
    }
  }

  private static func lastError() -> String {
    let message = unsafe String(cString: hyzer_pocketsphinx_error())
    return message.isEmpty ? "it gave no reason" : message
  }
}

/// PocketSphinx's own form of its settings; a decoder keeps a reference of its own to them.
@safe struct Configuration: ~Copyable {
  let handle: OpaquePointer

  private init() throws(RecognizerError) {
    guard let handle = unsafe cmd_ln_parse_r(nil, ps_args(), 0, nil, 0) else { throw .outOfMemory }
    unsafe self.handle = handle
  }

  deinit {
    _ = unsafe cmd_ln_free_r(handle)  // The count of references left: the decoder's.
  }

  static func sentences(_ model: String, _ sentences: DecoderSettings.Sentences)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try common(model)
    try configuration.set("-beam", sentences.beam)
    try configuration.set("-wbeam", sentences.wordBeam)
    try configuration.set("-pbeam", sentences.phoneBeam)
    try configuration.set("-lw", sentences.languageWeight)
    try configuration.set("-wip", sentences.wordInsertionPenalty)
    return configuration
  }

  static func phoneLoop(_ model: String, _ loop: DecoderSettings.PhoneLoop)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try common(model)
    try configuration.set("-allphone_ci", 1)
    try configuration.set("-beam", loop.beam)
    try configuration.set("-pbeam", loop.phoneBeam)
    try configuration.set("-lw", loop.languageWeight)
    try configuration.set("-ds", loop.scoredFrames)
    // Looking ahead over phones is of no use where the search itself is over phones.
    try configuration.set("-pl_window", 0)
    return configuration
  }

  /// A search for phones that writes them down.
  ///
  /// Every frame is scored and the beams are wider, as PocketSphinx's documentation has them for
  /// phoneme recognition. Phones in context would take ten times as long.
  static func phoneTranscription(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try common(model)
    try configuration.set("-allphone_ci", 1)
    try configuration.set("-beam", 1e-20)
    try configuration.set("-pbeam", 1e-20)
    try configuration.set("-lw", 2.0)
    try configuration.set("-pl_window", 0)
    return configuration
  }

  private static func common(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try Configuration()
    try configuration.set("-hmm", model)
    try configuration.set("-cmn", "batch")
    return configuration
  }

  private func set(_ name: String, _ value: String) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_str_r(handle, name, value)
  }

  private func set(_ name: String, _ value: Double) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_float_r(handle, name, value)
  }

  private func set(_ name: String, _ value: Int) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_int_r(handle, name, value)
  }

  /// An unknown option would only be logged.
  private func requireOption(_ name: String) throws(RecognizerError) {
    guard unsafe cmd_ln_exists_r(handle, name) != 0 else { throw .unknownOption(name) }
  }
}
