internal import CPNG
package import CTurboJPEG
package import Scoreboards

extension Raster {
  /// The picture as a JPEG file.
  package func jpeg(
    quality: Int32 = 90, isProgressive: Bool = false, colors: TJSAMP = TJSAMP_420
  ) throws -> [UInt8] {
    guard let handle = unsafe tjInitCompress() else { throw EncodingFailed() }
    defer { _ = unsafe tjDestroy(handle) }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let status = unsafe tjCompress2(
      handle, bytes, Int32(width), 0, Int32(height), TJPF_RGB.rawValue, &file, &size,
      Int32(colors.rawValue), quality, isProgressive ? TJFLAG_PROGRESSIVE : 0)
    defer { unsafe tjFree(file) }
    guard status == 0 else { throw EncodingFailed() }
    return unsafe Array(UnsafeBufferPointer(start: file, count: Int(size)))
  }

  /// The picture as a PNG file.
  package func png() throws -> [UInt8] {
    try encodedPNG(bytes, width: width, height: height, format: UInt32(PNG_FORMAT_FLAG_COLOR))
  }
}

/// Encodes samples of a format of libpng's simplified interface.
package func encodedPNG<Sample: BitwiseCopyable>(
  _ samples: [Sample], width: Int, height: Int, format: UInt32, palette: [UInt8] = []
) throws -> [UInt8] {
  var image = unsafe png_image()
  unsafe image.version = UInt32(PNG_IMAGE_VERSION)
  unsafe image.width = UInt32(width)
  unsafe image.height = UInt32(height)
  unsafe image.format = format
  unsafe image.colormap_entries = UInt32(palette.count / 3)
  var size = width * height * 9 + 10_000
  var file = [UInt8](repeating: 0, count: size)
  let isDone = unsafe samples.withUnsafeBytes { samples in
    unsafe png_image_write_to_memory(
      &image, &file, &size, 0, samples.baseAddress, 0, palette.isEmpty ? nil : palette)
  }
  guard isDone != 0 else { throw EncodingFailed() }
  return Array(file[..<size])
}

struct EncodingFailed: Error {}

/// A chunk of a PNG file.
package func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + content
  return bigEndian(content.count) + body + bigEndian(Int(crc32(body)))
}

/// Four bytes, the highest first.
package func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// The checksum of PNG's chunks.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~0) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
