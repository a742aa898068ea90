internal import HyzerVoice
internal import ScoreLog

/// The way of scores into the log: the confirmation of what was said, typed or picked, the keeper that
/// saves it, and the reports of what came of it.
///
/// What happens is told to the confirmation; what the confirmation asks for is done at once, and what came
/// of that is told to it in turn, until nothing is left to tell.
struct ScoreEntry {
  /// How long a status message stays: that scores are saved, dropped or not understood.
  static let toast = Duration.seconds(3)
  /// How long after its time a window closes while the microphone counts: speech is known for what
  /// it is only after 60 ms, and one that began within the window may be a "no".
  static let hindsight = Duration.milliseconds(100)
  /// From one tick to the next it takes no longer, unless something stands still.
  static let longestGap = Duration.milliseconds(500)
  static let retryPause = Duration.seconds(10)
  /// How often the log is checked for what another program wrote; what this one writes is known at once.
  static let lookAround = Duration.milliseconds(100)
  /// How long a hole that was corrected stays the current one: the next key is for it as well.
  static let afterCorrection = Duration.seconds(5)

  /// What was reported of the log, so that nothing is reported again and again.
  private struct Reported {
    /// Why the last look at the log failed; nil where it did not.
    var trouble: String?
    /// The changes of the round, with those that were there at the start.
    var changes: Set<ChangeID> = []
    var refused: Set<Int> = []
    var isComplete = false
    /// The scores over which devices differ, of a revision of the round; nil before the first look.
    var disputes: [Dispute] = []
    var revision: Int?
  }

  private(set) var keeper: RoundKeeper
  private(set) var confirmation: Confirmation
  /// Changes with the hole, the players and the scores that the round has.
  private(set) var revision = 0
  private let typedParser: (Round) throws -> UtteranceParser
  private var events: [RoundEvent] = []
  private var reported = Reported()
  /// Whether the log has changed since a next round was looked for.
  private var mayHaveNext = false
  /// When ``tick(at:isOpen:isSpeaking:)`` came last, and whether it came late; nil before the first.
  private var lastTick: (at: Duration, isLate: Bool)?
  /// When the status message that is shown goes; nil where none is.
  private var toastEnd: Duration?
  /// When the log is checked next for what another program wrote.
  private var nextLook = ScoreEntry.lookAround
  /// When what it refused is tried again, commits as well as the current hole.
  private var nextTry = Duration.zero
  /// The hole of the scores that were let through last, and when.
  private var lastSaid: (hole: Int, at: Duration)?
  /// When a hole that was corrected is left; nil where the current one is none.
  private var leavesAt: Duration?

  init(
    _ keeper: RoundKeeper, _ settings: Confirmation.Settings,
    typedParser: @escaping (Round) throws -> UtteranceParser
  ) {
    self.keeper = keeper
    self.typedParser = typedParser
    confirmation = Confirmation(at: keeper.context, settings: settings)
    reported.changes = Set(keeper.card.round.changes.map(\.id))
  }

  /// Whether scores are shown that are neither let through nor dropped.
  var isShowing: Bool { confirmation.state.shown != nil }

  /// Whether the current hole is one that was corrected, and is left in a moment.
  var leavesSoon: Bool { leavesAt != nil }

  var nextNumber: Int { confirmation.latestUtterance + 1 }

  /// The players who are without a score on the current hole, in the log and in what waits to be saved.
  var missing: [PlayerID] { missing(onHole: keeper.hole) }

  private func missing(onHole hole: Int) -> [PlayerID] {
    let drafts = confirmation.drafts + confirmation.pending.map(\.draft)
    let scored = Set(drafts.filter { $0.hole == hole }.flatMap(\.scores).map(\.player))
    return keeper.card.playersMissing(onHole: hole).filter { !scored.contains($0) }
  }

  /// Returns when a window is to be closed, where what is said is listened to or not; nil where none is
  /// open, or it is held.
  func nextWake(isOpen: Bool) -> Duration? {
    guard case .confirming(_, let window) = confirmation.state else { return nil }
    return window.closes.map { isOpen ? $0 + ScoreEntry.hindsight : $0 }
  }

  mutating func report(_ event: RoundEvent) { events.append(event) }

  mutating func popEvents() -> [RoundEvent] {
    defer { events = [] }
    return events
  }

  // MARK: - What is said, typed and picked

