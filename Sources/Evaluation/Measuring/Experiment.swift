package import Audio
internal import Randomness

/// The conditions under which a corpus is heard, all of them repeatable.
package struct Experiment: Sendable {
  /// A recording of noise, ready to be mixed in.
  package struct Noise: Sendable {
    /// The recording's path.
    let name: String
    let mixer: NoiseMixer

    package init(name: String, mixer: NoiseMixer) {
      self.name = name
      self.mixer = mixer
    }
  }

  private let noises: [Noise]
  /// How far the active speech level lies above the noise, in decibels.
  private let snrDecibels: [Double]
  private let seed: UInt64
  private let reverberator: Reverberator?
  /// Whether utterances are first found in each recording, as when listening.
  let isEndpointed: Bool

  /// Makes an experiment; without noises the corpus is heard as it was recorded.
  ///
  /// `seed` chooses the stretch of noise for each utterance; `reverberator` is the room in which
  /// everything is said, if any.
  package init(
    noises: [Noise] = [], snrDecibels: [Double] = [], seed: UInt64 = 1,
    reverberator: Reverberator? = nil, isEndpointed: Bool = false
  ) {
    self.noises = noises
    self.snrDecibels = snrDecibels
    self.seed = seed
    self.reverberator = reverberator
    self.isEndpointed = isEndpointed
  }

  /// Reads the recordings of noise and of a room that an evaluation names.
  ///
  /// - Throws: ``RecordingError``, ``ReverberationError``, and ``FileFailure`` for a noise that
  ///   cannot be mixed in.
  package init(_ header: EvaluationHeader) throws {
    self.init(
      noises: try header.noises.map { file in
        let samples = try Recording.read(path: file.path).samples
        do {
          return Noise(name: file.path, mixer: try NoiseMixer(noise: samples))
        } catch {
          throw FileFailure(.badData, "\"\(file.path)\": \(error)")
        }
      },
      snrDecibels: header.snrDecibels, seed: header.seed,
      reverberator: try header.echo.map {
        try Reverberator(impulseResponse: Recording.read(path: $0.path).samples)
      }, isEndpointed: header.endpointing)
  }

  /// Every condition: the recordings as they are, then each noise at each level.
  package var conditions: [ListeningCondition] {
    ListeningCondition.all(noises: noises.map(\.name), snrDecibels: snrDecibels)
  }

  /// Returns a recording as it is heard in the condition at a place in ``conditions``.
  ///
  /// The stretch of noise depends on the seed, the noise and the utterance's name alone: neither on
  /// the level nor on what else is in the corpus.
  package func samples(_ recorded: [Int16], id: String, condition: Int) -> [Int16] {
    let spoken = reverberator.map { $0.apply(to: recorded) } ?? recorded
    guard condition > 0, !snrDecibels.isEmpty else { return spoken }
    let (noise, level) = (condition - 1).quotientAndRemainder(dividingBy: snrDecibels.count)
    var random = SeededGenerator(seed: seed, name: "\(noise) \(id)")
    return noises[noise].mixer.mix(spoken, snrDecibels: snrDecibels[level], using: &random)
  }
}
