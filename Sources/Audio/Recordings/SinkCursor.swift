internal import CSndfile
internal import Glibc

/// The place in a sink where the sound-file library writes next.
///
/// The library itself forgets errors it meets while it closes a file; here they are kept.
final class SinkCursor {
  let sink: any ByteSink
  private var position = 0
  private var length = 0
  /// The first error, 0 if there is none.
  private var errorNumber: Int32 = 0

  init(_ sink: any ByteSink) { self.sink = sink }

  /// The functions by which the library writes; they take a cursor's address.
  static var functions: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe Int64(SinkCursor.at($0)?.length ?? -1) },
      seek: { unsafe Int64(SinkCursor.at($2)?.seek(Int($0), from: $1) ?? -1) },
      read: nil,
      write: { bytes, count, context in
        guard let cursor = unsafe SinkCursor.at(context) else { return 0 }
        return unsafe Int64(
          cursor.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
      },
      tell: { unsafe Int64(SinkCursor.at($0)?.position ?? -1) })
  }

  /// Throws the first error met while writing, if there was one.
  func check() throws(RecordingError) {
    guard errorNumber == 0 else { throw sink.failure(systemError: errorNumber) }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SinkCursor? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<SinkCursor>.fromOpaque(context).takeUnretainedValue()
  }

  private func seek(_ offset: Int, from origin: Int32) -> Int {
    let base =
      switch origin {
      case SEEK_SET: 0
      case SEEK_CUR: position
      default: length
      }
    guard (0...length).contains(base + offset) else { return -1 }
    position = base + offset
    return position
  }

  /// Returns how many of the bytes were written: all, or none.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard errorNumber == 0 else { return 0 }
    errorNumber = unsafe sink.write(bytes, at: position)
    guard errorNumber == 0 else { return 0 }
    position += bytes.count
    length = max(length, position)
    return bytes.count
  }
}
