/// An exit status and what it tells the caller.
public struct ExitStatus: Hashable, Sendable {
  /// The status, 0 to 255.
  public let code: Int32
  /// When the program ends with it.
  public let meaning: String

  /// Pairs a status with its meaning.
  public init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
