package import DiscGolf
internal import HyzerVoice

/// Decides when the scores that were said are saved: at once, after a time to say no, or never.
///
/// A pure state machine: it is fed events with the time since the start of the session, and returns
/// what is to be done. It has no clock: the caller sends ``Event/timerFired`` when the window of
/// ``state`` closes; too early or too often does no harm.
package struct Confirmation: Hashable, Sendable {
  package private(set) var state = State.idle
  /// Drafts of other holes than the shown one, which come after it, the oldest first.
  package private(set) var waiting: [Draft] = []
  /// The commits that the log does not have yet, in the order in which they go to it: one at a time,
  /// so that of two scores for one player the later one stands.
  package private(set) var pending: [Pending] = []
  /// Why the log refused the first of ``pending``; nil where it did not.
  package private(set) var refusal: String?

  /// Chosen: nobody plays the next hole in so short a time, but whoever was about to say the scores of
  /// the last one has said them by then.
  package static let overtakenFor = Duration.seconds(60)

  /// Chosen: who says other scores of the same hole does so sooner, and nobody plays one in so short a time.
  package static let repeatedWithin = Duration.seconds(45)

  private let settings: Settings
  /// The current hole, and what is known of each that was the current one.
  private var hole: Int
  private var holes: [Int: HoleContext]
  private var speech = Speech()
  /// What a person or a screen holds windows by.
  private var heldBy: Set<Hold> = []
  /// The hole that others completed, and until when it is open whether somebody speaks of that.
  private var overtaken: Overtaken?
  /// How many commits there were, which is also the number of the last one.
  private var commits = 0
  /// The commit that an undo takes back.
  private var lastSaved: Pending?
  /// The latest utterance when what is shown last changed: a "yes" begun until then is of
  /// something else.
  private var shownAfter = 0
  /// When what is shown last changed by words or by a person.
  private var shownSince = Duration.zero

  private struct Overtaken: Hashable {
    let hole: Int
    let until: Duration
  }

  package init(at context: HoleContext, settings: Settings = Settings()) {
    hole = context.hole
    holes = [context.hole: context]
    self.settings = settings
  }

  /// The drafts that are neither let through nor dropped, the shown one first.
  package var drafts: [Draft] { [state.shown].compactMap(\.self) + waiting }

  /// Whether somebody speaks or is expected to, or what was said is not worked out yet.
  package var isListening: Bool { speech.isUnderWay }

  /// The highest number of an utterance or typed line so far.
  var latestUtterance: Int { speech.latest }

  /// Whether words can be an answer to what is shown, such as "no" or "make it five".
  package var listensForReplies: Bool {
    switch state {
    case .confirming, .partial, .committed: true
    case .idle, .listening, .failed, .unsaved, .dismissed: false
    }
  }

  /// Returns who can be picked for a row of the shown draft, the likeliest first.
  ///
  /// Those whom its words may mean come first, also with a score on this hole; then who has none.
  /// Players of the draft's other rows are left out. Where nobody would be left, everybody else can
  /// be picked.
  package func choices(for row: Draft.Row.ID) -> [PlayerID] {
    guard let draft = state.shown, let row = draft.rows.first(where: { $0.id == row }) else {
      return []
    }
    let context = context(draft.hole)
    var choices: [PlayerID] = []
    for player in [row.player].compactMap(\.self) + row.candidates
    where draft.canChoose(player, for: row) && !choices.contains(player) { choices.append(player) }
    let others = context.players.filter { player in
      !choices.contains(player) && !draft.rows.contains { $0.player == player }
    }
    choices += others.filter { context.results[$0] == nil }
    return choices.isEmpty ? others : choices
  }

  /// Returns the commits that an event gave up, beside how all was before: one that is saved leaves by
  /// itself, and one that is outdated is shown again.
  func givenUp(since before: Confirmation, by event: Event) -> [Pending] {
    switch event {
    case .saved, .outdated: return []
    default: break
    }
    let left = Set(pending.map(\.number))
    return before.pending.filter { !left.contains($0.number) }
  }

  /// Handles an event, at a time since the start of the session, and returns what is to be done.
  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    switch event {
    case .asked(let action): return act(action, at: now)
    case .speechStarted(let utterance):
      if speech.begin(utterance, hole: hole) { attend(at: now) }
    case .speechEnded(let utterance):
      if speech.end(utterance, current: hole) != nil { relax(at: now) }
    case .heard(let words, let result, let context):
      guard let begun = speech.end(words.number, current: hole) else { return [] }
      let hole = context?.hole ?? begun
      if let context { holes[hole] = context }
      if result.status == .failed {
        fail(words, result, at: now)
      } else {
        merge(words, result, hole: hole, at: now)
      }
    case .replied(let words, let reply):
      guard let hole = speech.end(words.number, current: hole) else { return [] }
      return answer(reply, words, hole: hole, at: now)
    case .leftover(let draft, let context):
      holes[context.hole] = context
      if state.shown == nil { show(draft, at: now) } else { waiting.append(draft) }
    case .picked(let draft, let context): return pick(draft, context)
    case .timerFired: return closeWindow(at: now)
    case .saved(let commit): return finish(commit, at: now)
    case .saveFailed(let commit, let reason): keep(commit, reason: reason)
    case .outdated(let commit, let context): return showAgain(commit, context, at: now)
    case .resumed:
      if case .confirming(let draft, _) = state { openWindow(for: draft, at: now) }
    case .moved(let context):
      hole = context.hole
      holes[hole] = context
      refresh(byOthers: true, at: now)
    case .overtaken(let context):
      holes[context.hole] = context
      overtaken = Overtaken(hole: context.hole, until: now + Confirmation.overtakenFor)
    case .nextRound(let context):
      guard drafts.isEmpty, pending.isEmpty else { break }
      (hole, holes) = (context.hole, [context.hole: context])
      (overtaken, lastSaved, state) = (nil, nil, resting)
    case .placed(let context):
      guard state.shown?.holesInQuestion.contains(context.hole) == true else { break }
      holes[context.hole] = context
      edit(at: now) { $0.choose(hole: context.hole) }
    // Something else may have come in its place by now.
    case .toastOver: if state.isToast { state = resting }
    }
    return []
  }

  private mutating func act(_ action: RoundAction, at now: Duration) -> [Effect] {
    switch action {
    case .talk:
      speech.expect()
      attend(at: now)
    case .accept: return accept(at: now)
    case .cancel: return cancel(at: now)
    case .retry: return retry()
    case .undo: return undo(at: now)
    // Where nothing is shown, the row went away while it was being edited.
    case .edit(let begins): if state.shown != nil { hold(.editing, begins, at: now) }
    case .review(let begins): hold(.reviewing, begins, at: now)
    case .show(let isWhole): hold(.unseen, !isWhole, at: now)
    case .setPlayer(let row, let player): edit(at: now) { $0.choose(player, for: row) }
    case .setResult(let row, let result): edit(at: now) { $0.choose(result, for: row) }
    case .removeRow(let row): edit(at: now) { $0.remove(row) }
    // The round does these, and says what comes of them.
    case .setHole, .redo, .propose, .resolve, .enter, .stay, .go, .finish, .quit: break
    }
    return []
  }

  private func context(_ hole: Int) -> HoleContext {
    guard let context = holes[hole] else {
      preconditionFailure("nobody was ever at hole \(hole), so nothing was said there")
    }
    return context
  }
}

