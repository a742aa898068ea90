internal import DiscGolf
package import HyzerBase
package import ScoreLog

/// A log that a simulated peer holds: in memory, or a real file.
package protocol SimulatedLog {
  /// What logs that hold the same events have in common.
  associatedtype Contents: Equatable

  /// What it holds of each round.
  func vectors() throws -> [RoundID: VersionVector]
  func batches(_ excerpts: [LogExcerpt]) throws -> [RoundBatch]
  /// Writes events but those with a gap before them, and returns what is refused.
  mutating func store(_ batches: [RoundBatch]) throws -> [Refusal]
  /// Writes so many events of its own device in a numbered round.
  mutating func write(_ count: Int, round: Int, random: inout SeededGenerator) throws
  /// Goes on as after the process was killed.
  mutating func restart() throws
  mutating func backUp() throws
  /// Goes on with what was backed up, or nothing; what it writes from then on is another device's, unless
  /// the backup is whole.
  mutating func restore(isWhole: Bool) throws
  /// Looks whether another log, before anything is exchanged, holds what was written as by this one's device
  /// and is not its own: returns whether it becomes another device, and gives up what it wrote there.
  mutating func giveUpNumbers(heldBy other: Self) throws -> Bool
  /// Writes what its owner has to say where all hold the same, and returns whether that is anything.
  mutating func decide(random: inout SeededGenerator) throws -> Bool
  /// What identifies each of its events, wherever it stands.
  func identifiers() throws -> Set<String>
  func contents() throws -> Contents
  /// What is wrong with it by itself, such as an event that it has twice; nil where nothing is.
  func complaint() throws -> String?
}

