/// What a word would have to be for another score, where that explains the audio best.
struct WordRival {
  /// The other word of the lexicon.
  let word: String
  /// How much better the word that was heard explains the audio, in the units of
  /// ``DecoderHandle/logarithm(_:)``; below 0 where the grammar alone decided for it.
  let lead: Double
}

extension DecoderHandle {
  /// Searches for one sentence; each of its words may be a JSGF expression.
  func decode(
    _ scores: borrowing StateScores, sentence: [String], settings: DecoderSettings.Sentences
  ) throws(RecognizerError) -> Decoding {
    try add(.rivals, sentence: sentence, settings: settings.usual)
    return try decode(scores, by: .rivals)
  }

  /// Finds the best rival of each word of a sentence, all other words being as they are.
  ///
  /// This takes a search for the sentence itself and one for each word, among scores that are there
  /// already.
  ///
  /// - Parameters:
  ///   - sentence: Words of the lexicon.
  ///   - rivals: For words of the lexicon, which may stand in their place, as a JSGF expression.
  ///   - scores: Those of the utterance.
  ///   - settings: Those of the search for sentences.
  ///   - isWord: Whether something that a search explains audio with is a word of the lexicon.
  /// - Returns: The rival of each word in order; nil for a word that has none.
  /// - Throws: ``RecognizerError`` where the engine fails.
  func rivals(
    of sentence: [String], among rivals: [String: String], scores: borrowing StateScores,
    settings: DecoderSettings.Sentences, isWord: (String) -> Bool
  ) throws(RecognizerError) -> [WordRival?] {
    var result: [WordRival?] = sentence.map { _ in nil }
    guard sentence.contains(where: { rivals[$0] != nil }) else { return result }
    let itself = try decode(scores, sentence: sentence, settings: settings)
    // Without a path nothing can be compared; the same goes for the rivals below.
    guard !itself.segments.isEmpty else { return result }
    for (index, word) in sentence.enumerated() {
      guard let expression = rivals[word] else { continue }
      var expressions = sentence
      expressions[index] = expression
      let other = try decode(scores, sentence: expressions, settings: settings)
      let words = other.segments.map(\.word).filter(isWord)
      guard words.count == sentence.count else { continue }
      result[index] = WordRival(
        word: words[index], lead: Double(itself.score) - Double(other.score))
    }
    return result
  }
}
