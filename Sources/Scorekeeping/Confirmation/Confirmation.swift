public import Golf
internal import Language

/// Decides when the scores that were said are saved: at once, after a time to say no, or never.
///
/// A pure state machine: it is fed events with the time since the start of the session, and returns
/// what is to be done. It has no clock; a timer is an effect, and comes back as an event.
///
/// ```swift
/// var confirmation = Confirmation(at: hole)
/// for effect in confirmation.handle(.heard(utterance), at: now) { perform(effect) }
/// show(confirmation.state)
/// ```
public struct Confirmation: Hashable, Sendable {
  /// What is to be shown.
  public private(set) var state = ConfirmationState.idle
  /// Drafts of other holes than the shown one, which come after it, the oldest first.
  public private(set) var waiting: [Draft] = []
  /// How long a person can say no.
  public let settings: Settings

  private var card: HoleScores
  private var speech = Speech()
  private var outbox = Outbox.empty
  private var isEditing = false
  private var isReviewing = false
  /// How many commits there were, which is also the number of the last one.
  private var commits = 0
  /// The commit that an undo takes back.
  private var lastSaved: Pending?
  /// The latest utterance when what is shown last changed: a "yes" begun until then is of
  /// something else.
  private var shownAfter = 0

  /// Starts a session at a hole.
  public init(at hole: HoleContext, settings: Settings = Settings()) {
    card = HoleScores(hole)
    self.settings = settings
  }

  /// The commits that the log does not have yet, in the order in which they go to it.
  public var pending: [Pending] { outbox.pending }

  /// Why the log refused the first of ``pending``; nil where it did not.
  public var refusal: String? {
    guard case .refused(_, _, let reason) = outbox else { return nil }
    return reason
  }

  /// Whether somebody speaks or is expected to, or what was said is not worked out yet.
  public var isListening: Bool { speech.isUnderWay }

  /// Whether words can be an answer to what is shown, such as "no" or "make it five".
  public var listensForReplies: Bool {
    switch state {
    case .confirming, .partial, .committed: true
    case .idle, .listening, .failed, .saving, .unsaved, .dismissed: false
    }
  }

  /// Returns who can be picked for a row of the shown draft, the likeliest first.
  ///
  /// Those whom its words may mean come first, also with a score on this hole; then who has none.
  /// Players of the draft's other rows are left out. Where nobody would be left, everybody else can
  /// be picked.
  public func choices(for row: Draft.Row.ID) -> [PlayerID] {
    guard let draft = shown, let row = draft.rows.first(where: { $0.id == row }) else { return [] }
    let context = card[draft.hole]
    var choices: [PlayerID] = []
    for player in [row.player].compactMap(\.self) + row.candidates
    where draft.canChoose(player, for: row) && !choices.contains(player) { choices.append(player) }
    let others = context.players.filter { player in
      !choices.contains(player) && !draft.rows.contains { $0.player == player }
    }
    choices += others.filter { context.scores[$0] == nil }
    return choices.isEmpty ? others : choices
  }

  /// Takes an event, at a time since the start of the session, and returns what is to be done.
  public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    switch event {
    case .listeningRequested:
      speech.expect()
      return attend(at: now)
    case .speechStarted(let utterance):
      return speech.begin(utterance, hole: card.hole) ? attend(at: now) : []
    case .speechEnded(let utterance):
      return speech.end(utterance, current: card.hole) == nil ? [] : relax(at: now)
    case .heard(let utterance):
      guard let hole = speech.end(utterance.number, current: card.hole) else { return [] }
      return utterance.result.status == .failed
        ? fail(utterance, at: now) : take(utterance, hole: hole, at: now)
    case .replied(let reply, let number, let transcript, let confidence):
      guard let hole = speech.end(number, current: card.hole) else { return [] }
      let words = Answer(number: number, transcript: transcript, confidence: confidence)
      return answer(reply, words, hole: hole, at: now)
    case .timerFired: return closeWindow(at: now)
    case .editingBegan: return setEditing(true, at: now)
    case .editingEnded: return setEditing(false, at: now)
    case .reviewBegan:
      isReviewing = true
      return updateHolds(at: now)
    case .reviewEnded:
      isReviewing = false
      return updateHolds(at: now)
    case .playerChosen(let player, let row):
      return edit(at: now) { $0.choose(player, for: row) }
    case .strokesChosen(let strokes, let row):
      return edit(at: now) { $0.choose(strokes, for: row) }
    case .rowRemoved(let row):
      return edit(at: now) { $0.remove(row) }
    case .accepted: return accept(at: now)
    case .cancelled: return cancel(at: now)
    case .retried: return retry()
    case .undone: return undo(at: now)
    case .saved(let commit): return finish(commit, at: now)
    case .saveFailed(let commit, let reason): return keep(commit, reason: reason)
    case .moved(let context):
      card.move(to: context)
      return refresh(at: now)
    case .toastOver: return clearToast()
    }
  }
}

// MARK: - What is shown

extension Confirmation {
  private var shown: Draft? { state.shown }

