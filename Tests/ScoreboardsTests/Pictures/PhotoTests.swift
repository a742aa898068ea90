import CPNG
import CTurboJPEG
import TestSupport
import Testing

@testable import Scoreboards

@Suite struct `A photo` {
  /// Four squares of different colours, so that each turn shows.
  private static let squares = {
    var board = DrawnBoard(width: 96, height: 64)
    board.fill(0, 0, 48, 32, [250, 0, 0])
    board.fill(48, 0, 48, 32, [0, 250, 0])
    board.fill(0, 32, 48, 32, [0, 0, 250])
    board.fill(48, 32, 48, 32, [250, 250, 250])
    return board.raster
  }()

  /// The colours of the corners by their first letters: upper left, upper right, lower left, lower right.
  private func corners(_ photo: Photo) -> String {
    [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { across, down in
      let color = photo.raster[
        Int(across * Double(photo.width)), Int(down * Double(photo.height))]
      switch (color.x > 125, color.y > 125, color.z > 125) {
      case (true, true, true): return "w"
      case (true, false, false): return "r"
      case (false, true, false): return "g"
      case (false, false, true): return "b"
      default: return "-"
      }
    }.joined()
  }

  @Test func `JPEG of every kind is read`() throws {
    let kinds: [(Bool, TJSAMP)] = [
      (false, TJSAMP_420), (true, TJSAMP_420), (false, TJSAMP_444), (false, TJSAMP_422),
    ]
    for (isProgressive, colors) in kinds {
      let file = try Self.squares.jpeg(isProgressive: isProgressive, colors: colors)
      #expect(try corners(Photo(bytes: file, name: "a.png")) == "rgbw")
    }
    let grey = try Photo(bytes: Self.squares.jpeg(colors: TJSAMP_GRAY), name: "grey")
    let color = grey.raster[80, 50]
    #expect(color.x > 240 && color.x == color.y && color.y == color.z)
  }

  @Test func `PNG of every kind is read`() throws {
    #expect(try corners(Photo(bytes: Self.squares.png(), name: "a.jpg")) == "rgbw")
    let deep = Self.squares.bytes.map { UInt16($0) * 257 }
    let deepFormat = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_LINEAR)
    let deepFile = try encodedPNG(deep, width: 96, height: 64, format: deepFormat)
    #expect(try corners(Photo(bytes: deepFile, name: "16 bits")) == "rgbw")
    let indices = (0..<96 * 64).map { index -> UInt8 in
      let (row, column) = (index / 96, index % 96)
      return UInt8(row / 32 * 2 + column / 48)
    }
    let palette: [UInt8] = [250, 0, 0, 0, 250, 0, 0, 0, 250, 250, 250, 250]
    let paletteFile = try encodedPNG(
      indices, width: 96, height: 64,
      format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP), palette: palette)
    #expect(try corners(Photo(bytes: paletteFile, name: "palette")) == "rgbw")
  }

  @Test func `what is transparent is black`() throws {
    let pixels = (0..<96 * 64).flatMap { index -> [UInt8] in
      index % 96 < 48 ? [250, 250, 250, 255] : [250, 250, 250, 0]
    }
    let file = try encodedPNG(
      pixels, width: 96, height: 64,
      format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA))
    #expect(try corners(Photo(bytes: file, name: "a.png")) == "w-w-")
  }

  /// What the camera calls the corners of a picture whose upper left is to come back to the upper left.
  @Test(arguments: zip(1...8, ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]))
  func `each orientation is set upright`(orientation: Int, expected: String) throws {
    let block = EXIFFile(main: [(0x0112, .short(orientation))]).bytes
    let jpeg = EXIFFile.insert(block, intoJPEG: try Self.squares.jpeg())
    let png = EXIFFile.insert(block, intoPNG: try Self.squares.png())
    for file in [jpeg, png] {
      let photo = try Photo(bytes: file, name: "a")
      #expect(corners(photo) == expected)
      #expect((photo.width > photo.height) == (orientation < 5))
    }
  }

  @Test func `a large photo is decoded at a smaller size, and shows the same`() throws {
    var board = DrawnBoard(width: 4000, height: 3000)
    board.fill(0, 0, 2000, 1500, [250, 0, 0])
    let raster = board.raster
    for file in [try raster.jpeg(), try raster.png()] {
      let photo = try Photo(bytes: file, name: "large")
      #expect((800_000...Photo.mostKept).contains(photo.raster.area))
      #expect(corners(photo) == "r---")
    }
  }
}

