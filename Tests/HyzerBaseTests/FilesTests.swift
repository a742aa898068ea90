import Foundation
import HyzerBase
import TestSupport
import Testing

@Suite struct `Files` {
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("\n", [""]),
    (" \n\tb\r\n", [" ", "\tb\r"]),
  ])
  func `every line is read, with a newline at the end or without`(
    text: String, expected: [String]
  ) throws {
    try withTemporaryFolder { folder in
      let path = try write(text, to: folder + "/lines")
      let lines = try LineReader.lines(in: InputFile.contents(of: path))
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
