/// What kept the screen from being shown.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no terminal, or what was given is not one.
  case notATerminal
  /// The environment does not say what kind of terminal it is.
  case typeNotSet
  /// The system knows no terminal of this kind.
  case unknownType(String)
  /// The cursor of such a terminal cannot be moved.
  case cannotMoveCursor(type: String)
  /// A screen is open already; a process has one at the most.
  case alreadyOpen
  /// The terminal refused; `attempt` says what.
  case refused(attempt: String)

  /// One line: what was tried, what is wrong, what to do.
  public var description: String {
    let problem =
      switch self {
      case .notATerminal: "there is no terminal; run it in one"
      case .typeNotSet: "TERM is not set; set it to the terminal's kind, such as \"xterm\""
      case .unknownType(let type):
        "the terminal type \"\(type)\" in TERM is not known here; set it to another, such as "
          + "\"xterm\""
      case .cannotMoveCursor(let type):
        "a terminal of type \"\(type)\", as TERM says, cannot move its cursor; set TERM if it is of "
          + "another type"
      case .alreadyOpen: "one is open already; close it first"
      case .refused(let attempt): "the terminal did not let it \(attempt); try another terminal"
      }
    return "cannot show the screen: \(problem), or use --plain"
  }
}
