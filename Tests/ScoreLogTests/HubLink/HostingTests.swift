import DiscGolf
import Foundation
import ScoreLog
import Synchronization
import TestSupport
import Testing

/// What is tested with a real server and real logs.
@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed: make deps"), .postgreSQL,
  .timeLimit(.minutes(10)))
struct HostingTests {}

/// A log in a folder of its own, and whose it is.
final class Host {
  static let noon = "2026-05-01T12:00:00.000Z"
  static let names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]

  private let folder: Tool.Directory
  let path: String
  let name: String
  private(set) var store: ScoreStore
  private var commits = 0

  init(_ name: String) throws {
    folder = try Tool.Directory()
    (self.name, path) = (name, folder.url.appending(path: "log.db").path)
    store = try ScoreStore(path: path, newDevice: { DeviceID(name) })
  }

  /// Opens it again, as who may have become another.
  func reopen(as name: String, busyTimeout: Duration = .seconds(2)) throws {
    store = try ScoreStore(path: path, busyTimeout: busyTimeout, newDevice: { DeviceID(name) })
  }

  /// Lets go of the files, which may be replaced until it is opened again.
  func close() throws {
    store = try ScoreStore(path: path + ".spare")
  }

  /// What lies beside the log.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  /// Makes a round of some players that has started, on a course of 18 holes.
  func makeRound(_ id: RoundID = "r", players: Int = 2) throws {
    try store.createRound(
      id, course: Course(name: "Home", pars: Array(repeating: 3, count: 18)), organiser: "Ann",
      joining: Self.names.prefix(players).map { .player($0) }, at: Self.noon)
    try store.startRound(id, at: Self.noon)
  }

  /// Enters what players have on a hole; 0 is no score.
  func score(
    _ hole: Int, _ strokes: Int..., in round: RoundID = "r", at: String = Host.noon
  ) throws {
    commits += 1
    try store.commit(
      ScoreCommit(
        id: CommitID("\(name)-\(UUID().uuidString)"), round: round, hole: hole,
        scores: strokes.enumerated().compactMap { player, count in
          holeResult(count).map {
            ScoreCommit.Score(player: Self.names[player], result: $0, input: .typed)
          }
        }, reportedBy: name, deviceName: "\(name)'s phone", at: at))
  }

  /// Enters 144 times so many scores of eight players at once.
  func scoreMuch(_ times: Int, in round: RoundID = "r") throws {
    try store.together {
      for time in 1...times {
        for hole in 1...18 {
          try score(hole, time, time, time, time, time, time, time, time, in: round)
        }
      }
    }
  }

  /// A link to a hub, at a time of day; `uptime` is asked at each step of it.
  func link(
    _ address: String, at time: String = Host.noon,
    uptime: @escaping @Sendable () -> Duration = { .zero }
  ) throws -> HubLink {
    try HubLink(
      store: store, address: address, timeout: .seconds(60), waker: #require(HubWaker()),
      surroundings: HubLink.Surroundings(uptime: uptime, timestamp: { time }, seed: 1))
  }

  /// Exchanges with a hub, and returns how that leaves them.
  @discardableResult
  func meet(_ hub: TestHub, at time: String = Host.noon) throws -> HubLink.Condition {
    let link = try link(hub.address(), at: time)
    try link.exchange()
    return link.condition
  }

  /// Enters a score by another program, and sends it.
  static func commitAndSend(hole: Int, toLog path: String, _ address: String) throws {
    let store = try ScoreStore(path: path)
    try store.commit(
      ScoreCommit(
        id: CommitID("other-\(hole)"), round: "r", hole: hole,
        scores: [.init(player: "Ann", result: .noScore, input: .typed)], reportedBy: "Ann",
        deviceName: "phone", at: noon))
    try HubLink(
      store: store, address: address, timeout: .seconds(60), waker: #require(HubWaker()),
      surroundings: HubLink.Surroundings(uptime: { .zero }, timestamp: { noon }, seed: 1)
    ).exchange()
  }

  /// The identifiers of all events, sorted.
  var events: [String] {
    get throws {
      try store.vectors().keys.flatMap { round in
        try store.events(of: round).map(\.id.rawValue)
          + store.round(round).changes.map(\.id.rawValue)
      }.sorted()
    }
  }

  /// Expects that two logs and their hub hold the same, each event once.
  static func expectSame(
    _ one: Host, _ two: Host, _ hub: TestHub, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let events = try one.events
    #expect(try one.store.exportLines() == two.store.exportLines(), sourceLocation: sourceLocation)
    #expect(try one.store.vectors() == two.store.vectors(), sourceLocation: sourceLocation)
    #expect(Set(events).count == events.count, sourceLocation: sourceLocation)
    let (held, own) = (try hub.connect().vectors(), try one.store.vectors())
    #expect(held == own.filter { !$0.value.numbers.isEmpty }, sourceLocation: sourceLocation)
    for host in [one, two] {
      #expect(try host.store.audit().faults == [], sourceLocation: sourceLocation)
      #expect(try host.store.hubBacklog().count == 0, sourceLocation: sourceLocation)
    }
  }
}
