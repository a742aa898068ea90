/// A SHA-256 digest (FIPS 180-4) in the making.
public struct SHA256Hasher: ~Copyable {
  private var digest: RunningDigest

  /// Starts the digest of no bytes.
  ///
  /// Wraps `EVP_MD_CTX_new` and `EVP_DigestInit_ex`.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public init() throws(DigestError) { digest = try RunningDigest(.sha256) }

  /// Appends bytes.
  ///
  /// Wraps `EVP_DigestUpdate`.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public mutating func update(_ bytes: Span<UInt8>) throws(DigestError) {
    try digest.update(bytes)
  }

  /// Appends bytes, as ``update(_:)-(Span<UInt8>)`` does.
  public mutating func update(_ bytes: [UInt8]) throws(DigestError) {
    try update(bytes.span)
  }

  /// Returns the digest of all bytes: 64 lower-case hexadecimal digits.
  ///
  /// Wraps `EVP_DigestFinal_ex`.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public consuming func finish() throws(DigestError) -> String { try digest.finish() }

  /// Returns the digest of a text's UTF-8: 64 lower-case hexadecimal digits.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public static func hex(of text: String) throws(DigestError) -> String {
    var hasher = try SHA256Hasher()
    try hasher.update(Array(text.utf8))
    return try hasher.finish()
  }

  /// Returns the digest of a file's bytes: 64 lower-case hexadecimal digits.
  ///
  /// Reads 64 KiB at a time, so that a file may be of any length. Blocks for as long as that takes.
  ///
  /// - Throws: ``DigestError``.
  public static func hex(ofFile path: String) throws(DigestError) -> String {
    let file = try ReadableFile(path: path)
    var hasher = try SHA256Hasher()
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = try file.read(into: &block), count > 0 {
      try hasher.update(block.span.extracting(first: count))
    }
    return try hasher.finish()
  }
}
