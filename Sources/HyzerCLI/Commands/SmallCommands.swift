internal import CommandLineKit
internal import Golf
internal import Recognition
internal import Understanding

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
    let check = RosterCheck(
      names: try toolkit.words(round).names, lexicon: try toolkit.lexicon())
    let collisions = check.collisions
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
    try toolkit.console.line(hyzerProgram.bashCompletion)
  }
}

/// `hyzer man`: the command line as a manual page.
struct ManCommand: Command {
  static let spec = CommandSpec(path: ["man"], abstract: "Print the manual page.")

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    try toolkit.console.line(hyzerProgram.manualPage)
  }
}
