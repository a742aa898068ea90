/// Something that happened while listening; times are in samples from the start of the audio.
public enum LiveEvent: Hashable, Sendable {
  /// Somebody began to speak.
  case started(at: Int)
  /// What seems to have been said so far, in an utterance that goes on.
  ///
  /// It only shows progress: what counts is ``heard(_:range:)``.
  case hearing(words: String, range: Range<Int>)
  /// An utterance ended, or seems to have ended, and was understood so far.
  case heard(ScoredUtterance, range: Range<Int>)
  /// The utterance that was heard last goes on, and will be heard once more, as a whole.
  case resumed
}

/// Finds the utterances in a stream of audio and scores each.
///
/// ```swift
/// var live = LiveScorer(scorer: try UtteranceScorer(players: ["Mike", "Jake"]))
/// live.expectedPlayers = Set(live.round.roster.ids)
/// while let block = microphone.read() {
///   for case .heard(let utterance, _) in try live.feed(block) { show(utterance.scores) }
/// }
/// ```
///
/// What stands out by its level opens an utterance, and continues it unless the acoustic network denies
/// that it is speech.
///
/// While an utterance goes on its frames are scored, so that little is left to do when it ends. It
/// is recognised as soon as it may be over, while the endpointer still waits whether
/// speech goes on; so the result is there when the utterance ends. Where it is complete, it is reported
/// after a shorter silence, and recognised before that if it is long enough to be. The endpointer goes on
/// waiting: what is said until the utterance ends for good belongs to it, so that no sentence is cut in two.
/// Where it seems to break off, as after a name without a score, nothing is complete, and the endpointer
/// waits longer.
public struct LiveScorer: ~Copyable {
  /// Scores whole utterances, apart from the stream.
  package var scorer: UtteranceScorer
  private var endpointer: Endpointer
  private var speechDetector: SpeechDetector?
  /// The samples that an utterance may still need; the first is sample `bufferStart`.
  private var buffer: [Int16] = []
  private var bufferStart = 0
  /// Where the open utterance ends if it is over, as long as that is not recognised.
  private var unheard: Range<Int>?
  private var provisional: Provisional?
  /// The open utterance as it was heard already.
  private var early: Provisional?
  /// How long the open utterance was when it was last recognised and rejected, in samples; 0 before.
  private var rejected = 0
  private var partial: Partial?
  private let partialInterval: Int

  /// Whether what is said may be a reply to scores that wait to be saved.
  ///
  /// It counts how this stands when an utterance ends.
  public var listensForReplies = false

  /// The players without a score: an utterance that has one for each of them is complete, and is
  /// heard after ``EndpointerSettings/completeSilence``, unless its words seem to break off.
  ///
  /// Where this is nil, nothing tells what is complete, and each utterance is heard at its end.
  public var expectedPlayers: Set<PlayerID>?

  /// Whether ``LiveEvent/hearing(words:range:)`` reports what has been heard of an utterance that
  /// goes on; all other events are the same with it and without it.
  public var showsPartialWords = false

  /// The samples of the utterance that ended last.
  package private(set) var lastUtterance: [Int16] = []

  /// How long the stages of the utterance that was scored last took.
  package var timings: UtteranceTimings { scorer.timings }

  /// A result that stands unless speech goes on.
  private struct Provisional {
    let range: Range<Int>
    let listensForReplies: Bool
    let utterance: ScoredUtterance
  }

