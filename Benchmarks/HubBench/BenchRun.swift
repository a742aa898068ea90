import Foundation
import ScoreLog
import TestSupport

/// The whole measurement: the database, then the groups in steps, each with hosts of its own.
struct BenchRun {
  /// Where growth is looked at; the last is what the goals are for.
  private static let steps =
    CommandLine.arguments.dropFirst().first == "short"
    ? [100] : [100, 1000, SaturdayLoad.groups]
  private static let seconds = CommandLine.arguments.dropFirst().first == "short" ? 8.0 : 45
  private static let rate = SaturdayLoad.commitRate * SaturdayLoad.density

  /// Whether all that was acknowledged was found, once.
  private(set) var isWhole = true
  private let database: BenchDatabase
  private var known: Set<String> = []

  init() throws { database = try BenchDatabase() }

  mutating func measure() throws {
    for count in Self.steps {
      let start = ContinuousClock.now
      try database.fill(to: count)
      Report.title("\(count) groups, \(SaturdayLoad.playing(of: count)) of them playing")
      Report.line("filling the database", seconds: (.now - start) / .seconds(1))
      Report.line("a group on the disk", "\(try database.bytesOfGroup / 1000) kB")
      try measure(count, isLast: count == Self.steps.last)
    }
    let drill = try database.drill()
    Report.title("Backup and restore of all groups")
    Report.line("backup", seconds: drill.backup)
    Report.line("restore into an empty database", seconds: drill.restore)
    Report.line("all groups and events are there", "\(drill.isWhole)", isMet: drill.isWhole)
    isWhole = isWhole && drill.isWhole
    if CommandLine.arguments.contains("statements") { print(try database.slowest()) }
  }

  private mutating func measure(_ count: Int, isLast: Bool) throws {
    var hosts = try (0..<2).map { _ in try HostProcess(database.hostAddress) }
    defer { for host in hosts { host.stop() } }
    let loop = DeviceLoop(ports: hosts.map(\.port))
    let playing = SaturdayLoad.playing(of: count)
    func memory() -> Int { hosts.reduce(0) { $0 + Processes.kilobytes(of: $1.id) } }
    let server = try database.server.process
    func processorSeconds() -> (host: Double, server: Double) {
      (hosts.reduce(0) { $0 + Processes.seconds(of: $1.id) }, Processes.secondsOfTree(server))
    }

    // One device of each group at each host, then the others.
    let (empty, beginning) = (memory(), processorSeconds())
    var connectingTime = 0.0
    func connect(_ devices: [Int]) {
      for group in 1...playing {
        for device in devices { loop.add(group: group, device: device, place: database.lastPlace) }
      }
      connectingTime += loop.wait { loop.isConnected } ?? .infinity
    }
    connect([0, 1])
    let withGroups = memory()
    connect([2, 3, 4])
    let connections = playing * SaturdayLoad.awake
    let before = processorSeconds()
    loop.play("idle", seconds: 5, rate: 0)
    let idle = processorSeconds()
    Report.line("\(connections) connections are made", seconds: connectingTime)
    Report.line(
      "processor of a connection: hosts, PostgreSQL",
      String(
        format: "%.1f ms, %.1f ms",
        (before.host - beginning.host) / Double(connections) * 1000,
        (before.server - beginning.server) / Double(connections) * 1000))
    Report.line(
      "memory of a followed group, with one connection",
      "\((withGroups - empty) / (2 * playing)) kB")
    Report.line(
      "memory of each further connection", "\((memory() - withGroups) / (3 * playing)) kB")
    Report.line("memory of both hosts", "\(memory() / 1000) MB")
    Report.line(
      "processor while nobody enters: hosts, PostgreSQL",
      Report.percent((idle.host - before.host) / 5) + ", "
        + Report.percent((idle.server - before.server) / 5))

    let (statements, syncs) = (try database.statements(), try database.syncs())
    let start = processorSeconds()
    loop.play("steady", seconds: Self.seconds, rate: Self.rate)
    let end = processorSeconds()
    let commits = Double(max(1, loop.takingTimes["steady"]?.count ?? 0))
    let asked = try database.statements() - statements
    Report.line("commits a second", String(format: "%.1f", commits / Self.seconds))
    Report.line(
      "processor of a commit: hosts, PostgreSQL",
      String(
        format: "%.1f ms, %.1f ms", (end.host - start.host) / commits * 1000,
        (end.server - start.server) / commits * 1000))
    Report.line("statements of a commit", "\(Int(Double(asked) / commits))")
    let synced = try database.syncs()
    let waits = synced.count - syncs.count
    Report.line(
      "waits for the disk of a commit, each",
      String(
        format: "%.1f, %.1f ms", waits / commits,
        (synced.milliseconds - syncs.milliseconds) / max(1, waits)))
    Report.times("commit to disk", loop.takingTimes["steady"])
    if isLast { try disturb(loop, &hosts, count) }
    let left = loop.wait { loop.unfinished == 0 && loop.isConnected }
    Report.times("commit to others' standings", loop.latencies["steady"], goal: 1)
    for phase in ["beside enter and join", "beside a flood", "beside an end"] {
      Report.times("commit to others, \(phase)", loop.latencies[phase], goal: 1)
    }
    try check(loop, everythingCame: left != nil)
  }

