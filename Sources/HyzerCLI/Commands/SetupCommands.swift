internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

enum DevicesCommand: Command {
  static let spec = CommandSpec(path: ["devices"], abstract: "List the sound devices that record.")

  static func run(_ context: CommandContext) throws {
    let devices = try captureDevices()
    for device in devices { try context.console.line("\(device.name)\t\(device.description)") }
    if devices.isEmpty {
      context.warn("ALSA lists no device that records; plug in a microphone")
    }
  }
}

enum CompletionCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["completion"], abstract: "Print the completion script for bash, or zsh.",
    options: [zsh, players, .database],
    examples: [Example("source <(hyzer completion)", "Complete commands in this shell.")])

  private static let zsh = OptionSpec(
    long: "zsh", help: "Print the one for zsh, which asks bash what to offer.")
  private static let players = OptionSpec(
    long: "players", help: "Print the registered players instead, as the script asks for them.")

  static func run(_ context: CommandContext) throws {
    guard context.arguments.flag(players) else {
      return try context.console.line(
        context.arguments.flag(zsh) ? hyzerProgram.zshCompletion : hyzerProgram.bashCompletion)
    }
    // Who only completes a line makes no log.
    guard FileManager.default.fileExists(atPath: try context.logPath()) else { return }
    try context.console.lines(context.store.players().map(\.name.printable))
  }
}

enum ManCommand: Command {
  static let spec = CommandSpec(path: ["man"], abstract: "Print the manual page.")

  static func run(_ context: CommandContext) throws {
    try context.console.line(hyzerProgram.manualPage)
  }
}

enum LanguageCommand: Command {
  static let spec = CommandSpec(
    path: ["language"], abstract: "Print what can be said, with examples.",
    discussion: """
      A page in Markdown: every form of sentence with an example and what it comes to, and every \
      word.
      """)

  static func run(_ context: CommandContext) throws {
    try context.console.piece(LanguageDescription.english.page)
  }
}
