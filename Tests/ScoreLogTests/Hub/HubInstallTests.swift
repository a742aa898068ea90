import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

extension HubTests {
  @Suite struct `Installing a hub` {
    @Test func `a second time changes nothing`() throws {
      let server = try #require(PostgreSQLServer.shared)
      let hub = try connect(server.address(server.makeDatabase()))
      #expect(try hub.install() == HubInstallation(isNew: true, hasRoles: true))
      _ = try hub.append(makeHubEvents("a", 1...1), to: "r", info: "")
      #expect(try hub.install() == HubInstallation(isNew: false, hasRoles: true))
      #expect(try hub.all(of: "r") == makeHubEvents("a", 1...1))
      try hub.requireHub()
    }

    @Test func `four at once make it once`() async throws {
      let server = try PostgreSQLServer()
      // Two in each of two databases, which share their roles.
      let addresses = try (1...2).map { _ in server.address(try server.makeDatabase()) }
      let made = try await onThreads(4) { try connect(addresses[$0 % 2]).install() }
      #expect(made.count { $0.isNew } == 2)
      #expect(made.allSatisfy { $0.hasRoles })
    }

    @Test func `where roles cannot be made it goes on without`() throws {
      let server = try PostgreSQLServer()
      let database = try server.makeDatabase()
      _ = try server.run(
        "CREATE ROLE tenant LOGIN; ALTER DATABASE \(database) OWNER TO tenant", in: database)
      let hub = try connect(server.address(database, user: "tenant"))
      #expect(try hub.install() == HubInstallation(isNew: true, hasRoles: false))
      #expect(try hub.append(makeHubEvents("a", 1...1), to: "r", info: "") == [.added])
      // Once they are there, they get what they need.
      _ = try connect(server.address(server.makeDatabase())).install()
      #expect(try hub.install() == HubInstallation(isNew: false, hasRoles: true))
    }

    @Test func `who may not make a schema is told so, and nothing is made`() throws {
      let server = try PostgreSQLServer()
      let database = try server.makeDatabase()
      _ = try server.run("CREATE ROLE guest LOGIN", in: database)
      let hub = try connect(server.address(database, user: "guest"))
      let error = try failure { _ = try hub.install() }
      guard case .denied = error else {
        Issue.record(error)
        return
      }
      #expect(try failure { try hub.requireHub() } == .notAHub(hub.place))
    }

    // MARK: - Roles

    /// A hub with somebody of each role, two events in it, and a stranger.
    private static func makeHub() throws -> TestHub {
      let test = try TestHub(PostgreSQLServer())
      _ = try test.connect().append(makeHubEvents("a", 1...2), to: "r", info: "i")
      _ = try test.run(
        """
        CREATE ROLE jake LOGIN IN ROLE hyzer_writer;
        CREATE ROLE ann LOGIN IN ROLE hyzer_reader;
        CREATE ROLE stranger LOGIN
        """)
      return test
    }

    @Test func `a reader reads, a writer appends too, and a stranger does neither`() throws {
      let test = try Self.makeHub()
      for user in ["jake", "ann"] {
        let hub = try test.connect(user: user)
        try hub.requireHub()
        #expect(try hub.listen())
        #expect(try hub.all(of: "r") == makeHubEvents("a", 1...2))
        #expect(try hub.vectors() == ["r": VersionVector(["a": 2])])
      }
      let (writer, reader) = (try test.connect(user: "jake"), try test.connect(user: "ann"))
      #expect(try writer.append(makeHubEvents("a", 3...3), to: "r", info: "") == [.added])
      try writer.setName("Jake's", of: "a")
      let stranger = try test.connect(user: "stranger")
      for call in [
        { _ = try reader.append(makeHubEvents("a", 4...4), to: "r", info: "") },
        { try reader.setName("Ann's", of: "a") }, { try writer.revoke("a") },
        { try stranger.requireHub() }, { _ = try stranger.heads() },
        { _ = try stranger.append(makeHubEvents("a", 4...4), to: "r", info: "") },
      ] {
        let error = try failure(call)
        guard case .denied = error else {
          Issue.record(error)
          return
        }
      }
      #expect(try reader.heads() == ["r": 3])
    }

    @Test func `neither a writer nor the owner changes what is there`() throws {
      let test = try Self.makeHub()
      _ = try test.run("INSERT INTO hyzer.devices VALUES ('b')")
      for sql in [
        "UPDATE hyzer.events SET line = ''", "DELETE FROM hyzer.events", "TRUNCATE hyzer.events",
        "UPDATE hyzer.rounds SET info = ''", "UPDATE hyzer.rounds SET seq = 1",
        "UPDATE hyzer.rounds SET id = 's'", "DELETE FROM hyzer.rounds",
        "TRUNCATE hyzer.rounds CASCADE", "DELETE FROM hyzer.devices", "TRUNCATE hyzer.devices",
        "UPDATE hyzer.devices SET device = 'c'", "UPDATE hyzer.version SET number = 0",
        "DELETE FROM hyzer.version", "TRUNCATE hyzer.version",
      ] {
        for (user, message) in [("jake", "permission denied"), ("owner", "is not allowed")] {
          let error = #expect(throws: PostgreSQLServer.Failed.self, "\(user): \(sql)") {
            try test.run(sql, user: user)
          }
          #expect(error?.output.contains(message) == true, "\(user): \(sql)")
        }
      }
    }

    @Test func `a writer adds by the function alone, which nobody's schema misleads`() throws {
      let test = try Self.makeHub()
      #expect(throws: PostgreSQLServer.Failed.self) {
        try test.run("INSERT INTO hyzer.events VALUES ('r', 9, 'a', 9, '')", user: "jake")
      }
      // Put before the system's own, it would count for who does not say where to look.
      _ = try test.run(
        """
        CREATE SCHEMA trap AUTHORIZATION jake;
        CREATE FUNCTION trap.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''trapped''; END';
        ALTER ROLE jake SET search_path = trap, pg_catalog
        """)
      #expect(
        try test.connect(user: "jake").append(makeHubEvents("a", 3...3), to: "r", info: "")
          == [.added])
    }
  }
}
