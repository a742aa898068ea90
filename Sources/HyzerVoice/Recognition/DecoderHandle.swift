internal import CPocketSphinx
internal import CPocketSphinxShims
internal import Glibc

/// A stretch of audio that a search explained.
struct Segment: Hashable {
  let word: String
  /// The frames it covers; never empty.
  let frames: Range<Int>
  /// The acoustic score over all its frames.
  let score: Int32
}

/// How a search explained an utterance.
struct Decoding {
  /// Its stretches in order, silences among them; empty where nothing was found.
  let segments: [Segment]
  /// The score of the whole path, acoustic and grammar together.
  let score: Int32

  static let nothing = Decoding(segments: [], score: .min)

  /// How many stretches a search is charged for by its insertion penalty: words and silences, not
  /// the transitions that have no audio.
  var charged: Int { segments.count { !$0.word.isEmpty } }

  /// The acoustic score over all frames.
  var acousticScore: Double { segments.reduce(0) { $0 + Double($1.score) } }
}

/// What a decoder can search for.
enum Search: String {
  case fullSentences, constrainedSentences, replies, loose, competitors, garbage, phones
  /// The beginnings of the constrained sentences, whole ones among them.
  case beginnings
  /// Some sentences of a grammar, for one utterance.
  case restricted
}

/// How a search for sentences works.
struct SearchSettings {
  /// The power to which the grammar's weights are raised.
  var languageWeight = 1.0
  /// The likelihood of going on to one more word.
  var wordInsertionPenalty = 1.0
  /// The beams for states, word ends and phone ends, as likelihood ratios.
  var beam: Double
  var wordBeam: Double
  var phoneBeam: Double
}

extension DecoderSettings.Sentences {
  /// The search over the constrained grammar.
  var constrained: SearchSettings {
    search(wordInsertionPenalty: constrainedWordInsertionPenalty)
  }

  /// The search over the full grammar.
  var full: SearchSettings { search(wordInsertionPenalty: wordInsertionPenalty) }

  /// The search for words in any order.
  var loose: SearchSettings { search(wordInsertionPenalty: looseWordInsertionPenalty) }

  func search(wordInsertionPenalty: Double) -> SearchSettings {
    SearchSettings(
      languageWeight: languageWeight, wordInsertionPenalty: wordInsertionPenalty, beam: beam,
      wordBeam: wordBeam, phoneBeam: phoneBeam)
  }
}

/// The engine itself, freed when its owner goes.
@safe struct DecoderHandle: ~Copyable {
  private let decoder: OpaquePointer

  init(
    _ configuration: borrowing Configuration, model: String, transform: borrowing MemoryFile
  ) throws(RecognizerError) {
    try configuration.set("-mllr", transform.path)
    try self.init(configuration, model: model)
  }

  init(_ configuration: borrowing Configuration, model: String) throws(RecognizerError) {
    hyzer_pocketsphinx_clear_error()
    guard let decoder = unsafe ps_init(configuration.handle) else {
      throw .modelRejected(directory: model, reason: DecoderHandle.lastError())
    }
    unsafe self.decoder = decoder
  }

  deinit {
    // A phone search frees the segments of its last utterance when the next one starts, and leaks
    // them otherwise. Where this fails there is no phone search, or there was no utterance either.
    _ = unsafe ps_set_search(decoder, Search.phones.rawValue)
    if unsafe ps_start_utt(decoder) == 0 { _ = unsafe ps_end_utt(decoder) }
    _ = unsafe ps_free(decoder)  // The count of references left; nobody else holds any.
  }

  func add(_ lexicon: [LexiconEntry]) throws(RecognizerError) {
    for (word, pronunciation) in lexicon.flatMap(\.dictionaryWords) {
      try add(word: word, phones: pronunciation.description)
    }
  }

  /// Adds a word to the dictionary; its phones, separated by spaces, are those of the model.
  func add(word: String, phones: String) throws(RecognizerError) {
    guard unsafe ps_add_word(decoder, word, phones, 0) >= 0 else {
      throw .wordRejected(word, reason: DecoderHandle.lastError())
    }
  }

