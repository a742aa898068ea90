/// An EXIF block put together tag by tag, little endian.
package struct EXIFFile {
  /// A value of a tag.
  package enum Value {
    case text(String)
    case short(Int)
    case rationals([(Int, Int)])

    var type: Int {
      switch self {
      case .text: 2
      case .short: 3
      case .rationals: 5
      }
    }

    var count: Int {
      switch self {
      case .text(let text): text.utf8.count + 1
      case .short: 1
      case .rationals(let parts): parts.count
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .text(let text): Array(text.utf8) + [0]
      case .short(let number): littleEndian(number, 2)
      case .rationals(let parts):
        parts.flatMap { littleEndian($0.0, 4) + littleEndian($0.1, 4) }
      }
    }
  }

  package var main: [(tag: Int, value: Value)]
  package var camera: [(tag: Int, value: Value)]
  package var place: [(tag: Int, value: Value)]

  package init(
    main: [(tag: Int, value: Value)] = [], camera: [(tag: Int, value: Value)] = [],
    place: [(tag: Int, value: Value)] = []
  ) {
    self.main = main
    self.camera = camera
    self.place = place
  }

  /// What a phone notes of a photo that is on its side.
  package static let phone = EXIFFile(
    main: [(0x0112, .short(6)), (0x0132, .text("2026:11:27 09:00:00"))],
    camera: [(0x9003, .text("2026:11:26 18:05:31")), (0x9011, .text("-05:00"))],
    place: [
      (1, .text("N")), (2, .rationals([(40, 1), (26, 1), (4614, 100)])), (3, .text("W")),
      (4, .rationals([(79, 1), (58, 1), (5612, 100)])),
    ])

  /// The block, from the byte order on.
  package var bytes: [UInt8] {
    let head = Array("II".utf8) + littleEndian(42, 2) + littleEndian(8, 4)
    let sizes = [main.count + 2, camera.count, place.count].map { 2 + 12 * $0 + 4 }
    let cameraAt = 8 + sizes[0]
    let placeAt = cameraAt + sizes[1]
    var more: [UInt8] = []
    let moreAt = placeAt + sizes[2]
    let pointers = [(0x8769, cameraAt), (0x8825, placeAt)].flatMap { tag, at in
      [littleEndian(tag, 2), littleEndian(4, 2), littleEndian(1, 4), littleEndian(at, 4)]
    }.flatMap(\.self)
    var result = head
    for (entries, extra) in [(main, pointers), (camera, []), (place, [])] {
      result += littleEndian(entries.count + extra.count / 12, 2)
      for (tag, value) in entries {
        let bytes = value.bytes
        result += littleEndian(tag, 2) + littleEndian(value.type, 2) + littleEndian(value.count, 4)
        if bytes.count <= 4 {
          result += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          result += littleEndian(moreAt + more.count, 4)
          more += bytes
        }
      }
      result += extra + littleEndian(0, 4)
    }
    return result + more
  }

  /// The file with a block as its first segment.
  package static func insert(_ block: [UInt8], intoJPEG file: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + block
    let length = content.count + 2
    return file[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
      + file[2...]
  }

  /// The file with a block as its second chunk.
  package static func insert(_ block: [UInt8], intoPNG file: [UInt8]) -> [UInt8] {
    let header = 8 + 12 + 13
    return file[..<header] + chunk("eXIf", block) + file[header...]
  }
}

private func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
