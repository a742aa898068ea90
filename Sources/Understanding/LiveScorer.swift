public import Audio
public import Golf
public import Language
public import Recognition

/// Finds the utterances in a stream of audio and scores each.
///
/// An utterance is recognised as soon as it may be over, while the endpointer still waits whether
/// speech goes on; so the result is there when the utterance ends.
public struct LiveScorer: ~Copyable {
  private var scorer: UtteranceScorer
  private var endpointer: Endpointer
  /// The samples that an utterance may still need; the first is sample `bufferStart`.
  private var buffer: [Int16] = []
  private var bufferStart = 0
  private var provisional: Provisional?
  private var partial: Partial?
  private let partialInterval: Int

  /// Whether what is said may be a reply to scores that wait to be saved.
  ///
  /// It counts how this stands when an utterance ends. Listening for replies changes nothing of how
  /// scores are heard.
  public var listensForReplies = false

  /// Whether ``LiveEvent/hearing(words:range:)`` tells what has been heard of an utterance that goes
  /// on; all other events are the same with it and without it.
  public var showsPartialWords = false

  /// The samples of the utterance that ended last.
  public private(set) var lastUtterance: [Int16] = []

  /// How long the stages of the utterance that was scored last took.
  public var timings: UtteranceTimings { scorer.timings }

  /// A result that stands unless speech goes on.
  private struct Provisional {
    let range: Range<Int>
    let listensForReplies: Bool
    let utterance: ScoredUtterance
  }

  /// What has been told of the open utterance.
  private struct Partial {
    let start: Int
    var end: Int
    var words = ""
  }

  /// Makes a live scorer at the start of a stream.
  ///
  /// `partialInterval` is the least audio between two looks at an utterance that goes on, in samples.
  public init(
    scorer: consuming UtteranceScorer, settings: EndpointerSettings = .init(),
    partialInterval: Int = Recording.sampleRateHz / 2
  ) {
    precondition(partialInterval > 0, "partialInterval must be more than 0 samples")
    self.scorer = scorer
    self.partialInterval = partialInterval
    endpointer = Endpointer(settings: settings)
  }

  /// How loud the last 10 ms of the stream were.
  public var inputLevel: InputLevel { endpointer.inputLevel }

  /// Takes the next block of the stream: 16 kHz mono samples, any number of them.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func feed(_ samples: [Int16]) throws(RecognizerError) -> [LiveEvent] {
    buffer += samples
    var events: [LiveEvent] = []
    var rest = samples[...]
    while !rest.isEmpty {
      // Frame by frame, so that what is told does not depend on the blocks.
      let frame = Endpointer.samplesPerFrame
      let block = rest.prefix(frame - endpointer.sampleCount % frame)
      events += try handle(endpointer.feed(Array(block)))
      if let words = try newPartialWords() { events.append(words) }
      rest = rest.dropFirst(block.count)
    }
    let needed = endpointer.earliestNeededSample
    if needed > bufferStart {
      buffer.removeFirst(min(needed - bufferStart, buffer.count))
      bufferStart = needed
    }
    return events
  }

  /// Ends the stream, and with it an utterance that is still open.
  ///
  /// The next block that is fed starts another stream.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func finish() throws(RecognizerError) -> [LiveEvent] {
    let events = try handle(endpointer.finish())
    endpointer = Endpointer(settings: endpointer.settings)
    buffer = []
    bufferStart = 0
    provisional = nil
    partial = nil
    return events
  }

  /// Returns what a whole utterance says, apart from the stream.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    try scorer.score(samples)
  }

  /// Goes on to another hole or par of the same roster.
  public mutating func move(to round: Round) {
    // What has been decoded already was understood for another hole.
    if round != scorer.round { provisional = nil }
    scorer.move(to: round)
  }

  /// Returns what words say that were spoken, without weighing how clearly they were heard.
  public func parse(spoken text: String) -> ParseResult { scorer.parse(spoken: text) }

  /// Returns what words that were heard say, not weighed yet.
  public func understand(_ hypothesis: Hypothesis) -> UnweighedUtterance {
    scorer.understand(hypothesis)
  }

  /// Returns the evidence for what an utterance was taken for, to be kept with its scores; `range`
  /// is where it lies in the stream, in samples.
  public func evidence(for utterance: ScoredUtterance, range: Range<Int>? = nil) -> Evidence {
    scorer.evidence(for: utterance, samples: range)
  }

  private mutating func handle(_ events: [Endpointer.Event]) throws(RecognizerError)
    -> [LiveEvent]
  {
    var live: [LiveEvent] = []
    for event in events {
      switch event {
      case .started(let at):
        partial = Partial(start: at, end: at)
        live.append(.started(at: at))
      case .provisionalEnd(let range):
        provisional = Provisional(
          range: range, listensForReplies: listensForReplies, utterance: try score(range))
      case .resumed: provisional = nil
      case .ended(let range, _):
        let utterance: ScoredUtterance
        if let provisional, provisional.range == range,
          provisional.listensForReplies == listensForReplies
        {
          utterance = provisional.utterance
        } else {
          utterance = try score(range)
        }
        provisional = nil
        partial = nil
        lastUtterance = samples(in: range)
        live.append(.heard(utterance, range: range))
      }
    }
    return live
  }

  /// Looks at the open utterance again when enough of it is new: at least ``partialInterval``, and
  /// a share of it all, so that a long talk does not cost more and more.
  ///
  /// Not in a pause: then there is nothing new, and the whole utterance may be about to be decoded.
  private mutating func newPartialWords() throws(RecognizerError) -> LiveEvent? {
    guard showsPartialWords, var partial, endpointer.isInSpeech else { return nil }
    let end = endpointer.sampleCount
    guard end - partial.end >= max(partialInterval, (end - partial.start) / 5) else { return nil }
    let range = partial.start..<end
    let words = try scorer.beginning(of: samples(in: range)).joined(separator: " ")
    let isNew = !words.isEmpty && words != partial.words
    partial.end = end
    if isNew { partial.words = words }
    self.partial = partial
    return isNew ? .hearing(words: words, range: range) : nil
  }

  private mutating func score(_ range: Range<Int>) throws(RecognizerError) -> ScoredUtterance {
    let samples = samples(in: range)
    return listensForReplies ? try scorer.scoreOrReply(samples) : try scorer.score(samples)
  }

  private func samples(in range: Range<Int>) -> [Int16] {
    let lower = max(range.lowerBound - bufferStart, 0)
    let upper = min(range.upperBound - bufferStart, buffer.count)
    return Array(buffer[min(lower, upper)..<upper])
  }
}
