internal import CTurboJPEG

/// A decompressor of libjpeg-turbo.
@safe private struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle
  private let name: String

  /// Makes one for a file of a name, which errors have.
  init(name: String) throws(PhotoError) {
    guard let handle = unsafe tjInitDecompress() else {
      throw .damaged(name, reason: "no memory for its decoder")
    }
    unsafe self.handle = handle
    self.name = name
  }

  deinit {
    // It fails for a handle that is none only.
    _ = unsafe tjDestroy(handle)
  }

  /// Reads the header; wraps `tjDecompressHeader3`.
  func size(of bytes: [UInt8]) throws(PhotoError) -> (width: Int, height: Int) {
    var (width, height, subsampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = unsafe tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors)
    guard status == 0 else { throw damage }
    let space = TJCS(rawValue: UInt32(bitPattern: colors))
    guard space != TJCS_CMYK, space != TJCS_YCCK else { throw .forPrint(name) }
    return (Int(width), Int(height))
  }

  /// Decodes at a size that the library scales to; a warning is an error, since it leaves half a picture.
  ///
  /// Wraps `tjDecompress2`.
  func decode(_ bytes: [UInt8], width: Int, height: Int) throws(PhotoError) -> Raster {
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
    let status = unsafe tjDecompress2(
      handle, bytes, UInt(bytes.count), &pixels, Int32(width), 0, Int32(height),
      TJPF_RGB.rawValue, flags)
    guard status == 0 else { throw damage }
    return Raster(width: width, height: height, bytes: pixels)
  }

  private var damage: PhotoError {
    let reason = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) }
    return .damaged(name, reason: reason ?? "unknown error")
  }
}

extension Raster {
  /// Decodes a JPEG file, at once at a size near what is kept.
  init(jpeg bytes: [UInt8], name: String) throws(PhotoError) {
    let decompressor = try JPEGDecompressor(name: name)
    let (width, height) = try decompressor.size(of: bytes)
    try Photo.check(width: width, height: height, of: name)
    // The transform that undoes a block's cosines makes eighths of the size at no cost.
    let eighths = (1...8).last { scaled(width, $0) * scaled(height, $0) <= Photo.mostKept } ?? 1
    self = try decompressor.decode(
      bytes, width: scaled(width, eighths), height: scaled(height, eighths))
  }
}

extension Raster {
  /// Encodes the picture as a JPEG file with nothing beside it; nil where memory runs out.
  ///
  /// Wraps `tjCompress2`.
  var jpeg: [UInt8]? {
    guard let handle = unsafe tjInitCompress() else { return nil }
    // It fails for a handle that is none only.
    defer { _ = unsafe tjDestroy(handle) }
    var file: UnsafeMutablePointer<UInt8>?
    var length = UInt(0)
    let status = unsafe tjCompress2(
      handle, bytes, Int32(width), 0, Int32(height), TJPF_RGB.rawValue, &file, &length,
      Int32(TJSAMP_420.rawValue), 88, 0)
    defer { unsafe tjFree(file) }
    guard status == 0 else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: file, count: Int(length)))
  }
}

/// So many eighths of a length, as the library rounds them.
private func scaled(_ length: Int, _ eighths: Int) -> Int { (length * eighths + 7) / 8 }
