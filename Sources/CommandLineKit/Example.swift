/// A command line to copy, with what it does.
public struct Example: Hashable, Sendable {
  /// The whole line, the program's name included.
  public let command: String
  /// What the line does, in a sentence.
  public let explanation: String

  /// Pairs a command line with its explanation.
  public init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }
}
