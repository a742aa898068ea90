internal import DiscGolf
internal import HyzerBase
package import ScoreLog
internal import Scorekeeping

/// Serves the live page and its rounds from a log: what phones send goes into the log, and what comes into
/// the log, from wherever, goes to all who follow the round.
///
/// Belongs to one thread, as its log and its server do.
package final class LiveHost {
  /// The WebSocket subprotocol of the page.
  package static let subprotocol = PhoneMessage.version

  /// What the host takes from the world beside its log.
  package struct World: Sendable {
    /// Returns the time of day, in the form of `ScoreEvent.at`.
    let timestamp: @Sendable () -> String
    /// Returns the time since a moment that stays the same.
    let uptime: @Sendable () -> Duration
    /// Returns a token that nobody can guess.
    let newToken: @Sendable () -> AccessToken
    let newDevice: @Sendable () -> DeviceID

    package init(
      timestamp: @escaping @Sendable () -> String, uptime: @escaping @Sendable () -> Duration,
      newToken: @escaping @Sendable () -> AccessToken,
      newDevice: @escaping @Sendable () -> DeviceID
    ) {
      (self.timestamp, self.uptime) = (timestamp, uptime)
      (self.newToken, self.newDevice) = (newToken, newDevice)
    }
  }

  /// How often the log is checked for what another program wrote, while somebody follows a round.
  static let lookAround = Duration.milliseconds(50)
  /// How often the host is asked whether to go on, where nobody does.
  static let idleLook = Duration.milliseconds(250)
  /// In bytes; a message of events is not longer, but for a single longer event.
  static let messageSize = 48 << 10
  /// In bytes; so much waits at most for one follower, and more events come when that has gone: nobody is
  /// too slow because a round is long.
  static let mostAhead = 96 << 10

  /// Somebody who has a WebSocket.
  struct Follower {
    let token: TokenHash
    var round: RoundID?
    /// How many of the feed's lines went there.
    var sent = 0
    /// What it said to hold, of so many of the feed's lines.
    var holding = (vector: VersionVector(), lines: 0)
  }

  /// How the host reaches those who follow it; nothing does anything until there is a server.
  struct Outlet {
    var send: (WebMessage, WebSocketID) -> Void = { _, _ in }
    var close: (WebSocketID, _ code: Int) -> Void = { _, _ in }
    /// Returns how many bytes wait to be sent there.
    var unsent: (WebSocketID) -> Int = { _ in 0 }
    var setAlarm: (Duration) -> Void = { _ in }
  }

  let store: ScoreStore
  let trust: WebTrust
  let world: World
  /// Hears what is said into phones; nil where nothing can be heard.
  var talks: TalkDesk?
  /// The files of certificate authority that the page offers to install; nil where there is none.
  let authority: [UInt8]?
  var joining = JoinGuard()
  var followers: [WebSocketID: Follower] = [:]
  var feeds: [RoundID: RoundFeed] = [:]
  /// All rounds as they were when the log was last seen to change; nil where nobody has asked since.
  var summaries: [RoundSummary]?
  var outlet = Outlet()
  /// Whether to end.
  private let isOver: () -> Bool
  private(set) var hasEnded = false
  /// What was in the log when it was last looked at.
  private var seen: (version: Int, rounds: [RoundState])

  /// Makes a host of a log; `isOver` is asked several times a second.
  package init(
    store: ScoreStore, trust: WebTrust, world: World, authority: [UInt8]? = nil,
    isOver: @escaping () -> Bool = { false }
  ) throws(ScoreStoreError) {
    (self.store, self.trust, self.world) = (store, trust, world)
    (self.authority, self.isOver) = (authority, isOver)
    seen = (try store.dataVersion(), try store.roundStates())
  }

  /// Serves until it is over.
  ///
  /// - Throws: ``WebServerError`` where the server ends by itself.
  package func run(_ server: WebServer, talks: TalkDesk? = nil) throws(WebServerError) {
    self.talks = talks
    // The server is there for as long as this runs.
    outlet = Outlet(
      send: { [unowned server] in server.send($0, to: $1) },
      close: { [unowned server] in server.close($0, code: $1) },
      unsent: { [unowned server] in server.unsent(of: $0) },
      setAlarm: { [unowned server] in server.setAlarm(after: $0) })
    outlet.setAlarm(Self.idleLook)
    while !hasEnded { try server.serviceOnce() }
  }

  // MARK: - What comes into the log

  /// Takes in events of somebody's phone, and passes them on; returns what was refused.
  func take(
    _ sent: [SentEvent], of admission: Admission, in record: RoundRecord, as role: Role
  ) throws(ScoreStoreError) -> [HostMessage.Refused] {
    let feed =
      if let known = feeds[record.id] { known } else { try RoundFeed(of: record.id, in: store) }
    // Who joined again under another name, or only watches now, sends what was not acknowledged as it was.
    let new = sent.filter { one in !(one.line.map { feed.holds($0.event) } ?? false) }
    let (events, refused) = PhoneEvents(of: admission, in: record, as: role)
      .check(new, after: feed.lines.count)
    return try refused + add(events, to: record)
  }

  /// Adds checked events to the log, and passes them on; returns what the log refused.
  func add(
    _ events: [LogEvent], to record: RoundRecord
  ) throws(ScoreStoreError) -> [HostMessage.Refused] {
    guard !events.isEmpty else { return [] }
    // The log says of each event why a round that cannot start does not take it.
    if record.startedAt == nil, !record.entrants.isEmpty, (try? record.requireOpen()) != nil {
      try store.startRound(record.id, at: world.timestamp())
    }
    let round = try store.round(record.id)
    let left = try store.take([RoundBatch(round: round, events: events)])
    try publish(record.id)
    return left.map { HostMessage.Refused(EventID($0.id), .init($0.cause), $0.reason) }
  }

  /// Sends what is new in a round to all who follow it.
  func publish(_ round: RoundID) throws(ScoreStoreError) {
    summaries = nil
    guard var feed = feeds[round] else { return }
    let before = feed.card.round
    try feed.refresh(from: store)
    feeds[round] = feed
    let isNewInfo = EventLine.info(of: before) != EventLine.info(of: feed.card.round)
    for (socket, follower) in followers where follower.round == round {
      if isNewInfo { send(.round(feed.card.round), to: socket) }
      sendNew(to: socket)
    }
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
      let isHeld = place < follower.holding.lines && follower.holding.vector.contains(position)
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

  /// Looks whether another program wrote into the log.
  private func lookAround() throws(ScoreStoreError) {
    let version = try store.dataVersion()
    guard version != seen.version else { return }
    summaries = nil
    let rounds = try store.roundStates()
    try closeStrangers()
    if rounds != seen.rounds {
      for socket in followers.keys { send(.rounds, to: socket) }
    }
    seen = (version, rounds)
    for round in feeds.keys { try publish(round) }
  }

  /// Ends what those follow whom the log lets in no more.
  func closeStrangers() throws(ScoreStoreError) {
    let admitted = try store.admittedTokens()
    for (socket, follower) in followers where !admitted.contains(follower.token) {
      followers[socket]?.round = nil
      outlet.close(socket, 1008)
    }
    dropUnfollowedFeeds()
  }

  private func dropUnfollowedFeeds() {
    let followed = Set(followers.values.compactMap(\.round))
    feeds = feeds.filter { followed.contains($0.key) }
  }
}

@available(*, unavailable, message: "a host belongs to the thread that runs it")
extension LiveHost: Sendable {}

extension HostMessage.Refused.Cause {
  fileprivate init(_ cause: RefusedEvent.Cause) {
    self =
      switch cause {
      case .numberTaken: .numberTaken
      case .deviceRevoked: .deviceRevoked
      case .otherRound: .otherRound
      case .badEvent: .badEvent
      }
  }
}

// MARK: - WebSockets

extension LiveHost: WebService {
  package func refusal(ofUpgrade request: WebRequest) -> Int? {
    if let refused = trust.refusal(of: request) { return refused.status }
    guard request.path == "/live" else { return 404 }
    do {
      return try admission(request) == nil ? 401 : nil
    } catch {
      return 503
    }
  }

  package func opened(_ socket: WebSocketID, by request: WebRequest) {
    guard let admission = try? admission(request) else {
      // It was revoked since the upgrade was allowed.
      outlet.close(socket, 1008)
      return
    }
    followers[socket] = Follower(token: admission.token)
  }

  package func received(_ message: WebMessage, from socket: WebSocketID) {
    do {
      switch message {
      case .binary(let bytes): hear(bytes, from: socket)
      case .text(let json): try take(PhoneMessage(json: json), from: socket)
      }
    } catch let error as LiveProtocolError {
      send(.notice(code: .badMessage, text: "\(error)"), to: socket)
    } catch {
      // The log is held by another program, or is gone: the phone keeps what it has and comes back.
      outlet.close(socket, 1011)
    }
  }

  private func take(_ message: PhoneMessage, from socket: WebSocketID) throws {
    guard let follower = followers[socket],
      let admission = try store.admission(tokenHash: follower.token)
    else {
      outlet.close(socket, 1008)
      return
    }
    switch message {
    case .hello(let round, let vector): try welcome(socket, admission, to: round, holding: vector)
    case .events(let id, let events):
      guard let (record, role) = try seen(id, by: admission) else {
        send(.notice(code: .noRound, text: Self.noRound), to: socket)
        return
      }
      let refused = try take(events, of: admission, in: record, as: role)
      let vector = try feeds[id]?.vector ?? RoundFeed(of: id, in: store).vector
      // First, since an acknowledgement may count what another event of the same number has.
      if !refused.isEmpty { send(.refused(id, refused), to: socket) }
      send(.ack(id, vector), to: socket)
    case .talk(let talk): try begin(talk, of: admission, on: socket)
    case .talked(let id): talks?.end(Talk.Key(connection: socket.number, id: id))
    case .untalk(let id): talks?.cancel(Talk.Key(connection: socket.number, id: id))
    case .unknown: break
    }
  }

  private static let noRound =
    "there is no such round here, or it is not yours; join it by its code"

  /// Returns a round that somebody may see, with what they may do in it.
  func seen(_ id: RoundID, by admission: Admission) throws(ScoreStoreError) -> (RoundRecord, Role)?
  {
    let record: RoundRecord
    do {
      record = try store.round(id)
    } catch .refused(.unknownRound) {
      return nil
    }
    return admission.role(in: record).map { (record, $0) }
  }

  private func welcome(
    _ socket: WebSocketID, _ admission: Admission, to id: RoundID, holding vector: VersionVector
  ) throws(ScoreStoreError) {
    guard let (record, role) = try seen(id, by: admission) else {
      send(.notice(code: .noRound, text: Self.noRound), to: socket)
      return
    }
    if feeds[id] == nil { feeds[id] = try RoundFeed(of: id, in: store) }
    // Who says hello again and again does not have the round read each time.
    try lookAround()
    followers[socket]?.round = id
    followers[socket]?.sent = 0
    followers[socket]?.holding = (vector, feeds[id]?.lines.count ?? 0)
    let current = try store.currentHole(in: id)
    send(
      .welcome(
        .init(
          time: world.timestamp(), round: feeds[id]?.card.round ?? record,
          vector: feeds[id]?.vector ?? VersionVector(), role: role, player: admission.player,
          device: admission.device, hole: current)), to: socket)
    sendNew(to: socket)
    dropUnfollowedFeeds()
    outlet.setAlarm(Self.lookAround)
  }

  package func drained(_ socket: WebSocketID) { sendNew(to: socket) }

  package func closed(_ socket: WebSocketID) {
    talks?.drop(connection: socket.number)
    followers[socket] = nil
    dropUnfollowedFeeds()
  }

  package func woken() {
    if isOver() {
      hasEnded = true
      return
    }
    answerTalks()
    // What cannot be read now can be read later; requests say what is wrong.
    try? lookAround()
    outlet.setAlarm(followers.isEmpty ? Self.idleLook : Self.lookAround)
  }

  // MARK: Talks

  private func begin(
    _ talk: TalkRequest, of admission: Admission, on socket: WebSocketID
  ) throws {
    func refuse(_ reason: String) { send(.talkFailed(talk: talk.id, reason: reason), to: socket) }
    guard let talks else { return refuse("this host does not listen; enter the score by tap") }
    guard let (record, role) = try seen(talk.round, by: admission), role != .watcher else {
      return refuse(Self.noRound)
    }
    guard record.holes.contains(talk.hole) else { return refuse("the round has no such hole") }
    let card = try feeds[talk.round]?.card ?? store.scorecard(of: talk.round)
    talks.begin(
      Talk(
        Talk.Key(connection: socket.number, id: talk.id),
        round: try record.situation(atHole: talk.hole),
        context: HoleContext(hole: talk.hole, on: card), rateHz: talk.rateHz, shown: talk.shown))
  }

  private func hear(_ bytes: [UInt8], from socket: WebSocketID) {
    guard let frame = SoundFrame(bytes) else {
      send(.notice(code: .badMessage, text: "the sound cannot be read"), to: socket)
      return
    }
    talks?.feed(
      Talk.Key(connection: socket.number, id: frame.talk), sequence: UInt32(frame.sequence),
      frame.samples)
  }

  private func answerTalks() {
    for (key, reply) in talks?.take() ?? [] {
      let socket = WebSocketID(key.connection)
      switch reply {
      case .heard(let words): send(.heard(talk: key.id, words: words), to: socket)
      case .draft(let draft): send(.draft(talk: key.id, draft), to: socket)
      case .failed(let reason):
        send(.talkFailed(talk: key.id, reason: reason), to: socket)
      }
    }
  }
}
