public import Endpointing
public import Golf
public import Parsing
public import Recognition

/// Something that happened while listening.
public enum LiveEvent: Hashable, Sendable {
  /// Somebody began to speak; `at` is in samples from the start of the audio.
  case started(at: Int)
  /// An utterance ended and was understood so far; `range` is in samples.
  case heard(ScoredUtterance, range: Range<Int>)
}

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
  private var provisional: (range: Range<Int>, utterance: ScoredUtterance)?

  /// Makes a live scorer at the start of a stream.
  public init(scorer: consuming UtteranceScorer, settings: EndpointerSettings = .init()) {
    self.scorer = scorer
    endpointer = Endpointer(settings: settings)
  }

  /// Takes the next block of the stream: 16 kHz mono samples, any number of them.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func feed(_ samples: [Int16]) throws(RecognizerError) -> [LiveEvent] {
    buffer += samples
    let events = try handle(endpointer.feed(samples))
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
    return events
  }

  /// Returns what a whole utterance says, apart from the stream.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    try scorer.score(samples)
  }

  /// Goes on to another hole or par of the same roster.
  public mutating func move(to round: Round) { scorer.move(to: round) }

  /// Returns what words say that were spoken, without weighing how clearly they were heard.
  public func parse(spoken text: String) -> ParseResult { scorer.parse(spoken: text) }

  /// Returns what words that were heard say, not weighed yet.
  public func understand(_ hypothesis: Hypothesis) -> UnweighedUtterance {
    scorer.understand(hypothesis)
  }

  private mutating func handle(_ events: [Endpointer.Event]) throws(RecognizerError)
    -> [LiveEvent]
  {
    var live: [LiveEvent] = []
    for event in events {
      switch event {
      case .started(let at): live.append(.started(at: at))
      case .provisionalEnd(let range): provisional = (range, try score(range))
      case .resumed: provisional = nil
      case .ended(let range, _):
        let utterance: ScoredUtterance
        if let provisional, provisional.range == range {
          utterance = provisional.utterance
        } else {
          utterance = try score(range)
        }
        provisional = nil
        live.append(.heard(utterance, range: range))
      }
    }
    return live
  }

  private mutating func score(_ range: Range<Int>) throws(RecognizerError) -> ScoredUtterance {
    let lower = max(range.lowerBound - bufferStart, 0)
    let upper = min(range.upperBound - bufferStart, buffer.count)
    return try scorer.score(Array(buffer[min(lower, upper)..<upper]))
  }
}
