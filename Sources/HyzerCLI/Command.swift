internal import CommandLineKit

/// A command of the program, with its arguments already checked.
protocol Command {
  var arguments: ParsedArguments { get }

  /// Carries the command out.
  func run(_ toolkit: Toolkit) throws
}

/// Ends a command with an exit code whose reason has been told already.
struct Reported: Error {
  let code: ExitCode
}
