/// Writes down the phones that are heard where each word of a known sentence is said.
///
/// Blocks while it works; belongs to one task at a time.
package struct PhoneTranscriber: ~Copyable {
  /// A word of the sentence.
  package struct SpokenWord: Hashable, Sendable {
    /// The word of the lexicon.
    package let id: String
    /// The phones heard while it was said; nil where there are none.
    package let heard: Pronunciation?
  }

  // The beams are wider than those of measuring, as PocketSphinx's documentation has them for phoneme
  // recognition. Phones in context would take ten times as long.
  private static let phoneLoop = DecoderSettings.PhoneLoop(
    beam: 1e-20, phoneBeam: 1e-20, languageWeight: 2)

  private let features: FeatureExtractor
  private let sentences: DecoderHandle
  private let phones: DecoderHandle
  private let words: Set<String>
  private let search: DecoderSettings.Sentences
  private let frontEnd: DecoderSettings.FrontEnd

  /// Loads the acoustic model; the lexicon holds every word that sentences may have.
  ///
  /// - Throws: ``RecognizerError`` where the model or a word is refused.
  package init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    let model = try ModelFiles.acousticModel(settings.acousticModels)
    let phoneModel = try ModelFiles.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try TransformFile(varianceScale: settings.frontEnd.varianceScale)
    let sentences = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try sentences.add(lexicon)
    let phones = try DecoderHandle(
      .phoneLoop(model, PhoneTranscriber.phoneLoop), model: model, transform: transform)
    try phones.addPhoneLoop(phoneModel)
    self.features = features
    self.sentences = sentences
    self.phones = phones
    words = Set(lexicon.map(\.id))
    search = settings.sentences
    frontEnd = settings.frontEnd
  }

  /// Returns the words of a sentence with the phones heard in each; empty where the audio cannot be
  /// laid against the sentence, or a word is not in the lexicon.
  ///
  /// The words' frames come from a search with a grammar of just this sentence, the phones from a
  /// free search; a phone belongs to the word in which its middle lies.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func transcribe(_ samples: [Int16], sentence: [String]) throws(RecognizerError)
    -> [SpokenWord]
  {
    guard !samples.isEmpty, !sentence.isEmpty, sentence.allSatisfy(words.contains) else {
      return []
    }
    try sentences.add(
      .fullSentences, sentence: sentence, settings: search.search(wordInsertionPenalty: 1))
    let cepstra = try features.cepstra(of: samples, as: frontEnd)
    let spoken = try sentences.decode(cepstra, by: .fullSentences).segments
      .filter { words.contains($0.word) }
    guard spoken.map(\.word) == sentence else { return [] }
    let heard = try phones.decode(cepstra, by: .phones).segments
    return spoken.map { word in
      let inside = heard.filter { segment in
        word.frames.contains((segment.frames.lowerBound + segment.frames.upperBound - 1) / 2)
      }
      // Silence and noise are no phones of the set.
      return SpokenWord(
        id: word.word, heard: Pronunciation(inside.compactMap { Phone(spelling: $0.word) }))
    }
  }
}

@available(*, unavailable)
extension PhoneTranscriber: Sendable {}
