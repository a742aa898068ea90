internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice
internal import Measuring
internal import Scorekeeping

/// Shows an evaluation in every form that the command line asks for.
struct EvaluationOutput {
  private let arguments: ParsedArguments
  private let console: Console
  /// The targets that were asked for; where none was, the floor is.
  private let demands: [Target]
  private let maximumFalseAccept: Double?
  private let baseline: (path: String, report: EvaluationReport.Printed)?

  /// Checks the options that say what to show, and finds before the work what its result would founder
  /// on.
  init(_ arguments: ParsedArguments, _ console: Console) throws {
    self.arguments = arguments
    self.console = console
    let demands = try arguments.values(
      .target,
      expected: "a share in per cent, such as 85, or one of a figure, such as pairs=95; figures "
        + "are \(Target.Metric.allCases.map(\.rawValue).joined(separator: ", ")), and "
        + "@quiet, @noise or @10 behind it limit where it counts"
    ) { Target($0) }
    self.demands = demands.isEmpty ? [.floor] : demands
    maximumFalseAccept = try arguments.number(.maximumFalseAccepts, in: 0...100).map { $0 / 100 }
    for path in [OptionSpec.htmlReport, .chart, .junitReport].compactMap(arguments.value) {
      try OutputFile.requireWritable(path)
    }
    baseline = try arguments.value(.baseline).map { ($0, try EvaluationReport.Printed(path: $0)) }
  }

  /// Whether the recordings are needed once more.
  var needsAudio: Bool { arguments.flag(.htmlReport) || arguments.flag(.playFailures) }

  /// Shows an evaluation; `experiment` is what it was heard in, needed where there is to be audio.
  ///
  /// - Throws: ``Failure`` where a file cannot be written, ``Reported`` where the figures are not
  ///   what the command line demands.
  func show(
    _ header: EvaluationHeader, _ lines: [JudgedLine], experiment: Experiment
  ) throws {
    let report = try EvaluationReport(
      header, lines, targets: [.floor] + demands.filter { $0 != .floor },
      maximumFalseAccept: maximumFalseAccept, baseline: baseline)
    try arguments.flag(.json) ? console.json(of: report) : console.line(report.text)
    if let path = arguments.value(.chart) { try OutputFile.write(report.chart, to: path) }
    if let path = arguments.value(.junitReport) { try report.writeJUnit(to: path) }
    if let path = arguments.value(.htmlReport) { try report.writeHTML(to: path, experiment) }
    if arguments.flag(.playFailures) { try play(report, experiment) }
    if arguments.flag(.failIfWorse), let comparison = report.comparison, comparison.isWorse {
      console.errorLine(
        "hyzer evaluate: worse than \"\(comparison.baseline)\" by more than chance; see the "
          + "comparison")
      throw Reported(code: .badData)
    }
    let missed = report.missed(demands)
    if arguments.flag(.strictTargets), !missed.isEmpty {
      console.errorLine(
        "hyzer evaluate: missed, or not measured: "
          + missed.map(\.text).joined(separator: "; "))
      throw Reported(code: .badData)
    }
    if let first = report.unreadable.first {
      throw Reported(code: ExitCode(rawValue: first.code) ?? .badData)
    }
  }

  private func play(_ report: EvaluationReport, _ experiment: Experiment) throws {
    let lines = TypedLines(console)
    let device = arguments.value(.device) ?? "default"
    for outcome in report.failures {
      guard let samples = try report.samples(of: outcome, in: experiment) else { continue }
      try console.line(report.line(of: outcome))
      var answer: String?
      repeat {
        try Playback.play(
          samples: samples, sampleRateHz: Recording.sampleRateHz, device: device)
        console.writeError("Enter goes on, r plays it again, q stops: ")
        answer = try lines.next()
        if answer == nil { console.writeError("\n") }
      } while answer == "r"
      if answer == "q" { return }
    }
  }
}
