internal import CPocketSphinxShims

/// What everything begins with that hears sentences: the features of the acoustic model, and a decoder that
/// has the words of a lexicon.
struct SentenceDecoder: ~Copyable {
  let settings: DecoderSettings
  let features: FeatureExtractor
  let decoder: DecoderHandle
  let table: WordTable
  /// The folder of the acoustic model.
  let model: String
  let phoneModel: String
  let transform: MemoryFile

  /// Loads the acoustic model.
  ///
  /// Wraps `ps_init` and `ps_add_word`.
  init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    hyzer_pocketsphinx_capture_log()
    hyzer_pocketsphinx_clear_error()
    let model = try ModelFiles.acousticModel(settings.acousticModels)
    let phoneModel = try ModelFiles.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try MemoryFile.transform(varianceScale: settings.frontEnd.varianceScale)
    let decoder = try DecoderHandle(
      .sentences(model, settings.sentences), model: model, transform: transform)
    try decoder.add(lexicon)
    self.settings = settings
    self.features = features
    self.decoder = decoder
    table = WordTable(lexicon)
    self.model = model
    self.phoneModel = phoneModel
    self.transform = transform
  }

  /// Returns the cepstra of a whole utterance of 16 kHz mono samples; nil for too few to make a frame.
  func cepstra(of samples: [Int16]) throws(RecognizerError) -> Cepstra? {
    guard !samples.isEmpty else { return nil }
    let cepstra = try features.cepstra(of: samples, as: settings.frontEnd)
    return cepstra.frames > 0 ? cepstra : nil
  }

  /// Loads what scores the senones of this decoder; scores pass through a folder in `place`.
  func senoneScorer(scoresIn place: String = ScoreFolder.place) throws(RecognizerError)
    -> SenoneScorer
  {
    guard settings.network.isUsed else {
      return .model(try modelScorer(scoresIn: place))
    }
    let network = try NetworkScorer(
      settings.network,
      beside: settings.network.stockWeight > 0
        ? try ModelScorer(
          .senones(model, settings.network), model: model, transform: transform, scoresIn: place)
        : nil)
    try decoder.addPhoneLoop(phoneModel, settings.phoneLoop)
    try decoder.requireSenones(network.senones, model: model)
    return .network(network)
  }

  /// Loads the acoustic model once more, to score its senones and to search the phone loop.
  func modelScorer(scoresIn place: String = ScoreFolder.place) throws(RecognizerError)
    -> ModelScorer
  {
    try ModelScorer(
      .phoneLoop(model, settings.phoneLoop), model: model, phoneModel: phoneModel,
      transform: transform, scoresIn: place)
  }

  // MARK: - Searches

  /// Adds the searches for what a grammar has, in place of those of another; returns its sentences.
  func add(_ grammar: SpokenGrammar) throws(RecognizerError) -> Automaton {
    let automaton = try decoder.add(
      .fullSentences, grammar.full, settings: settings.sentences.full)
    if let constrained = grammar.constrained {
      try decoder.add(
        .constrainedSentences, constrained, settings: settings.sentences.constrained)
      try decoder.add(
        .beginnings, constrained, settings: settings.sentences.constrained, endsAnywhere: true)
    }
    if let replies = grammar.replies {
      try decoder.add(.replies, replies, settings: settings.sentences.full)
    }
    if let loose = grammar.loose {
      try decoder.add(.loose, loose, settings: settings.sentences.loose)
    }
    return automaton
  }

  /// Finds where each word of a known sentence lies; each may be a JSGF expression that leaves a choice.
  ///
  /// A choice may have more words than another, which is no merit: going on to one more costs nothing.
  func add(sentence: [String]) throws(RecognizerError) {
    try decoder.add(
      .fullSentences, sentence: sentence,
      settings: settings.sentences.search(wordInsertionPenalty: 1))
  }

  /// Finds the best competitor of each word of a sentence, all other words being as they are.
  ///
  /// This takes a search for the sentence itself and one for each word, among scores that are there
  /// already. `competitors` are, for words of the lexicon, those that may stand in their place, as JSGF;
  /// of these count the ones that make a sentence of the grammar. Nil in the result stands for a word
  /// that has none.
  func competitors(
    of sentence: [String], among competitors: [String: [String: String]],
    in automaton: Automaton, scores: borrowing SenoneScores
  ) throws(RecognizerError) -> [RecognizedWord.Competitor?] {
    var result: [RecognizedWord.Competitor?] = sentence.map { _ in nil }
    let substitutes = automaton.substitutes(in: sentence)
    let choices = zip(sentence, substitutes).map { word, substitutes in
      competitors[word, default: [:]].filter { substitutes.contains($0.key) }.values.sorted()
    }
    guard choices.contains(where: { !$0.isEmpty }) else { return result }
    let constrained = settings.sentences.constrained
    try decoder.add(.competitors, sentence: sentence, settings: constrained)
    let itself = try decoder.decode(scores, by: .competitors)
    // Without a path nothing can be compared; the same goes for the competitors below.
    guard !itself.segments.isEmpty else { return result }
    for (index, choices) in choices.enumerated() where !choices.isEmpty {
      var expressions = sentence
      expressions[index] = "(" + choices.joined(separator: " | ") + ")"
      try decoder.add(.competitors, sentence: expressions, settings: constrained)
      let other = try decoder.decode(scores, by: .competitors)
      let words = table.words(of: other).map(\.word)
      guard words.count == sentence.count else { continue }
      result[index] = RecognizedWord.Competitor(
        text: table.text(words[index]), llr: Double(itself.score) - Double(other.score))
    }
    return result
  }

  /// Searches for one sentence of the full grammar; each of its words may be a JSGF expression.
  func decode(
    _ sentence: [String], _ scores: borrowing SenoneScores
  ) throws(RecognizerError) -> Decoding {
    try decoder.add(.competitors, sentence: sentence, settings: settings.sentences.full)
    return try decoder.decode(scores, by: .competitors)
  }

  /// Adds the garbage model: a search for one or two of some out-of-vocabulary words.
  func addGarbage(_ words: [String]) throws(RecognizerError) {
    var search = settings.sentences.constrained
    search.beam = settings.garbage.beam
    search.wordBeam = settings.garbage.wordBeam
    search.phoneBeam = settings.garbage.beam
    try decoder.add(
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
    insteadOf word: Segment, scores: borrowing SenoneScores
  ) throws(RecognizerError) -> RecognizedWord.Competitor? {
    let padding = settings.garbage.padding
    let place = (word.frames.lowerBound - padding..<word.frames.upperBound + padding)
      .clamped(to: 0..<scores.frames)
    try decoder.add(.competitors, sentence: [word.word], settings: settings.sentences.constrained)
    let itself = try decoder.decode(scores, frames: place, by: .competitors)
    let garbage = try decoder.decode(scores, frames: place, by: .garbage)
    // Where the beam loses every path, what is left of one does not reach the end.
    guard itself.segments.last?.frames.upperBound == place.count,
      garbage.segments.last?.frames.upperBound == place.count
    else { return nil }
    return RecognizedWord.Competitor(
      text: table.words(of: garbage).map(\.word).joined(separator: " "),
      llr: Double(itself.score) - Double(garbage.score))
  }
}
