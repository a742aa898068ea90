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

  static let asRecorded = ListeningCondition()

  /// Returns every condition of an evaluation: the recordings as they are, then each noise at each
  /// level.
  static func all(noises: [String], snrDecibels: [Double], room: String? = nil)
    -> [ListeningCondition]
  {
    [ListeningCondition(room: room)]
      + noises.flatMap { noise in
        snrDecibels.map { ListeningCondition(noise: noise, snrDecibels: $0, room: room) }
      }
  }

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
  /// The room in which everything is said, if any.
  private var reverberator: Reverberator?
  /// Whether utterances are first found in each recording, as when listening.
  var isEndpointed = false

  /// Makes an experiment in which the corpus is heard as it was recorded.
  package init() {}

  /// Reads the recordings of noise and of a room that an evaluation names.
  ///
  /// - Throws: ``RecordingError``, ``ReverberationError``, and ``FileFailure`` for a noise that
  ///   cannot be mixed in.
  package init(_ header: EvaluationHeader) throws {
    noises = try header.noises.map { file in
      let samples = try Recording(path: file.path).samples
      do {
        return try NoiseMixer(noise: samples)
      } catch {
        throw FileFailure(.badData, "\"\(file.path)\": \(error)")
      }
    }
    snrDecibels = header.snrDecibels
    seed = header.seed
    reverberator = try header.echo.map {
      try Reverberator(impulseResponse: Recording(path: $0.path).samples)
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
