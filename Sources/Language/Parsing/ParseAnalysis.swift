/// What a text says, with the steps that led there.
public struct ParseAnalysis: Hashable, Sendable {
  /// The words and every reading that each may have.
  public let classification: Classification
  /// The covers of the words that explain them best, each as good as the others; empty for a text
  /// without words.
  public let assemblies: [Assembly]
  /// What the text says.
  public let result: ParseResult
}
