private import CNcurses

/// While it exists, a signal that ends the process gives the terminal back first.
struct SignalGuard: ~Copyable {
  /// Remembers the modes of the terminal at a descriptor, which must outlive the value.
  init(_ descriptor: Int32) throws(TerminalError) {
    guard cncurses_guard(descriptor) == 0 else { throw .refused(attempt: "read its modes") }
  }

  deinit { cncurses_unguard() }
}
