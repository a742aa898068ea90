package import DiscGolf
package import HyzerVoice
internal import ScoreLog

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
  enum State {
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
  struct Input {
    /// How much audio has come.
    var samples = 0
    /// Whether somebody pressed the talk key and is listened to.
    var isTalking = false
    /// When the talk key was pressed last.
    var lastTalk: Duration?
  }

  /// An utterance that goes on.
  struct Utterance {
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
  enum Cut {
    case heard
    case forgotten
  }

  /// How the log answered, so that nothing is reported again and again.
  struct Log {
    /// When it is checked next for what another program wrote.
    var nextLook = LiveRound.lookAround
    /// Why the last check failed; nil where it did not.
    var trouble: String?
    /// The changes of the round that were reported, or were there at the start.
    var knownChanges: Set<ChangeID> = []
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
  package internal(set) var keeper: RoundKeeper
  /// What is shown to be confirmed.
  package internal(set) var confirmation: Confirmation
  /// Nil where nothing can be heard.
  var scorer: LiveScorer?
  let settings: Settings
  var state: State
  /// The utterance that was heard last; it may go on.
  var lastHeard: Utterance?
  var log = Log()
  /// When ``tick(at:)`` came last, and whether it came late; nil before the first.
  var lastTick: (at: Duration, isLate: Bool)?
  /// When the status message that is shown goes; nil where none is.
  var toastEnd: Duration?
  var events: [RoundEvent] = []

  /// Starts a session of a round that has a roster, with a scorer for its current hole; without one there is
  /// no audio.
  package init(keeper: RoundKeeper, scorer: consuming LiveScorer?, settings: Settings) {
    confirmation = Confirmation(at: keeper.context, settings: settings.confirmation)
    state =
      scorer == nil
      ? .ended
      : settings.microphone == .handsFree ? .quiet(Input(), since: 0) : .closed(Input())
    log.knownChanges = Set(keeper.card.round.changes.map(\.id))
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
      let (showsWords, expected) = (settings.showsPartialWords && !isShowing, Set(missing))
      scorer?.listensForReplies = confirmation.listensForReplies
      scorer?.expectedPlayers = expected
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

  var isShowing: Bool { confirmation.state.shown != nil }

  mutating func takeEvents() -> [RoundEvent] {
    defer { events = [] }
    return events
  }
}
