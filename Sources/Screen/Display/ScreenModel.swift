package import Golf
package import Scorekeeping

/// All that the screen of a round shows; the screen knows nothing else.
package struct ScreenModel: Sendable {
  /// May be empty.
  var course: String
  /// The number of the hole that is played or looked at.
  var hole: Int
  /// How many holes the course has.
  var holes: Int
  /// The hole's par, in strokes.
  var par: Int
  var roster: Roster
  /// What players have on this hole, of those for whom it is not open.
  var results: [PlayerID: HoleResult] = [:]
  /// The players who have no score on this hole, be it saved or shown.
  var missing: [PlayerID] = []
  /// What is going on.
  var state = Confirmation.State.idle
  /// Why nothing that is shown would save itself now.
  var holds: Set<Confirmation.Hold> = []
  /// Who can be picked for each row of the shown draft, the likeliest first.
  var choices: [Draft.Row.ID: [PlayerID]] = [:]
  /// The time since the start of the session.
  var now = Duration.zero
  /// Whether anybody can be listened to; otherwise scores are typed.
  var hasAudio = true
  /// What the microphone hears; nil while nobody is listened to.
  var hearing: Hearing?
  var standings: Standings
  /// Who moved at the last change.
  var moves: [StandingsChange.Move] = []
  /// The latest news; nil where there is none.
  var notice: Notice?
  /// How many commits the log has refused and the program still keeps.
  var unsaved = 0
  /// How long the stages of the last utterance took; nil where that is not wanted.
  var timings: String?

  /// What the microphone hears.
  struct Hearing: Hashable, Sendable {
    /// How loud it is, from 0 to 1; what is outside is shown as the nearer end.
    let level: Double
    /// The words so far; may be empty.
    var words = ""
  }

  /// The latest news, in one line.
  struct Notice: Hashable, Sendable {
    let text: String
    /// Whether something went wrong.
    let isWarning: Bool

    init(_ text: String, isWarning: Bool = false) {
      self.text = text
      self.isWarning = isWarning
    }
  }

  /// The scores that are neither saved nor dropped; nil where there are none.
  var open: Draft? {
    if case .unsaved(let draft, _) = state { draft } else { state.shown }
  }
}

extension ScreenModel {
  /// Makes what is shown of a live round at a time since the start of the session.
  ///
  /// - Throws: ``RoundRecordError`` where nobody has joined the round.
  package init(_ live: borrowing LiveRound, at now: Duration) throws(RoundRecordError) {
    let (card, confirmation) = (live.keeper.card, live.confirmation)
    let situation = try live.keeper.situation()
    let rows = confirmation.state.shown?.rows ?? []
    self.init(
      course: card.round.course, hole: live.keeper.hole, holes: card.round.pars.count,
      par: situation.par, roster: situation.roster, results: live.keeper.context.results,
      missing: live.missing, state: confirmation.state, holds: confirmation.holds,
      choices: Dictionary(
        uniqueKeysWithValues: rows.map { ($0.id, confirmation.choices(for: $0.id)) }),
      now: now, hasAudio: live.hasAudio,
      hearing: live.isOpen ? Hearing(level: live.level, words: live.partialWords) : nil,
      standings: card.standings, unsaved: confirmation.pending.count)
  }
}
