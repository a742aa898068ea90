internal import Glibc

/// A file that is open for reading, closed with the value.
struct ReadableFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Wraps `open`.
  init(path: String) throws(DigestError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing(path: path) : Self.failure(path)
    }
  }

  deinit {
    // Nothing was written that closing could lose.
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Overwrites the start of `block` with the next bytes and returns their number, 0 at the end.
  ///
  /// Wraps `read`.
  func read(into block: inout [UInt8]) throws(DigestError) -> Int {
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw Self.failure(path) }
    }
  }

  private static func failure(_ path: String) -> DigestError {
    .readFailed(path: path, reason: unsafe String(cString: strerror(errno)))
  }
}
