internal import Glibc

/// The scores of an utterance, as PocketSphinx writes them; gone from the disk when this goes.
@safe struct StateScores: ~Copyable {
  /// What comes before the scores ends with this, and four bytes that tell the order of bytes.
  private static let headerEnd = Array("endhdr\n".utf8)

  private let file: UnsafeMutablePointer<FILE>
  private let header: [UInt8]
  /// How many bytes a frame has: all the same, since every state is scored in each.
  private let frameSize: Int
  /// How many frames are scored.
  let frames: Int
  /// The scores of the likeliest phones, whatever they are.
  let phones: FrameScores

  init?(path: String, frames: Int, phones: FrameScores) {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    var start = [UInt8](repeating: 0, count: 4096)
    let count = unsafe fread(&start, 1, start.count, file)
    guard let header = StateScores.header(of: start[..<count]), frames > 0,
      unsafe fseek(file, 0, SEEK_END) == 0
    else {
      _ = unsafe fclose(file)  // Only read from: nothing can be lost.
      return nil
    }
    unsafe self.file = file
    self.header = header
    frameSize = (unsafe ftell(file) - header.count) / frames
    self.frames = frames
    self.phones = phones
  }

  private static func header(of start: ArraySlice<UInt8>) -> [UInt8]? {
    start.indices.first { start[$0...].starts(with: headerEnd) }
      .map { Array(start[..<min($0 + headerEnd.count + 4, start.endIndex)]) }
  }

  deinit { _ = unsafe fclose(file) }  // Only read from: nothing can be lost.

  /// Lets `body` read the scores of some frames alone; nil where they are not there.
  func read<Result>(_ range: Range<Int>, _ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result?
  {
    var part = [UInt8](repeating: 0, count: range.count * frameSize)
    guard unsafe fseek(file, header.count + range.lowerBound * frameSize, SEEK_SET) == 0,
      unsafe fread(&part, 1, part.count, file) == part.count
    else { return nil }
    var bytes = header + part
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let stream = unsafe fmemopen(bytes.baseAddress, bytes.count, "rb") else { return nil }
      defer { _ = unsafe fclose(stream) }
      return unsafe body(stream)
    }
  }

  /// Lets `body` read the scores from their start.
  func read<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result {
    unsafe rewind(file)
    return unsafe body(file)
  }
}
