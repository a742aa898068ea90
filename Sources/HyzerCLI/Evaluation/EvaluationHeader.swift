internal import Evaluation

/// What was evaluated and how: reports and shards belong together only where this is the same.
struct EvaluationHeader: Hashable, Codable {
  struct Manifest: Hashable, Codable {
    let path: String
    let sha256: String
    let utterances: Int
  }

  struct NamedFile: Hashable, Codable {
    let path: String
    let sha256: String
  }

  /// The program's version.
  var version: String
  /// The SHA-256 of the decoder's settings.
  var settingsSHA256: String
  var manifests: [Manifest]
  /// The round whose players counted in place of the lines' own, if any.
  var round: NamedFile?
  /// Long recordings in which nothing may be accepted.
  var negatives: [String]
  var noises: [NamedFile]
  var snrDecibels: [Double]
  var echo: NamedFile?
  var seed: UInt64
  var endpointing: Bool
  /// The part that was evaluated, or nil for all.
  var shard: Shard?

  /// The names of the corpora, as outcomes count them.
  var corpusNames: [String] {
    manifests.map(\.path) + (negatives.isEmpty ? [] : ["noise alone"])
  }

  /// Every condition, as outcomes count them.
  var conditions: [ListeningCondition] {
    ListeningCondition.all(
      noises: noises.map(\.path), snrDecibels: snrDecibels, room: echo?.path)
  }

  /// The number of lines to evaluate.
  var lines: Int {
    let total = manifests.reduce(negatives.count) { $0 + $1.utterances }
    return shard?.share(of: total) ?? total
  }

  /// The path of an outcome's recording.
  func audioPath(of outcome: UtteranceOutcome) -> String? {
    guard outcome.audioSeconds > 0 else { return nil }
    guard manifests.indices.contains(outcome.corpus) else { return outcome.id }
    return ManifestEntry.path(of: outcome.id, beside: manifests[outcome.corpus].path)
  }

  /// What was evaluated and how, for people.
  var details: [(name: String, value: String)] {
    var details: [(name: String, value: String)] = []
    for manifest in manifests {
      let size = "\(manifest.utterances) utterances, SHA-256 \(manifest.sha256)"
      details.append((name: "corpus", value: "\(manifest.path), \(size)"))
    }
    if let round {
      details.append((name: "round", value: "\(round.path), SHA-256 \(round.sha256)"))
    }
    for path in negatives { details.append((name: "without a score", value: path)) }
    for noise in noises {
      details.append((name: "noise", value: "\(noise.path), SHA-256 \(noise.sha256)"))
    }
    if let echo { details.append((name: "echo", value: "\(echo.path), SHA-256 \(echo.sha256)")) }
    details.append((name: "seed", value: "\(seed)"))
    details.append((name: "endpointing", value: endpointing ? "on" : "off"))
    details.append((name: "decoder settings, SHA-256", value: settingsSHA256))
    details.append((name: "version", value: "hyzer \(version)"))
    return details
  }
}
