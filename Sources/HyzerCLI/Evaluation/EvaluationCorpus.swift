internal import Evaluation
internal import Foundation
internal import Golf

/// Everything that one evaluation hears: manifests, then long recordings in which nobody scores.
struct EvaluationCorpus {
  /// The manifests, checked.
  let manifests: [CorpusManifest]
  /// Recordings without a score.
  let negatives: [String]
  /// The round whose players count in place of each line's own, if any.
  let round: Round?

  /// Checks the manifests.
  init(manifests: [String], negatives: [String], round: Round?) throws {
    self.manifests = try manifests.map(CorpusManifest.init)
    self.negatives = negatives
    self.round = round
  }

  /// Returns a reader of all lines, or of those of one shard.
  func lines(shard: Shard?) -> EvaluationLines { EvaluationLines(corpus: self, shard: shard) }
}

/// Reads the lines of an evaluation one after another.
struct EvaluationLines {
  private let corpus: EvaluationCorpus
  private let shard: Shard?
  private var part = 0
  private var reader: ManifestReader?
  private var negative = 0
  private var index = -1

  init(corpus: EvaluationCorpus, shard: Shard?) {
    self.corpus = corpus
    self.shard = shard
  }

  /// Returns the next line that belongs to the shard, nil after the last one.
  mutating func next() throws -> CorpusUtterance? {
    while let line = try nextOfAll() {
      index += 1
      if shard?.contains(index) ?? true {
        guard let round = corpus.round else { return line }
        let file = part < corpus.manifests.count ? corpus.manifests[part].path : line.id
        return try line.moved(to: round, place: "line \(line.line) of \"\(file)\"")
      }
    }
    return nil
  }

  private mutating func nextOfAll() throws -> CorpusUtterance? {
    while part < corpus.manifests.count {
      var current = try reader ?? ManifestReader(path: corpus.manifests[part].path, corpus: part)
      if let line = try current.next() {
        reader = current
        return line
      }
      reader = nil
      part += 1
    }
    guard negative < corpus.negatives.count,
      let round = corpus.manifests.first?.firstRound
    else {
      return nil
    }
    let path = corpus.negatives[negative]
    negative += 1
    return CorpusUtterance(
      corpus: part, line: negative, id: path, audio: path, transcript: nil, round: round,
      scores: [], isStream: true, tags: [:])
  }
}

/// A part of a corpus: every so many lines.
struct Shard: Hashable, Codable {
  /// More parts than anybody has machines for.
  private static let mostParts = 1_000_000

  /// Which part, from 1.
  let index: Int
  /// How many parts there are.
  let count: Int

  /// Reads `2/4`; nil where that is not a part.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, count: count)
  }

  private init?(index: Int, count: Int) {
    guard (1...Shard.mostParts).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private enum CodingKeys: String, CodingKey {
    case index, count
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    guard
      let shard = Shard(
        index: try object.decode(Int.self, forKey: .index),
        count: try object.decode(Int.self, forKey: .count))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .index, in: object, debugDescription: "no shard such as 2/4")
    }
    self = shard
  }

  /// Whether a line belongs to it, by its place in the whole corpus.
  func contains(_ line: Int) -> Bool { line % count == index - 1 }

  /// How many lines of a corpus belong to it.
  func share(of total: Int) -> Int { total / count + (total % count >= index ? 1 : 0) }
}
