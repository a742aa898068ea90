import Foundation
import TestSupport
import Testing

@Suite struct `hyzer export, import and audit` {
  private func play(_ log: ScoreLogFile) throws -> String {
    let id = try log.round(["Mike", "Jake"], guests: ["Sam"])
    _ = log("enter", "Mike 3, Jake 4, Sam 2")
    _ = log("enter", "Mike 2")
    _ = log("enter", "--hole", "1", "Jake 3")
    _ = log("undo")
    return id
  }

  @Test func `exported, imported into an empty file and exported again it is the same`() throws {
    try withScoreLog { log in
      let id = try play(log)
      let exported = log("export")
      #expect(exported.outputLines.count == 6)
      let file = log.folder.path("log.jsonl")
      #expect(log("export", file) == .done())
      #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
      try withScoreLog { copy in
        #expect(copy("import", file) == .done("6 new events, 1 new round; 0 known already"))
        #expect(copy("export") == exported)
        #expect(copy("import", file) == .done("0 new events, 0 new rounds; 6 known already"))
        #expect(
          copy("import", "-", input: exported.output)
            == .done("0 new events, 0 new rounds; 6 known already"))
        #expect(copy("export") == exported)
        #expect(copy("audit") == .done("clean"))
        #expect(
          copy("leaderboard", "--round", id).outputLines.dropFirst()
            == log("leaderboard").outputLines.dropFirst())
      }
    }
  }

  @Test func `only what is new is added, and one round alone can be taken`() throws {
    try withScoreLog { log in
      let id = try play(log)
      let before = log("export").output
      _ = log("enter", "Jake 5")
      let other = try log.round(["Jake"])
      _ = log("enter", "Jake 2")
      try withScoreLog { copy in
        _ = copy("import", "-", input: before)
        #expect(
          copy("import", "-", input: log("export").output)
            == .done("2 new events, 1 new round; 6 known already"))
        #expect(copy("export") == log("export"))
      }
      #expect(log("export", "--round", other).outputLines.count == 1)
      #expect(log("export", "--round", id).outputLines.count == 7)
    }
  }

  @Test(arguments: [
    ("{", "line 4: not valid JSON; nothing was imported"),
    ("{}", "line 4: \"input\" is missing; nothing was imported"),
    ("[1]", "line 4: the line is not what is expected there; nothing was imported"),
  ])
  func `a line that is none is told by its number, and nothing is added`(
    line: String, message: String
  ) throws {
    try withScoreLog { log in
      _ = try play(log)
      let lines = log("export").outputLines
      let text = ([lines[0], "", lines[1], line] + lines[2...]).joined(separator: "\n")
      let file = try log.folder.file("bad.jsonl", text)
      try withScoreLog { copy in
        let outcome = copy("import", file)
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("hyzer: \"\(file)\" line 4: "))
        #expect(outcome.errors.hasSuffix("; nothing was imported\n"))
        #expect(copy("export") == .done())
        #expect(copy("round", "list") == .done())
      }
    }
  }

  @Test func `a line that contradicts the log is refused`() throws {
    try withScoreLog { log in
      _ = try play(log)
      let before = log("export").output
      let changed = before.replacing("\"strokes\":4", with: "\"strokes\":5")
      let outcome = log("import", "-", input: changed)
      #expect(outcome.code == 65)
      #expect(outcome.errors.hasPrefix("hyzer: standard input line 2: event \""))
      #expect(outcome.errors.hasSuffix("\" is another in the log; nothing was imported\n"))
      #expect(log("export").output == before)
    }
  }

  @Test func `what is no text and what is missing are told`() throws {
    try withScoreLog { log in
      let file = try log.folder.file("bytes", [0x7B, 0x7D, 0x0A, 0xFF, 0x0A])
      #expect(
        log("import", file)
          == .refused(65, "hyzer: \"\(file)\" line 2: not text in UTF-8"))
      #expect(
        log("import", "/nowhere/log.jsonl")
          == .refused(66, "hyzer: \"/nowhere/log.jsonl\": no such file; check the path"))
      #expect(
        log("export", "/nowhere/log.jsonl")
          == .refused(
            74,
            "hyzer: cannot write \"/nowhere/log.jsonl\": its folder is missing; check the folder "
              + "and its space"))
    }
  }

  @Test func `an audit tells of a rule that somebody took away`() throws {
    try withScoreLog { log in
      _ = try play(log)
      let other = try OtherProgram(log.path)
      try other.run("DROP TRIGGER score_events_update")
      #expect(
        log("audit")
          == Outcome(
            code: 65, output: "the trigger score_events_update is missing or changed\n",
            errors: ""))
    }
  }
}
