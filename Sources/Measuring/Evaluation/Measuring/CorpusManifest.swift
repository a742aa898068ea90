package import DiscGolf
internal import HyzerBase
internal import ScoreLog

/// One line of a corpus: a recording or a text, and the scores that it says.
package struct CorpusUtterance: Hashable, Sendable {
  /// The manifest that holds it, by its place among those given, from 0.
  package let corpus: Int
  /// The line in that manifest, from 1.
  package let line: Int
  /// The recording as the manifest names it, or the text where there is none.
  package let id: String
  /// The recording's path, or nil where only text is judged.
  package let audio: String?
  /// What is said; nil where the corpus does not give it.
  package let transcript: String?
  package private(set) var round: Round
  /// The pairs that are said; none where nothing may be accepted.
  package private(set) var scores: [ScorePair]
  /// Whether the recording is heard as a stream of utterances, however short it is.
  package let isStream: Bool
  /// What the manifest says about the recording, such as its speaker.
  package let tags: [String: String]
  /// Whether it was said during a round, and its scores are those of the log.
  let isLogged: Bool

  package init(
    corpus: Int, line: Int, id: String, audio: String? = nil, transcript: String? = nil,
    round: Round, scores: [ScorePair] = [], isStream: Bool = false, tags: [String: String] = [:],
    isLogged: Bool = false
  ) {
    (self.corpus, self.line, self.id) = (corpus, line, id)
    (self.audio, self.transcript, self.isStream) = (audio, transcript, isStream)
    (self.round, self.scores, self.tags, self.isLogged) = (round, scores, tags, isLogged)
  }

  /// Makes the line of a recording, of any length, in which nobody says a score.
  package static func withoutScore(_ path: String, corpus: Int, line: Int = 1, round: Round)
    -> CorpusUtterance
  {
    CorpusUtterance(
      corpus: corpus, line: line, id: path, audio: path, round: round, isStream: true)
  }

  /// Returns the same line with other players.
  func with(_ roster: Roster) throws(RoundError) -> CorpusUtterance {
    var line = self
    line.round = try Round(course: round.course, hole: round.hole, par: round.par, roster: roster)
    return line
  }

  /// Returns the utterance as one of another round's players, on its own hole.
  ///
  /// - Throws: ``FileFailure`` naming `place` where a score's player is not of that round.
  package func moved(to round: Round, place: String) throws -> CorpusUtterance {
    let scores = try scores.map { pair throws(FileFailure) in
      guard let player = round.roster.player(named: pair.player) else {
        throw FileFailure(
          .badData,
          "\(place): \"\(pair.player)\" is not among the round's players; add the player to the "
            + "round file, or take this group's recordings")
      }
      return ScorePair(player: round.roster[player].name, strokes: pair.strokes)
    }
    var moved = try with(round.roster)
    moved.scores = scores
    return moved
  }
}

/// The lines of a corpus in a file of JSON Lines, their labels checked.
package struct CorpusManifest {
  let path: String
  /// The SHA-256 of the file, in hexadecimal.
  let sha256: String
  package let lines: [CorpusUtterance]

  /// Reads a manifest; `corpus` is its place among those that are read together.
  ///
  /// - Throws: ``FileFailure`` that names the line that is wrong.
  package init(path: String, corpus: Int = 0) throws {
    lines = try ManifestEntry.lines(of: path).map { number, place, entry in
      guard let id = entry.audio ?? entry.transcript else {
        throw FileFailure(
          .badData, "\(place): neither \"audio\" nor \"transcript\"; give one of them")
      }
      let pairs = entry.scores.compactMap { score in
        entry.round.roster.player(named: score.player).map {
          ScorePair(player: entry.round.roster[$0].name, strokes: score.strokes)
        }
      }
      return CorpusUtterance(
        corpus: corpus, line: number, id: id,
        audio: entry.audio.map { ManifestEntry.path(of: $0, beside: path) },
        transcript: entry.transcript, round: entry.round, scores: Array(Set(pairs)),
        tags: entry.tags)
    }
    self.path = path
    sha256 = try Digest.sha256(ofFile: path)
  }
}

/// Everything that one evaluation hears: manifests, then long recordings in which nobody scores.
package struct EvaluationCorpus {
  let manifests: [CorpusManifest]
  let negatives: [String]
  private let lines: [CorpusUtterance]

  /// Reads the manifests, at least one; the players of `round`, if any, count in place of each line's
  /// own.
  package init(manifests paths: [String], negatives: [String], round: Round?) throws {
    manifests = try paths.enumerated().map { try CorpusManifest(path: $1, corpus: $0) }
    self.negatives = negatives
    let firstRound = manifests[0].lines[0].round
    let all =
      manifests.flatMap(\.lines)
      + negatives.enumerated().map { index, path in
        .withoutScore(path, corpus: paths.count, line: index + 1, round: firstRound)
      }
    lines = try all.map { line in
      // Of recordings without a score nothing can be said that needs a place.
      let path = line.isStream ? line.id : paths[line.corpus]
      return try round.map { try line.moved(to: $0, place: "\"\(path)\" line \(line.line)") }
        ?? line
    }
  }

  /// Returns all lines, or those of one shard.
  package func lines(of shard: Shard?) -> [CorpusUtterance] {
    guard let shard else { return lines }
    return lines.indices.filter { shard.contains($0) }.map { lines[$0] }
  }
}

/// A part of a corpus: every so many lines.
package struct Shard: Hashable, Codable {
  /// More parts than anybody has machines for.
  private static let mostParts = 1_000_000

  let index: Int
  let count: Int

  /// Reads `2/4`; nil where that is not a part.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...Shard.mostParts).contains(count), (1...count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  private enum CodingKeys: CodingKey { case index, count }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    let index = try object.decode(Int.self, forKey: .index)
    let count = try object.decode(Int.self, forKey: .count)
    guard let shard = Shard("\(index)/\(count)") else {
      throw DecodingError.dataCorruptedError(
        forKey: .index, in: object, debugDescription: "no shard such as 2/4")
    }
    self = shard
  }

  package func contains(_ line: Int) -> Bool { line % count == index - 1 }
}
