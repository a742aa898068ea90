public import Confirmation
internal import Endpointing
public import Golf
public import Parsing
public import Recognition
internal import ScoreLog
internal import ScoreStore
public import Scoring

/// A round that is scored live: audio, answers and typed lines go through the confirmation into the
/// score log.
///
/// Times are offsets from the start of the session. Between events the caller calls ``tick(at:)``,
/// at ``nextWake`` at the latest.
public struct LiveRound: ~Copyable {
  /// When the microphone counts.
  public enum Microphone: Hashable, Sendable {
    /// Always.
    case handsFree
    /// From ``RoundAction/talk`` until the end of an utterance, and for replies while scores are
    /// shown.
    case pushToTalk
  }

  /// How long it is shown that scores are saved, dropped or not understood.
  static let toast = Duration.seconds(4)
  /// How often it is looked whether another program wrote into the log.
  static let lookAround = Duration.milliseconds(500)

  /// The round and its scores.
  public private(set) var keeper: RoundKeeper
  /// What is shown to be confirmed.
  public private(set) var confirmation: Confirmation
  /// What is heard of an utterance that goes on; empty between utterances.
  public private(set) var partialWords = ""
  /// Whether ``partialWords`` is wanted; while scores are shown it stays empty, since a "yes" would
  /// be shown as some name and score.
  public var showsPartialWords = false

  private var scorer: LiveScorer
  private let microphone: Microphone
  private let typedParser: (Round) throws -> UtteranceParser
  private var isTalking = false
  private var wasOpen: Bool
  private var samplesHeard = 0
  /// Where the stream that the scorer hears began in the audio, in samples.
  private var streamStart = 0
  private var utterances = 0
  private var openUtterance: Int?
  /// Whether the utterance that goes on was begun by somebody who was asked for scores.
  private var isForScores = false
  private var wake: Duration?
  private var toastEnd: Duration?
  private var nextLook = LiveRound.lookAround
  private var happenings: [RoundHappening] = []

  /// Starts a session.
  ///
  /// - Parameters:
  ///   - keeper: The round, which has a roster.
  ///   - scorer: A scorer for the round's current hole.
  ///   - microphone: When the microphone counts.
  ///   - settings: How long a person can say no.
  ///   - typedParser: Makes the parser of typed lines for a hole.
  /// - Throws: ``RoundRecordError`` where nobody has joined the round.
  public init(
    keeper: RoundKeeper, scorer: consuming LiveScorer, microphone: Microphone,
    settings: Confirmation.Settings, typedParser: @escaping (Round) throws -> UtteranceParser
  ) {
    confirmation = Confirmation(at: keeper.context, settings: settings)
    wasOpen = microphone == .handsFree
    self.keeper = keeper
    self.scorer = scorer
    self.microphone = microphone
    self.typedParser = typedParser
  }

  /// Whether what is said now is listened to.
  public var isOpen: Bool {
    switch microphone {
    case .handsFree: true
    case .pushToTalk: isTalking || isShowing
    }
  }

  /// How loud the input is, from 0 to 1.
  public var level: Double { scorer.inputLevel.meter }

  /// How long the last utterance took to be recognised and to be parsed.
  public var timings: UtteranceTimings { scorer.timings }

  /// When ``tick(at:)`` has something to do; nil where nothing is due.
  public var nextWake: Duration? { wake }

  /// Takes the next block of audio: 16 kHz mono samples, any number of them.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func hear(_ block: [Int16], at now: Duration) throws(RecognizerError)
    -> [RoundHappening]
  {
    try openOrClose(at: now)
    samplesHeard += block.count
    if wasOpen {
      scorer.listensForReplies = confirmation.listensForReplies
      scorer.showsPartialWords = showsPartialWords && !isShowing
      try take(scorer.feed(block), at: now)
    }
    return told()
  }

