internal import DiscGolf
internal import HyzerBase
package import ScoreLog
internal import Scorekeeping

/// Serves the live page and its rounds from a log: what phones send goes into the log, and what comes into
/// the log, from wherever, goes to all that follow the round.
///
/// What phones ask and say is answered in `Endpoints`; this keeps those that follow, and sends them what is
/// new. Belongs to one thread, as its server does; others use the log meanwhile.
package final class LiveHost {
  package static let subprotocol = "hyzer.1"

  /// What the host needs beside its log.
  package struct Dependencies: Sendable {
    /// Returns the time of day, in the form of `ScoreEvent.at`.
    let timestamp: @Sendable () -> String
    /// Returns the time since a moment that stays the same.
    let uptime: @Sendable () -> Duration
    let newDevice: @Sendable () -> DeviceID

    package init(
      timestamp: @escaping @Sendable () -> String, uptime: @escaping @Sendable () -> Duration,
      newDevice: @escaping @Sendable () -> DeviceID
    ) {
      (self.timestamp, self.uptime, self.newDevice) = (timestamp, uptime, newDevice)
    }
  }

  /// How often the log is checked for what another program wrote, while phones have WebSockets.
  static let pollInterval = Duration.milliseconds(50)
  /// In bytes; a message of events is not longer, but for a single longer event.
  static let messageSize = 48 << 10
  /// In bytes; so much waits at most for one follower, and more events come when that has gone: no phone is
  /// too slow because a round is long.
  static let mostAhead = 96 << 10

  struct Follower {
    /// Nil for a log that showed the group's invitation, and was not let in yet.
    var token: TokenHash?
    /// Of a log that follows the group; nil for a phone.
    var membership: Membership?
    /// What it follows; nil until it has said hello.
    var round: RoundID?
    /// Whether it shows the list of rounds.
    var showsList = false
    /// How many of the feed's lines went there.
    var sent = 0
    /// What it said to hold, of so many of the feed's lines.
    var holding = (vector: VersionVector(), lines: 0)
  }

  /// How the host reaches its followers; it reaches none until there is a server.
  struct Outlet {
    var send: (WebMessage, WebSocketID) -> Void = { _, _ in }
    var close: (WebSocketID, _ code: Int) -> Void = { _, _ in }
    /// Returns how many bytes wait to be sent there.
    var unsent: (WebSocketID) -> Int = { _ in 0 }
    var setAlarm: (Duration) -> Void = { _ in }
  }

  let store: ScoreStore
  let trust: WebTrust
  let dependencies: Dependencies
  /// The file of a certificate authority that the page offers to install; nil where there is none.
  let authority: [UInt8]?
  /// Wakes the host's loop from other threads.
  package let waker = LoopWaker()
  /// Hears what is said into phones; nil where nothing can be heard.
  var talks: TalkDesk?
  var joinGuard = JoinGuard()
  /// All rounds as they were when the log was last seen to change; nil where no phone has asked since.
  var summaries: [RoundSummary]?
  var outlet = Outlet()
  /// What logs of the group's have brought and is not written yet.
  var brought: [(socket: WebSocketID, rounds: [RoundLines])] = []
  private let log: LogFollower
  var followers: [WebSocketID: Follower] = [:]
  private var feeds: [RoundID: RoundFeed] = [:]
  /// Which hole of the followed rounds the host's people play.
  private var holes: [RoundID: HostMessage.PlayedHole] = [:]
  /// Where every round stood when the log was last seen to change.
  private var states: [RoundState]
  /// Whether changes are known that were not sent to all yet.
  private var isBehind = false

  package init(
    store: ScoreStore, trust: WebTrust, dependencies: Dependencies, authority: [UInt8]? = nil
  ) throws(ScoreStoreError) {
    (self.store, self.trust, self.dependencies) = (store, trust, dependencies)
    self.authority = authority
    log = try LogFollower(of: store) { [waker] in waker.wakeUp() }
    states = try store.roundStates()
  }

  /// Serves until it is told to stop, which is asked whenever the loop was woken.
  ///
  /// - Throws: ``WebServerError`` where the server ends by itself.
  package func run(
    _ server: WebServer, talks: TalkDesk? = nil, until isStopped: () -> Bool
  ) throws(WebServerError) {
    self.talks = talks
    // The server is there for as long as this runs.
    outlet = Outlet(
      send: { [unowned server] in server.send($0, to: $1) },
      close: { [unowned server] in server.close($0, code: $1) },
      unsent: { [unowned server] in server.unsent(of: $0) },
      setAlarm: { [unowned server] in server.setAlarm(after: $0) })
    while !isStopped() { try server.serviceOnce() }
  }
}

