extension DecoderHandle {
  /// Searches for one sentence; each of its words may be a JSGF expression.
  func decode(
    _ scores: borrowing SenoneScores, sentence: [String], settings: DecoderSettings.Sentences
  ) throws(RecognizerError) -> Decoding {
    try add(.competitors, sentence: sentence, settings: settings.constrained)
    return try decode(scores, by: .competitors)
  }

  /// Finds the best competitor of each word of a sentence, all other words being as they are.
  ///
  /// This takes a search for the sentence itself and one for each word, among scores that are there
  /// already. `competitors` are, for words of the lexicon, JSGF expressions of what may stand in their
  /// place; nil in the result stands for a word that has none.
  func competitors(
    of sentence: [String], among competitors: [String: String], scores: borrowing SenoneScores,
    settings: DecoderSettings.Sentences, table: WordTable
  ) throws(RecognizerError) -> [RecognizedWord.Competitor?] {
    var result: [RecognizedWord.Competitor?] = sentence.map { _ in nil }
    guard sentence.contains(where: { competitors[$0] != nil }) else { return result }
    let itself = try decode(scores, sentence: sentence, settings: settings)
    // Without a path nothing can be compared; the same goes for the competitors below.
    guard !itself.segments.isEmpty else { return result }
    for (index, word) in sentence.enumerated() {
      guard let expression = competitors[word] else { continue }
      var expressions = sentence
      expressions[index] = expression
      let other = try decode(scores, sentence: expressions, settings: settings)
      let words = table.words(of: other).map(\.word)
      guard words.count == sentence.count else { continue }
      result[index] = RecognizedWord.Competitor(
        text: table.text(words[index]), llr: Double(itself.score) - Double(other.score))
    }
    return result
  }

  /// Adds the garbage model: a search for one or two of some out-of-vocabulary words.
  func addGarbage(
    _ words: [String], settings: DecoderSettings.Garbage, sentences: DecoderSettings.Sentences
  ) throws(RecognizerError) {
    var search = sentences.constrained
    search.beam = settings.beam
    search.wordBeam = settings.wordBeam
    search.phoneBeam = settings.beam
    try add(
      .garbage,
      """
      #JSGF V1.0;
      grammar garbage;
      public <garbage> = <word> [<word>];
      <word> = \(words.joined(separator: " | "));

      """,
      settings: search)
  }

  /// Finds what explains the audio of a word best in the garbage model.
  ///
  /// Both are searched for in the word's own frames and a few around them, where other words of the
  /// sentence have no say. Nil where either does not fit all of the audio.
  func garbage(
    insteadOf word: Segment, scores: borrowing SenoneScores, settings: DecoderSettings.Garbage,
    sentences: DecoderSettings.Sentences, table: WordTable
  ) throws(RecognizerError) -> RecognizedWord.Competitor? {
    let place =
      (word.frames.lowerBound - settings.padding..<word.frames.upperBound + settings.padding)
      .clamped(to: 0..<scores.frames)
    try add(.competitors, sentence: [word.word], settings: sentences.constrained)
    let itself = try decode(scores, frames: place, by: .competitors)
    let garbage = try decode(scores, frames: place, by: .garbage)
    // Where the beam loses every path, what is left of one does not reach the end.
    guard itself.segments.last?.frames.upperBound == place.count,
      garbage.segments.last?.frames.upperBound == place.count
    else { return nil }
    return RecognizedWord.Competitor(
      text: table.words(of: garbage).map(\.word).joined(separator: " "),
      llr: Double(itself.score) - Double(garbage.score))
  }
}
