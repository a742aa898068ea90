internal import CPNG

/// A PNG file that is being read, by libpng's simplified interface.
@safe private struct PNGReader: ~Copyable {
  private var image = unsafe png_image()
  private let name: String

  /// Reads the header; wraps `png_image_begin_read_from_memory`.
  ///
  /// The library keeps the address of the bytes, so that `body` ends before they may go.
  static func read<Value>(
    _ bytes: [UInt8], name: String, _ body: (inout PNGReader) throws(PhotoError) -> Value
  ) throws(PhotoError) -> Value {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(PhotoError) -> Value in
      var reader = PNGReader(name: name)
      unsafe reader.image.version = UInt32(PNG_IMAGE_VERSION)
      let isBegun = unsafe png_image_begin_read_from_memory(
        &reader.image, bytes.baseAddress, bytes.count)
      guard isBegun != 0 else { throw reader.damage }
      return try body(&reader)
    }
  }

  private init(name: String) { self.name = name }

  deinit {
    var image = unsafe image
    unsafe png_image_free(&image)
  }

  /// Decodes any kind of PNG to 8 bits a colour; what is transparent is black, as a board is.
  ///
  /// Wraps `png_image_finish_read`.
  mutating func decode(width: Int, height: Int) throws(PhotoError) -> Raster {
    unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    guard unsafe image.width == width, unsafe image.height == height else {
      throw .damaged(name, reason: "its size changes")
    }
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    var black = png_color(red: 0, green: 0, blue: 0)
    guard unsafe png_image_finish_read(&image, &black, &pixels, 0, nil) != 0 else { throw damage }
    return Raster(width: width, height: height, bytes: pixels)
  }

  private var damage: PhotoError {
    let message = unsafe withUnsafeBytes(of: image.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .damaged(name, reason: message)
  }
}

extension Raster {
  /// Decodes a PNG file, whose size its first chunk has.
  init(png bytes: [UInt8], name: String) throws(PhotoError) {
    guard let header = PNGChunks(bytes).first(where: { _ in true }), header.type == "IHDR",
      header.content.count >= 8
    else { throw .damaged(name, reason: "it has no header") }
    let (width, height) = (header.content.number(at: 0), header.content.number(at: 4))
    try Photo.check(width: width, height: height, of: name)
    self = try PNGReader.read(bytes, name: name) { (reader) throws(PhotoError) in
      try reader.decode(width: width, height: height)
    }
  }
}
