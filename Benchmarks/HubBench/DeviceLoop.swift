import CEpoll
import Foundation
import HyzerBase
import ScoreLog

/// Devices of many groups on one thread, some of which enter scores.
@safe
final class DeviceLoop {
  private struct Commit {
    let device: Device
    let sent: ContinuousClock.Instant
    let phase: String
    let lastNumber: Int
    let message: [UInt8]
    /// A bit for each other device of the group that has not got it.
    var missing: Int
    var isTaken = false
  }

  /// A group that plays, and which scores were entered.
  private final class Played {
    var devices: [Device] = []
    var clock = 0
    var (numbers, holes): ([Int: Int], [Int: Int]) = ([:], [:])
  }

  /// Chosen: so many are let in at once, as many as a proxy before a host might let through.
  private static let mostConnecting = 256
  private static let lastScore = SaturdayLoad.players - 1
  /// Chosen: a device that floods waits for no answer until so many are open.
  private static let mostFlooding = 32

  var ports: [Int]
  private(set) var latencies: [String: [Double]] = [:]
  /// Until a host had the commit on its disk.
  private(set) var takingTimes: [String: [Double]] = [:]
  private(set) var (refused, losses, failures, flooded) = (0, 0, 0, 0)
  private var groups: [Int: Played] = [:]
  private var devices: [Device] = []
  private var commits: [Int: Commit] = [:]
  private var playing: [Int] = []
  private var queue: [Device] = []
  private var returning: [(at: ContinuousClock.Instant, device: Device)] = []
  private var connecting = 0
  private var flooder: Device?
  private var phase = ""
  private var random = SeededGenerator(seed: 1)
  private let poller = epoll_create1(0)
  private var events = unsafe [epoll_event](repeating: epoll_event(), count: 512)
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(ports: [Int]) { self.ports = ports }

  deinit { _ = Glibc.close(poller) }

  var isConnected: Bool { queue.isEmpty && returning.isEmpty && connecting == 0 }
  /// What was acknowledged, by the identifiers of the events.
  var taken: [String] {
    commits.filter(\.value.isTaken).flatMap { serial, _ in
      (0...Self.lastScore).map { "bench-\(serial).\($0)" }
    }
  }
  var unfinished: Int { commits.values.count { !$0.isTaken || $0.missing != 0 } }

  // MARK: - Connections

  /// Has a group's device connect: the first two are logs, the others phones; each is at another host than the one before.
  func add(group: Int, device number: Int, place: Int) {
    let device = Device(
      group: group, number: number, kind: number < 2 ? .log : .phone, host: number % ports.count,
      place: place, id: devices.count)
    if groups[group] == nil {
      groups[group] = Played()
      playing.append(group)
    }
    groups[group]?.devices.append(device)
    devices.append(device)
    device.state = .waiting
    queue.append(device)
  }

  private func connectSome() {
    let now = ContinuousClock.now
    if let first = returning.first, first.at <= now {
      queue += returning.prefix { $0.at <= now }.map(\.device)
      returning.removeAll { $0.at <= now }
    }
    while connecting < Self.mostConnecting, let device = queue.popLast() {
      connecting += 1
      guard device.connect(to: ports[device.host]) else {
        lose(device)
        continue
      }
      var event = unsafe epoll_event()
      unsafe event.events = EPOLLIN.rawValue
      unsafe event.data.u32 = UInt32(device.id)
      _ = unsafe epoll_ctl(poller, EPOLL_CTL_ADD, device.descriptor, &event)
    }
  }

  /// Has a device come back to another host, as soon as a program would.
  private func lose(_ device: Device) {
    losses += 1
    if device.state != .open { connecting -= 1 }
    device.close()
    device.host = (device.host + 1) % ports.count
    device.state = .waiting
    let pause = Duration.milliseconds(Int.random(in: 500...1000, using: &random))
    returning.append((.now + pause, device))
    returning.sort { $0.at < $1.at }
  }

