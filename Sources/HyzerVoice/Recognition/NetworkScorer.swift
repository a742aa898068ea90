internal import CEnglishNetwork
internal import Foundation

/// Scores senones by an acoustic network, and by the acoustic model's own scores where these count too.
///
/// The network tells how likely each class of senones is in a frame; over how frequent the class is,
/// that is how likely the frame is in the class, up to a factor (Bourlard and Morgan, 1994). A
/// senone's log-likelihood is that of its class times ``DecoderSettings/Network/scale``, plus the
/// acoustic model's times ``DecoderSettings/Network/stockWeight``.
struct NetworkScorer: ~Copyable {
  /// What a score of 1 is in nats: 1,024 times the logarithm of 1.0001.
  static let unit: Float = 0.1024
  /// The worst score: the engine keeps one in 16 bits.
  static let worst: Float = 32_000

  let network: AcousticNetwork
  private let settings: DecoderSettings.Network
  /// What scores beside the network; nil where it scores alone.
  private let model: ModelScorer?

  /// How many senones the acoustic model has to have.
  var senones: Int { network.senoneClasses.count }

  /// Loads the network that the settings name, or the one that is compiled in.
  init(_ settings: DecoderSettings.Network, beside model: consuming ModelScorer?)
    throws(RecognizerError)
  {
    network = try NetworkScorer.load(settings.files)
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

  /// Returns the scores of an utterance of 16 kHz mono samples, of which `cepstra` are the acoustic
  /// model's features; none of the phones are scored yet.
  func scores(of samples: [Int16], cepstra: Cepstra) throws(RecognizerError) -> SenoneScores {
    let frames = cepstra.frames
    let modelScores = try model?.scores(of: cepstra)
    let posteriors = network.posteriors(of: samples, frames: frames)
    let file = try MemoryFile()
    try file.append(SenoneScores.header(senones: senones))
    var row = [Int16](repeating: 0, count: senones)
    for frame in 0..<frames {
      let isRead = modelScores?.read(frame: frame, into: &row)
      guard isRead != false else {
        throw .decodingFailed(step: "score frame \(frame)", reason: "the model's scores end there")
      }
      let logs = posteriors.logs[frame * network.classes..<(frame + 1) * network.classes]
      try file.append(
        [Int16(senones)] + combined(logs, beside: isRead == nil ? nil : row))
    }
    guard let scores = SenoneScores(path: file.path, frames: frames, phones: FrameScores([])) else {
      throw .outOfMemory
    }
    return scores
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
