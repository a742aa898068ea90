import Foundation
import Testing

@Suite struct `hyzer round` {
  private let log = ScoreLogFile()

  @Test func `a course that is not in the log is made only if it is to be a new one`() throws {
    expectTranscript(
      """
      $ round new --course 'Cedar Crek' --player Mike
      65! hyzer: there is no course "Cedar Crek"; did you mean "Cedar Creek"? Otherwise add --new-course to make it, with --holes or --pars
      $ round new --course 'Mill Pond' --player Mike
      65! hyzer: there is no course "Mill Pond"; add --new-course to make it, with --holes or --pars
      $ round new --course 'Mill Pond' --holes 9 --player Mike
      64! hyzer round new: --holes goes with --new-course; the log has those of others
      $ round new --course 'Mill Pond' --new-course --holes 9 --player Mike --player Mike
      65! hyzer: somebody in the round is called "Mike" already; give another name
      $ course show 'Mill Pond'
      65! hyzer: there is no course "Mill Pond"; list courses with `hyzer course list`
      $ player list
      $ round list
      $ round new --course 'Mill Pond' --new-course --player Mike
      [...]
      $ course show 'Mill Pond' --json
      {"holes":18,"name":"Mill Pond","par":54,[...]}
      $ hole
      hole 1 of 18, par 3, Mill Pond
      Mike –
      $ round new --course 'mill pond' --new-course --player Mike
      65! hyzer: there is a course called "Mill Pond" already; leave out --new-course
      $ round new --course Hilly --new-course --holes 9
      [...]
      $ round new --course Hillier --new-course --pars 4,4,4,4,4,4,4,4,5
      [...]
      $ hole 9
      hole 9 of 9, par 5, Hillier
      """, on: log)
  }

