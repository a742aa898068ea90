extension DecoderHandle {
  /// Adds the search for one or two of some words.
  func addTalk(
    _ words: [String], settings: DecoderSettings.Talk, sentences: DecoderSettings.Sentences
  ) throws(RecognizerError) {
    var search = sentences.usual
    search.beam = settings.beam
    search.wordBeam = settings.wordBeam
    search.phoneBeam = settings.beam
    try add(
      .talk,
      """
      #JSGF V1.0;
      grammar talk;
      public <talk> = <word> [<word>];
      <word> = \(words.joined(separator: " | "));

      """,
      settings: search)
  }

  /// Finds what explains the audio of a word best, among the words added before.
  ///
  /// The word and the others are searched for in its own frames and a few around them, where other
  /// words of the sentence have no say.
  ///
  /// - Parameters:
  ///   - word: Where it lies; what it is.
  ///   - scores: Those of the utterance.
  ///   - settings: Those of the search for other words.
  ///   - sentences: Those of the search for sentences.
  ///   - isWord: Whether something that a search explains audio with is a word of the lexicon.
  /// - Returns: The rival, one word or two; nil where either cannot be laid against all of the audio.
  /// - Throws: ``RecognizerError`` where the engine fails.
  func talkRival(
    of word: Segment, scores: borrowing StateScores, settings: DecoderSettings.Talk,
    sentences: DecoderSettings.Sentences, isWord: (String) -> Bool
  ) throws(RecognizerError) -> WordRival? {
    let place =
      (word.frames.lowerBound - settings.padding..<word.frames.upperBound + settings.padding)
      .clamped(to: 0..<scores.frames)
    try add(.rivals, sentence: [word.word], settings: sentences.usual)
    let itself = try decode(scores, frames: place, by: .rivals)
    let talk = try decode(scores, frames: place, by: .talk)
    // Where the beam loses every path, what is left of one does not reach the end.
    guard itself.segments.last?.frames.upperBound == place.count,
      talk.segments.last?.frames.upperBound == place.count
    else { return nil }
    return WordRival(
      word: talk.segments.map(\.word).filter(isWord).joined(separator: " "),
      lead: Double(itself.score) - Double(talk.score))
  }
}