  /// Ends the audio, and with it an utterance that is still open.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func endAudio(at now: Duration) throws(RecognizerError) -> [RoundHappening] {
    if wasOpen { try endStream(at: now) }
    return told()
  }

  /// Does what a person asks for.
  public mutating func act(_ action: RoundAction, at now: Duration) -> [RoundHappening] {
    switch action {
    case .talk:
      isTalking.toggle()
      if isTalking { send(.listeningRequested, at: now) }
    case .accept: send(.accepted, at: now)
    case .cancel:
      isTalking = false
      send(.cancelled, at: now)
    case .retry: send(.retried, at: now)
    case .undo: undo(at: now)
    case .go(let hole): go(to: hole, at: now)
    case .beginEditing: send(.editingBegan, at: now)
    case .endEditing: send(.editingEnded, at: now)
    case .review(let begins): send(begins ? .reviewBegan : .reviewEnded, at: now)
    case .setStrokes(let row, let strokes): send(.strokesChosen(strokes, row: row), at: now)
    case .setPlayer(let row, let player): send(.playerChosen(player, row: row), at: now)
    case .removeRow(let row): send(.rowRemoved(row), at: now)
    case .propose(let player, let strokes):
      hearTyped("", ParseResult(picked: player, strokes: strokes), at: now)
    case .enter(let text):
      do {
        hearTyped(text, try typedParser(keeper.situation()).parse(text), at: now)
      } catch {
        happenings.append(.refused(reason: "\(error)"))
      }
    }
    return told()
  }

  /// Closes windows whose time has come, and looks whether another program wrote into the log.
  public mutating func tick(at now: Duration) -> [RoundHappening] {
    if let wake, now >= wake {
      self.wake = nil
      send(.timerFired, at: now)
    }
    if let toastEnd, now >= toastEnd {
      self.toastEnd = nil
      send(.toastOver, at: now)
    }
    if now >= nextLook {
      nextLook = now + LiveRound.lookAround
      do {
        if try keeper.refresh() {
          happenings.append(.changedElsewhere)
          follow(at: now)
        }
      } catch {
        happenings.append(.refused(reason: error.description))
      }
    }
    return told()
  }

  /// Ends the session: what is still shown is dropped, and told.
  public mutating func close(at now: Duration) -> [RoundHappening] {
    while isShowing { send(.cancelled, at: now) }
    return told()
  }

  private var isShowing: Bool { shown != nil }

  private var shown: Draft? { confirmation.state.shown }

  private mutating func told() -> [RoundHappening] {
    defer { happenings = [] }
    return happenings
  }
}

// MARK: - Audio

extension LiveRound {
  private mutating func openOrClose(at now: Duration) throws(RecognizerError) {
    guard isOpen != wasOpen else { return }
    if wasOpen { try endStream(at: now) }
    streamStart = samplesHeard
    wasOpen = isOpen
  }

  private mutating func endStream(at now: Duration) throws(RecognizerError) {
    scorer.listensForReplies = confirmation.listensForReplies
    try take(scorer.finish(), at: now)
    if confirmation.isListening, openUtterance == nil {
      utterances += 1
      send(.speechEnded(utterance: utterances), at: now)
    }
  }

  private mutating func take(_ events: [LiveEvent], at now: Duration) {
    for event in events {
      switch event {
      case .started:
        utterances += 1
        openUtterance = utterances
        isForScores = microphone == .handsFree || isTalking
        partialWords = ""
        send(.speechStarted(utterance: utterances), at: now)
      case .hearing(let words, _):
        partialWords = words
        happenings.append(.hearing(words: words))
      case .heard(let utterance, let range):
        take(
          utterance, range: streamStart + range.lowerBound..<streamStart + range.upperBound, at: now
        )
      }
    }
  }

  private mutating func take(_ utterance: ScoredUtterance, range: Range<Int>, at now: Duration) {
    if openUtterance == nil { utterances += 1 }
    let number = openUtterance ?? utterances
    openUtterance = nil
    partialWords = ""
    isTalking = false
    let transcript = utterance.hypothesis.transcript
    let end = Duration.seconds(Double(range.upperBound) / Double(Endpointer.sampleRateHz))
    if let reply = utterance.reply {
      let words = utterance.replyHypothesis?.hypothesis.transcript ?? transcript
      happenings.append(.replied(transcript: words))
      return send(.replied(reply, utterance: number, transcript: words), at: now)
    }
    let evidence = scorer.evidence(for: utterance, range: range)
    guard isForScores else { return send(.speechEnded(utterance: number), at: now) }
    guard utterance.result.status != .failed else {
      happenings.append(
        .failed(transcript: transcript, utterance.result, hole: keeper.hole, end: end))
      // With an open microphone most of what is no score is wind, and no question to anybody.
      let isClear = utterance.hypothesis.confidence >= evidence.confidence.rejectBelow
      let isMeant = microphone == .pushToTalk || isClear
      return send(
        isMeant
          ? .heard(
            Draft.Utterance(
              number: number, input: .voice, transcript: transcript, result: utterance.result))
          : .speechEnded(utterance: number),
        at: now)
    }
    keeper.note(
      HeardUtterance(
        evidence: evidence, result: utterance.result, hole: keeper.hole,
        samples: scorer.lastUtterance),
      number: number)
    happenings.append(.heard(transcript: transcript, utterance.result, hole: keeper.hole, end: end))
    send(
      .heard(
        Draft.Utterance(
          number: number, input: .voice, transcript: transcript, result: utterance.result)),
      at: now)
  }

