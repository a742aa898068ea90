import DiscGolf
import HyzerBase
import ScoreLog
import TestSupport
import Testing

/// A gathering that is fed one event after another.
private struct Talk {
  var gathering: Gathering
  var now = Duration.zero

  init(holding own: [RoundID: VersionVector] = [:], seed: UInt64 = 1) {
    gathering = Gathering(holding: own, random: SeededGenerator(seed: seed), at: .zero)
  }

  /// A connection on which the peer has said what it holds.
  init(holding own: [RoundID: VersionVector], peer: [RoundID: VersionVector]) {
    self.init(holding: own)
    _ = feed(.connected)
    _ = feed(.received(.welcome(peer)))
  }

  mutating func feed(_ event: Gathering.Event, after time: Duration = .zero) -> [Gathering.Effect] {
    now += time
    return gathering.handle(event, at: now)
  }

  /// Lets time pass as whoever looks just when it is wanted, until something is to be done.
  mutating func wait() -> [Gathering.Effect] {
    while let wakeAt = gathering.wakeAt {
      now = max(now, wakeAt)
      let effects = gathering.handle(.tick, at: now)
      if !effects.isEmpty { return effects }
    }
    return []
  }

  func progress(_ device: DeviceID, _ numbers: ClosedRange<Int>) -> [Gathering.Progress] {
    numbers.map {
      gathering.progress(of: LogPosition(clock: 1, device: device, number: $0), in: "r")
    }
  }
}

/// Returns what is held of the round "r", from a text such as "a3 b2".
private func holding(_ script: String, of round: RoundID = "r") -> [RoundID: VersionVector] {
  let numbers = script.split(separator: " ").compactMap { word in
    Int(word.dropFirst()).map { (DeviceID(String(word.prefix(1))), $0) }
  }
  return [round: VersionVector(Dictionary(uniqueKeysWithValues: numbers))]
}

private func batch(_ events: [LoggedEvent], round: RoundID = "r") throws -> RoundBatch {
  RoundBatch(round: try makeRecord(round), events: events)
}

@Suite struct GatheringTests {
  // MARK: - What is sent

  struct Lack: Sendable, CustomTestStringConvertible {
    let own, peer: [RoundID: VersionVector]
    let sent: [LogExcerpt]
    let testDescription: String

    init(
      _ testDescription: String, own: [RoundID: VersionVector], peer: [RoundID: VersionVector],
      sent: [LogExcerpt]
    ) {
      (self.testDescription, self.own, self.peer, self.sent) = (testDescription, own, peer, sent)
    }
  }

  static let lacks = [
    Lack("all is there", own: holding("a3 b2"), peer: holding("a3 b2"), sent: []),
    Lack("the peer has more", own: holding("a3"), peer: holding("a5 b2"), sent: []),
    Lack(
      "one device's events are missing", own: holding("a3 b2"), peer: holding("a1 b2"),
      sent: [LogExcerpt("r", ["a": 2..<4])]),
    Lack(
      "both lack something", own: holding("a3"), peer: holding("b2"),
      sent: [LogExcerpt("r", ["a": 1..<4])]),
    Lack(
      "a round is unknown, and has no events", own: holding(""), peer: [:],
      sent: [LogExcerpt("r", [:])]),
    Lack("a round without events is known", own: holding(""), peer: holding(""), sent: []),
    Lack("only the peer has the round", own: [:], peer: holding("a1"), sent: []),
    Lack(
      "two rounds in one message",
      own: holding("a1").merging(holding("b2", of: "s")) { $1 }, peer: [:],
      sent: [LogExcerpt("r", ["a": 1..<2]), LogExcerpt("s", ["b": 1..<3])]),
    Lack(
      "more than 200", own: holding("a150 b90"), peer: [:],
      sent: [LogExcerpt("r", ["a": 1..<151, "b": 1..<51])]),
    Lack(
      "more than 200 in the first round",
      own: holding("a300").merging(holding("b2", of: "s")) { $1 }, peer: [:],
      sent: [LogExcerpt("r", ["a": 1..<201])]),
    Lack(
      "more than 200 rounds without events",
      own: Dictionary(uniqueKeysWithValues: (1...250).map { (RoundID("\($0)"), VersionVector()) }),
      peer: [:],
      sent: (1...250).map { RoundID("\($0)") }.sorted()[..<200].map { LogExcerpt($0, [:]) }),
  ]

