internal import Glibc

/// Where the bytes of an encoded recording go.
protocol ByteSink: AnyObject {
  /// Writes bytes at a place that is no farther than the end.
  ///
  /// - Returns: 0, or the system's error number.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32

  /// Returns the error to throw where encoding into this sink failed.
  func failure(_ reason: String) -> RecordingError
}

extension ByteSink {
  /// Returns the error to throw for one of the system's error numbers.
  ///
  /// Wraps `strerror`.
  func failure(systemError number: Int32) -> RecordingError {
    failure(unsafe String(cString: strerror(number)))
  }
}
