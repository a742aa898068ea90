package import HyzerVoice
package import ScoreLog

/// What a person asks of a live round other than by speech.
package enum RoundAction: Hashable, Sendable {
  /// Open the microphone, or end what is being said.
  case talk
  case accept
  /// Drop what is shown and what is being said.
  case cancel
  /// Listen once more after a failure, or try once more to save.
  case retry
  /// Take back what this device saved last, or drop what is shown.
  case undo
  /// Bring back what this device took back last.
  case redo
  /// Hold the window while a row is being edited, or let it run again.
  case edit(Bool)
  /// Hold every window for a reviewer or a screen reader, or let them run again.
  case review(Bool)
  /// Hold the window until all that is shown was to be seen, or let it run.
  case show(isWhole: Bool)
  case setResult(row: Draft.Row.ID, HoleResult)
  case setPlayer(row: Draft.Row.ID, PlayerID)
  /// Say of which hole the shown scores are, where that is open.
  case setHole(Int)
  case removeRow(Draft.Row.ID)
  /// Propose a player's score that was picked from lists, or that there is none.
  case propose(PlayerID, HoleResult)
  /// Settle a dispute by one of the scores over which devices differ; one that is settled by then
  /// does nothing.
  case resolve(PlayerID, hole: Int, HoleResult)
  /// Read a typed line, which was begun on a hole; on the current one where that is nil.
  case enter(String, onHole: Int?)
  /// Stay for a while on a hole that was corrected.
  case stay
  /// Go to a hole; one that the round does not have does nothing.
  case go(hole: Int)
  /// Finish the round; scores may be missing only where that is `early`.
  case finish(early: Bool)
  case quit
}

/// A score that was saved and does not count, since another stands over it.
package struct OverruledScore: Hashable, Sendable {
  package let player: PlayerID
  package let result: HoleResult
  package let standing: ScoreEvent

  package init(player: PlayerID, result: HoleResult, standing: ScoreEvent) {
    (self.player, self.result, self.standing) = (player, result, standing)
  }
}

/// Something that happened in a live round.
package enum RoundEvent: Hashable, Sendable {
  /// What seems to have been said so far of an utterance that goes on.
  case hearing(words: String)
  /// There are scores in an utterance or a typed line; it ended at this time.
  case heard(transcript: String, ParseResult, hole: Int, end: Duration)
  /// Nothing in an utterance can be saved; it ended at this time.
  case failed(transcript: String, ParseResult, hole: Int, end: Duration)
  /// Nothing in a typed line can be saved.
  case unread(text: String, ParseResult)
  case replied(transcript: String)
  /// Scores are shown, and save themselves when the window closes.
  case confirming(Draft)
  case partial(Draft)
  /// Scores are saved; the change is empty where all of them stood in the log already.
  case committed(Draft, StandingsChange)
  /// Scores that were saved do not count, since the organiser's choice stands over them.
  case overruled(hole: Int, [OverruledScore])
  /// Devices differ over so many scores, to be settled by the organiser, who reports here; a score on
  /// this hole came to be among them where it is new, or is not among them any more.
  case disputed(hole: Int, count: Int, isNew: Bool)
  /// The log refused scores for this reason; they are kept.
  case unsaved(Draft, reason: String)
  case dismissed(Draft)
  /// Scores that were saved are as they were before.
  case undone(hole: Int, StandingsChange)
  /// Scores that were taken back are saved again.
  case redone(hole: Int, StandingsChange)
  /// Something that was asked for could not be done, for this reason.
  case refused(reason: String)
  case moved(hole: Int)
  /// Another program let somebody join or leave, or finished the round, or reopened it.
  case roundChanged([RoundChange])
  case changedElsewhere
  /// The round was over, and scores go to another from now on, which has its own players.
  case nextRound(course: String)
  case complete

  package var isCommit: Bool {
    if case .committed = self { true } else { false }
  }
}
