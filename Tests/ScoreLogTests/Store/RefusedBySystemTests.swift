import Foundation
import ScoreLog
import TestSupport
import Testing

@Suite struct `What the system refuses` {
  private static func closedLog() throws -> LogFile {
    let file = try LogFile()
    try file.openRound().commit(makeCommit("a", 1, [(0, 3)]))
    return file
  }

  // MARK: - Locks

  @Test func `while another program writes, reading goes on and saving fails as busy`() throws {
    let file = try Self.closedLog()
    let store = try file.open()
    let before = try store.exportLines()
    let other = try OtherProgram(file.path)
    for begin in ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"] {
      try other.run(begin)
      let busy = ScoreStoreError.busy(path: file.path)
      #expect(throws: busy) { try store.commit(makeCommit("b", 1, [(0, 4)])) }
      #expect(throws: busy) { try store.undo(makeUndoing("x")) }
      #expect(throws: busy) { try store.importLines(before) }
      #expect(try store.exportLines() == before)
      #expect(try file.open().exportLines() == before)
      try other.run("ROLLBACK")
    }
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(try store.events(of: "r").map(\.id) == ["a.1", "b.1"])
    #expect(try store.audit().isClean)
  }

  @Test func `a file that another program keeps to itself cannot be opened`() throws {
    let file = try Self.closedLog()
    do {
      let other = try OtherProgram(file.path)
      try other.run(
        "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE courses SET name = name; COMMIT")
      #expect(throws: ScoreStoreError.busy(path: file.path)) { try file.open() }
    }
    #expect(try file.open().events(of: "r").map(\.id) == ["a.1"])
  }

  @Test func `who waits long enough gets in`() async throws {
    let file = try LogFile()
    _ = try file.openRound()
    let path = file.path
    // Each holds the file only for a moment, and all want it at once.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in 0..<4 {
        group.addTask {
          let store = try ScoreStore(path: path, busyTimeout: .seconds(60))
          for step in 1...10 {
            try store.commit(
              makeCommit(CommitID("c\(program)-\(step)"), step % 9 + 1, [(0, 1 + program)]))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.open().audit().isClean)
  }

  // MARK: - A file that is gone

  @Test func `nothing is saved into a file that was removed or replaced, until it is back`() throws
  {
    let file = try LogFile()
    let store = try file.openRound()
    let moved = ScoreStoreError.moved(path: file.path)
    let (path, aside) = (file.path, file.path + "~")
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    #expect(throws: moved) { try store.commit(makeCommit("a", 1, [(0, 3)])) }
    #expect(throws: moved) { try store.lookForOtherPrograms() }
    try FileManager.default.copyItem(atPath: aside, toPath: path)
    #expect(throws: moved) { try store.commit(makeCommit("a", 1, [(0, 3)])) }
    #expect(throws: moved) { try store.lookForOtherPrograms() }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    #expect(try store.events(of: "r") == [])
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    #expect(try file.open().events(of: "r").map(\.id) == ["a.1"])
  }

  // MARK: - A full disk

  /// Limits the size of the files that this process writes; nil for no limit.
  ///
  /// The system sends a signal along with the refusal, which would end the program.
  private static func limitFiles(to room: rlim_t?) throws {
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    try #require(unsafe getrlimit(kind, &limit) == 0)
    limit.rlim_cur = room ?? limit.rlim_max
    try #require(unsafe setrlimit(kind, &limit) == 0)
  }

  @Test func `a full disk refuses a commit whole, and the round goes on when there is room`() async
  {
    await #expect(processExitsWith: .success) {
      let file = try LogFile()
      let store = try file.openRound()
      var saved: [ScoreEvent] = []
      var step = 0
      func commit() throws {
        step += 1
        saved += try store.commit(
          makeCommit(CommitID("c\(step)"), step % 9 + 1, [(0, step % 10 + 1), (1, step % 9 + 1)])
        ).events
      }
      try commit()

      try `What the system refuses`.limitFiles(to: 400_000)
      #expect(throws: ScoreStoreError.diskFull(path: file.path)) {
        for _ in 0..<1000 { try commit() }
      }
      #expect(step > 5)
      #expect(try store.events(of: "r") == saved)
      // Tried again, it is refused again, and nothing is lost meanwhile.
      #expect(throws: ScoreStoreError.diskFull(path: file.path)) { try commit() }
      #expect(try file.open().events(of: "r") == saved)

      try `What the system refuses`.limitFiles(to: nil)
      try commit()
      #expect(try store.events(of: "r") == saved)
      #expect(try store.audit().isClean)
    }
  }

  @Test func `no room for a new file is an error, and the next try makes it`() async {
    await #expect(processExitsWith: .success) {
      let file = try LogFile()
      for room: rlim_t in [0, 2000, 20_000, 40_000] {
        try `What the system refuses`.limitFiles(to: room)
        #expect(throws: ScoreStoreError.diskFull(path: file.path), "\(room)") { try file.open() }
      }
      try `What the system refuses`.limitFiles(to: nil)
      let store = try file.open()
      #expect(try store.courses() == Course.seeded)
      #expect(try store.audit().isClean)
    }
  }

  // MARK: - Permissions

  /// Goes on as a user without rights, since permissions do not bind the superuser.
  private static func giveUpRights() throws {
    guard geteuid() == 0 else { return }
    try #require(setgid(65_534) == 0)
    try #require(setuid(65_534) == 0)
  }

  @Test func `a file that cannot be written can be read, and saving is refused`() async throws {
    let file = try Self.closedLog()
    try #require(unsafe chmod(file.folder.url.path, 0o777) == 0)
    try #require(unsafe chmod(file.path, 0o444) == 0)
    let empty = file.folder.url.appending(path: "empty.db").path
    try Data().write(to: URL(fileURLWithPath: empty))
    try #require(unsafe chmod(empty, 0o444) == 0)
    await #expect(processExitsWith: .success) {
      [path = file.path as String, empty = empty as String] in
      try `What the system refuses`.giveUpRights()
      let store = try ScoreStore(path: path)
      #expect(store.isReadOnly)
      #expect(try store.events(of: "r").map(\.id) == ["a.1"])
      #expect(try store.rounds().map(\.round.id) == ["r"])
      let readOnly = ScoreStoreError.readOnly(path: path)
      #expect(throws: readOnly) { try store.commit(makeCommit("b", 1, [(0, 4)])) }
      #expect(throws: readOnly) { try store.setCurrentHole(CurrentHole(round: "r", hole: 2)) }
      #expect(try store.events(of: "r").map(\.id) == ["a.1"])
      #expect(throws: ScoreStoreError.readOnly(path: empty)) { try ScoreStore(path: empty) }
    }
    try #require(unsafe chmod(file.path, 0o644) == 0)
    #expect(try file.open().events(of: "r").map(\.id) == ["a.1"])
  }

  // MARK: - Only reading

  /// What lies beside a log that is only read.
  enum Beside: CaseIterable {
    /// It was closed.
    case nothing
    /// The machine lost power, or somebody copied both: what was saved last is in the write-ahead log alone.
    case log
    /// Another program has it open.
    case everything
  }

  /// A log with one event, in a file whose name means something in an address, as it is `beside` others.
  private static func log(_ beside: Beside) throws -> LogFile {
    let file = try LogFile("a%41?b#c.db")
    if beside == .nothing {
      try file.openRound().commit(makeCommit("a", 1, [(0, 3)]))
      return file
    }
    let source = try LogFile()
    let store = try source.openRound()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    for suffix in beside == .log ? ["", "-wal"] : ["", "-wal", "-shm"] {
      try file.write(try source.bytes(suffix), suffix: suffix)
    }
    return file
  }

  @Test(arguments: Beside.allCases)
  func `in a folder that is read-only, a log is read as it is, and left so`(beside: Beside)
    async throws
  {
    let file = try Self.log(beside)
    let folder = file.folder.url.path
    func files() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
        })
    }
    for name in try files().keys {
      try #require(unsafe chmod(folder + "/" + name, 0o444) == 0)
    }
    try #require(unsafe chmod(folder, 0o555) == 0)
    let before = try files()
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      try `What the system refuses`.giveUpRights()
      let store = try ScoreStore(existing: path)
      #expect(store.isReadOnly)
      #expect(try store.events(of: "r").map(\.id) == ["a.1"])
      #expect(try store.audit().isClean)
      #expect(throws: ScoreStoreError.readOnly(path: path)) {
        try store.commit(makeCommit("b", 1, [(0, 4)]))
      }
    }
    #expect(try files() == before)
    try #require(unsafe chmod(folder, 0o755) == 0)
  }

  @Test(arguments: Beside.allCases)
  func `on a full disk a log is read`(beside: Beside) async throws {
    let file = try Self.log(beside)
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      try `What the system refuses`.limitFiles(to: 0)
      let store = try ScoreStore(existing: path)
      #expect(try store.events(of: "r").map(\.id) == ["a.1"])
      #expect(try store.exportLines().count == 1)
    }
    #expect(try file.open().events(of: "r").map(\.id) == ["a.1"])
  }

  @Test func `a log that is to be read is not made, and others see what a reader of it does`()
    throws
  {
    let file = try LogFile()
    #expect(throws: ScoreStoreError.missing(path: file.path)) {
      try ScoreStore(existing: file.path)
    }
    #expect(throws: ScoreStoreError.missing(path: file.path + "/no.db")) {
      try ScoreStore(existing: file.path + "/no.db")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.url.path) == [])
    try file.write(Data())
    #expect(throws: ScoreStoreError.missing(path: file.path)) {
      try ScoreStore(existing: file.path)
    }
    try file.openRound().commit(makeCommit("a", 1, [(0, 3)]))
    let store = try ScoreStore(existing: file.path)
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(try file.open().events(of: "r").map(\.id) == ["a.1", "b.1"])
  }

  @Test func `a folder that cannot be written is an error`() async throws {
    let file = try Self.closedLog()
    let folder = file.folder.url.path
    try #require(unsafe chmod(folder, 0o555) == 0)
    await #expect(processExitsWith: .success) {
      [path = file.path as String, folder = folder as String] in
      try `What the system refuses`.giveUpRights()
      let new = folder + "/new.db"
      let reason = "unable to open database file (Permission denied)"
      #expect(throws: ScoreStoreError.cannotOpen(path: new, reason: reason)) {
        try ScoreStore(path: new)
      }
      #expect(
        throws: ScoreStoreError.folderFailed(path: folder + "/a", reason: "Permission denied")
      ) { try ScoreStore(path: folder + "/a/new.db", makingFolder: true) }
      #expect(throws: ScoreStoreError.readOnly(path: path)) { try ScoreStore(path: path) }
    }
    try #require(unsafe chmod(folder, 0o755) == 0)
    #expect(try file.open().rounds().map(\.round.id) == ["r"])
  }
}
