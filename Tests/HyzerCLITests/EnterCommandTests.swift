import Foundation
import Synchronization
import Testing

@testable import HyzerCLI

@Suite struct `hyzer enter, undo, hole and leaderboard` {
  private let log = ScoreLogFile()

  @Test func `scores are saved, corrected and taken back, and the leaderboard follows`() throws {
    let id = try log.round(["Mike", "Jake", "Sarah"], guests: ["Sam"])
    expectTranscript(
      """
      $ enter Mike three, Jake birdie
      hole 1: Mike 3, Jake 2 — saved
      $ enter 'sarah two'
      hole 1: Sarah 2 — saved
      $ leaderboard
      Heron Meadow, hole 1 of 9, par 3
          player  +/-  strokes  thru
      T1  Jake     -1        2     1
      T1  Sarah    -1        2     1
       3  Mike      E        3     1
       –  Sam       –        –     0
      $ enter 'sam 5'
      hole 1: Sam 5 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ enter --hole 1 'jake four'
      hole 1: Jake 2 → 4 — saved
      $ leaderboard
      Heron Meadow, hole 2 of 9, par 3
         player  +/-  strokes  thru
      1  Sarah    -1        2     1
      2  Mike      E        3     1
      3  Jake     +1        4     1
      4  Sam      +2        5     1
      $ undo
      hole 1: Jake back to 2 — undone
      $ undo
      hole 1: Sam without a score — undone
      hole 1 of 9, par 3, Heron Meadow
      $ hole
      hole 1 of 9, par 3, Heron Meadow
      Mike 3, Jake 2, Sarah 2, Sam –
      $ hole 9
      hole 9 of 9, par 4, Heron Meadow
      Mike –, Jake –, Sarah –, Sam –
      $ hole 10
      65! hyzer: the round has no hole 10; give a number from 1 to 9
      $ enter --hole 10 Mike 3
      65! hyzer: the round has no hole 10; give a number from 1 to 9
      $ enter Mike par
      hole 9: Mike 4 — saved
      $ audit
      clean
      """, on: log, round: id)
    _ = try log.round(["Mike"])
    expectTranscript(
      """
      $ leaderboard --json --round ROUND
      {"hole":null,"round":"ROUND","standings":[{"holesPlayed":1,"place":1,"player":"Jake","relativeToPar":-1,"strokes":2},{"holesPlayed":1,"place":1,"player":"Sarah","relativeToPar":-1,"strokes":2},{"holesPlayed":2,"place":3,"player":"Mike","relativeToPar":0,"strokes":7},{"holesPlayed":0,"place":4,"player":"Sam","relativeToPar":0,"strokes":0}]}
      $ round use ROUND
      hole 1 of 9, par 3, Heron Meadow
      Mike 3, Jake 2, Sarah 2, Sam –
      """, on: log, round: id)
    #expect(log("leaderboard", "--json").output.hasPrefix("{\"hole\":1,\"round\":\"\(id)\","))
  }

