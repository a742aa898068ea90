/// Finds where utterances begin and end in a stream of 16 kHz mono samples.
///
/// Decides on frames of 10 ms by level alone: a frame is speech when it stands out from an adaptive
/// noise floor. Pure: it holds no audio, has no clock, and gives the same events however the stream
/// is cut into blocks.
///
/// ```swift
/// var endpointer = Endpointer()
/// for case .ended(let range, _) in endpointer.feed(samples) + endpointer.finish() {
///   recognise(samples[range])
/// }
/// ```
public struct Endpointer: Sendable {
  /// The sample rate that the endpointer assumes, in hertz.
  public static let sampleRateHz = 16_000
  /// The samples of a frame, on which everything is decided.
  public static let samplesPerFrame = FrameLevel.samplesPerFrame

  private enum State: Hashable {
    /// Nobody speaks; `run` is the speech frames seen in a row.
    case idle(run: Int)
    /// Inside an utterance from sample `start`, whose speech so far ends at sample `speechEnd`.
    ///
    /// `run` is the speech frames in a row since the last pause, `provisional` tells that a
    /// provisional end stands.
    case open(start: Int, speechEnd: Int, run: Int, provisional: Bool)
    /// The stream is finished.
    case finished
  }

  /// The settings in samples, or in frames where a run is counted.
  private struct Limits: Hashable {
    var openingFrames, resumingFrames, trailing, preRoll, postRoll, maximum: Int

    init(_ settings: EndpointerSettings) {
      openingFrames = Self.frames(settings.minimumSpeech)
      resumingFrames = Self.frames(settings.minimumResumption)
      trailing = Self.frames(settings.trailingSilence) * FrameLevel.samplesPerFrame
      preRoll = Self.frames(settings.preRoll) * FrameLevel.samplesPerFrame
      postRoll = Self.frames(settings.postRoll) * FrameLevel.samplesPerFrame
      maximum = Self.frames(settings.maximumLength) * FrameLevel.samplesPerFrame
    }

    private static func frames(_ duration: Duration) -> Int {
      let (seconds, attoseconds) = duration.components
      let frame: Int64 = 10_000_000_000_000_000
      return Int(seconds * 100 + (attoseconds + frame - 1) / frame)
    }
  }

  /// The settings given at the start.
  public let settings: EndpointerSettings
  /// The level of the last whole frame in dBFS, between about 200 Hz and 1.8 kHz; -100 for digital
  /// silence and before the first frame.
  public private(set) var levelDecibels = FrameLevel.lowest
  /// The number of samples fed so far.
  public private(set) var sampleCount = 0

  private let limits: Limits
  private var frameLevel = FrameLevel()
  private var floor: NoiseFloor
  private var state = State.idle(run: 0)
  /// The end of the utterance before, into which no pre-roll may reach.
  private var previousEnd = 0

  /// Starts a stream; traps if a setting lies outside its documented range.
  public init(settings: EndpointerSettings = EndpointerSettings()) {
    settings.validate()
    self.settings = settings
    limits = Limits(settings)
    floor = NoiseFloor(settings: settings)
  }

  /// The noise floor in dBFS, or nil during the first 100 ms.
  public var noiseFloorDecibels: Double? { floor.level }

  /// Whether an utterance is open.
  public var isInUtterance: Bool {
    guard case .open = state else { return false }
    return true
  }

  /// Whether an utterance is open and the last whole frame was speech.
  public var isInSpeech: Bool {
    guard case .open(_, _, let run, _) = state else { return false }
    return run > 0
  }

  /// How loud the last whole frame was, beside the background.
  public var inputLevel: InputLevel {
    InputLevel(decibels: levelDecibels, floorDecibels: floor.level)
  }

  /// The first sample that an utterance still to come or still open can refer to.
  ///
  /// A caller that keeps the audio may drop everything before it.
  public var earliestNeededSample: Int {
    switch state {
    case .idle(let run):
      let onset = completeSamples - run * FrameLevel.samplesPerFrame
      return max(previousEnd, onset - limits.preRoll)
    case .open(let start, _, _, _): return start
    case .finished: return sampleCount
    }
  }

