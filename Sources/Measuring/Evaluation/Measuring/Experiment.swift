internal import HyzerBase
internal import HyzerVoice

/// What a corpus is heard through: nothing but its own recordings, or noise at some level.
struct ListeningCondition: Hashable, Sendable {
  /// The noise's recording, or nil for the recordings as they are.
  var noise: String?
  /// How far the active speech level lies above the noise, in decibels; nil without noise.
  var snrDecibels: Double?
  /// The impulse response of the room in which everything is said, or nil for none.
  var room: String?

  /// The condition in words: `as recorded`, or `wind.wav at 10 dB in hall.wav`.
  var name: String {
    let place = room.map { " in \(file($0))" } ?? ""
    guard let noise, let snrDecibels else { return "as recorded" + place }
    return "\(file(noise)) at \(decimal(snrDecibels)) dB" + place
  }

  private func file(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  private func decimal(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
  }
}

/// The conditions under which a corpus is heard, all of them repeatable.
package struct Experiment: Sendable {
  var noises: [NoiseMixer] = []
  /// How far the active speech level lies above the noise, in decibels.
  var snrDecibels: [Double] = []
  /// Chooses the stretch of noise for each utterance.
  private var seed: UInt64 = 1
  private var reverberator: Reverberator?
  /// Whether utterances are first found in each recording, as when listening.
  var isEndpointed = false

  package init() {}

  /// Reads the recordings of noise and of a room that an evaluation names.
  ///
  /// - Throws: ``RecordingError``, and ``FileFailure`` for a recording that cannot be used.
  package init(_ header: EvaluationHeader) throws {
    func read<Value>(
      _ path: String, _ use: String, _ make: ([Int16]) throws(UnusableRecording) -> Value
    ) throws -> Value {
      let samples = try Recording(path: path).samples
      do {
        return try make(samples)
      } catch {
        throw FileFailure(.badData, "\"\(path)\": \(use) \(error.rawValue); use another recording")
      }
    }
    noises = try header.noises.map { file in
      try read(file.path, "cannot mix noise: the noise", NoiseMixer.init)
    }
    snrDecibels = header.snrDecibels
    seed = header.seed
    reverberator = try header.echo.map { file in
      try read(
        file.path, "cannot add reverberation: the impulse response", Reverberator.init)
    }
    isEndpointed = header.endpointing
  }

  /// How many conditions there are: the recordings as they are, then each noise at each level.
  var conditionCount: Int { 1 + noises.count * snrDecibels.count }

  /// Returns a recording as it is heard in a condition, from 0.
  ///
  /// The stretch of noise depends on the seed, the noise and the utterance's name alone: neither on
  /// the level nor on what else is in the corpus.
  func samples(_ recorded: [Int16], id: String, condition: Int) -> [Int16] {
    let spoken = reverberator.map { $0.apply(to: recorded) } ?? recorded
    guard condition > 0, !snrDecibels.isEmpty else { return spoken }
    let (noise, level) = (condition - 1).quotientAndRemainder(dividingBy: snrDecibels.count)
    var random = SeededGenerator(seed: seed, name: "\(noise) \(id)")
    return noises[noise].mix(spoken, snrDecibels: snrDecibels[level], using: &random)
  }
}