  /// Returns the hole of words that were begun on one; scores that wait to be saved, on whatever hole, are what
  /// they correct.
  func hole(of result: ParseResult, saidOn hole: Int, at now: Duration) -> Int {
    guard result.hole == nil else { return holeOfWords(at: hole, now).hole(of: result) }
    if let shown = shownElsewhere(than: hole) {
      let named = Set(result.scores.map(\.player) + result.problems.flatMap(\.candidates))
      // The scores of everybody may be those of the next hole.
      let isPart = named.count == 1 || named.count < keeper.card.round.players.count
      if result.correctsEarlier
        || !named.isEmpty && isPart && named.isSubset(of: shown.rows.compactMap(\.player))
      {
        return shown.hole
      }
    }
    return hasDraft(ofHole: hole) ? hole : holeOfWords(at: hole, now).hole(of: result)
  }

  /// The scores that are shown, where they are of another hole than words were begun on.
  private func shownElsewhere(than hole: Int) -> Draft? {
    confirmation.state.shown.flatMap { $0.hole != hole && !$0.rows.isEmpty ? $0 : nil }
  }

  /// Returns the other hole of which words may be that name none, where they come over scores of that and speak of
  /// none of these; nil where there is none.
  private func question(_ result: ParseResult, saidOn hole: Int) -> Int? {
    result.hole == nil ? shownElsewhere(than: hole)?.hole : nil
  }

  private func holeOfWords(at hole: Int, _ now: Duration) -> HoleOfWords {
    HoleOfWords(
      current: hole, on: keeper.card, lastSaid: lastSaid.map { ($0.hole, now - $0.at) })
  }

  private func hasDraft(ofHole hole: Int) -> Bool {
    confirmation.drafts.contains { $0.hole == hole && !$0.rows.isEmpty }
  }

  /// Takes in an utterance that was worked out as of a hole; `samples` are its audio, and `end` is the time of
  /// the last.
  mutating func hear(
    _ scored: ScoredUtterance, _ utterance: AudioSession.Utterance, onHole hole: Int,
    samples: [Int16], end: Duration, at now: Duration
  ) {
    let transcript = scored.hypothesis.transcript
    let words = holeOfWords(at: hole, now)
    let question =
      question(scored.result, saidOn: hole)
      ?? (hasDraft(ofHole: hole) ? nil : words.question(scored.result))
    let event = Confirmation.Event(
      scored, number: utterance.number, onHole: keeper.context(ofHole: hole), orHole: question)
    if case .notUnderstood = scored.decision, answer(scored.result, at: now) {
      tell(.speechEnded(utterance: utterance.number), at: now)
      return
    }
    switch scored.decision {
    case .reply(let reply):
      if case .change = reply {
        keeper.note(scored, samples: samples, onHole: hole, number: utterance.number)
      }
      if scored.isSentenceAndReply {
        report(.heard(transcript: transcript, scored.result, hole: hole, end: end))
      } else if case .replied(let words, _) = event {
        report(.replied(transcript: words.transcript))
      }
      tell(event, at: now)
    case _ where utterance.purpose == .replies:
      tell(.speechEnded(utterance: utterance.number), at: now)
    case .nothingHeard, .rejected, .notUnderstood:
      report(.failed(transcript: transcript, scored.result, hole: hole, end: end))
      // With an open microphone most of what is no score is wind, and no question to anybody.
      let isMeant =
        utterance.purpose == .announced || scored.decision == .notUnderstood || utterance.wentOn
      tell(isMeant ? event : .speechEnded(utterance: utterance.number), at: now)
    case .asks, .savesItself:
      keeper.note(scored, samples: samples, onHole: hole, number: utterance.number)
      report(.heard(transcript: transcript, scored.result, hole: hole, end: end))
      tell(event, at: now)
    }
  }

