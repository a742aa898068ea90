internal import Audio
package import Golf
package import Language
package import Recognition
internal import ScoreStore
package import Understanding

/// A round that is scored live: audio, answers and typed lines go through the confirmation into the
/// score log.
///
/// Times are offsets from the start of the session. Between events the caller calls ``tick(at:)``, at
/// ``nextWake`` at the latest and every ``longestGap`` at least.
package struct LiveRound: ~Copyable {
  /// When the microphone counts.
  package enum Microphone: Hashable, Sendable {
    case handsFree
    /// From ``RoundAction/talk`` until the end of an utterance, and for replies while scores are
    /// shown.
    case pushToTalk
  }

  /// How long a status message stays: that scores are saved, dropped or not understood.
  static let toast = Duration.seconds(3)
  /// How often the log is checked for what another program wrote.
  static let lookAround = Duration.milliseconds(100)
  /// How long after its time a window closes while the microphone counts: speech is known for what
  /// it is only after 60 ms, and one that began within the window may be a "no".
  static let hindsight = Duration.milliseconds(100)
  /// From one ``tick(at:)`` to the next it takes no longer, unless something stands still.
  static let longestGap = Duration.milliseconds(500)
  /// How often what the log refused is tried again.
  static let retryPause = Duration.seconds(10)
  /// Presses of the talk key that come faster are one that is held down.
  static let keyRepeat = Duration.milliseconds(300)

  /// What stays the same for a session.
  package struct Settings {
    let microphone: Microphone
    let confirmation: Confirmation.Settings
    let showsPartialWords: Bool
    let typedParser: (Round) throws -> UtteranceParser

    /// Makes settings; `showsPartialWords` asks for ``RoundEvent/hearing(words:)``, and `typedParser`
    /// makes the parser of typed lines for a hole.
    package init(
      microphone: Microphone = .handsFree, confirmation: Confirmation.Settings = .init(),
      showsPartialWords: Bool = false,
      typedParser: @escaping (Round) throws -> UtteranceParser = { UtteranceParser(round: $0) }
    ) {
      self.microphone = microphone
      self.confirmation = confirmation
      self.showsPartialWords = showsPartialWords
      self.typedParser = typedParser
    }
  }

  /// What becomes of the audio.
  private enum State {
    /// The microphone does not count.
    case closed(Input)
    /// It counts, and nobody speaks; `since` is the sample with which the scorer's stream began.
    case quiet(Input, since: Int)
    /// Somebody speaks.
    case speech(Input, since: Int, Utterance)
    /// There is no audio any more, and there will be none.
    case ended

    var input: Input? {
      get {
        switch self {
        case .closed(let input), .quiet(let input, _), .speech(let input, _, _): input
        case .ended: nil
        }
      }
      set {
        guard let newValue else {
          self = .ended
          return
        }
        switch self {
        case .closed: self = .closed(newValue)
        case .quiet(_, let start): self = .quiet(newValue, since: start)
        case .speech(_, let start, let utterance):
          self = .speech(newValue, since: start, utterance)
        case .ended: break
        }
      }
    }

    /// The utterance that goes on; nil between utterances.
    var utterance: Utterance? {
      if case .speech(_, _, let utterance) = self { utterance } else { nil }
    }
  }

  /// The microphone or recording, as long as it lasts.
  private struct Input {
    /// How much audio has come.
    var samples = 0
    /// Whether somebody pressed the talk key and is listened to.
    var isTalking = false
    /// When the talk key was pressed last.
    var lastTalk: Duration?
  }

  /// An utterance that goes on.
  private struct Utterance {
    let number: Int
    /// The hole on which it was begun.
    let hole: Int
    /// Whether it was begun by somebody who was asked for scores.
    let isForScores: Bool
    /// What is heard of it so far.
    var words = ""
    /// What is to become of it before the next audio is heard.
    var cut: Cut?
    /// Whether it seemed to be over and was heard, but went on.
    var wentOn = false
  }

  /// How an utterance is ended before its time.
  private enum Cut {
    case heard
    case forgotten
  }

  /// How the log answered, so that nothing is reported again and again.
  private struct Log {
    /// When it is checked next for what another program wrote.
    var nextLook = LiveRound.lookAround
    /// Why the last check failed; nil where it did not.
    var trouble: String?
    /// How many changes of the round were reported, or were there at the start.
    var knownChanges = 0
    /// Why somebody who joined is not listened for; nil where everybody is.
    var deafness: String?
    /// Which commits were reported as refused.
    var refused: Set<Int> = []
    /// When what it refused is tried again, commits as well as the current hole.
    var nextTry = Duration.zero
    /// Whether it was reported that every player has every hole.
    var isComplete = false
    /// The scores of which it was reported that devices differ over them.
    var disputes: [Dispute] = []
  }

  /// The round and its scores.
  package private(set) var keeper: RoundKeeper
  /// What is shown to be confirmed.
  package private(set) var confirmation: Confirmation
  /// Nil where nothing can be heard.
  private var scorer: LiveScorer?
  private let settings: Settings
  private var state: State
  /// The utterance that was heard last; it may go on.
  private var lastHeard: Utterance?
  private var log = Log()
  /// When ``tick(at:)`` came last, and whether it came late; nil before the first.
  private var lastTick: (at: Duration, isLate: Bool)?
  /// When the status message that is shown goes; nil where none is.
  private var toastEnd: Duration?
  private var events: [RoundEvent] = []

  /// Starts a session of a round that has a roster, with a scorer for its current hole; without one there is
  /// no audio.
  package init(keeper: RoundKeeper, scorer: consuming LiveScorer?, settings: Settings) {
    confirmation = Confirmation(at: keeper.context, settings: settings.confirmation)
    state =
      scorer == nil
      ? .ended
      : settings.microphone == .handsFree ? .quiet(Input(), since: 0) : .closed(Input())
    log.knownChanges = keeper.card.round.changes.count
    self.keeper = keeper
    self.scorer = scorer
    self.settings = settings
  }

  /// Whether there is audio, or will be.
  package var hasAudio: Bool { state.input != nil }

  /// Whether what is said now is listened to.
  package var isOpen: Bool {
    guard let input = state.input else { return false }
    return settings.microphone == .handsFree || input.isTalking || isShowing
  }

  /// Whether somebody speaks.
  var isSpeaking: Bool { state.utterance != nil }

  /// What is heard of an utterance that goes on; empty between utterances and while scores are shown,
  /// since a "yes" would be shown as some name and score.
  package var partialWords: String { state.utterance?.words ?? "" }

  /// How loud the input is, from 0 to 1.
  package var level: Double {
    switch scorer {
    case .some(let scorer): scorer.inputLevel.meter
    case nil: 0
    }
  }

  /// How long the last utterance took to be recognised and to be parsed.
  package var timings: UtteranceTimings {
    switch scorer {
    case .some(let scorer): scorer.timings
    case nil: UtteranceTimings()
    }
  }

  /// When a window is to be closed by ``tick(at:)``; nil where none is open, or it is held.
  package var nextWake: Duration? {
    guard case .confirming(_, let window) = confirmation.state else { return nil }
    return window.closes.map { isOpen ? $0 + LiveRound.hindsight : $0 }
  }

  /// Takes the next block of audio: 16 kHz mono samples, any number of them.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func hear(_ block: [Int16], at now: Duration) throws(RecognizerError)
    -> [RoundEvent]
  {
    try openOrClose(at: now)
    state.input?.samples += block.count
    switch state {
    case .closed, .ended: break
    case .quiet, .speech:
      let (showsWords, awaited) = (settings.showsPartialWords && !isShowing, Set(missing))
      scorer?.listensForReplies = confirmation.listensForReplies
      scorer?.awaited = awaited
      scorer?.showsPartialWords = showsWords
      do throws(RecognizerError) {
        take(try scorer?.feed(block) ?? [], at: now)
      } catch {
        giveUpUtterance(at: now)
        throw error
      }
    }
    return takeEvents()
  }

  /// Ends the audio, and with it an utterance that is still open.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func endAudio(at now: Duration) throws(RecognizerError) -> [RoundEvent] {
    state.input?.isTalking = false
    defer { state = .ended }
    try endStream(at: now)
    state = .ended
    answerTalk(at: now)
    return takeEvents()
  }

  /// Does what a person asks for.
  package mutating func act(_ action: RoundAction, at now: Duration) -> [RoundEvent] {
    switch action {
    case .talk: talk(at: now)
    case .cancel:
      state.input?.isTalking = false
      cut(.forgotten)
      send(.asked(action), at: now)
    case .retry:
      // Who asks wants an answer.
      log.refused = []
      send(.asked(action), at: now)
    case .undo: undo(at: now)
    case .go(let hole): go(to: hole, at: now)
    case .propose(let player, let result):
      hearTyped("", ParseResult(picked: player, result), at: now)
      // Who picks that there is no score has confirmed it.
      if result == .noScore,
        let row = confirmation.state.shown?.rows.last(where: { $0.player == player })
      {
        send(.asked(.setResult(row: row.id, result)), at: now)
      }
    case .resolve(let player, let hole, let result):
      // It may have been settled elsewhere since it was shown.
      guard keeper.disputes.contains(where: { $0.player == player && $0.hole == hole }) else {
        break
      }
      let draft = Draft(picked: result, for: player, onHole: hole)
      send(.picked(draft, keeper.context(ofHole: hole)), at: now)
    case .enter(let text):
      do {
        let parser = try settings.typedParser(keeper.situation())
        hearTyped(text, parser.parse(typed: text, missing: missing), at: now)
      } catch {
        events.append(.refused(reason: "\(error)"))
      }
    case .accept, .edit, .review, .show, .setResult, .setPlayer, .removeRow:
      send(.asked(action), at: now)
    // Whoever runs the session ends it, by ``close(at:)``.
    case .quit: break
    }
    return takeEvents()
  }

  /// Asks about scores of an earlier session that were not saved.
  mutating func ask(about draft: Draft, at now: Duration) -> [RoundEvent] {
    send(.leftover(draft, keeper.context(ofHole: draft.hole)), at: now)
    return takeEvents()
  }

  /// Closes windows whose time has come, tries again what the log refused, and checks whether another
  /// program wrote into it.
  ///
  /// Where this comes late, as after a stop of the process, nobody may have seen what is shown, and
  /// its window starts anew. It does so once where each comes late, as on a machine that is too slow.
  package mutating func tick(at now: Duration) -> [RoundEvent] {
    let isLate = lastTick.map { now - $0.at > LiveRound.longestGap } ?? false
    if isLate, lastTick?.isLate == false { send(.resumed, at: now) }
    lastTick = (now, isLate)
    if let nextWake, now >= nextWake { send(.timerFired, at: now) }
    // Who speaks may be speaking of what is still shown.
    if let toastEnd, now >= toastEnd, !isSpeaking {
      self.toastEnd = nil
      send(.toastOver, at: now)
    }
    if confirmation.refusal == nil { log.refused = [] }
    if now >= log.nextTry, confirmation.refusal != nil || keeper.owesHole {
      log.nextTry = now + LiveRound.retryPause
      if confirmation.refusal != nil { retryUnsaved(at: now) } else { keepHole() }
    }
    if now >= log.nextLook {
      log.nextLook = now + LiveRound.lookAround
      lookAround(at: now)
    }
    return takeEvents()
  }

  /// Ends the session: what is still shown is dropped, and reported.
  ///
  /// What the log refused is tried a last time.
  ///
  /// - Returns: What happened, and the scores that were let through and that the log does not have.
  package mutating func close(at now: Duration) -> (events: [RoundEvent], unsaved: [Draft]) {
    if case .failed = confirmation.state { send(.toastOver, at: now) }
    let refused = confirmation.pending
    if confirmation.refusal != nil { retryUnsaved(at: now) }
    // One that somebody else's scores have overtaken is shown again, and nobody is left to say yes.
    let unsaved = refused.filter { !keeper.hasSaved(number: $0.number) }.map(\.draft)
    while isShowing { send(.asked(.cancel), at: now) }
    return (takeEvents(), unsaved)
  }

  /// The players who are without a score on the current hole, in the log and in what waits to be saved.
  package var missing: [PlayerID] {
    let drafts = confirmation.drafts + confirmation.pending.map(\.draft)
    let scored = Set(drafts.filter { $0.hole == keeper.hole }.flatMap(\.scores).map(\.player))
    return keeper.card.playersMissing(onHole: keeper.hole).filter { !scored.contains($0) }
  }

  private var isShowing: Bool { confirmation.state.shown != nil }

  private mutating func takeEvents() -> [RoundEvent] {
    defer { events = [] }
    return events
  }
}