  @Test(arguments: lacks)
  func `what the peer lacks is sent when it has said what it holds`(_ lack: Lack) {
    let sent = lack.sent.isEmpty ? [] : [Gathering.Effect.sendEvents(lack.sent)]
    var talk = Talk(holding: lack.own)
    #expect(talk.feed(.connected) == [.send(.hello(lack.own))])
    #expect(talk.feed(.grew(lack.own)) == [])
    #expect(talk.feed(.received(.welcome(lack.peer))) == sent)

    let count = lack.sent.flatMap(\.numbers.values).reduce(0) { $0 + $1.count }
    #expect(talk.gathering.backlog.inFlight == count)
    #expect(talk.gathering.backlog.failed == 0)

    var asked = Talk(holding: lack.own)
    _ = asked.feed(.connected)
    #expect(asked.feed(.received(.hello(lack.peer))) == [.send(.welcome(lack.own))] + sent)
  }

  @Test func `what is acknowledged makes room for more`() throws {
    var talk = Talk(holding: holding("a450"), peer: holding(""))
    #expect(
      talk.feed(.received(.ack(holding("a199")))) == [
        .sendEvents([LogExcerpt("r", ["a": 201..<400])])
      ])
    #expect(
      talk.feed(.received(.ack(holding("a200")))) == [
        .sendEvents([LogExcerpt("r", ["a": 400..<401])])
      ])
    #expect(
      talk.feed(.received(.ack(holding("a400")))) == [
        .sendEvents([LogExcerpt("r", ["a": 401..<451])])
      ])
    #expect(talk.gathering.backlog == .init(inFlight: 50))
    #expect(talk.feed(.received(.ack(holding("a450")))) == [])
    #expect(talk.gathering.backlog == .init())
    // Nothing is left that would have to be sent again.
    #expect(try #require(talk.gathering.wakeAt) >= .seconds(24))
  }

  @Test func `an event that is made while others are on their way follows at once, alone`() {
    var talk = Talk(holding: holding("a3"), peer: holding("a1"))
    #expect(talk.feed(.grew(holding("a4"))) == [.sendEvents([LogExcerpt("r", ["a": 4..<5])])])
    #expect(talk.feed(.grew(holding("a4"))) == [])
    #expect(
      talk.feed(.grew(holding("a3", of: "s"))) == [.sendEvents([LogExcerpt("s", ["a": 1..<4])])])
  }

  @Test func `what is not acknowledged in 5 seconds is sent again, from what the peer has`() {
    var talk = Talk(holding: holding("a3 b2"), peer: holding(""))
    #expect(talk.feed(.received(.ack(holding("a1")))) == [])
    #expect(talk.feed(.tick, after: .milliseconds(4999)) == [])
    #expect(talk.gathering.wakeAt == .seconds(5))
    #expect(
      talk.feed(.tick, after: .milliseconds(1)) == [
        .sendEvents([LogExcerpt("r", ["a": 2..<4, "b": 1..<3])])
      ])
    #expect(talk.feed(.tick) == [])
    #expect(talk.gathering.wakeAt == .seconds(10))
  }

  @Test func `a round without events is sent again until the peer has it`() {
    var talk = Talk(holding: holding("").merging(holding("a1", of: "s")) { $1 }, peer: [:])
    #expect(talk.feed(.tick) == [])
    #expect(talk.feed(.received(.ack(holding("a1", of: "s")))) == [])
    #expect(talk.feed(.tick, after: .seconds(5)) == [.sendEvents([LogExcerpt("r", [:])])])
    #expect(talk.feed(.received(.ack(holding("")))) == [])
    #expect(talk.feed(.tick, after: .seconds(5)) == [])
  }

  @Test func `an acknowledgement that was overtaken takes nothing back`() {
    var talk = Talk(holding: holding("a3"), peer: holding(""))
    #expect(talk.feed(.received(.ack(holding("a3")))) == [])
    #expect(talk.feed(.received(.ack(holding("a1")))) == [])
    #expect(talk.progress("a", 1...3) == [.synced, .synced, .synced])
  }

  @Test func `a peer that was restored from a backup gets its events again`() {
    var talk = Talk(holding: holding("a3 b2"), peer: holding("a3 b2"))
    #expect(
      talk.feed(.received(.welcome(holding("a1")))) == [
        .sendEvents([LogExcerpt("r", ["a": 2..<4, "b": 1..<3])])
      ])
    // What it lacks and is not on its way is sent also while something is.
    #expect(
      talk.feed(.received(.hello(holding("")))) == [
        .send(.welcome(holding("a3 b2"))), .sendEvents([LogExcerpt("r", ["a": 1..<2])]),
      ])
    // A round that it does not name it does not have any more.
    talk = Talk(holding: holding("a3"), peer: holding("a3"))
    #expect(talk.feed(.received(.welcome([:]))) == [.sendEvents([LogExcerpt("r", ["a": 1..<4])])])
  }

  @Test func `what the peer has by another way is not waited for`() throws {
    let events = [makeLogged("a", 1), makeLogged("a", 2)]
    for message in [
      SyncMessage.welcome(holding("a2")), .hello(holding("a2")), .events([try batch(events)]),
    ] {
      var talk = Talk(holding: holding("a2"), peer: holding(""))
      #expect(talk.gathering.backlog == .init(inFlight: 2))
      _ = talk.feed(.received(message))
      #expect(talk.progress("a", 1...2) == [.synced, .synced])
      #expect(talk.gathering.backlog == .init())
      #expect(try #require(talk.gathering.wakeAt) >= .seconds(24))
    }
  }

  // MARK: - What is received

  @Test func `events are acknowledged when they are on the disk`() throws {
    var talk = Talk(holding: holding(""), peer: holding(""))
    let batches = [try batch([makeLogged("b", 1), makeLogged("b", 2)])]
    #expect(talk.feed(.received(.events(batches))) == [.store(batches)])
    #expect(talk.feed(.tick, after: .seconds(5)) == [])
    #expect(talk.feed(.stored(holding("b2"))) == [.send(.ack(holding("b2")))])
  }

  @Test func `what is not taken is said`() throws {
    var talk = Talk(holding: holding("b1"), peer: holding("b1"))
    let refusals = [Refusal.event("r", "b", number: 1)]
    #expect(
      talk.feed(.stored(holding("b1"), refusing: refusals)) == [
        .send(.ack(holding("b1"))), .send(.refused(refusals)),
      ])
    #expect(
      talk.feed(.stored([:], refusing: [.round("x")])) == [.send(.refused([.round("x")]))])
  }

  @Test func `events go on to everybody but the peer that sent them`() throws {
    var talk = Talk(holding: holding(""), peer: holding("b1"))
    _ = talk.feed(.received(.events([try batch([makeLogged("b", 2), makeLogged("c", 1)])])))
    #expect(talk.feed(.stored(holding("b2 c1"))) == [.send(.ack(holding("b2 c1")))])
    // What came from elsewhere in the meantime goes to this one too.
    #expect(
      talk.feed(.stored(holding("b2 c1 d1"))) == [
        .send(.ack(holding("b2 c1 d1"))), .sendEvents([LogExcerpt("r", ["d": 1..<2])]),
      ])

    var other = Talk(holding: holding(""), peer: holding(""))
    #expect(
      other.feed(.grew(holding("b2 c1"))) == [
        .sendEvents([LogExcerpt("r", ["b": 1..<3, "c": 1..<2])])
      ])
  }

  @Test func `of events with a gap before them nobody is taken to have those before`() throws {
    var talk = Talk(holding: holding("b2"), peer: holding(""))
    _ = talk.feed(.received(.events([try batch([makeLogged("b", 2)])])))
    #expect(talk.progress("b", 1...2) == [.inFlight, .inFlight])
  }

  // MARK: - Refusals

  @Test func `what is refused is reported once, and what follows it waits for the next connection`()
  {
    var talk = Talk(holding: holding("a3 b2"), peer: holding(""))
    let refusal = Refusal.event("r", "a", number: 2)
    #expect(talk.feed(.received(.refused([refusal]))) == [.report([refusal])])
    #expect(talk.feed(.received(.refused([refusal]))) == [])
    #expect(talk.feed(.received(.ack(holding("a1 b2")))) == [])
    #expect(talk.progress("a", 1...3) == [.synced, .failed(refusal), .failed(refusal)])
    #expect(talk.gathering.backlog == .init(failed: 2))
    #expect(talk.feed(.tick, after: .seconds(10)) == [])
    // Other devices go on.
    #expect(talk.feed(.grew(holding("a3 b3"))) == [.sendEvents([LogExcerpt("r", ["b": 3..<4])])])

    _ = talk.feed(.disconnected)
    _ = talk.feed(.connected)
    #expect(
      talk.feed(.received(.welcome(holding("a1 b3")))) == [
        .sendEvents([LogExcerpt("r", ["a": 2..<4])])
      ])
  }

  @Test func `where the peer has another event, that one stays failed and the next ones go on`() {
    var talk = Talk(holding: holding("a3"), peer: holding(""))
    let refusal = Refusal.event("r", "a", number: 2)
    _ = talk.feed(.received(.refused([refusal])))
    #expect(
      talk.feed(.received(.ack(holding("a2")))) == [.sendEvents([LogExcerpt("r", ["a": 3..<4])])])
    _ = talk.feed(.disconnected)
    _ = talk.feed(.connected)
    _ = talk.feed(.received(.welcome(holding("a3"))))
    #expect(talk.progress("a", 1...3) == [.synced, .failed(refusal), .synced])
    #expect(talk.gathering.backlog == .init(failed: 1))
  }

  @Test func `what is refused and became another device's has not failed any more`() {
    var talk = Talk(holding: holding("a3"), peer: holding(""))
    _ = talk.feed(.received(.ack(holding("a2"))))
    _ = talk.feed(.received(.refused([.event("r", "a", number: 2)])))
    #expect(
      talk.feed(.grew(holding("a1 c2"))) == [.sendEvents([LogExcerpt("r", ["c": 1..<3])])])
    #expect(talk.gathering.backlog == .init(inFlight: 2))
  }

  @Test(arguments: [Refusal.round("r"), .device("a")])
  func `a round or device that is refused is left alone, and others go on`(_ refusal: Refusal) {
    let own = holding("a2").merging(holding("b250", of: "s")) { $1 }
    var talk = Talk(holding: own, peer: refusal == .round("r") ? [:] : holding(""))
    #expect(
      talk.feed(.received(.refused([refusal]))) == [
        .report([refusal]), .sendEvents([LogExcerpt("s", ["b": 199..<201])]),
      ])
    #expect(talk.progress("a", 1...2) == [.failed(refusal), .failed(refusal)])
    #expect(talk.gathering.backlog == .init(pending: 50, inFlight: 200, failed: 2))
  }

  // MARK: - The connection

  @Test
  func `what was on its way has failed when the connection ends, and is sent at the next chance`() {
    var talk = Talk(holding: holding("a3"), peer: holding("a1"))
    #expect(talk.progress("a", 1...3) == [.synced, .inFlight, .inFlight])
    #expect(talk.gathering.backlog == .init(inFlight: 2))
    #expect(talk.feed(.disconnected) == [])
    #expect(talk.feed(.grew(holding("a4"))) == [])
    #expect(talk.progress("a", 1...4) == [.synced, .failed(nil), .failed(nil), .pending])
    #expect(talk.gathering.backlog == .init(pending: 1, failed: 2))
    #expect(talk.wait() == [.connect])
    #expect(talk.feed(.connected) == [.send(.hello(holding("a4")))])
    #expect(talk.feed(.tick, after: .seconds(5)) == [.send(.hello(holding("a4")))])
    #expect(talk.progress("a", 1...4) == [.synced, .failed(nil), .failed(nil), .pending])
    // One of them had come through.
    #expect(
      talk.feed(.received(.welcome(holding("a2")))) == [
        .sendEvents([LogExcerpt("r", ["a": 3..<5])])
      ])
    #expect(talk.progress("a", 1...4) == [.synced, .synced, .inFlight, .inFlight])
  }

  @Test func `what comes after the connection ended does nothing, and is not acknowledged`() throws
  {
    var talk = Talk(holding: holding("a1"), peer: holding(""))
    let batches = [try batch([makeLogged("b", 1)])]
    _ = talk.feed(.received(.events(batches)))
    _ = talk.feed(.disconnected)
    #expect(talk.feed(.stored(holding("a1 b1"))) == [])
    #expect(talk.feed(.received(.events(batches))) == [])
    #expect(talk.feed(.received(.ack(holding("a1")))) == [])
    #expect(talk.progress("a", 1...1) == [.failed(nil)])
    // What was stored meanwhile is known.
    _ = talk.feed(.connected)
    #expect(talk.feed(.received(.hello([:]))).first == .send(.welcome(holding("a1 b1"))))
  }

  @Test func `a connection is wanted at once, and asked for once`() {
    var talk = Talk()
    #expect(talk.gathering.wakeAt == .zero)
    #expect(talk.feed(.tick) == [.connect])
    #expect(talk.gathering.wakeAt == nil)
    #expect(talk.feed(.tick, after: .seconds(60)) == [])
  }

  @Test func `a new connection takes the place of one whose end nobody saw`() {
    var talk = Talk(holding: holding("a1"), peer: holding(""))
    #expect(talk.feed(.connected, after: .seconds(1)) == [.send(.hello(holding("a1")))])
    #expect(
      talk.feed(.received(.welcome(holding("")))) == [.sendEvents([LogExcerpt("r", ["a": 1..<2])])])
  }

  @Test(arguments: UInt64(1)...20)
  func `a lost connection is tried again after 0.5 to 30 seconds, later each time`(_ seed: UInt64) {
    var talk = Talk(seed: seed)
    _ = talk.feed(.tick)
    for shortest in [0.5, 1, 2, 4, 8, 15, 15, 15] {
      #expect(talk.feed(.disconnected) == [])
      let lost = talk.now
      // That it is lost is heard twice.
      #expect(talk.feed(.disconnected, after: .milliseconds(100)) == [])
      #expect(talk.wait() == [.connect])
      #expect((.seconds(shortest)...Duration.seconds(2 * shortest)).contains(talk.now - lost))
      // A connection on which the peer says nothing is no better than none.
      _ = talk.feed(.connected)
    }
    _ = talk.feed(.received(.welcome([:])))
    let lost = talk.now
    _ = talk.feed(.disconnected)
    _ = talk.wait()
    #expect(talk.now - lost <= .seconds(1))
  }

  @Test func `not all return or say hello at the same time`() {
    var (returns, hellos): (Set<Duration?>, Set<Duration?>) = ([], [])
    for seed in UInt64(1)...20 {
      var talk = Talk(seed: seed)
      _ = talk.feed(.connected)
      _ = talk.feed(.received(.welcome([:])))
      hellos.insert(talk.gathering.wakeAt)
      _ = talk.feed(.disconnected)
      returns.insert(talk.gathering.wakeAt)
    }
    #expect(returns.count == 20 && hellos.count == 20)
  }

  @Test func `a hello keeps nothing back that is to be sent again at the same time`() {
    var talk = Talk(holding: holding("a1"))
    _ = talk.feed(.connected)
    _ = talk.feed(.received(.hello(holding("a1"))))
    _ = talk.feed(.grew(holding("a2")), after: .seconds(30))
    #expect(
      talk.feed(.tick, after: .seconds(5)) == [
        .send(.hello(holding("a2"))), .sendEvents([LogExcerpt("r", ["a": 2..<3])]),
      ])
  }

  @Test func `a hello is said every 24 to 30 seconds, and every 5 until it is answered`() {
    let hello = [Gathering.Effect.send(.hello([:]))]
    var talk = Talk()
    _ = talk.feed(.connected)
    for second in [5, 10, 15] {
      #expect(talk.wait() == hello)
      #expect(talk.now == .seconds(second))
    }
    for _ in 0..<3 {
      _ = talk.feed(.received(.welcome([:])))
      let answered = talk.now
      #expect(talk.wait() == hello)
      #expect((.seconds(24)...Duration.seconds(30)).contains(talk.now - answered))
    }
    #expect(talk.wait() == hello)
    #expect(talk.feed(.received(.welcome([:]))) == [])
    // Where the peer says it, this end waits.
    _ = talk.feed(.received(.hello([:])))
    let heard = talk.now
    #expect(talk.wait() == hello)
    #expect(talk.now - heard == .seconds(35))
  }
}