// MARK: - What is shown

extension Confirmation {
  /// What is shown where no draft is.
  private var resting: State {
    if let refusal, let first = pending.first { return .unsaved(first.draft, reason: refusal) }
    return speech.isUnderWay ? .listening : .idle
  }

  /// Why a window would not close now.
  package var holds: Set<Hold> { speech.isUnderWay ? heldBy.union([.speaking]) : heldBy }

  private mutating func hold(_ hold: Hold, _ begins: Bool, at now: Duration) {
    if begins { heldBy.insert(hold) } else { heldBy.remove(hold) }
    updateHolds(at: now)
  }

  /// Shows a draft that is new or has changed; its window starts in full.
  private mutating func show(_ changed: Draft, at now: Duration) {
    shownSince = now
    display(changed, at: now)
  }

  /// Shows a draft that says what it said before; its window starts in full.
  private mutating func display(_ changed: Draft, at now: Duration) {
    var draft = changed
    draft.compare(with: context(draft.hole))
    shownAfter = speech.latest
    if draft.isResolved {
      openWindow(for: draft, at: now)
    } else {
      state = .partial(draft)
    }
  }

  private mutating func openWindow(for draft: Draft, at now: Duration) {
    let length = settings.length(for: draft, par: context(draft.hole).par)
    let closes = holds.isEmpty ? now + length : nil
    state = .confirming(draft, Window(length: length, closes: closes, holds: holds))
  }

