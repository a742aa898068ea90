/// What a file is by its first bytes, whatever its name says.
package enum PhotoKind: String, Hashable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case heic = "HEIC"
  case avif = "AVIF"
  case webP = "WebP"
  case gif = "GIF"
  case tiff = "TIFF"
  case bitmap = "BMP"
  case video = "a video"
  case text = "a text"
  case other = "something else"

  /// Whether it is a picture, of whatever kind.
  var isPicture: Bool {
    switch self {
    case .jpeg, .png, .heic, .avif, .webP, .gif, .tiff, .bitmap: true
    case .video, .text, .other: false
    }
  }

  /// Judges the bytes of a file.
  init(_ bytes: [UInt8]) {
    let known = Self.signatures.first { signature in
      bytes.dropFirst(signature.offset).starts(with: signature.bytes)
    }
    self = known?.kind ?? (Self.isText(bytes) ? .text : .other)
    // The container of ISO 14496-12 says in its first box whose it is.
    if case .video = self, bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) {
      self = Self.brands[String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)] ?? .video
    }
  }

  /// What begins a file of each kind, and at which byte.
  private static let signatures: [(kind: PhotoKind, offset: Int, bytes: [UInt8])] = [
    (.jpeg, 0, [0xFF, 0xD8, 0xFF]), (.png, 0, [0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
    (.gif, 0, Array("GIF8".utf8)), (.webP, 8, Array("WEBP".utf8)),
    (.tiff, 0, [0x49, 0x49, 0x2A, 0]), (.tiff, 0, [0x4D, 0x4D, 0, 0x2A]),
    (.video, 4, Array("ftyp".utf8)), (.video, 0, [0x1A, 0x45, 0xDF, 0xA3]),
    (.video, 8, Array("AVI ".utf8)), (.video, 4, Array("moov".utf8)),
    (.video, 0, [0, 0, 1, 0xBA]), (.bitmap, 0, Array("BM".utf8)),
  ]

  private static let brands: [String: PhotoKind] = [
    "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic, "hevc": .heic, "hevx": .heic,
    "mif1": .heic, "msf1": .heic, "avif": .avif, "avis": .avif,
  ]

  /// Whether the beginning is text without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
  }
}
