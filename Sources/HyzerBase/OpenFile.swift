internal import CGNU
internal import Glibc

/// A file that is open until this value goes.
package struct OpenFile: ~Copyable {
  /// The system's number of it.
  package let descriptor: CInt

  /// Opens a file, which programs that are started do not inherit.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: As `open(2)` has them.
  ///   - mode: Who may do what with a file that is made, less the process's mask.
  /// - Throws: ``SystemFault``.
  package init(_ path: String, _ flags: CInt = O_RDONLY, mode: UInt32 = 0o666) throws(SystemFault) {
    descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .latest }
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  /// Makes a file that nobody else sees, without a place on a disk, and that is none of the standard streams.
  package static func inMemory() throws(SystemFault) -> OpenFile {
    let first = OpenFile(descriptor: unsafe memfd_create("hyzer", HYZER_MFD_CLOEXEC))
    guard first.descriptor >= 0 else { throw .latest }
    let descriptor = fcntl(first.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard descriptor >= 0 else { throw .latest }
    return OpenFile(descriptor: descriptor)
  }

  // Who has to know whether it could be closed calls `close`.
  deinit { _ = Glibc.close(descriptor) }

  /// Returns what comes next, at most so many bytes of it.
  package func read(atMost most: Int = .max) throws(SystemFault) -> [UInt8] {
    var status = stat()
    try check(unsafe fstat(descriptor, &status))
    var bytes: [UInt8] = []
    // One more than there is, so that the end is met at once.
    var room = max(Int(status.st_size) + 1, 65_536)
    while bytes.count < most {
      let wanted = min(room, most - bytes.count)
      var count = 0
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        repeat {
          count = unsafe Glibc.read(descriptor, buffer.baseAddress, wanted)
        } while count < 0 && errno == EINTR
        filled = max(count, 0)
      }
      guard count >= 0 else { throw .latest }
      if count == 0 { break }
      room = max(room - count, 65_536)
    }
    return bytes
  }

  /// Writes all of some bytes.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemFault) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { throw .latest }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Goes on at so many bytes from the beginning.
  package func seek(to offset: Int) throws(SystemFault) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .latest }
  }

  /// Cuts the file to so many bytes, and goes on at its end.
  package func truncate(to size: Int) throws(SystemFault) {
    try check(ftruncate(descriptor, off_t(size)))
    try seek(to: size)
  }

  /// Waits until what was written is on the disk.
  package func synchronize() throws(SystemFault) { try check(fsync(descriptor)) }

  /// Closes the file; what was written may fail to arrive now.
  package consuming func close() throws(SystemFault) {
    let status = Glibc.close(descriptor)
    discard self
    guard status == 0 else { throw .latest }
  }

  private func check(_ status: CInt) throws(SystemFault) {
    guard status == 0 else { throw .latest }
  }
}
