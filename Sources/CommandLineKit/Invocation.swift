/// What a command line asks for.
public enum Invocation: Hashable, Sendable {
  /// Carry out a command.
  case run(ParsedArguments)
  /// Show help about a command, or about the program where there is none.
  case help(CommandSpec?)
  /// Show the version.
  case version
}
