import Testing

@Suite struct `hyzer course and hyzer player` {
  @Test func `courses are listed, made, changed and forgotten`() throws {
    try withScoreLog { log in
      Step.run(
        [
          Step(
            "course list",
            .done(
              "course        holes  par", "Cedar Creek      18   54", "Heron Meadow      9   29",
              "Quarry Ridge     18   62")),
          Step(
            "course new 'Mill Pond' --holes 9 --hole 3=4 --hole 7=5",
            .done("Mill Pond: 9 holes, par 30")),
          Step(
            "course show 'mill-pond'",
            .done(
              "Mill Pond: 9 holes, par 30", "hole  1  2  3  4  5  6  7  8  9  total",
              "par   3  3  4  3  3  3  5  3  3     30")),
          Step(
            "course show 'mill pond' --json",
            .done("{\"holes\":9,\"name\":\"Mill Pond\",\"par\":30,\"pars\":[3,3,4,3,3,3,5,3,3]}")),
          Step(
            "course edit 'Mill Pond' --name 'Mill Pond West' --hole 3=3",
            .done("Mill Pond West: 9 holes, par 29")),
          Step(
            "course edit 'mill pond west' --pars 4,4,4,4,4,4,4,4,4 --hole 9=6",
            .done("Mill Pond West: 9 holes, par 38")),
          Step("course delete 'Mill Pond West'", .done("Mill Pond West: deleted")),
          Step("course new Long --par 4", .done("Long: 18 holes, par 72")),
          Step("course new Hilly --pars 3,3,3,3,3,3,3,3,2", .done("Hilly: 9 holes, par 26")),
          Step("course delete Long", .done("Long: deleted")),
          Step("course delete hilly", .done("Hilly: deleted")),
          Step("course delete 'Quarry Ridge'", .done("Quarry Ridge: deleted")),
          Step("course delete 'Heron Meadow'", .done("Heron Meadow: deleted")),
          Step(
            "course list --json",
            .done(
              "{\"holes\":18,\"name\":\"Cedar Creek\",\"par\":54,"
                + "\"pars\":[3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]}")),
        ], on: log)
    }
  }

  @Test(arguments: [
    Step("course show Nowhere", .refused(65, unknown)),
    Step("course edit Nowhere --name Here", .refused(65, unknown)),
    Step("course delete Nowhere", .refused(65, unknown)),
    Step(
      "course new 'cedar creek'",
      .refused(65, "hyzer: there is a course called \"cedar creek\" already; give another name")),
    Step(
      "course edit 'Heron Meadow' --name 'Cedar Creek'",
      .refused(65, "hyzer: there is a course called \"Cedar Creek\" already; give another name")),
    Step(
      "course new X --pars 3,3",
      .refused(65, "hyzer: a course cannot have 2 holes; give 9 or 18")),
    Step(
      "course new X --pars 3,x",
      .refused(
        64,
        "hyzer course new: invalid value \"3,x\" for \"--pars\"; give 9 or 18 whole numbers with "
          + "commas between. See \"hyzer course new --help\".")),
    Step(
      "course new X --holes 12",
      .refused(
        64,
        "hyzer course new: invalid value \"12\" for \"--holes\"; give one of: 9, 18. "
          + "See \"hyzer course new --help\".")),
    Step(
      "course new X --par 7",
      .refused(
        64,
        "hyzer course new: invalid value \"7\" for \"--par\"; give a whole number from 2 to 6. "
          + "See \"hyzer course new --help\".")),
    Step(
      "course new X --hole 19=4",
      .refused(65, "hyzer: the course has no hole 19; give a number from 1 to 18")),
    Step(
      "course new X --hole 1=9",
      .refused(65, "hyzer: the par of hole 1 is 9; give a number from 2 to 6")),
    Step(
      "course new X --hole 4",
      .refused(
        64,
        "hyzer course new: invalid value \"4\" for \"--hole\"; give a hole and its par such as "
          + "5=4. See \"hyzer course new --help\".")),
    Step(
      "course new X --pars 3,3 --holes 9",
      .refused(
        64,
        "hyzer course new: options \"--holes\" and \"--pars\" exclude each other; give only one. "
          + "See \"hyzer course new --help\".")),
    Step(
      "course new '!'",
      .refused(65, "hyzer: the course name \"!\" has no letter in it; give a name")),
    Step(
      "course edit 'Cedar Creek'",
      .refused(64, "hyzer course edit: nothing to change; give --name, --pars or --hole")),
  ])
  func `a course that cannot be is refused in one line`(step: Step) throws {
    try withScoreLog { log in
      let before = log("course", "list")
      Step.run([step], on: log)
      #expect(log("course", "list") == before)
    }
  }

