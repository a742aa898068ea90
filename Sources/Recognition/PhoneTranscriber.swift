public import Language

/// Writes down the phones that are heard where each word of a known sentence is said.
///
/// Blocks while it works; belongs to one task at a time.
public struct PhoneTranscriber: ~Copyable {
  /// A word of the sentence.
  public struct SpokenWord: Hashable, Sendable {
    /// The word of the lexicon.
    public let id: String
    /// The phones heard while it was said; nil where there are none.
    public let heard: Pronunciation?
  }

  private let features: FeatureExtractor
  private let sentences: DecoderHandle
  private let phones: DecoderHandle
  private let words: Set<String>
  private let search: DecoderSettings.Sentences
  private let frontEnd: DecoderSettings.FrontEnd

  /// Loads the acoustic model; the lexicon holds every word that sentences may have.
  ///
  /// - Throws: ``RecognizerError`` where the model or a word is refused.
  public init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    let model = try PocketSphinxRecognizer.acousticModel(settings.acousticModels)
    let phoneModel = try PocketSphinxRecognizer.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try TransformFile(
      ModelTransform(varianceScale: settings.frontEnd.varianceScale))
    let sentences = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try sentences.add(lexicon)
    let phones = try DecoderHandle(
      .phoneTranscription(model), model: model, transform: transform)
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
  public mutating func transcribe(_ samples: [Int16], sentence: [String]) throws(RecognizerError)
    -> [SpokenWord]
  {
    guard !samples.isEmpty, !sentence.isEmpty, sentence.allSatisfy(words.contains) else {
      return []
    }
    try sentences.add(
      .sentences, sentence: sentence, settings: search.search(wordInsertionPenalty: 1))
    let cepstra = try features.cepstra(of: samples, as: frontEnd)
    let spoken = try sentences.decode(cepstra, by: .sentences).segments
      .filter { words.contains($0.word) }
    guard spoken.map(\.word) == sentence else { return [] }
    let heard = try phones.decode(cepstra, by: .phones).segments
    return spoken.map { word in
      let inside = heard.filter { segment in
        word.frames.contains((segment.frames.lowerBound + segment.frames.upperBound - 1) / 2)
      }
      // Silence and noise are no phones of the set.
      return SpokenWord(
        id: word.word, heard: Pronunciation(inside.compactMap { Phone(rawValue: $0.word) }))
    }
  }
}

@available(*, unavailable)
extension PhoneTranscriber: Sendable {}