  /// Shows the draft again where the scores that its rows replace have changed.
  private mutating func refresh(byOthers: Bool, at now: Duration) {
    guard let draft = state.shown else { return }
    var compared = draft
    if byOthers {
      compared.follow(context(draft.hole))
    } else {
      compared.compare(with: context(draft.hole))
    }
    if compared != draft { display(compared, at: now) }
  }

  /// Whether scores that are said now come so late that they may be of the next hole, unless they are just
  /// what the shown draft asks for.
  private func isLate(_ scores: [(player: PlayerID, result: HoleResult)], at now: Duration) -> Bool
  {
    guard let draft = state.shown else { return false }
    return now - shownSince >= Confirmation.repeatedWithin && !draft.asks(for: scores)
  }

  /// Leaves the shown draft, for the next one or else for a state.
  private mutating func leave(for next: State, at now: Duration) {
    heldBy.subtract([.editing, .unseen])
    state = next
    if !waiting.isEmpty { show(waiting.removeFirst(), at: now) }
  }

  /// Holds the window, or starts it in full where nothing holds it any more.
  private mutating func updateHolds(at now: Duration) {
    // Only a window can be held; the next one knows.
    guard case .confirming(let draft, let window) = state, window.holds != holds else { return }
    openWindow(for: draft, at: now)
  }
}

// MARK: - Speech

extension Confirmation {
  private mutating func attend(at now: Duration) {
    switch state {
    case .idle, .failed, .dismissed: state = .listening
    // The words may be about what is shown, or it has to be seen first.
    case .listening, .confirming, .partial, .unsaved, .committed: updateHolds(at: now)
    }
  }

  /// Somebody spoke, and it changes nothing.
  private mutating func relax(at now: Duration) {
    if state == .listening { state = resting }
    updateHolds(at: now)
  }

  private mutating func fail(_ words: Draft.Words, _ result: ParseResult, at now: Duration) {
    if var draft = state.shown {
      if draft.transcripts[words.number] != nil {
        draft.doubtEverything()
      } else if let problem = result.problems.first(where: { $0.kind != .lowConfidence }) {
        // It may have been a "no" in other words.
        draft.note(problem)
      } else {
        // Noise does not touch scores that were understood, unless they were said in the middle of it.
        return relax(at: now)
      }
      return show(draft, at: now)
    }
    state = .failed(transcript: words.transcript, problems: result.problems)
  }

  private mutating func merge(
    _ words: Draft.Words, _ result: ParseResult, hole: Int, at now: Duration
  ) {
    if let draft = state.shown, draft.hole != hole {
      let place = waiting.firstIndex { $0.hole == hole } ?? waiting.endIndex
      if place == waiting.endIndex { waiting.append(Draft(hole: hole)) }
      waiting[place].merge(words, result)
      relax(at: now)
    } else {
      var draft = state.shown ?? Draft(hole: hole)
      let context = context(hole)
      let known = Set(context.results.keys).union(draft.rows.compactMap(\.player))
      let comesLate = isLate(result.scores.map { ($0.player, .strokes($0.strokes)) }, at: now)
      draft.merge(words, result)
      if !words.isPick {
        if let overtaken, now < overtaken.until, hole == self.hole, result.hole == nil {
          draft.question(overtaken.hole)
        }
        if result.correctsEarlier {
          if known.isDisjoint(with: result.scores.map(\.player)) { draft.doubtEverything() }
        } else if result.hole == nil {
          if context.isComplete { draft.doubtReplacements(by: words, on: context) }
          draft.doubtHole(of: words, isLate: comesLate, on: context)
        }
      }
      show(draft, at: now)
    }
  }

