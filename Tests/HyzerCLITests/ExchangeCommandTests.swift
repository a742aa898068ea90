import Foundation
import ScoreLog
import TestSupport
import Testing

@Suite struct `hyzer export, import and audit` {
  private let log = ScoreLogFile()

  private func play(_ log: ScoreLogFile) throws -> String {
    let id = try log.round(["Mike", "Jake"], guests: ["Sam"])
    _ = log("enter", "Mike 3, Jake 4, Sam 2")
    _ = log("enter", "Mike 2")
    _ = log("enter", "--hole", "1", "Jake 3")
    _ = log("undo")
    return id
  }

  @Test func `exported, imported into an empty file and exported again it is the same`() throws {
    let id = try play(log)
    let exported = log("export")
    #expect(exported.outputLines.count == 6)
    let file = log.folder.path("log.jsonl")
    #expect(log("export", file) == .done())
    #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
    let copy = ScoreLogFile()
    expectTranscript(
      """
      $ import \(file)
      6 new events, 1 new round; 0 known already
      $ import \(file)
      0 new events, 0 new rounds; 6 known already
      $ import - < '\(exported.output.replacing("\n", with: "\\n"))'
      0 new events, 0 new rounds; 6 known already
      $ audit
      clean
      """, on: copy)
    #expect(copy("export") == exported)
    #expect(
      copy("leaderboard", "--round", id).outputLines.dropFirst()
        == log("leaderboard").outputLines.dropFirst())
  }

  @Test func `only what is new is added, and one round alone can be taken`() throws {
    let id = try play(log)
    let before = log("export").output
    _ = log("enter", "Jake 5")
    let other = try log.round(["Jake"])
    _ = log("enter", "Jake 2")
    let copy = ScoreLogFile()
    _ = copy("import", "-", input: before)
    #expect(
      copy("import", "-", input: log("export").output)
        == .done("2 new events, 1 new round; 6 known already"))
    #expect(copy("export") == log("export"))
    #expect(log("export", "--round", other).outputLines.count == 1)
    #expect(log("export", "--round", id).outputLines.count == 7)
  }

  @Test func `a round goes to others before its first score, and takes theirs`() throws {
    let id = try log.round(["Mike"], guests: ["Sam"])
    #expect(log("export").outputLines == [])
    let exported = log("export", "--round", id)
    #expect(exported.outputLines.count == 1)
    let copy = ScoreLogFile()
    #expect(
      copy("import", "-", input: exported.output)
        == .done("0 new events, 1 new round; 0 known already"))
    #expect(
      copy("import", "-", input: exported.output)
        == .done("0 new events, 0 new rounds; 0 known already"))
    #expect(copy("export", "--round", id) == exported)
    #expect(copy("round", "use", id).code == 0)
    _ = log("enter", "Mike 3")
    _ = copy("enter", "Sam 4")
    #expect(
      log("import", "-", input: copy("export").output).output
        == "1 new event, 0 new rounds; 1 known already".replacing("1 known", with: "0 known") + "\n"
    )
    _ = copy("import", "-", input: log("export").output)
    #expect(copy("export") == log("export"))
    #expect(log("leaderboard").output == copy("leaderboard").output)
    // What is neither an event nor a round is refused, by what an event lacks.
    let bad = copy("import", "-", input: #"{"round":"r"}"#)
    #expect(bad.code == 65)
    #expect(bad.errors.contains("\"id\""))
  }

  @Test func `what is new of a revoked device is left out, and counted`() throws {
    _ = try play(log)
    let copy = ScoreLogFile()
    _ = copy("import", "-", input: log("export").output)
    let device = try ScoreStore(path: log.path).thisDevice().rawValue
    #expect(copy("device", "revoke", device).code == 0)
    _ = log("enter", "Jake 5")
    #expect(
      copy("import", "-", input: log("export").output)
        == .done("0 new events, 0 new rounds; 6 known already; 1 of revoked devices left out"))
    #expect(copy("export").outputLines.count == 6)
  }

  @Test func `a line that is not an event is reported by its number, and nothing is added`() throws
  {
    _ = try play(log)
    let lines = log("export").outputLines
    let copy = ScoreLogFile()
    for (name, line) in [("cut", "{"), ("empty", "{}"), ("list", "[1]")] {
      let text = ([lines[0], "", lines[1], line] + lines[2...]).joined(separator: "\n")
      _ = try copy.folder.file("\(name).jsonl", text)
    }
    _ = try copy.folder.file("bytes", [0x7B, 0x7D, 0x0A, 0xFF, 0x0A])
    expectTranscript(
      """
      $ import FOLDER/cut.jsonl
      65! hyzer: "FOLDER/cut.jsonl" line 4: [...]; nothing was imported
      $ import FOLDER/empty.jsonl
      65! hyzer: "FOLDER/empty.jsonl" line 4: [...]; nothing was imported
      $ import FOLDER/list.jsonl
      65! hyzer: "FOLDER/list.jsonl" line 4: [...]; nothing was imported
      $ import FOLDER/bytes
      65! hyzer: "FOLDER/bytes" line 2: not text in UTF-8
      $ import /nowhere/log.jsonl
      66! hyzer: "/nowhere/log.jsonl": no such file; check the path
      $ export /nowhere/log.jsonl
      74! hyzer: cannot write "/nowhere/log.jsonl": its folder is missing; check the folder and its space
      $ export
      $ round list
      """, on: copy)
  }

  @Test func `a line that contradicts the log is refused`() throws {
    _ = try play(log)
    let before = log("export").output
    let changed = before.replacing("\"strokes\":4", with: "\"strokes\":5")
    expectTranscript(
      """
      $ import - < '\(changed.replacing("\n", with: "\\n"))'
      65! hyzer: standard input line 2: event "[...]" is another in the log; nothing was imported
      """, on: log)
    #expect(log("export").output == before)
  }

  @Test func `what a copy of the log wrote as the same device is taken, and the audit names it`()
    throws
  {
    _ = try play(log)
    let own = log("export").outputLines
    // As a copy wrote it that went on with the same numbers.
    let other = own[5].replacing(/"id":"[^"]*"/, with: #""id":"other.1""#)
    expectTranscript(
      """
      $ import - < '\(other)'
      1 new event, 0 new rounds; 0 known already
      $ audit
      device "[...]" wrote as two in round "[...]", which both are kept: its number 6 have [...]"other.1"[...]
      clean
      """, on: log)
    let copy = ScoreLogFile()
    #expect(copy("import", "-", input: log("export").output).code == 0)
    #expect(copy("export") == log("export"))
    // The log goes on as another device.
    _ = log("enter", "--hole", "2", "Mike 4")
    #expect(log("export").output.contains(#""number":1,"clock":7,"#))
  }

  @Test func `an audit reports a rule that somebody removed`() throws {
    _ = try play(log)
    try OtherProgram(log.path).run("DROP TRIGGER events_update")
    expectTranscript(
      """
      $ audit
      the trigger events_update is missing or changed
      65! 
      """, on: log)
  }
}