// MARK: - Audio

extension LiveRound {
  /// Ends what is to be cut off, and opens or closes the stream as the microphone counts now.
  private mutating func openOrClose(at now: Duration) throws(RecognizerError) {
    if let cut = state.utterance?.cut {
      switch cut {
      case .heard: try endStream(at: now)
      case .forgotten:
        defer { giveUpUtterance(at: now) }
        _ = try scorer?.finish()
      }
      beginStream()
    }
    switch state {
    case .closed: if isOpen { beginStream() }
    case .quiet, .speech:
      guard !isOpen else { return }
      try endStream(at: now)
      if let input = state.input { state = .closed(input) }
      answerTalk(at: now)
    case .ended: break
    }
  }

  private mutating func beginStream() {
    if let input = state.input { state = .quiet(input, since: input.samples) }
  }

  /// Ends the stream, if there is one, and hears what was being said in it.
  private mutating func endStream(at now: Duration) throws(RecognizerError) {
    switch state {
    case .closed, .ended: return
    case .quiet, .speech: break
    }
    scorer?.listensForReplies = confirmation.listensForReplies
    do throws(RecognizerError) {
      take(try scorer?.finish() ?? [], at: now)
    } catch {
      giveUpUtterance(at: now)
      throw error
    }
  }

  /// Ends the utterance that goes on before the next audio is heard.
  private mutating func cut(_ cut: Cut) {
    guard case .speech(let input, let start, var utterance) = state else { return }
    utterance.cut = cut
    state = .speech(input, since: start, utterance)
  }

