internal import Scorekeeping
internal import CommandLineKit
internal import HyzerVoice

enum DevicesCommand: Command {
  static let spec = CommandSpec(path: ["devices"], abstract: "List the sound devices that record.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let devices = try captureDevices()
    for device in devices { try toolkit.console.line("\(device.name)\t\(device.description)") }
    if devices.isEmpty {
      toolkit.console.errorLine(
        "hyzer devices: ALSA lists no device that records; plug in a microphone")
    }
  }
}

enum CompletionCommand: Command {
  static let spec = CommandSpec(
    path: ["completion"], abstract: "Print the completion script for bash.",
    examples: [Example("source <(hyzer completion)", "Complete commands in this shell.")])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    try toolkit.console.line(hyzerProgram.bashCompletion)
  }
}

enum ManCommand: Command {
  static let spec = CommandSpec(path: ["man"], abstract: "Print the manual page.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    try toolkit.console.line(hyzerProgram.manualPage)
  }
}
