internal import CommandLineKit
struct TuneCommand: Command {
  let arguments: ParsedArguments
  func run(_ toolkit: Toolkit) throws {}
}
