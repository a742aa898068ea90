internal import CSndfile
private import Synchronization

/// What all uses of the sound-file library share.
enum SoundFileLibrary {
  /// The library keeps the reason of a failed open in one global for the whole process.
  private static let opening = Mutex(())

  /// Opens a file by one of the library's functions for that; tells the reason if there is none.
  static func open(
    _ body: () -> OpaquePointer?
  ) -> (handle: OpaquePointer?, code: Int32, reason: String) {
    unsafe opening.withLock { _ in
      if let handle = unsafe body() { return unsafe (handle, 0, "") }
      return unsafe (nil, sf_error(nil), text(of: nil))
    }
  }

  /// Returns the last operation's message, on one line.
  ///
  /// Wraps `sf_strerror`.
  static func text(of handle: OpaquePointer?) -> String {
    guard let text = unsafe sf_strerror(handle) else { return "unknown error" }
    let words = unsafe String(cString: text).split(whereSeparator: \.isWhitespace)
    var line = words.joined(separator: " ")
    while line.last == "." { line.removeLast() }
    return line
  }
}
