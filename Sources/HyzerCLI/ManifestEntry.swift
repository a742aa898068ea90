internal import Corpora
internal import Foundation
internal import Golf

/// A line of a corpus manifest with all that it says, to be read and to be written.
struct ManifestEntry: Codable, Hashable {
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

  var audio: String?
  let transcript: String?
  let round: Round
  let scores: [CorpusLine.Score]
  /// Who is known to speak in it, where a sentence is put together from several; no tag, since a
  /// tag makes groups, and such a group would be a line alone.
  var speakers: [String]
  var tags: [String: String]

  init(
    audio: String?, transcript: String?, round: Round, scores: [CorpusLine.Score],
    speakers: [String] = [], tags: [String: String]
  ) {
    self.audio = audio
    self.transcript = transcript
    self.round = round
    self.scores = scores
    self.speakers = speakers
    self.tags = tags
  }

  /// Makes the entry of a prompt, its scores in the order of the roster.
  init(_ prompt: Prompt, round: Round, audio: String? = nil, tags: [String: String]) {
    self.init(
      audio: audio, transcript: prompt.sentence, round: round,
      scores: prompt.scores.sorted { $0.player < $1.player }.map {
        CorpusLine.Score(player: round.roster[$0.player].name, strokes: $0.strokes.count)
      }, tags: tags)
  }

  init(from decoder: any Decoder) throws {
    round = try Round(from: decoder)
    let object = try decoder.container(keyedBy: CodingKeys.self)
    audio = try object.decodeIfPresent(String.self, forKey: .audio)
    transcript = try object.decodeIfPresent(String.self, forKey: .transcript)
    scores = try object.decode([CorpusLine.Score].self, forKey: .scores)
    speakers = try object.decodeIfPresent([String].self, forKey: .speakers) ?? []
    tags = try object.decodeIfPresent([String: Tag].self, forKey: .tags)?.mapValues(\.text) ?? [:]
  }

  func encode(to encoder: any Encoder) throws {
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

  var line: CorpusLine {
    CorpusLine(audio: audio, transcript: transcript, round: round, scores: scores)
  }
}
