import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

/// Expects that something fails with an error of the hub, and returns it.
@discardableResult
func failure(
  _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> HubError {
  let error = #expect(throws: HubError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension HubTests {
  @Suite struct `A hub that cannot be used` {
    // MARK: - Connecting

    @Test func `a wrong password, none, and a user that is not there`() throws {
      let server = try PostgreSQLServer()
      let database = try server.makeDatabase()
      _ = try server.run("CREATE ROLE guarded LOGIN PASSWORD 'right'", in: database)
      func address(_ user: String) -> String { server.address(database, user: user) }
      _ = try connect(address("guarded:right"))
      for (user, reason) in [
        ("guarded:wrong", "password authentication failed for user \"guarded\""),
        ("guarded", "it asks for a password, and there is none"),
        ("nobody", "role \"nobody\" does not exist"),
      ] {
        let error = try failure { _ = try connect(address(user)) }
        let place = HubPlace(host: server.path, port: "5432", database: database)
        #expect(error == .loginRefused(place, reason: reason))
        #expect(!error.isWorthRetry)
        #expect(!"\(error)".contains("wrong"))
      }
    }

    @Test func `a server that is not there, and a database that is not`() throws {
      let server = try PostgreSQLServer()
      let missing = try failure { _ = try connect(server.address("missing")) }
      let place = HubPlace(host: server.path, port: "5432", database: "missing")
      #expect(missing == .noDatabase(place))
      server.stop()
      let error = try failure { _ = try connect(server.address("missing")) }
      guard case .unreachable(place, _) = error else {
        Issue.record(error)
        return
      }
      #expect(error.isWorthRetry)
      try server.start()
      #expect(try failure { _ = try connect(server.address("missing")) } == missing)
    }

    @Test(arguments: [
      "", "golf", "http://a:secret@b/c", "postgresql://u:sec/ret@host/db",
      "postgresql://u:1/secret@host/db", "postgresql://u:s@secret@host/db",
      "postgresql://u:secret@host:x/db", "postgresql://u:secret@host/db?secret=1",
      "postgresql://u:%zzsecret@host/db", "host=secret\0",
    ])
    func `an address that makes no sense is not repeated`(address: String) throws {
      let error = try failure { _ = try connect(address) }
      #expect(error == .badAddress)
      #expect(!"\(error)".contains("secret"))
    }

    @Test func `no answer in time`() throws {
      let test = try TestHub()
      let proxy = try CuttingProxy(to: test.server)
      defer { proxy.close() }
      let address = test.address(by: proxy)
      let place = HubPlace(host: proxy.path, port: "5432", database: test.database)
      let hub = try connect(address, timeout: .milliseconds(200))
      proxy.stall()
      let reason = "no answer within 0.2 seconds"
      #expect(try failure { _ = try hub.heads() } == .connectionLost(place, reason: reason))
      #expect(
        try failure { _ = try connect(address, timeout: .milliseconds(200)) }
          == .unreachable(place, reason: reason))
      proxy.pass()
      #expect(try connect(address).heads() == [:])
    }

    // MARK: - What is there

    @Test func `no hub, a newer one, and one that does not keep every name`() throws {
      let server = try #require(PostgreSQLServer.shared)
      let database = try server.makeDatabase()
      let place = HubPlace(host: server.path, port: "5432", database: database)
      let hub = try connect(server.address(database))
      for call in [
        { try hub.requireHub() }, { _ = try hub.heads() },
        { _ = try hub.append([], to: "r", info: "") },
      ] {
        #expect(try failure(call) == .notAHub(place))
      }
      _ = try hub.install()
      try hub.requireHub()
      _ = try server.run("INSERT INTO hyzer.version (number) VALUES (7)", in: database)
      let newer = HubError.newerSchema(place, version: 7, supported: 1)
      #expect(try failure { try hub.requireHub() } == newer)
      #expect(try failure { _ = try hub.install() } == newer)
      // What was refused holds nothing up.
      #expect(try hub.heads() == [:])

      _ = try server.run(
        "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", in: database)
      let latin = try connect(server.address("latin"))
      guard case .refused(_, "22P05", _) = try failure({ _ = try latin.install() }) else {
        Issue.record("installed")
        return
      }
      #expect(try server.run("SELECT to_regnamespace('hyzer') IS NULL", in: "latin") == "t")
    }

    @Test func `a database that takes no writes can be read`() throws {
      let test = try TestHub()
      _ = try test.connect().append(makeHubEvents("a", 1...2), to: "r", info: "")
      _ = try test.run("ALTER DATABASE \(test.database) SET default_transaction_read_only = on")
      let hub = try test.connect()
      #expect(
        try failure { _ = try hub.append(makeHubEvents("a", 3...3), to: "r", info: "") }
          == .readOnly(test.place))
      #expect(try failure { _ = try hub.revoke("a") } == .readOnly(test.place))
      #expect(try hub.all(of: "r") == makeHubEvents("a", 1...2))
    }

    @Test func `a text that PostgreSQL cannot keep`() throws {
      let test = try TestHub()
      let hub = try test.connect()
      let event = HubEvent(device: "a", number: 1, line: "\0")
      guard
        case .refused(_, "22021", _) = try failure({
          _ = try hub.append([event], to: "r", info: "")
        })
      else {
        Issue.record("taken")
        return
      }
      #expect(try hub.heads() == [:])
      // A round's name has to fit into a notice.
      let long = RoundID(String(repeating: "r", count: 201))
      guard
        case .refused(_, "23514", _) = try failure({
          _ = try hub.append([], to: long, info: "")
        })
      else {
        Issue.record("taken")
        return
      }
    }

    @Test func `each error is one line, and names the place alone`() {
      let place = HubPlace(host: "::1", port: "5432", database: "golf")
      let errors: [HubError] = [
        .badAddress, .unreachable(place, reason: "r"), .loginRefused(place, reason: "r"),
        .encryptionFailed(place, reason: "r"), .noDatabase(place), .notAHub(place),
        .newerSchema(place, version: 2, supported: 1), .denied(place, reason: "r"),
        .readOnly(place), .diskFull(place), .connectionLost(place, reason: "r"),
        .busy(place, reason: "r"), .refused(place, state: "12345", reason: "r"),
        .badAnswer(place, reason: "r"), .stopped(place),
      ]
      #expect(Set(errors.map(\.description)).count == errors.count)
      for error in errors.dropFirst() {
        #expect(error.description.contains("[::1]:5432/golf"))
        #expect(error.description.contains("; "))
      }
    }

    // MARK: - Encrypted

    @Test func `a certificate of the right name is accepted, and of a wrong one refused`() throws {
      let folder = try Tool.Directory()
      for arguments in [
        "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=ca",
        "req -newkey rsa:2048 -nodes -keyout hub.key -out hub.csr -subj /CN=hub.test",
        "x509 -req -in hub.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out hub.pem -days 2",
      ] {
        let made = try Tool.run(
          "/usr/bin/openssl", arguments.split(separator: " ").map(String.init), in: folder)
        try #require(made.status == 0, "\(made.output)")
      }
      let port = try PostgreSQLServer.freePort()
      let server = try PostgreSQLServer(
        ["listen_addresses": "127.0.0.1", "port": "\(port)", "ssl": "on"],
        files: [
          "server.crt": String(contentsOf: folder.url.appending(path: "hub.pem"), encoding: .utf8),
          "server.key": String(contentsOf: folder.url.appending(path: "hub.key"), encoding: .utf8),
        ])
      defer { server.stop() }
      func open(_ host: String, _ ca: String, mode: String = "verify-full") throws {
        let root = folder.url.appending(path: ca).path
        _ = try connect(
          "host=\(host) hostaddr=127.0.0.1 port=\(port) user=owner dbname=postgres sslmode=\(mode) sslrootcert=\(root)"
        )
      }
      try open("hub.test", "ca.pem")
      for (host, ca) in [("other.test", "ca.pem"), ("hub.test", "none.pem")] {
        let error = try failure { try open(host, ca) }
        guard case .encryptionFailed(let place, let reason) = error else {
          Issue.record(error)
          return
        }
        #expect(place == HubPlace(host: host, port: "\(port)", database: "postgres"))
        #expect(reason.contains(host == "hub.test" ? "none.pem" : "does not match"))
        #expect(!error.isWorthRetry)
      }
      try open("other.test", "ca.pem", mode: "verify-ca")
    }
  }
}

