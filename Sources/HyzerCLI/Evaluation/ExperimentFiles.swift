internal import Audio
internal import Evaluation

/// The recordings of noise and of a room that an evaluation hears through.
struct ExperimentFiles {
  let noises: [EvaluationHeader.NamedFile]
  let snrDecibels: [Double]
  let echo: EvaluationHeader.NamedFile?

  /// Hashes the files.
  init(noises: [String], snrDecibels: [Double], echo: String?) throws {
    self.noises = try noises.map(ExperimentFiles.file)
    self.snrDecibels = snrDecibels
    self.echo = try echo.map(ExperimentFiles.file)
  }

  /// Takes the files that a report names.
  init(_ header: EvaluationHeader) {
    noises = header.noises
    snrDecibels = header.snrDecibels
    echo = header.echo
  }

  /// Reads the recordings.
  func load(seed: UInt64, isEndpointed: Bool) throws -> Experiment {
    Experiment(
      noises: try noises.map { file in
        let samples = try Recording.read(path: file.path).samples
        do {
          return .init(name: file.path, mixer: try NoiseMixer(noise: samples))
        } catch {
          throw Failure(.badData, "\"\(file.path)\": \(error)")
        }
      },
      snrDecibels: snrDecibels, seed: seed,
      reverberator: try echo.map {
        try Reverberator(impulseResponse: Recording.read(path: $0.path).samples)
      }, isEndpointed: isEndpointed)
  }

  /// Hashes a file.
  static func file(_ path: String) throws -> EvaluationHeader.NamedFile {
    try JSONFile.requireFile(path)
    return .init(path: path, sha256: try SHA256Hasher.hex(ofFile: path))
  }
}
