internal import Digests
internal import Evaluation
internal import Foundation
internal import Golf
internal import Measuring

/// A corpus: recordings or texts, and the scores that each of them says.
struct CorpusManifest {
  private struct Entry: Decodable {
    struct Score: Decodable {
      let player: String
      let strokes: Strokes
    }

    let audio: String?
    let transcript: String?
    let scores: [Score]
    let tags: [String: TagValue]?
  }

  /// A tag's value: text, or what can be written as text.
  private struct TagValue: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self.text = text
      } else if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else if let number = try? value.decode(Double.self) {
        text = "\(number)"
      } else {
        text = "\(try value.decode(Bool.self))"
      }
    }
  }

  /// Where it is.
  let path: String
  /// The number of utterances in it.
  let count: Int
  /// The SHA-256 of its file, in hexadecimal.
  let sha256: String
  /// The round of its first line.
  let firstRound: Round

  /// Checks every line of a manifest in JSON Lines, and keeps none.
  init(path: String) throws {
    var reader = try ManifestReader(path: path, corpus: 0)
    guard let first = try reader.next() else {
      throw Failure(.badData, "\"\(path)\" has no lines; give one JSON object an utterance")
    }
    var count = 1
    while try reader.next() != nil { count += 1 }
    self.path = path
    self.count = count
    firstRound = first.round
    sha256 = try SHA256Hasher.hex(ofFile: path)
  }

  /// Returns the path of a recording that a manifest names relative to its own folder.
  static func audioPath(_ audio: String, manifest: String) -> String {
    let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
    return URL(fileURLWithPath: audio, relativeTo: folder).path
  }

  /// Decodes one line; `place` is where it stands, for errors.
  static func line(_ data: Data, place: String, manifest: String, corpus: Int, number: Int) throws
    -> CorpusLine
  {
    let round = try JSONFile.decode(Round.self, from: data, place: place)
    let entry = try JSONFile.decode(Entry.self, from: data, place: place)
    guard let id = entry.audio ?? entry.transcript else {
      throw Failure(.badData, "\(place): neither \"audio\" nor \"transcript\"; give one of them")
    }
    let pairs = try entry.scores.map { score in
      guard let player = round.roster.player(named: score.player) else {
        throw Failure(
          .badData, "\(place): \"\(score.player)\" is not among its \"players\"; add the player")
      }
      return ScorePair(player: round.roster[player].name, strokes: score.strokes.count)
    }
    return CorpusLine(
      corpus: corpus, line: number, id: id,
      audio: entry.audio.map { audioPath($0, manifest: manifest) },
      transcript: entry.transcript, round: round, scores: Array(Set(pairs)),
      tags: entry.tags?.mapValues(\.text) ?? [:])
  }
}

/// Reads the lines of a manifest one after another.
struct ManifestReader {
  private let path: String
  private let corpus: Int
  private var lines: LineReader

  /// Opens a manifest; `corpus` is its place among those of an evaluation.
  init(path: String, corpus: Int) throws {
    self.path = path
    self.corpus = corpus
    lines = try LineReader(path: path)
  }

  /// Returns the next utterance, nil after the last one.
  mutating func next() throws -> CorpusLine? {
    guard let data = try lines.nextFilled() else { return nil }
    return try CorpusManifest.line(
      data, place: "\"\(path)\" line \(lines.number)", manifest: path, corpus: corpus,
      number: lines.number)
  }
}
