internal import CommandLineKit
internal import Evaluation

enum MergeCommand: Command {
  static let spec = CommandSpec(
    path: ["evaluate", "merge"], abstract: "Join the reports of shards into that of the whole.",
    discussion: """
      Gives exactly the figures that an evaluation in one piece gives. A manifest of the name \
      merge is evaluated as ./merge.
      """,
    options: [.json] + OptionSpec.evaluationOutput,
    operands: [reports],
    examples: [Example("hyzer evaluate merge 1.json 2.json 3.json 4.json", "Join four shards.")])

  private static let reports = OperandSpec(
    name: "REPORT", maximum: nil,
    help: "A report of hyzer evaluate --json --shard; all shards must be there.",
    completion: .files)

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    var output = try EvaluationOutput(arguments, toolkit.console)
    let paths = arguments.operands(reports)
    let shards = try paths.map { try EvaluationReport.Printed(path: $0) }
    let header = try EvaluationHeader(joining: shards.map(\.evaluation), paths: paths)
    try output.prepare()
    let lines = EvaluationReport.Printed.lines(of: shards)
    toolkit.console.report(unreadableOf: lines)
    try output.show(
      header, lines, experiment: output.needsAudio ? Experiment(header) : Experiment())
  }
}
