import Foundation
import HyzerBase
import LoopbackClients
import ScoreLog
import Synchronization

/// What programs ask of a host now and then, each by a connection of its own, on a thread of its own.
final class Probes: Sendable {
  struct Found {
    /// Seconds, by what was done.
    var times: [String: [Double]] = [:]
    var taken: [String] = []
    var problems: [String] = []
  }

  private struct Failed: Error { let what: String }

  private struct State {
    var found = Found()
    var phase: String?
  }

  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Asks one host until it is told to end: `enter` twice a second, of groups that play and of others, and every few
  /// seconds joins the big group.
  init(
    port: Int, playing: Int, idle: Range<Int>, place: Int, big: (secret: String, place: Int),
    phase: String
  ) {
    state.withLock { $0.phase = phase }
    let thread = Thread { [self] in
      var count = 0
      while let phase = state.withLock({ $0.phase }) {
        attempt("join, \(phase)", when: count % 16 == 3) {
          try Self.join(
            port, "joiner-\(phase)-\(count)".replacing(" ", with: "-"), big.secret, upTo: big.place)
        }
        let group = count % 2 == 0 ? 1 + count % playing : idle.lowerBound + count % idle.count
        let id = "enter-\(phase.replacing(" ", with: ""))-\(count)"
        attempt("enter, \(phase)", when: true) {
          try Self.enter(port, group: group, id: id, after: place)
          state.withLock { $0.found.taken.append("\(id).0") }
        }
        count += 1
        Thread.sleep(forTimeInterval: 0.5)
      }
      hasEnded.signal()
    }
    thread.start()
  }

  func end() -> Found {
    state.withLock { $0.phase = nil }
    hasEnded.wait()
    return state.withLock { $0.found }
  }

  private func attempt(_ name: String, when isTime: Bool, _ body: () throws -> Void) {
    guard isTime else { return }
    let start = ContinuousClock.now
    do {
      try body()
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      state.withLock { $0.found.times[name, default: []].append(seconds) }
    } catch {
      state.withLock { $0.found.problems.append("\(name): \(error)") }
    }
  }

  private static func connect(_ port: Int, _ authorization: String) throws -> LoopbackClient {
    let client = try LoopbackClient(port: port)
    let status = try client.ask(Device.upgrade(authorization: authorization)).status
    guard status == 101 else { throw Failed(what: "status \(status)") }
    return client
  }

  /// Waits for a message of a kind, and hands over all that come until then.
  private static func await(
    _ kind: StaticString, _ client: LoopbackClient, _ take: ([UInt8]) -> Void = { _ in }
  ) throws {
    while true {
      let (opcode, payload) = try client.frame()
      guard opcode != 8 else { throw Failed(what: "closed") }
      take(payload)
      if Search.first(kind, in: payload[...]) != nil { return }
    }
  }

  /// Does what a command does with a score: sends it, waits until it is taken, and compares.
  private static func enter(_ port: Int, group: Int, id: String, after place: Int) throws {
    let client = try connect(port, "Bearer \(BenchDatabase.token(group, 1))")
    try client.frame(
      text:
        #"{"kind":"follow","device":"d1","version":2,"after":{"sequence":\#(place),"device":"hub"}}"#
    )
    try self.await(#""kind":"group""#, client)
    let line = EventLine(
      .score(
        ScoreEvent(
          id: EventID("\(id).0"),
          position: LogPosition(clock: 1, device: "enterer", number: 1), round: BenchDatabase.today,
          player: "Jake", hole: 18, result: Strokes(4).map { .strokes($0) }, reportedBy: "Jake",
          deviceName: "laptop", input: .typed, at: BenchDatabase.time))
    ).json
    try client.frame(
      text: #"{"kind":"lines","rounds":[{"round":"today","lines":\#([line].json)}]}"#)
    try self.await(#""kind":"taken""#, client) { message in
      if Search.first("\"cause\"", in: message[...]) != nil {
        print(String(decoding: message, as: UTF8.self))
      }
    }
    try client.frame(text: #"{"kind":"compare","eachRound":false}"#)
    try self.await(#""kind":"digest""#, client)
    try client.frame(8, [])
  }

  /// Joins a group by its invitation, and reads all that its log holds.
  private static func join(_ port: Int, _ device: String, _ secret: String, upTo end: Int) throws {
    let client = try connect(port, "Invitation \(secret)")
    try client.frame(text: #"{"kind":"follow","device":"\#(device)","version":2}"#)
    var place = 0
    while place < end {
      try self.await(#""kind":"lines""#, client) { message in
        if let found = Search.first(#""sequence":"#, in: message[...]) {
          place = max(place, Search.number(at: found + 11, in: message[...]).value)
        }
      }
    }
    try client.frame(8, [])
  }
}
