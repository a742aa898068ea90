package import ScoreLog
internal import Synchronization

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
    package let timestamp: @Sendable () -> String
    /// Returns the time since a moment that stays the same.
    let uptime: @Sendable () -> Duration
    let newDevice: @Sendable () -> DeviceID
    /// Returns a time of `timestamp` as people here write it, with the year first.
    let localTime: @Sendable (String) -> String
    /// Draws a finished round as a PNG; nil where nothing can.
    let picture: (@Sendable (Scorecard) throws -> [UInt8])?
    /// Takes what happened, in one line without anybody's name, for whoever keeps the host.
    let note: @Sendable (String) -> Void

    package init(
      timestamp: @escaping @Sendable () -> String, uptime: @escaping @Sendable () -> Duration,
      newDevice: @escaping @Sendable () -> DeviceID,
      localTime: @escaping @Sendable (String) -> String = { $0 },
      picture: (@Sendable (Scorecard) throws -> [UInt8])? = nil,
      note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.timestamp, self.uptime, self.newDevice) = (timestamp, uptime, newDevice)
      (self.localTime, self.picture, self.note) = (localTime, picture, note)
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
    /// The one that it showed instead.
    var invitation: JoinSecret?
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

  /// What has come into the log and was not sent to all yet.
  private struct News {
    /// The rounds that have new scores.
    var rounds: Set<RoundID> = []
    /// Whether something else may have changed: rounds, who is let in, the current hole.
    var hasMore = false
    /// When the first of it was written.
    var since: Duration?
  }

  package let store: ScoreStore
  package let reception: Reception
  package var talks: TalkDesk?
  package var outlet = Outlet()
  /// So many may follow; phones come back later.
  var mostFollowers = Int.max
  /// All rounds as they were when they were last asked for, but for those in `outdated`; nil where others may have
  /// come since.
  var summaries: [RoundSummary]?
  /// The rounds that got scores since.
  var outdated: Set<RoundID> = []
  /// When pictures were drawn in the last seconds.
  var drawings: [Duration] = []
  /// What logs of the group's have brought and is not written yet.
  var brought: [(socket: WebSocketID, device: DeviceID, rounds: [RoundLines])] = []
  var followers: [WebSocketID: Follower] = [:]
  private let log: LogFollower
  private let writes = LogWrites()
  private let mark: @Sendable () -> Void
  private var feeds: [RoundID: RoundFeed] = [:]
  /// Which hole of the followed rounds the host's people play.
  private var holes: [RoundID: HostMessage.PlayedHole] = [:]
  /// Where every round stood when that was last looked at.
  private var states: [RoundState]
  /// Those of them that had started.
  private var startedRounds: Set<RoundID> = []
  private var news = News()
  /// How many of the writes were this host's, of scores alone.
  private var scoreWrites = 0

  /// Makes a host of a log; `mark` is called from any thread, before the loop is woken, where there is something to
  /// send.
  package init(
    store: ScoreStore, reception: Reception, mark: @escaping @Sendable () -> Void = {}
  ) throws(ScoreStoreError) {
    (self.store, self.reception, self.mark) = (store, reception, mark)
    let (waker, uptime) = (reception.waker, reception.dependencies.uptime)
    log = try LogFollower(of: store) { [writes] in
      writes.add(at: uptime())
      mark()
      waker.wakeUp()
    }
    states = try store.roundStates()
    startedRounds = states.started
  }

  var isFull: Bool { followers.count >= mostFollowers }
}

/// Counts what is written into a log, from whichever thread, until the host looks at it.
private final class LogWrites: Sendable {
  private let state = Mutex((count: 0, since: Duration?.none))

  func add(at time: Duration) {
    state.withLock { $0 = ($0.count + 1, $0.since ?? time) }
  }

  func take() -> (count: Int, since: Duration?) {
    state.withLock { state in
      defer { state = (0, nil) }
      return state
    }
  }
}

extension [RoundState] {
  fileprivate var started: Set<RoundID> { Set(filter(\.hasStarted).map(\.round)) }
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

