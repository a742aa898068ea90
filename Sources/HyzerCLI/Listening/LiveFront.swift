internal import Scorekeeping

/// What a live round is told to and, where there are keys, steered by.
protocol LiveFront: AnyObject {
  /// Tells what happened, at a time since the start of the session.
  func tell(_ happenings: [RoundHappening], of live: borrowing LiveRound, at now: Duration) throws

  /// Tells of something that goes wrong beside the round, such as lost audio.
  func warn(_ reason: String, of live: borrowing LiveRound) throws

  /// Shows the round as it stands now, if that is this front's way.
  func paint(_ live: borrowing LiveRound, at now: Duration) throws

  /// Shows how long the stages of the last commit took.
  func show(timings: String)

  /// Returns what a person asks for; nil to end.
  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction]?

  /// Gives back what the front took over, such as the terminal; nothing is told or shown after that.
  func close()

  /// Whether it goes on after the audio has ended, until a person ends it.
  var isSteered: Bool { get }
}

/// A front that tells everything in lines has nothing to paint and nothing to give back.
extension LiveFront {
  func paint(_ live: borrowing LiveRound, at now: Duration) throws {}

  func close() {}
}
