import Evaluation
import Foundation
import Testing

@Suite struct `SHA-256` {
  // The examples published by NIST with FIPS 180.
  private static let vectors: [(name: String, bytes: [UInt8], digest: String)] = [
    ("nothing", [], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abc", Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "448 bits", Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "a million times a", [UInt8](repeating: 0x61, count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: vectors)
  func `digests are those published`(name: String, bytes: [UInt8], digest: String) throws {
    var hasher = try SHA256Hasher()
    try hasher.update(bytes)
    #expect(try hasher.finish() == digest)
  }

  @Test(arguments: vectors)
  func `a file has the digest of its bytes`(name: String, bytes: [UInt8], digest: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("digest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    #expect(try SHA256Hasher.hex(ofFile: file.path) == digest)
  }

  @Test(arguments: [1, 7, 64, 4096]) func `bytes may come in pieces`(size: Int) throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var whole = try SHA256Hasher()
    try whole.update(bytes)
    var pieces = try SHA256Hasher()
    for start in stride(from: 0, to: bytes.count, by: size) {
      try pieces.update(bytes[start..<min(start + size, bytes.count)].span)
    }
    #expect(try pieces.finish() == whole.finish())
  }

  @Test(
    arguments: [
      ("/nonexistent/a.wav", .missing(path: "/nonexistent/a.wav")),
      ("/dev/null/a.wav", .missing(path: "/dev/null/a.wav")),
      ("/", .readFailed(path: "/", reason: "Is a directory")),
    ] as [(String, DigestError)])
  func `a file that cannot be read is an error`(path: String, error: DigestError) {
    #expect(throws: error) { try SHA256Hasher.hex(ofFile: path) }
  }

  @Test(
    arguments: [
      (
        .missing(path: "a.wav"),
        "cannot compute the digest of 'a.wav': there is no such file; check the path"
      ),
      (
        .readFailed(path: "a.wav", reason: "Is a directory"),
        "cannot compute the digest of 'a.wav': Is a directory; check the file and its permissions"
      ),
      (
        .libraryFailed(reason: "it broke"),
        "cannot compute a digest: it broke; check the installation of OpenSSL"
      ),
    ] as [(DigestError, String)])
  func `every message is one line that says what, where and what to do`(
    error: DigestError, text: String
  ) {
    #expect(error.description == text)
  }
}
