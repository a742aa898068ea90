package import HyzerBase
package import HyzerVoice
internal import ScoreLog

/// What was evaluated and how: reports and shards belong together only where this is the same.
package struct EvaluationHeader: Hashable, Codable {
  struct Manifest: Hashable, Codable {
    let path: String
    let sha256: String
    let utterances: Int
  }

  struct NamedFile: Hashable, Codable {
    let path: String
    let sha256: String

    init(_ path: String) throws {
      self.path = path
      sha256 = try Digest.sha256(ofFile: path)
    }
  }

  var version: String
  var settingsSHA256: String
  var manifests: [Manifest]
  /// The round whose players counted in place of the lines' own, if any.
  var round: NamedFile?
  /// Long recordings in which nothing may be accepted.
  var negatives: [String]
  var noises: [NamedFile]
  var snrDecibels: [Double]
  /// The impulse response of the room in which everything was said.
  var echo: NamedFile?
  var seed: UInt64
  /// Whether utterances were first found in each recording.
  var endpointing: Bool
  /// The part that was evaluated, or nil for all.
  var shard: Shard?

  /// The names of the corpora, as outcomes count them.
  package var corpusNames: [String] {
    manifests.map(\.path) + (negatives.isEmpty ? [] : ["noise alone"])
  }

  /// Every condition, as outcomes count them: the recordings as they are, then each noise at each
  /// level.
  var conditions: [ListeningCondition] {
    [ListeningCondition(room: echo?.path)]
      + noises.flatMap { noise in
        snrDecibels.map {
          ListeningCondition(noise: noise.path, snrDecibels: $0, room: echo?.path)
        }
      }
  }

  /// The path of an outcome's recording.
  func audioPath(of outcome: UtteranceOutcome) -> String? {
    guard outcome.audioSeconds > 0 else { return nil }
    guard manifests.indices.contains(outcome.corpus) else { return outcome.id }
    return ManifestEntry.path(of: outcome.id, beside: manifests[outcome.corpus].path)
  }

  /// What was evaluated and how, for people.
  var details: [(name: String, value: String)] {
    func named(_ name: String, _ file: NamedFile) -> (name: String, value: String) {
      (name, "\(file.path), SHA-256 \(file.sha256)")
    }
    var details = manifests.map { manifest in
      (
        name: "corpus",
        value: "\(manifest.path), \(manifest.utterances) utterances, SHA-256 \(manifest.sha256)"
      )
    }
    if let round { details.append(named("round", round)) }
    details += negatives.map { (name: "without a score", value: $0) }
    details += noises.map { named("noise", $0) }
    if let echo { details.append(named("echo", echo)) }
    return details + [
      ("seed", "\(seed)"), ("endpointing", endpointing ? "on" : "off"),
      ("decoder settings, SHA-256", settingsSHA256), ("version", "hyzer \(version)"),
    ]
  }
}

extension EvaluationHeader {
  /// Describes an evaluation, and hashes what it hears; files are given by their paths.
  package init(
    version: String, settings: DecoderSettings, corpus: EvaluationCorpus, round: String?,
    noises: [String], snrDecibels: [Double], echo: String?, seed: UInt64, endpointing: Bool,
    shard: Shard?
  ) throws {
    self.init(
      version: version, settingsSHA256: try Digest.sha256(of: JSONLine.encode(settings)),
      manifests: corpus.manifests.map {
        Manifest(path: $0.path, sha256: $0.sha256, utterances: $0.lines.count)
      },
      round: try round.map(NamedFile.init), negatives: corpus.negatives,
      noises: try noises.map(NamedFile.init), snrDecibels: snrDecibels,
      echo: try echo.map(NamedFile.init), seed: seed, endpointing: endpointing, shard: shard)
  }

  /// Returns the header of the whole that some shards make.
  ///
  /// - Throws: ``FileFailure`` where a shard is missing, there twice, or of another evaluation;
  ///   `paths` are those of the shards' reports.
  package init(joining shards: [EvaluationHeader], paths: [String]) throws(FileFailure) {
    var found: [Shard: String] = [:]
    for (header, path) in zip(shards, paths) {
      guard let shard = header.shard else {
        throw FileFailure(
          .badData, "\"\(path)\" is no shard; give the reports of evaluate --shard")
      }
      if let other = found.updateValue(path, forKey: shard) {
        throw FileFailure(
          .badData,
          "\"\(other)\" and \"\(path)\" are both shard \(shard.index)/\(shard.count); give each once"
        )
      }
      var first = shards[0]
      first.shard = Shard("\(shard.index)/\(first.shard?.count ?? 0)")
      guard header == first else {
        throw FileFailure(
          .badData,
          "\"\(paths[0])\" and \"\(path)\" are shards of different evaluations; evaluate both with "
            + "the same corpus, options and version")
      }
    }
    let count = shards[0].shard?.count ?? 0
    let missing = (1...max(count, 1)).filter { index in !found.keys.contains { $0.index == index } }
    guard missing.isEmpty else {
      throw FileFailure(
        .badData,
        "shard \(missing.map { "\($0)/\(count)" }.joined(separator: ", ")) is missing; give the "
          + "reports of all")
    }
    self = shards[0]
    shard = nil
  }
}
