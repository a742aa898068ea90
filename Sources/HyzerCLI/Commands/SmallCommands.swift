internal import Audio
internal import CommandLineKit
internal import Golf
internal import Recognition
internal import Understanding

/// `hyzer devices`: the sound devices that record.
struct DevicesCommand: Command {
  static let spec = CommandSpec(path: ["devices"], abstract: "List the sound devices that record.")

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let devices = try captureDevices()
    for device in devices { try toolkit.console.line("\(device.name)\t\(device.description)") }
    if devices.isEmpty {
      toolkit.console.errorLine(
        "hyzer devices: ALSA lists no device that records; plug in a microphone")
    }
  }
}

/// `hyzer grammar`: what the recogniser listens for.
struct GrammarCommand: Command {
  static let spec = CommandSpec(
    path: ["grammar"], abstract: "Print the recogniser's grammar and dictionary.",
    options: [
      .roundFile,
      OptionSpec(long: "jsgf", help: "Print the grammar only.", conflicts: ["dictionary"]),
      OptionSpec(long: "dictionary", help: "Print the dictionary only."),
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let words = try toolkit.words(toolkit.round(arguments))
    if !arguments.flag("dictionary") { try toolkit.console.line(words.grammar.full) }
    if !arguments.flag("jsgf") {
      try toolkit.console.line(String(words.grammar.dictionaryText.dropLast()))
    }
  }
}

/// `hyzer roster check`: names that are easily taken for others.
struct RosterCheckCommand: Command {
  static let spec = CommandSpec(
    path: ["roster", "check"],
    abstract: "Warn of names that are easily taken for others or for scores.",
    options: [
      .roundFile,
      OptionSpec(long: "strict", help: "Exit with 65 where there is any warning."),
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let round = try toolkit.round(arguments)
    let words = try toolkit.words(round)
    let collisions = RosterCheck(words: words, lexicon: try toolkit.lexicon()).collisions
    for collision in collisions {
      try toolkit.console.line(collision.text(roster: round.roster))
    }
    if collisions.isEmpty {
      try toolkit.console.line(
        "\(round.roster.players.count) players, no name is easily taken for another")
    } else if arguments.flag("strict") {
      throw Reported(code: .badData)
    }
  }
}

/// `hyzer completion`: the command line for bash.
struct CompletionCommand: Command {
  static let spec = CommandSpec(
    path: ["completion"], abstract: "Print the completion script for bash.",
    examples: [Example("source <(hyzer completion)", "Complete commands in this shell.")])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    try toolkit.console.line(BashCompletion(program: hyzerProgram).render())
  }
}

/// `hyzer man`: the command line as a manual page.
struct ManCommand: Command {
  static let spec = CommandSpec(path: ["man"], abstract: "Print the manual page.")

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    try toolkit.console.line(ManPage(program: hyzerProgram).render())
  }
}
