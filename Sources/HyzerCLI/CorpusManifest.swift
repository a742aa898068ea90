internal import Evaluation
internal import Foundation
internal import Golf

/// A corpus: recordings or texts, and the scores that each of them says.
struct CorpusManifest {
  /// One utterance of the corpus.
  struct Line {
    /// The recording's path, or nil where only text is judged.
    let audio: String?
    let transcript: String?
    let round: Round
    let scores: Set<ScorePair>
  }

  private struct Entry: Decodable {
    struct Score: Decodable {
      let player: String
      let strokes: Strokes
    }

    let audio: String?
    let transcript: String?
    let scores: [Score]
  }

  let lines: [Line]

  /// Reads a manifest in JSON Lines; `audio` is relative to the manifest's folder.
  init(path: String) throws {
    let data = try JSONFile.contents(of: path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    lines = try data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .filter { !$0.element.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") } }
      .map { index, bytes in
        try CorpusManifest.line(
          Data(bytes), place: "\"\(path)\" line \(index + 1)", folder: folder)
      }
    guard !lines.isEmpty else {
      throw Failure(.badData, "\"\(path)\" has no lines; give one JSON object an utterance")
    }
  }

  private static func line(_ data: Data, place: String, folder: URL) throws -> Line {
    let round = try JSONFile.decode(Round.self, from: data, place: place)
    let entry = try JSONFile.decode(Entry.self, from: data, place: place)
    guard entry.audio != nil || entry.transcript != nil else {
      throw Failure(.badData, "\(place): neither \"audio\" nor \"transcript\"; give one of them")
    }
    let pairs = try entry.scores.map { score in
      guard let player = round.roster.player(named: score.player) else {
        throw Failure(
          .badData, "\(place): \"\(score.player)\" is not among its \"players\"; add the player")
      }
      return ScorePair(player: player, strokes: score.strokes)
    }
    return Line(
      audio: entry.audio.map { URL(fileURLWithPath: $0, relativeTo: folder).path },
      transcript: entry.transcript, round: round, scores: Set(pairs))
  }
}