@Suite struct `Addresses of hubs` {
  @Test(
    arguments: [
      ("postgresql://mike@host:5433/db?sslmode=verify-full", nil),
      ("host=/tmp/x dbname=hub user=mike", nil), ("postgresql:///hub?host=/tmp/x", nil),
      ("postgresql://mike:se:cret@host:5433/db?sslmode=require", "postgresql://mike@host:5433/db"),
      ("postgresql://mike:se%40cret@[::1]/db", "postgresql://mike@::1/db"),
      ("postgresql://mike@/db?host=/tmp/x&password=secret", "postgresql://mike@/db?host=/tmp/x"),
      ("postgres://host/db?sslpassword=secret&port=1", "postgresql://host:1/db"),
      (
        "password = 'se \\' cret' host=/tmp/x port=5433 dbname=db",
        "postgresql:///db?host=/tmp/x&port=5433"
      ),
      ("dbname=db password=secret", "postgresql:///db"),
      ("postgresql://mike:se/cret@host/db", "an address that cannot be read"),
      ("postgresql://mike:se@cret@host/db", "an address that cannot be read"),
      ("password='secret", "an address that cannot be read"),
      ("", "an address that cannot be read"),
    ] as [(String, String?)])
  func `are shown as they are, but for their passwords`(address: String, shown: String?) {
    #expect(HubConnection.shown(address) == shown ?? address)
  }
}