  /// Reports that an utterance comes to nothing, so that nothing waits for it.
  private mutating func giveUpUtterance(at now: Duration) {
    guard case .speech(let input, let start, let utterance) = state else { return }
    state = .quiet(input, since: start)
    send(.speechEnded(utterance: utterance.number), at: now)
    moveScorer()
  }

  /// Reports that nobody will speak who was waited for.
  private mutating func answerTalk(at now: Duration) {
    guard confirmation.isListening, !isSpeaking else { return }
    send(.speechEnded(utterance: nextNumber), at: now)
  }

  private mutating func talk(at now: Duration) {
    guard settings.microphone == .pushToTalk else { return }
    guard var input = state.input else {
      return events.append(.refused(reason: "there is no audio to listen to; type the scores"))
    }
    let isRepeated = input.lastTalk.map { now - $0 < LiveRound.keyRepeat } ?? false
    input.lastTalk = now
    if !isRepeated { input.isTalking.toggle() }
    state.input = input
    if isRepeated { return }
    if input.isTalking {
      // What noise began while nobody was asked is not what is said now.
      cut(.heard)
      send(.asked(.talk), at: now)
    } else {
      answerTalk(at: now)
    }
  }

  private mutating func take(_ events: [LiveEvent], at now: Duration) {
    for event in events {
      let (input, start): (Input, Int)
      switch state {
      case .quiet(let current, let since), .speech(let current, let since, _):
        (input, start) = (current, since)
      case .closed, .ended: return
      }
      switch event {
      case .started:
        let utterance = newUtterance()
        state = .speech(input, since: start, utterance)
        send(.speechStarted(utterance: utterance.number), at: now)
      case .hearing(let words, _):
        if var utterance = state.utterance {
          utterance.words = words
          state = .speech(input, since: start, utterance)
        }
        self.events.append(.hearing(words: words))
      case .heard(let scored, let range):
        let utterance = state.utterance ?? newUtterance()
        state = .quiet(input, since: start)
        let end = Duration.seconds(
          Double(start + range.upperBound) / Double(Recording.sampleRateHz))
        take(scored, as: utterance, end: end, at: now)
        lastHeard = utterance
        moveScorer()
      case .resumed:
        guard var utterance = lastHeard else { continue }
        utterance.wentOn = true
        state = .speech(input, since: start, utterance)
        send(.speechStarted(utterance: utterance.number), at: now)
      }
    }
  }

