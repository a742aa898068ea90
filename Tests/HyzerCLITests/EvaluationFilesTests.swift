import Evaluation
import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `Evaluation files` {
  private let header = EvaluationHeader(
    version: "1", settingsSHA256: "s", manifests: [], negatives: [], noises: [], snrDecibels: [],
    seed: 1, endpointing: false)

  private func entry(_ line: Int) -> JournalEntry {
    .judged([
      UtteranceOutcome(
        line: line, id: "\(line)", reference: [ScorePair(player: "Mike", strokes: 3)],
        accepted: [ScorePair](), result: .failed, said: nil, heard: [])
    ])
  }

  private func lines(_ journal: OutcomeJournal) throws -> [Int] {
    var lines: [Int] = []
    try journal.read { entry in
      if case .judged(let outcomes) = entry { lines += outcomes.map(\.line) }
    }
    return lines
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("\n", [""]),
  ])
  func `a reader gives every line, with a newline at the end or without`(
    text: String, expected: [String]
  ) throws {
    try withFolder { folder in
      var reader = try LineReader(path: try folder.file("lines", text))
      var lines: [String] = []
      while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      #expect(lines == expected)
      #expect(reader.number == expected.count)
    }
  }

  @Test func `lines longer than a block come whole`() throws {
    try withFolder { folder in
      let long = String(repeating: "x", count: 200_000)
      var reader = try LineReader(path: try folder.file("lines", long + "\n" + long + "y\n"))
      #expect(try reader.next()?.count == 200_000)
      #expect(try reader.next()?.count == 200_001)
      #expect(try reader.next() == nil)
    }
  }

  @Test func `a journal goes on where it ends, wherever it was cut`() throws {
    try withFolder { folder in
      let path = folder.path("journal")
      do {
        let journal = try OutcomeJournal(resuming: path, header: header)
        for line in 1...3 { try journal.append(entry(line)) }
      }
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      let headerEnd = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
      for length in headerEnd...whole.count {
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))
        let journal = try OutcomeJournal(resuming: path, header: header)
        let kept = journal.count
        try journal.append(entry(9))
        #expect(try lines(journal) == Array(1...3).prefix(kept) + [9], "cut at \(length)")
        // A line is only lost where a part of it is: its newline alone may be.
        let complete = whole[headerEnd..<length].count { $0 == UInt8(ascii: "\n") }
        #expect(kept == complete || kept == complete + 1)
      }
    }
  }

  @Test func `a journal is free again, whoever inherited its descriptor`() throws {
    try withFolder { folder in
      let path = folder.path("journal")
      var inherited: [Int32] = []
      defer { for descriptor in inherited { _ = close(descriptor) } }
      do {
        let journal = try OutcomeJournal(resuming: path, header: header)
        try journal.append(entry(1))
        // As a child has it that was forked at the wrong moment.
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
          let link = "/proc/self/fd/\(name)"
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
          if target == path, let descriptor = Int32(name) { inherited.append(dup(descriptor)) }
        }
      }
      #expect(!inherited.isEmpty)
      #expect(try OutcomeJournal(resuming: path, header: header).count == 1)
    }
  }

  @Test func `a journal of another evaluation is refused, and stays as it is`() throws {
    try withFolder { folder in
      let path = folder.path("journal")
      do { try OutcomeJournal(resuming: path, header: header).append(entry(1)) }
      var other = header
      other.seed = 2
      #expect(throws: Failure.self) { try OutcomeJournal(resuming: path, header: other) }
      #expect(try OutcomeJournal(resuming: path, header: header).count == 1)
      let text = try folder.file("notes.txt", "my notes\n")
      #expect(throws: Failure.self) { try OutcomeJournal(resuming: text, header: header) }
      #expect(try String(contentsOfFile: text, encoding: .utf8) == "my notes\n")
    }
  }

  @Test func `an empty file becomes a journal, and a journal in use is refused`() throws {
    try withFolder { folder in
      let path = try folder.file("journal", "")
      let journal = try OutcomeJournal(resuming: path, header: header)
      try journal.append(entry(1))
      #expect(throws: Failure.self) { try OutcomeJournal(resuming: path, header: header) }
      #expect(try lines(journal) == [1])
    }
  }

  @Test func `a journal that is not kept has no name`() throws {
    let journal = try OutcomeJournal(temporary: header)
    try journal.append(entry(1))
    try journal.append(entry(2))
    #expect(try lines(journal) == [1, 2])
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: journal.path)
    #expect(link.hasSuffix("(deleted)"))
  }

  @Test(arguments: [
    ("1/1", [0, 1, 2, 3, 4]), ("1/2", [0, 2, 4]), ("2/2", [1, 3]), ("3/3", [2]),
  ])
  func `shards take turns`(text: String, expected: [Int]) throws {
    let shard = try #require(Shard(text))
    #expect((0..<5).filter(shard.contains) == expected)
    #expect(try JSONDecoder().decode(Shard.self, from: JSONEncoder().encode(shard)) == shard)
    #expect(shard.share(of: 5) == expected.count)
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"])
  func `what is no shard is refused`(text: String) { #expect(Shard(text) == nil) }

  @Test func `what is no shard is refused in a report as well`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Shard.self, from: Data("{\"index\": 0, \"count\": 0}".utf8))
    }
  }

  @Test func `a link is followed, and what is no file stays what it is`() throws {
    try withFolder { folder in
      let file = try folder.file("file", "old")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link"), withDestinationPath: file)
      try OutputFile.write("new", to: folder.path("link"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == file)
      try OutputFile.write("x", to: "/dev/null")
      let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
      #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  @Test func `a manifest that can be read only once is refused`() throws {
    let failure = #expect(throws: Failure.self) { try CorpusManifest(path: "/dev/null") }
    #expect(failure?.code == .badData)
    #expect(failure?.message.contains("give a file") == true)
  }

  @Test func `the bar tells how far work has come, and how long the rest takes`() {
    let bar = ProgressBar(total: 10, doneBefore: 0)
    let tenth = "###..........................."
    #expect(bar.text(done: 0, elapsedSeconds: 0) == "[..............................] 0/10")
    #expect(bar.text(done: 1, elapsedSeconds: 10) == "[\(tenth)] 1/10  1:30 left")
    #expect(bar.text(done: 1, elapsedSeconds: 1000) == "[\(tenth)] 1/10  2:30:00 left")
    #expect(bar.text(done: 10, elapsedSeconds: 9) == "[##############################] 10/10")
    // What an earlier run did took no time of this one.
    #expect(
      ProgressBar(total: 10, doneBefore: 5).text(done: 6, elapsedSeconds: 2)
        == "[##################............] 6/10  0:08 left")
  }

  @Test func `a file that could not be written whole is not there`() throws {
    struct Stop: Error {}
    try withFolder { folder in
      let path = folder.path("page.html")
      #expect(throws: Stop.self) {
        try OutputFile.write(to: path) { sink in
          try sink("half")
          throw Stop()
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      try OutputFile.write(to: path) { sink in
        try sink("who")
        try sink("le")
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole")
      #expect(throws: FileFailure.self) {
        try OutputFile.write(to: folder.path("no/page")) { _ in }
      }
    }
  }
}
