import Foundation
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import PhonePage
@testable import ScoreLog

/// The logs of groups, each in a file of a folder.
final class GroupFiles: GroupStores {
  private struct Weak {
    weak let store: ScoreStore?
  }

  let path: String
  /// The logs as another program has them open.
  let others = Mutex<[GroupID: ScoreStore]>([:])
  private let used = Mutex<[GroupID: Weak]>([:])
  let looks = Mutex(0)
  /// How often it was asked where something leads.
  let asked = Mutex(0)
  /// Whether all logs have become others since the last look.
  let hasMoved = Mutex(false)

  init(_ folder: URL) { path = folder.path }

  func file(of group: GroupID) -> String { "\(path)/\(group).db" }

  /// The logs that somebody uses.
  var inUse: Set<GroupID> { used.withLock { Set($0.filter { $0.value.store != nil }.keys) } }

  func store(of group: GroupID) throws(ScoreStoreError) -> ScoreStore? {
    if let known = used.withLock({ $0[group]?.store }) { return known }
    guard others.withLock({ $0[group] }) != nil else { return nil }
    let store = try ScoreStore(existing: file(of: group))
    used.withLock { $0[group] = Weak(store: store) }
    return store
  }

  func group(of key: GroupKey) throws(ScoreStoreError) -> GroupID? {
    asked.withLock { $0 += 1 }
    for (group, store) in others.withLock({ $0 }) {
      let isThere =
        switch key {
        case .token(let token):
          try store.once {
            try $0.exists("SELECT 1 FROM admissions WHERE token_hash = ?", [token])
          }
        case .group(let secret): try store.hostedGroup()?.secret == secret
        case .round(let secret): try store.invitedRound(secret: secret) != nil
        case .code(let code): try store.invitedRound(code: code) != nil
        }
      if isThere { return group }
    }
    return nil
  }

  func lookForOtherPrograms() throws(ScoreStoreError) {
    looks.withLock { $0 += 1 }
    let hasMoved = hasMoved.withLock { hasMoved in
      defer { hasMoved = false }
      return hasMoved
    }
    guard !hasMoved else {
      used.withLock { $0 = [:] }
      throw .moved(path: path)
    }
    for store in used.withLock({ $0.values.compactMap(\.store) }) {
      // One that cannot be read now can be read later.
      try? store.lookForOtherPrograms()
    }
  }
}

/// A host of groups, of which each plays a round of Mike and Jake.
final class HostedGroups: PageClients {
  struct Group {
    let id: GroupID
    let round: RoundID
    /// The log as another program has it open.
    let store: ScoreStore
    let group: HostedGroup
    let invitation: Invitation
  }

  let files: GroupFiles
  private let clock: Clock
  private let folder: Tool.Directory

  private final class Clock: Sendable {
    let now = Mutex(Duration.zero)
    let time = Mutex("2026-05-01T10:00:00.000Z")
    let devices = Mutex(0)
  }

  init(
    metricsToken: String? = nil, picture: (@Sendable (Scorecard) throws -> [UInt8])? = nil
  ) throws {
    folder = try Tool.Directory()
    let (files, clock) = (GroupFiles(folder.url), Clock())
    (self.files, self.clock) = (files, clock)
    super.init(
      of: GroupHosts(
        files,
        reception: try Reception(
          trust: WebTrust(names: [], isSecure: false),
          dependencies: .init(
            timestamp: { clock.time.withLock { $0 } }, uptime: { clock.now.withLock { $0 } },
            newDevice: {
              clock.devices.withLock { last in
                last += 1
                return DeviceID("device-\(last)")
              }
            }, picture: picture), metricsToken: metricsToken)))
  }

  func pass(_ time: Duration) { clock.now.withLock { $0 += time } }

  /// Has the host's clock say a time of day.
  func set(_ time: String) { clock.time.withLock { $0 = time } }

  /// Makes a group with a round that has started.
  func group(_ id: GroupID) throws -> Group {
    let store = try ScoreStore(path: files.file(of: id))
    let round = RoundID("round of \(id)")
    let group = HostedGroup(id: id, name: "\(id)", secret: .new())
    try store.host(group)
    try store.createRound(
      round, course: Course(name: "Three", pars: Array(repeating: 3, count: 9)),
      organiser: "Mike", joining: [.player("Mike"), .player("Jake")],
      at: "2026-05-01T09:00:00.000Z")
    try store.startRound(round, at: "2026-05-01T09:00:00.000Z")
    files.others.withLock { $0[id] = store }
    return Group(
      id: id, round: round, store: store, group: group,
      invitation: try store.invitation(for: round, making: Invitation.new))
  }

  func join(
    _ group: Group, _ player: String = "Jake", cookie: String? = nil
  ) -> (status: Int, object: [String: Any], response: WebResponse) {
    ask(
      "POST", "/api/join", "{\"code\": \"\(group.invitation.code)\", \"player\": \"\(player)\"}",
      token: cookie)
  }

  /// Returns the token of a phone that joins a group's round.
  func token(_ group: Group, _ player: String = "Jake") throws -> String {
    try #require(join(group, player).object["token"] as? String)
  }

  /// Returns a phone's socket that follows a group's round, and has heard all.
  func phone(_ group: Group, _ token: String) throws -> WebSocketID {
    let socket = try #require(open("Bearer \(token)"))
    say(#"{"kind": "hello", "round": "\#(group.round)", "vector": {}}"#, socket)
    try #require(heard(socket).kinds == ["welcome"])
    return socket
  }

  /// Returns the socket and the token of a log that is let in, and has heard all.
  func member(_ group: Group, _ device: DeviceID) throws -> (socket: WebSocketID, token: String) {
    let socket = try #require(open("Invitation \(group.group.secret.text)"))
    say(.follow(.init(device: device, after: nil)), socket)
    return (socket, try #require(heard(socket).first("admitted")?["token"] as? String))
  }

  func say(_ message: LogMessage, _ socket: WebSocketID) { say(message.json, socket) }

  /// The line of a score of hole 1 that a device made.
  func line(_ number: Int, of device: String, _ round: RoundID) -> String {
    let event = ScoreEvent(
      id: EventID("\(device)-\(number)"),
      position: LogPosition(clock: number, device: DeviceID(device), number: number),
      round: round, player: "Jake", hole: 1, result: .noScore, supersedes: [],
      reportedBy: "Jake", deviceName: "x", input: .typed, at: "2026-05-01T09:30:00.000Z")
    return EventLine(.score(event)).json
  }
}