  /// The number of the next utterance or typed line.
  private var nextNumber: Int { confirmation.latestUtterance + 1 }

  private func newUtterance() -> Utterance {
    Utterance(
      number: nextNumber, hole: keeper.hole,
      isForScores: settings.microphone == .handsFree || state.input?.isTalking == true)
  }

  private mutating func take(
    _ scored: ScoredUtterance, as utterance: Utterance, end: Duration, at now: Duration
  ) {
    if utterance.isForScores { state.input?.isTalking = false }
    let transcript = scored.hypothesis.transcript
    let words = Draft.Words(number: utterance.number, input: .voice, transcript: transcript)
    switch scored.decision {
    case .reply(let reply):
      take(reply, scored, as: utterance, end: end, at: now)
    case _ where !utterance.isForScores:
      send(.speechEnded(utterance: utterance.number), at: now)
    case .nothingHeard, .rejected, .notUnderstood:
      events.append(.failed(transcript: transcript, scored.result, hole: utterance.hole, end: end))
      // With an open microphone most of what is no score is wind, and no question to anybody.
      let isMeant =
        settings.microphone == .pushToTalk || scored.decision == .notUnderstood
        || utterance.wentOn
      send(
        isMeant ? .heard(words, scored.result) : .speechEnded(utterance: utterance.number), at: now)
    case .asks, .savesItself:
      note(scored, utterance)
      events.append(.heard(transcript: transcript, scored.result, hole: utterance.hole, end: end))
      send(.heard(words, scored.result), at: now)
    }
  }

