internal import Evaluation
internal import Foundation

/// A report that `hyzer evaluate --json` printed, read back.
struct ReportFile: Decodable {
  let evaluation: EvaluationHeader
  let outcomes: [UtteranceOutcome]
  let unreadable: [UnreadableRecording]

  /// Reads a report.
  ///
  /// - Throws: ``FileFailure`` where it is missing or none.
  static func read(_ path: String) throws -> ReportFile {
    let data = try JSONFile.contents(of: path)
    return try JSONFile.decode(
      ReportFile.self, from: data,
      place: "\"\(path)\" is no report of hyzer evaluate --json")
  }
}
