import Testing

@Suite struct `hyzer course and hyzer player` {
  private let log = ScoreLogFile()

  @Test func `courses are listed, made, changed and forgotten`() throws {
    expectTranscript(
      """
      $ course list
      course        holes  par
      Cedar Creek      18   54
      Heron Meadow      9   29
      Quarry Ridge     18   62
      $ course new 'Mill Pond' --holes 9 --hole 3=4 --hole 7=5
      Mill Pond: 9 holes, par 30
      $ course show 'mill-pond'
      Mill Pond: 9 holes, par 30
      hole  1  2  3  4  5  6  7  8  9  total
      par   3  3  4  3  3  3  5  3  3     30
      $ course show 'mill pond' --json
      {"holes":9,"name":"Mill Pond","par":30,"pars":[3,3,4,3,3,3,5,3,3]}
      $ course edit 'Mill Pond' --name 'Mill Pond West' --hole 3=3
      Mill Pond West: 9 holes, par 29
      $ course edit 'mill pond west' --pars 4,4,4,4,4,4,4,4,4 --hole 9=6
      Mill Pond West: 9 holes, par 38
      $ course delete 'Mill Pond West' --yes
      Mill Pond West: deleted
      $ course new Long --par 4
      Long: 18 holes, par 72
      $ course new Hilly --pars 3,3,3,3,3,3,3,3,2
      Hilly: 9 holes, par 26
      $ course delete Long --yes
      Long: deleted
      $ course delete hilly --yes
      Hilly: deleted
      $ course delete 'Quarry Ridge' --yes
      Quarry Ridge: deleted
      $ course delete 'Heron Meadow' --yes
      Heron Meadow: deleted
      $ course list --json
      {"holes":18,"name":"Cedar Creek","par":54,"pars":[3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]}
      """, on: log)
  }

  @Test func `a course has any number of holes, which its rounds have too`() throws {
    expectTranscript(
      """
      $ course new Practice --holes 1
      Practice: 1 holes, par 3
      $ course new Farm --holes 24 --hole 24=5
      Farm: 24 holes, par 74
      $ course edit Farm --pars 3,4
      Farm: 2 holes, par 7
      $ round new --course Farm --player Mike
      [...]
      $ enter Mike 3
      hole 1: Mike 3 — saved
      hole 2 of 2, par 4, Farm
      $ round new --course Woods --new-course --holes 36 --player Mike
      [...]
      $ hole 36
      hole 36 of 36, par 3, Woods
      Mike –
      """, on: log)
  }