  private mutating func take(
    _ reply: Reply, _ scored: ScoredUtterance, as utterance: Utterance, end: Duration,
    at now: Duration
  ) {
    let heard = scored.evidence.reply?.hypothesis ?? scored.hypothesis
    if case .change = reply { note(scored, utterance) }
    var confidence = heard.words.map(\.confidence).min() ?? 0
    if case .change(_?, _) = reply, heard.transcript == scored.hypothesis.transcript {
      events.append(
        .heard(transcript: heard.transcript, scored.result, hole: utterance.hole, end: end))
      // As a sentence it was weighed by more than as a reply.
      confidence = scored.result.scores.map(\.confidence).min() ?? confidence
    } else {
      events.append(.replied(transcript: heard.transcript))
    }
    let words = Draft.Words(
      number: utterance.number, input: .voice, transcript: heard.transcript,
      confidence: confidence)
    send(.replied(words, reply), at: now)
  }

  private mutating func note(_ scored: ScoredUtterance, _ utterance: Utterance) {
    keeper.note(
      scored, samples: scorer?.lastUtterance ?? [], onHole: utterance.hole, number: utterance.number
    )
  }

  private mutating func hearTyped(_ text: String, _ result: ParseResult, at now: Duration) {
    // Who typed it can mend it; what is shown stays.
    guard result.status != .failed else { return events.append(.unread(text: text, result)) }
    events.append(.heard(transcript: text, result, hole: keeper.hole, end: now))
    send(.heard(Draft.Words(number: nextNumber, input: .typed, transcript: text), result), at: now)
  }
}

// MARK: - The confirmation and the log

