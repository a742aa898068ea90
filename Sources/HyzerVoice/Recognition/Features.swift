internal import CPocketSphinx
internal import CPocketSphinxShims
internal import Glibc
internal import HyzerBase

/// The mel-frequency cepstra of an utterance: a row for every 10 ms.
///
/// The first coefficient of a row is the frame's log energy, the others describe the shape of its
/// spectrum.
struct Cepstra: Hashable, Sendable {
  /// How many numbers a row has.
  static let coefficients = 13
  /// From the beginning of a row's samples to that of the next row's.
  static let samplesPerFrame = 160

  private var rows: Matrix

  /// The rows, one after the other.
  var values: [Float] { rows.values }
  var frames: Int { rows.rows }

  /// Takes rows of ``coefficients`` numbers each, one after the other.
  init(_ values: [Float]) { rows = Matrix(columns: Cepstra.coefficients, values: values) }

  /// Returns some of the rows.
  func rows(_ frames: Range<Int>) -> Cepstra {
    let width = Cepstra.coefficients
    return Cepstra(Array(values[frames.lowerBound * width..<frames.upperBound * width]))
  }

  /// Returns the rows less the mean of those up to `halfWindow` before and after each.
  ///
  /// This takes out what is the same for a second or two: the microphone, the distance, the steady
  /// part of the noise. Near the ends of an utterance the mean is over the rows that there are.
  /// Cepstral mean normalisation goes back to Atal (1974), over a sliding window to Viikki and
  /// Laurila (1998).
  func meanNormalized(halfWindow: Int) -> Cepstra {
    var result = self
    result.rows = rows.lessMeans(halfWindow: halfWindow)
    return result
  }

  /// Returns the rows with their variances normalised in part; their means are gone already.
  ///
  /// Noise fills up the valleys between sounds, so that every coefficient varies less than in the
  /// clear speech that a model was trained on. Each is multiplied by its `typicalDeviations` over its
  /// own standard deviation within `halfWindow` of the frame, to the power of `share`, and by
  /// ``mostGain`` at most; one that varies as much or more stays. Variance normalisation of cepstra
  /// goes back to Viikki and Laurila (1998).
  func varianceNormalized(to typicalDeviations: [Float], halfWindow: Int, share: Double) -> Cepstra
  {
    precondition(typicalDeviations.count == Cepstra.coefficients, "one for each coefficient")
    var result = self
    for (coefficient, typical) in typicalDeviations.enumerated() {
      let means = rows.slidingMeans(of: coefficient, halfWindow: halfWindow)
      let squares = rows.slidingMeans(of: coefficient, halfWindow: halfWindow) { $0 * $0 }
      for frame in 0..<frames {
        let variance = squares[frame] - means[frame] * means[frame]
        // Digital silence has no variance that could be restored.
        guard variance > Cepstra.leastVariance else { continue }
        let lack = Double(typical) / variance.squareRoot()
        let gain = min(max(pow(lack, share), 1), Cepstra.mostGain)
        result.rows.values[frame * Cepstra.coefficients + coefficient] *= Float(gain)
      }
    }
    return result
  }

  /// By how much a coefficient is multiplied at most: more would make noise of what hardly varies.
  static let mostGain = 2.5
  private static let leastVariance = 1e-3
}

/// A soft, low noise that covers what is quieter still.
///
/// Between words a recording may be all but silent: noise gates, lossy compression and quiet rooms
/// do that. Normalised, such a nothing has a spectrum as marked as a word's. A steady floor below
/// the speech makes every recording's pauses alike. The spectrum falls by 6 dB an octave above
/// 30 Hz, as that of distant wind and traffic does, so that it hides few consonants.
struct MaskingNoise: Hashable, Sendable {
  /// How far below the speech it lies, in decibels.
  let decibelsBelowSpeech: Double

  /// The pole of a first-order low-pass at 30 Hz, for 16 kHz.
  private static let pole = 0.98829

  /// Returns 16 kHz mono samples with the noise added; scaled down where the sum would clip.
  ///
  /// The noise is the same for the same samples. Samples without an ``ActiveSpeechLevel`` come back
  /// as they are.
  func added(to samples: [Int16]) -> [Int16] {
    guard let level = ActiveSpeechLevel.rms(of: samples) else { return samples }
    var random = SeededGenerator(seed: 1)
    var state = 0.0
    let noise = samples.map { _ in
      state = MaskingNoise.pole * state + Double.random(in: -1...1, using: &random)
      return state
    }
    let power = noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)
    let gain =
      level / pow(10, decibelsBelowSpeech / 20) / max(power, .leastNormalMagnitude).squareRoot()
    return PeakLimit.samples(zip(samples, noise).map { Double($0) + gain * $1 })
  }
}

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

  /// Returns the cepstra of a whole utterance of 16 kHz mono samples, masked, noise reduced
  /// and normalised.
  func cepstra(of samples: [Int16], as settings: DecoderSettings.FrontEnd) throws(RecognizerError)
    -> Cepstra
  {
    let masked = MaskingNoise(decibelsBelowSpeech: settings.maskingDecibels).added(to: samples)
    return try cepstra(of: masked).meanNormalized(halfWindow: settings.meanHalfWindow)
      .varianceNormalized(
        to: settings.typicalDeviations, halfWindow: settings.deviationHalfWindow,
        share: settings.deviationShare)
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
