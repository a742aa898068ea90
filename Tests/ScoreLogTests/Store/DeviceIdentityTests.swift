import Foundation
import TestSupport
import Testing

@testable import ScoreLog

@Suite struct `Device of a file` {
  /// Opens a file, of which a new device would have this identifier, and returns its device.
  private static func device(of path: String, orNew device: DeviceID) throws -> DeviceID {
    try ScoreStore(path: path, busyTimeout: .zero, newDevice: { device }).thisDevice()
  }

  /// Makes a log with a score.
  private static func played() throws -> LogFile {
    let file = try LogFile(device: "first")
    let store = try file.openRound()
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    return file
  }

  private static func copy(_ path: String, to other: String) throws {
    if FileManager.default.fileExists(atPath: other) {
      try FileManager.default.removeItem(atPath: other)
    }
    try FileManager.default.copyItem(atPath: path, toPath: other)
  }

  @Test func `is the same whenever the file is opened, and by several programs at once`() throws {
    let file = try Self.played()
    #expect(try Self.device(of: file.path, orNew: "second") == "first")
    let (one, two) = (try file.open(), try file.open())
    try one.commit(makeCommit("b", 1, [(0, 4)]))
    try two.commit(makeCommit("c", 1, [(0, 5)]))
    try one.commit(makeCommit("d", 1, [(0, 6)]))
    #expect(try Self.device(of: file.path, orNew: "second") == "first")
    #expect(try two.events(of: "r").map(\.position.number) == [1, 2, 3, 4])
    #expect(try two.events(of: "r").map(\.supersedes) == [[], ["a.1"], ["b.1"], ["c.1"]])
  }

