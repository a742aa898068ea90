import DiscGolf
import Foundation
import Measuring

/// An object that `parse` and `score` print, with the keys that others rely on.
struct Report: Decodable, Equatable {
  struct Score: Decodable, Equatable {
    var player: String
    var strokes: Int
    var confidence: Double
  }

  struct Unresolved: Decodable, Equatable {
    var text: String
    var reason: String
    var message: String
    var candidates: [String]
    var strokes: Int?
  }

  var input: String
  var transcript: String
  var result: String
  var scores: [Score]
  var unresolved: [Unresolved]

  /// The scores without their confidences, as "Jake 4".
  var pairs: [String] { scores.map { "\($0.player) \($0.strokes)" } }
}

extension Outcome {
  /// The printed JSON, one object a line.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> [Value] {
    try outputLines.map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}

extension ManifestEntry {
  /// The scores as "Jake 4".
  var pairs: [String] { scores.map { "\($0.player) \($0.strokes)" } }

  /// What is said; nothing where nobody knows.
  var said: String { transcript ?? "" }

  /// The name of the recording.
  var clip: String { audio ?? "" }

  var names: [String] { round.roster.players.map(\.name) }
}

/// The lines of a manifest that a corpus command wrote.
func readManifest(_ path: String) throws -> [ManifestEntry] {
  try ManifestEntry.lines(of: path).map(\.entry)
}
