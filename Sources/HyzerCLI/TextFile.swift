internal import Foundation

/// Writes text files piece by piece.
enum TextFile {
  /// Writes what `body` gives, to a name of its own first, so that the file is whole or not there.
  ///
  /// - Throws: ``Failure`` where the file cannot be written, and what `body` throws.
  static func write(_ path: String, _ body: (_ sink: (String) throws -> Void) throws -> Void) throws
  {
    let temporary = path + ".part"
    guard FileManager.default.createFile(atPath: temporary, contents: nil),
      let handle = FileHandle(forWritingAtPath: temporary)
    else {
      throw Failure(
        .inputOutput, "\"\(path)\": cannot be written; check that its folder exists and is yours")
    }
    func failure(_ error: any Error) -> Failure {
      Failure(.inputOutput, "\"\(path)\": cannot be written: \(error.localizedDescription)")
    }
    do {
      try body { text in
        do {
          try handle.write(contentsOf: Data(text.utf8))
        } catch {
          throw failure(error)
        }
      }
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)  // The error itself matters more.
      throw error
    }
    do {
      try handle.close()
    } catch {
      throw failure(error)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw Failure(.inputOutput, "\"\(path)\": cannot be written: \(reason)")
    }
  }
}
