internal import Evaluation
internal import Foundation
internal import Golf
internal import Scorekeeping

/// Scores of a round that no session saved and nobody dropped, in a file beside the score log.
struct LeftoverScores {
  /// A line of the file: scores of one hole.
  private struct Line: Codable {
    struct Score: Codable {
      let player: String
      /// Nil where the player has no score.
      let strokes: Int?
    }

    let round: String
    let hole: Int
    let scores: [Score]
  }

  let path: String
  /// The scores of the round, a draft for each line.
  let drafts: [Draft]
  private let record: RoundRecord
  /// The lines of other rounds, and those that cannot be read.
  private let others: [String]

  /// Reads the file, where there is one: "scores-unsaved.jsonl" beside "scores.db".
  init(besideLog log: String, of record: RoundRecord) throws {
    path = URL(fileURLWithPath: log).deletingPathExtension().path + "-unsaved.jsonl"
    self.record = record
    let text =
      FileManager.default.fileExists(atPath: path)
      ? String(decoding: try JSONFile.contents(of: path), as: UTF8.self) : ""
    let lines = text.split(separator: "\n").map { ($0, LeftoverScores.draft($0, of: record)) }
    drafts = lines.compactMap(\.1)
    others = lines.filter { $0.1 == nil }.map { String($0.0) }
  }

  private static func draft(_ text: Substring, of record: RoundRecord) -> Draft? {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)),
      line.round == record.id.rawValue, record.holes.contains(line.hole)
    else { return nil }
    let scores = line.scores.compactMap { score -> (PlayerID, HoleResult)? in
      guard let player = record.player(called: score.player) else { return nil }
      guard let count = score.strokes else { return (player, .noScore) }
      return Strokes(count).map { (player, .strokes($0)) }
    }
    return scores.isEmpty ? nil : Draft(leftover: scores, onHole: line.hole)
  }

  /// Writes scores in place of those of the round, or after them, and removes the file where none are
  /// left.
  func replace(by drafts: [Draft], keeping: Bool) throws {
    let kept = (keeping ? self.drafts : []) + drafts.filter { !$0.scores.isEmpty }
    let lines =
      try others
      + kept.map { draft in
        let scores = draft.scores.map {
          Line.Score(player: record.name(of: $0.player), strokes: $0.result.strokes?.count)
        }
        return try JSONLine.encode(
          Line(round: record.id.rawValue, hole: draft.hole, scores: scores))
      }
    if !lines.isEmpty {
      try OutputFile.write(lines.map { $0 + "\n" }.joined(), to: path)
    } else if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
