internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Foundation

/// Shows an evaluation in every form that the command line asks for.
struct EvaluationOutput {
  private let arguments: ParsedArguments
  private let targets: [Target]
  /// The targets that were asked for; where none was, the floor is.
  private let demands: [Target]
  private let maximumFalseAccept: Double?
  private var baseline: BaselineComparison?

  /// Checks the options that tell what to show.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    var demands: [Target] = []
    for text in arguments.values("target") {
      guard let target = EvaluationOutput.target(text) else {
        throw arguments.invalidValue(
          "target", text,
          expected:
            "a share in per cent, such as 85, or one of a figure, such as pairs=95; figures "
            + "are \(Target.Metric.allCases.map(\.rawValue).joined(separator: ", ")), and "
            + "@quiet, @noise or @10 behind it limit where it counts")
      }
      demands.append(target)
    }
    self.demands = demands.isEmpty ? [.floor] : demands
    targets = [.floor] + demands.filter { $0 != .floor }
    maximumFalseAccept = try arguments.number("max-false-accept", in: 0...100).map { $0 / 100 }
  }

  /// Finds before the work what its result would founder on.
  mutating func prepare(_ header: EvaluationHeader) throws {
    for path in ["html", "chart", "junit"].compactMap(arguments.value) {
      try OutputFile.requireWritable(path)
    }
    baseline = try arguments.value("compare").map {
      try BaselineComparison(path: $0, header: header)
    }
  }

  private static func target(_ text: String) -> Target? {
    let place = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = place[0].split(separator: "=", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2, last.allSatisfy({ "0123456789.".contains($0) }),
      let percent = Double(last), (0...100).contains(percent)
    else { return nil }
    let metric = parts.count == 2 ? Target.Metric(rawValue: String(parts[0])) : .exact
    let scope = place.count == 2 ? Target.Scope(String(place[1])) : .everywhere
    guard let metric, let scope else { return nil }
    return Target(metric, percent: percent, scope: scope)
  }

  /// Shows an evaluation whose outcomes are all in the journal.
  ///
  /// - Throws: ``Failure`` where a file cannot be written, ``Reported`` where the figures are not
  ///   what the command line demands.
  func show(
    _ journal: OutcomeJournal, _ header: EvaluationHeader, _ tallies: EvaluationTallies,
    experiment: Experiment?, console: Console
  ) throws {
    let reports = tallies.reports(maximumFalseAccept: maximumFalseAccept)
    let comparison = try comparison(journal)
    if arguments.flag("json") {
      try printJSON(
        journal, header, reports, comparison, unreadable: tallies.unreadable,
        audioSHA256: tallies.audioSHA256, console)
    } else {
      try console.line(TextReport(conditions: reports, targets: targets).text)
      if let comparison { try console.line("\n" + comparison.text) }
    }
    if let path = arguments.value("chart") {
      try OutputFile.write(to: path) { sink in
        try sink(AccuracyChart(conditions: reports, targets: targets).svg)
      }
    }
    if let path = arguments.value("junit") {
      try OutputFile.write(to: path) { sink in
        try JUnitReport(
          name: "hyzer evaluate", conditions: reports, targets: targets, comparison: comparison
        ).write(
          outcomes: { take in try EvaluationOutput.forEachOutcome(journal, take) }, to: sink)
      }
    }
    if let path = arguments.value("html") {
      try writeHTML(path, journal, header, reports, tallies, comparison, experiment)
    }
    if arguments.flag("listen") { try play(journal, header, experiment, console) }
    try judge(reports, comparison, console)
    if let first = tallies.unreadable.first {
      throw Reported(code: ExitCode(rawValue: first.code) ?? .badData)
    }
  }

  // MARK: - Forms

  private func printJSON(
    _ journal: OutcomeJournal, _ header: EvaluationHeader, _ reports: [ConditionReport],
    _ comparison: ComparisonReport?, unreadable: [UnreadableRecording], audioSHA256: String,
    _ console: Console
  ) throws {
    // One object on one line, written piece by piece: outcomes are as many as the corpus is long.
    try console.piece("{\"audioSHA256\":" + JSONLine.encode(audioSHA256))
    if let comparison { try console.piece(",\"comparison\":" + JSONLine.encode(comparison)) }
    try console.piece(",\"conditions\":" + JSONLine.encode(reports))
    try console.piece(",\"evaluation\":" + JSONLine.encode(header))
    let verdicts = targets.map { TargetVerdicts($0, reports) }
    try console.piece(",\"targets\":" + JSONLine.encode(verdicts))
    try console.piece(",\"outcomes\":[")
    var separator = ""
    try EvaluationOutput.forEachOutcome(journal) { outcome in
      try console.piece(separator + JSONLine.encode(outcome))
      separator = ","
    }
    try console.line("],\"unreadable\":" + JSONLine.encode(unreadable) + "}")
  }

  private func writeHTML(
    _ path: String, _ journal: OutcomeJournal, _ header: EvaluationHeader,
    _ reports: [ConditionReport], _ tallies: EvaluationTallies, _ comparison: ComparisonReport?,
    _ experiment: Experiment?
  ) throws {
    var details = header.details
    details += tallies.unreadable.map { (name: "not read", value: $0.message) }
    if let comparison { details.append((name: "comparison", value: comparison.sentence)) }
    let page = HTMLReport(
      title: "How well it hears", details: details, conditions: reports, targets: targets)
    func failures(_ take: (HTMLReport.Failure) throws -> Void) throws {
      try EvaluationOutput.forEachOutcome(journal) { outcome in
        guard !outcome.isExact else { return }
        var clip: [UInt8]?
        if let experiment, let samples = try self.clip(of: outcome, header, experiment) {
          clip = try Recording.oggOpus(samples: samples)
        }
        try take(
          HTMLReport.Failure(
            outcome: outcome, condition: header.conditions[outcome.condition], clip: clip))
      }
    }
    try OutputFile.write(to: path) { sink in try page.write(failures: failures, to: sink) }
  }

  private func play(
    _ journal: OutcomeJournal, _ header: EvaluationHeader, _ experiment: Experiment?,
    _ console: Console
  ) throws {
    guard let experiment else { return }
    let lines = TypedLines(console)
    var answer: String?
    let device = arguments.value("device") ?? "default"
    try EvaluationOutput.forEachOutcome(journal) { outcome in
      guard !outcome.isExact, answer != "q",
        let samples = try clip(of: outcome, header, experiment)
      else { return }
      let pairs = outcome.accepted.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
      try console.line(
        "\(outcome.id), \(header.conditions[outcome.condition].name): "
          + "said \"\(outcome.said?.joined(separator: " ") ?? "?")\", heard "
          + "\"\(outcome.heard.joined(separator: " "))\" (\(pairs.isEmpty ? "no score" : pairs), "
          + "\(outcome.result.rawValue)); \(outcome.stage?.rawValue ?? "no stage")")
      repeat {
        try Playback.play(
          samples: samples, sampleRateHz: Recording.sampleRateHz, device: device)
        console.writeError("Enter goes on, r plays it again, q stops: ")
        answer = try lines.next()
        if answer == nil { console.writeError("\n") }
      } while answer == "r"
    }
  }

  /// Returns the samples of an outcome as they were heard; nil where it has no audio.
  private func clip(
    of outcome: UtteranceOutcome, _ header: EvaluationHeader, _ experiment: Experiment
  ) throws -> [Int16]? {
    guard let path = header.audioPath(of: outcome),
      outcome.audioSeconds <= Double(UtteranceJudge.longestUtteranceSeconds)
    else { return nil }
    return experiment.samples(
      try Recording.read(path: path).samples, id: outcome.id, condition: outcome.condition)
  }

  private func comparison(_ journal: OutcomeJournal) throws -> ComparisonReport? {
    guard var baseline else { return nil }
    try EvaluationOutput.forEachOutcome(journal) { baseline.add($0) }
    return try baseline.report()
  }

  private static func forEachOutcome(
    _ journal: OutcomeJournal, _ body: (UtteranceOutcome) throws -> Void
  ) throws {
    try journal.read { entry in
      guard case .judged(let outcomes) = entry else { return }
      for outcome in outcomes { try body(outcome) }
    }
  }

  // MARK: - Verdict

  private func judge(
    _ reports: [ConditionReport], _ comparison: ComparisonReport?, _ console: Console
  ) throws {
    if arguments.flag("fail-if-worse"), let comparison, comparison.isWorse {
      console.errorLine(
        "hyzer evaluate: worse than \"\(comparison.baseline)\" by more than chance; see the "
          + "comparison")
      throw Reported(code: .badData)
    }
    // A target that nothing measures is not met either.
    let missed = demands.filter { target in
      let verdicts = reports.map { target.isMet(by: $0) }
      return verdicts.contains(false) || !verdicts.contains(true)
    }
    if arguments.flag("strict"), !missed.isEmpty {
      console.errorLine(
        "hyzer evaluate: missed, or not measured: "
          + missed.map(\.text).joined(separator: "; "))
      throw Reported(code: .badData)
    }
  }
}