  private mutating func answer(
    _ reply: Reply, _ words: Draft.Words, hole: Int, at now: Duration
  ) -> [Effect] {
    switch (state, reply) {
    case (.confirming, .accept), (.partial, .accept):
      if words.number > shownAfter, !heldBy.contains(.unseen) { return accept(at: now) }
      relax(at: now)
    case (.confirming, .dismiss), (.confirming, .undo), (.partial, .dismiss), (.partial, .undo):
      return cancel(at: now)
    case (.confirming(var draft, _), .change(let player, let result)),
      (.partial(var draft), .change(let player, let result)):
      let comesLate = player.map { isLate([($0, result)], at: now) } ?? false
      draft.change(player, to: result, words)
      draft.doubtHole(of: words, isLate: comesLate, on: context(draft.hole))
      show(draft, at: now)
    case (.committed, .undo): return takeBack(words.transcript)
    case (.committed(let saved), .change(let player?, let result)):
      // So soon after, another score of the same player corrects the one that was saved. Where the
      // next hole is the current one by now it may also be the first of that: a person is asked.
      let isCorrection = saved.rows.contains { $0.player == player }
      var draft = Draft(hole: isCorrection ? saved.hole : hole)
      draft.change(player, to: result, words)
      if isCorrection, saved.hole != hole { draft.doubtEverything() }
      show(draft, at: now)
    // There is nothing to say yes or no to, and a score without a player is a guess.
    case (.committed, .accept), (.committed, .dismiss), (.committed, .change(nil, _)): break
    // Nothing shown asks for an answer: the words were meant for somebody else.
    case (.idle, _), (.listening, _), (.failed, _), (.unsaved, _), (.dismissed, _):
      relax(at: now)
    }
    return []
  }

  /// Corrects the shown draft; `change` returns false where it does not apply.
  ///
  /// Rows that went to the log under a number stay as they are.
  private mutating func edit(at now: Duration, _ change: (inout Draft) -> Bool) {
    guard var draft = state.shown, change(&draft) else { return }
    if draft.rows.isEmpty {
      leave(for: .dismissed, at: now)
    } else {
      show(draft, at: now)
    }
  }
}

// MARK: - Saving, dropping and taking back

extension Confirmation {
  private mutating func closeWindow(at now: Duration) -> [Effect] {
    guard case .confirming(let draft, let window) = state, let closes = window.closes,
      now >= closes
    else { return [] }
    return commit(draft, at: now)
  }

  private mutating func accept(at now: Duration) -> [Effect] {
    guard var draft = state.shown, draft.isComplete else { return [] }
    draft.settle()
    return commit(draft, at: now)
  }

  private mutating func commit(_ draft: Draft, at now: Duration) -> [Effect] {
    let effects = send(draft)
    leave(for: resting, at: now)
    return effects
  }

  /// Saves what the organiser picked, beside what is shown.
  private mutating func pick(_ picked: Draft, _ context: HoleContext) -> [Effect] {
    holes[context.hole] = context
    var draft = picked
    draft.compare(with: context)
    let effects = send(draft)
    switch state {
    case .failed, .unsaved, .committed, .dismissed: state = resting
    case .idle, .listening, .confirming, .partial: break
    }
    return effects
  }

  /// Sends a draft to the log, after those that wait for it.
  private mutating func send(_ draft: Draft) -> [Effect] {
    let isSending = !pending.isEmpty && refusal == nil
    commits += 1
    pending.append(Pending(draft: draft, number: commits))
    return isSending ? [] : sendFirst()
  }

  /// Sends the oldest commit, also where it was refused before.
  private mutating func sendFirst() -> [Effect] {
    refusal = nil
    return pending.first.map { [.commit($0.draft, number: $0.number)] } ?? []
  }

  private mutating func retry() -> [Effect] {
    if case .failed = state {
      speech.expect()
      state = .listening
      return [.listen]
    }
    // An older commit may have been refused, whatever is shown now.
    guard refusal != nil else { return [] }
    let effects = sendFirst()
    if case .unsaved = state { state = resting }
    return effects
  }

