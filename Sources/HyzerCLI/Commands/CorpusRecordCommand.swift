internal import CommandLineKit
internal import Corpora

/// `hyzer corpus record`: sentences of the group's own, read aloud and kept.
struct CorpusRecordCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "record"], abstract: "Record a speaker reading sentences of the round.",
    discussion: """
      Sentences are drawn from what the round's players can say; what each means is known. Each \
      clip that is kept is written at once, so that the recording can be stopped at any time: \
      the same command goes on with the sentences that are not recorded yet. A longer list \
      begins with the shorter one of the same seed.
      """,
    options: [
      .roundFile, .outputFolder,
      OptionSpec(
        long: "speaker", short: "s", argument: "NAME", help: "Who reads; a tag of every clip.",
        required: true),
      OptionSpec(
        long: "count", short: "n", argument: "N",
        help: "How many sentences. The default is \(CorpusRecordCommand.defaultCount)."),
      OptionSpec(
        long: "seed", argument: "N",
        help: "Which sentences: one seed, one list. The default is 1."),
      .device,
      OptionSpec(
        long: "playback", argument: "NAME",
        help: "The ALSA device that plays clips back. The default is \"default\"."),
      OptionSpec(
        long: "manual", short: "m", help: "End each clip by Enter and not by silence."),
    ],
    examples: [
      Example(
        "hyzer corpus record --round round.json --out recordings/anna --speaker anna",
        "Record 40 sentences, or go on with those that are missing.")
    ])

  static let defaultCount = 40

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let round = try toolkit.round(arguments)
    let count = try arguments.integer("count", in: 1...9999) ?? Self.defaultCount
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    var folder = try RecordedFolder(
      path: arguments.value("out") ?? "", round: round, seed: seed,
      speaker: arguments.value("speaker") ?? "")
    let prompts = try Prompt.draw(
      count: max(count, folder.highestDone), seed: seed, round: round,
      parser: try toolkit.parser(round))
    try folder.check(prompts)
    let wanted = prompts.prefix(count)
    let lines = TypedLines(console)
    let dialogue = RecordingDialogue(
      studio: .alsa(
        captureDevice: arguments.value("device") ?? "default",
        playbackDevice: arguments.value("playback") ?? "default"),
      isManual: arguments.flag("manual"), show: console.piece, nextLine: { try lines.next() },
      complain: { console.errorLine("hyzer corpus record: \(Failure($0).message)") })
    asking: for prompt in wanted where !folder.done.contains(prompt.number) {
      switch try dialogue.ask(prompt, of: count) {
      case .keep(let samples): try folder.keep(samples, of: prompt)
      case .skip: continue
      case .quit: break asking
      }
    }
    let recorded = wanted.count { folder.done.contains($0.number) }
    let advice = recorded < count ? "; the same command goes on with the others" : ""
    try console.line("\(recorded) of \(count) recorded\(advice)")
  }
}
