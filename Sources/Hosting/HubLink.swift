internal import Foundation
internal import Gathering
internal import Golf
package import Hub
internal import Randomness
package import ScoreStore

/// Keeps a log and its hub the same: one ``Gathering`` whose peer is a database.
///
/// The hub answers as any peer does: its tables say what it holds, `append` takes events, and what the
/// log lacks is read by version vector. All calls block; they belong to one thread, which has a connection
/// to the log of its own.
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
  private static let pageSize = 500
  /// Chosen: news are a hint, and a hub that gives none is asked so often.
  private static let pollEvery = Duration.seconds(2)
  /// Chosen: what another program writes into the log is seen so soon.
  private static let lookEvery = Duration.milliseconds(100)
  /// Chosen: commands that follow each other do not each wait for a hub that is away.
  private static let restAfterFailure = 30.0

  /// Whether log and hub are in touch, and what is left to do.
  package struct Condition: Hashable, Sendable {
    package var isOnline = false
    /// Whether the hub could not be reached, and may be later.
    package var isAway = false
    /// How many events wait to be sent.
    package var pending = 0
    /// How many the hub does not take.
    package var refused = 0
    /// What is wrong, on one line; nil where nothing is.
    package var problem: String?
  }

  package private(set) var condition = Condition()
  private let store: ScoreStore
  private let address: String
  private let timeout: Duration
  private let bell: HubBell
  private let world: World
  private var gathering: Gathering
  private var connection: HubConnection?
  /// How many events the hub had of each round when they were last read.
  private var heads: [RoundID: Int] = [:]
  private var nextPoll = Duration.zero
  private var logVersion: Int
  /// What the hub has said that it holds, and the log has not noted; nil where there is nothing new.
  private var unnoted: [RoundID: VersionVector]?

  /// Makes a link that is not connected yet; `timeout` is for each call to the hub.
  package init(
    store: ScoreStore, address: String, timeout: Duration, bell: HubBell, world: World
  ) throws(ScoreStoreError) {
    (self.store, self.address, self.timeout) = (store, address, timeout)
    (self.bell, self.world) = (bell, world)
    logVersion = try store.dataVersion()
    gathering = Gathering(
      holding: try store.vectors(), random: SeededGenerator(seed: world.seed), at: world.uptime())
    // Another hub than before starts with nothing known of it.
    if try store.hub()?.address != address { try store.joinHub(address) }
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
  /// - Throws: ``HubError`` where the hub cannot be used, and ``ScoreStoreError``.
  package func exchange() throws {
    defer { connection = nil }
    do {
      let connection = try HubConnection(address: address, timeout: timeout, bell: bell)
      try connection.requireHub()
      self.connection = connection
      _ = gathering.handle(.tick, at: world.uptime())
      try take(.connected)
      // Each turn sends what the window holds.
      var left = gathering.backlog
      while left.pending + left.inFlight > 0 {
        try take(.tick)
        let now = gathering.backlog
        guard now != left else { break }
        left = now
      }
      try noteSync()
    } catch let error as HubError {
      try note(error)
      throw error
    }
  }

  /// Exchanges once, unless it failed a moment ago, and notes what went wrong.
  ///
  /// - Returns: What keeps the two apart; nil where they hold the same.
  package func exchangeIfDue() throws(ScoreStoreError) -> String? {
    if let record = try store.hub(), let retryAt = record.retryAt, world.timestamp() < retryAt {
      condition.isAway = true
      return record.problem
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

  /// Stays in touch until the bell stops, whatever goes wrong; `report` gets the condition when it changes.
  package func run(report: (Condition) -> Void) {
    while !bell.isStopped {
      let before = condition
      do {
        try turn()
      } catch let error as HubError {
        lose(error)
      } catch {
        // The log cannot be read or written now; what it holds is sent when it can.
        condition.problem = "\(error)"
        if !bell.wait(for: .seconds(1)) { return }
      }
      if condition != before { report(condition) }
    }
  }

  // MARK: - One turn

  private func turn() throws {
    try look()
    if let wake = gathering.wakeAt, wake <= world.uptime() { try take(.tick) }
    guard let connection else {
      let pause = gathering.wakeAt.map { $0 - world.uptime() } ?? Self.lookEvery
      _ = bell.wait(for: min(max(pause, .zero), Self.lookEvery))
      return
    }
    // A notice is a hint only; the heads say what there is.
    let isNews = try connection.waitForNotice(Self.lookEvery) == .notice
    if isNews || nextPoll <= world.uptime() { try pull() }
  }

  /// Takes in what others wrote into the log.
  private func look() throws {
    let version = try store.dataVersion()
    guard version != logVersion else { return }
    logVersion = version
    try take(.grew(store.vectors()))
    try noteSync()
  }

  private func take(_ event: Gathering.Event) throws {
    var events = [event]
    while !events.isEmpty {
      for effect in gathering.handle(events.removeFirst(), at: world.uptime()) {
        events += try carryOut(effect)
      }
    }
    let backlog = gathering.backlog
    condition.pending = backlog.pending + backlog.inFlight
    condition.refused = backlog.failed
  }

  /// Does what the machine asks for, and returns what that gives it to take.
  private func carryOut(_ effect: Gathering.Effect) throws -> [Gathering.Event] {
    switch effect {
    case .connect:
      do {
        try connect()
        return [.connected]
      } catch let error as HubError {
        connection = nil
        try note(error)
        return [.disconnected]
      }
    case .send(.hello(let own)):
      // Rounds in which nothing has happened yet have no vector.
      let held = try hub().vectors().merging(hub().heads().mapValues { _ in VersionVector() }) {
        vector, _ in vector
      }
      unnoted = held
      return [.received(.welcome(held))] + (try lacking(held, own).map { .received(.events([$0])) })
    // The hub asks for nothing, and what the log does not take is reported here.
    case .send: return []
    case .sendEvents(let excerpts): return try excerpts.flatMap(append)
    case .store(let batches): return try write(batches)
    case .report(let refusals): return try refusals.flatMap(report)
    }
  }

  // MARK: - The hub as a peer

  private func hub() throws(HubError) -> HubConnection {
    guard let connection else {
      preconditionFailure("the machine sends nothing but while it is connected")
    }
    return connection
  }

  private func connect() throws {
    let connection = try HubConnection(address: address, timeout: timeout, bell: bell)
    try connection.requireHub()
    _ = try connection.listen()
    self.connection = connection
    heads = [:]
    nextPoll = world.uptime()
    condition = Condition()
    condition.isOnline = true
  }

  /// Reads the rounds of which the hub has got more.
  private func pull() throws {
    nextPoll = world.uptime() + Self.pollEvery
    let now = try hub().heads()
    let changed = now.filter { heads[$0.key] != $0.value }.keys.sorted()
    heads = now
    let own = try store.vectors()
    for round in changed {
      var known = own[round]
      while let batch = try page(of: round, after: known) {
        try take(.received(.events([batch])))
        let grown = try store.vectors()[round]
        guard grown != known else { break }
        known = grown
      }
    }
    try noteSync()
  }

  /// Returns the first page of what the log lacks of each round.
  private func lacking(
    _ held: [RoundID: VersionVector], _ own: [RoundID: VersionVector]
  ) throws -> [RoundBatch] {
    try held.keys.sorted().compactMap { round in
      let isLacking = held[round, default: VersionVector()].numbers.contains { device, number in
        number > own[round]?[device] ?? 0
      }
      return isLacking || own[round] == nil ? try page(of: round, after: own[round]) : nil
    }
  }

  /// Returns the first of what the log lacks of a round, of which it may have nothing; nil where it has all.
  private func page(of round: RoundID, after vector: VersionVector?) throws -> RoundBatch? {
    guard let info = try hub().info(of: round) else { return nil }
    let found = try hub().events(
      of: round, after: vector ?? VersionVector(), limit: Self.pageSize)
    unnoted = (unnoted ?? [:]).merging([round: try hub().vector(of: round)]) { $1 }
    guard !found.isEmpty || vector == nil else { return nil }
    do {
      let record = try EventLine.round(round, info: info)
      return RoundBatch(
        round: record, events: try found.map { try EventLine(json: $0.line).event })
    } catch {
      condition.problem =
        "the hub has round \"\(round)\" as this program cannot read it; install a later version"
      return nil
    }
  }

  private func append(_ excerpt: LogExcerpt) throws -> [Gathering.Event] {
    let floor = try (store.vectors()[excerpt.round] ?? VersionVector()).numbers.map { device, number in
      (device, excerpt.numbers[device].map { $0.lowerBound - 1 } ?? number)
    }
    guard
      let batch = try store.batch(
        of: excerpt.round, after: VersionVector(Dictionary(uniqueKeysWithValues: floor)),
        limit: .max)
    else { return [] }
    let events = batch.events.filter {
      excerpt.numbers[$0.position.device]?.contains($0.position.number) ?? false
    }
    let outcomes = try hub().append(
      events.map {
        HubEvent(
          device: $0.position.device, number: $0.position.number,
          line: EventLine($0).json(withPlace: true))
      }, to: excerpt.round, info: EventLine.info(of: batch.round))
    let refusals = zip(events, outcomes).compactMap { event, outcome -> Refusal? in
      let position = event.position
      return switch outcome {
      case .conflict: .event(excerpt.round, position.device, number: position.number)
      case .revoked: .device(position.device)
      case .added, .known, .gap: nil
      }
    }
    let held = try hub().vector(of: excerpt.round)
    unnoted = (unnoted ?? [:]).merging([excerpt.round: held]) { $1 }
    return [.received(.ack([excerpt.round: held]))]
      + (refusals.isEmpty ? [] : [.received(.refused(refusals))])
  }

  // MARK: - The log

  private func write(_ batches: [RoundBatch]) throws -> [Gathering.Event] {
    var refused = try store.take(batches)
    let own = try store.thisDevice()
    var events: [Gathering.Event] = []
    if let clash = refused.first(where: { $0.cause == .numberTaken && $0.position.device == own }) {
      events = try giveWay(clash.position.number, in: clash.round)
      refused = try store.take(batches)
    }
    if let first = refused.first { condition.problem = first.reason }
    let vectors = try store.vectors()
    let rounds = Set(batches.map(\.round.id))
    return events + [
      .stored(
        vectors.filter { rounds.contains($0.key) },
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

  private func report(_ refusal: Refusal) throws -> [Gathering.Event] {
    switch refusal {
    case .event(let round, let device, let number):
      if try device == store.thisDevice() { return try giveWay(number, in: round) }
      condition.problem =
        "the hub has another event \(number) of device \"\(device)\" in round \"\(round)\": two copies of one log were written to; see hyzer device list"
    case .device(let device):
      condition.problem =
        "the hub takes nothing more of device \"\(device)\", which is revoked; its scores stay on this one"
    case .round(let round):
      condition.problem = "the hub does not take round \"\(round)\"; ask its owner"
    }
    return []
  }

  /// Becomes another device, since somebody else wrote as this one.
  private func giveWay(_ number: Int, in round: RoundID) throws -> [Gathering.Event] {
    try store.becomeNewDevice(givingUp: number, in: round)
    condition.problem =
      "another copy of this log was written to as well; this one goes on as a new device, and a copy of it as it was lies beside it"
    return [.grew(try store.vectors())]
  }

  /// Notes in the log how far the hub has come, where that is news.
  private func noteSync() throws {
    guard let held = unnoted else { return }
    try store.note(hubHas: held, refusing: condition.refused, at: world.timestamp())
    unnoted = nil
  }

  /// Notes what keeps log and hub apart.
  private func note(_ error: HubError) throws(ScoreStoreError) {
    condition.isOnline = false
    condition.isAway = error.isWorthRetry
    condition.problem = "\(error)"
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let now = world.timestamp()
    let retryAt = (try? style.parse(now)).map {
      $0.addingTimeInterval(Self.restAfterFailure).formatted(style)
    }
    try store.note(hubProblem: "\(error)", retryAt: retryAt ?? now)
  }

  private func lose(_ error: HubError) {
    connection = nil
    // The log may be what cannot be written.
    try? note(error)
    _ = gathering.handle(.disconnected, at: world.uptime())
  }
}