  /// What has been reported of the open utterance.
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
    speechDetector = scorer.speechDetector
    self.scorer = scorer
    self.partialInterval = partialInterval
    endpointer = Endpointer(settings: settings)
  }

  /// How loud the last 10 ms of the stream were.
  package var inputLevel: InputLevel { endpointer.inputLevel }

  /// How much of the stream was fed.
  package var sampleCount: Int { endpointer.sampleCount }
  package var isInUtterance: Bool { endpointer.isInUtterance }
  /// The first sample that an utterance still to come or still open can have.
  package var firstNeededSample: Int { endpointer.earliestNeededSample }

  /// Feeds the next block of the stream: 16 kHz mono samples, any number of them.
  ///
  /// Returns what came of it, in order; blocks while part of an utterance is scored, and while one that
  /// ended is recognised.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func feed(_ samples: [Int16]) throws(RecognizerError) -> [LiveEvent] {
    buffer += samples
    // Apart from this scorer, so that the endpointer can be fed and ask it.
    var detector = speechDetector.take()
    defer { speechDetector = detector }
    detector?.append(samples)
    var events: [LiveEvent] = []
    var rest = samples[...]
    while !rest.isEmpty {
      // Frame by frame, so that what is reported does not depend on the blocks.
      let frame = Endpointer.samplesPerFrame
      let block = rest.prefix(frame - endpointer.sampleCount % frame)
      events += try handle(
        endpointer.feed(Array(block)) { end in detector?.probability(at: end) ?? 1 })
      try followIfDue()
      try scoreIfDue()
      if let heard = completeUtterance() { events.append(heard) }
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
    discard()
    return events
  }

  /// Ends the stream without hearing what is open.
  ///
  /// The next block that is fed starts another stream.
  package mutating func discard() {
    speechDetector = scorer.speechDetector
    endpointer = Endpointer(settings: endpointer.settings)
    buffer = []
    bufferStart = 0
    forgetUtterance()
  }

  /// Frees what is kept of the open utterance, which is over.
  private mutating func forgetUtterance() {
    scorer.forget()
    unheard = nil
    provisional = nil
    early = nil
    rejected = 0
    partial = nil
  }

  /// The round whose scores are heard.
  public var round: Round { scorer.round }

  /// Goes on to another hole or par, or to a roster that somebody has joined.
  ///
  /// What was heard before belongs to the other hole: speech that goes on after it is a new utterance.
  ///
  /// - Throws: ``LexiconError`` or ``RecognizerError`` where the roster cannot be listened for; the
  ///   players of before still are, on the new hole.
  public mutating func move(to round: Round) throws {
    if round != scorer.round {
      provisional = nil
      if early != nil {
        endpointer.endInPause()
        forgetUtterance()
      }
    }
    try scorer.move(to: round)
  }

  /// Returns what an utterance says where it is of another hole of the round than the one that was being
  /// played.
  package func take(_ utterance: ScoredUtterance, on round: Round) -> ScoredUtterance {
    scorer.take(utterance, on: round)
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
      case .provisionalEnd(let range): unheard = range
      case .resumed:
        unheard = nil
        if early != nil, early?.range == provisional?.range { live.append(.resumed) }
        provisional = nil
      case .ended(let range, _):
        if early?.range != range {
          let isStanding =
            provisional?.range == range && provisional?.listensForReplies == mayBeReply
          let standing = isStanding ? provisional?.utterance : nil
          let utterance = if let standing { standing } else { try score(range) }
          lastUtterance = samples(in: range)
          live.append(.heard(utterance, range: range))
        }
        forgetUtterance()
      }
    }
    return live
  }

  /// Scores the open utterance as far as it has come, every half second.
  ///
  /// Not where it may be over, since what comes then is mostly no part of it.
  private mutating func followIfDue() throws(RecognizerError) {
    guard endpointer.isInUtterance, unheard == nil, provisional == nil else { return }
    let range = endpointer.earliestNeededSample..<endpointer.sampleCount
    guard range.count.isMultiple(of: ScoringBlock.frames * Cepstra.samplesPerFrame) else { return }
    try scorer.follow(samples(in: range))
  }

  /// Recognises an utterance that may be over.
  ///
  /// As soon as it is long enough to be complete, else when it seems over: most pauses between words are
  /// shorter.
  private mutating func scoreIfDue() throws(RecognizerError) {
    guard let range = unheard else { return }
    let rolls = Endpointer.preRoll + Endpointer.postRoll
    let isLongEnough =
      expectedPlayers.map { range.count - rolls >= $0.count * Self.shortestScore } ?? false
    guard isLongEnough || endpointer.seemsOver else { return }
    // Talk has many pauses, and would be searched whole at each.
    guard range.count >= rejected * 3 / 2 else { return }
    unheard = nil
    let utterance = try score(range)
    provisional = Provisional(
      range: range, listensForReplies: mayBeReply, utterance: utterance)
    if scorer.isUnfinished(utterance) {
      endpointer.expectMore()
    } else if utterance.decision == .rejected {
      rejected = range.count
    }
  }

  /// How long it takes to say a name and a score at least, in samples: 0.4 s.
  ///
  /// Chosen: of the names and numbers that people say alone few last less than 0.2 s.
  private static let shortestScore = Recording.sampleRateHz * 2 / 5

  /// Whether the open utterance may be a reply: what it brought to the screen itself does not count.
  private var mayBeReply: Bool { early?.listensForReplies ?? listensForReplies }

  /// Returns what was said if it seems to be over and complete; once for an utterance.
  private mutating func completeUtterance() -> LiveEvent? {
    guard endpointer.seemsOver, early == nil, let provisional, let expectedPlayers,
      provisional.listensForReplies == listensForReplies,
      provisional.utterance.isComplete(for: expectedPlayers)
    else { return nil }
    early = provisional
    lastUtterance = samples(in: provisional.range)
    return .heard(provisional.utterance, range: provisional.range)
  }

  /// Looks at the open utterance again when enough of it is new: at least ``partialInterval``, and
  /// a share of it all, so that a long utterance does not cost more and more.
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
    try scorer.scoreFollowed(samples(in: range), listensForReplies: mayBeReply, range: range)
  }

  private func samples(in range: Range<Int>) -> [Int16] {
    let lower = max(range.lowerBound - bufferStart, 0)
    let upper = min(range.upperBound - bufferStart, buffer.count)
    return Array(buffer[min(lower, upper)..<upper])
  }
}

@available(*, unavailable)
extension LiveScorer: Sendable {}