  private mutating func hearTyped(_ text: String, _ result: ParseResult, at now: Duration) {
    utterances += 1
    happenings.append(
      result.status == .failed
        ? .failed(transcript: text, result, hole: keeper.hole, end: now)
        : .heard(transcript: text, result, hole: keeper.hole, end: now))
    send(
      .heard(Draft.Utterance(number: utterances, input: .typed, transcript: text, result: result)),
      at: now)
  }
}

// MARK: - The confirmation and the log

extension LiveRound {
  /// Sends an event to the confirmation, does what it asks for, and tells what became of it.
  private mutating func send(_ event: Confirmation.Event, at now: Duration) {
    let before = confirmation.state
    let count = confirmation.pending.count
    let effects = confirmation.handle(event, at: now)
    tell(since: before, isLetThrough: confirmation.pending.count > count)
    for effect in effects { perform(effect, at: now) }
    if confirmation.state != before {
      switch confirmation.state {
      case .failed, .committed, .dismissed: toastEnd = now + LiveRound.toast
      case .idle, .listening, .confirming, .partial, .saving, .unsaved: toastEnd = nil
      }
    }
  }

  private mutating func tell(since before: ConfirmationState, isLetThrough: Bool) {
    let after = confirmation.state
    if let dropped = before.shown, !isLetThrough,
      after.shown == nil || after.shown?.hole != dropped.hole
    {
      happenings.append(.dismissed(dropped))
    }
    switch after {
    case .confirming(let draft, _):
      if case .confirming(draft, _) = before { return }
      happenings.append(.confirming(draft))
    case .partial(let draft):
      if before != after { happenings.append(.partial(draft)) }
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: break
    }
  }

  private mutating func perform(_ effect: Confirmation.Effect, at now: Duration) {
    switch effect {
    case .wake(let time): wake = time
    case .listen: isTalking = true
    case .commit(let draft, let number):
      do {
        let change = try keeper.commit(draft, number: number)
        happenings.append(.committed(draft, change))
        send(.saved(commit: number), at: now)
        advance(from: draft.hole, at: now)
      } catch {
        happenings.append(.unsaved(draft, reason: error.description))
        send(.saveFailed(commit: number, reason: error.description), at: now)
        // What was refused may be an older commit, for which the latest waits.
        if confirmation.pending.contains(where: { $0.draft.hole == keeper.hole }) {
          advance(from: keeper.hole, at: now)
        }
      }
    case .undo: takeBack(at: now)
    }
  }

  private mutating func undo(at now: Duration) {
    switch confirmation.state {
    case .confirming, .partial, .saving, .unsaved: send(.undone, at: now)
    case .idle, .listening, .failed, .committed, .dismissed:
      let before = confirmation
      send(.undone, at: now)
      // The confirmation knows the last commit only; before that, the log does.
      if before == confirmation { takeBack(at: now) }
    }
  }

  private mutating func takeBack(at now: Duration) {
    do {
      guard let (hole, change) = try keeper.undo() else {
        happenings.append(.refused(reason: "there is nothing to undo in this round"))
        return
      }
      happenings.append(.undone(hole: hole, change))
      if hole == keeper.hole { follow(at: now) } else { go(to: hole, at: now) }
    } catch {
      happenings.append(.refused(reason: error.description))
      follow(at: now)
    }
  }

  /// Goes on when every player has the current hole.
  private mutating func advance(from hole: Int, at now: Duration) {
    switch keeper.onward(from: hole, pending: confirmation.pending.map(\.draft)) {
    case .stay: break
    case .go(let next): go(to: next, at: now)
    // What the log does not have is not complete.
    case .finish: if confirmation.pending.isEmpty { happenings.append(.complete) }
    }
  }

  private mutating func go(to hole: Int, at now: Duration) {
    guard hole != keeper.hole, keeper.card.round.holes.contains(hole) else { return }
    do {
      try keeper.go(to: hole)
    } catch {
      // Where the round stands can be told again; it must not stop the round.
      happenings.append(.refused(reason: error.description))
    }
    happenings.append(.moved(hole: hole))
    follow(at: now)
  }

  /// Tells the confirmation and the scorer where the round stands.
  private mutating func follow(at now: Duration) {
    do {
      scorer.move(to: try keeper.situation())
    } catch {
      happenings.append(.refused(reason: error.description))
    }
    send(.moved(keeper.context), at: now)
  }
}
