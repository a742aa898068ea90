package import HyzerVoice
internal import ScoreLog

/// A round that is scored live: audio, answers and typed lines go through the confirmation into the
/// score log.
///
/// Times are offsets from the start of the session. Between events the caller calls ``tick(at:)``, at
/// ``nextWake`` at the latest and every ``ScoreEntry/longestGap`` at least.
package struct LiveRound: ~Copyable {
  /// The round and its scores, and what is shown to be confirmed.
  private(set) var entry: ScoreEntry
  private(set) var audio: AudioSession
  /// Nil where nothing can be heard.
  private var scorer: LiveScorer?
  private let showsPartialWords: Bool
  /// The revision of the round that the scorer is at.
  private var scorerRevision = 0
  /// The round of which it hears the players.
  private var scorerRound: RoundID
  /// Why somebody who joined is not listened for; nil where everybody is.
  private var unheardReason: String?

  /// Starts a session of a round that has a roster, with a scorer for its current hole; without one there is
  /// no audio.
  ///
  /// `showsPartialWords` asks for ``RoundEvent/hearing(words:)``, and `typedParser` makes the parser of typed
  /// lines for a hole.
  package init(
    keeper: RoundKeeper, scorer: consuming LiveScorer?,
    microphone: AudioSession.Microphone = .handsFree,
    confirmation: Confirmation.Settings = .init(), showsPartialWords: Bool = false,
    typedParser: @escaping (Round) throws -> UtteranceParser = { UtteranceParser(round: $0) }
  ) {
    entry = ScoreEntry(keeper, confirmation, typedParser: typedParser)
    audio = AudioSession(microphone, hasAudio: scorer != nil)
    self.showsPartialWords = showsPartialWords
    self.scorer = scorer
    scorerRound = keeper.card.round.id
  }

  package var keeper: RoundKeeper { entry.keeper }
  package var confirmation: Confirmation { entry.confirmation }

  /// When the microphone counts; nil where there is no audio, nor will be.
  package var microphone: AudioSession.Microphone? { audio.hasAudio ? audio.microphone : nil }

  /// Whether what is said now is listened to.
  package var isOpen: Bool { audio.isOpen(isShowing: entry.isShowing) }

  /// What is heard of an utterance that goes on; empty between utterances and while scores are shown,
  /// since a "yes" would be shown as some name and score.
  package var partialWords: String { audio.utterance?.words ?? "" }

  /// How loud the input is, from 0 to 1.
  package var level: Double {
    switch scorer {
    case .some(let scorer): scorer.inputLevel.meter
    case nil: 0
    }
  }

  /// How long the stages of the last utterance took.
  package var timings: UtteranceTimings {
    switch scorer {
    case .some(let scorer): scorer.timings
    case nil: UtteranceTimings()
    }
  }

  /// When a window is to be closed by ``tick(at:)``; nil where none is open, or it is held.
  package var nextWake: Duration? { entry.nextWake(isOpen: isOpen) }

  /// The players who are without a score on the current hole, in the log and in what waits to be saved.
  package var missing: [PlayerID] { entry.missing }

  /// Whether the current hole is one that was corrected, and is left in a moment.
  package var leavesSoon: Bool { entry.leavesSoon }

  // MARK: - What happens

  /// Hears the next block of audio: 16 kHz mono samples, any number of them.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func hear(_ block: [Int16], at now: Duration) throws(RecognizerError)
    -> [RoundEvent]
  {
    let isOpen = isOpen
    if let end = audio.streamEnd(isOpen: isOpen) {
      try endStream(end, at: now)
      if !isOpen { stopWaiting(at: now) }
    }
    if isOpen { audio.open() }
    audio.receive(samples: block.count)
    if audio.isStreaming { try recognize(block, at: now) }
    return popNews()
  }

  /// Ends the audio, and with it an utterance that is still open.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  package mutating func endAudio(at now: Duration) throws(RecognizerError) -> [RoundEvent] {
    defer { audio.end() }
    if audio.isStreaming { try endStream(.heard, at: now) }
    stopWaiting(at: now)
    return popNews()
  }

  package mutating func act(_ action: RoundAction, at now: Duration) -> [RoundEvent] {
    switch action {
    case .talk: talk(at: now)
    // The caller ends the session, by ``close(at:)``.
    case .quit: break
    default:
      if action == .cancel { audio.cancel() }
      if entry.act(action, at: now) {
        audio.listen()
        if !audio.hasAudio { stopWaiting(at: now) }
      }
    }
    return popNews()
  }

  /// Asks about scores of an earlier session that were not saved.
  mutating func ask(about draft: Draft, at now: Duration) -> [RoundEvent] {
    entry.ask(about: draft, at: now)
    return popNews()
  }

  /// Closes windows whose time has come, tries again what the log refused, and takes in what others wrote
  /// into it.
  ///
  /// Where this comes late, as after a stop of the process, nobody may have seen what is shown, and
  /// its window starts anew. It does so once where each comes late, as on a machine that is too slow.
  package mutating func tick(at now: Duration) -> [RoundEvent] {
    entry.tick(at: now, isOpen: isOpen, isSpeaking: audio.utterance != nil)
    return popNews()
  }

  /// Ends the session: what is still shown is dropped, and reported.
  ///
  /// What the log refused is tried a last time.
  ///
  /// - Returns: What happened, and the scores that were let through and that the log does not have.
  package mutating func close(at now: Duration) -> (events: [RoundEvent], unsaved: [Draft]) {
    let unsaved = entry.close(at: now)
    return (popNews(), unsaved)
  }

  // MARK: - Audio

  private mutating func talk(at now: Duration) {
    switch audio.press(at: now) {
    case .opened: entry.tell(.asked(.talk), at: now)
    case .closed: stopWaiting(at: now)
    case .impossible:
      entry.report(.refused(reason: "there is no audio to listen to; type the scores"))
    case .ignored: break
    }
  }

  /// Ends the stream, and hears or forgets what was being said in it.
  private mutating func endStream(
    _ end: AudioSession.StreamEnd, at now: Duration
  ) throws(RecognizerError) {
    defer { audio.close() }
    switch end {
    case .heard: try recognize(nil, at: now)
    case .forgotten:
      scorer?.discard()
      giveUpUtterance(at: now)
    }
  }

  /// Has the scorer hear a block of the stream, or the end of it where that is nil, and takes in what it
  /// heard.
  private mutating func recognize(_ block: [Int16]?, at now: Duration) throws(RecognizerError) {
    let expected = Set(missing)
    let showsWords = showsPartialWords && !entry.isShowing
    scorer?.listensForReplies = entry.confirmation.listensForReplies
    // Optimised code of Swift 6.3 loses a set with each assignment of it to the optional scorer: 128 bytes a block.
    if scorer?.expectedPlayers != expected { scorer?.expectedPlayers = expected }
    scorer?.showsPartialWords = showsWords
    do throws(RecognizerError) {
      let heard = if let block { try scorer?.feed(block) } else { try scorer?.finish() }
      for event in heard ?? [] { handle(event, at: now) }
    } catch {
      giveUpUtterance(at: now)
      throw error
    }
  }

  private mutating func handle(_ event: LiveEvent, at now: Duration) {
    switch event {
    case .started:
      audio.begin(number: entry.nextNumber, hole: entry.keeper.hole)
      tellOfSpeech(at: now)
    case .resumed:
      audio.resume()
      tellOfSpeech(at: now)
    case .hearing(let words, _):
      audio.note(words: words)
      entry.report(.hearing(words: words))
    case .heard(let scored, let range):
      guard let (utterance, end) = audio.finish(at: range.upperBound) else { return }
      let hole = entry.hole(of: scored.result, saidOn: utterance.hole, at: now)
      let taken = hole == utterance.hole ? scored : take(scored, onHole: hole)
      entry.hear(
        taken, utterance, onHole: hole, samples: scorer?.lastUtterance ?? [], end: end, at: now)
      moveScorer()
    }
  }

  /// Returns what an utterance says of another hole than the one on which it was begun.
  private func take(_ scored: ScoredUtterance, onHole hole: Int) -> ScoredUtterance {
    guard let round = try? entry.keeper.situation(atHole: hole) else { return scored }
    return switch scorer {
    case .some(let scorer): scorer.take(scored, on: round)
    case nil: scored
    }
  }

  private mutating func tellOfSpeech(at now: Duration) {
    if let utterance = audio.utterance {
      entry.tell(.speechStarted(utterance: utterance.number), at: now)
    }
  }

  /// Nothing of the utterance that goes on is heard, and nothing waits for it.
  private mutating func giveUpUtterance(at now: Duration) {
    guard let utterance = audio.giveUp() else { return }
    entry.tell(.speechEnded(utterance: utterance), at: now)
  }

  /// Nobody will speak who was waited for.
  private mutating func stopWaiting(at now: Duration) {
    guard entry.confirmation.isListening, audio.utterance == nil else { return }
    entry.tell(.speechEnded(utterance: entry.nextNumber), at: now)
  }

  /// Lets the scorer go on to where the round stands, but not while somebody speaks of another hole.
  private mutating func moveScorer() {
    guard audio.utterance == nil, scorerRevision != entry.revision else { return }
    scorerRevision = entry.revision
    do {
      try scorer?.move(to: entry.keeper.situation())
      scorerRound = entry.keeper.card.round.id
      unheardReason = nil
    } catch {
      // What it would hear are the players of before.
      if entry.keeper.card.round.id != scorerRound {
        scorer = nil
        audio.end()
      }
      if unheardReason != "\(error)" {
        entry.report(.refused(reason: "\(error); scores can still be typed"))
      }
      unheardReason = "\(error)"
    }
  }

  private mutating func popNews() -> [RoundEvent] {
    moveScorer()
    return entry.popEvents()
  }
}