  @Test func `a hole without a score is saved, goes on and counts for nothing`() throws {
    let id = try log.round(["Mike", "Jake"], guests: ["Sam"])
    expectTranscript(
      """
      $ enter 'Mike three, no score for Sam'
      hole 1: Mike 3, Sam no score — saved
      $ enter 'Jake picked up, Sam DNF'
      hole 1: Jake no score, Sam no score — saved
      hole 2 of 9, par 3, Heron Meadow
      $ leaderboard
      Heron Meadow, hole 2 of 9, par 3
         player  +/-  strokes  thru
      1  Mike      E        3     1
      –  Jake      –        –     0
      –  Sam       –        –     0
      $ enter --hole 1 'Jake four'
      hole 1: Jake no score → 4 — saved
      $ undo
      hole 1: Jake back to no score — undone
      $ hole
      hole 2 of 9, par 3, Heron Meadow
      Mike –, Jake –, Sam –
      $ history ROUND Jake
      Jake, Heron Meadow, 2026-11-21 10:00: no score
      hole 1, par 3: no score
        2026-11-21 10:00  no score  typed by Ann on phone: "Jake picked up, Sam DNF"
        2026-11-21 10:00  no score → 4  typed by Ann on phone: "Jake four"
        2026-11-21 10:00  4 → no score, taken back  typed by Ann on phone
      hole 2, par 3: –
      hole 3, par 3: –
      hole 4, par 4: –
      hole 5, par 3: –
      hole 6, par 3: –
      hole 7, par 3: –
      hole 8, par 3: –
      hole 9, par 4: –
      $ enter --json --hole 2 'no score for Jake'
      [...]"scores":[{"from":null,"player":"Jake","strokes":null,"to":null}],"transcript":"no score for Jake"}
      $ explain
      event       [...]: hole 2, Jake no score
      entered     typed by Ann on phone at [...]
      typed: no score (partial: needs a look)  [no score for Jake]
        ? "no score for Jake": no score for Jake
      replay      the same words say the same score again
      $ audit
      clean
      """, on: log, round: id)
  }

  @Test func `no score beside anything unclear saves nothing`() throws {
    _ = try log.round(["Mike", "Jake"], guests: ["Sam"])
    expectTranscript(
      """
      $ enter 'no score for Sim'
      65! hyzer enter: "Sim" is not quite a name; is it Sam?; nothing saved
      $ enter 'Mike three, Bob DNF'
      65! hyzer enter: "Bob" is nobody's name in this round; nothing saved
      $ enter 'maybe no score for Sam'
      65! hyzer enter: "maybe" is not understood; "no score for Sam": no score for Sam; nothing saved
      $ enter 'Sam picked up, no, Sam four'
      65! hyzer enter: "Sam picked up": no score for Sam, and a score as well; nothing saved
      $ enter everyone DNF
      65! hyzer enter: "everyone DNF" does not name who has no score; name each; nothing saved
      $ hole
      hole 1 of 9, par 3, Heron Meadow
      Mike –, Jake –, Sam –
      """, on: log)
  }

