import ScoreLog
import Testing

@testable import PostgreSQLStore

@Suite struct `Addresses of PostgreSQL` {
  private func keywords(
    _ address: String, _ environment: [String: String] = [:]
  ) throws -> [String: String] {
    let address = try PostgreSQLAddress(address, environment: environment)
    return Dictionary(address.keywords, uniquingKeysWith: { $1 })
  }

  @Test(
    arguments: [
      ("postgresql:///scores", [:]),
      ("postgresql://localhost/scores", [:]),
      ("postgresql://127.0.0.1,[::1]/scores", [:]),
      ("postgresql:///scores?host=/run/postgresql", [:]),
      ("postgresql:///scores?host=/run/postgresql,@socket&hostaddr=,127.0.0.2", [:]),
      ("postgresql:///scores", ["PGHOST": "/run/postgresql", "PGHOSTADDR": "127.0.0.1"]),
      // The address counts more than the environment.
      ("postgresql://localhost/scores", ["PGHOST": "db.example"]),
      ("postgresql://localhost/scores?hostaddr=127.0.0.1", ["PGHOSTADDR": "192.0.2.1"]),
    ] as [(String, [String: String])])
  func `nobody shows a certificate who can only be here`(
    address: String, environment: [String: String]
  ) throws {
    #expect(try keywords(address, environment)["sslmode"] == nil)
  }

  @Test(
    arguments: [
      ("postgresql://db.example/scores", [:]),
      ("postgresql://localhost,db.example/scores", [:]),
      ("postgresql://127.example/scores", [:]),
      ("postgresql://127.0.0.1.example/scores", [:]),
      ("postgresql:///scores?hostaddr=192.0.2.1", [:]),
      ("postgresql://localhost/scores?hostaddr=192.0.2.1", [:]),
      ("postgresql:///scores?host=/run/postgresql&hostaddr=192.0.2.1", [:]),
      ("postgresql:///scores?service=far", [:]),
      ("postgresql://localhost/scores?service=far", [:]),
      ("postgresql:///scores", ["PGHOST": "db.example"]),
      ("postgresql:///scores", ["PGHOST": "/run/postgresql,db.example"]),
      ("postgresql:///scores", ["PGHOSTADDR": "192.0.2.1"]),
      ("postgresql://localhost/scores", ["PGHOSTADDR": "192.0.2.1"]),
      ("postgresql:///scores", ["PGSERVICE": "far"]),
      ("postgresql://localhost/scores", ["PGSERVICE": "far"]),
    ] as [(String, [String: String])])
  func `whoever may be elsewhere has to show a certificate with the name`(
    address: String, environment: [String: String]
  ) throws {
    let found = try keywords(address, environment)
    #expect(found["sslmode"] == "verify-full")
    #expect(found["sslrootcert"] == "/etc/ssl/certs/ca-certificates.crt")
    // Whoever says otherwise is asked.
    let told = environment.merging(["PGSSLMODE": "require"]) { $1 }
    #expect(try keywords(address, told)["sslmode"] == nil)
  }

  @Test func `what the environment says of authorities counts`() throws {
    let found = try keywords("postgresql://db.example/scores", ["PGSSLROOTCERT": "/own.crt"])
    #expect(found["sslmode"] == "verify-full" && found["sslrootcert"] == nil)
  }

  @Test func `programs are told no secrets where others can read them`() throws {
    let address = try PostgreSQLAddress(
      "postgresql://me:hidden@db.example/scores?sslkey=/own.key&sslpassword=veiled",
      environment: [:])
    let told = address.withoutPassword
    #expect(told.contains("sslkey='/own.key'") && told.contains("host='db.example'"))
    #expect(!told.contains("hidden") && !told.contains("veiled"))
    #expect(address.password == "hidden")
  }
}
