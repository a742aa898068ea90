import HyzerBase
import ScoreLog
import TestSupport

@testable import PhonePage

/// A host and devices with logs that exchange their events over a simulated network, as a schedule has it.
final class SyncSimulation {
  /// What must come to an end, did not.
  struct NeverRests: Error {
    let at: Duration
  }

  /// How long a healed network needs at most: until a loss is found, the longest time until a device returns, and
  /// the ways of the last events.
  static let restAfter = Duration.seconds(90)

  private let schedule: SyncSchedule
  let logs: [StoreLog]
  private var host: LiveHost
  private var links: [Int: HostLink] = [:]
  /// When each device that waits for a time wants to be asked again.
  private var wakes: [Int: Duration] = [:]
  private var network: SimulatedNetwork
  private var now = Duration.zero
  /// The peers that are killed at their next store, and whether that is done before.
  private var kills: [Int: Bool] = [:]
  /// How often a peer was started, and which socket of the host is whose.
  private var starts: [Int]
  private var sockets: [Int: Int] = [:]
  private var lastSocket = 0
  /// The devices that cannot know yet that the host was restored.
  private var unaware: Set<Int> = []
  /// What was broken, in words.
  private(set) var faults: [String] = []
  /// How many messages were sent since that was last asked.
  private var messages = 0

  init(_ schedule: SyncSchedule, log: (_ peer: Int) throws -> StoreLog) throws {
    self.schedule = schedule
    logs = try (0..<schedule.peers).map(log)
    starts = Array(repeating: 0, count: schedule.peers)
    network = SimulatedNetwork(random: SeededGenerator(seed: schedule.seed, name: "network"))
    host = try logs[0].host(for: 1..<schedule.peers)
    try startHost()
    for device in 1..<schedule.peers { try startDevice(device) }
  }

  /// Runs a schedule; where it fails, says what is broken by the shortest list of steps that is found.
  static func failure(
    of schedule: SyncSchedule, log: (_ peer: Int) throws -> StoreLog
  ) throws -> String? {
    func faults(_ steps: [SyncStep]) -> [String] {
      do {
        let simulation = try SyncSimulation(schedule.with(steps), log: log)
        try simulation.run()
        return simulation.faults
      } catch { return ["\(error)"] }
    }
    guard !faults(schedule.steps).isEmpty else { return nil }
    let steps = shrunk(schedule.steps) { !faults($0).isEmpty }
    return faults(steps).joined(separator: "\n") + "\n\(schedule.with(steps))"
  }

  /// Takes all steps, heals the network, waits until all rest, and looks at what they hold.
  func run() throws {
    for step in schedule.steps {
      try take(step)
      try checkSynced()
    }
    try heal()
  }

  // MARK: - Steps

  private func take(_ step: SyncStep) throws {
    network.random = SeededGenerator(seed: step.seed, name: "network")
    switch step.action {
    case .write(let peer, let round, let count):
      var random = SeededGenerator(seed: step.seed, name: "events")
      try logs[peer].write(count, round: round, random: &random)
      try announce(peer)
    case .wait(let time): try advance(by: time)
    case .cut(let device): network.cut(device, at: now)
    case .mend(let device): network.mend(device)
    case .slow(let time): network.delay = .milliseconds(5)...time
    case .kill(let peer): try kill(peer)
    case .killAtStore(let peer, let isWritten): kills[peer] = isWritten
    case .backUp(let peer): try logs[peer].backUp()
    case .restore(let peer, let isWhole):
      if peer == 0 { unaware.formUnion(1..<schedule.peers) }
      try kill(peer) { try $0.restore(unnoticed: isWhole) }
    case .pass(let from, let to):
      try logs[to].importLines(of: logs[from])
      try announce(to)
    }
  }

  private func startHost() throws {
    starts[0] += 1
    sockets = [:]
    host = try logs[0].host(for: 1..<schedule.peers)
    host.outlet.send = { [unowned self] message, socket in
      guard case .text(let json) = message, let device = sockets[socket.number] else { return }
      send(json, from: SimulatedEnd(device: device, isHost: true))
    }
    host.outlet.close = { [unowned self] socket, _ in
      if let device = sockets[socket.number] { network.drop(device, at: now) }
    }
  }

  private func startDevice(_ device: Int) throws {
    starts[device] += 1
    let name = "\(device), start \(starts[device])"
    links[device] = try logs[device].link(
      random: SeededGenerator(seed: schedule.seed, name: name), now: now)
    wakes[device] = now
  }

  private func kill(
    _ peer: Int, restarting restart: (StoreLog) throws -> Void = { try $0.restart() }
  ) throws {
    kills[peer] = nil
    for device in 1..<schedule.peers where peer == 0 || device == peer {
      network.drop(device, at: now)
    }
    network.forget { peer == 0 ? $0.isHost : !$0.isHost && $0.device == peer }
    try restart(logs[peer])
    if peer == 0 { try startHost() } else { try startDevice(peer) }
  }

  // MARK: - Time

