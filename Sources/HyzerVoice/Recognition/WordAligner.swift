/// Finds where in a recording each word of a known sentence is said: forced alignment.
///
/// Blocks while it works; belongs to one task at a time.
package struct WordAligner: ~Copyable {
  /// A stretch of a recording: a word, or the silence and noise between words.
  package struct Stretch: Hashable, Sendable {
    /// The word of the lexicon; nil for silence and noise.
    package let word: String?
    /// The frames of 10 ms that it covers; never empty.
    package let frames: Range<Int>
    /// How much better it explains its audio than the phone loop does: an LLR per frame.
    package let loopLLR: Double

    package init(word: String?, frames: Range<Int>, loopLLR: Double) {
      self.word = word
      self.frames = frames
      self.loopLLR = loopLLR
    }
  }

  private let sentences: SentenceDecoder
  private let scorer: ModelScorer

  /// Loads the acoustic model; the lexicon holds every word that sentences may have.
  ///
  /// - Throws: ``RecognizerError`` where the model or a word is refused.
  package init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    let sentences = try SentenceDecoder(lexicon: lexicon, settings: settings)
    scorer = try sentences.modelScorer()
    self.sentences = sentences
  }

  /// Returns the stretches of 16 kHz mono samples from the first frame to the last; empty where the
  /// sentence cannot be laid against them.
  ///
  /// A part of the sentence is a word of the lexicon, or a JSGF expression that leaves a choice.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func align(_ samples: [Int16], sentence: [String]) throws(RecognizerError)
    -> [Stretch]
  {
    guard !sentence.isEmpty, let cepstra = try sentences.cepstra(of: samples) else { return [] }
    let scores = try scorer.scores(of: cepstra)
    try sentences.add(sentence: sentence)
    let found = try sentences.decoder.decode(scores, by: .fullSentences).segments
    // Where the beam loses every path, what is left of one does not reach the end.
    guard found.last?.frames.upperBound == cepstra.frames else { return [] }
    return found.filter { !$0.word.isEmpty }.map { segment in
      Stretch(
        word: sentences.table.isWord(segment.word) ? segment.word : nil, frames: segment.frames,
        loopLLR: scores.phones.llr(of: [segment]))
    }
  }
}

@available(*, unavailable)
extension WordAligner: Sendable {}