  @Test func `what is unclear saves nothing, and the reason is printed`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ enter Bob four
      65! hyzer enter: "Bob" is nobody's name in this round; nothing saved
      $ enter Mike three, Bob four
      65! hyzer enter: "Bob" is nobody's name in this round; nothing saved
      $ enter Mike
      65! hyzer enter: Mike has no score; say a number or a golf word after the name; nothing saved
      $ enter coffee
      65! hyzer enter: "coffee" is not understood; nothing saved
      $ enter Mike eleven
      65! hyzer enter: "Mike eleven" comes to 11 strokes; scores go from 1 to 10; nothing saved
      $ enter hole 14 Mike three
      65! hyzer enter: "hole 14" speaks of hole 14; the round is at hole 1; give each hole's by itself, by --hole; nothing saved
      $ enter ''
      65! hyzer enter: there is no score in it; nothing saved
      $ export
      """, on: log)
  }

  @Test func `lines are saved as they come, up to the first that is refused`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ enter - < 'Mike 3\\n\\nJake 4\\nzzz\\nMike 3'
      hole 1: Mike 3 — saved
      hole 1: Jake 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      65! hyzer enter: line 4: "zzz" is not understood; nothing saved
      $ enter --hole 4 --keep-going - < 'zzz\\nMike 3'
      hole 4: Mike 3 — saved
      65! hyzer enter: line 1: "zzz" is not understood; nothing saved
      """, on: log)
  }

  @Test func `a refused line of another hole leaves the current one to the next line`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ enter Mike 3, Jake 4
      hole 1: Mike 3, Jake 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ enter --keep-going - < 'hole 1 Jake zzz\\nMike 4, Jake 4'
      hole 2: Mike 4, Jake 4 — saved
      hole 3 of 9, par 3, Heron Meadow
      65! hyzer enter: line 1: Jake has no score; say a number or a golf word after the name; "zzz" is not understood; nothing saved
      """, on: log)
  }

  @Test func `a line that corrects or names a hole is saved on that, or not at all`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ enter Mike 3, Jake 4
      hole 1: Mike 3, Jake 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ enter no, Jake had a five
      hole 1: Jake 4 → 5 — saved
      $ enter on hole one Mike had a four
      hole 1: Mike 3 → 4 — saved
      $ enter hole 5 Jake birdie
      hole 5: Jake 2 — saved
      $ enter Mike 3, hole 6 Jake 4
      65! hyzer enter: "hole 6" speaks of hole 6; the round is at hole 2; give each hole's by itself, by --hole; nothing saved
      $ enter --hole 3 hole 5 Jake 4
      65! hyzer enter: "hole 5" speaks of hole 5; the round is at hole 3; give each hole's by itself, by --hole; nothing saved
      $ enter Mike 3
      hole 2: Mike 3 — saved
      $ enter actually Jake had a five
      65! hyzer enter: it corrects a score, and on hole 2 none of its players has one; say --hole N; nothing saved
      """, on: log)
  }

  @Test func `a complete hole is not replaced unasked`() throws {
    _ = try log.round()
    expectTranscript(
      """
      $ enter Mike 3, Jake 4
      hole 1: Mike 3, Jake 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ hole 1
      hole 1 of 9, par 3, Heron Meadow
      Mike 3, Jake 4
      $ enter Mike 4
      65! hyzer enter: every player has a score on hole 1; say --hole 1 to replace what is there; nothing saved
      $ enter change Mike to 4
      hole 1: Mike 3 → 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ undo
      hole 1: Mike back to 3 — undone
      """, on: log)
  }

  @Test func `a score of long ago is not replaced unasked`() throws {
    _ = try log.round()
    #expect(log("enter", "Mike 3").isDone)
    let late = Surroundings.counted()
    for _ in 0..<60 { _ = late.timestamp() }
    let outcome = log.run(["enter", "Mike 4, Jake 4"], surroundings: late)
    #expect(
      outcome.refuses(
        65, "Mike has a score on hole 1; say --hole 1 to replace it, or --hole 2; nothing saved"))
    // What is the same replaces nothing, and who says so corrects.
    #expect(log.run(["enter", "Mike 3"], surroundings: late).isDone)
    #expect(log.run(["enter", "no, Mike 4"], surroundings: late).isDone)
    #expect(log.run(["enter", "--hole", "1", "Mike 5"], surroundings: late).isDone)
  }

  @Test func `lines go on after a refused one where that is wished, on the next hole`() throws {
    let id = try log.round()
    expectTranscript(
      """
      $ enter --keep-going - < 'Mike 3, Jake 4\\n\\nzzz\\nJake 4, Mike 5\\n Mike \\nMike 3'
      hole 1: Mike 3, Jake 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      hole 3: Jake 4, Mike 5 — saved
      hole 4 of 9, par 4, Heron Meadow
      hole 5: Mike 3 — saved
      65! hyzer enter: line 3: "zzz" is not understood; nothing saved
      65! hyzer enter: line 5: Mike has no score; say a number or a golf word after the name; nothing saved
      $ round finish --early
      Heron Meadow: finished early
         player  +/-  strokes  thru
      1  Mike     +2       11     3
      2  Jake     +2        8     2
      $ enter - < 'Mike 3\\nJake 3\\n'
      65! hyzer enter: line 1: the round is finished, so nobody can score, join or leave; reopen it with `hyzer round reopen`, or make a new one
      """, on: log, round: id)
  }

  @Test func `the JSON of a commit and of an undo has what changed`() throws {
    let id = try log.round(["Mike"])
    let saved = log("enter", "--json", "Mike", "2")
    let commit = try #require(saved.output.firstMatch(of: /"commit":"([^"]+)"/)?.1)
    #expect(
      saved
        == .done(
          "{\"commit\":\"\(commit)\",\"currentHole\":2,\"events\":[\"\(commit).1\"],\"hole\":1,"
            + "\"round\":\"\(id)\",\"scores\":[{\"from\":null,\"player\":\"Mike\","
            + "\"strokes\":2,\"to\":2}],\"transcript\":\"Mike 2\"}"))
    expectTranscript(
      """
      $ undo --json
      {"hole":1,"round":"ROUND","scores":[{"from":2,"player":"Mike","to":null}]}
      $ undo
      65! hyzer: nothing is left to undo in round "ROUND"; enter a score to correct another
      $ redo --json
      {"hole":1,"round":"ROUND","scores":[{"from":null,"player":"Mike","to":2}]}
      $ redo
      65! hyzer: nothing is left to bring back in round "ROUND": nothing was undone since scores were entered; enter them again
      $ undo
      hole 1: Mike without a score — undone
      hole 1 of 9, par 3, Heron Meadow
      $ redo
      hole 1: Mike 2 — brought back
      hole 2 of 9, par 3, Heron Meadow
      $ undo
      hole 1: Mike without a score — undone
      hole 1 of 9, par 3, Heron Meadow
      $ enter Mike 3
      hole 1: Mike 3 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ redo
      65! hyzer: nothing is left to bring back in round "ROUND": nothing was undone since scores were entered; enter them again
      """, on: log, round: id)
  }

  @Test func `whose score does not stand is told so`() throws {
    let other = ScoreLogFile()
    let id = try other.round(["Mike", "Jake"])
    _ = other("enter", "--hole", "1", "Mike 2")
    _ = log("import", "-", input: other("export").output)
    _ = log("round", "use", id)
    _ = log("enter", "--hole", "1", "Mike 3")
    // The organiser's word over that of another device settles what devices differ over.
    _ = other("import", "-", input: log("export").output)
    _ = other("enter", "--hole", "1", "Mike 4")
    _ = log("import", "-", input: other("export").output)
    expectTranscript(
      """
      $ enter --as Ben --hole 1 'Mike 5, Jake 2'
      hole 1: Mike 4 → 5, Jake 2 — saved
      Mike 5 is kept, but 4 by Ann, the organiser, stands
      hole 2 of 9, par 3, Heron Meadow
      $ enter --as Ben --hole 1 --json Mike 3
      [...]"scores":[{"from":4,"player":"Mike","strokes":3,"to":4}],"transcript":"Mike 3"}
      $ undo --as Ben
      hole 1: Mike stays at 4 — undone
      """, on: log, round: id)
  }

  @Test func `who reports is the option or the user, and a score that stands adds no event`() throws
  {
    _ = try log.round(["Mike", "Jake"])
    _ = log("enter", "Mike 2", "--as", "Ben")
    #expect(log("enter", "Mike 3") == .done("hole 1: Mike 2 → 3 — saved"))
    #expect(log("enter", "Mike 3") == .done("hole 1: Mike 3 — saved"))
    let reporters = log("export").output.matches(of: /"reportedBy":"([^"]*)"/).map(\.1)
    #expect(reporters == ["Ben", "Ann"])
  }

  @Test func `names cannot steer a terminal`() throws {
    _ = try log.round(["Mi\u{1B}[2Jke"])
    _ = log("enter", "Mi2Jke", "3")
    for command in ["leaderboard", "hole", "round show", "round list", "player list", "history"] {
      let outcome = log.run(command.split(separator: " ").map(String.init))
      #expect(outcome.code == 0)
      #expect(!outcome.output.contains("\u{1B}"))
    }
  }
}

