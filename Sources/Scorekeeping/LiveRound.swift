internal import Audio
public import Golf
public import Language
public import Recognition
internal import ScoreStore
public import Understanding

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
  static let toast = Duration.seconds(3)
  /// How often it is looked whether another program wrote into the log.
  static let lookAround = Duration.milliseconds(500)
  /// How long after its time a window closes while the microphone counts: speech is known for what
  /// it is only after 60 ms, and one that began within the window may be a "no".
  static let hindsight = Duration.milliseconds(100)
  /// How often what the log refused is tried again.
  static let retryPause = Duration.seconds(10)
  /// Presses of the talk key that come faster are one that is held down.
  static let keyRepeat = Duration.milliseconds(300)

  /// What becomes of the utterance that goes on, and of its stream.
  private enum StreamEnd {
    /// It is ended and heard; a new stream begins.
    case heard
    /// It is ended and forgotten; a new stream begins.
    case forgotten
  }

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
  /// The hole on which the utterance that goes on was begun.
  private var openHole = 0
  /// Whether the utterance that goes on was begun by somebody who was asked for scores.
  private var isForScores = false
  private var wake: Duration?
  private var toastEnd: Duration?
  private var nextLook = LiveRound.lookAround
  private var nextRetry: Duration?
  /// What is to become of the stream before the next audio is heard.
  private var streamEnd: StreamEnd?
  /// There is no audio any more, and there will be none.
  private var isDeaf = false
  private var lastTalk: Duration?
  /// The words that asked to undo, while that is done.
  private var undoWords: String?
  /// The trouble with the log that was told last, so that it is not told again and again.
  private var toldTrouble: String?
  private var toldUnsaved: Set<Int> = []
  private var isToldComplete = false
  private var happenings: [RoundHappening] = []

  /// Starts a session.
  ///
  /// - Parameters:
  ///   - keeper: The round, which has a roster.
  ///   - scorer: A scorer for the round's current hole.
  ///   - microphone: When the microphone counts.
  ///   - settings: How long a person can say no.
  ///   - typedParser: Makes the parser of typed lines for a hole.
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
    guard !isDeaf else { return false }
    return switch microphone {
    case .handsFree: true
    case .pushToTalk: isTalking || isShowing
    }
  }

  /// How loud the input is, from 0 to 1.
  public var level: Double { scorer.inputLevel.meter }

  /// How long the last utterance took to be recognised and to be parsed.
  public var timings: UtteranceTimings { scorer.timings }

  /// When a window is to be closed by ``tick(at:)``; nil where none is open.
  public var nextWake: Duration? { wake.map { isOpen ? $0 + LiveRound.hindsight : $0 } }

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
      try take(feed(block, at: now), at: now)
    }
    return told()
  }

  /// Ends the audio, and with it an utterance that is still open.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func endAudio(at now: Duration) throws(RecognizerError) -> [RoundHappening] {
    isDeaf = true
    isTalking = false
    if wasOpen { try endStream(at: now) }
    wasOpen = false
    answerTalk(at: now)
    return told()
  }

  /// Does what a person asks for.
  public mutating func act(_ action: RoundAction, at now: Duration) -> [RoundHappening] {
    switch action {
    case .talk: talk(at: now)
    case .accept: send(.accepted, at: now)
    case .cancel:
      isTalking = false
      if openUtterance != nil { streamEnd = .forgotten }
      send(.cancelled, at: now)
    case .retry:
      // Who asks wants an answer.
      toldUnsaved = []
      send(.retried, at: now)
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

  /// Closes windows whose time has come, tries again what the log refused, and looks whether another
  /// program wrote into it.
  public mutating func tick(at now: Duration) -> [RoundHappening] {
    if let nextWake, now >= nextWake {
      wake = nil
      send(.timerFired, at: now)
    }
    // Who speaks may be speaking of what is still shown.
    if let toastEnd, now >= toastEnd, openUtterance == nil {
      self.toastEnd = nil
      send(.toastOver, at: now)
    }
    if confirmation.refusal == nil {
      nextRetry = nil
    } else if let nextRetry, now >= nextRetry {
      self.nextRetry = now + LiveRound.retryPause
      retryUnsaved(at: now)
    } else if nextRetry == nil {
      nextRetry = now + LiveRound.retryPause
    }
    if now >= nextLook {
      nextLook = now + LiveRound.lookAround
      lookAround(at: now)
    }
    return told()
  }

  private mutating func lookAround(at now: Duration) {
    do {
      switch try keeper.refresh() {
      case .nothing: break
      case .changed:
        happenings.append(.changedElsewhere)
        follow(at: now)
      case .anotherRound:
        happenings.append(
          .refused(
            reason: "another round is the current one now; scores still go to this one"))
      }
      toldTrouble = nil
    } catch {
      if toldTrouble != error.description {
        happenings.append(.refused(reason: error.description))
      }
      toldTrouble = error.description
    }
  }

  /// Tries to save what the log refused, without taking it for a wish to speak again.
  private mutating func retryUnsaved(at now: Duration) {
    if case .failed = confirmation.state { return }
    send(.retried, at: now)
  }

  /// Ends the session: what is still shown is dropped, and told.
  ///
  /// What the log refused is tried a last time.
  public mutating func close(at now: Duration) -> [RoundHappening] {
    if case .failed = confirmation.state { send(.toastOver, at: now) }
    if confirmation.refusal != nil { retryUnsaved(at: now) }
    while isShowing { send(.cancelled, at: now) }
    return told()
  }

  private var isShowing: Bool { confirmation.state.shown != nil }

  private mutating func told() -> [RoundHappening] {
    defer { happenings = [] }
    return happenings
  }
}

// MARK: - Audio

extension LiveRound {
  private mutating func openOrClose(at now: Duration) throws(RecognizerError) {
    if let streamEnd, wasOpen {
      switch streamEnd {
      case .heard: try endStream(at: now)
      case .forgotten: try forgetStream(at: now)
      }
      streamStart = samplesHeard
    }
    streamEnd = nil
    guard isOpen != wasOpen else { return }
    if wasOpen { try endStream(at: now) }
    streamStart = samplesHeard
    wasOpen = isOpen
    if !wasOpen { answerTalk(at: now) }
  }

  private mutating func endStream(at now: Duration) throws(RecognizerError) {
    scorer.listensForReplies = confirmation.listensForReplies
    do throws(RecognizerError) {
      try take(scorer.finish(), at: now)
    } catch {
      giveUpUtterance(at: now)
      throw error
    }
  }

  private mutating func feed(
    _ block: [Int16], at now: Duration
  ) throws(RecognizerError) -> [LiveEvent] {
    do throws(RecognizerError) {
      return try scorer.feed(block)
    } catch {
      giveUpUtterance(at: now)
      throw error
    }
  }

  /// Tells the confirmation that an utterance comes to nothing, so that nothing waits for it.
  private mutating func giveUpUtterance(at now: Duration) {
    guard let number = openUtterance else { return }
    openUtterance = nil
    partialWords = ""
    send(.speechEnded(utterance: number), at: now)
    moveScorer()
  }

  /// Ends the stream and does not hear what was being said in it.
  private mutating func forgetStream(at now: Duration) throws(RecognizerError) {
    defer { giveUpUtterance(at: now) }
    _ = try scorer.finish()
  }

  /// Tells the confirmation that nobody will speak who was waited for.
  private mutating func answerTalk(at now: Duration) {
    guard confirmation.isListening, openUtterance == nil else { return }
    utterances += 1
    send(.speechEnded(utterance: utterances), at: now)
  }

  private mutating func talk(at now: Duration) {
    guard microphone == .pushToTalk else { return }
    guard !isDeaf else {
      happenings.append(.refused(reason: "there is no audio to listen to; type the scores"))
      return
    }
    defer { lastTalk = now }
    if let lastTalk, now - lastTalk < LiveRound.keyRepeat { return }
    isTalking.toggle()
    if isTalking {
      // What noise began while nobody was asked is not what is said now.
      if openUtterance != nil { streamEnd = .heard }
      send(.listeningRequested, at: now)
    } else {
      answerTalk(at: now)
    }
  }

  private mutating func take(_ events: [LiveEvent], at now: Duration) {
    for event in events {
      switch event {
      case .started:
        utterances += 1
        openUtterance = utterances
        openHole = keeper.hole
        isForScores = microphone == .handsFree || (isTalking && streamEnd == nil)
        partialWords = ""
        send(.speechStarted(utterance: utterances), at: now)
      case .hearing(let words, _):
        partialWords = words
        happenings.append(.hearing(words: words))
      case .heard(let utterance, let range):
        take(
          utterance, range: streamStart + range.lowerBound..<streamStart + range.upperBound, at: now
        )
        moveScorer()
      }
    }
  }

  private mutating func take(_ utterance: ScoredUtterance, range: Range<Int>, at now: Duration) {
    if openUtterance == nil {
      utterances += 1
      openHole = keeper.hole
    }
    let number = openUtterance ?? utterances
    openUtterance = nil
    partialWords = ""
    if isForScores { isTalking = false }
    let transcript = utterance.hypothesis.transcript
    let end = Duration.seconds(Double(range.upperBound) / Double(Recording.sampleRateHz))
    let evidence = utterance.evidence
    if let reply = utterance.reply {
      return take(reply, utterance, evidence, number: number, end: end, at: now)
    }
    guard isForScores else { return send(.speechEnded(utterance: number), at: now) }
    let heard = Draft.Utterance(
      number: number, input: .voice, transcript: transcript, result: utterance.result)
    guard utterance.result.status != .failed else {
      happenings.append(.failed(transcript: transcript, utterance.result, hole: openHole, end: end))
      // With an open microphone most of what is no score is wind, and no question to anybody.
      let isClear = utterance.hypothesis.confidence >= evidence.confidence.rejectBelow
      let isMeant = microphone == .pushToTalk || isClear
      return send(isMeant ? .heard(heard) : .speechEnded(utterance: number), at: now)
    }
    note(utterance, evidence, number: number)
    happenings.append(.heard(transcript: transcript, utterance.result, hole: openHole, end: end))
    send(.heard(heard), at: now)
  }

  private mutating func take(
    _ reply: Reply, _ utterance: ScoredUtterance, _ evidence: Evidence, number: Int,
    end: Duration, at now: Duration
  ) {
    let words = utterance.evidence.reply?.hypothesis ?? utterance.hypothesis
    let clarity = words.words.map(\.confidence).min() ?? 0
    if case .change = reply { note(utterance, evidence, number: number) }
    if case .change(_?, _) = reply, words.transcript == utterance.hypothesis.transcript {
      happenings.append(
        .heard(transcript: words.transcript, utterance.result, hole: openHole, end: end))
    } else {
      happenings.append(.replied(transcript: words.transcript))
    }
    undoWords = words.transcript
    send(
      .replied(reply, utterance: number, transcript: words.transcript, confidence: clarity),
      at: now)
    undoWords = nil
  }

  private mutating func note(_ utterance: ScoredUtterance, _ evidence: Evidence, number: Int) {
    keeper.note(
      HeardUtterance(
        evidence: evidence, result: utterance.result, hole: openHole,
        samples: scorer.lastUtterance),
      number: number)
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
    let before = confirmation
    let effects = confirmation.handle(event, at: now)
    tell(since: before, event)
    for effect in effects { perform(effect, at: now) }
    if confirmation.state != before.state {
      switch confirmation.state {
      case .failed, .committed, .dismissed: toastEnd = now + LiveRound.toast
      case .idle, .listening, .confirming, .partial, .saving, .unsaved: toastEnd = nil
      }
    }
    if openUtterance == nil, !isShowing, confirmation.waiting.isEmpty, confirmation.pending.isEmpty
    {
      keeper.forgetUtterances()
    }
  }

  private mutating func tell(since before: Confirmation, _ event: Confirmation.Event) {
    let after = confirmation.state
    let isLetThrough = confirmation.pending.count > before.pending.count
    if let dropped = before.state.shown, !isLetThrough,
      after.shown == nil || after.shown?.hole != dropped.hole
    {
      happenings.append(.dismissed(dropped))
    }
    // Only a commit that is saved leaves by itself; any other was given up.
    if case .saved = event {
    } else {
      for lost in before.pending
      where !confirmation.pending.contains(where: { $0.number == lost.number }) {
        happenings.append(.dismissed(lost.draft))
        keeper.giveUp(number: lost.number)
      }
    }
    switch after {
    case .confirming(let draft, _):
      if case .confirming(draft, _) = before.state { return }
      happenings.append(.confirming(draft))
    case .partial(let draft):
      if before.state != after { happenings.append(.partial(draft)) }
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: break
    }
  }

  private mutating func perform(_ effect: Confirmation.Effect, at now: Duration) {
    switch effect {
    case .wake(let time): wake = time
    case .listen: isTalking = !isDeaf
    case .commit(let draft, let number): commit(draft, number: number, at: now)
    case .undo(let number): takeBack(number: number, at: now)
    }
  }

  private mutating func commit(_ draft: Draft, number: Int, at now: Duration) {
    do {
      let (change, clipFailure) = try keeper.commit(draft, number: number)
      happenings.append(.committed(draft, change))
      if let clipFailure { happenings.append(.refused(reason: clipFailure)) }
      send(.saved(commit: number), at: now)
      send(.moved(keeper.context), at: now)
      advance(from: draft.hole, at: now)
    } catch {
      send(.saveFailed(commit: number, reason: error.description), at: now)
      for kept in confirmation.pending where toldUnsaved.insert(kept.number).inserted {
        happenings.append(.unsaved(kept.draft, reason: error.description))
      }
      // What was refused may be an older commit, for which the latest waits.
      if confirmation.pending.contains(where: { $0.draft.hole == keeper.hole }) {
        advance(from: keeper.hole, at: now)
      }
    }
  }

  private mutating func undo(at now: Duration) {
    switch confirmation.state {
    case .confirming, .partial, .saving, .unsaved: send(.undone, at: now)
    case .idle, .listening, .failed, .committed, .dismissed:
      guard confirmation.pending.isEmpty else {
        happenings.append(
          .refused(reason: "there are scores that are not saved yet; r tries again"))
        return
      }
      let before = confirmation
      send(.undone, at: now)
      // The confirmation knows the last commit only; before that, the log does.
      if before == confirmation { takeBack(number: nil, at: now) }
    }
  }

  private mutating func takeBack(number: Int?, at now: Duration) {
    do {
      guard let (hole, change) = try keeper.undo(number: number, transcript: undoWords) else {
        happenings.append(.refused(reason: "there is nothing to undo"))
        return follow(at: now)
      }
      happenings.append(.undone(hole: hole, change))
      isToldComplete = false
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
    case .finish:
      guard confirmation.pending.isEmpty, !isToldComplete else { return }
      isToldComplete = true
      happenings.append(.complete)
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
    moveScorer()
    send(.moved(keeper.context), at: now)
  }

  /// Lets the scorer go on to the current hole, but not while somebody speaks of another one.
  private mutating func moveScorer() {
    guard openUtterance == nil else { return }
    do {
      scorer.move(to: try keeper.situation())
    } catch {
      happenings.append(.refused(reason: error.description))
    }
  }
}
