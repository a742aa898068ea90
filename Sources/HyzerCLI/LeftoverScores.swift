internal import DiscGolf
internal import Foundation
internal import HyzerBase
internal import ScoreLog
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
  private let record: RoundRecord

  /// Names the file: "scores-unsaved.jsonl" beside "scores.db".
  init(besideLog log: String, of record: RoundRecord) {
    path = URL(fileURLWithPath: log).deletingPathExtension().path + "-unsaved.jsonl"
    self.record = record
  }

  private func lines() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return String(decoding: try InputFile.contents(of: path), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Returns the scores of the round, a draft for each line.
  func read() throws -> [Draft] { try lines().compactMap(draft) }

  /// The scores of a line; nil where it is of another round, or cannot be read.
  private func draft(_ text: String) -> Draft? {
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

  private func line(_ draft: Draft) throws -> String {
    let scores = draft.scores.map {
      Line.Score(player: record.name(of: $0.player), strokes: $0.result.strokes?.count)
    }
    return try JSONLine.encode(Line(round: record.id.rawValue, hole: draft.hole, scores: scores))
  }

  /// Takes out what was asked about, and puts in what is left; the file goes where nothing is.
  ///
  /// What another session has written since stays.
  func replace(_ asked: [Draft], by left: [Draft]) throws {
    let old = try lines()
    let (done, new) = (try asked.map(line), try left.filter { !$0.scores.isEmpty }.map(line))
    let text =
      old.filter { !done.contains($0) || new.contains($0) }
      + new.filter { !old.contains($0) }
    if !text.isEmpty {
      try OutputFile.write(text.map { $0 + "\n" }.joined(), to: path)
    } else if !old.isEmpty {
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
