internal import CommandLineKit

private let round = OptionSpec(
  long: "round", short: "r", argument: "FILE", help: "The round: its players, hole and par.",
  required: true, completion: .files)
private let optionalRound = OptionSpec(
  long: "round", short: "r", argument: "FILE", help: "The round whose names to say.",
  completion: .files)
private let json = OptionSpec(
  long: "json", short: "j", help: "Print one JSON object a line instead of text for people.")
private let device = OptionSpec(
  long: "device", short: "d", argument: "NAME",
  help: "The ALSA device; see hyzer devices. The default is \"default\".")

/// The command line of `hyzer`, from which parsing, help, man page and completion come.
let hyzerProgram = ProgramSpec(
  name: "hyzer", version: "0.1.0",
  abstract: "Keeps score by voice in disc golf, offline.",
  commands: [
    CommandSpec(
      path: ["parse"], abstract: "Parse scores from text.",
      discussion: """
        Each TEXT is an utterance; words without quotes are one utterance together. A single - \
        reads utterances from standard input, one a line.
        """,
      options: [round, json],
      operands: [
        OperandSpec(name: "TEXT", maximum: nil, help: "What somebody said, or - for lines.")
      ],
      examples: [
        Example(
          "hyzer parse --round round.json \"Mike three, Jake birdie\"", "Parse one sentence.")
      ]),
    CommandSpec(
      path: ["score"], abstract: "Recognise recordings and parse them.",
      discussion: """
        A recording holds one utterance of at most two minutes, at any rate and in any format \
        that the sound-file library reads. - reads 16 kHz mono s16le from standard input. A bad \
        recording is reported and the others are still scored.
        """,
      options: [round, json],
      operands: [
        OperandSpec(
          name: "AUDIO", maximum: nil, help: "A recording, or - for standard input.",
          completion: .files)
      ],
      examples: [
        Example("hyzer score --round round.json --json *.flac", "Score a batch of recordings.")
      ]),
    CommandSpec(
      path: ["listen"], abstract: "Listen to a microphone and parse each utterance.",
      options: [
        round, json, device,
        OptionSpec(
          long: "input", short: "i", argument: "AUDIO",
          help: "Listen to a recording instead of the microphone.", conflicts: ["device"],
          completion: .files),
        OptionSpec(long: "fast", help: "Play the recording as fast as it goes."),
      ],
      examples: [
        Example("hyzer listen --round round.json", "Listen to the default microphone."),
        Example(
          "hyzer listen --round round.json --input walk.flac --fast",
          "Find and score the utterances in a long recording."),
      ]),
    CommandSpec(
      path: ["evaluate"], abstract: "Measure how well a corpus is heard.",
      discussion: """
        An utterance is exact when the accepted pairs of player and strokes are just those said. \
        A wrong commit is a result that would have saved itself with a wrong set.
        """,
      options: [json],
      operands: [
        OperandSpec(
          name: "MANIFEST", help: "The corpus, one JSON object an utterance.", completion: .files)
      ]),
    CommandSpec(
      path: ["pronounce"], abstract: "Show how names are said, and where that comes from.",
      options: [
        optionalRound, device,
        OptionSpec(long: "play", short: "p", help: "Say them aloud."),
        OptionSpec(
          long: "out", short: "o", argument: "FILE",
          help: "Write the speech to a WAV or .flac file.",
          completion: .files),
      ],
      operands: [
        OperandSpec(
          name: "NAME", minimum: 0, maximum: nil, help: "A name; without any, all of the round's.")
      ]),
    CommandSpec(
      path: ["roster", "check"],
      abstract: "Warn of names that are easily taken for others or for scores.",
      options: [
        round,
        OptionSpec(long: "strict", help: "Exit with 65 where there is any warning."),
      ]),
    CommandSpec(path: ["devices"], abstract: "List the sound devices that record."),
    CommandSpec(
      path: ["grammar"], abstract: "Print the recogniser's grammar and dictionary.",
      options: [
        round,
        OptionSpec(long: "jsgf", help: "Print the grammar only.", conflicts: ["dictionary"]),
        OptionSpec(long: "dictionary", help: "Print the dictionary only."),
      ]),
    CommandSpec(
      path: ["completion"], abstract: "Print the completion script for bash.",
      examples: [Example("source <(hyzer completion)", "Complete commands in this shell.")]),
    CommandSpec(path: ["man"], abstract: "Print the manual page."),
  ],
  environment: [
    Definition("HYZER_MODEL", "The folder of the acoustic model, in place of the installed one.")
  ],
  exitStatuses: [
    ExitStatus(0, "Done."),
    ExitStatus(64, "The command line is wrong."),
    ExitStatus(65, "The input's content is wrong."),
    ExitStatus(66, "The input is missing."),
    ExitStatus(69, "A library, model or device is not to be had."),
    ExitStatus(70, "The program itself is at fault."),
    ExitStatus(74, "Reading or writing failed."),
  ])