  @Test func `players are registered, changed and forgotten`() throws {
    try withScoreLog { log in
      Step.run(
        [
          Step("player list", .done()),
          Step(
            "player new Michael --alias Mike -a Mikey -a Mike --pronunciation 'm ay k ah l'",
            .done("Michael; also Mike, Mikey; M AY K AH L")),
          Step("player new Jake", .done("Jake")),
          Step(
            "player list --json",
            .done(
              "{\"aliases\":[],\"name\":\"Jake\",\"pronunciations\":[]}",
              "{\"aliases\":[\"Mike\",\"Mikey\"],\"name\":\"Michael\","
                + "\"pronunciations\":[\"M AY K AH L\"]}")),
          Step(
            "player edit mike --name Michel --remove-alias mikey --alias Mick "
              + "--remove-pronunciation 'M AY K AH L' -p 'M IH SH EH L'",
            .done("Michel; also Mike, Mick; M IH SH EH L")),
          Step("player delete michel", .done("Michel: deleted")),
          Step("player list", .done("Jake")),
        ], on: log)
    }
  }

  @Test(arguments: [
    Step("player edit Nobody --alias X", .refused(65, nobody)),
    Step("player delete Nobody", .refused(65, nobody)),
    Step(
      "player new jake",
      .refused(65, "hyzer: there is a player called \"jake\" already; give another name")),
    Step(
      "player edit Mike --name Jake",
      .refused(65, "hyzer: there is a player called \"Jake\" already; give another name")),
    Step(
      "player new '…'",
      .refused(
        65, "hyzer: the player name \"…\" has no letter in it; give a name that can be said")),
    Step("player new X -p 'QQ AY'", .refused(65, noPhone)),
    Step("player edit Mike -p 'QQ AY'", .refused(65, noPhone.replacing("\"X\"", with: "\"Mike\""))),
    Step(
      "player new X -p ''",
      .refused(
        65,
        "hyzer: player \"X\": the pronunciation is empty; give ARPAbet phones such as "
          + "\"SH AH V AO N\"")),
    Step(
      "player edit Mike --remove-alias Bob",
      .refused(65, "hyzer: \"Mike\" has no alias \"Bob\"; check the spelling")),
    Step(
      "player edit Mike --remove-pronunciation 'M AY K'",
      .refused(65, "hyzer: \"Mike\" has no pronunciation \"M AY K\"; check the phones")),
    Step(
      "player edit Mike",
      .refused(
        64,
        "hyzer player edit: nothing to change; give one of: --name, --alias, --remove-alias, "
          + "--pronunciation, --remove-pronunciation")),
    Step(
      "player delete Jake",
      .refused(
        65,
        "hyzer: \"Jake\" has played rounds, so the player stays; give the player another name "
          + "instead")),
  ])
  func `a player who cannot be is refused in one line`(step: Step) throws {
    try withScoreLog { log in
      _ = try log.round()
      let before = log("player", "list", "--json")
      Step.run([step], on: log)
      #expect(log("player", "list", "--json") == before)
    }
  }
}

private let unknown =
  "hyzer: there is no course \"Nowhere\"; list courses with `hyzer course list`"
private let nobody =
  "hyzer: no player is called \"Nobody\"; list players with `hyzer player list`"
private let noPhone =
  "hyzer: player \"X\": \"QQ\" in the pronunciation \"QQ AY\" is no ARPAbet phone; use AA AE AH AO "
  + "AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
