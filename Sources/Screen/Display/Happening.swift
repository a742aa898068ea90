public import Golf

/// Something that a person should be told.
public enum Happening: Hashable, Sendable {
  /// Words were heard, or typed.
  case heard(String)
  /// Scores are about to save themselves.
  case confirming(ScreenModel.Proposal)
  /// Something is open.
  case partial(ScreenModel.Proposal)
  /// Nothing was understood; holds what is wrong.
  case failed([String])
  /// Scores were saved.
  case committed(ScreenModel.Proposal)
  /// Scores were dropped before they were saved.
  case dismissed(ScreenModel.Proposal)
  /// The log refused scores for this reason.
  case unsaved(ScreenModel.Proposal, reason: String)
  /// Scores that were saved are as they were before; nil for none.
  case undone(hole: Int, [PlayerID: Strokes?])
  /// The leaderboard is another.
  case standings([ScreenModel.Standing])
  /// Something that was asked for could not be done, for this reason.
  case refused(reason: String)
  /// Every player has every hole.
  case complete
  /// The microphone failed for this reason.
  case audioLost(reason: String)
}
