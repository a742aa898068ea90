/// A photo, upright, and small enough to be read.
package struct Photo: Hashable, Sendable {
  /// The most bytes that a file may have.
  package static let mostBytes = 20_000_000
  /// The most pixels that a picture may have in its file.
  package static let mostPixels = 50_000_000
  /// The fewest pixels that each side must have: two digits beside each other are no smaller.
  package static let leastSide = 24
  /// The most pixels that are kept: more show nothing that the reader needs, and take it longer.
  static let mostKept = 1_900_000

  /// The pixels, at most ``mostKept``, turned as the camera was held.
  package let raster: Raster
  /// What the camera noted beside the picture.
  package let details: PhotoDetails

  package var width: Int { raster.width }
  package var height: Int { raster.height }

  /// Takes pixels that are there already.
  package init(_ raster: Raster, details: PhotoDetails = PhotoDetails()) {
    self.raster = raster.reduced(toArea: Self.mostKept)
    self.details = details
  }

  /// Reads the bytes of a JPEG or PNG file, which `name` stands for in errors.
  ///
  /// What the file is, how long it is and how many pixels it has are checked before any is decoded.
  ///
  /// - Throws: ``PhotoError``.
  package init(bytes: [UInt8], name: String) throws(PhotoError) {
    guard !bytes.isEmpty else { throw .empty(name) }
    let kind = PhotoKind(bytes)
    guard kind == .jpeg || kind == .png else { throw .otherKind(name, kind) }
    guard bytes.count <= Self.mostBytes else { throw .tooLong(name) }
    let decoded =
      try kind == .jpeg ? Raster(jpeg: bytes, name: name) : Raster(png: bytes, name: name)
    let block = kind == .jpeg ? EXIFBlock(inJPEG: bytes) : EXIFBlock(inPNG: bytes)
    let notes = block.map { EXIFNotes($0) }
    self.init(
      decoded.reduced(toArea: Self.mostKept).upright(notes?.orientation ?? 1),
      details: notes?.details ?? PhotoDetails())
  }

  /// Checks what a header says of a picture's size.
  static func check(width: Int, height: Int, of name: String) throws(PhotoError) {
    guard min(width, height) >= leastSide else {
      throw .tooSmall(name, width: width, height: height)
    }
    guard width <= mostPixels / height else {
      throw .tooLarge(name, width: width, height: height)
    }
  }
}