  /// Adds a search for the sentences of a grammar.
  ///
  /// Does what `ps_set_jsgf_string` does, but frees the parsed grammar, which that function leaks. Sentences that have
  /// two words of a set of `exclusive`, and none of `renewing` between them, are left out. Where it
  /// `endsAnywhere`, every beginning of a sentence counts as one. Returns what is searched.
  @discardableResult
  func add(
    _ search: Search, _ jsgf: String, settings: SearchSettings, exclusive: [Set<String>] = [],
    renewing: Set<String> = [], endsAnywhere: Bool = false
  ) throws(RecognizerError) -> Automaton {
    let grammar = try JSGFGrammar(jsgf)
    let whole = unsafe try grammar.model(
      ps_get_logmath(decoder), languageWeight: settings.languageWeight)
    defer { _ = unsafe fsg_model_free(whole) }  // The count of references left: none.
    var automaton = unsafe Automaton(whole)
    for set in exclusive { automaton.exclude(repeated: set, renewing: renewing) }
    automaton.minimize()
    if endsAnywhere { automaton.endAnywhere() }
    guard let model = unsafe automaton.engineForm(like: whole) else { throw .outOfMemory }
    defer { _ = unsafe fsg_model_free(model) }  // The search keeps a reference of its own.
    // A search takes these when it is made, so that each can have its own.
    let configuration = unsafe ps_get_config(decoder)
    unsafe cmd_ln_set_float_r(configuration, "-wip", settings.wordInsertionPenalty)
    unsafe cmd_ln_set_float_r(configuration, "-beam", settings.beam)
    unsafe cmd_ln_set_float_r(configuration, "-wbeam", settings.wordBeam)
    unsafe cmd_ln_set_float_r(configuration, "-pbeam", settings.phoneBeam)
    guard unsafe ps_set_fsg(decoder, search.rawValue, model) == 0 else {
      throw .grammarRejected(reason: DecoderHandle.lastError())
    }
    // A search of this name that was in use is freed, and yet stays the one in use.
    try use(search)
    return automaton
  }

  /// Adds a search for one sentence; each of its words may be a JSGF expression.
  func add(_ search: Search, sentence: [String], settings: SearchSettings) throws(RecognizerError) {
    try add(
      search,
      "#JSGF V1.0;\ngrammar one;\npublic <one> = \(sentence.joined(separator: " "));\n",
      settings: settings)
  }

  func addPhoneLoop(_ path: String) throws(RecognizerError) {
    guard unsafe ps_set_allphone_file(decoder, Search.phones.rawValue, path) == 0 else {
      throw .modelRejected(directory: path, reason: DecoderHandle.lastError())
    }
    try use(.phones)
  }

  /// Throws where the acoustic model has another number of senones than there are to be scores of.
  ///
  /// The engine finds that in the header alone; it would take a frame of scores for another form of
  /// one.
  func requireSenones(_ count: Int, model: String) throws(RecognizerError) {
    hyzer_pocketsphinx_clear_error()
    var header = SenoneScores.header(senones: count)
    let isOpen = unsafe header.withUnsafeMutableBytes { bytes in
      guard let stream = unsafe fmemopen(bytes.baseAddress, bytes.count, "rb") else { return false }
      defer { _ = unsafe fclose(stream) }
      _ = unsafe ps_decode_senscr(decoder, stream)  // Of no frames; the error below says more.
      return true
    }
    guard isOpen else { throw .outOfMemory }
    guard unsafe String(cString: hyzer_pocketsphinx_error()).isEmpty else {
      throw .networkOfOtherModel(model, senones: count)
    }
  }