  /// Does what a person asks for, and returns whether the microphone is to be opened.
  mutating func act(_ action: RoundAction, at now: Duration) -> Bool {
    switch action {
    case .retry:
      // Who asks wants an answer.
      reported.refused = []
      return tell(.asked(action), at: now)
    case .accept, .cancel, .edit, .review, .show, .setResult, .setPlayer, .removeRow:
      tell(.asked(action), at: now)
    case .setHole(let hole):
      if keeper.card.round.holes.contains(hole) { place(onHole: hole, at: now) }
    case .undo: undo(at: now)
    case .redo: redo(at: now)
    case .go(let hole): go(to: hole, at: now)
    case .propose(let player, let result):
      enter("", ParseResult(picked: player, result), onHole: keeper.hole, at: now)
      // Who picks that there is no score has confirmed it.
      if result == .noScore,
        let row = confirmation.state.shown?.rows.last(where: { $0.player == player })
      {
        tell(.asked(.setResult(row: row.id, result)), at: now)
      }
    case .resolve(let player, let hole, let result):
      // It may have been settled elsewhere since it was shown.
      if keeper.disputes.contains(where: { $0.player == player && $0.hole == hole }) {
        let draft = Draft(picked: result, for: player, onHole: hole)
        tell(.picked(draft, keeper.context(ofHole: hole)), at: now)
      }
    case .enter(let text, let hole):
      do {
        try enter(text, typedOn: hole ?? keeper.hole, at: now)
      } catch {
        report(.refused(reason: "\(error)"))
      }
    case .finish(let early): finish(early: early, at: now)
    case .stay: if leavesAt != nil { leavesAt = now + ScoreEntry.afterCorrection }
    // The live round does these.
    case .talk, .quit: break
    }
    return false
  }

  /// Takes in a typed line: an answer to what is shown, or scores of the hole that it is of.
  private mutating func enter(_ text: String, typedOn start: Int, at now: Duration) throws {
    let here = try keeper.situation(atHole: start)
    switch ReplyParser(round: here).parse(text, input: .typed) {
    case .undo:
      guard isShowing || undoesWhatWasSaid(at: now) else {
        let hole = keeper.undoing.map { "hole \($0.hole)" } ?? "anything"
        return report(.refused(reason: "to take back \(hole), press u"))
      }
      return undo(at: now)
    // "Mike five" may as well be of somebody who is not shown.
    case .change(_?, _), nil: break
    case .some(let reply):
      guard isShowing else { break }
      let words = Draft.Words(number: nextNumber, input: .typed, transcript: text)
      tell(.replied(words, reply), at: now)
      return
    }
    func parse(_ round: Round) throws -> ParseResult {
      try typedParser(round).parse(typed: text, missing: missing(onHole: round.hole ?? start))
    }
    var result = try parse(here)
    if result.scores.isEmpty, answer(result, at: now) { return }
    let hole = hole(of: result, saidOn: start, at: now)
    if hole != start { result = try parse(keeper.situation(atHole: hole)) }
    if let other = question(result, saidOn: hole) {
      result.problems.append(
        Problem(.holeInQuestion(earlier: other, current: hole), text: "", range: 0..<0))
    }
    enter(text, result, onHole: hole, at: now)
  }

  /// Whether undoing takes back what this session saved within the last minute, or scores of the hole that
  /// is on the screen.
  private func undoesWhatWasSaid(at now: Duration) -> Bool {
    guard let hole = keeper.undoing?.hole else { return true }
    let isFresh =
      lastSaid.map { $0.hole == hole && now - $0.at <= Confirmation.overtakenFor } ?? false
    return hole == keeper.hole || isFresh
  }

  private mutating func enter(
    _ text: String, _ result: ParseResult, onHole hole: Int, at now: Duration
  ) {
    // Who typed it can mend it; what is shown stays.
    guard result.status != .failed else { return report(.unread(text: text, result)) }
    report(.heard(transcript: text, result, hole: hole, end: now))
    let words = Draft.Words(number: nextNumber, input: .typed, transcript: text)
    tell(.heard(words, result, onHole: keeper.context(ofHole: hole)), at: now)
  }

  /// Takes words that do nothing but name a hole for an answer to the question of which one scores are;
  /// returns false where they are none.
  private mutating func answer(_ result: ParseResult, at now: Duration) -> Bool {
    guard let hole = result.hole, let draft = confirmation.state.shown,
      draft.holesInQuestion.contains(hole)
    else { return false }
    place(onHole: hole, at: now)
    return true
  }

  /// Takes the shown scores for those of a hole where that is open; who says the next one has left this one.
  private mutating func place(onHole hole: Int, at now: Duration) {
    let isNext = hole == keeper.context.next && confirmation.state.shown?.hole == keeper.hole
    tell(.placed(keeper.context(ofHole: hole)), at: now)
    if isNext, confirmation.state.shown?.hole == hole { go(to: hole, at: now) }
  }

