/// Scores every state of the acoustic model against every frame of an utterance, once for all
/// searches, and hears which phones are in it on the way.
///
/// Scores are only comparable between searches where each has scored all states: by default a search
/// scores the states it needs and counts from the best of these, so that the less it listens for, the
/// better all of it seems to fit. Scoring is also most of the work: from kept scores a search takes a
/// fortieth of the time.
struct AcousticScorer: ~Copyable {
  private let phones: DecoderHandle
  // Goes after the decoder, which writes into it.
  private let folder: ScoreFolder

  /// Loads the acoustic model and the phone language model; scores pass through a folder in `place`.
  init(
    model: String, phoneModel: String, settings: DecoderSettings.PhoneLoop,
    transform: borrowing TransformFile, scoresIn place: String
  ) throws(RecognizerError) {
    let folder = try ScoreFolder(in: place)
    let configuration = try Configuration.phoneLoop(model, settings)
    try configuration.compareAll()
    try configuration.keepScores(in: folder.path)
    let phones = try DecoderHandle(configuration, model: model, transform: transform)
    try phones.addPhoneLoop(phoneModel)
    self.phones = phones
    self.folder = folder
  }

  /// Returns the scores of the states and of the likeliest phones.
  func scores(of cepstra: Cepstra) throws(RecognizerError) -> StateScores {
    let heard: Decoding
    do {
      heard = try phones.decode(cepstra, by: .phones)
    } catch {
      folder.empty()
      throw error
    }
    return try folder.takeScores(
      frames: cepstra.frames, phones: FrameScores(heard.segments))
  }
}
