import Foundation
import PostgreSQLSupport
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import ScoreLog

/// A score log's file in a folder of its own, removed with the value.
struct LogFile: ~Copyable {
  let folder: Tool.Directory
  let path: String
  /// What a new file becomes.
  let device: DeviceID

  init(_ name: String = "log.db", device: DeviceID = "this") throws {
    folder = try Tool.Directory()
    self.device = device
    path = folder.url.appending(path: name).path
  }

  /// Opens the log; another program that holds the file is not waited for.
  func open() throws -> ScoreStore {
    let device = device
    return try ScoreStore(path: path, busyTimeout: .zero, newDevice: { device })
  }

  /// Opens the log with the round "r" of Mike, Jake and the guest Ann on nine holes.
  func openRound(pars: [Int] = [3, 4, 3, 3, 3, 5, 3, 3, 3]) throws -> ScoreStore {
    try makeRound(in: open(), pars: pars)
  }

  /// Makes the round of ``openRound(pars:)`` in a log.
  func makeRound(
    in store: ScoreStore, pars: [Int] = [3, 4, 3, 3, 3, 5, 3, 3, 3]
  ) throws -> ScoreStore {
    try store.createRound(
      "r", course: Course(name: "Home", pars: pars), organiser: "Mike",
      joining: [
        .player("Mike"), .player("Jake"), .guest(Player(name: "Ann", aliases: ["Annie"])),
      ], at: "2026-05-01T09:00:00.000Z")
    return store
  }

  /// The bytes of the file, or of the one that SQLite keeps beside it under a suffix.
  func bytes(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + suffix))
  }

  /// Replaces the file behind SQLite's back, or the one beside it.
  func write(_ bytes: Data, suffix: String = "") throws {
    try bytes.write(to: URL(fileURLWithPath: path + suffix))
  }
}

/// The base of suites whose tests each have the round "r" in a file of their own.
class RoundFile {
  let file: LogFile
  let store: ScoreStore

  /// Whether `HYZER_TESTED_STORE` names PostgreSQL.
  static let isPostgreSQL =
    ProcessInfo.processInfo.environment["HYZER_TESTED_STORE"] == "postgresql"

  init() throws {
    file = try LogFile()
    if let group = try Self.openGroup(file.device) {
      store = try file.makeRound(in: group)
    } else {
      store = try file.openRound()
    }
  }

  /// Returns the log of a new group in a database of its own where the tests are of PostgreSQL; nil elsewhere.
  ///
  /// So suites of what both stores do are run on both.
  private static func openGroup(_ device: DeviceID) throws -> ScoreStore? {
    guard Self.isPostgreSQL else { return nil }
    let owner = try PostgreSQLOwner(PostgreSQLAddress(PreparedDatabase.copy()))
    let group = HostedGroup(id: PreparedDatabase.group, name: "Friends", secret: .new())
    try owner.host(group)
    let store = try owner.served().store(of: group.id)
    try store?.database.setThisDevice(device)
    return store
  }
}

extension Trait where Self == ConditionTrait {
  /// Of tests about what only a file's log does.
  static var ofFiles: Self { .disabled(if: RoundFile.isPostgreSQL, "it is about a file") }
}
