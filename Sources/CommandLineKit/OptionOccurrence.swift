/// One option as it was given.
public struct OptionOccurrence: Hashable, Sendable {
  /// The option's long name, also if it was given by its letter or a prefix.
  public let name: String
  /// The argument; `nil` for a flag.
  public let value: String?
}
