internal import CommandLineKit
internal import Corpora
internal import Evaluation

/// `hyzer corpus validate`: what is wrong in a corpus.
struct CorpusValidateCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "validate"], abstract: "Find what is wrong in corpora.",
    discussion: """
      Finds recordings that are missing, unreadable, doubled, clipped, silent or of another \
      rate than 16 kHz, of labels that make no sense, and of transcripts that the parser reads \
      otherwise than the label says. Exits with 65 where there is an error. A transcript that \
      is read otherwise is a warning: the label is taken for the truth.
      """,
    options: [
      .json, OptionSpec(long: "strict", help: "Take warnings for errors."),
    ],
    operands: [
      OperandSpec(
        name: "MANIFEST", maximum: nil,
        help: "A corpus; clips are compared over all of them.", completion: .files)
    ])

  private struct Report: Encodable {
    let file: String
    let line: Int?
    let severity: String
    let finding: String
    let message: String
    let advice: String
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let manifests = try arguments.operands("MANIFEST").map { path in
      (path, try LineReader.filledLines(of: path))
    }
    let total = manifests.reduce(0) { $0 + $1.1.count }
    var progress = Progress(console, total: total)
    var inspector = CorpusInspector(parser: toolkit.parser)
    var counts: [CorpusFault.Severity: Int] = [:]
    var done = 0
    for (path, lines) in manifests {
      if lines.isEmpty {
        let fault = CorpusFault(
          "noLines", .error, "there are no lines", "give one JSON object an utterance")
        try show(fault, path, nil, &counts, console)
      }
      for line in lines {
        progress.show(done, "\(path):\(line.number)")
        for fault in try inspector.faults(in: line, of: path) {
          progress.clear()
          try show(fault, path, line.number, &counts, console)
        }
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

  private func show(
    _ fault: CorpusFault, _ file: String, _ line: Int?,
    _ counts: inout [CorpusFault.Severity: Int], _ console: Console
  ) throws {
    let severity =
      arguments.flag("strict") && fault.severity == .warning ? .error : fault.severity
    counts[severity, default: 0] += 1
    guard arguments.flag("json") else {
      let place = line.map { "\(file):\($0)" } ?? file
      return try console.line("\(place): \(severity.rawValue): \(fault.description)")
    }
    try console.line(
      JSONLine.encode(
        Report(
          file: file, line: line, severity: severity.rawValue, finding: fault.name,
          message: fault.message, advice: fault.advice)))
  }
}
