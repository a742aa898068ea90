internal import CommandLineKit
internal import HyzerBase
internal import Measuring

enum CorpusSynthesizeCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "synthesize"], abstract: "Make a corpus with speech synthesisers.",
    discussion: """
      Every voice says every sentence at every speed. The clips are 16 kHz mono with 0.3 s of \
      silence around them; manifest.jsonl in the folder lists those of this command. Clips that \
      exist already are not made again. With --round, the sentences are drawn from what its \
      players can say. A voice that fails on a sentence is reported, and the others go on.
      """,
    options: [.outputFolder, sentences, round, count, voice, speed, limit, .seed],
    examples: [
      Example(
        "hyzer corpus synthesize --round round.json --out corpus --speed 0.8,1,1.25",
        "Let every voice say 40 sentences at three speeds.")
    ])

  private static let defaultCount = 40

  private static let sentences = OptionSpec(
    long: "sentences", argument: "MANIFEST",
    help: "The sentences: a manifest whose lines have transcript, players and scores.",
    conflicts: ["round"], completion: .files)
  private static let round = OptionSpec(
    long: "round", short: "r", argument: "FILE",
    help: "The round for which to draw sentences.", completion: .files)
  private static let count = OptionSpec(
    long: "count", short: "n", argument: "N",
    help: "How many sentences to draw for the round. The default is \(defaultCount).")
  private static let voice = OptionSpec(
    long: "voice", short: "v", argument: "NAME",
    help: "A voice such as flite:slt, espeak:en-us+m3 or festival:kal_diphone. The default is "
      + "every voice that hyzer corpus voices lists.", repeats: true)
  private static let speed = OptionSpec(
    long: "speed", argument: "LIST",
    help: "Speeds from 0.5 to 2, separated by commas. The default is 1.")
  private static let limit = OptionSpec(
    long: "limit", argument: "N",
    help: "Make at most N clips, drawn from all sentences, voices and speeds.")

  static func run(_ toolkit: CommandContext) throws {
    let (arguments, console) = (toolkit.arguments, toolkit.console)
    let synthesizer = SpeechSynthesizer(path: console.environment["PATH"])
    let voices = try voices(arguments, synthesizer)
    let seed = try arguments.seed()
    let speeds = try arguments.numbers(speed, in: 0.5...2) ?? [1]
    let limit = try arguments.integer(limit, in: 1...1_000_000)
    let clips = SynthesizedClip.plan(
      try entries(arguments, toolkit, seed: seed), voices: voices, speeds: speeds, limit: limit,
      seed: seed)
    let folder = arguments.required(.outputFolder)
    try OutputFile.makeFolder(folder)

    var progress = Progress(console)
    let failures = try synthesizer.make(clips, in: folder) { progress.bar($0, of: $1) }
      .map { (clip: $0.clip, failure: Failure($0.error)) }
    for (clip, failure) in failures {
      console.errorLine(
        "hyzer corpus synthesize: \(clip.voice) cannot say \"\(clip.text)\" at speed \(clip.pace): "
          + failure.message)
    }
    let failed = Set(failures.map(\.clip.name))
    let lines = try clips.filter { !failed.contains($0.name) }.map { try JSONLine.encode($0.entry) }
    let manifest = folder + "/manifest.jsonl"
    try OutputFile.write(lines.map { $0 + "\n" }.joined(), to: manifest)
    try console.line("\(lines.count) of \(clips.count) clips; \"\(manifest)\" lists them")
    if let first = failures.first { throw Reported(code: first.failure.code) }
  }

  private static func voices(
    _ arguments: ParsedArguments, _ synthesizer: SpeechSynthesizer
  ) throws -> [Voice] {
    let wanted = try arguments.values(
      voice, expected: "a voice such as flite:slt; see hyzer corpus voices"
    ) { Voice($0) }
    if wanted.isEmpty {
      let installed = try synthesizer.voices()
      guard !installed.isEmpty else {
        throw Failure(.unavailable, "no voice is installed; install flite, espeak-ng or festival")
      }
      return installed
    }
    let missing = try synthesizer.missing(among: wanted)
    guard missing.isEmpty else {
      let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Failure(
        .unavailable,
        "\(missing.count == 1 ? "the voice" : "the voices") \(list) "
          + "\(missing.count == 1 ? "is" : "are") not installed; see hyzer corpus voices")
    }
    return wanted
  }

  private static func entries(
    _ arguments: ParsedArguments, _ toolkit: CommandContext, seed: UInt64
  ) throws -> [ManifestEntry] {
    if let path = arguments.value(sentences) {
      if arguments.flag(count) {
        throw arguments.misuse("--count goes with --round; draw with --limit instead")
      }
      // Clips inherit the labels.
      return try ManifestEntry.lines(of: path).map { _, place, entry in
        guard entry.transcript?.contains(where: \.isLetter) == true else {
          throw Failure(.badData, "\(place): no \"transcript\" to say; add one")
        }
        return entry
      }
    }
    guard let path = arguments.value(round) else {
      throw arguments.misuse(
        "no sentences; give a manifest with --sentences, or a round file with --round")
    }
    let round = try toolkit.round(path)
    let count = try arguments.integer(count, in: 1...9999) ?? defaultCount
    return try Prompt.draw(count: count, seed: seed, round: round, parser: toolkit.parser(round))
      .map {
        ManifestEntry($0, round: round, tags: ["seed": String(seed), "prompt": String($0.number)])
      }
  }
}

enum CorpusVoicesCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "voices"], abstract: "List the voices of the speech synthesisers.",
    discussion: "An espeak voice also takes a variant, as in espeak:en-us+m3.")

  static func run(_ toolkit: CommandContext) throws {
    let synthesizer = SpeechSynthesizer(path: toolkit.console.environment["PATH"])
    for voice in try synthesizer.voices() { try toolkit.console.line(voice.description) }
    for engine in synthesizer.missingEngines {
      toolkit.console.errorLine(
        "hyzer corpus voices: \(engine.rawValue) is not installed; it is in the package "
          + engine.debianPackage)
    }
  }
}