@Suite struct `Files that are no photo` {
  private func refusal(_ bytes: [UInt8]) -> PhotoError? {
    do throws(PhotoError) {
      _ = try Photo(bytes: bytes, name: "a.jpg")
      return nil
    } catch {
      #expect(!error.description.contains("\n"))
      return error
    }
  }

  @Test(arguments: [
    ("ftypheic", PhotoKind.heic), ("ftypmif1", .heic), ("ftypavif", .avif), ("ftypisom", .video),
    ("ftypqt  ", .video),
  ])
  func `others are named by their content`(box: String, kind: PhotoKind) {
    let file = [0, 0, 0, 24] + Array(box.utf8) + [UInt8](repeating: 0, count: 40)
    #expect(refusal(file) == .otherKind("a.jpg", kind))
  }

  @Test(arguments: [
    ("RIFF1234WEBPVP8 ", PhotoKind.webP), ("GIF89a", .gif), ("II*\0", .tiff), ("BM", .bitmap),
    ("RIFF1234AVI LIST", .video), ("Lakers 72, Hawks 65\n", .text), ("\u{1}\u{2}\u{3}", .other),
  ])
  func `files are judged by how they begin`(beginning: String, kind: PhotoKind) {
    #expect(refusal(Array(beginning.utf8)) == .otherKind("a.jpg", kind))
  }

  @Test func `refusals say what to do`() {
    #expect(
      PhotoError.otherKind("a.jpg", .heic).description
        == "\"a.jpg\" is a HEIC picture; save it as JPEG")
    #expect(
      PhotoError.otherKind("a.jpg", .video).description
        == "\"a.jpg\" is a video and no photo; give a JPEG or PNG picture")
    #expect(
      PhotoError.tooLarge("a", width: 60_000, height: 60_000).description
        == "\"a\" has 60000 x 60000 pixels, more than 50 million; save it smaller")
    #expect(refusal([]) == .empty("a.jpg"))
  }

  @Test func `no more bytes are read than a photo has`() {
    let file = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: Photo.mostBytes)
    #expect(refusal(file) == .tooLong("a.jpg"))
  }

  /// The header of a PNG file with nothing in it.
  private func bomb(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  /// The file of a JPEG whose header says another size.
  private func bombJPEG(_ width: Int, _ height: Int) throws -> [UInt8] {
    var file = try DrawnBoard(width: 64, height: 64).raster.jpeg()
    let frame = try #require(
      file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file.replaceSubrange(
      frame + 5..<frame + 9,
      with: [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) })
    return file
  }

  @Test(arguments: [(60_000, 60_000), (65_000, 800), (50_001, 1000)])
  func `more pixels than a photo has are refused before any is decoded`(
    width: Int, height: Int
  ) throws {
    #expect(refusal(bomb(width, height)) == .tooLarge("a.jpg", width: width, height: height))
    #expect(
      refusal(try bombJPEG(width, height)) == .tooLarge("a.jpg", width: width, height: height))
  }

  @Test func `a picture without room for two digits is refused`() throws {
    #expect(refusal(bomb(1, 1)) == .tooSmall("a.jpg", width: 1, height: 1))
    #expect(
      refusal(try DrawnBoard(width: 100, height: 23).raster.jpeg())
        == .tooSmall("a.jpg", width: 100, height: 23))
  }

  @Test func `what is cut off is refused, and not half a picture`() throws {
    let raster = DrawnBoard.gymnasium("72", "65").raster
    for file in [
      try raster.jpeg(), try raster.jpeg(isProgressive: true), try raster.png(),
    ] {
      #expect(refusal(file) == nil)
      for share in [0.02, 0.3, 0.6, 0.9, 0.99] {
        let count = Int(share * Double(file.count))
        guard case .damaged? = refusal(Array(file[..<count])) else {
          Issue.record("\(count) of \(file.count) bytes are taken for a photo")
          continue
        }
      }
    }
    guard case .damaged? = refusal(bomb(6000, 6000)) else {
      Issue.record("a PNG without pixels is taken for a photo")
      return
    }
  }

  @Test func `bytes that change at random are refused or read`() throws {
    var generator = SeededNumbers(seed: 5)
    let raster = DrawnBoard.gymnasium("72", "65").raster
    for file in [try raster.jpeg(), try raster.png()] {
      for _ in 0..<60 {
        var damaged = file
        for _ in 0..<3 { damaged[generator.number(below: file.count)] = generator.byte() }
        _ = refusal(damaged)
      }
    }
  }
}
