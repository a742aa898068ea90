import Foundation
import ScoreLog
import TestSupport
import Testing

@Suite final class `Score store`: RoundFile {
  @Test func `a new file has three courses, no rounds and a clean audit`() throws {
    let file = try LogFile()
    let store = try file.open()
    #expect(try store.courses() == Course.seeded)
    #expect(try store.players() == [])
    #expect(try store.rounds() == [])
    #expect(try store.currentHole() == nil)
    #expect(try store.audit().isClean)
    #expect(store.path == file.path)
    #expect(!store.isReadOnly)
  }

  @Test func `the file is a write-ahead log with a mark and a version of its own`() throws {
    let file = try LogFile()
    let store = try file.open()
    let other = try OtherProgram(file.path)
    #expect(try other.text("PRAGMA journal_mode") == "wal")
    #expect(try other.text("PRAGMA application_id") == "1215920726")
    #expect(try other.text("PRAGMA user_version") == "13")
    _ = consume store
  }

  @Test func `opening again finds what was saved and seeds nothing`() throws {
    let file = try LogFile()
    do {
      let store = try file.openRound()
      try store.removeCourse(named: Course.seeded[0].name)
      try store.commit(makeCommit("c", 1, [(0, 3), (1, 4)]))
    }
    let store = try file.open()
    #expect(try store.courses() == Array(Course.seeded[1...]))
    #expect(try store.events(of: "r").map(\.id) == ["c.1", "c.2"])
    #expect(try store.currentHole() == CurrentHole(round: "r", hole: 1))
    #expect(try store.audit().isClean)
  }

  @Test func `folders are made where that is asked for only`() throws {
    let folder = try Tool.Directory()
    let path = folder.url.appending(path: "a/b c/log.db").path
    #expect(
      throws: ScoreStoreError.cannotOpen(
        path: path, reason: "unable to open database file (No such file or directory)")
    ) { try ScoreStore(path: path) }
    _ = try ScoreStore(path: path, makingFolder: true)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a path is a path, whatever SQLite makes of such names`() async {
    await #expect(processExitsWith: .success) {
      let folder = try Tool.Directory()
      try #require(FileManager.default.changeCurrentDirectoryPath(folder.url.path))
      for name in [":memory:", "file:x?mode=memory"] {
        _ = try ScoreStore(path: name)
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/" + name))
      }
      // The name of no file is none of a file that is thrown away, either.
      #expect(throws: ScoreStoreError.self) { try ScoreStore(path: "") }
    }
  }

  @Test(arguments: [
    ("Jak", ["Jake"]), ("jakes", ["Jake"]), ("JKAE", ["Jake"]), ("Jake", []), ("Jac", []),
    ("Chr", ["Christopher"]), ("Ch", []), ("Christopher Robin", ["Christopher"]),
    ("Tofer", []), ("Topher", []), ("Tophe", ["Christopher"]), ("J", []), ("Bo", ["Jo"]),
  ])
  func `players are found whose names are easily mistyped`(name: String, near: [String]) throws {
    let file = try LogFile()
    let store = try file.open()
    for player: Player in ["Jake", "Jo", Player(name: "Christopher", aliases: ["Topher"])] {
      try store.addPlayer(player)
    }
    #expect(try store.players(near: name).map(\.name) == near)
  }

  @Test func `courses are added, changed and removed by name`() throws {
    let file = try LogFile()
    let store = try file.open()
    let home = try Course(name: "Hömé", holes: 9)
    try store.addCourse(home)
    #expect(try store.course(named: "HOME") == home)
    expectRefusal(.courseExists("home")) { try store.addCourse(Course(name: "home")) }

    let away = try Course(name: "Away", holes: 18, exceptions: [3: 4])
    try store.changeCourse(named: "home", to: away)
    expectRefusal(.unknownCourse("Home")) { try store.course(named: "Home") }
    expectRefusal(.unknownCourse("Home")) { try store.changeCourse(named: "Home", to: away) }
    let taken = Course.seeded[0]
    expectRefusal(.courseExists(taken.name)) { try store.changeCourse(named: "Away", to: taken) }
    #expect(try store.course(named: "away") == away)

    try store.removeCourse(named: "AWAY")
    expectRefusal(.unknownCourse("Away")) { try store.removeCourse(named: "Away") }
    #expect(try store.courses() == Course.seeded)
  }

  @Test func `changing or removing a course leaves its rounds as they were`() throws {
    let before = try store.round("r")
    try store.addCourse(Course(name: "Home", pars: before.pars))
    try store.changeCourse(named: "Home", to: Course(name: "Home", holes: 18))
    try store.removeCourse(named: "Home")
    #expect(try store.round("r") == before)
  }

  @Test func `players are found by name, and by an alias that one alone has`() throws {
    let file = try LogFile()
    let store = try file.open()
    let michael = Player(
      name: "Michael", aliases: ["Mike", "Champ"], pronunciations: ["M AY K AH L"])
    let jake = Player(name: "Jake", aliases: ["Champ", "Jay \"J\" \\ \n ☃"])
    try store.addPlayer(michael)
    try store.addPlayer(jake)
    #expect(try store.players() == [jake, michael])
    #expect(try store.player(named: "MIKE") == michael)
    #expect(try store.player(named: "jaké") == jake)
    expectRefusal(.unregistered("Champ")) { try store.player(named: "Champ") }
    expectRefusal(.playerExists("michael")) { try store.addPlayer(Player(name: "michael")) }
    expectRefusal(.unspeakableName("?")) {
      try store.addPlayer(Player(name: "Bob", aliases: ["?"]))
    }
    let (longest, long) = (String(repeating: "ó", count: 40), String(repeating: "o", count: 41))
    let marked = "O" + String(repeating: "\u{301}", count: 80)
    try store.addPlayer(Player(name: longest))
    for name in [long, marked] {
      expectRefusal(.longName(name)) {
        try store.addPlayer(Player(name: "Bob", aliases: [name]))
      }
    }
  }

  @Test func `a player who changes keeps the rounds, which keep the name of then`() throws {
    let before = try store.round("r")
    try store.changePlayer(named: "Mike", to: Player(name: "Michael", aliases: ["Mike"]))
    #expect(try store.round("r") == before)
    #expect(try store.rounds(ofPlayer: "Michael").map(\.round.id) == ["r"])
    expectRefusal(.playerExists("Jake")) {
      try store.changePlayer(named: "Michael", to: Player(name: "Jake"))
    }
    expectRefusal(.unregistered("Bob")) {
      try store.changePlayer(named: "Bob", to: Player(name: "Rob"))
    }
    expectRefusal(.unspeakableName("!")) {
      try store.changePlayer(named: "Jake", to: Player(name: "!"))
    }
    // The same name, written otherwise, is one's own.
    try store.changePlayer(named: "Jake", to: Player(name: "JAKE"))
    #expect(try store.players().map(\.name) == ["JAKE", "Michael"])
  }

  @Test func `a player is removed unless a round names the player`() throws {
    try store.addPlayer(Player(name: "Bob"))
    try store.removePlayer(named: "bob")
    expectRefusal(.unregistered("Bob")) { try store.removePlayer(named: "Bob") }
    expectRefusal(.playerHasRounds("Mike")) { try store.removePlayer(named: "Mike") }
    #expect(try store.players().map(\.name) == ["Jake", "Mike"])
  }
}
