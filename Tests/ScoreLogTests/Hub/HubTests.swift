import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

/// What is tested with a real server.
@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed: make deps"), .postgreSQL,
  .timeLimit(.minutes(10)))
struct HubTests {}

/// Connects to an address.
func connect(
  _ address: String, timeout: Duration = .seconds(60), waker: HubWaker? = HubWaker()
) throws -> HubConnection {
  try HubConnection(address: address, timeout: timeout, waker: #require(waker))
}

/// A hub on a server, in a database of its own.
struct TestHub {
  let server: PostgreSQLServer
  let database: String

  init(_ server: PostgreSQLServer) throws {
    self.server = server
    database = try server.makeDatabase()
    _ = try connect().install()
  }

  /// Makes one on the server that all tests share.
  init() throws { try self.init(#require(PostgreSQLServer.shared)) }

  func address(user: String = "owner") -> String { server.address(database, user: user) }

  func address(by proxy: CuttingProxy) -> String {
    "postgresql://owner@/\(database)?host=\(proxy.path)"
  }

  /// Connects to it.
  func connect(
    user: String = "owner", timeout: Duration = .seconds(60), waker: HubWaker? = HubWaker()
  ) throws -> HubConnection {
    try HubConnection(address: address(user: user), timeout: timeout, waker: #require(waker))
  }

  /// How errors name it.
  var place: HubPlace { HubPlace(host: server.path, port: "5432", database: database) }

  /// Runs statements as somebody, and returns what they give.
  @discardableResult
  func run(_ sql: String, user: String = "owner") throws -> String {
    try server.run(sql, in: database, user: user)
  }

  /// Puts a line there that no host would send.
  func forge(_ line: String, _ device: DeviceID, _ number: Int, round: RoundID = "r") throws {
    try run(
      """
      INSERT INTO hyzer.events (round, seq, device, number, line)
        SELECT id, seq + 1, '\(device)', \(number), '\(line.replacing("'", with: "''"))' FROM hyzer.rounds WHERE id = '\(round)';
      UPDATE hyzer.rounds SET seq = seq + 1 WHERE id = '\(round)'
      """)
  }
}

/// Makes events of a device with numbers.
func makeHubEvents(_ device: DeviceID, _ numbers: ClosedRange<Int>) -> [HubEvent] {
  numbers.map { HubEvent(device: device, number: $0, line: #"{"n":\#($0),"by":"Zoë, \"x\\"}"#) }
}

extension HubConnection {
  /// Returns what the hub has of a round.
  func vector(of round: RoundID) throws -> VersionVector { try vectors()[round] ?? VersionVector() }

  /// Reads what a round has beyond a vector, a few at a time, as hosts do.
  func all(of round: RoundID, after vector: VersionVector = VersionVector()) throws -> [HubEvent] {
    var (events, vector): ([HubEvent], _) = ([], vector)
    while case let more = try self.events(of: round, after: vector, limit: 100), !more.isEmpty {
      events += more
      for event in more { vector[event.device] = event.number }
    }
    return events
  }
}

/// Runs something on so many threads at once, which may block as tasks may not.
///
/// - Parameters:
///   - count: How many threads.
///   - body: Takes the thread's number, counted from 1.
/// - Returns: What they return, in the order of their numbers.
/// - Throws: The error of the first that throws.
func onThreads<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup { group in
    for number in 1...count {
      group.addTask {
        try await withCheckedThrowingContinuation { continuation in
          Thread { continuation.resume(with: Result { (number, try body(number)) }) }.start()
        }
      }
    }
    return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
