private import CNcurses
internal import Glibc
internal import Synchronization

package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  case typeNotSet
  case unknownType(String)
  case cannotMoveCursor(type: String)
  /// A screen is open already; a process has one at the most.
  case alreadyOpen
  case refused(attempt: String)

  package var description: String {
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

/// The right to the process's only screen, returned with the value's end.
struct ScreenClaim: ~Copyable {
  private static let isTaken = Mutex(false)

  init() throws(TerminalError) {
    let wasTaken = ScreenClaim.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    // Thrown out here, where no value exists yet that would return somebody else's claim.
    guard !wasTaken else { throw .alreadyOpen }
  }

  deinit { ScreenClaim.isTaken.withLock { $0 = false } }
}

/// While it exists, a signal that ends the process gives the terminal back first.
struct SignalGuard: ~Copyable {
  /// Remembers the modes of the terminal at a descriptor, which must outlive the value.
  init(_ descriptor: Int32) throws(TerminalError) {
    guard cncurses_guard(descriptor) == 0 else { throw .refused(attempt: "read its modes") }
  }

  deinit { cncurses_unguard() }
}

/// A C stream over a duplicate of a descriptor, closed with its owner.
@safe
struct TerminalStream: ~Copyable {
  /// Stays the value's own.
  let file: UnsafeMutablePointer<FILE>
  let descriptor: Int32

  /// Wraps `dup` and `fdopen`.
  init(_ original: Int32, mode: String) throws(TerminalError) {
    // The process may start others, which have no business with the terminal.
    let descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .refused(attempt: "be opened") }
    guard let file = unsafe fdopen(descriptor, mode) else {
      _ = close(descriptor)  // Nothing was written through it.
      throw .refused(attempt: "be opened")
    }
    unsafe self.file = unsafe file
    self.descriptor = descriptor
  }

  deinit {
    // ncurses has written and flushed what there was.
    _ = unsafe fclose(file)
  }
}

extension Glyphs {
  /// Takes the locale of `LC_ALL`, `LC_CTYPE` or `LANG` for characters, for the whole process, and returns
  /// what a terminal shows then.
  ///
  /// Only for characters: with `LC_ALL`, numbers in model files would be read with a comma in some
  /// countries. A UTF-8 locale that is not installed, common over ssh, is replaced by C.UTF-8.
  /// Wraps `setlocale`.
  static func adoptingLocale(_ environment: [String: String]) -> Glyphs {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? "C"
    if unsafe setlocale(LC_CTYPE, name) == nil {
      let isUTF8 = name.lowercased().filter { $0 != "-" }.contains("utf8")
      // "C" is always there; without C.UTF-8 the locale stays what it was, and is asked next.
      _ = unsafe setlocale(LC_CTYPE, isUTF8 ? "C.UTF-8" : "C")
    }
    guard let codeset = unsafe nl_langinfo(nl_item(CODESET)) else { return .ascii }
    return unsafe String(cString: codeset) == "UTF-8" ? .unicode : .ascii
  }
}