  private mutating func undo(at now: Duration) {
    switch confirmation.state {
    case .confirming, .partial, .unsaved: tell(.asked(.undo), at: now)
    case .idle, .listening, .failed, .committed, .dismissed:
      guard confirmation.pending.isEmpty else {
        return report(.refused(reason: "there are scores that are not saved yet; r tries again"))
      }
      let before = confirmation
      tell(.asked(.undo), at: now)
      // The confirmation knows the last commit only; before that, the log does.
      if before == confirmation { run(takeBack(number: nil, transcript: nil), at: now) }
    }
  }

  private mutating func redo(at now: Duration) {
    guard !isShowing, confirmation.pending.isEmpty else {
      return report(.refused(reason: "save or drop first what is not saved yet"))
    }
    let left = keeper.hole
    do {
      if let (hole, change) = try keeper.redo() {
        report(.redone(hole: hole, change))
      } else {
        report(.refused(reason: "nothing was undone here since scores were entered"))
      }
    } catch {
      report(.refused(reason: error.description))
    }
    run(follow(from: left), at: now)
  }

  private mutating func finish(early: Bool, at now: Duration) {
    guard !isShowing, confirmation.pending.isEmpty else {
      return report(.refused(reason: "save or drop first what is not saved yet"))
    }
    do {
      try keeper.finish(early: early)
    } catch {
      report(.refused(reason: error.description))
    }
    run(lookAround(looksOutside: false), at: now)
  }

  private mutating func go(to hole: Int, at now: Duration) {
    let left = keeper.hole
    leavesAt = nil
    guard hole != left, keeper.card.round.holes.contains(hole) else { return }
    do {
      try keeper.go(to: hole)
    } catch {
      // Where the round stands can be saved again; it must not stop the round.
      report(.refused(reason: error.description))
      nextTry = now + ScoreEntry.retryPause
    }
    run(follow(from: left), at: now)
  }

  // MARK: - Time

  /// Asks about scores of an earlier session that were not saved.
  mutating func ask(about draft: Draft, at now: Duration) {
    tell(.leftover(draft, keeper.context(ofHole: draft.hole)), at: now)
  }

  /// Closes windows whose time has come, tries again what the log refused, and takes in what others wrote
  /// into it.
  mutating func tick(at now: Duration, isOpen: Bool, isSpeaking: Bool) {
    let isLate = lastTick.map { now - $0.at > ScoreEntry.longestGap } ?? false
    if isLate, lastTick?.isLate == false { tell(.resumed, at: now) }
    lastTick = (now, isLate)
    if let wake = nextWake(isOpen: isOpen), now >= wake { tell(.timerFired, at: now) }
    // Who speaks may be speaking of what is still shown.
    if let toastEnd, now >= toastEnd, !isSpeaking {
      self.toastEnd = nil
      tell(.toastOver, at: now)
    }
    if confirmation.refusal == nil { reported.refused = [] }
    if now >= nextTry, confirmation.refusal != nil || keeper.owesHole {
      nextTry = now + ScoreEntry.retryPause
      if confirmation.refusal != nil { retryUnsaved(at: now) } else { keepHole() }
    }
    if let leavesAt, now >= leavesAt, !isShowing, !isSpeaking { leaveCorrectedHole() }
    let looksOutside = now >= nextLook
    if looksOutside { nextLook = now + ScoreEntry.lookAround }
    run(lookAround(looksOutside: looksOutside), at: now)
    // What is reported beside it would be shown with the players of the next round.
    let isIdle = !isSpeaking && events.isEmpty && confirmation.drafts.isEmpty
    if mayHaveNext, isIdle, confirmation.pending.isEmpty { takeUpNextRound(at: now) }
  }

  /// Goes on with the next round, where there is one and this one is over.
  private mutating func takeUpNextRound(at now: Duration) {
    mayHaveNext = false
    let left = keeper.hole
    do {
      guard let next = try keeper.next() else { return }
      keeper = next
    } catch {
      return report(.refused(reason: error.description))
    }
    reported = Reported()
    reported.changes = Set(keeper.card.round.changes.map(\.id))
    (lastSaid, leavesAt) = (nil, nil)
    revision += 1
    report(.nextRound(course: keeper.card.round.course))
    if keeper.hole != left { report(.moved(hole: keeper.hole)) }
    tell(.nextRound(keeper.context), at: now)
  }

