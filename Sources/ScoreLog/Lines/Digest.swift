internal import CCrypto
package import FoundationEssentials
internal import HyzerBase

/// Digests (FIPS 180-4) in hexadecimal digits: of tokens, of which a log keeps no more, and of files.
package enum Digest {
  package struct Failed: Error, CustomStringConvertible {
    package var description: String {
      "cannot compute a digest; check the installation of OpenSSL"
    }
  }

  package static func sha1(of text: String) throws(Failed) -> String {
    unsafe try hexadecimal(Data(text.utf8), EVP_sha1())
  }

  package static func sha256(of text: String) throws(Failed) -> String {
    try sha256(of: Data(text.utf8))
  }

  package static func sha256(of bytes: Data) throws(Failed) -> String {
    unsafe try hexadecimal(bytes, EVP_sha256())
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``Failed``, or `FileFailure` where the file cannot be read.
  package static func sha256(ofFile path: String) throws -> String {
    try sha256(of: InputFile.contents(of: path))
  }

  /// Wraps `EVP_Digest`.
  private static func hexadecimal(
    _ bytes: Data, _ algorithm: OpaquePointer?
  ) throws(Failed) -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, algorithm, nil)
    }
    guard status == 1 else { throw Failed() }
    return digest.prefix(Int(count)).map(\.hexadecimal).joined()
  }
}

extension UInt8 {
  /// The two hexadecimal digits of the byte.
  package var hexadecimal: String { String(self >> 4, radix: 16) + String(self & 15, radix: 16) }
}
