internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import ScoreLog
internal import Scorekeeping

/// Scores of a round that no session saved and nobody dropped, in a file beside the score log.
///
/// The log has the last word: a score that was said anew since it was left, be it the same or another,
/// is not asked about again.
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
    /// The clock of the round's last event by then; nil in files of earlier versions.
    let clock: Int?
  }

  /// A line of the round that was read.
  struct Entry: Hashable {
    /// What of it is still open; nil where nothing is.
    let draft: Draft?
    fileprivate let clock: Int?
    fileprivate let line: String
  }

  let path: String
  private let card: Scorecard
  private var record: RoundRecord { card.round }

  /// Names the file, "scores-unsaved.jsonl" beside "scores.db", for a round with its scores as they are.
  init(besideLog log: String, of card: Scorecard) {
    path = URL(fileURLWithPath: log).deletingPathExtension().path + "-unsaved.jsonl"
    self.card = card
  }

  private func lines() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return String(decoding: try InputFile.contents(of: path), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Returns the lines of the round.
  func read() throws -> [Entry] { try lines().compactMap(entry) }

  /// What a line holds; nil where it is of another round, or cannot be read.
  private func entry(_ text: String) -> Entry? {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)),
      line.round == record.id.rawValue, record.holes.contains(line.hole)
    else { return nil }
    let scores = line.scores.compactMap { score -> (PlayerID, HoleResult)? in
      guard let player = record.player(called: score.player) else { return nil }
      guard let count = score.strokes else { return (player, .noScore) }
      return Strokes(count).map { (player, .strokes($0)) }
    }
    guard !scores.isEmpty else { return nil }
    let open = scores.filter { player, result in
      !card.cell(of: player, onHole: line.hole).events.contains { event in
        line.clock.map { event.position.clock > $0 } ?? (event.result == result)
      }
    }
    return Entry(
      draft: open.isEmpty ? nil : Draft(leftover: open, onHole: line.hole), clock: line.clock,
      line: text)
  }

  /// Takes out what was asked about, and puts in what is left, beside the scores as they are; the file
  /// goes where nothing is.
  ///
  /// What another session has written since stays.
  func replace(_ asked: [Entry], by left: [Draft]) throws {
    let old = try lines()
    let kept = old.filter { line in !asked.contains { $0.line == line } }
    let now = card.events.map(\.position.clock).max() ?? 0
    let new = try left.filter { !$0.scores.isEmpty }.map { draft in
      let scores = draft.scores.map {
        Line.Score(player: record.name(of: $0.player), strokes: $0.result.strokes?.count)
      }
      // Who did not answer has not seen anew what was said since.
      let asked = asked.first { entry in
        entry.draft?.hole == draft.hole
          && entry.draft?.scores.elementsEqual(draft.scores) { $0 == $1 } == true
      }
      return try JSONLine.encode(
        Line(
          round: record.id.rawValue, hole: draft.hole, scores: scores,
          clock: asked.map(\.clock) ?? now))
    }
    let text = kept + new.filter { !kept.contains($0) }
    if !text.isEmpty {
      try OutputFile.write(text.map { $0 + "\n" }.joined(), to: path)
    } else if !old.isEmpty {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// The right to ask about the scores, which one session has at a time; it ends with its process too.
  final class Claim {
    private let path: String
    private let descriptor: Int32

    /// Claims what is in the file; nil where another session has it.
    init?(_ leftovers: LeftoverScores) {
      path = leftovers.path + ".lock"
      // A child process must not keep it.
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      var state = stat()
      guard descriptor >= 0 else { return nil }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &state) == 0,
        // Who had it until now has removed the file.
        state.st_nlink > 0
      else {
        _ = close(descriptor)  // Nothing was written.
        return nil
      }
    }

    func end() {
      _ = unsafe unlink(path)  // An empty file that stays is claimed as well.
      _ = close(descriptor)
    }
  }
}
