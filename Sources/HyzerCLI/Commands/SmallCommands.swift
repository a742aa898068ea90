internal import Capture
internal import CommandLineKit
internal import Golf
internal import Recognition
internal import Scoring

/// `hyzer devices`: the sound devices that record.
struct DevicesCommand: Command {
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
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let words = try toolkit.words(toolkit.round(arguments))
    if !arguments.flag("dictionary") { try toolkit.console.line(words.grammar.jsgf) }
    if !arguments.flag("jsgf") {
      try toolkit.console.line(String(words.grammar.dictionaryText.dropLast()))
    }
  }
}

/// `hyzer roster check`: names that are easily taken for others.
struct RosterCheckCommand: Command {
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

/// `hyzer completion` and `hyzer man`: the command line's own description in other forms.
struct DescriptionCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let isMan = arguments.command.path == ["man"]
    let text =
      isMan
      ? ManPage(program: hyzerProgram).render() : BashCompletion(program: hyzerProgram).render()
    try toolkit.console.line(text)
  }
}
