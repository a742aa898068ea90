import Foundation
import HyzerBase
import ScoreLog
import Testing

@testable import Measuring

/// Lends a folder, and removes it with all that is in it.
func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("hyzer-evaluation-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

func write(_ text: String, to path: String) throws -> String {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  return path
}

func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

@Suite struct `Files` {
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

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("\n", [""]),
    (" \n\tb\r\n", [" ", "\tb\r"]),
  ])
  func `every line is read, with a newline at the end or without`(
    text: String, expected: [String]
  ) throws {
    try withTemporaryFolder { folder in
      let path = try write(text, to: folder + "/lines")
      let lines = try LineReader.lines(of: path)
      #expect(lines.map { String(decoding: $0.data, as: UTF8.self) } == expected)
      #expect(lines.map(\.number) == Array(0..<expected.count).map { $0 + 1 })
      let filled = expected.enumerated().filter { $1.contains { !$0.isWhitespace } }
      #expect(try LineReader.filledLines(of: path).map(\.number) == filled.map { $0.offset + 1 })
    }
  }

  @Test func `a link is followed, and what is no file stays what it is`() throws {
    try withTemporaryFolder { folder in
      let file = try write("old", to: folder + "/file")
      let link = folder + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      try OutputFile.write("new", to: link)
      #expect(try read(file) == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
      try OutputFile.write("x", to: "/dev/null")
      let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
      #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  @Test func `a file that could not be written whole is not there`() throws {
    struct Stop: Error {}
    try withTemporaryFolder { folder in
      let path = folder + "/page.html"
      #expect(throws: Stop.self) {
        try OutputFile.write(to: path) { sink in
          try sink("half")
          throw Stop()
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
      try OutputFile.write(to: path) { sink in
        try sink("who")
        try sink("le")
      }
      #expect(try read(path) == "whole")
      #expect(throws: FileFailure.self) { try OutputFile.write("", to: folder + "/no/page") }
    }
  }
}