extension LiveRound {
  /// Sends an event to the confirmation, does what it asks for, and reports what became of it.
  private mutating func send(_ event: Confirmation.Event, at now: Duration) {
    let before = confirmation
    let effects = confirmation.handle(event, at: now)
    report(since: before, event)
    for effect in effects {
      switch effect {
      case .listen:
        state.input?.isTalking = true
        if !hasAudio { answerTalk(at: now) }
      case .commit(let draft, let number): commit(draft, number: number, at: now)
      case .undo(let number, let transcript):
        takeBack(number: number, transcript: transcript, at: now)
      }
    }
    if confirmation.state != before.state {
      switch confirmation.state {
      case .failed, .committed, .dismissed: toastEnd = now + LiveRound.toast
      case .idle, .listening, .confirming, .partial, .unsaved: toastEnd = nil
      }
    }
    if !isSpeaking, !isShowing, confirmation.waiting.isEmpty, confirmation.pending.isEmpty {
      keeper.forgetUtterances()
    }
  }

  private mutating func report(since before: Confirmation, _ event: Confirmation.Event) {
    let after = confirmation.state
    let isLetThrough = confirmation.pending.count > before.pending.count
    if let dropped = before.state.shown, !isLetThrough,
      after.shown == nil || after.shown?.hole != dropped.hole
    {
      events.append(.dismissed(dropped))
    }
    switch event {
    // A commit that is saved leaves by itself, and one that is outdated is shown again.
    case .saved, .outdated: break
    // Any other was given up.
    default:
      for lost in before.pending
      where !confirmation.pending.contains(where: { $0.number == lost.number }) {
        events.append(.dismissed(lost.draft))
        keeper.giveUp(number: lost.number)
      }
    }
    switch after {
    case .confirming(let draft, _):
      if case .confirming(draft, _) = before.state { return }
      events.append(.confirming(draft))
    case .partial(let draft):
      if before.state != after { events.append(.partial(draft)) }
    case .idle, .listening, .failed, .unsaved, .committed, .dismissed: break
    }
  }

  private mutating func commit(_ draft: Draft, number: Int, at now: Duration) {
    do {
      let left = keeper.hole
      let (change, clipFailure) = try keeper.commit(draft, number: number)
      events.append(.committed(draft, change))
      if let clipFailure { events.append(.refused(reason: clipFailure)) }
      reportMove(from: left)
      send(.saved(commit: number), at: now)
      if confirmation.pending.isEmpty { keepHole() }
      follow(at: now)
      reportComplete()
      reportDisputes()
      let overruled = keeper.overruled(draft)
      if !overruled.isEmpty { events.append(.overruled(hole: draft.hole, overruled)) }
    } catch ScoreStoreError.refused(.changedMeanwhile) {
      keeper.giveUp(number: number)
      lookAround(at: now)
      send(.outdated(commit: number, keeper.context(ofHole: draft.hole)), at: now)
    } catch {
      send(.saveFailed(commit: number, reason: error.description), at: now)
      log.nextTry = now + LiveRound.retryPause
      // What was refused may be an older commit, for which the latest waits.
      let news = confirmation.pending.filter { log.refused.insert($0.number).inserted }
      events += news.map { .unsaved($0.draft, reason: error.description) }
      guard news.contains(where: { $0.draft.hole == keeper.hole }) else { return }
      let left = keeper.hole
      keeper.goAhead(of: confirmation.pending.map(\.draft))
      reportMove(from: left)
      follow(at: now)
    }
  }

  /// Tries to save what the log refused, without taking it for a wish to speak again.
  private mutating func retryUnsaved(at now: Duration) {
    if case .failed = confirmation.state { return }
    send(.asked(.retry), at: now)
  }

  private mutating func undo(at now: Duration) {
    switch confirmation.state {
    case .confirming, .partial, .unsaved: send(.asked(.undo), at: now)
    case .idle, .listening, .failed, .committed, .dismissed:
      guard confirmation.pending.isEmpty else {
        return events.append(
          .refused(reason: "there are scores that are not saved yet; r tries again"))
      }
      let before = confirmation
      send(.asked(.undo), at: now)
      // The confirmation knows the last commit only; before that, the log does.
      if before == confirmation { takeBack(number: nil, transcript: nil, at: now) }
    }
  }