  /// What other groups do, one that floods, and the end of a host.
  private mutating func disturb(_ loop: DeviceLoop, _ hosts: inout [HostProcess], _ count: Int)
    throws
  {
    let playing = SaturdayLoad.playing(of: count)
    func probes(_ phase: String) -> Probes {
      Probes(
        port: hosts[1].port, playing: playing, idle: playing + 2..<count + 1,
        place: database.lastPlace,
        big: (database.bigGroup.secret.text, database.bigPlace), phase: phase)
    }
    func end(_ probes: Probes) {
      let found = probes.end()
      known.formUnion(found.taken)
      for (name, times) in found.times.sorted(by: { $0.key < $1.key }) {
        Report.times(name, times, goal: name.hasPrefix("enter") ? 0.3 : 3)
      }
      for problem in found.problems { print("  " + problem) }
    }
    let calm = probes("no flood")
    loop.play("beside enter and join", seconds: Self.seconds, rate: Self.rate)
    end(calm)
    loop.flood(group: playing + 1, place: database.lastPlace)
    let wild = probes("flood")
    loop.play("beside a flood", seconds: Self.seconds, rate: Self.rate)
    end(wild)
    loop.endFlood()
    Report.line("commits a second of who floods", "\(Int(Double(loop.flooded) / Self.seconds))")
    let losses = loop.losses
    hosts.removeFirst().kill()
    let away = loop.wait { loop.losses > losses }
    loop.play("beside an end", seconds: 1, rate: Self.rate)
    var back: Double?
    let start = ContinuousClock.now
    while away != nil, .now - start < .seconds(Self.seconds) {
      loop.play("beside an end", seconds: 0.5, rate: Self.rate)
      if loop.isConnected, back == nil { back = (.now - start) / .seconds(1) + 1 }
    }
    Report.line(
      "one host killed: \(loop.losses - losses) devices away, all back", seconds: back ?? .infinity)
  }

  private mutating func check(_ loop: DeviceLoop, everythingCame: Bool) throws {
    let taken = Set(loop.taken)
    let written = try database.written()
    let each = Set(written)
    known.formUnion(taken)
    let lost = known.subtracting(each).count
    let doubled = written.count - each.count
    Report.line(
      "of \(known.count) acknowledged events lost, doubled", "\(lost), \(doubled)",
      isMet: lost == 0 && doubled == 0)
    Report.line(
      "refused; not arrived everywhere; notices",
      "\(loop.refused); \(loop.unfinished); \(loop.failures)")
    isWhole = isWhole && lost == 0 && doubled == 0
    known = []
    // The next hosts' devices count from the beginning again.
    try database.forget()
  }
}

/// Prints the table.
enum Report {
  static func title(_ text: String) { show("\n" + text) }

  private static func show(_ text: String) {
    print(text)
    // At once, also where it goes to a file.
    _ = fflush(nil)
  }

  static func line(_ name: String, _ value: String, isMet: Bool? = nil) {
    let verdict = isMet.map { $0 ? "   met" : "   MISSED" } ?? ""
    show(
      "  " + name.padding(toLength: max(56, name.count + 1), withPad: " ", startingAt: 0) + value
        + verdict)
  }

  static func line(_ name: String, seconds: Double) {
    line(name, seconds.isFinite ? String(format: "%.1f s", seconds) : "not in time")
  }

  static func percent(_ share: Double) -> String {
    String(format: "%.0f %% of a core", share * 100)
  }

  /// Prints percentiles, and whether the 99th is within a goal in seconds.
  static func times(_ name: String, _ seconds: [Double]?, goal: Double? = nil) {
    guard let sorted = seconds?.sorted(), !sorted.isEmpty else { return }
    let values = [50, 95, 99].map { percent in
      String(
        format: "p%d %.0f", percent,
        sorted[min(sorted.count - 1, sorted.count * percent / 100)] * 1000)
    }
    let limit = goal.map { String(format: " (goal %g s)", $0) } ?? ""
    let worst = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    line(
      name, "\(values.joined(separator: ", ")) ms of \(sorted.count)\(limit)",
      isMet: goal.map { worst <= $0 })
  }
}
