/// Keeps the bytes of an encoded recording.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    let end = min(offset + bytes.count, self.bytes.count)
    unsafe self.bytes.replaceSubrange(offset..<end, with: bytes)
    return 0
  }

  func failure(_ reason: String) -> RecordingError { .compressionFailed(reason: reason) }
}
