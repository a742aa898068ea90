internal import CCrypto
internal import ScoreLog

/// A private key on the curve P-256.
@safe
struct PrivateKey: ~Copyable {
  fileprivate let pointer: OpaquePointer

  /// Makes a new one, from randomness that libcrypto has of the system.
  init() throws(CertificateError) {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
      throw .library("a key")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      unsafe EVP_PKEY_generate(context, &made) == 1, let pointer = unsafe made
    else { throw .library("a key") }
    unsafe self.pointer = pointer
  }

  init?(pem: [UInt8]) {
    guard let input = Memory.holding(pem),
      // Without a password to ask for, one that has any is none.
      let pointer = unsafe PEM_read_bio_PrivateKey(
        input.pointer, nil, { _, _, _, _ in -1 }, nil)
    else {
      ERR_clear_error()
      return nil
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  func pem() throws(CertificateError) -> [UInt8] {
    guard let output = Memory(),
      unsafe PEM_write_bio_PrivateKey(output.pointer, pointer, nil, nil, 0, nil, nil) == 1
    else { throw .library("the text of a key") }
    return output.bytes
  }
}

@safe
struct Certificate: ~Copyable {
  private let pointer: OpaquePointer

  /// What a certificate is to say, beside whose it is and what signs it.
  struct Contents {
    let subject: String
    /// In seconds since 1970.
    let from: Int
    let until: Int
    let serial: UInt64
    /// Extensions by their numbers, in OpenSSL's notation.
    let extensions: [(Int32, String)]
  }

  private init() throws(CertificateError) {
    guard let pointer = unsafe X509_new() else { throw .library("a certificate") }
    unsafe self.pointer = pointer
  }

  static func ofAuthority(
    _ contents: Contents, of key: borrowing PrivateKey
  ) throws(CertificateError) -> Certificate {
    let made = try Certificate()
    unsafe try made.fill(contents, of: key, issuer: made.pointer, signing: key)
    return made
  }

  static func ofServer(
    _ contents: Contents, of key: borrowing PrivateKey, by issuer: borrowing Certificate,
    _ issuerKey: borrowing PrivateKey
  ) throws(CertificateError) -> Certificate {
    let made = try Certificate()
    unsafe try made.fill(contents, of: key, issuer: issuer.pointer, signing: issuerKey)
    return made
  }

  init?(pem: [UInt8]) {
    guard let input = Memory.holding(pem),
      let pointer = unsafe PEM_read_bio_X509(input.pointer, nil, nil, nil)
    else {
      ERR_clear_error()
      return nil
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe X509_free(pointer) }

  private func fill(
    _ contents: Contents, of key: borrowing PrivateKey, issuer: OpaquePointer,
    signing issuerKey: borrowing PrivateKey
  ) throws(CertificateError) {
    let name = unsafe X509_get_subject_name(pointer)
    guard unsafe X509_set_version(pointer, 2) == 1,
      unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), contents.serial) == 1,
      unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), contents.from) != nil,
      unsafe ASN1_TIME_set(X509_getm_notAfter(pointer), contents.until) != nil,
      unsafe X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_UTF8, contents.subject, -1, -1, 0) == 1,
      unsafe X509_set_issuer_name(pointer, X509_get_subject_name(issuer)) == 1,
      unsafe X509_set_pubkey(pointer, key.pointer) == 1
    else { throw .library("a certificate") }
    for (number, text) in contents.extensions {
      var context = unsafe X509V3_CTX()
      unsafe X509V3_set_ctx(&context, issuer, pointer, nil, nil, 0)
      guard let one = unsafe X509V3_EXT_conf_nid(nil, &context, number, text) else {
        throw .library("the part \"\(text)\" of a certificate")
      }
      defer { unsafe X509_EXTENSION_free(one) }
      guard unsafe X509_add_ext(pointer, one, -1) == 1 else { throw .library("a certificate") }
    }
    guard unsafe X509_sign(pointer, issuerKey.pointer, EVP_sha256()) > 0 else {
      throw .library("a signature")
    }
  }

  func pem() throws(CertificateError) -> [UInt8] {
    guard let output = Memory(), unsafe PEM_write_bio_X509(output.pointer, pointer) == 1 else {
      throw .library("the text of a certificate")
    }
    return output.bytes
  }

  /// The SHA-256 of it, as settings of phones show it.
  func fingerprint() throws(CertificateError) -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard unsafe X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else {
      throw .library("a digest")
    }
    return digest.prefix(Int(count)).map { $0.hexadecimal.uppercased() }.joined(separator: ":")
  }

  /// The SHA-256 of its key, as a SubjectPublicKeyInfo in DER: what stays the same in new certificates of one key.
  func keySHA256() throws(CertificateError) -> [UInt8] {
    let key = unsafe X509_get_X509_PUBKEY(pointer)
    let count = unsafe i2d_X509_PUBKEY(key, nil)
    guard count > 0 else { throw .library("the bytes of a key") }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      // It moves the pointer to the end.
      var next = buffer.baseAddress
      return unsafe i2d_X509_PUBKEY(key, &next)
    }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var size: UInt32 = 0
    guard written == count,
      unsafe EVP_Digest(bytes, bytes.count, &digest, &size, EVP_sha256(), nil) == 1
    else { throw .library("a digest") }
    return Array(digest.prefix(Int(size)))
  }

  func isOf(_ key: borrowing PrivateKey) -> Bool {
    defer { ERR_clear_error() }
    return unsafe X509_check_private_key(pointer, key.pointer) == 1
  }

  /// When it ends, in seconds since 1970.
  func end() throws(CertificateError) -> Int {
    var (days, seconds): (Int32, Int32) = (0, 0)
    guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { throw .library("a time") }
    defer { unsafe ASN1_STRING_free(epoch) }
    guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, X509_get0_notAfter(pointer)) == 1 else {
      throw .library("a time")
    }
    return Int(days) * 86_400 + Int(seconds)
  }

  /// Whether a browser that trusts an authority trusts this certificate of a server at a time.
  func isTrusted(by authority: borrowing Certificate, at time: Int) throws(CertificateError) -> Bool
  {
    guard let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new() else {
      throw .library("a list of certificates")
    }
    defer {
      unsafe X509_STORE_CTX_free(context)
      unsafe X509_STORE_free(store)
    }
    guard unsafe X509_STORE_add_cert(store, authority.pointer) == 1,
      unsafe X509_STORE_CTX_init(context, store, pointer, nil) == 1,
      unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1
    else { throw .library("a list of certificates") }
    unsafe X509_STORE_CTX_set_time(context, 0, time)
    defer { ERR_clear_error() }
    return unsafe X509_verify_cert(context) == 1
  }
}

/// Bytes that libcrypto reads or writes.
@safe
private struct Memory: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe BIO_new(BIO_s_mem()) else { return nil }
    unsafe self.pointer = pointer
  }

  static func holding(_ bytes: [UInt8]) -> Memory? {
    guard let made = Memory() else { return nil }
    let count = unsafe BIO_write(made.pointer, bytes, Int32(clamping: bytes.count))
    guard bytes.isEmpty || count == bytes.count else { return nil }
    return made
  }

  deinit { unsafe BIO_free_all(pointer) }

  var bytes: [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe BIO_read(pointer, &block, Int32(block.count)), count > 0 {
      all += block.prefix(Int(count))
    }
    return all
  }
}
