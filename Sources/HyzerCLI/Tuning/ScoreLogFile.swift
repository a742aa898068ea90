internal import Corpora
internal import Evaluation
internal import Golf

/// Reads the score log as `hyzer export` writes it.
enum ScoreLogFile {
  /// Returns what was said in the log's rounds by these players.
  ///
  /// - Throws: ``Failure`` naming the line that is wrong.
  static func read(_ path: String, roster: Roster) throws -> [LoggedUtterance] {
    var lines = try LineReader(path: path)
    var events: [ExportedScore] = []
    while let data = try lines.nextFilled() {
      events.append(
        try JSONFile.decode(
          ExportedScore.self, from: data, place: "\"\(path)\" line \(lines.number)"))
    }
    return LoggedUtterance.utterances(of: events, roster: roster)
  }
}
