public import Audio
internal import Randomness

/// The conditions under which a corpus is heard, all of them repeatable.
public struct Experiment: Sendable {
  /// A recording of noise, ready to be mixed in.
  public struct Noise: Sendable {
    /// The recording's path.
    public let name: String
    /// Its samples.
    public let mixer: NoiseMixer

    /// Names a noise.
    public init(name: String, mixer: NoiseMixer) {
      self.name = name
      self.mixer = mixer
    }
  }

  /// The noises to hear through, each at every level.
  public let noises: [Noise]
  /// The levels: how far the active speech level lies above the noise, in decibels.
  public let snrDecibels: [Double]
  /// Chooses the stretch of noise for each utterance.
  public let seed: UInt64
  /// The room in which everything is said, if any.
  public let reverberator: Reverberator?
  /// Whether utterances are first found in each recording, as when listening.
  public let isEndpointed: Bool

  /// Makes an experiment; without noises the corpus is heard as it was recorded.
  public init(
    noises: [Noise] = [], snrDecibels: [Double] = [], seed: UInt64 = 1,
    reverberator: Reverberator? = nil, isEndpointed: Bool = false
  ) {
    self.noises = noises
    self.snrDecibels = snrDecibels
    self.seed = seed
    self.reverberator = reverberator
    self.isEndpointed = isEndpointed
  }

  /// Every condition: the recordings as they are, then each noise at each level.
  public var conditions: [ListeningCondition] {
    ListeningCondition.all(noises: noises.map(\.name), snrDecibels: snrDecibels)
  }

  /// Returns a recording as it is heard in the condition at a place in ``conditions``.
  ///
  /// The stretch of noise depends on the seed, the noise and the utterance's name alone: neither on
  /// the level nor on what else is in the corpus.
  public func samples(_ recorded: [Int16], id: String, condition: Int) -> [Int16] {
    let spoken = reverberator.map { $0.apply(to: recorded) } ?? recorded
    guard condition > 0, !snrDecibels.isEmpty else { return spoken }
    let (noise, level) = (condition - 1).quotientAndRemainder(dividingBy: snrDecibels.count)
    var random = SeededGenerator(seed: seed, name: "\(noise) \(id)")
    return noises[noise].mixer.mix(spoken, snrDecibels: snrDecibels[level], using: &random)
  }
}
