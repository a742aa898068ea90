internal import CCrypto

/// A SHA-256 digest (FIPS 180-4) in the making.
public struct SHA256Hasher: ~Copyable {
  private let context: DigestContext

  /// Starts the digest of no bytes.
  ///
  /// Wraps `EVP_MD_CTX_new` and `EVP_DigestInit_ex`.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public init() throws(DigestError) {
    guard let context = DigestContext() else { throw .libraryFailed(reason: Self.lastError) }
    try Self.check(unsafe EVP_DigestInit_ex(context.handle, EVP_sha256(), nil))
    self.context = context
  }

  /// Appends bytes.
  ///
  /// Wraps `EVP_DigestUpdate`.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public mutating func update(_ bytes: Span<UInt8>) throws(DigestError) {
    try Self.check(
      unsafe bytes.withUnsafeBytes {
        unsafe EVP_DigestUpdate(context.handle, $0.baseAddress, $0.count)
      })
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
  public consuming func finish() throws(DigestError) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let status = unsafe digest.withUnsafeMutableBufferPointer { buffer in
      unsafe EVP_DigestFinal_ex(context.handle, buffer.baseAddress, &count)
    }
    try Self.check(status)
    precondition(count == 32, "SHA-256 has 32 bytes")
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

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

  /// The library's functions return 1 where they succeed.
  private static func check(_ status: Int32) throws(DigestError) {
    guard status == 1 else { throw .libraryFailed(reason: lastError) }
  }

  /// The oldest message in the library's queue for this thread, which is then emptied.
  private static var lastError: String {
    defer { ERR_clear_error() }
    guard let text = unsafe ERR_reason_error_string(ERR_get_error()) else { return "unknown error" }
    return unsafe String(cString: text)
  }
}
