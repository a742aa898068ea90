/// The SHA-1 digest (FIPS 180-4), which tells things apart and protects nothing.
public enum SHA1 {
  /// Returns the digest of a text's UTF-8: 40 lower-case hexadecimal digits.
  ///
  /// - Throws: ``DigestError/libraryFailed(reason:)``.
  public static func hex(of text: String) throws(DigestError) -> String {
    var digest = try RunningDigest(.sha1)
    try digest.update(Array(text.utf8).span)
    return try digest.finish()
  }
}