  private mutating func takeBack(number: Int?, transcript: String?, at now: Duration) {
    do {
      let left = keeper.hole
      guard let change = try keeper.undo(number: number, transcript: transcript) else {
        events.append(.refused(reason: "this device has nothing to undo"))
        return follow(at: now)
      }
      events.append(.undone(hole: keeper.hole, change))
      log.isComplete = false
      reportMove(from: left)
      follow(at: now)
      reportDisputes()
    } catch {
      events.append(.refused(reason: error.description))
      follow(at: now)
    }
  }

  /// Reports once that every player has every hole; what the log does not have is not complete.
  private mutating func reportComplete() {
    guard keeper.card.isComplete, confirmation.pending.isEmpty, !log.isComplete else { return }
    log.isComplete = true
    events.append(.complete)
  }

  /// Reports that devices differ over a score, or do not any more.
  private mutating func reportDisputes() {
    let (known, now) = (log.disputes, keeper.disputes)
    func missing(_ disputes: [Dispute], in others: [Dispute]) -> Dispute? {
      disputes.first { one in !others.contains { $0.player == one.player && $0.hole == one.hole } }
    }
    log.disputes = now
    let new = missing(now, in: known)
    guard let place = new ?? missing(known, in: now) else { return }
    events.append(.disputed(hole: place.hole, count: now.count, isNew: new != nil))
  }

  /// Tries once more to have the log keep the current hole; that it could not was reported.
  private mutating func keepHole() { try? keeper.keepHole() }

  private mutating func go(to hole: Int, at now: Duration) {
    let left = keeper.hole
    guard hole != left, keeper.card.round.holes.contains(hole) else { return }
    do {
      try keeper.go(to: hole)
    } catch {
      // Where the round stands can be saved again; it must not stop the round.
      events.append(.refused(reason: error.description))
      log.nextTry = now + LiveRound.retryPause
    }
    reportMove(from: left)
    follow(at: now)
  }

  /// Takes in what another program did to the log.
  private mutating func lookAround(at now: Duration) {
    let left = keeper.hole
    do {
      let elsewhere = try keeper.refresh()
      // A commit may have taken them in before.
      let changes = keeper.card.round.changes.dropFirst(log.knownChanges)
      if !changes.isEmpty {
        log.knownChanges += changes.count
        events.append(.roundChanged(Array(changes)))
        follow(at: now)
      }
      switch elsewhere {
      case .nothing: break
      case .changed:
        events.append(.changedElsewhere)
        reportMove(from: left)
        follow(at: now)
      case .anotherRound where keeper.card.round.isDeleted:
        events.append(
          .refused(reason: ScoreLogRefusal.roundDeleted(keeper.card.round.id).description))
      case .anotherRound:
        events.append(
          .refused(reason: "another round is the current one now; scores still go to this one"))
      }
      reportDisputes()
      log.trouble = nil
    } catch {
      if log.trouble != error.description {
        events.append(.refused(reason: error.description))
      }
      log.trouble = error.description
    }
  }

  private mutating func reportMove(from left: Int) {
    if keeper.hole != left { events.append(.moved(hole: keeper.hole)) }
  }

  /// Takes the confirmation and the scorer to where the round stands.
  private mutating func follow(at now: Duration) {
    moveScorer()
    send(.moved(keeper.context), at: now)
  }

  /// Lets the scorer go on to the current hole, but not while somebody speaks of another one.
  private mutating func moveScorer() {
    guard !isSpeaking else { return }
    do {
      try scorer?.move(to: keeper.situation())
      log.deafness = nil
    } catch {
      if log.deafness != "\(error)" {
        events.append(.refused(reason: "\(error); scores can still be typed"))
      }
      log.deafness = "\(error)"
    }
  }
}
