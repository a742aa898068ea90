internal import CPocketSphinx
internal import CPocketSphinxShims

/// Computes the cepstra that an acoustic model was trained on.
@safe struct FeatureExtractor: ~Copyable {
  private let frontEnd: OpaquePointer

  /// Makes an extractor with the parameters of an acoustic model.
  ///
  /// Wraps `fe_init_auto_r`.
  init(model: String) throws(RecognizerError) {
    let configuration = try Configuration.features(model)
    guard let frontEnd = unsafe fe_init_auto_r(configuration.handle) else {
      throw .modelRejected(directory: model, reason: DecoderHandle.lastError())
    }
    guard unsafe fe_get_output_size(frontEnd) == Int32(Cepstra.coefficients) else {
      _ = unsafe fe_free(frontEnd)
      throw .modelRejected(
        directory: model, reason: "its features do not have \(Cepstra.coefficients) coefficients")
    }
    unsafe self.frontEnd = frontEnd
  }

  deinit { _ = unsafe fe_free(frontEnd) }  // The count of references left; nobody else holds any.

  /// Returns the cepstra of a whole utterance of 16 kHz mono samples, masked, noise reduced,
  /// normalised and spread.
  func cepstra(of samples: [Int16], as settings: DecoderSettings.FrontEnd) throws(RecognizerError)
    -> Cepstra
  {
    let masked = MaskingNoise(decibelsBelowSpeech: settings.maskingDecibels).added(to: samples)
    return try cepstra(of: masked).normalized(halfWindow: settings.meanHalfWindow)
      .spread(
        to: settings.typicalSpread, halfWindow: settings.spreadHalfWindow,
        share: settings.spreadShare)
  }

  /// Returns the cepstra of a whole utterance of 16 kHz mono samples, noise reduced and no more.
  ///
  /// Wraps `fe_start_stream`, `fe_start_utt`, `fe_process_utt` and `fe_end_utt`.
  func cepstra(of samples: [Int16]) throws(RecognizerError) -> Cepstra {
    hyzer_pocketsphinx_clear_error()
    // A stream of its own: otherwise the noise estimate of the last utterance would live on.
    unsafe fe_start_stream(frontEnd)
    try DecoderHandle.check(unsafe fe_start_utt(frontEnd), "start an utterance")
    var block: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    var frames: Int32 = 0
    let processed = unsafe samples.withUnsafeBufferPointer {
      unsafe fe_process_utt(frontEnd, $0.baseAddress, $0.count, &block, &frames)
    }
    defer { if let block = unsafe block { unsafe ckd_free_2d(block) } }
    // The last samples make no whole frame; the engine fills them up with silence.
    var last: [Float] = Array(repeating: 0, count: Cepstra.coefficients)
    var lastFrames: Int32 = 0
    let ended = unsafe fe_end_utt(frontEnd, &last, &lastFrames)
    try DecoderHandle.check(processed, "compute the features of \(samples.count) samples")
    try DecoderHandle.check(ended, "end an utterance")
    var values: [Float] = []
    if frames > 0, let first = unsafe block?.pointee {
      // The rows lie one after the other, as `ckd_alloc_2d` has it.
      unsafe values += UnsafeBufferPointer(
        start: first, count: Int(frames) * Cepstra.coefficients)
    }
    if lastFrames > 0 { values += last }
    return Cepstra(values)
  }
}
