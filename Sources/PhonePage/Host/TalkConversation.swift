internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

/// What is said in one talk, on its way to one draft: the confirmation of the host's own screen, whose
/// window runs on the phone.
struct TalkConversation {
  private var confirmation: Confirmation
  private var translation: TalkTranslation
  /// The hole on which the talk was begun, as the phone shows it.
  private let context: HoleContext
  private let otherHole: HoleOfWords?
  private let settings: Confirmation.Settings
  /// What the phone shows, as the confirmation takes it; nothing else was seen yet.
  private var seen: Draft?
  /// What a reply did that is the phone's to do; what is said after it is not of what was shown.
  private var done: TalkDraft?
  private var ended: [String] = []
  private let endsInSilence: TalkSilence
  private var utterance = 0
  /// When what was heard last began, since the start of the talk.
  private var now = Duration.zero
  private var isInUtterance = false

  /// Begins a talk.
  ///
  /// - Throws: ``TalkFailure`` where what the phone shows is not of the round.
  init(_ talk: Talk, settings: Confirmation.Settings) throws(TalkFailure) {
    (context, otherHole, self.settings) = (talk.context, talk.otherHole, settings)
    endsInSilence = talk.endsInSilence
    confirmation = Confirmation(at: talk.context, settings: settings)
    translation = TalkTranslation(round: talk.round)
    if let shown = talk.shown, !shown.rows.isEmpty {
      let draft = try translation.draft(shown, onHole: context.hole)
      // A day is as long as any time.
      let age = Duration.seconds(min(max(shown.shownFor ?? 0, 0), 24 * 3600))
      _ = confirmation.handle(.leftover(draft, talk.context), at: .zero - age)
      if shown.result == .accepted {
        for case .commit(_, let number) in confirmation.handle(.asked(.accept), at: .zero) {
          _ = confirmation.handle(.saved(commit: number), at: .zero)
        }
      }
      seen = confirmation.state.shown
    }
  }

  /// Whether what was said is followed by the silence that ends the talk.
  var isOver: Bool {
    switch endsInSilence {
    case .never: false
    case .afterWords: !ended.isEmpty
    case .handsFree: utterance > 0 && !isInUtterance
    }
  }

  var listensForReplies: Bool { confirmation.listensForReplies }

  /// Whether words that are half said are shown; those of a reply would be shown as some name and score.
  var showsPartialWords: Bool { confirmation.state.shown == nil }

  /// Goes on by what was heard, and returns all words so far where they are others now, or where somebody begins to
  /// speak hands-free; `take` returns what an utterance says of another hole.
  mutating func handle(
    _ event: LiveEvent,
    take: (ScoredUtterance, Round) -> ScoredUtterance = { utterance, _ in utterance }
  ) -> String? {
    switch event {
    case .started(let start):
      now = .seconds(Double(start) / Double(Recording.sampleRateHz))
      utterance += 1
      isInUtterance = true
      send(.speechStarted(utterance: utterance))
      return endsInSilence == .handsFree ? "" : nil
    case .hearing(let words, _): return (ended + [words]).joined(separator: ", ")
    case .heard(let utterance, _):
      isInUtterance = false
      let (scored, event) = placed(utterance, take)
      let heard =
        if case .replied(let words, _) = event { words.transcript } else {
          scored.hypothesis.transcript
        }
      if !heard.isEmpty { ended.append(heard) }
      send(event)
      return ended.isEmpty ? nil : ended.joined(separator: ", ")
    // Nothing is heard before its end where nobody says for whom scores are missing.
    case .resumed: return nil
    }
  }

  /// Returns an utterance as of the hole that it is of, and what it says to the confirmation.
  private func placed(
    _ heard: ScoredUtterance, _ take: (ScoredUtterance, Round) -> ScoredUtterance
  ) -> (ScoredUtterance, Confirmation.Event) {
    // Without scores that are shown; those are what is corrected.
    let context = context.aged(by: now)
    guard let otherHole, seen == nil || heard.result.hole != nil else {
      return (heard, Confirmation.Event(heard, number: utterance, onHole: context))
    }
    let hole = otherHole.hole(of: heard.result)
    let round = hole == context.hole ? nil : try? otherHole.card.round.situation(atHole: hole)
    guard let round else {
      let question = otherHole.question(heard.result)
      return (
        heard, Confirmation.Event(heard, number: utterance, onHole: context, orHole: question)
      )
    }
    let scored = take(heard, round)
    let there = HoleContext(hole: hole, on: otherHole.card)
    return (scored, Confirmation.Event(scored, number: utterance, onHole: there))
  }

  /// What all of it came to, with the rules by which its scores save themselves.
  var draft: TalkDraft {
    // Who listens all the time is not to be told again what is shown.
    let isNothing = endsInSilence == .handsFree && ended.isEmpty
    var draft = isNothing ? TalkDraft(result: .failed, hole: context.hole) : done ?? shown
    let par = otherHole?.card.round.par(ofHole: draft.hole) ?? context.par
    draft.rules = TalkDraft.Rules(settings, par: par)
    return draft
  }