  private mutating func finish(_ number: Int, at now: Duration) -> [Effect] {
    guard refusal == nil, pending.first?.number == number else { return [] }
    var saved = pending.removeFirst()
    saved.draft.compare(with: context(saved.draft.hole))
    for row in saved.draft.rows {
      if let player = row.player {
        holes[saved.draft.hole]?.results[player] = row.result
        holes[saved.draft.hole]?.ages[player] = .zero
      }
    }
    lastSaved = saved
    // What comes after it replaces what it saved.
    for place in pending.indices where pending[place].draft.hole == saved.draft.hole {
      pending[place].draft.compare(with: saved.draft)
    }
    let effects = sendFirst()
    switch state {
    case .idle, .listening: state = pending.isEmpty ? .committed(saved.draft) : resting
    case .confirming, .partial: refresh(byOthers: false, at: now)
    // What is shown is newer than the commit.
    case .failed, .unsaved, .committed, .dismissed: break
    }
    return effects
  }

  private mutating func keep(_ number: Int, reason: String) {
    guard refusal == nil, pending.first?.number == number else { return }
    refusal = reason
    switch state {
    case .idle, .listening, .dismissed: state = resting
    // What is shown needs a person; the commit stays in `pending`.
    case .confirming, .partial, .failed, .unsaved, .committed: break
    }
  }

  /// Somebody else changed what a commit was to replace: it is shown again beside that.
  private mutating func showAgain(
    _ number: Int, _ context: HoleContext, at now: Duration
  ) -> [Effect] {
    guard refusal == nil, pending.first?.number == number else { return [] }
    var draft = pending.removeFirst().draft
    holes[context.hole] = context
    draft.follow(context)
    let effects = sendFirst()
    if state.shown == nil { show(draft, at: now) } else { waiting.insert(draft, at: 0) }
    return effects
  }

  private mutating func cancel(at now: Duration) -> [Effect] {
    speech.ignoreAll()
    switch state {
    case .confirming, .partial: leave(for: .dismissed, at: now)
    case .idle, .listening, .failed, .committed, .dismissed: state = resting
    case .unsaved:
      pending.removeFirst()
      let effects = sendFirst()
      state = pending.isEmpty ? .dismissed : resting
      return effects
    }
    return []
  }

  private mutating func undo(at now: Duration) -> [Effect] {
    switch state {
    case .confirming, .partial, .unsaved: cancel(at: now)
    case .idle, .listening, .failed, .committed, .dismissed: takeBack(nil)
    }
  }

  /// Takes back the last commit, unless there is a later one that is not saved yet.
  private mutating func takeBack(_ transcript: String?) -> [Effect] {
    guard pending.isEmpty, let last = lastSaved else { return [] }
    for row in last.draft.rows {
      if let player = row.player { holes[last.draft.hole]?.results[player] = row.replaces }
    }
    lastSaved = nil
    state = resting
    return [.undo(commit: last.number, transcript: transcript)]
  }
}

/// Which utterances are under way, where they were begun, and which no longer count.
private struct Speech: Hashable, Sendable {
  /// The highest number of an utterance so far.
  private(set) var latest = 0
  /// Up to this number, results are too late: a person cancelled after they were begun.
  private var ignoredThrough = 0
  /// The hole on which each of those under way was begun, by their numbers.
  private var holes: [Int: Int] = [:]
  /// The microphone is open for somebody who has not begun to speak.
  private var isAwaited = false

  /// Whether somebody speaks or is expected to, or what was said is not worked out yet.
  var isUnderWay: Bool { isAwaited || !holes.isEmpty }

  mutating func expect() { isAwaited = true }

  /// Begins an utterance; returns false where it no longer counts.
  mutating func begin(_ utterance: Int, hole: Int) -> Bool {
    guard utterance > ignoredThrough else { return false }
    latest = max(latest, utterance)
    holes[utterance] = hole
    return true
  }

  /// Ends an utterance and returns the hole on which it was said: `current` where its begin was
  /// not reported, nil where it no longer counts.
  mutating func end(_ utterance: Int, current: Int) -> Int? {
    guard utterance > ignoredThrough else { return nil }
    latest = max(latest, utterance)
    isAwaited = false
    return holes.removeValue(forKey: utterance) ?? current
  }

  /// Forgets everything that was begun until now.
  mutating func ignoreAll() {
    ignoredThrough = latest
    holes = [:]
    isAwaited = false
  }
}
