internal import CCrypto

/// A digest in the making, by one of the library's algorithms.
struct RunningDigest: ~Copyable {
  /// The algorithms that are used here.
  enum Algorithm {
    case sha1
    case sha256

    /// The length of a digest.
    var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      }
    }
  }

  private let algorithm: Algorithm
  private let context: DigestContext

  /// Starts the digest of no bytes.
  ///
  /// Wraps `EVP_MD_CTX_new` and `EVP_DigestInit_ex`.
  init(_ algorithm: Algorithm) throws(DigestError) {
    guard let context = DigestContext() else { throw .libraryFailed(reason: Self.lastError) }
    let method =
      switch algorithm {
      case .sha1: unsafe EVP_sha1()
      case .sha256: unsafe EVP_sha256()
      }
    try Self.check(unsafe EVP_DigestInit_ex(context.handle, method, nil))
    self.algorithm = algorithm
    self.context = context
  }

  /// Appends bytes.
  ///
  /// Wraps `EVP_DigestUpdate`.
  mutating func update(_ bytes: Span<UInt8>) throws(DigestError) {
    try Self.check(
      unsafe bytes.withUnsafeBytes {
        unsafe EVP_DigestUpdate(context.handle, $0.baseAddress, $0.count)
      })
  }

  /// Returns the digest of all bytes in lower-case hexadecimal digits.
  ///
  /// Wraps `EVP_DigestFinal_ex`.
  consuming func finish() throws(DigestError) -> String {
    var digest = [UInt8](repeating: 0, count: algorithm.byteCount)
    var count: UInt32 = 0
    let status = unsafe digest.withUnsafeMutableBufferPointer { buffer in
      unsafe EVP_DigestFinal_ex(context.handle, buffer.baseAddress, &count)
    }
    try Self.check(status)
    precondition(count == digest.count, "a digest of another length would not have fitted")
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
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
