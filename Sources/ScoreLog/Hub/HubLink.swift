internal import DiscGolf
internal import Foundation
internal import HyzerBase

/// Keeps a log and its hub the same: one ``Gathering`` whose peer is a database.
///
/// The hub answers as any peer does: its tables say what it holds, `append` takes events, and what the
/// log lacks is read by version vector. All calls block; they belong to one thread.
package final class HubLink {
  /// What the world gives: the time since a moment, the time of day as events have it, and randomness.
  package struct World: Sendable {
    let uptime: @Sendable () -> Duration
    let timestamp: @Sendable () -> String
    let seed: UInt64

    package init(
      uptime: @escaping @Sendable () -> Duration, timestamp: @escaping @Sendable () -> String,
      seed: UInt64
    ) {
      (self.uptime, self.timestamp, self.seed) = (uptime, timestamp, seed)
    }
  }

  /// Chosen: a page is read and written well within a second.
  static let pageSize = 500
  /// Chosen: news are a hint, and a hub that gives none is asked so often.
  private static let pollEvery = Duration.seconds(2)
  /// Chosen: what another program writes into the log is seen so soon.
  private static let lookEvery = Duration.milliseconds(100)
  /// Chosen: commands that follow each other do not each wait for a hub that is away.
  private static let restAfterFailure = 30.0

  /// Whether log and hub are in touch, and what is left to do.
  package struct Condition: Hashable, Sendable {
    package var isOnline = false
    /// Whether the hub does not take or give anything now, but may later.
    package var isAway = false
    /// How many events wait to be sent.
    package var pending = 0
    /// How many the hub does not take.
    package var refused = 0
    /// What is wrong, on one line; nil where nothing is.
    package var problem: String?
  }

  /// A connection, and what is known of the hub as long as it stands.
  ///
  /// A hub that is restored from a backup cuts its connections, so that it has at least what it had.
  private struct Session {
    let connection: HubConnection
    /// What the hub holds; nil until it was asked.
    var held: [RoundID: VersionVector]?
    var size: HubSize?
    /// How many events the hub has of each round, and had when the round was last read.
    var heads: [RoundID: Int] = [:]
    var readHeads: [RoundID: Int] = [:]
    /// What was read of each round, whether the log takes it or not.
    var read: [RoundID: VersionVector] = [:]
    /// What the rounds were made with that were read; they never change.
    var records: [RoundID: RoundRecord] = [:]

    init(_ connection: HubConnection) { self.connection = connection }

    /// Notes that the hub holds what it gave or took.
    mutating func hold(_ vector: VersionVector, of round: RoundID) {
      let known = held?[round] ?? VersionVector()
      held?[round] = known.merging(vector)
    }

    /// Notes that so many events of one's own were added to a round, which are no news.
    mutating func count(_ added: Int, in round: RoundID) {
      let isNew = heads[round] == nil
      size = size.map { HubSize(rounds: $0.rounds + (isNew ? 1 : 0), events: $0.events + added) }
      heads[round, default: 0] += added
      readHeads[round, default: 0] += added
    }
  }

  private let store: ScoreStore
  private let follower: LogFollower
  private let address: String
  private let timeout: Duration
  private let bell: HubBell
  private let world: World
  private var gathering: Gathering
  private var session: Session?
  /// What the log had when it was last read.
  private var own: LogExtent?
  /// Whether it is to be read anew.
  private var isStale = true
  private var nextPoll = Duration.zero
  /// How many events the hub lacks as far as the log has noted, until it says itself what it holds.
  private var waiting: Int?
  /// What the log has noted that the hub holds.
  private var noted: [RoundID: VersionVector]?
  /// Whether something is to be noted.
  private var hasNews = false
  /// What keeps the hub from being used, or from taking events; nil where nothing does.
  private var failure: HubError?
  /// What the two do not take of each other.
  private var remark: String?
  /// Why the log cannot be read or written.
  private var logTrouble: String?

  /// Makes a link that is not connected yet; `timeout` is for each call to the hub.
  package init(
    store: ScoreStore, address: String, timeout: Duration, bell: HubBell, world: World
  ) throws(ScoreStoreError) {
    (self.store, self.address, self.timeout) = (store, address, timeout)
    (self.bell, self.world) = (bell, world)
    follower = try LogFollower(of: store) { bell.ring() }
    gathering = Gathering(
      holding: [:], random: SeededGenerator(seed: world.seed), at: world.uptime())
    // Another hub than before starts with nothing known of it.
    if try store.hub()?.address != address { try store.begin(hub: address) }
    waiting = try store.hubBacklog().count
  }

  package var condition: Condition {
    let backlog = gathering.backlog
    return Condition(
      isOnline: session?.held != nil, isAway: failure?.isWorthRetry ?? false,
      pending: waiting ?? backlog.pending + backlog.inFlight, refused: backlog.failed,
      problem: logTrouble ?? failure.map { "\($0)" } ?? remark)
  }

  /// Makes a database a hub, where it is none.
  ///
  /// - Throws: ``HubError``.
  package static func makeHub(_ address: String) throws {
    guard let bell = HubBell() else { return }
    _ = try HubConnection(address: address, timeout: .seconds(10), bell: bell).install()
  }

  /// Connects once, and brings log and hub to hold the same.
  ///
  /// - Throws: ``HubError`` where the hub cannot be used or does not take all, and ``ScoreStoreError``.
  package func exchange() throws {
    defer { session = nil }
    do {
      try connect()
      try look()
      // What is acknowledged makes room for the next.
      try take(.connected)
      try pull()
      try noteSync()
    } catch let error as HubError {
      note(error)
      throw error
    }
    if let failure { throw failure }
  }

  /// Exchanges once, unless it failed a moment ago, and notes what went wrong.
  ///
  /// - Returns: What keeps the two apart; nil where they hold the same.
  package func exchangeIfDue() throws(ScoreStoreError) -> String? {
    if let record = try store.hub(), let retryAt = record.retryAt, isSoon(retryAt),
      let problem = record.problem
    {
      isResting = true
      return problem
    }
    do {
      try exchange()
    } catch let error as ScoreStoreError {
      throw error
    } catch {
      return "\(error)"
    }
    return condition.problem
  }

  /// Whether ``exchangeIfDue()`` left it at a failure of a moment ago.
  package private(set) var isResting = false

  /// Whether a time is still to come, but no further than a rest goes: clocks are set back.
  private func isSoon(_ time: String) -> Bool {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let time = try? style.parse(time), let now = try? style.parse(world.timestamp()) else {
      return false
    }
    let left = time.timeIntervalSince(now)
    return left > 0 && left <= Self.restAfterFailure
  }

  /// Stays in touch until the bell stops, whatever goes wrong; `report` gets the condition when it changes.
  package func run(report: (Condition) -> Void) {
    var reported = condition
    while !bell.isStopped {
      do {
        try turn()
        logTrouble = nil
      } catch let error as HubError {
        lose(error)
      } catch {
        // What the log holds is sent when it can be read again, and what was on its way to it is read again.
        logTrouble = "\(error)"
        isStale = true
        own = nil
        if session == nil { _ = gathering.handle(.disconnected, at: world.uptime()) }
      }
      let now = condition
      if now != reported { report(now) }
      reported = now
      if logTrouble != nil, !bell.wait(for: .seconds(1)) { return }
    }
  }

  // MARK: - One turn

  private func turn() throws {
    try look()
    if let wake = gathering.wakeAt, wake <= world.uptime() { try take(.tick) }
    guard let connection = session?.connection else {
      let pause = gathering.wakeAt.map { $0 - world.uptime() } ?? Self.lookEvery
      _ = bell.wait(for: min(max(pause, .zero), Self.lookEvery))
      return
    }
    // Where there is something to be read, that comes first.
    let isDue = nextPoll <= world.uptime()
    let wake = try connection.waitForNotice(isDue ? .zero : Self.lookEvery)
    // A notice is a hint only; the hub says what there is.
    if isDue || wake == .notice { try pull() }
    try noteSync()
  }

  /// Takes in what others wrote into the log.
  private func look() throws {
    try store.lookForOtherPrograms()
    if follower.hasChanged() { isStale = true }
    guard isStale else { return }
    let grown = try refresh()
    isStale = false
    if waiting != nil { waiting = try store.hubBacklog().count }
    try take(.grew(grown))
  }

  /// Reads what the log has, and returns what it has of the rounds of which that is new.
  private func refresh() throws -> [RoundID: VersionVector] {
    let known = own?.vectors ?? [:]
    let now = try store.extent(after: own)
    own = now
    return now.vectors.filter { known[$0.key] != $0.value }
  }

  private func take(_ event: Gathering.Event) throws {
    var events = [event]
    while !events.isEmpty {
      for effect in gathering.handle(events.removeFirst(), at: world.uptime()) {
        events += try carryOut(effect)
      }
    }
  }

  /// Does what the machine asks for, and returns what that gives it to take.
  private func carryOut(_ effect: Gathering.Effect) throws -> [Gathering.Event] {
    switch effect {
    case .connect:
      do {
        try connect()
        _ = try session?.connection.listen()
        return [.connected]
      } catch {
        session = nil
        if case .stopped = error { throw error }
        note(error)
        return [.disconnected]
      }
    case .send(.hello): return try greet()
    // The hub asks for nothing, and what the log does not take is reported here.
    case .send: return []
    case .sendEvents(let excerpts): return try excerpts.flatMap(append)
    case .store(let batches): return try write(batches)
    case .report(let refusals): return try report(refusals)
    }
  }

  // MARK: - The hub as a peer

  private func hub() -> HubConnection {
    guard let connection = session?.connection else {
      preconditionFailure("the machine sends nothing but while it is connected")
    }
    return connection
  }

  private func connect() throws(HubError) {
    let connection = try HubConnection(address: address, timeout: timeout, bell: bell)
    try connection.requireHub()
    session = Session(connection)
    nextPoll = world.uptime()
    (failure, remark) = (nil, nil)
  }

  /// Answers with what the hub holds, which it is asked for once on each connection.
  private func greet() throws -> [Gathering.Event] {
    hasNews = true
    if let held = session?.held { return [.received(.welcome(held))] }
    let heads = try hub().heads()
    // Rounds in which nothing has happened yet have no vector.
    let held = try hub().vectors().merging(heads.mapValues { _ in VersionVector() }) { vector, _ in
      vector
    }
    let events = try keepDevice(held)
    waiting = nil
    session?.held = held
    session?.heads = heads
    session?.size = HubSize(rounds: heads.count, events: heads.values.reduce(0, +))
    session?.readHeads = heads.filter { round, _ in
      own?.vectors[round].map { own in
        held[round, default: VersionVector()].numbers.allSatisfy { own[$0] >= $1 }
      } ?? false
    }
    return events + [.received(.welcome(held))]
  }

  /// Reads the rounds of which the hub has got more.
  private func pull() throws {
    guard session?.held != nil else { return }
    nextPoll = world.uptime() + Self.pollEvery
    let size = try hub().size()
    if size != session?.size {
      let heads = try hub().heads()
      session?.heads = heads
      session?.size = size
    }
    guard let session, session.heads != session.readHeads else { return }
    for (round, head) in session.heads.sorted(by: { $0.key < $1.key })
    where session.readHeads[round] != head {
      try read(round)
      // Only now: what the log could not write is read again.
      self.session?.readHeads[round] = head
      hasNews = true
    }
  }

  /// Reads what the log lacks of a round, of which it may have nothing.
  private func read(_ round: RoundID) throws {
    guard let record = try record(of: round) else { return }
    var known = own?.vectors[round] ?? VersionVector()
    known = known.merging(session?.read[round] ?? VersionVector())
    var isFirst = own?.vectors[round] == nil
    while true {
      let found = try hub().events(of: round, after: known, limit: Self.pageSize)
      guard isFirst || !found.isEmpty else { break }
      isFirst = false
      var page = VersionVector()
      for event in found { page[event.device] = max(page[event.device], event.number) }
      if let device = own?.device, page[device] > 0 {
        for event in try keepDevice([round: page]) { try take(event) }
      }
      try take(
        .received(
          .events([RoundBatch(round: record, events: found.compactMap { read($0, round) })])))
      known = known.merging(page)
      session?.read[round] = known
      session?.hold(page, of: round)
      guard found.count == Self.pageSize else { break }
    }
  }

  /// Returns what a round was made with; nil where that cannot be read.
  private func record(of round: RoundID) throws -> RoundRecord? {
    if let known = session?.records[round] { return known }
    guard let info = try hub().info(of: round) else { return nil }
    do {
      let record = try EventLine.round(round, info: info)
      session?.records[round] = record
      return record
    } catch {
      remark =
        "the hub has round \"\(round)\" as this program cannot read it; install a later version, or ask the hub's owner"
      return nil
    }
  }

  /// Reads an event; nil where it is none, or another than it is kept as.
  private func read(_ event: HubEvent, _ round: RoundID) -> LogEvent? {
    do {
      let read = try EventLine(json: event.line).event
      guard read.round == round, read.position.device == event.device,
        read.position.number == event.number
      else { throw Misplaced() }
      return read
    } catch {
      remark =
        "the hub has event \(event.number) of device \"\(event.device)\" in round \"\(round)\" as this program cannot read it; install a later version, or ask the hub's owner"
      return nil
    }
  }

  private struct Misplaced: Error {}

  private func append(_ excerpt: LogExcerpt) throws -> [Gathering.Event] {
    guard let batch = try store.batch(of: excerpt.round, after: VersionVector(), limit: .max) else {
      return []
    }
    let events = batch.events.filter {
      excerpt.numbers[$0.position.device]?.contains($0.position.number) ?? false
    }
    let outcomes: [HubOutcome]
    do {
      outcomes = try hub().append(
        events.map {
          HubEvent(
            device: $0.position.device, number: $0.position.number,
            line: EventLine($0).json(withPlace: true))
        }, to: excerpt.round, info: EventLine.info(of: batch.round))
    } catch {
      guard error.leavesConnection else { throw error }
      // What the hub has can still be read; what it does not take now is sent again.
      failure = error
      return []
    }
    failure = nil
    var held = VersionVector()
    var refusals: [Refusal] = []
    for (position, outcome) in zip(events.map(\.position), outcomes) {
      switch outcome {
      case .added, .known: held[position.device] = max(held[position.device], position.number)
      case .conflict:
        refusals.append(.event(excerpt.round, position.device, number: position.number))
      case .revoked: refusals.append(.device(position.device))
      // The next hello says what is missing.
      case .gap: break
      }
    }
    session?.hold(held, of: excerpt.round)
    session?.count(outcomes.count { $0 == .added }, in: excerpt.round)
    hasNews = true
    return [.received(.ack([excerpt.round: held]))]
      + (refusals.isEmpty ? [] : [.received(.refused(refusals))])
  }

  // MARK: - The log

  private func write(_ batches: [RoundBatch]) throws -> [Gathering.Event] {
    var refused = try store.take(batches)
    var grown = try refresh()
    var events: [Gathering.Event] = []
    if refused.contains(where: { $0.cause == .numberTaken && $0.position.device == own?.device }) {
      events = try giveWay()
      refused = try store.take(batches)
      grown = try refresh()
    }
    for batch in batches { grown[batch.round.id] = own?.vectors[batch.round.id] }
    if let first = refused.first(where: { $0.cause != .deviceRevoked }) {
      remark = "\(first.reason); the hub has it so, ask its owner"
    } else if let lost = batches.first(where: { own?.vectors[$0.round.id] == nil }) {
      remark = "the log does not take round \"\(lost.round.id)\" of the hub; ask the hub's owner"
    }
    return events + [
      .stored(
        grown,
        refusing: refused.map { refusal in
          switch refusal.cause {
          case .deviceRevoked: .device(refusal.position.device)
          case .otherRound: .round(refusal.round)
          case .numberTaken, .badEvent:
            .event(refusal.round, refusal.position.device, number: refusal.position.number)
          }
        })
    ]
  }

  private func report(_ refusals: [Refusal]) throws -> [Gathering.Event] {
    var events: [Gathering.Event] = []
    let device = own?.device
    for refusal in refusals {
      switch refusal {
      case .event(_, device, _): if events.isEmpty { events = try giveWay() }
      case .event(let round, let device, let number):
        remark =
          "the hub has another event \(number) of device \"\(device)\" in round \"\(round)\": two copies of one log were written to; see hyzer device list"
      case .device(let device):
        remark =
          "the hub takes nothing more of device \"\(device)\", which is revoked; its scores stay on this one"
      case .round(let round): remark = "the hub does not take round \"\(round)\"; ask its owner"
      }
    }
    return events
  }

  // MARK: - Copies of the log

  /// Becomes another device where somebody else has written to the hub as this one.
  ///
  /// What is at the hub of this device is in the log, unless a copy of the log wrote it, or the log is an
  /// earlier state of itself; of those that were noted before only the next numbers tell.
  private func keepDevice(_ held: [RoundID: VersionVector]) throws -> [Gathering.Event] {
    // After the hub: what another program sends is in the log before.
    let grown = try refresh()
    let events: [Gathering.Event] = grown.isEmpty ? [] : [.grew(grown)]
    guard let own else { return events }
    let device = own.device
    let known = try notedVectors()
    let suspicious = held.filter { $1[device] > 0 && known[$0]?[device] != $1[device] }
    guard !suspicious.isEmpty else { return events }
    let isAhead = suspicious.contains { $1[device] > own.vectors[$0]?[device] ?? 0 }
    guard try isAhead || !differing(suspicious, device).isEmpty else { return events }
    return events + (try giveWay())
  }

  /// Returns the last numbers that log and hub both have of a device in rounds, where the events are not the
  /// same; then what came before may not be the same either, else it is.
  private func differing(
    _ held: [RoundID: VersionVector], _ device: DeviceID
  ) throws -> [RoundID: Int] {
    let last = held.compactMap { round, vector -> HubPosition? in
      let number = min(vector[device], own?.vectors[round]?[device] ?? 0)
      return number > 0 ? HubPosition(round: round, number: number) : nil
    }
    let lines = try hub().lines(of: device, at: last)
    let differing = try last.filter {
      try lines[$0] != store.line(of: device, number: $0.number, in: $0.round)
    }
    return Dictionary(uniqueKeysWithValues: differing.map { ($0.round, $0.number) })
  }

  /// Becomes another device, since somebody else wrote as this one, and makes all its own that the hub
  /// does not have as this one's.
  private func giveWay() throws -> [Gathering.Event] {
    let device = own?.device
    let held = try hub().vectors()
    let grown = try refresh()
    // Another program may have been faster.
    guard let own, let device, own.device == device else { return [.grew(grown)] }
    var given: [RoundID: Int] = [:]
    for (round, vector) in own.vectors where vector[device] > held[round]?[device] ?? 0 {
      given[round] = (held[round]?[device] ?? 0) + 1
    }
    for (round, last) in try differing(held.filter { own.vectors[$0.key] != nil }, device) {
      let places = (1...last).map { HubPosition(round: round, number: $0) }
      let lines = try hub().lines(of: device, at: places)
      given[round] = try places.first {
        try lines[$0] != store.line(of: device, number: $0.number, in: round)
      }?.number
    }
    try store.becomeNewDevice(givingUp: given)
    remark =
      "another copy or a later state of this log was written to, so this one goes on as a new device"
      + (given.isEmpty ? "" : "; a copy of it as it was lies beside it")
    return [.grew(try refresh())]
  }

  // MARK: - What the log notes

  private func notedVectors() throws -> [RoundID: VersionVector] {
    if let noted { return noted }
    let read = try store.hubVectors()
    noted = read
    return read
  }

  /// Notes in the log what the hub holds, where there is news.
  private func noteSync() throws {
    guard hasNews, let held = session?.held else { return }
    let known = try notedVectors()
    var news = held.filter { known[$0.key] ?? VersionVector() != $0.value }
    for round in known.keys where held[round] == nil { news[round] = VersionVector() }
    let condition = condition
    try store.note(
      hubHas: news, refusing: condition.refused, problem: condition.problem,
      at: failure == nil ? world.timestamp() : nil)
    noted = held.filter { !$0.value.numbers.isEmpty }
    hasNews = false
  }

  /// Notes what keeps log and hub apart.
  private func note(_ error: HubError) {
    failure = error
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let retryAt = try? style.parse(world.timestamp()).addingTimeInterval(Self.restAfterFailure)
      .formatted(style)
    // The log may be what cannot be written; the condition says it all the same.
    try? store.note(hubProblem: "\(error)", retryAt: error.isWorthRetry ? retryAt : nil)
  }

  private func lose(_ error: HubError) {
    session = nil
    // Who stops has nothing to complain of.
    if case .stopped = error { return }
    note(error)
    _ = gathering.handle(.disconnected, at: world.uptime())
  }
}

extension HubError {
  /// Whether the connection is of use after a statement that failed so.
  fileprivate var leavesConnection: Bool {
    switch self {
    case .denied, .readOnly, .diskFull, .busy, .refused: true
    case .badAddress, .unreachable, .loginRefused, .encryptionFailed, .noDatabase, .notAHub,
      .newerSchema, .connectionLost, .badAnswer, .stopped:
      false
    }
  }
}
