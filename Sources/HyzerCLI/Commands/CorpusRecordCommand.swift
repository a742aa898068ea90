internal import CommandLineKit
internal import HyzerVoice
internal import Measuring
internal import Scorekeeping

enum CorpusRecordCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "record"], abstract: "Record a speaker reading sentences of the round.",
    discussion: """
      Sentences are drawn from what the round's players can say, so their meaning is known. Each \
      clip that is kept is written at once, so you can stop at any time: the same command goes \
      on with the sentences that are not recorded yet. With the same seed, a longer list begins \
      with the shorter one.
      """,
    options: [
      .roundFile, .outputFolder, speaker, count, .seed, .device, playback, manual,
    ],
    examples: [
      Example(
        "hyzer corpus record --round round.json --out recordings/anna --speaker anna",
        "Record 40 sentences, or go on with those that are missing.")
    ])

  private static let defaultCount = 40

  private static let speaker = OptionSpec(
    long: "speaker", short: "s", argument: "NAME", help: "Who reads; a tag of every clip.",
    required: true)
  private static let count = OptionSpec(
    long: "count", short: "n", argument: "N",
    help: "How many sentences. The default is \(defaultCount).")
  private static let playback = OptionSpec(
    long: "playback", argument: "NAME",
    help: "The ALSA device that plays clips back. The default is \"default\".")
  private static let manual = OptionSpec(
    long: "manual", short: "m", help: "End each clip with Enter instead of silence.")

  static func run(_ toolkit: CommandContext) throws {
    let (arguments, console) = (toolkit.arguments, toolkit.console)
    let round = try toolkit.round()
    let count = try arguments.integer(count, in: 1...9999) ?? defaultCount
    let seed = try arguments.seed()
    var folder = try RecordedFolder(
      path: arguments.required(.outputFolder), round: round, seed: seed,
      speaker: arguments.required(speaker))
    let prompts = try Prompt.draw(
      count: max(count, folder.highestDone), seed: seed, round: round,
      parser: try toolkit.parser(round))
    try folder.check(prompts)
    let wanted = prompts.prefix(count)
    let lines = TypedLines(console)
    let dialogue = RecordingDialogue(
      microphone: { opened, goesOn in
        var device = try CaptureDevice(device: arguments.value(.device) ?? "default")
        try opened()
        while true {
          let block = try device.read()
          guard !block.isEmpty, try goesOn(block) else { return device.overruns }
        }
      },
      play: {
        try Playback.play(
          samples: $0, sampleRateHz: Recording.sampleRateHz,
          device: arguments.value(playback) ?? "default")
      },
      isManual: arguments.flag(manual), show: console.piece, nextLine: { try lines.next() },
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
