package import Golf
package import Scorekeeping

/// All that the screen of a round shows; the screen knows nothing else.
package struct ScreenModel: Sendable {
  /// May be empty.
  package var course: String
  /// The number of the hole that is played or looked at.
  package var hole: Int
  /// How many holes the course has.
  package var holes: Int
  /// The hole's par, in strokes.
  package var par: Int
  package var roster: Roster
  /// The scores on this hole, of those who have one.
  package var scores: [PlayerID: Strokes]
  /// What is going on.
  package var state: Confirmation.State
  /// Who can be picked for each row of the shown draft, the likeliest first.
  package var choices: [Draft.Row.ID: [PlayerID]]
  /// The time since the start of the session.
  package var now: Duration
  /// What the microphone hears; nil while nobody is listened to.
  package var hearing: Hearing?
  package var standings: Standings
  /// Who moved at the last change.
  package var moves: [StandingsChange.Move]
  /// The latest news; nil where there is none.
  package var notice: Notice?
  /// How many commits the log has refused and the program still keeps.
  package var unsaved: Int
  /// How long the stages of the last utterance took; nil where that is not wanted.
  package var timings: String?

  package init(
    course: String, hole: Int, holes: Int, par: Int, roster: Roster,
    scores: [PlayerID: Strokes] = [:], state: Confirmation.State = .idle,
    choices: [Draft.Row.ID: [PlayerID]] = [:], now: Duration = .zero, hearing: Hearing? = nil,
    standings: Standings, moves: [StandingsChange.Move] = [], notice: Notice? = nil,
    unsaved: Int = 0, timings: String? = nil
  ) {
    self.course = course
    self.hole = hole
    self.holes = holes
    self.par = par
    self.roster = roster
    self.scores = scores
    self.state = state
    self.choices = choices
    self.now = now
    self.hearing = hearing
    self.standings = standings
    self.moves = moves
    self.notice = notice
    self.unsaved = unsaved
    self.timings = timings
  }

  /// Makes what is shown of a live round at a time since the start of the session.
  ///
  /// - Throws: ``RoundRecordError`` where nobody has joined the round.
  package init(_ live: borrowing LiveRound, at now: Duration) throws(RoundRecordError) {
    let (card, confirmation) = (live.keeper.card, live.confirmation)
    let situation = try live.keeper.situation()
    let rows = confirmation.state.shown?.rows ?? []
    self.init(
      course: card.round.course, hole: live.keeper.hole, holes: card.round.pars.count,
      par: situation.par, roster: situation.roster, scores: live.keeper.context.scores,
      state: confirmation.state,
      choices: Dictionary(
        uniqueKeysWithValues: rows.map { ($0.id, confirmation.choices(for: $0.id)) }),
      now: now,
      hearing: live.isOpen ? Hearing(level: live.level, words: live.partialWords) : nil,
      standings: card.standings, unsaved: confirmation.pending.count)
  }

  /// What the microphone hears.
  package struct Hearing: Hashable, Sendable {
    /// How loud it is, from 0 to 1; what is outside is shown as the nearer end.
    package let level: Double
    /// The words so far; may be empty.
    package let words: String

    package init(level: Double, words: String = "") {
      self.level = level
      self.words = words
    }
  }

  /// The latest news, in one line.
  package struct Notice: Hashable, Sendable {
    package let text: String
    /// Whether something went wrong.
    package let isWarning: Bool

    package init(_ text: String, isWarning: Bool = false) {
      self.text = text
      self.isWarning = isWarning
    }
  }

  /// The scores that are neither saved nor dropped; nil where there are none.
  var open: Draft? {
    if case .unsaved(let draft, _) = state { draft } else { state.shown }
  }
}
