import Foundation
import LoopbackClients
import Synchronization

/// A program under measurement, and what it prints first.
private final class Program {
  private let process = Process()
  let firstLine: String

  init(_ path: String, _ arguments: [String], _ environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var text = ""
    while !text.hasSuffix("\n"), let piece = try pipe.fileHandleForReading.read(upToCount: 1),
      !piece.isEmpty
    {
      text += String(decoding: piece, as: UTF8.self)
    }
    firstLine = text.trimmingCharacters(in: .newlines)
  }

  func wait() { process.waitUntilExit() }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// What it has in memory, in MB.
  var memory: Double {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}

/// When events were sent, and how long they took to each follower of the round, in milliseconds.
private final class Journeys: Sendable {
  private let sent = Mutex<[String: ContinuousClock.Instant]>([:])
  private let taken = Mutex<[Double]>([])

  func send(_ id: String) { sent.withLock { $0[id] = .now } }

  func arrive(_ id: String) {
    let now = ContinuousClock.now
    guard let start = sent.withLock({ $0[id] }) else { return }
    taken.withLock { $0.append((now - start) / .milliseconds(1)) }
  }

  var times: [Double] { taken.withLock { $0 } }
}

/// Reports how fast scores come from phone to phone, and what 200 watchers and 8 scorers cost the host.
func benchmarkPage(in folder: URL) throws {
  let (watchers, names) = (200, ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"])
  let hyzer = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "hyzer").path
  let environment = ["HYZER_DB": folder.appending(path: "scores.db").path, "HYZER_USER": "Ann"]
  let made = try Program(
    hyzer, ["round", "new", "--course", "Cedar Creek"] + names.flatMap { ["--player", $0] },
    environment)
  made.wait()
  let invited = try Program(hyzer, ["round", "invite", "--json"], environment)
  invited.wait()
  struct Invited: Decodable { let code: String }
  let code = try JSONDecoder().decode(Invited.self, from: Data(invited.firstLine.utf8)).code
  let host = try Program(hyzer, ["serve", "--address", "127.0.0.1:0"], environment)
  defer { host.end() }
  let port = Int(host.firstLine.split(separator: ":").last ?? "") ?? 0

  struct Joined: Decodable { let token, device: String }
  func join(_ player: String?) throws -> Joined {
    let body = "{\"code\":\"\(code)\",\"player\":\(player.map { "\"\($0)\"" } ?? "null")}"
    let answer = try LoopbackClient(port: port).ask(
      "POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return try JSONDecoder().decode(Joined.self, from: Data(answer.body.utf8))
  }
  let journeys = Journeys()
  let scorers = try names.map { try join($0) }
  let clients = try scorers.map { try follow(made.firstLine, $0.token, port: port) }
  let before = host.memory
  let watcher = try join(nil)
  let events = 18 * names.count
  for _ in 0..<watchers {
    let (token, round) = (watcher.token, made.firstLine)
    let thread = Thread {
      var left = events
      // A client that fails has fewer journeys, which is reported.
      guard let client = try? follow(round, token, port: port) else { return }
      while left > 0, let frame = try? client.frame() {
        for id in ids(in: frame.payload) {
          journeys.arrive(id)
          left -= 1
        }
      }
    }
    thread.stackSize = 1 << 18
    thread.start()
  }
  Thread.sleep(forTimeInterval: 2)
  for hole in 1...18 {
    for (index, client) in clients.enumerated() {
      let id = "bench-\(index)-\(hole).1"
      journeys.send(id)
      try client.frame(
        text: """
          {"kind":"events","round":"\(made.firstLine)","events":[{"id":"\(id)","round":"\(made.firstLine)",\
          "player":"\(names[index])","hole":\(hole),"strokes":3,"supersedes":null,"reportedBy":"x",\
          "device":"\(scorers[index].device)","input":"picked","transcript":null,"confidence":null,\
          "at":"2026-05-01T09:30:00.000Z","number":\(hole),"clock":\(hole),"deviceName":"x",\
          "kind":"score"}]}
          """)
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
  for _ in 0..<100 where journeys.times.count < events * watchers {
    Thread.sleep(forTimeInterval: 0.1)
  }
  let times = journeys.times
  let lost = events * watchers - times.count
  report("page: events that did not arrive", Double(lost), goal: 0, unit: "of \(events * watchers)")
  guard !times.isEmpty else { return }
  report("page: phone to 200 watchers, median", percentile(50, of: times), goal: 500, unit: "ms")
  report("page: phone to 200 watchers, p99", percentile(99, of: times), goal: 500, unit: "ms")
  report("page: memory of 200 watchers", host.memory - before, goal: 30, unit: "MB")
}

/// Connects to a host and follows a round, up to the welcome.
private func follow(_ round: String, _ token: String, port: Int) throws -> LoopbackClient {
  let client = try LoopbackClient(port: port)
  _ = try client.upgrade(
    "/live", subprotocol: "hyzer.1", headers: ["Authorization: Bearer \(token)"])
  try client.frame(text: "{\"kind\":\"hello\",\"round\":\"\(round)\",\"vector\":{}}")
  _ = try client.frame()
  return client
}

/// Returns the identifiers of the measurement's events in a message; 200 readers have no time for more.
private func ids(in message: [UInt8]) -> [String] {
  let mark = Array("\"id\":\"bench-".utf8)
  var (ids, index): ([String], Int) = ([], 0)
  while index + mark.count < message.count {
    guard message[index] == mark[0], message[index..<index + mark.count].elementsEqual(mark) else {
      index += 1
      continue
    }
    let id = message[(index + 6)...].prefix { $0 != UInt8(ascii: "\"") }
    ids.append(String(decoding: id, as: UTF8.self))
    index += mark.count
  }
  return ids
}
