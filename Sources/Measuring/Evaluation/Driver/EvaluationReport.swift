package import HyzerBase
internal import HyzerVoice
internal import ScoreLog

/// All that an evaluation found, in every form; as JSON it has the keys of ``Printed``, and figures.
package struct EvaluationReport: Encodable {
  /// What is read back of a report that `hyzer evaluate --json` printed.
  package struct Printed: Decodable {
    package let evaluation: EvaluationHeader
    let outcomes: [UtteranceOutcome]
    let unreadable: [JudgedLine.Unreadable]

    /// - Throws: ``FileFailure`` where the file is missing or no report.
    package init(path: String) throws(FileFailure) {
      self = try JSONFile.decode(
        Printed.self, from: InputFile.contents(of: path),
        place: "\"\(path)\" is no report of hyzer evaluate --json")
    }

    /// Returns what became of each line of some shards, in the order of the whole corpus.
    package static func lines(of shards: [Printed]) -> [JudgedLine] {
      var outcomes: [[Int]: [UtteranceOutcome]] = [:]
      for outcome in shards.flatMap(\.outcomes) {
        outcomes[[outcome.corpus, outcome.line], default: []].append(outcome)
      }
      var lines = outcomes.map { place, outcomes in
        (place, JudgedLine(outcomes.sorted { $0.condition < $1.condition }))
      }
      lines += shards.flatMap(\.unreadable).map {
        ([$0.corpus, $0.line], JudgedLine(unreadable: $0))
      }
      return lines.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case audioSHA256, comparison, conditions, evaluation, outcomes, targets, unreadable
  }

  private let evaluation: EvaluationHeader
  private let outcomes: [UtteranceOutcome]
  package let unreadable: [JudgedLine.Unreadable]
  /// The SHA-256 over the names and hashes of all recordings: a chain, in which each link is the
  /// hash of the link before and the next recording.
  private let audioSHA256: String
  /// The figures of each condition that anything was heard in; the first of all is always there.
  private let conditions: [ConditionTally]
  private let targets: [JSONObject]
  package let comparison: ComparisonReport?
  private let figures: ReportFigures

  /// Counts the lines of an evaluation.
  ///
  /// `maximumFalseAccept` is a share from 0 to 1.
  ///
  /// - Throws: ``FileFailure`` where an outcome belongs to no condition, or nothing can be compared
  ///   with the baseline.
  package init(
    _ header: EvaluationHeader, _ lines: [JudgedLine], targets: [Target] = [],
    maximumFalseAccept: Double? = nil,
    baseline: (path: String, report: Printed)? = nil
  ) throws {
    evaluation = header
    outcomes = lines.flatMap(\.outcomes)
    unreadable = lines.compactMap(\.unreadable)
    var tallies = header.conditions.map {
      ConditionTally(condition: $0, seed: header.seed, maximumFalseAccept: maximumFalseAccept)
    }
    var digest = ""
    for outcome in outcomes {
      guard tallies.indices.contains(outcome.condition) else {
        throw FileFailure(
          .badData,
          "an outcome of \"\(outcome.id)\" is of condition \(outcome.condition), and there are "
            + "\(tallies.count); evaluate again")
      }
      tallies[outcome.condition].add(outcome, manifests: header.corpusNames)
      if let recording = outcome.audioSHA256 {
        digest = try Digest.sha256(of: "\(digest) \(recording) \(outcome.id)")
      }
    }
    tallies[0].unreadable = unreadable.count
    audioSHA256 = digest
    conditions = [tallies[0]] + tallies.dropFirst().filter { $0.counts.utterances > 0 }
    figures = ReportFigures(conditions: conditions, targets: targets)
    self.targets = targets.map { [conditions] in $0.verdicts(on: conditions) }
    comparison = try baseline.map { [outcomes] in
      try ComparisonReport(of: outcomes, header, with: $0.report, at: $0.path)
    }
  }

  package var text: String { figures.text + (comparison.map { "\n\n" + $0.text } ?? "") }

  /// The accuracy in noise as an SVG.
  package var chart: String { figures.accuracyChart }

  package func writeJUnit(to path: String) throws {
    try OutputFile.write(to: path) {
      try figures.writeJUnit(
        name: "hyzer evaluate", comparison: comparison, outcomes: outcomes, to: $0)
    }
  }

  /// Writes the page, with the audio of each failure as it was heard in the experiment.
  package func writeHTML(to path: String, _ experiment: Experiment) throws {
    var details = evaluation.details
    details += unreadable.map { (name: "not read", value: $0.message) }
    if let comparison { details.append((name: "comparison", value: comparison.sentence)) }
    let page = HTMLReport(title: "How well it hears", details: details, figures: figures)
    try OutputFile.write(to: path) { sink in
      try page.write(
        failures: failures,
        clip: {
          try self.samples(of: $0, in: experiment).map { try Recording.oggOpus(samples: $0) }
        },
        to: sink)
    }
  }

  package var failures: [UtteranceOutcome] { outcomes.filter { !$0.isExact } }

  /// What was said, what was heard, and where it failed, in one line.
  package func line(of failure: UtteranceOutcome) -> String {
    let pairs = failure.accepted.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
    return "\(failure.id), \(evaluation.conditions[failure.condition].name): "
      + "said \"\(failure.said?.joined(separator: " ") ?? "?")\", heard "
      + "\"\(failure.heard.joined(separator: " "))\" (\(pairs.isEmpty ? "no score" : pairs), "
      + "\(failure.result.rawValue)); \(failure.stage?.rawValue ?? "no stage")"
  }

  /// Returns the samples of an outcome as they were heard; nil where it has no audio, or more than
  /// an utterance can be long.
  package func samples(of outcome: UtteranceOutcome, in experiment: Experiment) throws -> [Int16]? {
    guard let path = evaluation.audioPath(of: outcome),
      outcome.audioSeconds <= Double(UtteranceJudge.longestUtteranceSeconds)
    else { return nil }
    return experiment.samples(
      try Recording(path: path).samples, id: outcome.id, condition: outcome.condition)
  }

  /// The targets among some that no condition reaches everywhere it counts; one that nothing measures
  /// is not met either.
  package func missed(_ targets: [Target]) -> [Target] {
    targets.filter { target in
      let verdicts = conditions.map { target.isMet(by: $0) }
      return verdicts.contains(false) || !verdicts.contains(true)
    }
  }
}
