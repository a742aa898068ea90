internal import Acoustics

/// Hears what an utterance says if it is a reply, and how much better that explains it than a
/// sentence or any phones do.
///
/// Its decoders are its own, in which scores can be compared: see
/// ``Configuration/compareAll()``. They hear alike whatever was heard before.
struct ReplySearch: ~Copyable {
  private let decoder: DecoderHandle
  private let texts: [String: String]
  private let settings: DecoderSettings

  /// Makes the search for `replies`, beside the sentences of a grammar that has their words.
  init(
    _ replies: String, beside grammar: SpokenGrammar, model: String, settings: DecoderSettings,
    texts: [String: String],
    transform: borrowing TransformFile
  ) throws(RecognizerError) {
    let configuration = try Configuration.sentences(model, settings.sentences)
    try configuration.compareAll()
    let decoder = try DecoderHandle(configuration, model: model, transform: transform)
    try decoder.add(grammar.lexicon)
    for (search, jsgf) in [(Search.replies, replies), (.sentences, grammar.jsgf)] {
      try decoder.add(
        search, jsgf, languageWeight: settings.sentences.languageWeight,
        wordInsertionPenalty: settings.sentences.wordInsertionPenalty)
    }
    self.decoder = decoder
    self.texts = texts
    self.settings = settings
  }

  /// Returns the likeliest reply, or nil where none can be laid against the audio; `phones` is a
  /// loop whose scores can be compared as well.
  func reply(_ cepstra: Cepstra, phones: borrowing DecoderHandle) throws(RecognizerError)
    -> ReplyHypothesis?
  {
    let reply = try decoder.decode(cepstra, by: .replies)
    let words = reply.segments.filter { texts[$0.word] != nil }
    guard !words.isEmpty else { return nil }
    let sentence = try decoder.decode(cepstra, by: .sentences)
    let loop = FrameScores(try phones.decode(cepstra, by: .phones).segments)
    let frames = Double(cepstra.frames)
    return ReplyHypothesis(
      hypothesis: Hypothesis(
        words, texts: texts, beside: loop, confidence: settings.confidence),
      coverage: (reply.acousticScore - loop.total(over: 0..<cepstra.frames)) / frames,
      lead: sentence.segments.isEmpty
        ? nil : (reply.acousticScore - sentence.acousticScore) / frames)
  }
}
