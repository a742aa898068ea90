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
    self.decoder = decoder
    self.settings = settings
    self.features = features
    table = WordTable(lexicon)
    self.model = model
    self.phoneModel = phoneModel
    self.transform = transform
  }

  /// Loads the acoustic model once more, to search by scores for sentences of the same words.
  func anotherDecoder(of lexicon: [LexiconEntry]) throws(RecognizerError) -> DecoderHandle {
    let other = try DecoderHandle(.sentences(model, settings.sentences), model: model)
    try other.add(lexicon)
    return other
  }

  /// Returns the cepstra of a whole utterance of 16 kHz mono samples; nil for too few to make a frame.
  func cepstra(of samples: [Int16]) throws(RecognizerError) -> Cepstra? {
    guard !samples.isEmpty else { return nil }
    let cepstra = try features.cepstra(of: samples, as: settings.frontEnd)
    return cepstra.frames > 0 ? cepstra : nil
  }

  /// Loads what scores the senones of this decoder; scores pass through a folder in `place`, and may be followed.
  func senoneScorer(
    scoresIn place: String = ScoreFolder.place, followedBy searches: [FollowingSearch] = []
  ) throws(RecognizerError) -> SenoneScorer {
    guard settings.network.isUsed else {
      return SenoneScorer(try modelScorer(scoresIn: place))
    }
    let loop = try DecoderHandle(.phoneLoop(model, settings.phoneLoop), model: model)
    try loop.addPhoneLoop(phoneModel)
    let beside =
      settings.network.stockWeight > 0
      ? try TiedMixtures(
        model: model, varianceScale: settings.frontEnd.varianceScale,
        counted: settings.network.stockDensities)
      : nil
    let phones = FollowingSearch(.phones, by: loop)
    let network = try NetworkScorer(
      settings.network, beside: beside, followedBy: searches + [phones])
    try phones.requireSenones(network.senones, model: model)
    return SenoneScorer(network, phones: phones)
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

  /// Adds the searches for what a grammar has beside its full sentences, in place of those of another.
  func add(_ grammar: SpokenGrammar) throws(RecognizerError) {
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
  /// already; every second word is another decoder's, at the same time. `competitors` are, for words of the lexicon,
  /// those that may stand in their place, as JSGF; of these count the ones that make a sentence of the grammar. Nil in
  /// the result stands for a word that has none.
  func competitors(
    of sentence: [String], among competitors: [String: [String: String]],
    in automaton: Automaton, scores: borrowing SenoneScores, beside other: FollowingSearch
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
    func expressions(at index: Int) -> [String] {
      var expressions = sentence
      expressions[index] = "(" + choices[index].joined(separator: " | ") + ")"
      return expressions
    }
    func take(_ found: Decoding, at index: Int) {
      let words = table.words(of: found).map(\.word)
      guard words.count == sentence.count else { return }
      result[index] = RecognizedWord.Competitor(
        text: table.text(words[index]), llr: Double(itself.score) - Double(found.score))
    }
    let places = choices.indices.filter { !choices[$0].isEmpty }
    for place in stride(from: 0, to: places.count, by: 2) {
      let (index, next) = (places[place], place + 1 < places.count ? places[place + 1] : nil)
      if let next {
        try other.add(.competitors, sentence: expressions(at: next), settings: constrained)
        try other.begin(.competitors, in: 0..<scores.frames, of: scores)
      }
      try decoder.add(.competitors, sentence: expressions(at: index), settings: constrained)
      take(try decoder.decode(scores, by: .competitors), at: index)
      if let next { take(try other.decoding(of: scores), at: next) }
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

  /// Adds the garbage model to a decoder: a search for one or two of some out-of-vocabulary words.
  func addGarbage(_ words: [String], to decoder: borrowing DecoderHandle) throws(RecognizerError) {
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

  /// Finds what explains the audio of each of some words best in the garbage model.
  ///
  /// Every second word is another decoder's, which has the model too, at the same time. Nil where the word or the model
  /// does not fit all of the audio.
  func garbage(
    insteadOf words: [Segment], scores: borrowing SenoneScores, beside other: FollowingSearch
  ) throws(RecognizerError) -> [RecognizedWord.Competitor?] {
    var result: [RecognizedWord.Competitor?] = []
    for index in stride(from: 0, to: words.count, by: 2) {
      let (word, next) = (words[index], index + 1 < words.count ? words[index + 1] : nil)
      if let next {
        try other.begin(.garbage, in: surroundings(of: next, in: scores), of: scores)
      }
      let found = try decoder.decode(
        scores, frames: surroundings(of: word, in: scores), by: .garbage)
      result.append(try compare(word, with: found, scores: scores))
      if let next {
        result.append(try compare(next, with: other.decoding(of: scores), scores: scores))
      }
    }
    return result
  }

  /// The frames in which a word and the garbage model are compared: its own and a few around them, where other words of
  /// the sentence have no say.
  private func surroundings(of word: Segment, in scores: borrowing SenoneScores) -> Range<Int> {
    let padding = settings.garbage.padding
    return (word.frames.lowerBound - padding..<word.frames.upperBound + padding)
      .clamped(to: 0..<scores.frames)
  }

  /// Compares a word with what explains its ``surroundings(of:in:)`` best in the garbage model.
  ///
  /// Nil where either does not fit all of the audio.
  private func compare(
    _ word: Segment, with garbage: Decoding, scores: borrowing SenoneScores
  ) throws(RecognizerError) -> RecognizedWord.Competitor? {
    let place = surroundings(of: word, in: scores)
    try decoder.add(.competitors, sentence: [word.word], settings: settings.sentences.constrained)
    let itself = try decoder.decode(scores, frames: place, by: .competitors)
    // Where the beam loses every path, what is left of one does not reach the end.
    guard itself.segments.last?.frames.upperBound == place.count,
      garbage.segments.last?.frames.upperBound == place.count
    else { return nil }
    return RecognizedWord.Competitor(
      text: table.words(of: garbage).map(\.word).joined(separator: " "),
      llr: Double(itself.score) - Double(garbage.score))
  }
}