  /// Drops what is shown, tries a last time what the log refused, and returns what was let through and the
  /// log does not have.
  mutating func close(at now: Duration) -> [Draft] {
    if case .failed = confirmation.state { tell(.toastOver, at: now) }
    let refused = confirmation.pending
    if confirmation.refusal != nil { retryUnsaved(at: now) }
    // One that somebody else's scores have overtaken is shown again, and nobody is left to say yes.
    let unsaved = refused.filter { !keeper.hasSaved(number: $0.number) }.map(\.draft)
    while isShowing { tell(.asked(.cancel), at: now) }
    if leavesAt != nil { leaveCorrectedHole() }
    return unsaved
  }

  /// Goes on from a hole that was corrected to the one that is being played.
  private mutating func leaveCorrectedHole() {
    leavesAt = nil
    let left = keeper.hole
    // What the log cannot keep now is tried again.
    try? keeper.leaveCompleteHole()
    run(follow(from: left), at: lastTick?.at ?? .zero)
  }

  /// Tries to save what the log refused, which is not taken for a wish to speak again.
  private mutating func retryUnsaved(at now: Duration) {
    if case .failed = confirmation.state { return }
    tell(.asked(.retry), at: now)
  }

  // MARK: - The queue

  /// What is still to be done before the next thing can happen.
  private enum Step {
    case tell(Confirmation.Event)
    case perform(Confirmation.Effect)
  }

  /// Tells the confirmation what happened, does what it asks for, and tells it what came of that, until
  /// nothing is left; returns whether the microphone is to be opened.
  @discardableResult
  mutating func tell(_ news: Confirmation.Event..., at now: Duration) -> Bool {
    run(news.map { .tell($0) }, at: now)
  }

  @discardableResult
  private mutating func run(_ steps: [Step], at now: Duration) -> Bool {
    var queue = steps
    var saved: [Draft] = []
    var opensMicrophone = false
    while !queue.isEmpty {
      switch queue.removeFirst() {
      case .tell(let event): queue += handle(event, at: now)
      case .perform(.listen): opensMicrophone = true
      case .perform(.commit(let draft, let number)):
        queue += commit(draft, number: number, at: now)
        if keeper.hasSaved(number: number) { saved.append(draft) }
      case .perform(.undo(let number, let transcript)):
        queue += takeBack(number: number, transcript: transcript)
      }
    }
    reportCompletion(of: saved)
    // An utterance is evidence until its scores are saved or dropped.
    if !isShowing, confirmation.waiting.isEmpty, confirmation.pending.isEmpty {
      keeper.forgetUtterances()
    }
    return opensMicrophone
  }

  /// Tells the confirmation what happened, reports what that did to drafts, and returns what is to be done.
  private mutating func handle(_ event: Confirmation.Event, at now: Duration) -> [Step] {
    let before = confirmation
    let effects = confirmation.handle(event, at: now)
    let (old, new) = (before.state, confirmation.state)
    if new != old { toastEnd = new.isToast ? now + ScoreEntry.toast : nil }
    let isLetThrough = confirmation.pending.count > before.pending.count
    var isPlaced = false
    if case .placed = event { isPlaced = true }
    if let dropped = old.shown, !isLetThrough, !isPlaced, new.shown?.hole != dropped.hole {
      report(.dismissed(dropped))
    }
    for lost in confirmation.givenUp(since: before, by: event) {
      report(.dismissed(lost.draft))
      keeper.giveUp(number: lost.number)
    }
    switch new {
    case .confirming(let draft, _): if !old.isConfirming(draft) { report(.confirming(draft)) }
    case .partial(let draft): if old != new { report(.partial(draft)) }
    case .idle, .listening, .failed, .unsaved, .committed, .dismissed: break
    }
    return effects.map { .perform($0) }
  }

  // MARK: - The log

