internal import CEnglishNetwork
internal import FoundationEssentials

/// Scores senones by an acoustic network, and by the acoustic model's own scores where these count too.
///
/// The network tells how likely each class of senones is in a frame; over how frequent the class is,
/// that is how likely the frame is in the class, up to a factor (Bourlard and Morgan, 1994). A
/// senone's log-likelihood is that of its class times ``DecoderSettings/Network/scale``, plus the
/// acoustic model's times ``DecoderSettings/Network/stockWeight``.
///
/// An utterance is scored block by block (``ScoringBlock``), so that most of it can be scored while
/// somebody speaks.
struct NetworkScorer: ~Copyable {
  /// What a score of 1 is in nats: 1,024 times the logarithm of 1.0001.
  static let unit: Float = 0.1024
  /// The worst score: the engine keeps one in 16 bits.
  static let worst: Float = 32_000

  let network: AcousticNetwork
  private let settings: DecoderSettings.Network
  /// What scores beside the network; nil where it scores alone.
  private let model: TiedMixtures?
  private let scored: ScoredBeginning

  /// How many senones the acoustic model has to have.
  var senones: Int { network.senoneClasses.count }

  /// Loads the network that the settings name, or the one that is compiled in.
  init(
    _ settings: DecoderSettings.Network, beside model: TiedMixtures?,
    followedBy searches: [FollowingSearch] = []
  ) throws(RecognizerError) {
    let network = try NetworkScorer.load(settings.files)
    scored = try ScoredBeginning(network, followedBy: searches)
    self.network = network
    self.settings = settings
    self.model = model
  }

  /// The network that is compiled in, loaded once.
  private static let english = Result<AcousticNetwork, NetworkError> { () throws(NetworkError) in
    var count = 0
    guard let bytes = unsafe hyzer_english_network(&count) else { throw .foreign(englishName) }
    return try unsafe AcousticNetwork(
      RawSpan(_unsafeStart: bytes, byteCount: count), name: englishName)
  }

  private static let englishName = "Models/english.network"

  private static func load(_ files: [String]) throws(RecognizerError) -> AcousticNetwork {
    do throws(NetworkError) {
      guard !files.isEmpty else { return try english.get() }
      if let file = files.first(where: { FileManager.default.fileExists(atPath: $0) }) {
        return try AcousticNetwork(path: file)
      }
    } catch {
      throw .networkRejected(reason: error.description)
    }
    throw .networkMissing(files)
  }

  /// Scores what of an utterance of 16 kHz mono samples stays as it is however it goes on.
  ///
  /// The ``scores(of:by:)`` of an utterance that begins so are the same, and take less time.
  func follow(_ samples: [Int16], by sentences: borrowing SentenceDecoder) throws(RecognizerError) {
    try scored.goOn(with: samples)
    while scored.blocks < ScoringBlock.complete(in: samples.count) {
      try append(ScoringBlock(scored.blocks), of: samples, by: sentences)
      try scored.closeBlock()
    }
  }

  /// Frees what is kept of the last utterance, its scores too.
  func forget() { scored.forget() }

  /// Returns the scores of a whole utterance of 16 kHz mono samples; none of the phones are scored yet.
  ///
  /// They can be read until another utterance is scored or followed. Nil for too few samples to make a
  /// frame. The acoustic model's features are those of `sentences`.
  func scores(
    of samples: [Int16], by sentences: borrowing SentenceDecoder
  ) throws(RecognizerError) -> SenoneScores? {
    try follow(samples, by: sentences)
    let rest = ScoringBlock(scored.blocks)
    let frames = rest.firstFrame + (try append(rest, of: samples, by: sentences))
    guard frames > 0 else { return nil }
    guard
      let scores = SenoneScores(
        path: scored.path, frames: frames, phones: FrameScores([]))
    else { throw .outOfMemory }
    return scores
  }

  /// Scores the frames of a block, or all up to the end where the utterance ends too early for it to be
  /// one; returns how many these are.
  @discardableResult
  private func append(
    _ block: ScoringBlock, of samples: [Int16], by sentences: borrowing SentenceDecoder
  ) throws(RecognizerError) -> Int {
    let isComplete = block.samples.upperBound <= samples.count
    let around = Array(samples[block.samples.clamped(to: 0..<samples.count)])
    guard let cepstra = try sentences.cepstra(of: around) else { return 0 }
    // Frames are counted from the earliest one of `around`.
    let start = block.firstFrame - block.earliestFrame
    let frames = start..<(isComplete ? start + ScoringBlock.frames : cepstra.frames)
    let modelScores = model?.scores(of: cepstra, frames: frames)
    // Energies are kept for the blocks to come: a frame that the next samples complete is left out.
    let features = scored.features(
      for: block, frames: isComplete ? LogMelFrontEnd.frames(in: around.count) : cepstra.frames)
    let posteriors = network.posteriors(features: features, frames: frames, block: frames.count)
    for index in 0..<frames.count {
      let logs = posteriors.logs[index * network.classes..<(index + 1) * network.classes]
      try scored.append(combined(logs, beside: modelScores?[index]))
    }
    return frames.count
  }

  /// Returns the scores of a frame's senones, of which the best is 0, by the logarithms of the classes'
  /// posteriors and the acoustic model's scores.
  func combined(_ logs: ArraySlice<Float>, beside model: [Int16]?) -> [Int16] {
    let floor = Float(settings.floor)
    let (scale, priorScale) = (Float(settings.scale), Float(settings.priorScale))
    let classScores = zip(logs, network.logPriors).map { log, prior in
      // In this order a posterior that is no number counts as the floor.
      -scale * (max(floor, log) - priorScale * prior) / NetworkScorer.unit
    }
    let weight = Float(settings.stockWeight)
    let scores =
      if let model {
        zip(network.senoneClasses, model).map { classScores[Int($0)] + weight * Float($1) }
      } else {
        network.senoneClasses.map { classScores[Int($0)] }
      }
    let best = scores.min() ?? 0
    // What is not negative is rounded by this, which takes a fifth of the time of rounding.
    return scores.map { Int16(min($0 - best + 0.5, NetworkScorer.worst)) }
  }
}