  @Test func `a course is deleted in a terminal where the answer is yes`() {
    func delete(_ answer: String) -> Outcome {
      log.run(["course", "delete", "heron meadow"], input: answer, isTerminal: true)
    }
    for answer in ["n\n", "\n", ""] {
      #expect(
        delete(answer)
          == Outcome(
            code: 65, output: "Delete Heron Meadow? [y/N] ",
            errors: "hyzer course delete: left as it was\n"))
    }
    #expect(delete("y\n").output == "Delete Heron Meadow? [y/N] Heron Meadow: deleted\n")
    #expect(log("course", "list").outputLines.count == 3)
  }

  @Test func `a course that cannot be is refused in one line`() throws {
    let before = log("course", "list")
    expectTranscript(
      """
      $ course show Nowhere
      65! hyzer: there is no course "Nowhere"; list courses with `hyzer course list`
      $ course edit Nowhere --name Here
      65! hyzer: there is no course "Nowhere"; list courses with `hyzer course list`
      $ course delete Nowhere
      65! hyzer: there is no course "Nowhere"; list courses with `hyzer course list`
      $ course show 'Heron Medow'
      65! hyzer: there is no course "Heron Medow"; did you mean "Heron Meadow"? Otherwise list courses with `hyzer course list`
      $ course new 'cedar creek'
      65! hyzer: there is a course called "cedar creek" already; give another name
      $ course edit 'Heron Meadow' --name 'Cedar Creek'
      65! hyzer: there is a course called "Cedar Creek" already; give another name
      $ course new X --pars \(Array(repeating: "3", count: 37).joined(separator: ","))
      65! hyzer: a course cannot have 37 holes; give 1 to 36
      $ course new X --pars 3,x
      64! hyzer course new: invalid value "3,x" for "--pars"; give whole numbers with commas between, one for each hole. See "hyzer course new --help".
      $ course new X --holes 37
      64! hyzer course new: invalid value "37" for "--holes"; give a whole number from 1 to 36. See "hyzer course new --help".
      $ course new X --par 7
      64! hyzer course new: invalid value "7" for "--par"; give a whole number from 2 to 6. See "hyzer course new --help".
      $ course new X --hole 19=4
      65! hyzer: the course has no hole 19; give a number from 1 to 18
      $ course new X --hole 1=9
      65! hyzer: the par of hole 1 is 9; give a number from 2 to 6
      $ course new X --hole 4
      64! hyzer course new: invalid value "4" for "--hole"; give a hole and its par such as 5=4. See "hyzer course new --help".
      $ course new X --pars 3,3 --holes 9
      64! hyzer course new: options "--holes" and "--pars" exclude each other; give only one. See "hyzer course new --help".
      $ course new '!'
      65! hyzer: the course name "!" has no letter in it; give a name
      $ course edit 'Cedar Creek'
      64! hyzer course edit: nothing to change; give --name, --pars or --hole
      """, on: log)
    #expect(log("course", "list") == before)
  }

  @Test func `players are registered, changed and forgotten`() throws {
    expectTranscript(
      """
      $ player list
      $ player new Michael --alias Mike -a Mikey -a Mike --pronunciation 'm ay k ah l'
      Michael; also Mike, Mikey; M AY K AH L
      $ player new Jake
      Jake
      $ player list --json
      {"aliases":[],"name":"Jake","pronunciations":[]}
      {"aliases":["Mike","Mikey"],"name":"Michael","pronunciations":["M AY K AH L"]}
      $ player edit mike --name Michel --remove-alias mikey --alias Mick --remove-pronunciation 'M AY K AH L' -p 'M IH SH EH L'
      Michel; also Mike, Mick; M IH SH EH L
      $ player new Siobhan --say Shivawn --say 'SH AH V AO N'
      Siobhan; SH IH V AO N / SH AH V AO N
      $ player edit Siobhan --say 'SH QQ N'
      65! hyzer: player "Siobhan": "QQ" in the pronunciation "SH QQ N" is no ARPAbet phone; [...]
      $ player edit Siobhan --say 🔥
      65! hyzer: no pronunciation can be guessed for "🔥"; [...]
      $ player new 🔥
      🔥
      0! hyzer player new: warning: "🔥" has no pronunciation, so that its scores can only be typed; give one with hyzer player edit "🔥" --say SPELLING
      $ player edit 🔥 --say Blaze
      🔥; B L EY Z
      $ player delete Siobhan
      Siobhan: deleted
      $ player delete 🔥
      🔥: deleted
      $ player delete michel
      Michel: deleted
      $ player list
      Jake
      """, on: log)
  }

  @Test func `a player who cannot be is refused in one line`() throws {
    _ = try log.round()
    let before = log("player", "list", "--json")
    expectTranscript(
      """
      $ player edit Nobody --alias X
      65! hyzer: no player is called "Nobody"; list players with `hyzer player list`
      $ player delete Nobody
      65! hyzer: no player is called "Nobody"; list players with `hyzer player list`
      $ player new jake
      65! hyzer: there is a player called "jake" already; give another name
      $ player edit Mike --name Jake
      65! hyzer: there is a player called "Jake" already; give another name
      $ player new '…'
      65! hyzer: the player name "…" has no letter in it; give a name that can be said
      $ player new X -p 'QQ AY'
      65! hyzer: player "X": "QQ" in the pronunciation "QQ AY" is no ARPAbet phone; use AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH
      $ player edit Mike -p 'QQ AY'
      65! hyzer: player "Mike": "QQ" in the pronunciation "QQ AY" is no ARPAbet phone; use AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH
      $ player new X -p ''
      65! hyzer: player "X": the pronunciation is empty; give ARPAbet phones such as "SH AH V AO N"
      $ player edit Mike --remove-alias Bob
      65! hyzer: "Mike" has no alias "Bob"; check the spelling
      $ player edit Mike --remove-pronunciation 'M AY K'
      65! hyzer: "Mike" has no pronunciation "M AY K"; check the phones
      $ player edit Mike
      64! hyzer player edit: nothing to change; give one of: --name, --alias, --remove-alias, --say, --pronunciation, --remove-pronunciation
      $ player delete Jake
      65! hyzer: "Jake" has played rounds, so the player stays; give the player another name instead
      """, on: log)
    #expect(log("player", "list", "--json") == before)
  }
}