  /// Saves a draft, and returns what to tell the confirmation of it.
  private mutating func commit(_ draft: Draft, number: Int, at now: Duration) -> [Step] {
    let left = keeper.hole
    lastSaid = (draft.hole, now)
    do {
      let (change, clipFailure) = try keeper.commit(draft, number: number)
      report(.committed(draft, change))
      let isCorrected = keeper.hole == draft.hole && keeper.card.isComplete(hole: draft.hole)
      leavesAt = isCorrected ? now + ScoreEntry.afterCorrection : nil
      if let clipFailure { report(.refused(reason: clipFailure)) }
      return [.tell(.saved(commit: number))] + follow(from: left)
    } catch ScoreStoreError.refused(.changedMeanwhile) {
      keeper.giveUp(number: number)
      let news = lookAround()
      return news + [.tell(.outdated(commit: number, keeper.context(ofHole: draft.hole)))]
    } catch {
      nextTry = now + ScoreEntry.retryPause
      let refused = Step.tell(.saveFailed(commit: number, reason: error.description))
      // What was refused may be an older commit, for which the latest waits.
      let news = confirmation.pending.filter { reported.refused.insert($0.number).inserted }
      for commit in news { report(.unsaved(commit.draft, reason: error.description)) }
      guard news.contains(where: { $0.draft.hole == left }) else { return [refused] }
      keeper.goAhead(of: confirmation.pending.map(\.draft))
      return [refused] + follow(from: left)
    }
  }

  /// Takes back a commit, or the last where none is named, and returns what to tell the confirmation.
  private mutating func takeBack(number: Int?, transcript: String?) -> [Step] {
    let left = keeper.hole
    do {
      if let (hole, change) = try keeper.undo(number: number, transcript: transcript) {
        report(.undone(hole: hole, change))
        lastSaid = nil
        reported.isComplete = false
      } else {
        report(.refused(reason: "this device has nothing to undo"))
      }
    } catch {
      report(.refused(reason: error.description))
    }
    return follow(from: left)
  }

  /// Takes in what others did to the log, and returns what to tell the confirmation of it.
  private mutating func lookAround(looksOutside: Bool = true) -> [Step] {
    let left = keeper.hole
    do {
      let elsewhere = try keeper.refresh(looksOutside: looksOutside)
      if looksOutside { reported.trouble = nil }
      guard let elsewhere else { return [] }
      mayHaveNext = true
      // A commit may have taken them in before, and they may come before what is known.
      let changes = keeper.card.round.changes.filter { reported.changes.insert($0.id).inserted }
      if !changes.isEmpty { report(.roundChanged(changes)) }
      switch elsewhere {
      case .nothing: return changes.isEmpty ? [] : follow(from: left)
      case .changed:
        report(.changedElsewhere)
        let isOvertaken = keeper.hole != left && keeper.card.isComplete(hole: left)
        let news = isOvertaken ? [Step.tell(.overtaken(keeper.context(ofHole: left)))] : []
        return news + follow(from: left)
      case .anotherRound:
        let round = keeper.card.round
        if round.isDeleted {
          report(.refused(reason: ScoreLogRefusal.roundDeleted(round.id).description))
        } else if !keeper.isOver {
          report(
            .refused(
              reason: "another round is the current one now; scores go to this one until it is over"
            ))
        }
        return follow(from: left)
      }
    } catch {
      if reported.trouble != error.description { report(.refused(reason: error.description)) }
      reported.trouble = error.description
      return []
    }
  }

  /// Reports where the round stands, and returns that for the confirmation.
  private mutating func follow(from left: Int) -> [Step] {
    revision += 1
    if keeper.hole != left { report(.moved(hole: keeper.hole)) }
    return [.tell(.moved(keeper.context))]
  }

  /// Tries once more to have the log keep the current hole; that it could not was reported.
  private mutating func keepHole() { try? keeper.keepHole() }

  /// Reports what the scores make of the round, once: that every player has every hole, that devices differ
  /// over scores or do not any more, and which of those just saved do not count.
  private mutating func reportCompletion(of saved: [Draft]) {
    if !saved.isEmpty, confirmation.pending.isEmpty {
      keepHole()
      if keeper.card.isComplete, !reported.isComplete {
        reported.isComplete = true
        report(.complete)
      }
    }
    if reported.revision != revision {
      reported.revision = revision
      reportDisputes()
    }
    for draft in saved {
      let overruled = keeper.overruled(draft)
      if !overruled.isEmpty { report(.overruled(hole: draft.hole, overruled)) }
    }
  }

  private mutating func reportDisputes() {
    let (known, now) = (reported.disputes, keeper.disputes)
    func missing(_ disputes: [Dispute], in others: [Dispute]) -> Dispute? {
      disputes.first { one in !others.contains { $0.player == one.player && $0.hole == one.hole } }
    }
    reported.disputes = now
    let new = missing(now, in: known)
    guard let place = new ?? missing(known, in: now) else { return }
    report(.disputed(hole: place.hole, count: now.count, isNew: new != nil))
  }
}