  /// Takes the next samples, any number of them, and returns what they brought about.
  public mutating func feed(_ samples: [Int16]) -> [Event] {
    precondition(state != .finished, "feed after finish: start a new Endpointer for a new stream")
    var events: [Event] = []
    for sample in samples {
      sampleCount += 1
      if let level = frameLevel.add(sample) { step(level: level, into: &events) }
    }
    return events
  }

  /// Ends the stream, and with it an open utterance; nothing may be fed afterwards.
  public mutating func finish() -> [Event] {
    defer { state = .finished }
    guard case .open(let start, let speechEnd, _, _) = state else { return [] }
    let end = min(speechEnd + limits.postRoll, sampleCount, start + limits.maximum)
    return [.ended(range: start..<end, forced: false)]
  }

  /// The samples in whole frames so far.
  private var completeSamples: Int { sampleCount - sampleCount % FrameLevel.samplesPerFrame }

  /// Takes one frame, which ends at the current sample.
  private mutating func step(level: Double, into events: inout [Event]) {
    levelDecibels = level
    let isSpeech = isSpeech(level)
    floor.update(level: level, maySpeak: isSpeech || isInUtterance)
    switch state {
    case .idle(let run):
      state = isSpeech ? idle(run: run + 1, into: &events) : .idle(run: 0)
    case .open(let start, let speechEnd, let run, let provisional):
      if isSpeech {
        speak(start, speechEnd, run + 1, provisional, into: &events)
      } else {
        pause(start, speechEnd, provisional, into: &events)
      }
    case .finished: preconditionFailure("no frame can follow the end of the stream")
    }
  }

  private func isSpeech(_ level: Double) -> Bool {
    guard let floor = floor.level else { return false }
    return level > floor + settings.margin - (isInUtterance ? settings.hysteresis : 0)
  }

  private func idle(run: Int, into events: inout [Event]) -> State {
    guard run >= limits.openingFrames else { return .idle(run: run) }
    let onset = sampleCount - run * FrameLevel.samplesPerFrame
    let start = max(previousEnd, onset - limits.preRoll)
    events.append(.started(at: start))
    return .open(start: start, speechEnd: sampleCount, run: run, provisional: false)
  }

  private mutating func speak(
    _ start: Int, _ speechEnd: Int, _ run: Int, _ provisional: Bool, into events: inout [Event]
  ) {
    if run >= limits.resumingFrames {
      if provisional { events.append(.resumed) }
      state = .open(start: start, speechEnd: sampleCount, run: run, provisional: false)
    } else {
      // Too short to tell from a click yet: as long as it stays so, the silence goes on.
      state = .open(start: start, speechEnd: speechEnd, run: run, provisional: provisional)
    }
    closeIfDue(into: &events)
  }

  private mutating func pause(
    _ start: Int, _ speechEnd: Int, _ provisional: Bool, into events: inout [Event]
  ) {
    state = .open(start: start, speechEnd: speechEnd, run: 0, provisional: provisional)
    closeIfDue(into: &events)
  }

  /// Ends the open utterance, provisionally or for good, if its silence or its length says so.
  private mutating func closeIfDue(into events: inout [Event]) {
    guard case .open(let start, let speechEnd, let run, let provisional) = state else { return }
    let silence = sampleCount - speechEnd
    let rolled = start..<speechEnd + limits.postRoll
    if silence >= limits.trailing, run == 0 {
      if !provisional { events.append(.provisionalEnd(range: rolled)) }
      close(rolled, forced: false, into: &events)
    } else if sampleCount - start >= limits.maximum {
      // In a pause that has been announced, the utterance is whole: nothing is cut.
      let cut = start..<start + limits.maximum
      close(provisional ? rolled : cut, forced: !provisional, into: &events)
    } else if silence >= limits.postRoll, !provisional {
      events.append(.provisionalEnd(range: rolled))
      state = .open(start: start, speechEnd: speechEnd, run: run, provisional: true)
    }
  }

  private mutating func close(_ range: Range<Int>, forced: Bool, into events: inout [Event]) {
    events.append(.ended(range: range, forced: forced))
    previousEnd = range.upperBound
    state = .idle(run: 0)
  }
}
