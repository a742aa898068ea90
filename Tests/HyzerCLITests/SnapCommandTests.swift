import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `hyzer snap` {
  private let log = ScoreLogFile()

  /// Adds a game of a day, and returns what commands know it by.
  private func game(_ day: String, _ outcome: String, _ score: String) throws -> String {
    let added = log(
      "snap", "game", "new", "--date", day, "--outcome", outcome, "--score", score)
    return try #require(added.output.split(separator: " ").first.map { String($0) })
  }

  private func start() {
    _ = log("snap", "player", "new", "Ava")
    _ = log("snap", "team", "new", "Tigers")
  }

  @Test func `keeps players and teams, in an order, and turns to them`() {
    expectTranscript(
      """
      $ snap record
      65! hyzer: there is no player yet; add one with `hyzer snap player new NAME`
      $ snap player new Ava
      Ava: added
      $ snap record
      65! hyzer: "Ava" has no team yet; add one with `hyzer snap team new NAME`
      $ snap team new Tigers --colour #ff8800
      Tigers: added
      $ snap team new Bears
      Bears: added
      $ snap player new Ben
      Ben: added
      $ snap team list
      *  Tigers  #ff8800  0 - 0 - 0
         Bears   #30d5c8  0 - 0 - 0
      $ snap team use bears
      Ava, Bears
      $ snap player use Ben
      Ben
      $ snap player use Ava
      Ava, Bears
      $ snap team move Bears --to 1
      Bears
      Tigers
      $ snap player move Ben --to 1
      Ben
      Ava
      $ snap player list
         Ben  #30d5c8
      *  Ava  #30d5c8  Bears, Tigers
      $ snap team edit Bears --name 'Brown Bears'
      Brown Bears: changed
      $ snap team edit Bears
      65! hyzer: there is no team of the current player called "Bears"; see `hyzer snap team list`
      $ snap team edit Tigers
      64! hyzer snap team edit: nothing to change; give --name or --colour
      $ snap player edit Ben --colour blue
      65! hyzer: "blue" is no colour as #30d5c8
      $ snap team use Tigrs
      65! hyzer: there is no team of the current player called "Tigrs"; did you mean "Tigers"?
      $ snap team delete 'brown bears' --yes
      Brown Bears: deleted
      $ snap record
      Ava, Tigers
      0 - 0 - 0
      $ snap undo
      taken back
      $ snap record
      Ava, Brown Bears
      0 - 0 - 0
      """, on: log)
  }

  @Test func `keeps games, and the record with each change`() throws {
    start()
    expectTranscript(
      """
      $ snap game new --date 2026-11-20 --outcome win --score 65 72 --opponent Hawks --location 'Lincoln, Gym 2'
      [...]  2026-11-20  W  72 - 65  Hawks  Lincoln
      Tigers  1 - 0 - 0
      $ snap game new --date 2026-11-21 --time 18:05 --outcome loss --score 50-48 --notes 'two overtimes'
      [...]  2026-11-21 18:05  L  48 - 50      two overtimes
      Tigers  1 - 1 - 0
      $ snap game new --date 2026-11-22 --outcome tie --score 40-41
      65! hyzer: 41 - 40 is no tie: in a tie both scores are the same
      $ snap game new --date 2026-11-22 --outcome win --team-score 40 --opponent-score 41
      65! hyzer: 40 - 41 is no win: the opponent has more points
      $ snap game new --outcome win --score 5
      64! hyzer snap game new: invalid value "5" for "--score"; give two whole numbers such as 72 65 or 72-65. See "hyzer snap game new --help".
      $ snap game new --score 5-4
      64! hyzer snap game new: give --outcome win, loss or tie
      $ snap game new --outcome win
      64! hyzer snap game new: give --outcome and both scores, as in --outcome win --score 72 65
      $ snap game new --outcome win --score 250-4
      65! hyzer snap game new: 250 points are many; give --yes if it is right
      $ snap game list
      Tigers  1 - 1 - 0
      [...]  2026-11-21 18:05  L  48 - 50                  two overtimes
      [...]  2026-11-20        W  72 - 65  Hawks  Lincoln
      $ snap record
      Ava, Tigers
      1 - 1 - 0
      2026-11-21 18:05  L  48 - 50      two overtimes
      points 120 - 115
      $ snap record --json
      {"losses":1,"player":"Ava","pointsAgainst":115,"pointsFor":120,"team":"Tigers","ties":0,"wins":1}
      """, on: log)
  }

  @Test func `edits, deletes and brings back a game`() throws {
    start()
    let id = try game("2026-11-20", "win", "72-65")
    expectTranscript(
      """
      $ snap game edit \(id) --score 60-65
      \(id)  2026-11-20  W  65 - 60
      Tigers  1 - 0 - 0
      $ snap game edit \(id) --team-score 50
      65! hyzer: 50 - 60 is no win: the opponent has more points
      $ snap game edit \(id) --team-score 50 --outcome loss --opponent Hawks
      \(id)  2026-11-20  L  50 - 60  Hawks
      Tigers  0 - 1 - 0
      $ snap undo
      taken back
      $ snap game list
      Tigers  1 - 0 - 0
      \(id)  2026-11-20  W  65 - 60
      $ snap game delete \(id)
      deleted; Tigers  0 - 0 - 0
      $ snap game list
      Tigers  0 - 0 - 0
      $ snap undo
      taken back
      $ snap game list
      Tigers  1 - 0 - 0
      \(id)  2026-11-20  W  65 - 60
      $ snap game edit zz --score 1-2
      65! hyzer: there is no game "zz"; `hyzer snap game list` shows what each begins with
      """, on: log)
  }

  @Test func `asks in a terminal what goes with a deletion, and about many points`() throws {
    start()
    _ = try game("2026-11-20", "win", "72-65")
    let kept = log.run(["snap", "team", "delete", "Tigers"], input: "n\n", isTerminal: true)
    #expect(kept.output == "Delete Tigers with 1 game? [y/N] ")
    #expect(kept.code == 65)
    let many = log.run(
      ["snap", "game", "new", "--outcome", "win", "--score", "250-3"], input: "y\n",
      isTerminal: true)
    #expect(many.output.hasPrefix("250 points are many. Is that right? [y/N] "))
    let gone = log.run(["snap", "player", "delete", "Ava"], input: "y\n", isTerminal: true)
    #expect(
      gone.output
        == "Delete Ava with 1 team and 2 games? [y/N] Ava: deleted with 1 team and 2 games\n")
    #expect(log("snap", "game", "list").refuses(65, "there is no player yet"))
  }

  @Test(arguments: [
    ["7.5", "3"], ["10:45", "60"], ["1/2", "3"], ["72-", "65"], ["72-65-3"], ["72", "6.5"],
    ["٧٢", "65"],
    ["72", "-65"], ["72"],
  ])
  func `what is no two whole numbers is no score`(words: [String]) {
    start()
    let outcome = log.run(["snap", "game", "new", "--outcome", "win", "--score"] + words)
    #expect(outcome.code == 64, "\(words)")
    #expect(log("snap", "record").output.contains("0 - 0 - 0"))
  }

  @Test(arguments: [["72", "65"], ["72-65"], ["72 - 65"], ["72 65"], ["65", "72"]])
  func `two whole numbers are a score`(words: [String]) {
    start()
    #expect(log.run(["snap", "game", "new", "--outcome", "win", "--score"] + words).isDone)
    #expect(log("snap", "game", "list").output.contains("W  72 - 65"))
  }

  @Test func `of games of the same minute the one that was added last is the last`() {
    start()
    for number in 1...5 {
      let words = ["--outcome", "win", "--score", "3\(number)-20", "--date", "2026-11-20"]
      #expect(log.run(["snap", "game", "new"] + words).isDone)
    }
    let scores = log("snap", "game", "list").output.matches(of: /3\d - 20/).map(\.output)
    #expect(scores == ["35 - 20", "34 - 20", "33 - 20", "32 - 20", "31 - 20"])
    #expect(log("snap", "record").output.contains("35 - 20"))
  }

  @Test func `lines are imported in any order`() throws {
    start()
    _ = try game("2026-11-20", "win", "72-65")
    let lines = log("snap", "export").output.split(separator: "\n")
    let other = ScoreLogFile()
    let reversed = lines.reversed().joined(separator: "\n") + "\n"
    #expect(
      other("snap", "import", "-", input: reversed).output == "3 new changes; 0 known already\n")
    #expect(other("snap", "export").output == log("snap", "export").output)
  }

  @Test func `exports to a file that another log imports, and audits both`() throws {
    start()
    _ = try game("2026-11-20", "win", "72-65")
    let other = ScoreLogFile()
    let file = log.folder.path("season.jsonl")
    #expect(log("snap", "export", file).isDone)
    #expect(other("snap", "import", file).output == "3 new changes; 0 known already\n")
    #expect(other("snap", "import", file).output == "0 new changes; 3 known already\n")
    #expect(other("snap", "export").output == log("snap", "export").output)
    #expect(other("snap", "record").output == log("snap", "record").output)
    #expect(other("audit").output == "clean\n")
    #expect(
      other("snap", "import", "-", input: "{}\n").errors
        == "hyzer: standard input line 1: \"id\" is missing; nothing was imported\n")
    try OtherProgram(other.path).run("UPDATE snap_games SET opponent = 'Owls'")
    #expect(other("audit").output == "snap_games is not what the changes come to\n")
    #expect(other("audit").code == 65)
  }

  @Test func `draws the season`() throws {
    start()
    _ = try game("2026-11-20", "win", "72-65")
    let file = log.folder.path("season.png")
    #expect(log("snap", "record", "--png", file).isDone)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(log("snap", "record", "--dark").refuses(64, "--dark goes with --png"))
  }

  @Test func `a game is now, where nothing else is said`() {
    start()
    let added = log.run(["snap", "game", "new", "--outcome", "win", "--score", "2-1"])
    #expect(added.output.contains("  2026-11-21 10:"), "\(added.output)")
  }

  // MARK: - By photo

  /// A photo of a board that shows 72 - 65.
  private func photo() throws -> String {
    let path = log.folder.path("board.jpg")
    let board = DrawnBoard.gymnasium("72", "65", clock: "0:00").raster
    try Data(board.jpeg()).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `a photo gives the score, once a person says that it is right`() throws {
    start()
    let photo = try photo()
    func add(_ answer: String) -> Outcome {
      log.run(
        ["snap", "add", photo, "--outcome", "loss", "--opponent", "Hawks"], input: answer,
        isTerminal: true)
    }
    let question = "Game Score: 72 - 65\nlook at the photo. Save a loss, 65 - 72? [y/N] "
    let kept = add("n\n")
    #expect(kept.output == question)
    #expect(kept.refuses(65, "left as it was"))
    let added = add("y\n")
    #expect(added.output.hasPrefix(question))
    #expect(added.output.hasSuffix("Tigers  0 - 1 - 0\n"))
    #expect(log("snap", "add", photo, "--outcome", "win").refuses(65, "give --yes if that is"))
    #expect(log("snap", "add", photo).refuses(64, "give --outcome win, loss or tie"))
    #expect(log("snap", "record").output.contains("0 - 1 - 0"))
  }

  @Test func `a score that is typed counts, and not what the photo shows`() throws {
    start()
    let photo = try photo()
    let typed = log("snap", "add", photo, "--outcome", "win", "--score", "50", "49")
    #expect(typed.output.contains("W  50 - 49"))
    #expect(log("snap", "add", "--outcome", "tie", "--score", "40", "40").isDone)
    #expect(log("snap", "record").output.contains("1 - 0 - 1"))
  }

  @Test func `what is no board asks for the score, and what is no photo is refused`() throws {
    start()
    let (wall, text) = (log.folder.path("wall.png"), log.folder.path("text.jpg"))
    try Data(DrawnBoard(width: 64, height: 64).raster.png()).write(to: URL(fileURLWithPath: wall))
    try Data("72 - 65".utf8).write(to: URL(fileURLWithPath: text))
    #expect(
      log("snap", "add", wall, "--outcome", "win").refuses(65, "no score found in"))
    #expect(log("snap", "add", text, "--outcome", "win").refuses(65, "is a text and no photo"))
    #expect(log("snap", "add", "/nowhere.jpg", "--outcome", "win").refuses(66, "no such file"))
    #expect(log("snap", "record").output.contains("0 - 0 - 0"))
  }

  // MARK: - A service that reads

  @Test func `sends no photo anywhere without a key that is kept well`() throws {
    start()
    let photo = log.folder.path("board.png")
    try Data(DrawnBoard(width: 64, height: 64).raster.png()).write(to: URL(fileURLWithPath: photo))
    let environment = ["XDG_CONFIG_HOME": log.folder.path]
    func read() -> Outcome {
      log.run(["snap", "read", "--remote", photo], environment: environment)
    }
    #expect(read().errors.contains("no key for a service is set"))
    let folder = log.folder.path("hyzer")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = folder + "/reader.json"
    try #"{"address": "http://reader.test/", "key": "secret"}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(read().errors.contains("others may read the key in \"\(file)\"; run chmod 600 on it"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let refused = read()
    #expect(refused.refuses(65, "has to begin with https://"))
    #expect(!refused.errors.contains("secret"))
  }

  // MARK: - Sentences

  /// Runs a command that needs the acoustic model, which a log's own commands do not find.
  private func heard(
    _ arguments: String..., surroundings: Surroundings = .counted()
  ) -> Outcome {
    hyzer(arguments, environment: ["HYZER_DB": log.path], surroundings: surroundings)
  }

  @Test func `adds games by sentences, typed and spoken, and shows what it heard`() throws {
    start()
    #expect(
      log("snap", "say", "lost", "to", "Lincoln", "fifty", "to", "forty", "eight").output
        .contains("48 - 50  Lincoln"))
    #expect(log("snap", "say", "we beat the Hawks 72-65").output.contains("72 - 65  Hawks"))
    let won = DemoAudio.path("games/won.flac")
    #expect(heard("snap", "hear", won).output == "\(won): win, 74 - 65, against Hawks\n")
    let spoken = heard("snap", "say", "--input", won)
    #expect(spoken.output.contains("win, 74 - 65, against Hawks. Saving; Ctrl-C keeps it"))
    #expect(spoken.output.contains("2 - 1 - 0"))
    // "Seventy to sixty" may be "seventy two sixty".
    let lost = DemoAudio.path("games/lost.flac")
    let doubtful = heard("snap", "say", "--input", lost)
    #expect(doubtful.code == 65)
    #expect(doubtful.errors.contains("this can mean two things"))
    #expect(log("snap", "record").output.contains("2 - 1 - 0"))
    #expect(heard("snap", "say", "--input", lost, "--yes").output.contains("60 - 70  Lincoln"))
  }

  @Test func `adds nothing by what is no result, or contradicts itself`() {
    start()
    expectTranscript(
      """
      $ snap say 'we won by seven'
      65! hyzer snap say: that is no result; say it as in "we won 72 to 65 against the Hawks"
      $ snap say 'tied fifty to forty eight'
      65! hyzer snap say: tie, 50 and 48: 50 - 48 is no tie: in a tie both scores are the same; say it again, or use hyzer snap add
      $ snap say 'we won 40 to 50'
      65! hyzer snap say: the lower score of a win was said first; check it; give --yes if "win, 50 - 40" is right
      $ snap record
      Ava, Tigers
      0 - 0 - 0
      """, on: log)
  }

  @Test func `a sentence that waits is not saved where somebody objects`() {
    start()
    var surroundings = Surroundings.counted()
    surroundings.isInterrupted = { true }
    let said = heard(
      "snap", "say", "--input", DemoAudio.path("games/won.flac"), "--yes",
      surroundings: surroundings)
    #expect(said.refuses(65, "not saved"))
    #expect(log("snap", "record").output.contains("0 - 0 - 0"))
  }

  @Test func `hears a game where nobody is known`() {
    _ = log("snap", "player", "new", "Ava")
    let won = DemoAudio.path("games/won.flac")
    let heard = heard("snap", "hear", won)
    #expect(heard.output.hasPrefix("\(won): win, 74 - 65; the opponent is none of those"))
  }

  @Test func `a sentence is refused to the end of its wait, and turns to no team`() throws {
    start()
    _ = log("snap", "team", "new", "Bears")
    let looks = Mutex(0)
    var surroundings = Surroundings.counted()
    surroundings.isInterrupted = {
      looks.withLock { looks in
        looks += 1
        return looks == 16
      }
    }
    let said = heard(
      "snap", "say", "--input", DemoAudio.path("games/won.flac"), "--team", "Bears", "--yes",
      surroundings: surroundings)
    #expect(said.refuses(65, "not saved"))
    #expect(log("snap", "record").output.contains("Ava, Tigers"))
    #expect(log("snap", "say", "we won 40 30", "--input", "won.flac").refuses(64, "but not both"))
  }

  @Test func `prints what sentences of a manifest say`() throws {
    let file = log.folder.path("said.jsonl")
    try """
    {"transcript": "we beat the Hawks 72-65", "team": "Tigers", "opponents": ["Hawks"]}
    {"transcript": "good game"}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(
      log("snap", "parse", file).output == """
        {"input":"\(file):1","opponent":"Hawks","outcome":"win","questions":[],"savesItself":true,"scores":[72,65],"transcript":"we beat the Hawks 72-65"}
        {"input":"\(file):2","opponent":null,"outcome":null,"questions":[],"savesItself":false,"scores":null,"transcript":"good game"}

        """)
  }
}