@Suite struct `hyzer leaderboard --watch` {
  private let log = ScoreLogFile()

  /// Runs `--watch` while a program changes the log at each look.
  private func watch(
    _ log: ScoreLogFile, _ options: [String] = [], isTerminal: Bool = false,
    changing changes: [@Sendable (ScoreLogFile) throws -> Void]
  ) -> Outcome {
    let left = Mutex(changes[...])
    return log.run(
      ["leaderboard", "--watch"] + options, isTerminal: isTerminal,
      surroundings: .counted(wait: { _ in
        guard let change = left.withLock({ $0.popFirst() }) else { return false }
        try? change(log)
        return true
      }))
  }

  @Test func `it is printed again with who moved and why, and only if something changed`() throws {
    _ = try log.round()
    _ = log("enter", "Mike 3")
    let outcome = watch(
      log,
      changing: [
        { _ = $0("enter", "Jake 2") }, { _ in }, { _ = $0("player", "new", "Sarah") },
        { _ = $0("enter", "--hole", "1", "Jake 5") }, { _ = $0("undo") },
      ])
    #expect(
      outcome
        == .done(
          "Heron Meadow, hole 1 of 9, par 3", "   player  +/-  strokes  thru",
          "1  Mike      E        3     1", "–  Jake      –        –     0", "",
          "Heron Meadow, hole 2 of 9, par 3", "   player  +/-  strokes  thru",
          "1  Jake     -1        2     1", "2  Mike      E        3     1  ▼1",
          "hole 1: Jake 2", "",
          "Heron Meadow, hole 2 of 9, par 3", "   player  +/-  strokes  thru",
          "1  Mike      E        3     1  ▲1", "2  Jake     +2        5     1  ▼1",
          "hole 1: Jake 2 → 5, corrected", "",
          "Heron Meadow, hole 2 of 9, par 3", "   player  +/-  strokes  thru",
          "1  Jake     -1        2     1  ▲1", "2  Mike      E        3     1  ▼1",
          "hole 1: Jake 5 → 2, taken back"))
  }

  @Test func `as JSON a line follows each change`() throws {
    let id = try log.round(["Mike"])
    let outcome = watch(log, ["--json"], changing: [{ _ = $0("enter", "Mike 2") }])
    #expect(outcome.outputLines.count == 2)
    let event = try #require(outcome.output.firstMatch(of: /"event":"([^"]+)"/)?.1)
    let line =
      "{\"changes\":[{\"event\":\"\(event)\",\"from\":null,\"hole\":1,\"kind\":\"scored\","
      + "\"player\":\"Mike\",\"to\":2}],\"hole\":2,\"moves\":[],\"round\":\"\(id)\","
      + "\"standings\":[{\"holesPlayed\":1,\"place\":1,\"player\":\"Mike\","
      + "\"relativeToPar\":-1,\"strokes\":2}]}"
    #expect(outcome.outputLines.last == line)
  }

  @Test func `in a terminal it is painted in place`() throws {
    _ = try log.round(["Mike"])
    let outcome = watch(log, isTerminal: true, changing: [{ _ = $0("enter", "Mike 2") }])
    let screens = outcome.output.components(separatedBy: "\u{1B}[H\u{1B}[2J")
    #expect(screens.count == 3)
    #expect(screens[0] == "")
    #expect(screens[2].hasSuffix("hole 1: Mike 2\n"))
  }

  @Test func `it follows the current round, or stays with the one that is asked for`() throws {
    let id = try log.round(["Mike"])
    let changes: [@Sendable (ScoreLogFile) throws -> Void] = [
      { _ = try $0.round(course: "Cedar Creek", ["Jake"]) }
    ]
    let title = "Heron Meadow, hole 1 of 9, par 3"
    let table = ["   player  +/-  strokes  thru", "–  Mike      –        –     0"]
    #expect(
      watch(log, ["--round", id], changing: changes)
        == .done(title, table[0], table[1], "", "Heron Meadow", table[0], table[1]))
    let moved = watch(log, changing: [{ _ = $0("round", "use", id) }])
    #expect(moved.outputLines.suffix(3) == [title] + table)
  }
}
