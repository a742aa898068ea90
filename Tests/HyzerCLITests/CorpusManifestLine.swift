import Foundation

/// A line of a manifest as the corpus commands write it.
struct CorpusManifestLine: Decodable, Equatable {
  struct Score: Decodable, Equatable {
    var player: String
    var strokes: Int
  }

  var audio: String
  var transcript: String
  var hole: Int?
  var par: Int
  var scores: [Score]
  var tags: [String: String]

  /// The scores as "Jake 4".
  var pairs: [String] { scores.map { "\($0.player) \($0.strokes)" } }

  static func read(_ path: String) throws -> [CorpusManifestLine] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(CorpusManifestLine.self, from: Data($0.utf8))
    }
  }
}
