internal import CommandLineKit
internal import HyzerBase
internal import Measuring

enum CorpusValidateCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "validate"], abstract: "Find what is wrong in corpora.",
    discussion: """
      Finds recordings that are missing, unreadable, repeated, clipped, silent or not at 16 kHz, \
      labels that make no sense, and transcripts that the parser reads differently from the \
      label. Such a transcript is a warning, since the label is taken as the truth. Exits with \
      65 if there is an error.
      """,
    options: [.json, strict], operands: [manifests])

  private static let strict = OptionSpec(long: "strict", help: "Treat warnings as errors.")
  private static let manifests = OperandSpec(
    name: "MANIFEST", maximum: nil, help: "A corpus. Clips are compared across all of them.",
    completion: .files)

  static func run(_ toolkit: CommandContext) throws {
    let (arguments, console) = (toolkit.arguments, toolkit.console)
    let manifests = try arguments.operands(manifests).map { path in
      (path, try LineReader.filledLines(of: path))
    }
    let total = manifests.reduce(0) { $0 + $1.1.count }
    var progress = Progress(console)
    var inspector = CorpusInspector { try toolkit.parser($0) }
    var counts: [CorpusFault.Severity: Int] = [:]
    func show(_ fault: CorpusFault, _ file: String, _ line: Int?) throws {
      progress.clear()
      let isRaised = arguments.flag(strict) && fault.severity == .warning
      let severity = isRaised ? .error : fault.severity
      counts[severity, default: 0] += 1
      let place = line.map { "\(file):\($0)" } ?? file
      let report: JSONObject = [
        "file": file, "severity": severity.rawValue, "finding": fault.name,
        "message": fault.message, "advice": fault.advice,
      ]
      try toolkit.isJSON
        ? console.json(report.adding(["line": line]))
        : console.line("\(place): \(severity.rawValue): \(fault.description)")
    }
    var done = 0
    for (path, lines) in manifests {
      if lines.isEmpty {
        let fault = CorpusFault(
          "noLines", .error, "there are no lines", "give one JSON object per utterance")
        try show(fault, path, nil)
      }
      if let fault = CorpusInspector.fault(ofFile: lines) {
        try show(fault, path, nil)
        done += lines.count
        continue
      }
      for line in lines {
        progress.show(done, of: total, "\(path):\(line.number)")
        for fault in try inspector.faults(in: line, of: path) { try show(fault, path, line.number) }
        done += 1
      }
    }
    progress.clear()
    let summary = [CorpusFault.Severity.error, .warning, .note].map { severity in
      let count = counts[severity, default: 0]
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    console.errorLine(
      "\(total) line\(total == 1 ? "" : "s"): \(summary.joined(separator: ", "))")
    if counts[.error, default: 0] > 0 { throw Reported(code: .badData) }
  }
}
