internal import Glibc

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