  /// Writes what somebody brings of some rounds.
  ///
  /// Where those are being played, no more than their scores can have changed, unless the log tells of an event that
  /// is none: then nothing else is read again.
  func merge<Value>(
    into rounds: some Sequence<RoundID>, _ body: () throws(ScoreStoreError) -> Value
  ) throws(ScoreStoreError) -> Value {
    let value = try body()
    if rounds.allSatisfy(startedRounds.contains) { scoreWrites += 1 }
    return value
  }

  /// Sends what has come into the log since the last time to all that it concerns.
  func sendChanges() throws(ScoreStoreError) {
    do throws(ScoreStoreError) {
      try readNews()
      try sendNews()
    } catch {
      // It can be read later.
      mark()
      throw error
    }
  }

  private func readNews() throws(ScoreStoreError) {
    // First, so that what is written from now on is looked at once more.
    let written = writes.take()
    news.since = news.since ?? written.since
    // Another's write may be of anything, and events may hide that.
    if written.count != scoreWrites { news.hasMore = true }
    scoreWrites = 0
    guard let events = try log.changes()?.events else { return }
    for round in feeds.keys { feeds[round]?.append(events) }
    news.rounds.formUnion(events.map(\.round))
    if events.isEmpty || events.contains(where: { $0.event.scoreEvent == nil }) {
      news.hasMore = true
    }
  }

  private func sendNews() throws(ScoreStoreError) {
    guard news.hasMore || !news.rounds.isEmpty else { return }
    outdated.formUnion(news.rounds)
    let known = states
    if news.hasMore {
      summaries = nil
      try closeStrangers()
      states = try store.roundStates()
      startedRounds = states.started
    }
    for (socket, follower) in followers
    where follower.membership == nil && (follower.showsList || states != known) {
      send(.rounds, to: socket)
    }
    for round in feeds.keys where news.hasMore || news.rounds.contains(round) {
      let hasNewInfo = news.hasMore ? try feeds[round]?.readRound(in: store) == true : false
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
    if let since = news.since, !followers.isEmpty {
      reception.metrics.sendingTimes.add(reception.dependencies.uptime() - since)
    }
    news = News()
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
        reception.metrics.linesSent += 1
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

extension LiveHost {
  package func opened(_ socket: WebSocketID, by request: WebRequest) {
    guard let entry = try? reception.timed({ try entry(of: request) }) else {
      // It was revoked since the upgrade was allowed.
      outlet.close(socket, 1008)
      return
    }
    if followers.isEmpty {
      outlet.setAlarm(Self.pollInterval)
      // What came while nobody followed is news to nobody.
      try? sendChanges()
    }
    followers[socket] = Follower(token: entry.token, invitation: entry.invitation)
  }

  package func received(_ message: WebMessage, from socket: WebSocketID) {
    do {
      try reception.timed {
        switch message {
        case .binary(let bytes): hear(bytes, from: socket)
        case .text(let json): try received(PhoneMessage(json: json), from: socket)
        }
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
          time: reception.dependencies.timestamp(), round: feed.round, vector: feed.vector,
          role: visit.role,
          player: visit.admission.name(in: id), device: visit.admission.device,
          hole: holes[id] ?? HostMessage.PlayedHole())), to: socket)
    sendNew(to: socket)
    dropUnfollowedFeeds()
  }

  package func drained(_ socket: WebSocketID) {
    reception.timed {
      sendNew(to: socket)
      sendWaiting(to: socket)
    }
  }

  package func closed(_ socket: WebSocketID) {
    talks?.drop(connection: socket.number)
    followers[socket] = nil
    dropUnfollowedFeeds()
  }

  package func woken() {
    answerTalks()
    reception.timed {
      takeBrought()
      // What cannot be read now can be read later; requests say what is wrong.
      try? sendAllChanges()
    }
    if !followers.isEmpty { outlet.setAlarm(Self.pollInterval) }
  }
}

extension LiveHost: PageService {
  package var served: [LiveHost] { [self] }

  /// The log is this one, whatever somebody shows.
  package func host(of key: GroupKey) -> LiveHost? { self }
}