@available(*, unavailable, message: "a host belongs to the thread that runs it")
extension LiveHost: Sendable {}

// MARK: - What is new in the log

extension LiveHost {
  /// Returns the events of a round, which are kept while phones follow it.
  func feed(of round: RoundID) throws(ScoreStoreError) -> RoundFeed {
    if let known = feeds[round] { return known }
    let feed = try RoundFeed(of: round, in: store)
    feeds[round] = feed
    holes[round] = HostMessage.PlayedHole(hole: try store.currentHole(in: round))
    return feed
  }

  /// Sends what has come into the log since the last time to all that it concerns.
  func sendChanges() throws(ScoreStoreError) {
    if let changes = try log.changes() {
      isBehind = true
      for round in feeds.keys { feeds[round]?.append(changes.events) }
    }
    guard isBehind else { return }
    summaries = nil
    try closeStrangers()
    let states = try store.roundStates()
    for (socket, follower) in followers
    where follower.membership == nil && (follower.showsList || states != self.states) {
      send(.rounds, to: socket)
    }
    self.states = states
    for round in feeds.keys {
      let hasNewInfo = try feeds[round]?.readRound(in: store) == true
      let hole = try store.currentHole(in: round)
      let hasMoved = hole != holes[round]?.hole
      if hasMoved {
        holes[round] = HostMessage.PlayedHole(hole: hole, after: feeds[round]?.greatestClock ?? 0)
      }
      for (socket, follower) in followers where follower.round == round {
        if hasNewInfo, let record = feeds[round]?.round { send(.round(record), to: socket) }
        sendNew(to: socket)
        if hasMoved, let played = holes[round] { send(.hole(round, played), to: socket) }
      }
    }
    for (socket, follower) in followers where follower.membership != nil {
      sendWaiting(to: socket)
    }
    isBehind = false
  }

  func sendAllChanges() throws(ScoreStoreError) {
    try store.lookForOtherPrograms()
    try sendChanges()
  }

  /// Sends a follower what is new in its round, as far as what was sent before has gone.
  private func sendNew(to socket: WebSocketID) {
    guard let follower = followers[socket], let round = follower.round, let feed = feeds[round]
    else { return }
    var (lines, size, place): ([String], Int, Int) = ([], 0, follower.sent)
    func flush() {
      if !lines.isEmpty { send(.events(round, lines: lines), to: socket) }
      (lines, size) = ([], 0)
    }
    while place < feed.lines.count {
      let (position, line) = feed.lines[place]
      let isHeld =
        place < follower.holding.lines && feed.isSaid(position, by: follower.holding.vector)
      if !isHeld {
        if size + line.utf8.count > Self.messageSize { flush() }
        if lines.isEmpty, outlet.unsent(socket) > Self.mostAhead { break }
        lines.append(line)
        size += line.utf8.count
      }
      place += 1
    }
    flush()
    followers[socket]?.sent = place
  }

  func send(_ message: HostMessage, to socket: WebSocketID) {
    outlet.send(.text(message.json), socket)
  }

