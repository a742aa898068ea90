/// What a shell may offer for a value, and whether only that is valid.
public enum Completion: Hashable, Sendable {
  /// Free text; nothing is offered.
  case none
  /// Paths of files and directories.
  case files
  /// The only valid values; parsing refuses every other.
  case choices([String])
}

extension Completion {
  var choices: [String]? {
    guard case .choices(let choices) = self else { return nil }
    return choices
  }
}