  private func advance(by time: Duration) throws {
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

  /// Lets one message arrive, or else all devices look at the time that are due.
  private func turn() throws {
    if let at = network.nextAt, at <= now {
      guard let delivery = network.next() else { return }
      if delivery.end.isHost { try arriveAtHost(delivery) } else { try arrive(delivery) }
    } else {
      for device in wakes.keys.sorted() where wakes[device].map({ $0 <= now }) ?? false {
        try feed(.tick, to: device)
      }
    }
  }

  private func arriveAtHost(_ delivery: SimulatedNetwork.Delivery) throws {
    let device = delivery.end.device
    let socket = sockets.first { $0.value == device }.map { WebSocketID($0.key) }
    switch delivery.what {
    case .connected:
      if let socket { host.closed(socket) }
      if let socket { sockets[socket.number] = nil }
      lastSocket += 1
      sockets[lastSocket] = device
      let request = WebRequest(
        path: "/live", host: "127.0.0.1", authorization: "Bearer \(logs[0].token(of: device))")
      guard host.refusal(ofUpgrade: request) == nil else {
        faults.append("the host does not let \(device) in")
        return
      }
      host.opened(WebSocketID(lastSocket), by: request)
    case .disconnected:
      if let socket {
        host.closed(socket)
        sockets[socket.number] = nil
      }
    case .message(let text):
      guard let socket else { return }
      let isStore = text.contains(#""kind":"lines""#)
      if isStore, kills[0] == false { return try kill(0) }
      host.received(.text(text), from: socket)
      if isStore { host.woken() }
      try logs[0].noteNewDevice()
      if isStore, kills[0] == true { try kill(0) }
    }
  }

  private func arrive(_ delivery: SimulatedNetwork.Delivery) throws {
    let device = delivery.end.device
    switch delivery.what {
    case .connected: try feed(.connected, to: device)
    case .disconnected: try feed(.disconnected, to: device)
    case .message(let text):
      let message = try LogMessage(json: text)
      if case .digest = message { unaware.remove(device) }
      if case .lines = message, kills[device] == false { return try kill(device) }
      try feed(.received(message), to: device)
      if case .lines = message, kills[device] == true { try kill(device) }
    }
  }

  private func feed(_ event: HostLink.Event, to device: Int) throws {
    let actions = try links[device]?.feed(event, at: now) ?? []
    try logs[device].noteNewDevice()
    wakes[device] = links[device]?.wakeAt
    carryOut(actions, of: device)
  }

  private func carryOut(_ actions: [HostLink.Action], of device: Int) {
    for action in actions {
      switch action {
      case .connect: network.connect(device, at: now)
      case .disconnect: network.drop(device, at: now)
      case .send(let message): send(message.json, from: SimulatedEnd(device: device, isHost: false))
      }
    }
  }

  private func send(_ text: String, from end: SimulatedEnd) {
    if network.send(text, from: end, at: now) { messages += 1 }
  }

  /// Lets a peer's connections know what was written at it.
  private func announce(_ peer: Int) throws {
    if peer == 0 { return host.woken() }
    guard let link = links[peer] else { return }
    let actions = try link.look(at: now)
    wakes[peer] = link.wakeAt
    carryOut(actions, of: peer)
  }

  // MARK: - What must hold

  /// What a device has noted that the host holds, it holds, unless it was restored since.
  private func checkSynced() throws {
    let held = try logs[0].identifiers()
    for device in 1..<schedule.peers
    where !unaware.contains(device) && links[device]?.isSettled == true {
      let wrong = try logs[device].sentIdentifiers().subtracting(held)
      if !wrong.isEmpty {
        faults.append("\(device) takes \(wrong.sorted()) for synced, which are not there")
      }
    }
  }

  private func heal() throws {
    network.mendAll()
    network.delay = .milliseconds(5)...Duration.milliseconds(50)
    kills = [:]
    let written = try logs.reduce(into: Set<String>()) { $0.formUnion(try $1.identifiers()) }
    try advance(by: Self.restAfter)
    try checkSynced()
    try checkEqual(having: written)
    // At rest nothing is said.
    messages = 0
    try advance(by: .seconds(600))
    if messages > 0 { faults.append("at rest \(messages) messages are sent") }
    try decide()
  }

  /// Checks that all hold the same, and nothing less than what was `written`.
  private func checkEqual(having written: Set<String>) throws {
    let contents = try logs[0].contents()
    for (peer, log) in logs.enumerated() {
      let lost = try written.subtracting(log.identifiers())
      if !lost.isEmpty { faults.append("\(peer) does not hold \(lost.sorted())") }
      if try log.contents() != contents { faults.append("\(peer) differs from 0") }
      if let complaint = try log.complaint() { faults.append("\(peer): \(complaint)") }
    }
    for (device, link) in links {
      let condition = link.condition
      if !link.isSettled || condition.pending + condition.refused > 0 {
        faults.append("\(device) still has \(condition)")
      }
    }
  }

  /// Lets the owners decide what logs cannot, one after the other, and all learn of it.
  private func decide() throws {
    var isDecided = false
    for peer in logs.indices {
      var random = SeededGenerator(seed: schedule.seed, name: "decisions of \(peer)")
      guard try logs[peer].decide(random: &random) else { continue }
      isDecided = true
      try announce(peer)
      try advance(by: Self.restAfter)
    }
    guard isDecided else { return }
    try checkEqual(having: [])
    for (peer, log) in logs.enumerated() {
      var random = SeededGenerator(seed: schedule.seed)
      if try log.decide(random: &random) { faults.append("\(peer) still has to decide") }
    }
  }
}