/// Peers with logs that gather one another's events over a simulated network, as a schedule has it.
package struct SyncSimulation<Log: SimulatedLog> {
  /// What must come to an end, did not.
  package struct NeverRests: Error {
    package let at: Duration
  }

  /// How long a healed network needs at most: the longest time until a peer returns, a hello that was lost
  /// before, and the ways of the last events.
  package static var restAfter: Duration { .seconds(90) }

  private let schedule: SyncSchedule
  private let seed: UInt64
  package private(set) var logs: [Log]
  private var ends: [SimulatedEnd: Gathering] = [:]
  /// When each end that waits for a time wants to be asked again.
  private var wakes: [SimulatedEnd: Duration] = [:]
  private var network: SimulatedNetwork<SyncMessage>
  private var now = Duration.zero
  /// The peers that are killed at their next store, and whether that is done before.
  private var kills: [Int: Bool] = [:]
  /// How often a peer was started.
  private var starts: [Int]
  /// The ends that cannot know yet that the opposite one was restored.
  private var unaware: Set<SimulatedEnd> = []
  /// What was broken, in words.
  package private(set) var faults: [String] = []
  /// How many messages of each kind were sent since the network was healed.
  package private(set) var hellos = 0, welcomes = 0, eventMessages = 0, acks = 0, refusals = 0
  /// How often each event was sent from one end since then.
  package private(set) var carried: [Carried: Int] = [:]
  /// How often each end sent a round without events.
  private var introductions: [Introduction: Int] = [:]

  private struct Introduction: Hashable {
    let end: SimulatedEnd
    let round: RoundID
  }

  /// An event that was sent from one end.
  package struct Carried: Hashable, Sendable {
    package let end: SimulatedEnd
    package let round: RoundID
    package let device: DeviceID
    package let number: Int
  }

  package init(_ schedule: SyncSchedule, log: (_ peer: Int) throws -> Log) throws {
    self.schedule = schedule
    seed = schedule.seed
    logs = try (0..<schedule.peers).map(log)
    starts = Array(repeating: 0, count: schedule.peers)
    network = SimulatedNetwork(random: SeededGenerator(seed: schedule.seed, name: "network"))
    for peer in 0..<schedule.peers { try start(peer) }
  }

  /// Runs a schedule; where it fails, says what is broken by the shortest list of steps that is found.
  package static func failure(
    of schedule: SyncSchedule, log: (_ peer: Int) throws -> Log
  ) throws -> String? {
    func faults(_ steps: [SyncStep]) -> [String] {
      do {
        var simulation = try SyncSimulation(schedule.with(steps), log: log)
        try simulation.run()
        return simulation.faults
      } catch { return ["\(error)"] }
    }
    guard !faults(schedule.steps).isEmpty else { return nil }
    let steps = shrunk(schedule.steps) { !faults($0).isEmpty }
    return faults(steps).joined(separator: "\n") + "\n\(schedule.with(steps))"
  }

  /// Takes all steps, heals the network, waits until all rest, and looks at what they hold.
  package mutating func run() throws {
    for step in schedule.steps {
      try take(step)
      try checkSynced()
    }
    try heal()
  }

  // MARK: - Steps

  private mutating func take(_ step: SyncStep) throws {
    network.random = SeededGenerator(seed: step.seed, name: "network")
    switch step.action {
    case .write(let peer, let round, let count):
      var random = SeededGenerator(seed: step.seed, name: "events")
      try logs[peer].write(count, round: round, random: &random)
      try announce(peer)
    case .wait(let time): try advance(by: time)
    case .cut(let end): network.cut(end, at: now)
    case .mend(let end): network.mend(end)
    case .network(let faults): network.faults = faults
    case .kill(let peer): try kill(peer)
    case .killAtStore(let peer, let isWritten): kills[peer] = isWritten
    case .backUp(let peer): try logs[peer].backUp()
    case .restore(let peer, let isWhole):
      try logs[peer].restore(isWhole: isWhole)
      unaware.formUnion(ends(of: peer).map(\.opposite))
      try kill(peer)
    }
  }

  private func ends(of peer: Int) -> [SimulatedEnd] {
    ends.keys.filter { $0.peer == peer }.sorted()
  }

  private mutating func start(_ peer: Int) throws {
    starts[peer] += 1
    let vectors = try logs[peer].vectors()
    for link in schedule.links {
      for end in [link, link.opposite] where end.peer == peer {
        ends[end] = Gathering(
          holding: vectors,
          random: SeededGenerator(seed: seed, name: "\(end), start \(starts[peer])"), at: now)
        wakes[end] = now
      }
    }
  }

  private mutating func kill(_ peer: Int) throws {
    kills[peer] = nil
    network.kill(peer, at: now)
    try logs[peer].restart()
    try start(peer)
  }

  // MARK: - Time

  private mutating func advance(by time: Duration) throws {
    let until = now + time
    var (last, turns) = (now, 0)
    while let next = nextAt, next <= until {
      now = max(now, next)
      (last, turns) = (now, now == last ? turns + 1 : 0)
      guard turns < 10_000 else { throw NeverRests(at: now) }
      try turn()
    }
    now = until
  }

  private var nextAt: Duration? {
    [network.nextAt, wakes.values.min()].compactMap(\.self).min()
  }

  /// Lets one message arrive, or else all peers look at the time that are due.
  private mutating func turn() throws {
    if let at = network.nextAt, at <= now {
      guard let delivery = network.next() else { return }
      switch delivery.what {
      case .connected: try feed(.connected, to: delivery.end)
      case .disconnected: try feed(.disconnected, to: delivery.end)
      case .message(let message):
        switch message {
        case .hello, .welcome: unaware.remove(delivery.end)
        case .events, .ack, .refused: break
        }
        // The log has changed in a way that peers do not expect, as if it were restored.
        if try logs[delivery.end.peer].giveUpNumbers(heldBy: logs[delivery.end.other]) {
          unaware.formUnion(ends(of: delivery.end.peer).map(\.opposite))
          return try kill(delivery.end.peer)
        }
        try feed(.received(message), to: delivery.end)
      }
    } else {
      for end in wakes.keys.sorted() where wakes[end].map({ $0 <= now }) ?? false {
        try feed(.tick, to: end)
      }
    }
  }

  // MARK: - Effects

  private mutating func feed(_ event: Gathering.Event, to end: SimulatedEnd) throws {
    let start = starts[end.peer]
    let effects = ends[end]?.handle(event, at: now) ?? []
    wakes[end] = ends[end]?.wakeAt
    for effect in effects where starts[end.peer] == start {
      try perform(effect, at: end)
    }
  }

  private mutating func perform(_ effect: Gathering.Effect, at end: SimulatedEnd) throws {
    switch effect {
    case .connect: if schedule.links.contains(end) { network.connect(end, at: now) }
    case .send(let message): send(message, from: end)
    case .sendEvents(let excerpts): send(.events(try logs[end.peer].batches(excerpts)), from: end)
    case .store(let batches): try store(batches, from: end)
    case .report(let refusals):
      faults.append("\(end.opposite) refuses to store \(refusals) at \(now)")
    }
  }

  private mutating func store(_ batches: [RoundBatch], from end: SimulatedEnd) throws {
    if kills[end.peer] == false { return try kill(end.peer) }
    let refused = try logs[end.peer].store(batches)
    if kills[end.peer] == true { return try kill(end.peer) }
    let rounds = Set(batches.map(\.round.id))
    let vectors = try logs[end.peer].vectors().filter { rounds.contains($0.key) }
    try feed(.stored(vectors, refusing: refused), to: end)
    for other in ends(of: end.peer) where other != end { try feed(.grew(vectors), to: other) }
  }

  private mutating func send(_ message: SyncMessage, from end: SimulatedEnd) {
    guard network.send(message, from: end, at: now) else { return }
    switch message {
    case .hello: hellos += 1
    case .welcome: welcomes += 1
    case .ack: acks += 1
    case .refused: refusals += 1
    case .events(let batches):
      eventMessages += 1
      for batch in batches where batch.events.isEmpty {
        introductions[Introduction(end: end, round: batch.round.id), default: 0] += 1
      }
      for event in batches.flatMap(\.events) {
        let key = Carried(
          end: end, round: event.round, device: event.position.device,
          number: event.position.number)
        carried[key, default: 0] += 1
      }
    }
  }

  // MARK: - What must hold

  /// What a peer takes for synced, the opposite one has, unless it was restored since.
  private mutating func checkSynced() throws {
    for end in ends.keys.sorted() where !unaware.contains(end) {
      guard let gathering = ends[end] else { continue }
      let held = try logs[end.other].vectors()
      for (round, vector) in try logs[end.peer].vectors() {
        for (device, number) in vector.numbers {
          let next = (held[round]?[device] ?? 0) + 1
          let position = LogPosition(clock: next, device: device, number: next)
          if next <= number, gathering.progress(of: position, in: round) == .synced {
            faults.append("\(end) takes \(device) \(next) for synced, which is not there")
          }
        }
      }
    }
  }

  private mutating func heal() throws {
    let underway = network.underway
    network.mendAll()
    network.faults = NetworkFaults()
    kills = [:]
    (hellos, welcomes, eventMessages, acks, refusals) = (0, 0, 0, 0, 0)
    (carried, introductions) = ([:], [:])
    let written = try logs.reduce(into: Set<String>()) { $0.formUnion(try $1.identifiers()) }
    try advance(by: Self.restAfter)
    try checkSynced()
    try checkEqual(having: written)
    checkMessages(underway: underway)
    try checkRest()
    try decide()
  }

  /// Checks that all hold the same, and nothing less than what was `written`.
  private mutating func checkEqual(having written: Set<String>) throws {
    let (vectors, contents) = (try logs[0].vectors(), try logs[0].contents())
    for (peer, log) in logs.enumerated() {
      let lost = try written.subtracting(log.identifiers())
      if !lost.isEmpty { faults.append("\(peer) does not hold \(lost.sorted())") }
      if try log.vectors() != vectors { faults.append("\(peer) does not hold as much as 0") }
      if try log.contents() != contents { faults.append("\(peer) differs from 0") }
      if let complaint = try log.complaint() { faults.append("\(peer): \(complaint)") }
    }
    for (end, gathering) in ends where gathering.backlog != Gathering.Backlog() {
      faults.append("\(end) still has \(gathering.backlog)")
    }
  }

  /// Lets the owners decide what logs cannot, one after the other, and all learn of it.
  private mutating func decide() throws {
    var isDecided = false
    for peer in logs.indices {
      var random = SeededGenerator(seed: seed, name: "decisions of \(peer)")
      guard try logs[peer].decide(random: &random) else { continue }
      isDecided = true
      try announce(peer)
      try advance(by: Self.restAfter)
    }
    guard isDecided else { return }
    try checkEqual(having: [])
    for (peer, log) in logs.enumerated() {
      var (log, random) = (log, SeededGenerator(seed: seed))
      if try log.decide(random: &random) { faults.append("\(peer) still has to decide") }
    }
  }

  /// Lets a peer tell the others what was written at it.
  private mutating func announce(_ peer: Int) throws {
    let vectors = try logs[peer].vectors()
    for end in ends(of: peer) { try feed(.grew(vectors), to: end) }
  }

  /// Checks that little is sent on the way to rest, which what was `underway` when the network was healed
  /// can add to: after an old hello what came since is sent again, and where messages keep their order,
  /// a slow one keeps back the answers that follow.
  private mutating func checkMessages(underway: [SimulatedEnd: Int]) {
    // Each event goes from each end once, and once more where that was before the network was healed.
    let excess = carried.first { event, count in
      let (end, opposite) = (event.end, event.end.opposite)
      return count > 2 + 2 * (underway[end, default: 0] + underway[opposite, default: 0])
    }
    if let (event, count) = excess { faults.append("\(event) was sent \(count) times") }
    if let (round, count) = introductions.first(where: { $1 > 2 + underway[$0.end, default: 0] }) {
      faults.append("\(round) was sent \(count) times")
    }
    let late = underway.values.reduce(0, +)
    let others = eventMessages + acks + refusals
    let most = 2 * (carried.values.reduce(0, +) + introductions.values.reduce(0, +)) + late
    if others > most { faults.append("\(others) messages are more than \(most)") }
    // Both ends say hello when they are connected, perhaps both once more, and then one of them.
    let mostHellos = schedule.links.count * (Int(Self.restAfter / .seconds(24)) + 4) + late
    if hellos > mostHellos || welcomes > hellos + late {
      faults.append("\(hellos) hellos and \(welcomes) welcomes are more than \(mostHellos)")
    }
  }

  /// Checks that at rest nothing is sent but the hellos that are due: on each connection one and its
  /// answer in each period, which is 24 s at least, and two more until one end leaves it to the other.
  private mutating func checkRest() throws {
    (hellos, welcomes, eventMessages, acks, refusals) = (0, 0, 0, 0, 0)
    let periods = 20
    try advance(by: .seconds(24 * periods))
    let most = schedule.links.count * 2 * (periods + 2)
    if hellos + welcomes > most || eventMessages + acks + refusals > 0 {
      faults.append(
        "at rest \(hellos) hellos, \(welcomes) welcomes, \(eventMessages) messages with events, \(acks) acks"
      )
    }
  }
}
