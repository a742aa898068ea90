internal import CommandLineKit

/// A command of the program, with its arguments already checked.
protocol Command: SendableMetatype {
  /// Its name, help, options and operands.
  static var spec: CommandSpec { get }

  init(arguments: ParsedArguments)

  /// Carries the command out.
  func run(_ toolkit: Toolkit) throws
}

/// Ends a command with an exit code whose reason has been told already.
struct Reported: Error {
  let code: ExitCode
}
