import HyzerVoice

@testable import Scorekeeping

/// Watches a session from outside, and knows what may never happen.
struct Ledger {
  private(set) var session: Session
  private var now = Duration.zero
  /// What was let through under which number.
  private var letThrough: [Int: Draft] = [:]
  /// The commits that are saved or given up, of which nothing may be heard again.
  private var finished: Set<Int> = []
  private var underWay: Int?
  private var lastSaved: Int?
  /// The utterances begun so far, those begun before the last cancel, and those begun when what is
  /// shown last changed.
  private var latest = 0
  private var cancelledThrough = 0
  private var shownAfter = 0
  /// The utterances of drafts that nobody wanted.
  private var unwanted: Set<Int> = []
  /// How often a window closed before the session was drained, and how often somebody said yes.
  private(set) var closed = 0, accepted = 0

  init(_ session: Session) { self.session = session }

  /// Plays an event and returns what was broken by it, in words.
  mutating func play(_ event: Session.Event, after pause: Duration) -> [String] {
    now += pause
    let before = session
    let effects = session.handle(event, at: now)
    var faults: [String] = []
    func expect(_ isTrue: Bool, _ fault: String) {
      if !isTrue { faults.append(fault) }
    }
    let utterance = Self.utterance(of: event)
    if let utterance, utterance <= cancelledThrough {
      expect(session == before && effects == [], "what was begun before a cancel does something")
    }
    latest = max(latest, utterance ?? 0)
    noteAnswer(to: event, before: before)
    checkLetThrough(event, before: before, expect: expect)
    for effect in effects {
      switch effect {
      case .commit(let draft, let number):
        expect(
          letThrough[number].map(Self.saved) == Self.saved(draft),
          "a number stands for other rows than before")
        expect(!finished.contains(number), "a commit that is done is sent again")
        expect(underWay == nil, "two commits are under way")
        expect(session.pending.first?.number == number, "a commit is sent ahead of an older one")
        underWay = number
      case .undo(let commit, _):
        expect(commit == lastSaved, "not the last commit is taken back")
        lastSaved = nil
      case .listen: expect(event == .asked(.retry), "the microphone opens of itself")
      }
    }
    if case .confirming(_, let window) = session.state, session.state != before.state {
      expect(window.closes.map { $0 > now } ?? true, "a window opens that is over")
    }
    faults += lost(event, before: before) + wrongState()
    if before.state.shown?.rows != session.state.shown?.rows { shownAfter = latest }
    return faults
  }

  /// Ends all that holds a window, answers all saves, and returns what is broken where scores that
  /// are whole do not save themselves after that by the timers that were asked for.
  mutating func drain() -> [String] {
    var faults: [String] = []
    for event in [
      Session.Event.asked(.edit(false)), .asked(.review(false)), .asked(.show(isWhole: true)),
    ] {
      faults += play(event, after: .zero)
    }
    for number in 1...max(latest + 1, 1) {
      faults += play(.speechEnded(utterance: number), after: .zero)
    }
    for _ in 0..<1000 {
      if session.refusal == nil, let commit = session.pending.first {
        faults += play(.saved(commit: commit.number), after: .zero)
        continue
      }
      switch session.state {
      case .confirming(_, let window):
        guard let closes = window.closes else { return faults + ["a window is held by nothing"] }
        faults += play(.timerFired, after: max(.zero, closes - now))
      case .partial(let draft):
        // A person completes it.
        guard let row = draft.rows.first(where: { $0.player == nil || $0.result == nil }) else {
          faults += play(.asked(.accept), after: .zero)
          continue
        }
        let choices = session.choices(for: row.id)
        if row.player == nil, let player = choices.first {
          faults += play(.asked(.setPlayer(row: row.id, player)), after: .zero)
        } else if row.result == nil, let three = Strokes(3) {
          faults += play(.asked(.setResult(row: row.id, .strokes(three))), after: .zero)
        } else {
          faults += play(.asked(.removeRow(row.id)), after: .zero)
        }
      case .unsaved: faults += play(.asked(.retry), after: .zero)
      case .idle: return faults
      case .listening: return faults + ["listening does not end"]
      case .committed, .failed, .dismissed: faults += play(.toastOver, after: .zero)
      }
    }
    return faults + ["the session does not come to rest"]
  }

  private mutating func noteAnswer(to event: Session.Event, before: Session) {
    switch event {
    case .saved(let commit) where commit == underWay:
      finished.insert(commit)
      underWay = nil
      lastSaved = commit
    case .saveFailed(let commit, _) where commit == underWay: underWay = nil
    case .outdated(let commit, _) where commit == underWay: underWay = nil
    case .asked(.cancel): noteCancel(before)
    case .asked(.undo), .replied(_, .undo), .replied(_, .dismiss):
      let isAnswer = event == .asked(.undo) || before.listensForReplies
      if let utterance = Self.utterance(of: event), utterance <= cancelledThrough { return }
      guard isAnswer else { return }
      switch before.state {
      case .confirming, .partial: noteCancel(before)
      case .unsaved where event == .asked(.undo): noteCancel(before)
      case .idle, .listening, .failed, .unsaved, .committed, .dismissed: break
      }
    default: break
    }
  }

  private mutating func noteCancel(_ before: Session) {
    cancelledThrough = latest
    if let draft = before.state.shown { unwanted.formUnion(draft.transcripts.keys) }
    if case .unsaved(let draft, _) = before.state, let commit = before.pending.first {
      unwanted.formUnion(draft.transcripts.keys)
      finished.insert(commit.number)
    }
  }