  /// What is shown where no draft is.
  private var resting: ConfirmationState {
    switch outbox {
    case .sending(let first, _): .saving(first.draft, commit: first.number)
    case .refused(let first, _, let reason):
      .unsaved(first.draft, commit: first.number, reason: reason)
    case .empty: speech.isUnderWay ? .listening : .idle
    }
  }

  private var holds: Set<ConfirmationState.Hold> {
    var holds: Set<ConfirmationState.Hold> = []
    if isEditing { holds.insert(.editing) }
    if isReviewing { holds.insert(.reviewing) }
    if speech.isUnderWay { holds.insert(.speaking) }
    return holds
  }

  /// Shows a draft that is new or has changed; its window starts in full.
  private mutating func show(_ changed: Draft, at now: Duration) -> [Effect] {
    var draft = changed
    draft.compare(with: card[draft.hole])
    shownAfter = speech.latest
    if draft.isResolved { return openWindow(for: draft, at: now) }
    state = .partial(draft)
    return []
  }

  private mutating func openWindow(for draft: Draft, at now: Duration) -> [Effect] {
    let length = settings.length(for: draft, par: card[draft.hole].par)
    let closes = holds.isEmpty ? now + length : nil
    state = .confirming(draft, .init(length: length, closes: closes, holds: holds))
    return closes.map { [.wake(at: $0)] } ?? []
  }

  /// Shows the draft again where the scores that its rows replace have changed.
  private mutating func refresh(at now: Duration) -> [Effect] {
    guard let draft = shown else { return [] }
    var compared = draft
    compared.compare(with: card[draft.hole])
    return compared == draft ? [] : show(compared, at: now)
  }

  /// Leaves the shown draft, for the next one or else for a state.
  private mutating func leave(for next: ConfirmationState, at now: Duration) -> [Effect] {
    isEditing = false
    state = next
    return waiting.isEmpty ? [] : show(waiting.removeFirst(), at: now)
  }

  private mutating func clearToast() -> [Effect] {
    switch state {
    case .failed, .committed, .dismissed: state = resting
    // The toast gave way to something else before it was over.
    case .idle, .listening, .confirming, .partial, .saving, .unsaved: break
    }
    return []
  }
}

// MARK: - Speech

extension Confirmation {
  /// Somebody speaks or will speak.
  private mutating func attend(at now: Duration) -> [Effect] {
    switch state {
    case .idle, .failed, .dismissed:
      state = .listening
      return []
    case .confirming: return updateHolds(at: now)
    // The words may be about what is shown, or it has to be seen first.
    case .listening, .partial, .saving, .unsaved, .committed: return []
    }
  }