  @Test(arguments: 1...25)
  func `is one where many open a new file at once, which all get the same log`(
    run: Int
  ) async throws {
    let file = try LogFile("\(run).db")
    let path = file.path
    let devices = try await withThrowingTaskGroup(of: DeviceID.self) { group in
      for number in 0..<4 {
        group.addTask {
          let store = try ScoreStore(
            path: path, busyTimeout: .seconds(60), newDevice: { DeviceID("d\(number)") })
          #expect(try store.courses().count == 3)
          return try store.thisDevice()
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(devices.count == 1)
  }

  @Test func `is another in a copy of the file, and the first goes on as it was`() throws {
    let file = try Self.played()
    let copy = file.path + "~"
    try Self.copy(file.path, to: copy)
    #expect(try Self.device(of: copy, orNew: "second") == "second")
    #expect(try Self.device(of: copy, orNew: "third") == "second")
    #expect(try Self.device(of: file.path, orNew: "third") == "first")
    // Both are played on, and meet.
    let (one, two) = (try file.open(), try ScoreStore(path: copy))
    try one.commit(makeCommit("b", 1, [(0, 4)]))
    try two.commit(makeCommit("c", 2, [(0, 4)]))
    try one.importLines(two.exportLines())
    try two.importLines(one.exportLines())
    let places = [at(1, "first", 1), at(2, "first", 2), at(2, "second", 1)]
    #expect(try one.events(of: "r").map(\.position) == places)
    #expect(try one.exportLines() == (try two.exportLines()))
    #expect(try two.audit().faults == [])
  }

  @Test func `is another in an earlier state of the file, which gets back what it lost`() throws {
    let file = try Self.played()
    try Self.copy(file.path, to: file.path + "~")
    let lost: [String]
    do {
      let store = try file.open()
      try store.commit(makeCommit("b", 2, [(0, 4)]))
      lost = try store.exportLines()
    }
    try Self.copy(file.path + "~", to: file.path)
    #expect(try Self.device(of: file.path, orNew: "second") == "second")
    let store = try ScoreStore(path: file.path, newDevice: { "third" })
    #expect(try store.thisDevice() == "second")
    try store.commit(makeCommit("c", 3, [(0, 5)]))
    try store.importLines(lost)
    let places = [at(1, "first", 1), at(2, "first", 2), at(2, "second", 1)]
    #expect(try store.events(of: "r").map(\.position) == places)
    #expect(try store.audit().faults == [])
  }

  @Test(arguments: [false, true])
  func `is the same in an earlier state that came with its note, and gets back what it lost`(
    fromFile: Bool
  ) throws {
    let file = try Self.played()
    for suffix in ["", ".device"] {
      try Self.copy(file.path + suffix, to: file.path + "~" + suffix)
    }
    let finish = RoundChange(
      makeStamp("far"), position: at(50, "far", 1), round: "r", kind: .finish, scoreCount: 0)
    let (lines, batch): ([String], RoundBatch)
    do {
      let store = try file.open()
      try store.commit(makeCommit("b", 2, [(0, 4)]))
      try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
      try store.reopenRound("r", makeStamp("open"))
      try store.commit(makeCommit("c", 3, [(0, 4)]))
      try store.merge([RoundBatch(round: store.round("r"), events: [.change(finish)])])
      (lines, batch) = (
        try store.exportLines(),
        try RoundBatch(round: store.round("r"), events: store.loggedEvents(of: "r"))
      )
    }
    for suffix in ["", ".device"] {
      try Self.copy(file.path + "~" + suffix, to: file.path + suffix)
    }
    try renewDeviceNote(ofLog: file.path)
    let store = try file.open()
    #expect(try store.thisDevice() == "first")
    // Also what came after a finish; lines come in any order.
    if fromFile {
      try store.importLines(lines.reversed())
    } else {
      // Another had finished the round meanwhile.
      try store.merge([RoundBatch(round: store.round("r"), events: [.change(finish)])])
      #expect(try store.merge([batch]) == [])
    }
    #expect(try store.exportLines() == lines)
    #expect(try store.audit().faults == [])
    // What it makes itself is held to the rules again.
    expectRefusal(.roundFinished("r")) { try store.commit(makeCommit("d", 3, [(0, 5)])) }
    #expect(throws: ScoreStoreError.self) {
      try store.database.execute(
        """
        INSERT INTO commits VALUES ('e', 'r');
        INSERT INTO events (id, round_id, device, number, clock, kind, player, hole, strokes,
            commit_id, reported_by, device_name, input, at, line)
          VALUES ('e.1', 'r', 'first', 9, 9, 'score', 'Mike', 3, 5, 'e', '', '', 'typed', '', '{}')
        """)
    }
  }

  @Test(
    arguments: [
      nil, "", "first", "first machine x", "first machine 1 x",
      "first another-machine 0000000000000000001\n",
      "other \(DeviceID.unknown) 0000000000000000001\n",
      "first machine 1 1", "first machine 1 1 x", "first machine 1 1 1",
      "first machine 1 1 \(Int.min)",
    ] as [String?])
  func `is another where the note beside the file is not its own`(note: String?) throws {
    let file = try Self.played()
    let path = file.path + ".device"
    if let note {
      try file.write(Data(note.utf8), suffix: ".device")
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(try Self.device(of: file.path, orNew: "second") == "second")
    #expect(try Self.device(of: file.path, orNew: "third") == "second")
  }

  @Test func `is another where the folder was copied whole, with the note`() throws {
    let file = try Self.played()
    let other = try LogFile()
    for suffix in ["", ".device"] { try Self.copy(file.path + suffix, to: other.path + suffix) }
    #expect(try Self.device(of: other.path, orNew: "second") == "second")
    #expect(try Self.device(of: file.path, orNew: "third") == "first")
  }

  @Test(arguments: ["", ".device"])
  func `is another where an earlier state was put back in place, with or without the note`(
    last: String
  ) throws {
    let file = try Self.played()
    let suffixes = ["", ".device"].prefix { last == ".device" || $0 == last }
    let state = try Dictionary(
      uniqueKeysWithValues: suffixes.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: file.path + $0)))
      })
    let lost: [String]
    do {
      let store = try file.open()
      try store.commit(makeCommit("b", 2, [(0, 4)]))
      lost = try store.exportLines()
    }
    try putBack(state, ofLog: file.path)
    #expect(try Self.device(of: file.path, orNew: "second") == "second")
    #expect(try Self.device(of: file.path, orNew: "third") == "second")
    let store = try file.open()
    try store.commit(makeCommit("c", 3, [(0, 5)]))
    try store.importLines(lost)
    let places = [at(1, "first", 1), at(2, "first", 2), at(2, "second", 1)]
    #expect(try store.events(of: "r").map(\.position) == places)
    #expect(try store.audit().faults == [])
  }

  @Test func `is the same where a program opens it while another writes the note`() throws {
    let file = try Self.played()
    let path = file.path
    // Threads of their own: the tests' pool may run one after the other.
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      do {
        let database = try ScoreStore(path: path).database
        database.newDevice = { "second" }
        let identity = try DeviceIdentity(of: database)
        for _ in 0..<5000 {
          if index == 0 {
            identity.note(database)
          } else {
            _ = try DeviceIdentity(of: database)
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(try Self.device(of: path, orNew: "fourth") == "first")
  }

  @Test func `is the same by a symbolic link`() throws {
    let file = try Self.played()
    let other = try LogFile()
    try FileManager.default.createSymbolicLink(
      atPath: other.path, withDestinationPath: file.path)
    #expect(try Self.device(of: other.path, orNew: "second") == "first")
    try ScoreStore(path: other.path).commit(makeCommit("b", 1, [(0, 4)]))
    #expect(!FileManager.default.fileExists(atPath: other.path + ".device"))
    #expect(try Self.device(of: file.path, orNew: "third") == "first")
  }

  @Test func `the file stays the same one whatever is done with it`() throws {
    func number(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let file = try LogFile(device: "first")
    let (one, two) = (try file.open(), try file.open())
    let before = try number(file.path)
    try one.makeRound("n")
    try one.commit(makeCommit("n", 1, [(0, 4)], round: "n"))
    try two.commit(makeCommit("o", 2, [(0, 4)], round: "n"))
    try two.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try two.write { try $0.setThisDevice("second") }
    #expect(try Self.device(of: file.path, orNew: "third") == "second")
    #expect(before != nil)
    #expect(try number(file.path) == before)
  }

  @Test func `stays one where the note cannot be written, and scores are saved`() throws {
    let file = try LogFile(device: "first")
    try FileManager.default.createDirectory(
      atPath: file.path + ".device", withIntermediateDirectories: false)
    try file.openRound().commit(makeCommit("a", 1, [(0, 3)]))
    #expect(try Self.device(of: file.path, orNew: "second") == "first")
    let store = try file.open()
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(try store.events(of: "r").map(\.position.number) == [1, 2])
    #expect(try store.audit().faults == [])
  }

  @Test func `is a UUID in lower case, unless a test says`() throws {
    let file = try LogFile()
    let device = try ScoreStore(path: file.path).thisDevice().rawValue
    #expect(UUID(uuidString: device) != nil)
    #expect(device == device.lowercased())
  }

  /// Makes a copy of a log that takes itself for the same one, as where a whole disk is cloned.
  private static func clone(_ file: borrowing LogFile) throws -> ScoreStore {
    let path = file.path + "~"
    for suffix in ["", ".device"] { try Self.copy(file.path + suffix, to: path + suffix) }
    try renewDeviceNote(ofLog: path)
    let clone = try ScoreStore(path: path, newDevice: { "new" })
    #expect(try clone.thisDevice() == "first")
    return clone
  }

  @Test(arguments: [true, false])
  func `two copies that both were written to keep all, and come to the same`(byFile: Bool) throws {
    let file = try Self.played()
    let two = try Self.clone(file)
    let one = try ScoreStore(path: file.path, newDevice: { "one" })
    try one.nameThisDevice("phone")
    try one.commit(makeCommit("b", 2, [(0, 4)]))
    try two.commit(makeCommit("c", 2, [(0, 5)]))
    try two.commit(makeCommit("d", 3, [(0, 5)]))
    func bring(_ from: ScoreStore, _ to: ScoreStore) throws {
      if byFile {
        _ = try to.importLines(from.exportLines())
        return
      }
      let batch = try RoundBatch(round: from.round("r"), events: from.loggedEvents(of: "r"))
      #expect(try to.merge([batch]) == [])
    }
    try bring(one, two)
    // Who learns that somebody else wrote as the same device goes on as another, also when opened anew.
    #expect(try two.thisDevice() == "new")
    #expect(try Self.device(of: file.path + "~", orNew: "newer") == "new")
    try two.commit(makeCommit("e", 4, [(0, 3)]))
    #expect(try two.event("e.1").position == at(4, "new", 1))
    try bring(two, one)
    #expect(try one.thisDevice() == "one")
    #expect(try one.thisDeviceName() == "phone")
    #expect(try one.exportLines() == (try two.exportLines()))
    #expect(try one.events(of: "r").map(\.id.rawValue) == ["a.1", "b.1", "c.1", "d.1", "e.1"])
    // Neither history silences the other.
    #expect(try one.scorecard(of: "r").disputes.map(\.hole) == [2])
    for log in [one, two] {
      let audit = try log.audit()
      #expect(audit.faults == [])
      #expect(
        audit.forks == [
          #"device "first" wrote as two in round "r", which both are kept: its number 2 have "b.1", "c.1""#
        ])
    }
    // Somebody who knows of neither takes both, in any order.
    let third = try LogFile(device: "three")
    let three = try third.open()
    try three.importLines(one.exportLines().reversed())
    #expect(try three.exportLines() == (try one.exportLines()))
    #expect(try Self.device(of: third.path, orNew: "four") == "three")
  }
}
