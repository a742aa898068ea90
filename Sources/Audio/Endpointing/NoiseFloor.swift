/// Follows the level of the background: falls fast, rises slowly, at a set rate inside an utterance.
struct NoiseFloor: Hashable, Sendable {
  /// Frames that set the first estimate: 100 ms.
  static let initialFrames = 10

  /// The share of a fall that is followed in a frame: a time constant of 0.2 s.
  ///
  /// Any faster, and the floor sits in the gaps of noise that flutters.
  private static let fall = 0.05
  /// The share of a rise that is followed in a frame between utterances: a time constant of 0.5 s.
  private static let rise = 0.02

  private let range: ClosedRange<Double>
  private let initialCeiling: Double
  private let risePerFrame: Double
  private var initialSum = 0.0
  private var initialCount = 0

  /// The estimate in dBFS, or nil until the first frames have been seen.
  private(set) var level: Double?

  init(settings: EndpointerSettings) {
    range = settings.floorRange
    initialCeiling = settings.initialFloorCeiling
    risePerFrame = settings.riseRate / 100
  }

  /// Takes a frame's level in dBFS and whether it may belong to speech, pauses within included.
  ///
  /// Until there is an estimate the frame only goes into the first one.
  mutating func update(level frame: Double, maySpeak: Bool) {
    guard let current = level else {
      initialSum += frame
      initialCount += 1
      if initialCount == Self.initialFrames {
        let mean = initialSum / Double(initialCount)
        level = min(max(mean, range.lowerBound), initialCeiling)
      }
      return
    }
    let next =
      if frame < current {
        current + Self.fall * (frame - current)
      } else if maySpeak {
        min(current + risePerFrame, frame)
      } else {
        current + Self.rise * (frame - current)
      }
    level = min(max(next, range.lowerBound), range.upperBound)
  }
}