  /// Somebody spoke, and it changes nothing.
  private mutating func relax(at now: Duration) -> [Effect] {
    switch state {
    case .listening:
      state = resting
      return []
    case .confirming: return updateHolds(at: now)
    // Nothing in them waits for the end of speech.
    case .idle, .partial, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  /// Nothing that could be saved was understood.
  private mutating func fail(_ utterance: Draft.Utterance, at now: Duration) -> [Effect] {
    switch state {
    // Noise does not touch scores that were understood.
    case .confirming, .partial: return relax(at: now)
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed:
      state = .failed(transcript: utterance.transcript, problems: utterance.result.problems)
      return []
    }
  }

  private mutating func take(
    _ utterance: Draft.Utterance, hole: Int, at now: Duration
  ) -> [Effect] {
    switch state {
    case .confirming(var draft, _) where draft.hole == hole,
      .partial(var draft) where draft.hole == hole:
      draft.merge(utterance)
      return show(draft, at: now)
    case .confirming, .partial:
      let place = waiting.firstIndex { $0.hole == hole } ?? waiting.endIndex
      if place == waiting.endIndex { waiting.append(Draft(hole: hole)) }
      waiting[place].merge(utterance)
      return relax(at: now)
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed:
      var draft = Draft(hole: hole)
      draft.merge(utterance)
      return show(draft, at: now)
    }
  }

  private mutating func answer(
    _ reply: Reply, _ words: Answer, hole: Int, at now: Duration
  ) -> [Effect] {
    switch (state, reply) {
    case (.confirming, .accept), (.partial, .accept):
      return words.number > shownAfter ? accept(at: now) : relax(at: now)
    case (.confirming, .dismiss), (.confirming, .undo), (.partial, .dismiss), (.partial, .undo):
      return cancel(at: now)
    case (.confirming(var draft, _), .change(let player, let strokes)),
      (.partial(var draft), .change(let player, let strokes)):
      draft.change(player, to: strokes, words)
      return show(draft, at: now)
    case (.committed, .undo): return takeBack()
    case (.committed(let saved, _), .change(let player?, let strokes)):
      // So soon after, another score of the same player corrects the one that was saved. Where the
      // next hole is the current one by now it may also be the first of that: a person is asked.
      let isCorrection = saved.rows.contains { $0.player == player }
      var draft = Draft(hole: isCorrection ? saved.hole : hole)
      draft.change(player, to: strokes, words)
      if isCorrection, saved.hole != hole { draft.doubtEverything() }
      return show(draft, at: now)
    // There is nothing to say yes or no to, and a score without a player is a guess.
    case (.committed, .accept), (.committed, .dismiss), (.committed, .change(nil, _)): return []
    // Nothing shown asks for an answer: the words were meant for somebody else.
    case (.idle, _), (.listening, _), (.failed, _), (.saving, _), (.unsaved, _), (.dismissed, _):
      return relax(at: now)
    }
  }
}

// MARK: - Holding and correcting

extension Confirmation {
  /// Holds the window, or starts it in full where nothing holds it any more.
  private mutating func updateHolds(at now: Duration) -> [Effect] {
    switch state {
    case .confirming(let draft, let window):
      return window.holds == holds ? [] : openWindow(for: draft, at: now)
    // Only a window can be held; the next one knows.
    case .idle, .listening, .partial, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  private mutating func setEditing(_ isEditing: Bool, at now: Duration) -> [Effect] {
    switch state {
    case .confirming, .partial:
      self.isEditing = isEditing
      return updateHolds(at: now)
    // The row went away while it was being edited.
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  /// Corrects the shown draft; `change` returns false where it does not apply.
  private mutating func edit(
    at now: Duration, _ change: (inout Draft) -> Bool
  ) -> [Effect] {
    switch state {
    case .confirming(var draft, _), .partial(var draft):
      guard change(&draft) else { return [] }
      return draft.rows.isEmpty ? leave(for: .dismissed, at: now) : show(draft, at: now)
    // No rows are shown, or they went to the log under a number and stay as they are.
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  private mutating func cancel(at now: Duration) -> [Effect] {
    speech.ignoreAll()
    switch state {
    case .confirming, .partial: return leave(for: .dismissed, at: now)
    case .idle, .listening, .failed, .committed, .dismissed:
      state = resting
      return []
    // It cannot be called back; a moment later it can be undone.
    case .saving: return []
    case .unsaved:
      let effects = outbox.drop()
      state = outbox == .empty ? .dismissed : resting
      return effects
    }
  }
}

// MARK: - Saving and taking back

extension Confirmation {
  private mutating func closeWindow(at now: Duration) -> [Effect] {
    switch state {
    case .confirming(let draft, let window):
      guard let closes = window.closes, now >= closes else { return [] }
      return commit(draft, at: now)
    // The timer was set for a window that is gone.
    case .idle, .listening, .partial, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  private mutating func accept(at now: Duration) -> [Effect] {
    switch state {
    case .confirming(var draft, _), .partial(var draft):
      guard draft.isComplete else { return [] }
      draft.settle()
      return commit(draft, at: now)
    // There is nothing to say yes to.
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: return []
    }
  }

  private mutating func commit(_ draft: Draft, at now: Duration) -> [Effect] {
    commits += 1
    let effects = outbox.add(Pending(draft: draft, number: commits))
    return effects + leave(for: resting, at: now)
  }

  private mutating func retry() -> [Effect] {
    switch state {
    case .failed:
      speech.expect()
      state = .listening
      return [.listen]
    case .unsaved:
      let effects = outbox.retry()
      state = resting
      return effects
    // An older commit may have been refused, whatever is shown now.
    case .idle, .listening, .confirming, .partial, .saving, .committed, .dismissed:
      return outbox.retry()
    }
  }

  /// The log has a commit.
  private mutating func finish(_ commit: Int, at now: Duration) -> [Effect] {
    guard let (saved, effects) = outbox.saved(commit) else { return [] }
    var done = saved
    done.draft.compare(with: card[done.draft.hole])
    card.enter(done.draft)
    lastSaved = done
    switch state {
    case .saving:
      state = outbox == .empty ? .committed(done.draft, commit: commit) : resting
      return effects
    case .confirming, .partial: return effects + refresh(at: now)
    // What is shown is newer than the commit.
    case .idle, .listening, .failed, .unsaved, .committed, .dismissed: return effects
    }
  }

  /// The log refused a commit.
  private mutating func keep(_ commit: Int, reason: String) -> [Effect] {
    guard outbox.refuse(commit, reason: reason) else { return [] }
    switch state {
    case .saving, .dismissed: state = resting
    // What is shown needs a person; the commit stays in `pending`.
    case .idle, .listening, .confirming, .partial, .failed, .unsaved, .committed: break
    }
    return []
  }

  private mutating func undo(at now: Duration) -> [Effect] {
    switch state {
    case .confirming, .partial, .unsaved: return cancel(at: now)
    case .idle, .listening, .failed, .committed, .dismissed: return takeBack()
    // What was saved before is not what a person means to take back now.
    case .saving: return []
    }
  }

  /// Takes back the last commit, unless there is a later one that is not saved yet.
  private mutating func takeBack() -> [Effect] {
    guard outbox == .empty, let last = lastSaved else { return [] }
    card.takeBack(last.draft)
    lastSaved = nil
    state = resting
    return [.undo(commit: last.number)]
  }
}
