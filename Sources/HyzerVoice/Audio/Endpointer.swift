/// How the endpointer ends utterances; times are rounded up to whole frames of 10 ms.
public struct EndpointerSettings: Hashable, Sendable {
  /// The silence that ends an utterance whose words do not break off, 150 ms or more.
  public var trailingSilence: Duration
  /// The silence after which an utterance seems over whose words leave nothing open, 150 ms or more.
  public var completeSilence: Duration
  /// The silence that ends an utterance whose words break off, as after a name without a score; where
  /// ``trailingSilence`` is more, that one counts.
  public var unfinishedSilence: Duration
  /// The longest range an utterance may have, rolls included, before its end is forced: more than
  /// 510 ms.
  public var maximumLength: Duration

  /// Settings for scores spoken by one talker near the microphone.
  public init(
    trailingSilence: Duration = .milliseconds(700),
    completeSilence: Duration = .milliseconds(250),
    unfinishedSilence: Duration = .milliseconds(1500), maximumLength: Duration = .seconds(20)
  ) {
    self.trailingSilence = trailingSilence
    self.completeSilence = completeSilence
    self.unfinishedSilence = unfinishedSilence
    self.maximumLength = maximumLength
  }
}

/// Finds where utterances begin and end in a stream of 16 kHz mono samples.
///
/// Decides on frames of 10 ms: a frame is speech when its level stands out from an adaptive noise floor,
/// unless its caller denies that an utterance goes on. Pure: it holds no audio, has no
/// clock, and gives the same events however the stream is cut into blocks.
///
/// ```swift
/// var endpointer = Endpointer()
/// for case .ended(let range, _) in endpointer.feed(samples) + endpointer.finish() {
///   recognise(samples[range])
/// }
/// ```
package struct Endpointer: Sendable {
  /// Something that happened in the stream; positions are samples counted from its start.
  package enum Event: Hashable, Sendable {
    /// An utterance has begun; `at` is its first sample, pre-roll included.
    case started(at: Int)
    /// Silence has lasted for the post-roll: the utterance is over unless speech resumes.
    ///
    /// Unless ``resumed`` follows, ``ended(range:forced:)`` brings this same range.
    case provisionalEnd(range: Range<Int>)
    /// Speech went on after a provisional end, whose range is void.
    case resumed
    /// The utterance is over; `forced` means that it was cut at the maximum length.
    case ended(range: Range<Int>, forced: Bool)
  }

  /// The samples of a frame, on which everything is decided.
  package static let samplesPerFrame = FrameLevel.samplesPerFrame
  /// Audio kept after the last speech frame, in samples: 150 ms, as long as a word's soft end may last.
  package static let postRoll = 15 * samplesPerFrame
  /// Audio kept before the first speech frame: 300 ms; never reaches into the utterance before.
  static let preRoll = 30 * samplesPerFrame
  /// Decibels above the noise floor at which a frame counts as speech.
  static let margin = 9.0
  /// Decibels below ``margin`` at which speech already begun still continues.
  static let hysteresis = 4.0
  /// The unbroken run of speech frames that opens an utterance.
  private static let openingFrames = 6
  /// The unbroken run of speech frames that continues an utterance after a pause.
  ///
  /// Shorter than ``openingFrames``: inside an utterance, more speech is likelier than a click.
  private static let resumingFrames = 3
  /// Where speech is less likely, it is denied that an utterance goes on.
  private static let deniedBelow: Float = 0.3
  /// The frames of a run after which its probability is asked for again.
  private static let askingFrames = 20
  /// How long after speech a denial does not count, in samples: 1 s.
  ///
  /// Between words there are breath and steps, and words that are not made out.
  private static let hangover = 100 * samplesPerFrame

  private enum State: Hashable {
    /// Nobody speaks; `run` is the speech frames seen in a row.
    case idle(run: Int)
    /// Inside an utterance from sample `start`, whose speech so far ends at sample `speechEnd`.
    ///
    /// `run` is the speech frames in a row since the last pause, `pause` the state of the present one.
    case open(start: Int, speechEnd: Int, run: Int, pause: Pause)
    case finished
  }

  private enum Pause: Hashable {
    /// There is none, or no provisional end stands as yet.
    case none
    /// A provisional end stands.
    case provisional
    /// It stands, and the words before it break off.
    case unfinished
  }

  package let settings: EndpointerSettings
  package private(set) var sampleCount = 0

  private let trailingSilence, completeSilence, unfinishedSilence, maximumLength: Int
  private var frameLevel = FrameLevel()
  private var lastLevel = FrameLevel.lowest
  private var floor = NoiseFloor()
  private var state = State.idle(run: 0)
  /// Whether it was denied, when last asked, that the frames that stand out are speech.
  private var isDenied = false
  /// Where the last frame of the open utterance ends that stood out and was not denied.
  private var undeniedEnd = 0
  /// The end of the utterance before, into which no pre-roll may reach.
  private var previousEnd = 0

  /// Starts a stream; traps if a setting lies outside its documented range.
  package init(settings: EndpointerSettings = EndpointerSettings()) {
    self.settings = settings
    trailingSilence = Self.samples(settings.trailingSilence)
    completeSilence = Self.samples(settings.completeSilence)
    unfinishedSilence = Self.samples(max(settings.unfinishedSilence, settings.trailingSilence))
    maximumLength = Self.samples(settings.maximumLength)
    precondition(trailingSilence >= Self.postRoll, "trailingSilence must be 150 ms or more")
    precondition(completeSilence >= Self.postRoll, "completeSilence must be 150 ms or more")
    precondition(
      maximumLength > Self.preRoll + Self.openingFrames * Self.samplesPerFrame + Self.postRoll,
      "maximumLength must be more than 510 ms")
  }

  package var isInUtterance: Bool {
    guard case .open = state else { return false }
    return true
  }

  /// Whether an utterance is open and the last whole frame was speech.
  package var isInSpeech: Bool {
    guard case .open(_, _, let run, _) = state else { return false }
    return !isPause(run: run)
  }

  /// Whether the open utterance has been silent for ``EndpointerSettings/completeSilence``, and no more of it is
  /// expected.
  package var seemsOver: Bool {
    guard case .open(_, let speechEnd, let run, .provisional) = state else { return false }
    return isPause(run: run) && completeSamples - speechEnd >= completeSilence
  }

  /// How loud the last whole frame was, beside the background; -100 dBFS before the first.
  package var inputLevel: InputLevel {
    InputLevel(decibels: lastLevel, floorDecibels: floor.level)
  }

  /// The first sample that an utterance still to come or still open can refer to.
  ///
  /// A caller that keeps the audio may drop everything before it.
  package var earliestNeededSample: Int {
    switch state {
    case .idle(let run):
      let onset = completeSamples - run * Self.samplesPerFrame
      return max(previousEnd, onset - Self.preRoll)
    case .open(let start, _, _, _): return start
    case .finished: return sampleCount
    }
  }

  /// Takes the next samples, any number of them, and returns what they brought about.
  ///
  /// `speechProbability` returns how likely it is, from 0 to 1, that somebody spoke shortly before the
  /// sample that it is given. It is called where the level says that an utterance goes on, every 200 ms.
  package mutating func feed(
    _ samples: [Int16], speechProbability: (_ end: Int) -> Float = { _ in 1 }
  ) -> [Event] {
    precondition(state != .finished, "feed after finish: start a new Endpointer for a new stream")
    var events: [Event] = []
    for sample in samples {
      sampleCount += 1
      if let level = frameLevel.add(sample) { step(level, speechProbability, into: &events) }
    }
    return events
  }

  /// Ends the stream, and with it an open utterance; nothing may be fed afterwards.
  package mutating func finish() -> [Event] {
    defer { state = .finished }
    guard case .open(let start, let speechEnd, _, _) = state else { return [] }
    let end = min(speechEnd + Self.postRoll, sampleCount, start + maximumLength)
    return [.ended(range: start..<end, forced: false)]
  }

  /// Ends an utterance whose end stands provisionally, so that more speech begins another one.
  package mutating func endInPause() {
    guard case .open(_, let speechEnd, _, let pause) = state, pause != .none else { return }
    previousEnd = speechEnd + Self.postRoll
    state = .idle(run: 0)
  }

  /// Takes an utterance whose end stands provisionally for unfinished: it goes on after a longer pause.
  package mutating func expectMore() {
    guard case .open(let start, let speechEnd, let run, .provisional) = state else { return }
    state = .open(start: start, speechEnd: speechEnd, run: run, pause: .unfinished)
  }

  private static func samples(_ duration: Duration) -> Int {
    Int((duration / .milliseconds(10)).rounded(.up)) * samplesPerFrame
  }

  private var completeSamples: Int { sampleCount - sampleCount % Self.samplesPerFrame }

  /// Takes one frame, which ends at the current sample.
  private mutating func step(
    _ level: Double, _ speechProbability: (Int) -> Float, into events: inout [Event]
  ) {
    lastLevel = level
    let standsOut = standsOut(level)
    floor.update(level: level, maySpeak: standsOut || isInUtterance)
    switch state {
    case .idle(let run):
      state = standsOut ? idle(run: run + 1, into: &events) : .idle(run: 0)
    case .open(let start, let speechEnd, var run, let pause):
      run = standsOut ? run + 1 : 0
      // A short run may still be a click: as long as it stays so, the silence goes on.
      if run >= Self.resumingFrames { confirm(run: run, speechProbability) }
      let resumes = run >= Self.resumingFrames && !isPause(run: run)
      if resumes && pause != .none { events.append(.resumed) }
      state = .open(
        start: start, speechEnd: resumes ? sampleCount : speechEnd, run: run,
        pause: resumes ? .none : pause)
      closeIfDue(into: &events)
    case .finished: preconditionFailure("no frame can follow the end of the stream")
    }
  }

  /// Asks, at times, whether some frames in a row that stand out are speech.
  private mutating func confirm(run: Int, _ speechProbability: (Int) -> Float) {
    if (run - Self.resumingFrames).isMultiple(of: Self.askingFrames) {
      isDenied = speechProbability(sampleCount) < Self.deniedBelow
    }
    if !isDenied { undeniedEnd = sampleCount }
  }

  /// Whether the open utterance pauses after so many frames in a row that stand out: there are none, or
  /// they are noise.
  private func isPause(run: Int) -> Bool {
    run == 0 || run >= Self.resumingFrames && completeSamples - undeniedEnd > Self.hangover
  }

  private func standsOut(_ level: Double) -> Bool {
    guard let floor = floor.level else { return false }
    return level > floor + Self.margin - (isInUtterance ? Self.hysteresis : 0)
  }

  private mutating func idle(run: Int, into events: inout [Event]) -> State {
    guard run >= Self.openingFrames else { return .idle(run: run) }
    let onset = sampleCount - run * Self.samplesPerFrame
    let start = max(previousEnd, onset - Self.preRoll)
    events.append(.started(at: start))
    // Nobody is asked at the beginning: that would cut it.
    isDenied = false
    undeniedEnd = sampleCount
    return .open(start: start, speechEnd: sampleCount, run: run, pause: .none)
  }

  /// Ends the open utterance, provisionally or for good, if its silence or its length says so.
  private mutating func closeIfDue(into events: inout [Event]) {
    guard case .open(let start, let speechEnd, let run, let pause) = state else { return }
    let silence = sampleCount - speechEnd
    let isAnnounced = pause != .none
    let rolled = start..<speechEnd + Self.postRoll
    if silence >= (pause == .unfinished ? unfinishedSilence : trailingSilence), isPause(run: run) {
      if !isAnnounced { events.append(.provisionalEnd(range: rolled)) }
      close(rolled, forced: false, into: &events)
    } else if sampleCount - start >= maximumLength {
      // In a pause that has been announced, the utterance is whole: nothing is cut.
      let cut = start..<start + maximumLength
      close(isAnnounced ? rolled : cut, forced: !isAnnounced, into: &events)
    } else if silence >= Self.postRoll, !isAnnounced {
      events.append(.provisionalEnd(range: rolled))
      state = .open(start: start, speechEnd: speechEnd, run: run, pause: .provisional)
    }
  }

  private mutating func close(_ range: Range<Int>, forced: Bool, into events: inout [Event]) {
    events.append(.ended(range: range, forced: forced))
    previousEnd = range.upperBound
    state = .idle(run: 0)
  }
}
