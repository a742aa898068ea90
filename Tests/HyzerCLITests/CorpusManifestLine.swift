import Foundation

/// A line of a manifest as the corpus commands write it.
struct CorpusManifestLine: Decodable, Equatable {
  struct Score: Decodable, Equatable {
    var player: String
    var strokes: Int
  }

  struct Player: Decodable, Equatable {
    var name: String
  }

  var audio: String
  var transcript: String?
  var players: [Player]
  var hole: Int?
  var par: Int?
  var scores: [Score]
  /// Who says each word, in a spliced corpus.
  var speakers: [String]?
  var tags: [String: String]

  /// The scores as "Jake 4".
  var pairs: [String] { scores.map { "\($0.player) \($0.strokes)" } }

  /// What is said; nothing where nobody knows.
  var said: String { transcript ?? "" }

  static func read(_ path: String) throws -> [CorpusManifestLine] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(CorpusManifestLine.self, from: Data($0.utf8))
    }
  }
}
