internal import CCrypto

/// The library's state of a digest in the making, freed with the value.
@safe
struct DigestContext: ~Copyable {
  let handle: OpaquePointer

  /// Wraps `EVP_MD_CTX_new`.
  init?() {
    guard let handle = unsafe EVP_MD_CTX_new() else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe EVP_MD_CTX_free(handle) }
}
