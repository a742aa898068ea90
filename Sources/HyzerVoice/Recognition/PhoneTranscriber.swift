/// Writes down the phones that are heard where each word of a known sentence is said.
///
/// Blocks while it works; belongs to one task at a time.
package struct PhoneTranscriber: ~Copyable {
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

  private let sentences: SentenceDecoder
  private let phones: DecoderHandle

  /// Loads the acoustic model; the lexicon holds every word that sentences may have.
  ///
  /// - Throws: ``RecognizerError`` where the model or a word is refused.
  package init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    let sentences = try SentenceDecoder(lexicon: lexicon, settings: settings)
    let phones = try DecoderHandle(
      .phoneLoop(sentences.model, PhoneTranscriber.phoneLoop), model: sentences.model,
      transform: sentences.transform)
    try phones.addPhoneLoop(sentences.phoneModel)
    self.phones = phones
    self.sentences = sentences
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
    guard !sentence.isEmpty, sentence.allSatisfy(sentences.table.isWord),
      let cepstra = try sentences.cepstra(of: samples)
    else { return [] }
    try sentences.add(sentence: sentence)
    let spoken = try sentences.table.words(
      of: sentences.decoder.decode(cepstra, by: .fullSentences))
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
