internal import Glibc

/// Writes the bytes of an encoded recording to a file.
final class FileSink: ByteSink {
  private let path: String
  /// Negative once it is closed.
  private var descriptor: Int32

  /// Creates the file, or empties the one there.
  ///
  /// Wraps `open`.
  init(path: String) throws(RecordingError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(systemError: errno) }
  }

  deinit {
    // Whoever cares for what was written has closed the file before.
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Wraps `pwrite`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return 0
  }

  func failure(_ reason: String) -> RecordingError { .writeFailed(path: path, reason: reason) }

  /// Closes the file, which may tell of a write that failed late.
  ///
  /// Wraps `close`.
  func close() throws(RecordingError) {
    let status = Glibc.close(descriptor)
    descriptor = -1
    guard status == 0 else { throw failure(systemError: errno) }
  }
}
