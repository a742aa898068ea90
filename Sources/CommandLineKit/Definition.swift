/// A term and its meaning, as in a list of environment variables or files.
public struct Definition: Hashable, Sendable {
  /// The variable's name or the file's path.
  public let term: String
  /// What it means to the program.
  public let meaning: String

  /// Pairs a term with its meaning.
  public init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}