  /// Searches the whole utterance, in a decoder that does not search by scores as well.
  ///
  /// To take an utterance as a whole, the engine makes its buffer of features longer and forgets the one
  /// beside it, over whose end `ps_decode_senscr` would then write.
  ///
  /// Wraps `ps_set_search`, `ps_start_utt`, `ps_process_cep` and `ps_end_utt`.
  func decode(_ cepstra: Cepstra, by search: Search) throws(RecognizerError) -> Decoding {
    guard cepstra.frames > 0 else { return .nothing }
    try use(search)
    try DecoderHandle.check(unsafe ps_start_utt(decoder), "start an utterance")
    var values = cepstra.values
    let searched = unsafe values.withUnsafeMutableBufferPointer { values in
      // The engine copies the rows before it changes them.
      unsafe values.baseAddress.map { first in
        var rows: [UnsafeMutablePointer<Float>?] = unsafe (0..<cepstra.frames).map {
          unsafe first + $0 * Cepstra.coefficients
        }
        return unsafe ps_process_cep(decoder, &rows, Int32(cepstra.frames), 0, 1)
      }
    }
    // The utterance is ended even where processing failed: the decoder takes no other before.
    let ended = unsafe ps_end_utt(decoder)
    try DecoderHandle.check(searched ?? 0, "process \(cepstra.frames) frames")
    try DecoderHandle.check(ended, "end an utterance")
    return decoding()
  }

  /// Searches an utterance by scores that were computed before, or some frames of it alone, as if
  /// nothing came before and after them.
  ///
  /// Wraps `ps_set_search` and `ps_decode_senscr`.
  func decode(
    _ scores: borrowing SenoneScores, frames: Range<Int>? = nil, by search: Search
  ) throws(RecognizerError) -> Decoding {
    let range = frames ?? 0..<scores.frames
    guard !range.isEmpty else { return .nothing }
    try use(search)
    let searched = unsafe scores.read(frames) { unsafe ps_decode_senscr(decoder, $0) }
    return try decoding(of: range, searched: searched)
  }

  /// Starts a search by scores that may still be written into a file, in a thread of its own; nil where there is
  /// no room for one.
  ///
  /// It reads the bytes of a header, and then from the first frame on. The decoder does nothing else until
  /// ``finish(_:frames:)``.
  func start(_ search: Search, in file: Int32, header: Int, first: Int) throws(RecognizerError)
    -> OpaquePointer?
  {
    try use(search)
    return unsafe hyzer_search_start(decoder, file, Int64(header), Int64(first))
  }

  /// Waits for the end of a search that was started, and of whose file no more is to be read.
  func finish(_ running: OpaquePointer, frames: Range<Int>) throws(RecognizerError) -> Decoding {
    try decoding(of: frames, searched: unsafe hyzer_search_finish(running))
  }

  /// What the last search found, which came so many frames far: it does not report scores that end too early.
  private func decoding(of frames: Range<Int>, searched: Int32?) throws(RecognizerError) -> Decoding
  {
    guard searched == Int32(frames.count) else {
      throw .decodingFailed(
        step: "search frames \(frames.lowerBound) to \(frames.upperBound)",
        reason: DecoderHandle.lastError())
    }
    return decoding()
  }

  /// What the last search found.
  private func decoding() -> Decoding {
    var score: Int32 = 0
    guard unsafe ps_get_hyp(decoder, &score) != nil else { return .nothing }
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
    return Decoding(segments: segments, score: score)
  }

  private func use(_ search: Search) throws(RecognizerError) {
    hyzer_pocketsphinx_clear_error()
    try DecoderHandle.check(unsafe ps_set_search(decoder, search.rawValue), "set a search")
  }

  /// Returns a likelihood ratio in the units of scores, which PocketSphinx keeps as logarithms to
  /// the base of 1.0001, divided by 1,024.
  static func logarithm(_ ratio: Double) -> Double { log(ratio) / log(1.0001) / 1024 }

  static func check(_ status: Int32, _ step: String) throws(RecognizerError) {
    guard status >= 0 else {
      throw .decodingFailed(step: step, reason: DecoderHandle.lastError())
    }
  }

  static func lastError() -> String {
    let message = unsafe String(cString: hyzer_pocketsphinx_error())
    return message.isEmpty ? "it gave no reason" : message
  }
}