  /// Closes the WebSockets of phones that the log lets in no more.
  func closeStrangers() throws(ScoreStoreError) {
    guard !followers.isEmpty else { return }
    let admitted = try store.admittedTokens()
    for (socket, follower) in followers {
      guard let token = follower.token, !admitted.contains(token) else { continue }
      followers[socket]?.round = nil
      followers[socket]?.membership = nil
      outlet.close(socket, 1008)
    }
    dropUnfollowedFeeds()
  }

  private func dropUnfollowedFeeds() {
    let followed = Set(followers.values.compactMap(\.round))
    feeds = feeds.filter { followed.contains($0.key) }
  }
}

// MARK: - WebSockets

extension LiveHost: WebService {
  package func opened(_ socket: WebSocketID, by request: WebRequest) {
    guard let entry = try? entry(of: request) else {
      // It was revoked since the upgrade was allowed.
      outlet.close(socket, 1008)
      return
    }
    if followers.isEmpty { outlet.setAlarm(Self.pollInterval) }
    followers[socket] = Follower(token: entry.token)
  }

  package func received(_ message: WebMessage, from socket: WebSocketID) {
    do {
      switch message {
      case .binary(let bytes): hear(bytes, from: socket)
      case .text(let json): try received(PhoneMessage(json: json), from: socket)
      }
    } catch let error as BadMessage {
      send(.notice(code: .badMessage, text: "\(error)"), to: socket)
    } catch {
      // The log is held by another program, or is gone: the phone keeps what it has and comes back.
      outlet.close(socket, 1011)
    }
  }

  private func received(_ message: PhoneMessage, from socket: WebSocketID) throws {
    if case .log(let message) = message { return try receive(message, from: socket) }
    guard let token = followers[socket]?.token,
      let admission = try store.admission(tokenHash: token)
    else {
      outlet.close(socket, 1008)
      return
    }
    func visit(_ round: RoundID) throws -> Visit? {
      let visit = try self.visit(round, by: admission)
      if visit == nil { send(.notice(code: .noRound, text: Self.noRound), to: socket) }
      return visit
    }
    switch message {
    case .hello(let round, let vector):
      if let visit = try visit(round) { try welcome(visit, holding: vector, on: socket) }
    case .events(let round, let events):
      if let visit = try visit(round) { try receive(events, from: visit, on: socket) }
    case .talk(let talk): try begin(talk, by: admission, on: socket)
    case .talked(let id): talks?.end(Talk.Key(connection: socket.number, id: id))
    case .untalk(let id): talks?.cancel(Talk.Key(connection: socket.number, id: id))
    case .list(let isShown): followers[socket]?.showsList = isShown
    case .log, .unknown: break
    }
  }

  static let noRound = "there is no such round here, or it is not yours; join it by its code"

  /// Lets a phone follow a round from now on.
  private func welcome(
    _ visit: Visit, holding vector: VersionVector, on socket: WebSocketID
  ) throws(ScoreStoreError) {
    let id = visit.round.id
    try sendAllChanges()
    let feed = try feed(of: id)
    followers[socket]?.round = id
    followers[socket]?.sent = 0
    followers[socket]?.holding = (vector, feed.lines.count)
    send(
      .welcome(
        .init(
          time: dependencies.timestamp(), round: feed.round, vector: feed.vector, role: visit.role,
          player: visit.admission.player, device: visit.admission.device,
          hole: holes[id] ?? HostMessage.PlayedHole())), to: socket)
    sendNew(to: socket)
    dropUnfollowedFeeds()
  }

  package func drained(_ socket: WebSocketID) {
    sendNew(to: socket)
    sendWaiting(to: socket)
  }

  package func closed(_ socket: WebSocketID) {
    talks?.drop(connection: socket.number)
    followers[socket] = nil
    dropUnfollowedFeeds()
  }

  package func woken() {
    answerTalks()
    takeBrought()
    // What cannot be read now can be read later; requests say what is wrong.
    try? sendAllChanges()
    if !followers.isEmpty { outlet.setAlarm(Self.pollInterval) }
  }
}
