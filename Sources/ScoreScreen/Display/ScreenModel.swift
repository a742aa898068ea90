package import ScoreLog
package import Scorekeeping

/// All that the screen of a round shows; the screen knows nothing else.
package struct ScreenModel: Sendable {
  var course: String
  /// The number of the hole that is played or looked at.
  var hole: Int
  var holes: Int
  var par: Int
  var roster: Roster
  /// What players have on this hole, of those for whom it is not open.
  var results: [PlayerID: HoleResult] = [:]
  /// The players who have no score on this hole, be it saved or shown.
  var missing: [PlayerID] = []
  var state = Confirmation.State.idle
  /// Why nothing that is shown would save itself now.
  var holds: Set<Confirmation.Hold> = []
  /// Who can be picked for each row of the shown draft, the likeliest first.
  var choices: [Draft.Row.ID: [PlayerID]] = [:]
  var now = Duration.zero
  /// When the microphone counts; nil where nobody can be listened to, so that scores are typed.
  var microphone: AudioSession.Microphone? = .pushToTalk
  /// What the microphone hears; nil while nobody is listened to.
  var hearing: Hearing?
  var standings: Standings
  var moves: [StandingsChange.Move] = []
  /// What undo would take back and redo would bring back; nil where nothing is left.
  var undoing: Undoing?
  var redoing: Redoing?
  /// Whether the hole was corrected and is left in a moment.
  var leavesSoon = false
  var notice: Notice?
  /// The scores over which devices differ, where the organiser looks; they are settled in this order.
  var disputes: [Discrepancy] = []
  /// What is asked before the round is finished; nil where it is.
  var finish: Finish?
  /// How many commits the log has refused and the program still keeps.
  var unsaved = 0
  /// How many events wait for the group's host, where it is away; nil while there is none or it is in touch.
  var unsent: Int?
  /// How long the stages of the last utterance took; nil where that is not wanted.
  var timings: String?

  struct Hearing: Hashable, Sendable {
    /// How loud it is, from 0 to 1; what is outside is shown as the nearer end.
    let level: Double
    var words = ""
  }

  struct Discrepancy: Hashable, Sendable {
    struct Choice: Hashable, Sendable {
      let result: HoleResult
      /// Who recorded it, on which device and when, as in "Ann on phone, 17:14"; at least one.
      let records: [String]
    }

    let player: PlayerID
    let hole: Int
    /// The lowest score first, no score last; at least two.
    let choices: [Choice]
  }

  struct Finish: Hashable, Sendable {
    static let completeQuestion = "All scores recorded. Finalize round?"

    /// Whose scores are missing on which holes, as in "Mike on 1, 2"; empty where all are there.
    var missing = ""
    /// Whose scores on which holes devices differ over, in the same form.
    var disputed = ""

    /// Whether scores are missing.
    var isEarly: Bool { !missing.isEmpty }

    var question: String {
      isEarly ? "Some holes have missing scores. Finish anyway?" : Finish.completeQuestion
    }

    /// What should be known before that is answered; may be empty.
    var details: String {
      [
        missing.isEmpty ? nil : "missing: \(missing)",
        disputed.isEmpty ? nil : "disputed: \(disputed)",
      ]
      .compactMap(\.self).joined(separator: "; ")
    }
  }

  struct Notice: Hashable, Sendable {
    let text: String
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

extension ScreenModel.Discrepancy {
  /// Makes what is shown of a dispute; `localTime` writes a time of day, as `2026-05-01 11:30`.
  init(_ dispute: Dispute, localTime: (String) -> String) {
    let claims = dispute.claims.compactMap { claim in claim.result.map { (result: $0, claim) } }
    self.init(
      player: dispute.player, hole: dispute.hole,
      choices: Dictionary(grouping: claims, by: \.result).map { result, claims in
        Choice(
          result: result,
          records: claims.map { _, claim in
            "\(claim.reportedBy) on \(claim.deviceName), \(localTime(claim.at).suffix(5))"
          })
      }.sorted { ($0.result.strokes?.count ?? .max) < ($1.result.strokes?.count ?? .max) })
  }
}

extension ScreenModel.Finish {
  /// Makes what is asked before the round of a card is finished; nil where it is.
  init?(_ card: Scorecard) {
    guard card.round.finish == nil else { return nil }
    let disputed = card.disputes.map { (name: card.round.name(of: $0.player), hole: $0.hole) }
    self.init(missing: card.missing.text, disputed: holesByName(disputed))
  }
}

extension ScreenModel {
  /// Makes what is shown of a live round at a time since the start of the session; `localTime` writes
  /// a time of the log as people here do.
  ///
  /// - Throws: ``RoundRecordError`` where nobody has joined the round.
  package init(
    _ live: borrowing LiveRound, at now: Duration, localTime: (String) -> String
  ) throws(RoundRecordError) {
    let (card, confirmation) = (live.keeper.card, live.confirmation)
    let situation = try live.keeper.situation()
    let rows = confirmation.state.shown?.rows ?? []
    self.init(
      course: card.round.course, hole: live.keeper.hole, holes: card.round.pars.count,
      par: situation.par, roster: situation.roster, results: live.keeper.context.results,
      missing: live.missing, state: confirmation.state, holds: confirmation.holds,
      choices: Dictionary(
        uniqueKeysWithValues: rows.map { ($0.id, confirmation.choices(for: $0.id)) }),
      now: now, microphone: live.microphone,
      hearing: live.isOpen ? Hearing(level: live.level, words: live.partialWords) : nil,
      standings: card.standings, undoing: live.keeper.undoing, redoing: live.keeper.redoing,
      leavesSoon: live.leavesSoon,
      disputes: live.keeper.disputes.map { Discrepancy($0, localTime: localTime) },
      finish: Finish(card),
      unsaved: confirmation.pending.count)
  }
}
