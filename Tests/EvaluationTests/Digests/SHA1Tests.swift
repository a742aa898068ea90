import Evaluation
import Testing

@Suite struct `SHA-1` {
  // The examples published by NIST with FIPS 180.
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func `digests are those published`(text: String, digest: String) throws {
    #expect(try SHA1.hex(of: text) == digest)
  }
}
