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
  let transform: TransformFile

  /// Loads the acoustic model.
  ///
  /// Wraps `ps_init` and `ps_add_word`.
  init(lexicon: [LexiconEntry], settings: DecoderSettings) throws(RecognizerError) {
    hyzer_pocketsphinx_capture_log()
    hyzer_pocketsphinx_clear_error()
    let model = try ModelFiles.acousticModel(settings.acousticModels)
    let phoneModel = try ModelFiles.firstExisting(settings.phoneLanguageModels)
    let features = try FeatureExtractor(model: model)
    let transform = try TransformFile(varianceScale: settings.frontEnd.varianceScale)
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
          model: model, beside: settings.network, transform: transform, scoresIn: place)
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
      model: model, phoneModel: phoneModel, settings: settings.phoneLoop, transform: transform,
      scoresIn: place)
  }

  /// Finds where each word of a known sentence lies; each may be a JSGF expression that leaves a choice.
  ///
  /// A choice may have more words than another, which is no merit: going on to one more costs nothing.
  func add(sentence: [String]) throws(RecognizerError) {
    try decoder.add(
      .fullSentences, sentence: sentence,
      settings: settings.sentences.search(wordInsertionPenalty: 1))
  }
}
