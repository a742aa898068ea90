/// The block of a file in which a camera notes what it knows, from the byte order on.
struct EXIFBlock: Hashable, Sendable {
  let bytes: [UInt8]

  private static let mark = Array("Exif\0\0".utf8)

  /// The block with the mark before it that libexif looks for.
  var marked: [UInt8] { Self.mark + bytes }
}

extension EXIFBlock {
  /// Finds it among the segments of a JPEG file; nil where there is none.
  init?(inJPEG bytes: [UInt8]) {
    let (application1, startOfScan): (UInt8, UInt8) = (0xE1, 0xDA)
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != startOfScan {
      let length = Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      // The length counts its own two bytes.
      guard length >= 2 else { return nil }
      let content = bytes[min(place + 4, bytes.count)..<min(place + 2 + length, bytes.count)]
      if bytes[place + 1] == application1, content.starts(with: Self.mark) {
        self.init(bytes: Array(content.dropFirst(Self.mark.count)))
        return
      }
      place += 2 + length
    }
    return nil
  }

  /// Finds it among the chunks of a PNG file; nil where there is none, or one longer than in JPEG.
  init?(inPNG bytes: [UInt8]) {
    guard let chunk = PNGChunks(bytes).first(where: { $0.type == "eXIf" }),
      chunk.content.count <= Int(UInt16.max)
    else { return nil }
    self.init(bytes: Array(chunk.content))
  }
}

/// The chunks of a PNG file, as far as they are whole.
struct PNGChunks: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (type: String, content: ArraySlice<UInt8>)? {
    guard place + 12 <= bytes.count else { return nil }
    let length = bytes[...].number(at: place)
    guard length <= bytes.count - place - 12 else { return nil }
    let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    defer { place += 12 + length }
    return (type, bytes[place + 8..<place + 8 + length])
  }
}

extension ArraySlice<UInt8> {
  /// Reads four bytes, the highest first, from some byte of the slice on; all have to be there.
  func number(at offset: Int) -> Int {
    self[startIndex + offset..<startIndex + offset + 4].reduce(0) { $0 << 8 + Int($1) }
  }
}