  @Test func `names that are words for scores, or nearly, are warned of where they are made`()
    throws
  {
    func warning(_ command: String, _ text: String) -> String {
      "hyzer \(command): warning: \(text), so that some sentences are asked about; another name or "
        + "alias helps\n"
    }
    #expect(log("player", "new", "Mike").errors == "")
    #expect(
      log("player", "new", "Ace").errors
        == warning("player new", "\"Ace\" is the word \"ace\""))
    let round = log(
      "round", "new", "--course", "Cedar Creek", "--player", "Mike", "--player", "Eve",
      "--guest", "Al")
    #expect(round.code == 0)
    #expect(
      round.errors.hasSuffix(
        warning("round new", "\"Eve\" is nearly the word \"even\"")
          + warning("round new", "\"Al\" is nearly the word \"all\"")))
  }

  @Test func `a new round prints its identifier alone and is the current one`() throws {
    let outcome = log(
      "round", "new", "--course", "cedar creek", "--player", "Mike", "--guest", "Sam",
      "--player", "Jake", "--as", "Ben")
    let id = try #require(outcome.outputLines.first)
    #expect(outcome == .done(id))
    expectTranscript(
      """
      $ hole
      hole 1 of 18, par 3, Cedar Creek
      Mike –, Sam –, Jake –
      $ round show
      Cedar Creek, 2026-11-21 10:00
      setup, hole 1 of 18; organised by Ben; round ROUND
      guests: Sam

      hole  1  2  3  4  5  6  7  8  9  sum
      par   3  3  3  3  3  3  3  3  3   27
      Mike  –  –  –  –  –  –  –  –  –    –
      Sam   –  –  –  –  –  –  –  –  –    –
      Jake  –  –  –  –  –  –  –  –  –    –

      hole  10  11  12  13  14  15  16  17  18  sum  total  +/-
      par    3   3   3   3   3   3   3   3   3   27     54
      Mike   –   –   –   –   –   –   –   –   –    –      –    –
      Sam    –   –   –   –   –   –   –   –   –    –      –    –
      Jake   –   –   –   –   –   –   –   –   –    –      –    –
      $ player list
      Jake
      Mike
      """, on: log, round: id)
  }

  @Test func `players join by name or as guests, and after the first score from then on`() throws {
    let id = try log.round([])
    expectTranscript(
      """
      $ enter Mike 3
      65! hyzer: round "ROUND" has no players, so it cannot start; let somebody join
      $ round join Mike Jake
      Mike, Jake
      $ round join --guest Sam
      Mike, Jake, Sam
      $ round join mike
      65! hyzer: somebody in the round is called "Mike" already; give another name
      $ enter Sam 2
      hole 1: Sam 2 — saved
      $ enter Mike 3, Jake 3
      hole 1: Mike 3, Jake 3 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ enter Mike 3
      hole 2: Mike 3 — saved
      $ round join --guest Late --as Jake
      Mike, Jake, Sam, Late
      Late joined; no score on hole 1
      0! hyzer round join: warning: "Late" sounds like (67 %) the score "eight"; safer: the alias "Captain Late"
      $ hole
      hole 2 of 9, par 3, Heron Meadow
      Mike 3, Jake –, Sam –, Late –
      $ enter Jake 3, Sam 3, Late 2
      hole 2: Jake 3, Sam 3, Late 2 — saved
      hole 3 of 9, par 3, Heron Meadow
      $ leaderboard
      Heron Meadow, hole 3 of 9, par 3
          player  +/-  strokes  thru
       1  Sam      -1        5     2
      T2  Mike      E        6     2
      T2  Jake      E        6     2
       4  Late     -1        2     1
      """, on: log, round: id)
  }

  @Test func `who leaves keeps the scores, is not meant by everybody, and may come back`() throws {
    let id = try log.round(["Mike", "Jake"], guests: ["Sam"])
    expectTranscript(
      """
      $ enter everyone par
      hole 1: Mike 3, Jake 3, Sam 3 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ round leave sam
      Mike, Jake
      Sam left; no score on holes 2–9
      $ round leave Sam
      65! hyzer: "Sam" has left the round already; check the name
      $ enter everyone par
      hole 2: Mike 3, Jake 3 — saved
      hole 3 of 9, par 3, Heron Meadow
      $ enter Mike 4
      hole 3: Mike 4 — saved
      $ round join Sam
      Mike, Jake, Sam
      Sam joined; no score on hole 2
      $ enter Sam 2
      hole 3: Sam 2 — saved
      $ round leave Jake
      Mike, Sam
      Jake left; no score on holes 3–9
      hole 4 of 9, par 4, Heron Meadow
      $ round join Jake
      Mike, Jake, Sam
      Jake joined; no score on hole 3
      $ enter --hole 3 Jake 3
      hole 3: Jake no score → 3 — saved
      $ round show
      Heron Meadow, [...]
      in play, hole 4 of 9; organised by Ann; round ROUND
      guests: Sam
      [...]  Sam left; no score on holes 2–9
      [...]  Sam joined; no score on hole 2
      [...]  Jake left; no score on holes 3–9
      [...]  Jake joined; no score on hole 3

      hole  1  2  3  4  5  6  7  8  9  total  +/-
      par   3  3  3  4  3  3  3  3  4     29
      Mike  3  3  4  –  –  –  –  –  –     10   +1
      Jake  3  3  3  –  –  –  –  –  –      9    E
      Sam   3  –  2  –  –  –  –  –  –      5   -1
      $ round show --json
      [...]"away":[2],"hasLeft":false,[...]"name":"Sam","place":3,[...]"scores":[3,null,2,[...]
      $ audit
      clean
      """, on: log, round: id)
  }

  @Test func `the organiser reopens a finished round, which takes scores again`() throws {
    let id = try log.round(["Mike"])
    _ = log("enter", "Mike 3")
    _ = log("round", "finish", "--early", "--as", "Mike")
    expectTranscript(
      """
      $ round reopen --as Mike
      65! hyzer: only the organiser, Ann, can reopen the round; if that is you, say so with --as
      $ round reopen
      Heron Meadow, 2026-11-21 10:00: in play
      $ enter Mike 2
      hole 2: Mike 2 — saved
      hole 3 of 9, par 3, Heron Meadow
      $ round reopen
      65! hyzer: the round is not finished, so it need not be reopened; enter scores
      $ round finish --early
      Heron Meadow: finished early
         player  +/-  strokes  thru
      1  Mike     -1        5     2
      $ round new --course 'Cedar Creek' --player Mike
      [...]
      $ round reopen ROUND
      Heron Meadow, 2026-11-21 10:00: in play
      make it the current round with `hyzer round use [...]`
      $ round show ROUND
      Heron Meadow, [...]
      in play; organised by Ann; round ROUND
      [...]  finished by Mike
      [...]  reopened by Ann
      [...]  finished by Ann
      [...]  reopened by Ann

      hole  [...]
      par   [...]
      Mike  [...]
      $ audit
      clean
      """, on: log, round: id)
  }

  @Test func `a deleted round is in no list but its own until it is restored`() throws {
    let id = try log.round(["Mike"])
    _ = log("enter", "Mike 3")
    expectTranscript(
      """
      $ round delete ROUND --as Mike
      65! hyzer: only the organiser, Ann, can delete the round; if that is you, say so with --as
      $ round delete ROUND
      Heron Meadow, 2026-11-21 10:00: deleted; `hyzer round restore [...]` brings it back
      no round is current now; choose one with `hyzer round use`, or make one with `hyzer round new`
      $ round list
      $ round list --json
      $ history
      0! hyzer history: no rounds yet; make one with hyzer round new
      $ history --player Mike --json
      $ round list --deleted
      [...]  Heron Meadow  deleted  Mike
      $ enter Mike 3
      65! hyzer: no round is current; choose one of `hyzer round list` with `hyzer round use`, or make one with `hyzer round new`
      $ round use ROUND
      65! hyzer: the round is deleted; bring it back with `hyzer round restore`
      $ round reopen ROUND
      65! hyzer: the round is deleted; bring it back with `hyzer round restore`
      $ export FOLDER/log.jsonl
      $ import FOLDER/log.jsonl --db FOLDER/copy.db
      2 new events, 1 new round; 0 known already
      $ round list --db FOLDER/copy.db
      $ round list --deleted --db FOLDER/copy.db
      [...]  Heron Meadow  deleted  Mike
      $ round restore ROUND
      Heron Meadow, 2026-11-21 10:00: in play
      make it the current round with `hyzer round use [...]`
      $ round restore ROUND
      65! hyzer: the round is not deleted, so it need not be restored; list deleted ones with `hyzer round list --deleted`
      $ round list --deleted
      $ round use ROUND
      hole 2 of 9, par 3, Heron Meadow
      Mike –
      $ enter Mike 3
      hole 2: Mike 3 — saved
      hole 3 of 9, par 3, Heron Meadow
      """, on: log, round: id)
  }

  @Test func `a round is deleted in a terminal where the organiser says yes`() throws {
    let id = try log.round(["Mike"])
    func delete(_ answer: String, _ more: [String] = []) -> Outcome {
      log.run(["round", "delete", id] + more, input: answer, isTerminal: true)
    }
    let question = "Delete Heron Meadow, 2026-11-21 10:00? [y/N] "
    #expect(
      delete("\n")
        == Outcome(code: 65, output: question, errors: "hyzer round delete: left as it was\n"))
    // Who may not is not asked.
    #expect(delete("y\n", ["--as", "Mike"]).output.isEmpty)
    #expect(log("round", "list", "--deleted") == .done())
    let done = delete("yes\n")
    #expect(done.code == 0 && done.output.hasPrefix(question + "Heron Meadow, "))
    #expect(log("round", "restore", id).code == 0)
    let unasked = delete("", ["--yes"])
    #expect(unasked.code == 0 && !unasked.output.contains("?"))
  }

  @Test func `who would be new and is nearly somebody else is asked about`() throws {
    #expect(log("player", "new", "Jake").code == 0)
    #expect(log("player", "new", "Christopher", "--alias", "Topher").code == 0)
    func new(
      _ names: String..., input: String = "", isTerminal: Bool = true, more: [String] = []
    ) -> Outcome {
      log.run(
        ["round", "new", "--course", "Heron Meadow"] + names.flatMap { ["--player", $0] } + more,
        input: input, isTerminal: isTerminal)
    }
    func players() -> [String] {
      let shown = log("round", "show", "--json").output
      return shown.matches(of: /"isGuest":false,"name":"([^"]*)"/).map { String($0.1) }
    }
    let yes = new("Jak", "Mike", input: "y\n")
    #expect(yes.isDone)
    #expect(yes.output.hasPrefix("nobody is called \"Jak\" yet\nJake? [y/N] "))
    #expect(players() == ["Jake", "Mike"])
    // The beginning of a name, and one letter off an alias.
    #expect(new("Chris", "Tophers", input: "n\ny\n").isDone)
    #expect(players() == ["Chris", "Christopher"])
    let short = new("Ch")
    #expect(short.isDone && !short.output.contains("?"))
    // Who plays anyway is not who was meant.
    let alike = new("Jake", "Jakes")
    #expect(alike.code == 0 && !alike.output.contains("?"))
    #expect(players() == ["Jake", "Jakes"])
    // Where nobody can be asked, or is to be, it is said.
    let line = "hyzer round new: made a new player \"Mik\"; \"Mike\" is another"
    #expect(new("Mik", isTerminal: false).errorLines.first == line)
    #expect(players() == ["Mik"])
    #expect(new("Mik", isTerminal: false).errorLines.first != line)
    #expect(new("Jaky", more: ["--yes"]).errors.contains("made a new player \"Jaky\"; "))
    // A round that cannot be makes nobody.
    let refused = new("Jakee", "Jakee", isTerminal: false)
    #expect(refused.code == 65 && refused.errorLines.count == 1)
  }

  @Test func `names that fill a screen are refused, whoever they name`() throws {
    let long = String(repeating: "a", count: 5000)
    let new = ["round", "new", "--course", "Heron Meadow"]
    func refusal(_ arguments: [String], _ environment: [String: String] = [:]) -> String {
      let result = log.run(arguments, environment: environment)
      #expect([64, 65].contains(result.code), "\(arguments.prefix(2))")
      #expect(result.errors.utf8.count < 300)
      return result.errors
    }
    let reason = "has more than 40 letters; give a shorter one"
    for arguments in [["--player", long], ["--guest", long]] {
      #expect(refusal(new + arguments).contains(reason))
    }
    #expect(refusal(new + ["--guest", "Sam"], ["HYZER_USER": long]).contains(reason))
    #expect(refusal(new + ["--guest", "Sam"], ["HYZER_DEVICE": long]).contains(reason))
    #expect(refusal(new + ["--guest", "Sam", "--organiser", long]).contains(reason))
    #expect(refusal(["device", "name", long]).contains(reason))
    #expect(refusal(["player", "new", long]).contains(reason))
    #expect(log.run(new + ["--guest", "Sam"]).code == 0)
    #expect(refusal(["enter", "Sam 3"], ["HYZER_USER": long]).contains(reason))
  }

  @Test func `the organiser is somebody who plays, and an account's name nobody`() throws {
    let account = ["HYZER_USER": "", "USER": "root"]
    #expect(log("player", "new", "Michael", "--alias", "Mike").code == 0)
    func organiser(_ arguments: [String], _ environment: [String: String]) throws -> String {
      let made = log.run(
        ["round", "new", "--course", "Heron Meadow", "--player", "Jake", "--player", "Michael"]
          + arguments, environment: environment)
      #expect(made.code == 0, "\(made.errors)")
      let shown = log("round", "show", "--json").output
      return try #require(shown.firstMatch(of: /"organiser":"([^"]*)"/).map { String($0.1) })
    }
    #expect(try organiser([], ["HYZER_USER": "Mike"]) == "Michael")
    #expect(try organiser(["--as", "mike"], account) == "Michael")
    #expect(try organiser([], ["HYZER_USER": "", "USER": "jake"]) == "Jake")
    #expect(try organiser(["--organiser", "Mike"], account) == "Michael")
    // Somebody who says who they are need not play.
    #expect(try organiser([], ["HYZER_USER": "Ann"]) == "Ann")
    #expect(try organiser([], account) == "Jake")
    // At the machine's own keyboard the account stands for the organiser; who is somebody else does not.
    let finish = log.run(["round", "finish", "--early"], environment: account)
    #expect(finish.code == 0)
    #expect(log.run(["round", "reopen"], environment: ["HYZER_USER": "Bob"]).code == 65)
    #expect(log.run(["round", "reopen"], environment: ["HYZER_USER": "Mike"]).code == 65)
    #expect(log.run(["round", "reopen"], environment: account).code == 0)
  }

  @Test func `an alias says who leaves, and of whom a score is decided`() throws {
    #expect(log("player", "new", "Michael", "--alias", "Mike").code == 0)
    _ = try log.round(["Michael", "Jake"])
    expectTranscript(
      """
      $ enter Mike 3
      hole 1: Michael 3 — saved
      $ resolve --player Mike --hole 1 4 --as Ann
      65! hyzer: nobody differs over the score of "Michael" on hole 1; correct a score with `hyzer enter`
      $ round leave Mike
      Jake
      Michael left; no score on holes 2–9
      """, on: log)
  }

  @Test func `a finish names the scores that are still disputed`() throws {
    let id = try log.round()
    _ = log("enter", "Mike 3")
    let other = ScoreLogFile()
    #expect(other("import", "-", input: log("export").output).code == 0)
    #expect(other("round", "use", id).code == 0)
    for (log, name, strokes) in [(log, "Ann", 4), (other, "Bob", 5)] {
      let entered = log.run(
        ["enter", "--hole", "1", "Jake \(strokes)"], environment: ["HYZER_USER": name])
      #expect(entered.code == 0, "\(entered.errors)")
    }
    #expect(log("import", "-", input: other("export").output).code == 0)
    let finished = log("round", "finish", "--early")
    #expect(finished.code == 0)
    let last = finished.outputLines.last ?? ""
    #expect(last.hasPrefix("still disputed: hole 1, Jake: "))
    #expect(last.contains("4 by Ann") && last.contains("5 by Bob"))
  }

  @Test func `a round without players misses nobody's scores`() throws {
    _ = try log.round([])
    expectTranscript(
      """
      $ round finish
      65! hyzer: round "ROUND" has no players; let somebody join, or finish the round early
      $ round finish --early
      [...]: finished early
        player  +/-  strokes  thru
      """, on: log)
  }

  @Test func `a round is finished with all scores, or early`() throws {
    let id = try log.round(["Mike"])
    expectTranscript(
      """
      $ enter Mike 3
      hole 1: Mike 3 — saved
      hole 2 of 9, par 3, Heron Meadow
      $ round finish
      65! hyzer: round "ROUND" misses scores: Mike on 2-9; enter them, or finish the round early
      $ round finish --early
      Heron Meadow: finished early
         player  +/-  strokes  thru
      1  Mike      E        3     1
      """, on: log, round: id)
    let next = try log.round(["Mike"])
    let refusal =
      "65! hyzer: the round is finished, so nobody can score, join or leave; reopen it with `hyzer "
      + "round reopen`, or make a new one"
    expectTranscript(
      """
      $ round use \(id)
      hole 2 of 9, par 3, Heron Meadow
      Mike –
      $ enter Mike 3
      \(refusal)
      $ undo
      \(refusal)
      $ round finish --early
      \(refusal)
      $ round use \(next)
      hole 1 of 9, par 3, Heron Meadow
      Mike –
      """, on: log, round: id)
    for hole in 1...9 { _ = log("enter", hole == 5 ? "Mike 2" : "Mike 3") }
    expectTranscript(
      """
      $ enter --hole 9 Mike 3
      hole 9: Mike 3 — saved
      every player has every hole; finish with hyzer round finish
      $ round show
      Heron Meadow, [...]
      to be finished, hole 9 of 9; organised by Ann; round ROUND

      hole  [...]
      par   [...]
      Mike  [...]
      $ round finish
      Heron Meadow: finished
         player  +/-  strokes  thru
      1  Mike     -3       26     9
      """, on: log, round: next)
  }

  @Test func `rounds are listed, shown and made current by the beginning of an identifier`() throws
  {
    func line(_ round: String, _ hour: Int) -> String {
      """
      {"id": "\(round).1", "round": "\(round)", "player": "Mike", "hole": 1, "strokes": 3, \
      "supersedes": null, "reportedBy": "Ann", "device": "phone", "input": "typed", \
      "transcript": null, "confidence": null, "at": "2026-05-01T0\(hour):00:00.000Z"}
      """
    }
    let rounds = ["abcdefgh-1", "abcdefgh-2", "b", "bc"]
    let lines = rounds.enumerated().map { line($1, $0 + 1) }.joined(separator: "\n")
    #expect(
      log("import", "-", input: lines) == .done("4 new events, 4 new rounds; 0 known already"))
    expectTranscript(
      """
      $ round use abc
      65! hyzer: "abc" begins 2 rounds: abcdefgh-1 ([...]), abcdefgh-2 ([...]); give more of it
      $ round show zz
      65! hyzer: there is no round "zz"; list rounds with `hyzer round list`
      $ round use b
      hole 2 of 18, par 3, Unnamed course
      Mike –
      $ round list
         bc          2026-05-01 04:00  Unnamed course  in play  Mike
      *  b           2026-05-01 03:00  Unnamed course  in play  Mike
         abcdefgh-2  2026-05-01 02:00  Unnamed course  in play  Mike
         abcdefgh-1  2026-05-01 01:00  Unnamed course  in play  Mike
      $ round use abcdefgh-2
      hole 2 of 18, par 3, Unnamed course
      Mike –
      """, on: log)
    let json = log("round", "list", "--json")
    #expect(json.outputLines.count == 4)
    #expect(
      json.outputLines[2]
        == "{\"course\":\"\",\"createdAt\":\"2026-05-01T02:00:00.000Z\",\"holes\":18,"
        + "\"isCurrent\":true,\"organiser\":\"Ann\",\"phase\":\"active\","
        + "\"players\":[\"Mike\"],\"round\":\"abcdefgh-2\"}")
  }

  @Test func `a round as JSON has its players with every score`() throws {
    let id = try log.round(["Mike"], guests: ["Sam"])
    _ = log("enter", "Mike", "2")
    expectTranscript(
      """
      $ round show --json
      {"course":"Heron Meadow","createdAt":"2026-11-21T10:00:02.000Z","finishedAt":null,"hole":1,"isDeleted":false,"organiser":"Ann","pars":[3,3,3,4,3,3,3,3,4],"phase":"active","players":[{"aliases":[],"away":[],"hasLeft":false,"holesPlayed":1,"isGuest":false,"name":"Mike","place":1,"pronunciations":[],"relativeToPar":-1,"scores":[2,null,null,null,null,null,null,null,null],"strokes":2},{"aliases":[],"away":[],"hasLeft":false,"holesPlayed":0,"isGuest":true,"name":"Sam","place":2,"pronunciations":[],"relativeToPar":0,"scores":[null,null,null,null,null,null,null,null,null],"strokes":0}],"round":"ROUND","startedAt":"2026-11-21T10:00:02.000Z"}
      """, on: log, round: id)
  }

  @Test func `a round file makes a round at its hole, with all ways to say its names`() throws {
    _ = try log.folder.file(
      "round.json",
      """
      {"course": "Back Yard", "hole": 7, "par": 4, "players": ["Jake", \
      {"name": "Michael", "aliases": ["Mike"], "pronunciations": ["M AY K AH L"]}]}
      """)
    expectTranscript(
      """
      $ round new --from FOLDER/round.json
      [...]
      $ hole
      hole 7 of 18, par 4, Back Yard
      Jake –, Michael –
      $ player list
      Jake
      Michael; also Mike; M AY K AH L
      $ enter mike 3
      hole 7: Michael 3 — saved
      """, on: log)
  }

  @Test(arguments: [
    "hole", "hole 3", "enter Mike 3", "undo", "leaderboard", "summary", "round show",
    "round finish",
  ])
  func `where no round is current it is said how to have one`(command: String) {
    expectTranscript(
      """
      $ \(command)
      65! hyzer: no round is current; choose one of `hyzer round list` with `hyzer round use`, or make one with `hyzer round new`
      """, on: log)
  }

  @Test func `what cannot be is refused in one line, and no round is made`() throws {
    expectTranscript(
      """
      $ round new --player Mike
      64! hyzer round new: missing option "--course"; add "--course NAME". See "hyzer round new --help".
      $ round new --course '?' --player Mike
      65! hyzer: the course name "?" has no letter in it; give a name
      $ round new --course 'Cedar Creek' --player Mike --guest mike
      65! hyzer: somebody in the round is called "mike" already; give another name
      $ round new --course 'Cedar Creek' --guest '?'
      65! hyzer: the player name "?" has no letter in it; give a name that can be said
      $ round new --from /nowhere/round.json
      66! hyzer: "/nowhere/round.json": no such file; check the path
      $ round new --from /nowhere/round.json --guest Sam
      64! hyzer round new: --from names the players; leave out --guest
      $ hole seven
      64! hyzer hole: invalid value "seven" for "N"; give the number of a hole. See "hyzer hole --help".
      $ leaderboard --round x
      65! hyzer: there is no round "x"; list rounds with `hyzer round list`
      """, on: log)
    #expect(log("round", "list") == .done())
    #expect(log("player", "list") == .done())
  }
}
