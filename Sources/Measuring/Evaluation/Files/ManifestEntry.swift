package import DiscGolf
internal import FoundationEssentials
package import HyzerBase

/// A line of a corpus manifest with all that it says, to be read and to be written.
package struct ManifestEntry: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case audio, transcript, players, hole, par, scores, speakers, tags
  }

  /// A tag's value, which others may have written as a number.
  private struct Tag: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        text = "\(number)"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else if let flag = try? container.decode(Bool.self) {
        text = flag ? "true" : "false"
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  /// Where the recording is, as the line gives it; nil for text alone.
  package var audio: String?
  /// What was said; nil where the line leaves it open.
  package let transcript: String?
  package let round: Round
  /// The label as somebody wrote it, which may name others than the round's players.
  package let scores: [ScorePair]
  /// Who is known to speak in it, where a sentence is put together from several; no tag, since a
  /// tag makes groups, and such a group would be a line alone.
  package var speakers: [String]
  package var tags: [String: String]

  package init(
    audio: String?, transcript: String?, round: Round, scores: [ScorePair],
    speakers: [String] = [], tags: [String: String] = [:]
  ) {
    (self.audio, self.transcript, self.round) = (audio, transcript, round)
    (self.scores, self.speakers, self.tags) = (scores, speakers, tags)
  }

  package init(from decoder: any Decoder) throws {
    round = try Round(from: decoder)
    let object = try decoder.container(keyedBy: CodingKeys.self)
    audio = try object.decodeIfPresent(String.self, forKey: .audio)
    transcript = try object.decodeIfPresent(String.self, forKey: .transcript)
    scores = try object.decode([ScorePair].self, forKey: .scores)
    speakers = try object.decodeIfPresent([String].self, forKey: .speakers) ?? []
    tags = try object.decodeIfPresent([String: Tag].self, forKey: .tags)?.mapValues(\.text) ?? [:]
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encodeIfPresent(audio, forKey: .audio)
    try object.encodeIfPresent(transcript, forKey: .transcript)
    try object.encode(round.roster.players, forKey: .players)
    try object.encodeIfPresent(round.hole, forKey: .hole)
    try object.encode(round.par, forKey: .par)
    try object.encode(scores, forKey: .scores)
    if !speakers.isEmpty { try object.encode(speakers, forKey: .speakers) }
    if !tags.isEmpty { try object.encode(tags, forKey: .tags) }
  }

  /// Reads the lines of a manifest, their labels checked; `place` says in words where each is.
  package static func lines(of path: String) throws(FileFailure) -> [(
    number: Int, place: String, entry: ManifestEntry
  )] {
    let lines = try LineReader.filledLines(of: path).map { line throws(FileFailure) in
      let place = "\"\(path)\" line \(line.number)"
      let entry = try JSONFile.decode(ManifestEntry.self, from: line.data, place: place)
      if let fault = entry.labelFaults.first {
        throw FileFailure(.badData, "\(place): \(fault.description)")
      }
      return (line.number, place, entry)
    }
    guard !lines.isEmpty else {
      throw FileFailure(.badData, "\"\(path)\" has no lines; give one JSON object per utterance")
    }
    return lines
  }

  /// Returns the path of a recording that a manifest names relative to its own folder.
  package static func path(of audio: String, beside manifest: String) -> String {
    let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
    return URL(fileURLWithPath: audio, relativeTo: folder).path
  }

  /// What is wrong with the label in itself.
  package var labelFaults: [CorpusFault] {
    var seen: [PlayerID: Int] = [:]
    return scores.compactMap { score in
      guard let player = round.roster.player(named: score.player) else {
        return CorpusFault(
          "unknownPlayer", .error, "\"\(score.player)\" is not among the line's \"players\"",
          "add the player, or correct the label")
      }
      guard Strokes(score.strokes) != nil else {
        return CorpusFault(
          "strokesOutOfRange", .error,
          "\"\(score.player)\" has \(score.strokes) strokes; scores go from "
            + "\(Strokes.range.lowerBound) to \(Strokes.range.upperBound)", "correct the label")
      }
      // The same score once more changes nothing.
      let other = seen.updateValue(score.strokes, forKey: player) ?? score.strokes
      guard other != score.strokes else { return nil }
      return CorpusFault(
        "playerTwice", .error, "the label gives \"\(round.roster[player].name)\" two scores",
        "keep the one that counts")
    }
  }
}

/// Something that is wrong with a line of a corpus.
package struct CorpusFault: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// Figures measured with this line would be wrong, or there would be none.
    case error
    /// Figures may not mean what they seem to.
    case warning
    /// Worth knowing.
    case note
  }

  /// A word for machines.
  package let name: String
  package let severity: Severity
  /// What is wrong, on one line.
  package let message: String
  /// What to do; empty where the message says that already.
  package let advice: String

  package init(_ name: String, _ severity: Severity, _ message: String, _ advice: String) {
    (self.name, self.severity, self.message, self.advice) = (name, severity, message, advice)
  }

  /// The fault and what to do about it, on one line.
  package var description: String { advice.isEmpty ? message : "\(message); \(advice)" }
}
