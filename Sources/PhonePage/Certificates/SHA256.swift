internal import CCrypto

/// The digest of FIPS 180-4.
package enum SHA256 {
  /// Returns the digest of a text's UTF-8 in hexadecimal digits, 64 of them.
  package static func digest(of text: String) throws(CertificateError) -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    var text = text
    let status = text.withUTF8 {
      unsafe EVP_Digest($0.baseAddress, $0.count, &digest, &count, EVP_sha256(), nil)
    }
    guard status == 1 else { throw .library("a digest") }
    return digest.prefix(Int(count)).map(hexadecimal).joined()
  }
}
