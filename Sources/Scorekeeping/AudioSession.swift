internal import HyzerVoice

/// When a microphone counts, and which utterance goes on in its audio.
///
/// A pure state machine beside the recogniser: it is told what people ask for, how much audio comes, and
/// where the recogniser finds utterances in it.
package struct AudioSession: Hashable, Sendable {
  /// When the microphone counts.
  package enum Microphone: Hashable, Sendable {
    case handsFree
    /// From ``RoundAction/talk`` until the end of an utterance, and for replies while scores are
    /// shown.
    case pushToTalk
  }

  /// An utterance that goes on.
  struct Utterance: Hashable, Sendable {
    /// What words are listened for in it.
    enum Purpose: Hashable, Sendable {
      /// Scores and replies, by a microphone that is always open.
      case anything
      /// Scores and replies, which a person announced by the talk key.
      case announced
      /// Replies alone: scores are shown, and nobody announced others.
      case replies
    }

    let number: Int
    /// The hole on which it was begun.
    let hole: Int
    let purpose: Purpose
    /// What is heard of it so far.
    var words = ""
    /// How it is to end before the next audio is heard; nil where it goes on.
    var cut: StreamEnd?
    /// Whether it seemed to be over and was heard, but went on.
    var wentOn = false
  }

  enum StreamEnd: Hashable, Sendable {
    /// What is being said is heard.
    case heard
    case forgotten
  }

  /// What becomes of the audio.
  private enum State: Hashable {
    /// The microphone does not count.
    case closed
    /// It counts since a sample, with which the recogniser's stream began.
    case open(since: Int, Utterance?)
    /// There is no audio any more, and there will be none.
    case ended
  }

  /// Presses of the talk key that come faster are one that is held down.
  static let keyRepeat = Duration.milliseconds(300)

  let microphone: Microphone
  private var state: State
  private var samples = 0
  /// Whether a person pressed the talk key and is listened to.
  private var isTalking = false
  private var lastPress: Duration?
  /// The utterance that was heard last; it may go on.
  private var lastHeard: Utterance?

  init(_ microphone: Microphone, hasAudio: Bool) {
    self.microphone = microphone
    state = !hasAudio ? .ended : microphone == .handsFree ? .open(since: 0, nil) : .closed
  }

  /// Whether there is audio, or will be.
  var hasAudio: Bool { state != .ended }

  /// Whether blocks go to the recogniser.
  var isStreaming: Bool { if case .open = state { true } else { false } }

  /// The utterance that goes on; nil between utterances.
  private(set) var utterance: Utterance? {
    get { if case .open(_, let utterance) = state { utterance } else { nil } }
    set { if case .open(let start, _) = state { state = .open(since: start, newValue) } }
  }

  /// Returns whether what is said now is listened to, where scores that can be answered are shown or not.
  func isOpen(isShowing: Bool) -> Bool {
    hasAudio && (microphone == .handsFree || isTalking || isShowing)
  }

  /// What became of a press of the talk key.
  enum Press: Hashable, Sendable {
    case opened
    case closed
    /// There is no audio to listen to.
    case impossible
    /// The microphone needs no key, or the key is held down.
    case ignored
  }

  /// Opens the microphone, or closes it where it is open by the key.
  mutating func press(at now: Duration) -> Press {
    guard microphone == .pushToTalk else { return .ignored }
    guard hasAudio else { return .impossible }
    defer { lastPress = now }
    if let lastPress, now - lastPress < AudioSession.keyRepeat { return .ignored }
    isTalking.toggle()
    // What noise began while nobody was asked is not what is said now.
    if isTalking { utterance?.cut = .heard }
    return isTalking ? .opened : .closed
  }

  /// Listens as if the talk key had been pressed.
  mutating func listen() { if hasAudio { isTalking = true } }

  mutating func cancel() {
    isTalking = false
    utterance?.cut = .forgotten
  }

  /// Returns how the stream ends before the next block, where what is said now is listened to or not;
  /// nil where it goes on or there is none.
  func streamEnd(isOpen: Bool) -> StreamEnd? {
    utterance?.cut ?? (isStreaming && !isOpen ? .heard : nil)
  }

  mutating func open() { if state == .closed { state = .open(since: samples, nil) } }

  mutating func close() { if hasAudio { state = .closed } }

  mutating func end() {
    isTalking = false
    state = .ended
  }

  mutating func receive(samples count: Int) { samples += count }

  /// Begins an utterance with the next number, on the current hole.
  mutating func begin(number: Int, hole: Int) {
    let purpose: Utterance.Purpose =
      microphone == .handsFree ? .anything : isTalking ? .announced : .replies
    utterance = Utterance(number: number, hole: hole, purpose: purpose)
  }

  /// Goes on with the utterance that was heard last.
  mutating func resume() {
    utterance = lastHeard
    utterance?.wentOn = true
  }

  mutating func note(words: String) { utterance?.words = words }

  /// Ends the utterance that goes on, which was heard up to a sample of the stream; returns it with the time
  /// of that sample.
  mutating func finish(at sample: Int) -> (utterance: Utterance, end: Duration)? {
    guard case .open(let start, let heard?) = state else { return nil }
    if heard.purpose != .replies { isTalking = false }
    lastHeard = heard
    utterance = nil
    return (heard, .seconds(Double(start + sample) / Double(Recording.sampleRateHz)))
  }

  /// Ends the utterance that goes on, of which nothing is heard; returns its number, or nil where there is none.
  mutating func giveUp() -> Int? {
    defer { utterance = nil }
    return utterance?.number
  }
}
