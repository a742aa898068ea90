internal import CPocketSphinx

/// PocketSphinx's own form of its settings; a decoder keeps a reference of its own to them.
@safe struct Configuration: ~Copyable {
  let handle: OpaquePointer

  /// Starts from how the model's own features were made: its `feat.params`.
  private init(model: String) throws(RecognizerError) {
    let path = model + "/feat.params"
    guard let handle = unsafe cmd_ln_parse_file_r(nil, ps_args(), path, 0) else {
      throw .modelRejected(directory: model, reason: DecoderHandle.lastError())
    }
    unsafe self.handle = handle
  }

  deinit {
    _ = unsafe cmd_ln_free_r(handle)  // The count of references left: the decoder's.
  }

  /// The features alone.
  static func features(_ model: String) throws(RecognizerError) -> Configuration {
    try common(model)
  }

  static func sentences(_ model: String, _ sentences: DecoderSettings.Sentences)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try common(model)
    try configuration.set("-lw", sentences.languageWeight)
    return configuration
  }

  /// A search for a digit.
  static func digits(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try common(model)
    try configuration.set("-lw", 1.0)
    try configuration.compareAll()
    return configuration
  }

  /// Has all states scored, be they searched for or not.
  func compareAll() throws(RecognizerError) { try set("-compallsen", 1) }

  /// Has the scores of all states written into a folder, as a file for each utterance.
  func keepScores(in folder: String) throws(RecognizerError) { try set("-senlogdir", folder) }

  static func phoneLoop(_ model: String, _ loop: DecoderSettings.PhoneLoop)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try common(model)
    try configuration.set("-allphone_ci", 1)
    try configuration.set("-beam", loop.beam)
    try configuration.set("-pbeam", loop.phoneBeam)
    try configuration.set("-lw", loop.languageWeight)
    // Looking ahead over phones is of no use where the search itself is over phones.
    try configuration.set("-pl_window", 0)
    return configuration
  }

  /// A search for phones that writes them down.
  ///
  /// Every frame is scored and the beams are wider, as PocketSphinx's documentation has them for
  /// phoneme recognition. Phones in context would take ten times as long.
  static func phoneTranscription(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try common(model)
    try configuration.set("-allphone_ci", 1)
    try configuration.set("-beam", 1e-20)
    try configuration.set("-pbeam", 1e-20)
    try configuration.set("-lw", 2.0)
    try configuration.set("-pl_window", 0)
    return configuration
  }

  /// Names the file of a transform of the model.
  func setTransform(_ path: String) throws(RecognizerError) { try set("-mllr", path) }

  private static func common(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try Configuration(model: model)
    try configuration.set("-hmm", model)
    // The rows come normalised. The model's file would set this back if it were read again.
    try configuration.set("-cmn", "none")
    try configuration.set("-featparams", "/dev/null")
    // Every 10 ms of audio is to have its row: one that is left out would shift all times after it.
    try configuration.set("-remove_silence", 0)
    // Random bits would make every decoding another one.
    try configuration.set("-dither", 0)
    return configuration
  }

  private func set(_ name: String, _ value: String) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_str_r(handle, name, value)
  }

  private func set(_ name: String, _ value: Double) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_float_r(handle, name, value)
  }

  private func set(_ name: String, _ value: Int) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_int_r(handle, name, value)
  }

  /// An unknown option would only be logged.
  private func requireOption(_ name: String) throws(RecognizerError) {
    guard unsafe cmd_ln_exists_r(handle, name) != 0 else { throw .unknownOption(name) }
  }
}
