internal import DiscGolf
internal import HyzerVoice
internal import ScoreLog

/// The confirmation, and what comes of it in the log.
extension LiveRound {
  /// Sends an event to the confirmation, does what it asks for, and reports what became of it.
  mutating func send(_ event: Confirmation.Event, at now: Duration) {
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
  mutating func retryUnsaved(at now: Duration) {
    if case .failed = confirmation.state { return }
    send(.asked(.retry), at: now)
  }

  mutating func undo(at now: Duration) {
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
  mutating func keepHole() { try? keeper.keepHole() }

  mutating func go(to hole: Int, at now: Duration) {
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
  mutating func lookAround(at now: Duration) {
    let left = keeper.hole
    do {
      let elsewhere = try keeper.refresh()
      // A commit may have taken them in before, and they may come before what is known.
      let changes = keeper.card.round.changes.filter { log.knownChanges.insert($0.id).inserted }
      if !changes.isEmpty {
        events.append(.roundChanged(changes))
        follow(at: now)
      }
      switch elsewhere {
      case .nothing: break
      case .changed:
        events.append(.changedElsewhere)
        reportMove(from: left)
        if keeper.hole != left, keeper.card.isComplete(hole: left) { send(.overtaken, at: now) }
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
  mutating func moveScorer() {
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
