internal import Foundation
internal import PostgreSQLStore
package import ScoreLog
internal import Synchronization
internal import TestSupport
internal import Testing

/// Databases with the tables of many groups' logs, each for a test of its own, on a server that ends with the program.
package enum PreparedDatabase {
  /// A group's identifier, for tests that need one.
  package static let group: GroupID = "0b6c1f2e-5d1c-4a7e-9b53-6f0d2c1a8e47"
  /// As which hosts log in.
  package static let host = "hyzer_host"

  private static let server = Result { () throws -> PostgreSQLServer in
    let server = try PostgreSQLServer()
    _ = try server.run("CREATE DATABASE prepared", in: "postgres")
    _ = try server.run("CREATE ROLE \(host) LOGIN", in: "postgres")
    try PostgreSQLOwner(PostgreSQLAddress(server.address("prepared"))).prepare(forHost: host)
    return server
  }

  private static let count = Mutex(0)
  /// What a program keeps for all its time goes when it ends.
  private static let isCleaned =
    atexit {
      guard let server = try? PreparedDatabase.server.get() else { return }
      server.stop()
      try? FileManager.default.removeItem(atPath: server.path)
    } == 0

  /// Returns the address of a new copy, by which its owner logs in.
  package static func copy() throws -> String { try make(from: "prepared") }

  /// Returns the address of a new database without tables.
  package static func empty() throws -> String { try make(from: "template1") }

  /// Puts a new copy in the place of one, under those who use that.
  package static func replace(_ address: String) throws {
    let (server, name) = (try server.get(), try #require(URLComponents(string: address)).path)
    let database = name.dropFirst()
    _ = try server.run("DROP DATABASE \(database) WITH (FORCE)", in: "postgres")
    _ = try count.withLock { _ in
      try server.run("CREATE DATABASE \(database) TEMPLATE prepared", in: "postgres")
    }
  }

  private static func make(from template: String) throws -> String {
    let server = try server.get()
    try #require(isCleaned)
    // A template is copied once at a time.
    return try count.withLock { count in
      count += 1
      _ = try server.run("CREATE DATABASE logs\(count) TEMPLATE \(template)", in: "postgres")
      return server.address("logs\(count)")
    }
  }

  /// Returns an address of a database by which another logs in.
  package static func address(_ address: String, as user: String) -> String {
    address.replacing("//owner@", with: "//\(user)@")
  }
}
