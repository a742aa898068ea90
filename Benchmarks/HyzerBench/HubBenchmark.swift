import Foundation
import PhonePage
import ScoreLog

/// A device: its log, as a program has it open, and the thread that keeps it and the host the same.
private struct Device {
  let store: ScoreStore
  let thread: HostThread

  init(_ path: String, _ invitation: HostAddress, start: ContinuousClock.Instant) throws {
    store = try ScoreStore(path: path)
    let uptime = { @Sendable in ContinuousClock.now - start }
    let hub = try HostSession.join(
      invitation, as: store.thisDevice(), timeout: .seconds(10), uptime: uptime
    ).hub
    try store.keep(hub)
    thread = HostThread(
      store: store, hub: hub, timeout: .seconds(10),
      surroundings: .init(
        uptime: uptime, timestamp: { ScoreEvent.timeNow }, seed: 1))
  }
}

/// Reports how fast scores come from device to device through a host.
func benchmarkHub(in folder: URL) throws {
  let start = ContinuousClock.now
  let store = try ScoreStore(path: folder.appending(path: "host.db").path)
  let group = HostedGroup(id: "group", name: "Friends", secret: .new())
  try store.host(group)
  let host = try LiveHostThread(
    serving: .one(store),
    settings: .init(address: "127.0.0.1", port: 0, subprotocol: LiveHost.subprotocol),
    trust: WebTrust(names: [], isSecure: false),
    dependencies: .init(
      timestamp: { ScoreEvent.timeNow }, uptime: { ContinuousClock.now - start },
      newDevice: { DeviceID(UUID().uuidString.lowercased()) }))
  defer { host.stop() }
  let text = HostAddress.invitation(to: group, at: "http://127.0.0.1:\(host.port)", key: nil)
  guard let invitation = HostAddress(text) else { throw CocoaError(.coderInvalidValue) }
  let devices = try (0..<8).map {
    try Device(folder.appending(path: "\($0).db").path, invitation, start: start)
  }
  defer { for device in devices { device.thread.stop() } }
  try benchmarkOneScore(devices[0], devices[1])
  try benchmarkManyWriters(devices)
}

/// Commits scores on one device until another has them in its standings, as `hyzer listen` looks for them.
private func benchmarkOneScore(_ here: Device, _ there: Device) throws {
  let round: RoundID = "one"
  try makeRound(round, in: here.store)
  var times: [Double] = []
  for count in 1...100 {
    let seconds = try timing {
      try commit(
        hole: count % 18 + 1, players: [count % 8], count / 18 % 9 + 1, round, in: here.store)
      while try there.store.events(of: round).count < count {
        Thread.sleep(forTimeInterval: 0.1)
      }
      _ = try there.store.scorecard(of: round).standings
    }
    times.append(seconds)
  }
  report(
    "device to device through a host, median", percentile(50, of: times) * 1000, goal: 500,
    unit: "ms")
  report(
    "device to device through a host, p95", percentile(95, of: times) * 1000, goal: 500, unit: "ms")
}

/// Enters 1,008 scores on each of eight devices, of seven rounds, while they are apart from each other's.
private func benchmarkManyWriters(_ hosts: [Device]) throws {
  let rounds = (1...7).map { RoundID("many-\($0)") }
  for round in rounds { try makeRound(round, in: hosts[0].store) }
  for host in hosts {
    while try host.store.startedRounds().count < rounds.count {
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
  let begin = ContinuousClock.now
  for (index, host) in hosts.enumerated() {
    for round in rounds {
      for hole in 1...18 {
        try commit(
          hole: hole, players: Array(0..<8), (index + hole) % 10 + 1, round, in: host.store)
      }
    }
  }
  let entered = ContinuousClock.now
  let wanted = hosts.count * rounds.count * 18 * 8
  for host in hosts {
    while try rounds.reduce(0, { try $0 + host.store.events(of: $1).count }) < wanted {
      Thread.sleep(forTimeInterval: 0.1)
    }
  }
  report(
    "8 writers x 1,008 events everywhere", (ContinuousClock.now - begin) / .seconds(1), goal: 30,
    unit: "s")
  report("of that, entering them", (entered - begin) / .seconds(1), goal: 30, unit: "s")
  let exports = try hosts.map { try $0.store.exportLines() }
  guard exports.allSatisfy({ $0 == exports[0] }) else { fatalError("the logs differ") }
}

private func makeRound(_ id: RoundID, in store: ScoreStore) throws {
  let at = "2026-05-01T09:00:00.000Z"
  try store.createRound(
    id, course: Course.seeded[0], organiser: benchPlayers[0],
    joining: benchPlayers.map { .player($0) }, at: at)
  try store.startRound(id, at: at)
}

private func commit(
  hole: Int, players: [Int], _ strokes: Int, _ round: RoundID, in store: ScoreStore
) throws {
  let scores = players.compactMap { player in
    Strokes(strokes).map {
      ScoreCommit.Score(player: benchPlayers[player], result: .strokes($0), input: .voice)
    }
  }
  try store.commit(
    ScoreCommit(
      id: CommitID(UUID().uuidString), round: round, hole: hole, scores: scores,
      reportedBy: "Michael", deviceName: "phone", at: "2026-05-01T09:00:00.000Z"))
}