  /// Scores are let through by a window that closed, or by a yes to what was shown.
  private mutating func checkLetThrough(
    _ event: Session.Event, before: Session, expect: (Bool, String) -> Void
  ) {
    let new = session.pending.filter { letThrough[$0.number] == nil }
    expect(new.count <= 1, "one event lets two drafts through")
    guard let commit = new.first else { return }
    expect(commit.number == letThrough.count + 1, "commits are not numbered in order")
    expect(
      unwanted.isDisjoint(with: commit.draft.transcripts.keys), "what nobody wanted is saved")
    letThrough[commit.number] = commit.draft
    if event == .timerFired { closed += 1 } else { accepted += 1 }
    let shown = before.state.shown
    switch (event, before.state) {
    case (.timerFired, .confirming(let draft, let window)):
      expect(window.closes.map { $0 <= now } == true, "a window closed too early")
      expect(window.holds == [], "a window closed that was held")
      expect(draft == commit.draft, "other rows are saved than were shown")
    case (.replied(let words, .accept), _):
      expect(!before.holds.contains(.unseen), "a yes was taken for what was not shown whole")
      expect(words.number > shownAfter, "a yes was taken for something that was not shown yet")
      fallthrough
    case (.asked(.accept), _):
      expect(shown?.isComplete == true, "something open is saved")
      expect(shown?.hole == commit.draft.hole, "scores are saved to another hole")
      expect(
        shown?.rows.map { [$0.player.map(\.index), $0.result?.strokes?.count] }
          == commit.draft.rows.map { [$0.player.map(\.index), $0.result?.strokes?.count] },
        "other rows are saved than were shown")
    default: expect(false, "a draft is let through by nobody")
    }
  }

  /// Every draft and every row goes on, unless the event says why not.
  private func lost(_ event: Session.Event, before: Session) -> [String] {
    var faults: [String] = []
    let after = Self.drafts(session)
    for draft in Self.drafts(before) {
      let same = after.first { $0.transcripts.keys.contains { draft.transcripts[$0] != nil } }
      guard let same else {
        let isWanted = unwanted.isDisjoint(with: draft.transcripts.keys)
        let isSaved = before.pending.contains { $0.draft == draft && finished.contains($0.number) }
        var isRemoved = false
        if case .asked(.removeRow) = event { isRemoved = draft.rows.count == 1 }
        if isWanted && !isSaved && !isRemoved { faults.append("a draft is lost") }
        continue
      }
      let gone = draft.rows.filter { row in !same.rows.contains { $0.id == row.id } }
      for row in gone {
        switch event {
        case .asked(.removeRow(row.id)): break
        case .asked(.setPlayer(_, let player)) where row.player == player: break
        default: faults.append("a row is lost")
        }
      }
      if same.hole != draft.hole {
        if case .placed = event {} else { faults.append("a draft went to another hole") }
      }
    }
    if case .heard(let utterance, let result, _) = event, utterance.number > cancelledThrough,
      result.status != .failed
    {
      let draft = after.first { $0.transcripts[utterance.number] != nil }
      let laterRows = draft?.rows.filter { $0.utterance > utterance.number } ?? []
      for score in result.scores {
        let isThere = draft?.rows.contains {
          $0.player == score.player && $0.result == .strokes(score.strokes)
        }
        let isReplaced = laterRows.contains { $0.player == score.player }
        if isThere != true && !isReplaced { faults.append("a score is lost") }
      }
      for problem in result.problems where laterRows.isEmpty {
        let isKept =
          problem.strokes == nil
          || draft?.rows.contains { $0.result?.strokes == problem.strokes } == true
          || draft?.remarks.contains(problem) == true
        if draft?.isResolved != false || !isKept { faults.append("a problem is lost") }
      }
    }
    return faults
  }

  private func wrongState() -> [String] {
    var faults: [String] = []
    for draft in Self.drafts(session) {
      let players = draft.rows.compactMap(\.player)
      if Set(players).count < players.count { faults.append("a player has two rows") }
      if draft.rows.isEmpty { faults.append("a draft has no rows") }
    }
    switch session.state {
    case .confirming(let draft, let window):
      if !draft.isResolved { faults.append("something open has a window") }
      if (window.closes == nil) == window.holds.isEmpty { faults.append("a held window closes") }
      if window.holds.contains(.speaking) != session.isListening {
        faults.append("speech does not hold the window")
      }
    case .partial(let draft):
      if draft.isResolved { faults.append("nothing is open, and there is no window") }
    case .unsaved(let draft, _):
      if session.pending.first?.draft != draft { faults.append("another commit is shown") }
    case .idle, .listening, .failed, .committed, .dismissed: break
    }
    if session.pending.map(\.number) != session.pending.map(\.number).sorted() {
      faults.append("commits change places")
    }
    switch session.state {
    case .confirming, .partial: break
    default: if !session.waiting.isEmpty { faults.append("a draft waits for nothing") }
    }
    return faults
  }

  /// What a draft saves, whatever it replaces.
  private static func saved(_ draft: Draft) -> Draft {
    var draft = draft
    for place in draft.rows.indices { draft.rows[place].replaces = nil }
    return draft
  }

  /// All drafts that are not saved.
  private static func drafts(_ session: Session) -> [Draft] {
    [session.state.shown].compactMap(\.self) + session.waiting + session.pending.map(\.draft)
  }

  private static func utterance(of event: Session.Event) -> Int? {
    switch event {
    case .speechStarted(let number), .speechEnded(let number): number
    case .heard(let words, _, _), .replied(let words, _): words.number
    default: nil
    }
  }
}