  /// What is shown after all of it.
  private var shown: TalkDraft {
    switch confirmation.state {
    case .confirming(let draft, let window):
      translation.talkDraft(.success, draft, window: window.length)
    case .partial(let draft): translation.talkDraft(.partial, draft)
    case .failed(let transcript, let problems):
      TalkDraft(
        result: .failed, hole: context.hole, remarks: problems.map(translation.text),
        transcript: transcript
      )
    case .dismissed:
      TalkDraft(result: .dismissed, hole: context.hole, transcript: ended.joined(separator: ", "))
    case .idle, .listening, .committed, .unsaved: TalkDraft(result: .failed, hole: context.hole)
    }
  }

  /// Nothing closes a window here.
  private mutating func send(_ event: Confirmation.Event) {
    for effect in confirmation.handle(event, at: now) {
      switch effect {
      case .commit(let draft, _): done = translation.talkDraft(.accepted, draft)
      case .undo(_, let transcript):
        done = TalkDraft(result: .undo, hole: context.hole, transcript: transcript ?? "")
      case .listen: break
      }
    }
    // A "yes" does not count for what the phone did not show when it was said.
    if confirmation.state.shown != seen {
      _ = confirmation.handle(.asked(.show(isWhole: false)), at: now)
    }
  }
}

/// A phone's scores as the confirmation knows them, and back.
struct TalkTranslation {
  /// Chosen: nobody reads more on a phone, and no draft of 15 seconds has as many.
  private static let mostRemarks = 20
  /// Chosen: in bytes; 15 seconds hold a few hundred.
  private static let longestText = 4_000

  let round: Round
  /// What was open beside the rows, as the phone worded it.
  private var remarks: [Problem: String] = [:]

  init(round: Round) { self.round = round }

  /// Takes what a phone shows, which may be anything that is well-formed.
  mutating func draft(_ shown: TalkDraft, onHole hole: Int) throws(TalkFailure) -> Draft {
    guard shown.hole == hole else { throw .otherHole(shown.hole) }
    let texts = shown.rows.map(\.words) + shown.remarks + [shown.transcript]
    guard shown.rows.count <= round.roster.players.count,
      shown.remarks.count <= Self.mostRemarks,
      texts.allSatisfy({ $0.utf8.count <= Self.longestText })
    else { throw .tooMuch }
    var rows: [Draft.Row] = []
    for (place, row) in shown.rows.enumerated() {
      rows.append(try self.row(row, id: place + 1))
    }
    let players = rows.compactMap(\.player)
    guard Set(players).count == players.count else { throw .repeatedPlayer }
    var problems: [Problem] = []
    for (place, text) in shown.remarks.enumerated() {
      // Of what it was nothing but the words came back; its place makes equal ones two.
      let problem = Problem(.unexplained, text: text, range: place..<place)
      remarks[problem] = text
      problems.append(problem)
    }
    if shown.holes.count == 2 {
      problems.append(
        Problem(
          .holeInQuestion(earlier: shown.holes[0], current: shown.holes[1]), text: "", range: 0..<0)
      )
    }
    return Draft(
      shown: rows, remarks: problems, transcript: shown.transcript, onHole: hole)
  }

  private func row(_ row: TalkDraft.Row, id: Int) throws(TalkFailure) -> Draft.Row {
    guard row.candidates.count <= round.roster.players.count else { throw .tooMuch }
    var candidates: [PlayerID] = []
    for name in row.candidates { candidates.append(try player(name)) }
    let player: PlayerID? = if let name = row.player { try player(name) } else { nil }
    return Draft.Row(
      shownAs: id, player: player, result: row.result, candidates: candidates,
      confidence: row.confidence, isDoubtful: row.isDoubtful, words: row.words, input: row.input)
  }

  private func player(_ name: String) throws(TalkFailure) -> PlayerID {
    guard let player = round.roster.ids.first(where: { round.roster[$0].name == name }) else {
      throw .unknownPlayer
    }
    return player
  }

  func talkDraft(
    _ result: TalkDraft.Result, _ draft: Draft, window: Duration? = nil
  ) -> TalkDraft {
    TalkDraft(
      result: result, hole: draft.hole, holes: draft.holesInQuestion, rows: draft.rows.map(row),
      remarks: draft.remarks.filter { !$0.asksForHole }.map(text), transcript: draft.transcript,
      window: window.map { $0 / .seconds(1) })
  }

  private func row(_ row: Draft.Row) -> TalkDraft.Row {
    let name = { (player: PlayerID) in round.roster[player].name }
    return TalkDraft.Row(
      player: row.player.map(name), result: row.result, confidence: row.confidence,
      isDoubtful: row.isDoubtful, candidates: row.candidates.map(name), words: row.words,
      replaces: row.replaces, input: row.input)
  }

  func text(_ problem: Problem) -> String {
    remarks[problem] ?? problem.text(roster: round.roster)
  }
}

extension Draft {
  /// All words of it, in the order in which they were said.
  fileprivate var transcript: String {
    transcripts.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
