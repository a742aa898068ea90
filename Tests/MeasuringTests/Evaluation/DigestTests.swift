import HyzerBase
import ScoreLog
import TestSupport
import Testing

@Suite struct `Digests` {
  // The examples published by NIST with FIPS 180.
  @Test(arguments: [
    (
      "", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `digests are those published`(text: String, sha1: String, sha256: String) throws {
    #expect(try Digest.sha1(of: text) == sha1)
    #expect(try Digest.sha256(of: text) == sha256)
    try withTemporaryFolder { folder in
      let path = try write(text, to: folder + "/file")
      #expect(try Digest.sha256(ofFile: path) == sha256)
    }
  }

  @Test(arguments: [("/nonexistent/a.wav", FileFailure.Kind.missing), ("/", .badData)])
  func `a file that cannot be read has no digest`(path: String, kind: FileFailure.Kind) {
    let failure = #expect(throws: FileFailure.self) { try Digest.sha256(ofFile: path) }
    #expect(failure?.kind == kind)
    #expect(failure?.description.hasPrefix("\"\(path)\": ") == true)
  }
}
