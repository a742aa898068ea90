internal import Evaluation
internal import Foundation
internal import Golf

/// A corpus: recordings or texts, and the scores that each of them says.
struct CorpusManifest {
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
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular,
      type != .typeDirectory
    {
      throw Failure(
        .badData, "\"\(path)\" can be read only once, and a manifest is read again; give a file")
    }
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

  /// Decodes one line; `place` is where it stands, for errors.
  static func line(_ data: Data, place: String, manifest: String, corpus: Int, number: Int) throws
    -> CorpusUtterance
  {
    let entry = try JSONFile.decode(ManifestEntry.self, from: data, place: place)
    let round = entry.round
    guard let id = entry.audio ?? entry.transcript else {
      throw Failure(.badData, "\(place): neither \"audio\" nor \"transcript\"; give one of them")
    }
    if let fault = entry.labelFaults.first {
      throw Failure(.badData, "\(place): \(fault.description)")
    }
    let pairs = entry.scores.compactMap { score in
      round.roster.player(named: score.player).map {
        ScorePair(player: round.roster[$0].name, strokes: score.strokes)
      }
    }
    return CorpusUtterance(
      corpus: corpus, line: number, id: id,
      audio: entry.audio.map { ManifestEntry.path(of: $0, beside: manifest) },
      transcript: entry.transcript, round: round, scores: Array(Set(pairs)), tags: entry.tags)
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
  mutating func next() throws -> CorpusUtterance? {
    guard let data = try lines.nextFilled() else { return nil }
    return try CorpusManifest.line(
      data, place: "\"\(path)\" line \(lines.number)", manifest: path, corpus: corpus,
      number: lines.number)
  }
}
