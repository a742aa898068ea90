import Foundation
import TestSupport
import Testing

@Suite struct `Score logs that cannot be used` {
  private let log = ScoreLogFile()

  @Test func `a file that is no score log is left as it is`() throws {
    let text = String(repeating: "This is no database at all.\n", count: 100)
    _ = try log.folder.file("scores.db", text)
    expectTranscript(
      """
      $ leaderboard
      65! hyzer: "FOLDER/scores.db" is no score log: it is not an SQLite database; check the path
      """, on: log)
    #expect(try String(contentsOfFile: log.path, encoding: .utf8) == text)
  }

  @Test func `a file with nothing in it is no log yet`() throws {
    _ = try log.folder.file("scores.db", "")
    expectTranscript(
      """
      $ leaderboard
      65! hyzer: no round is current; choose one of `hyzer round list` with `hyzer round use`, or make one with `hyzer round new`
      $ snap record
      65! hyzer: there is no player yet; add one with `hyzer snap player new NAME`
      $ snap player new Ava
      Ava: added
      $ audit
      clean
      """, on: log)
  }

  @Test func `another program's database, or that of a later version, is refused`() throws {
    try OtherProgram(log.folder.path("other.db")).run("CREATE TABLE notes (text TEXT)")
    _ = try log.round()
    try OtherProgram(log.path).run("PRAGMA user_version = 99")
    expectTranscript(
      """
      $ round list --db FOLDER/other.db
      65! hyzer: "FOLDER/other.db" is no score log: it is the database of another program; check the path
      $ enter Mike 3
      65! hyzer: the score log "FOLDER/scores.db" has schema 99, but this [...]; install the later version that made it
      """, on: log)
  }

  @Test func `a damaged file is reported`() throws {
    _ = try log.round()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: log.path)))
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    _ = try log.folder.file("scores.db", bytes)
    for command in ["leaderboard", "enter Mike 3", "round list"] {
      expectTranscript(
        """
        $ \(command)
        65! hyzer: the score log "FOLDER/scores.db" is damaged: [...]
        """, on: log)
    }
  }

  @Test(arguments: [
    "leaderboard", "summary", "history", "export", "audit", "explain", "hole", "dispute list",
    "round list", "round show", "course list", "course show Home", "player list", "device list",
    "hub status",
  ])
  func `a command that only reads makes no log where the path leads to none`(command: String) throws
  {
    expectTranscript(
      """
      $ \(command) --db FOLDER/tpyo.db
      66! hyzer: there is no score log "FOLDER/tpyo.db"; check the path, or make one with `hyzer round new`
      """, on: log)
    #expect(try FileManager.default.contentsOfDirectory(atPath: log.folder.path) == [])
  }

  @Test func `a folder that is missing is reported, but the default one is made`() throws {
    expectTranscript(
      """
      $ player new Ann --db FOLDER/no/scores.db
      74! hyzer: cannot open the score log "FOLDER/no/scores.db": unable to open database file (No such file or directory); check the path and its permissions
      $ round list
      64! hyzer round list: there is no home folder for the score log; give --db FILE
      """, in: log.folder)
    for (variable, value, path) in [
      ("XDG_DATA_HOME", "data", "data/hyzer/scores.db"), ("HYZER_DB", "other.db", "other.db"),
    ] {
      let environment = [variable: log.folder.path(value)]
      #expect(hyzer(["round", "list"], environment: environment) == .done())
      #expect(FileManager.default.fileExists(atPath: log.folder.path(path)))
    }
  }

  @Test func `while another program holds the file it can be read, and then written again`() throws
  {
    _ = try log.round()
    let other = try OtherProgram(log.path)
    try other.run("BEGIN EXCLUSIVE")
    let busy =
      "74! hyzer: cannot use the score log \"FOLDER/scores.db\": another program holds it; try "
      + "again, or close that program"
    expectTranscript(
      """
      $ enter Mike 3
      \(busy)
      $ enter - < 'Mike 3\\nJake 3'
      \(busy)
      $ undo
      65! [...]
      $ hole
      hole 1 of 9, par 3, Heron Meadow
      Mike –, Jake –
      """, on: log)
    try other.run("COMMIT")
    #expect(log("enter", "Mike 3") == .done("hole 1: Mike 3 — saved"))
  }

  @Test func `a full disk ends it in one line, and what was shown as saved is there`() throws {
    let directory = try Tool.Directory()
    let lines = try BuiltProgram.shell(
      """
      db="$PWD/scores.db"
      "$HYZER" round new --db "$db" --course 'Heron Meadow' --player Mike --player Jake >/dev/null || exit 1
      for i in 1 2 3 4 5 6 7 8 9; do
        for s in 2 3 4 5 6 7 8 9; do echo "Mike $s"; done
      done | (ulimit -f 256; exec "$HYZER" enter --db "$db" --hole 1 - >saved 2>failed)
      echo "code $?"
      cat failed
      "$HYZER" export --db "$db" | wc -l
      wc -l <saved
      "$HYZER" audit --db "$db"
      "$HYZER" enter --db "$db" --hole 2 'Mike 3'
      """, in: directory)
    try #require(lines.count == 6, "\(lines)")
    let path = directory.url.appending(path: "scores.db").path
    #expect(lines[0] == "code 74")
    #expect(
      lines[1]
        == "hyzer: cannot write the score log \"\(path)\": the disk is full; free some space and "
        + "try again")
    let saved = try #require(Int(lines[3]))
    #expect(saved > 0 && saved < 72)
    #expect(Int(lines[2]) == saved)
    #expect(lines[4...] == ["clean", "hole 2: Mike 3 — saved"])
  }

  /// Whoever may write everywhere, as root does, lets the program run as nobody.
  private static let asAnyone = getuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""

  @Test(
    .enabled("needs a user for whom a file can be read-only") {
      try BuiltProgram.shell("\(asAnyone)\"$HYZER\" --version && echo done", in: Tool.Directory())
        .last == "done"
    })
  func `a read-only file can be read, and writing is refused in one line`() throws {
    let directory = try Tool.Directory()
    let lines = try BuiltProgram.shell(
      """
      mkdir place
      db="$PWD/place/scores.db"
      "$HYZER" round new --db "$db" --course 'Heron Meadow' --player Mike >/dev/null || exit 1
      "$HYZER" enter --db "$db" 'Mike 2' >/dev/null
      chmod 755 . && chmod 777 place && chmod 444 place/scores.db
      \(Self.asAnyone)"$HYZER" enter --db "$db" 'Mike 3'
      echo "code $?"
      \(Self.asAnyone)"$HYZER" leaderboard --db "$db"
      echo "code $?"
      chmod 555 place
      \(Self.asAnyone)"$HYZER" leaderboard --db "$db"
      \(Self.asAnyone)"$HYZER" export --db "$db" | wc -l
      \(Self.asAnyone)"$HYZER" audit --db "$db"
      (ulimit -f 0; exec "$HYZER" round list --db "$db") | wc -l
      chmod 755 place
      """, in: directory)
    let path = directory.url.appending(path: "place/scores.db").path
    #expect(
      lines == [
        "hyzer: cannot write the score log \"\(path)\": it is read-only; change the permissions of "
          + "the file and its folder, or name another with --db",
        "code 74", "Heron Meadow, hole 2 of 9, par 3", "   player  +/-  strokes  thru",
        "1  Mike     -1        2     1", "code 0",
        "Heron Meadow, hole 2 of 9, par 3", "   player  +/-  strokes  thru",
        "1  Mike     -1        2     1", "1", "clean", "1",
      ])
  }
}