  /// Says what a device follows, and from where.
  private func follow(_ device: Device) {
    let text =
      switch device.kind {
      case .log:
        #"{"kind":"follow","device":"d\#(device.number)","version":2,"after":{"sequence":"#
          + #"\#(device.place),"device":"\#(BenchDatabase.hub)"}}"#
      case .phone:
        #"{"kind":"hello","round":"today","vector":{"#
          + device.held.map { #""d\#($0)":\#($1)"# }.joined(separator: ",") + "}}"
      }
    device.send(Array(text.utf8))
  }

  private func open(_ device: Device) {
    guard device.state == .joining else { return }
    device.state = .open
    connecting -= 1
    for serial in device.pending {
      if let commit = commits[serial] { device.send(commit.message) }
    }
  }

  // MARK: - Messages

  private func take(_ message: ArraySlice<UInt8>, _ device: Device) {
    if message.isEmpty { return follow(device) }
    let head = message.prefix(4000)
    func says(_ kind: StaticString) -> Bool { Search.first(kind, in: head) != nil }
    switch device.kind {
    case .log where Search.first(#""kind":"lines""#, in: message) != nil:
      if let found = Search.first(#""sequence":"#, in: message) {
        device.place = max(device.place, Search.number(at: found + 11, in: message).value)
      }
      arrived(message, device)
    case .log where says(#""kind":"taken""#):
      acknowledged(device, isRefused: Search.first(#""events":[]"#, in: message) == nil)
    case .log where says(#""kind":"group""#): open(device)
    case .phone where says(#""kind":"events""#): arrived(message, device)
    case .phone where says(#""kind":"ack""#): acknowledged(device, isRefused: false)
    case .phone where says(#""kind":"welcome""#): open(device)
    case .phone where says(#""kind":"refused""#): refused += 1
    case _ where says(#""kind":"notice""#):
      failures += 1
      print(String(decoding: message, as: UTF8.self))
    default: break
    }
  }

  private func arrived(_ message: ArraySlice<UInt8>, _ device: Device) {
    var rest = message
    while let found = Search.first("bench-", in: rest) {
      let (serial, end) = Search.number(at: found + 6, in: rest)
      rest = rest[end...]
      // The last score of a commit says that all are there.
      guard rest.starts(with: [46, UInt8(48 + Self.lastScore)]), var commit = commits[serial]
      else { continue }
      let writer = commit.device.number
      device.held[writer] = max(device.held[writer] ?? 0, commit.lastNumber)
      guard commit.missing != 0 else { continue }
      commit.missing &= ~(1 << device.number)
      if commit.missing == 0 {
        latencies[commit.phase, default: []].append((.now - commit.sent) / .seconds(1))
      }
      commits[serial] = commit
    }
  }

  private func acknowledged(_ device: Device, isRefused: Bool) {
    guard !device.pending.isEmpty else { return }
    let serial = device.pending.removeFirst()
    if isRefused {
      refused += 1
      commits[serial] = nil
    } else if let commit = commits[serial] {
      commits[serial]?.isTaken = true
      if device === flooder { flooded += 1 }
      takingTimes[commit.phase, default: []].append((.now - commit.sent) / .seconds(1))
    }
  }

  // MARK: - Scores

  /// Enters a hole's scores on a device, and sends them where it is connected.
  private func enter(_ device: Device, _ group: Played, phase: String) {
    let serial = commits.count + refused
    let first = group.numbers[device.number] ?? 0
    let hole = (group.holes[device.number] ?? 0) % SaturdayLoad.holes + 1
    let name = BenchDatabase.players[device.number]
    let lines = (0...Self.lastScore).map { score in
      EventLine(
        .score(
          ScoreEvent(
            id: EventID("bench-\(serial).\(score)"),
            position: LogPosition(
              clock: group.clock + score + 1, device: DeviceID("d\(device.number)"),
              number: first + score + 1), round: BenchDatabase.today,
            player: BenchDatabase.players[score], hole: hole,
            result: Strokes(3).map { .strokes($0) },
            reportedBy: name, deviceName: "\(name)'s phone", input: .dial, at: BenchDatabase.time))
      ).json
    }
    group.clock += lines.count
    group.numbers[device.number] = first + lines.count
    group.holes[device.number] = hole
    let text =
      device.kind == .log
      ? #"{"kind":"lines","rounds":[{"round":"today","lines":\#(lines.json)}]}"#
      : #"{"kind":"events","round":"today","events":[\#(lines.joined(separator: ","))]}"#
    let others = group.devices.filter { $0 !== device }.reduce(0) { $0 | 1 << $1.number }
    let commit = Commit(
      device: device, sent: .now, phase: phase, lastNumber: first + lines.count,
      message: Array(text.utf8), missing: others)
    commits[serial] = commit
    device.pending.append(serial)
    if device.state == .open { device.send(commit.message) }
  }

  // MARK: - Time

  private func step(milliseconds: Int32) {
    connectSome()
    if let flooder, let group = groups[flooder.group], flooder.state == .open {
      while flooder.pending.count < Self.mostFlooding { enter(flooder, group, phase: "flooder") }
    }
    let count = unsafe epoll_wait(poller, &events, Int32(events.count), milliseconds)
    for place in 0..<max(0, Int(count)) {
      let device = devices[Int(unsafe events[place].data.u32)]
      guard device.descriptor >= 0 else { continue }
      if !device.read(into: &buffer, { take($0, device) }) { lose(device) }
    }
  }

  /// Has the groups enter so many commits a second for some seconds, at random times.
  func play(_ phase: String, seconds: Double, rate: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    var next = ContinuousClock.now
    while ContinuousClock.now < end {
      step(milliseconds: 2)
      while rate > 0, next < .now {
        next += .seconds(-log(Double.random(in: 0.0001..<1, using: &random)) / rate)
        let number = playing.randomElement(using: &random) ?? 0
        guard let group = groups[number] else { continue }
        // A log and a phone of each group.
        let writers = group.devices.filter { $0.number == 0 || $0.number == 2 && $0 !== flooder }
        if let writer = writers.randomElement(using: &random), writer !== flooder {
          enter(writer, group, phase: phase)
        }
      }
    }
  }

  /// Waits until something holds; returns after how many seconds, nil where it does not in a minute and a half.
  func wait(until isDone: () -> Bool) -> Double? {
    let start = ContinuousClock.now
    while !isDone() {
      step(milliseconds: 5)
      if .now - start > .seconds(90) { return nil }
    }
    return (.now - start) / .seconds(1)
  }

  /// Has a device of a group that does not play send as fast as it can.
  func flood(group: Int, place: Int) {
    add(group: group, device: 0, place: place)
    playing.removeLast()
    flooder = devices.last
  }

  func endFlood() { flooder = nil }
}
