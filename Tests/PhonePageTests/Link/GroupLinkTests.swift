import DiscGolf
import HyzerBase
import ScoreLog
import Testing

@testable import PhonePage

/// The end of a connection that a log has, as its host and the log make it go on.
@Suite struct `A log's link with its group's host` {
  private var link: GroupLink

  init() { link = Self.link() }

  private static func link(
    holding own: [RoundID: VersionVector] = ["a": VersionVector(["me": 2])],
    host held: [RoundID: VersionVector] = [:], at seen: LogPlace? = nil,
    except others: Set<RoundID> = []
  ) -> GroupLink {
    GroupLink(
      of: "me", holding: own, host: held, at: seen, except: others,
      random: SeededGenerator(seed: 1), now: .zero)
  }

  private static func place(_ number: Int) -> LogPlace {
    LogPlace(sequence: number, opening: "e\(number)")
  }

  private static func heads(
    _ rounds: KeyValuePairs<RoundID, [DeviceID: Int]>, isWhole: Bool = true, isPart: Bool = false,
    at number: Int = 1
  ) -> GroupLink.Event {
    .received(
      .heads(
        .init(
          rounds: rounds.map {
            .init(
              round: $0.key, heads: RoundHeads(vector: VersionVector($0.value), digests: [:]))
          }, isWhole: isWhole, isPart: isPart, place: place(number))))
  }

  private static func ack(_ round: RoundID, _ numbers: [DeviceID: Int]) -> GroupLink.Event {
    .received(.ack(round, RoundHeads(vector: VersionVector(numbers), digests: [:])))
  }

  private static func lines(_ round: RoundID, isPart: Bool = false) -> LogMessage.Lines {
    .init(round: round, info: "{}", lines: ["x"], isPart: isPart)
  }

  /// Lets events come at once, and answers what is to be compared: all but some rounds are the same.
  private mutating func handle(_ events: GroupLink.Event..., differing: Set<RoundID> = [])
    -> [GroupLink.Effect]
  {
    var (left, effects) = (events, [GroupLink.Effect]())
    while !left.isEmpty {
      for effect in link.handle(left.removeFirst(), at: .zero) {
        if case .compare(let round, _) = effect {
          left.append(.compared(round, isSame: !differing.contains(round)))
        } else {
          effects.append(effect)
        }
      }
    }
    return effects
  }

  private mutating func connect() {
    _ = link.handle(.tick, at: .zero)
    _ = link.handle(.connected, at: .zero)
  }

  @Test
  mutating func `says as what it writes, and nothing more until it knows what the host holds`() {
    #expect(link.handle(.tick, at: .zero) == [.connect])
    #expect(
      link.handle(.connected, at: .zero) == [.send(.follow(.init(device: "me", after: nil)))])
    #expect(handle(.grew("me", ["a": VersionVector(["me": 3])])) == [])
    #expect(handle(Self.heads(["b": ["far": 1]], isPart: true)) == [])
    #expect(!link.isOnline)
    #expect(
      handle(Self.heads([:])) == [
        .fetch("b", after: VersionVector()),
        .sendLines("a", after: VersionVector(), withInfo: true),
      ])
    #expect(link.isOnline && !link.isSettled)
    #expect(link.backlog == (3, 0))
  }

  @Test
  mutating func `sends what the host lacks, again and again until it has it, and notes that once`()
  {
    connect()
    #expect(
      handle(Self.heads(["a": ["me": 1]])) == [
        .sendLines("a", after: VersionVector(["me": 1]), withInfo: false)
      ])
    #expect(handle(.sent("a", VersionVector(["me": 2]))) == [])
    // Nothing more of the round while an answer is due.
    #expect(handle(.grew("me", ["a": VersionVector(["me": 4])])) == [])
    #expect(
      handle(Self.ack("a", ["me": 2])) == [
        .sendLines("a", after: VersionVector(["me": 2]), withInfo: false)
      ])
    #expect(handle(.sent("a", VersionVector(["me": 4]))) == [])
    #expect(handle(Self.heads(["a": ["me": 4]], isWhole: false, at: 2)) == [])
    let held = ["a": VersionVector(["me": 4])] as [RoundID: VersionVector]
    #expect(handle(Self.ack("a", ["me": 4])) == [.settle(holding: held, seen: Self.place(2))])
    #expect(link.isSettled && link.backlog == (0, 0))
    #expect(handle(Self.heads(["a": ["me": 4]], isWhole: false, at: 2)) == [])
    // A place that is new is noted, though nothing else is.
    #expect(
      handle(Self.heads([:], isWhole: false, at: 3))
        == [.settle(holding: [:], seen: Self.place(3))])
  }

  @Test mutating func `asks for some rounds at a time, in the order in which the host names them`()
  {
    let all = (0..<GroupLink.mostOpen + 2).map { RoundID("r\(99 - $0)") }
    link = Self.link(holding: [:])
    connect()
    let parts = all.map { round in
      Self.heads([round: ["far": 1]], isPart: round != all.last)
    }
    var effects: [GroupLink.Effect] = []
    for part in parts { effects += handle(part) }
    #expect(effects == all.prefix(GroupLink.mostOpen).map { .fetch($0, after: VersionVector()) })
    // A part is written, and the next is asked for when all of it has come.
    #expect(
      handle(.received(.lines(Self.lines("r99", isPart: true)))) == [
        .store(Self.lines("r99", isPart: true))
      ])
    let stored = GroupLink.Event.stored(
      "r99", own: VersionVector(["far": 1]), read: VersionVector(["far": 1]), isRefused: false)
    #expect(handle(stored) == [])
    #expect(handle(.received(.lines(Self.lines("r99")))) == [.store(Self.lines("r99"))])
    #expect(handle(stored) == [.fetch(all[GroupLink.mostOpen], after: VersionVector())])
    // What nobody asked for is not written.
    #expect(handle(.received(.lines(Self.lines("z")))) == [])
  }

  @Test mutating func `what the log does not take is not asked for again, and said`() {
    link = Self.link(holding: [:])
    connect()
    #expect(handle(Self.heads(["b": ["far": 1]])).count == 1)
    _ = handle(.received(.lines(Self.lines("b"))))
    let effects = handle(.stored("b", own: nil, read: VersionVector(["far": 1]), isRefused: true))
    #expect(effects.count == 1 && link.isSettled)
    #expect(link.remark?.contains("\"b\"") == true)
    #expect(handle(Self.heads(["b": ["far": 1]], isWhole: false, at: 1)) == [])
    #expect(handle(Self.heads(["b": ["far": 2]], isWhole: false, at: 2)).count == 1)
  }

  @Test mutating func `what the host refuses is not sent again on this connection`() {
    link = Self.link(
      holding: ["a": VersionVector(["me": 2, "lost": 3]), "b": VersionVector(["me": 1])])
    connect()
    #expect(handle(Self.heads([:])).count == 2)
    _ = handle(
      .sent("a", VersionVector(["me": 2, "lost": 3])), .sent("b", VersionVector(["me": 1])))
    func refused(_ round: RoundID, _ cause: LogMessage.Cause, _ device: DeviceID?, _ number: Int?)
      -> GroupLink.Event
    {
      .received(
        .refused(
          round, [.init(id: "x", device: device, number: number, cause: cause, reason: "so")]))
    }
    #expect(handle(refused("a", .deviceRevoked, "lost", 2)) == [])
    // Whose device it is learns it there.
    #expect(link.remark == nil)
    #expect(handle(Self.ack("a", ["me": 2, "lost": 1])) == [])
    #expect(handle(refused("b", .otherRound, nil, nil)) == [])
    #expect(link.remark?.contains("so") == true)
    #expect(handle(Self.ack("b", [:])).count == 1)
    #expect(link.isSettled && link.backlog == (0, 3))
    #expect(
      handle(.grew("me", ["a": VersionVector(["me": 3, "lost": 4])])) == [
        .sendLines("a", after: VersionVector(["me": 2, "lost": 4]), withInfo: false)
      ])
    // Nor what is too long for any host.
    #expect(
      handle(.tooLong("a", LogPosition(clock: 9, device: "me", number: 3))) == [])
    #expect(link.backlog == (0, 5))
    // The next connection tries anew.
    _ = link.handle(.disconnected, at: .zero)
    _ = link.handle(.tick, at: .seconds(60))
    _ = link.handle(.connected, at: .seconds(60))
    #expect(link.remark == nil)
    #expect(
      handle(Self.heads(["a": ["me": 2]])) == [
        .sendLines("b", after: VersionVector(), withInfo: true),
        .sendLines("a", after: VersionVector(["me": 2]), withInfo: false),
      ])
  }

  @Test mutating func `a host that neither takes nor refuses is not sent the same for ever`() {
    connect()
    #expect(handle(Self.heads(["a": ["me": 1]])).count == 1)
    #expect(handle(.sent("a", VersionVector(["me": 2])), Self.ack("a", ["me": 1])).count == 1)
    #expect(link.isSettled && link.backlog == (0, 1))
    #expect(link.remark?.contains("\"a\"") == true)
  }

  private static func stored(_ numbers: [DeviceID: Int]) -> GroupLink.Event {
    .stored(
      "a", own: VersionVector(numbers), read: VersionVector(numbers), isRefused: false)
  }

  /// Lets the host's lines of the round come, and all of the log's be sent and acknowledged.
  private mutating func exchange(_ numbers: [DeviceID: Int], differing: Set<RoundID> = [])
    -> [GroupLink.Effect]
  {
    #expect(handle(.received(.lines(Self.lines("a")))) == [.store(Self.lines("a"))])
    let effects = handle(Self.stored(numbers))
    #expect(effects == [.sendLines("a", after: VersionVector(), withInfo: false)])
    _ = handle(.sent("a", VersionVector(numbers)))
    return handle(Self.ack("a", numbers), differing: differing)
  }

  @Test mutating func `where a device has two histories, both send all of it`() {
    connect()
    let fetch = GroupLink.Effect.fetch("a", after: VersionVector())
    #expect(handle(Self.heads(["a": ["me": 2]]), differing: ["a"]) == [fetch])
    #expect(handle(.received(.lines(Self.lines("a", isPart: true)))).count == 1)
    #expect(handle(Self.stored(["me": 2])) == [])
    // All that the log has by then, in as many messages as that takes.
    #expect(handle(.received(.lines(Self.lines("a")))).count == 1)
    #expect(
      handle(Self.stored(["me": 3, "far": 1])) == [
        .sendLines("a", after: VersionVector(), withInfo: false)
      ])
    _ = handle(.sent("a", VersionVector(["me": 2])))
    #expect(
      handle(Self.ack("a", ["me": 3])) == [
        .sendLines("a", after: VersionVector(["me": 2]), withInfo: false)
      ])
    _ = handle(.sent("a", VersionVector(["me": 3, "far": 1])))
    #expect(handle(Self.ack("a", ["me": 3, "far": 1])).count == 1)
    #expect(link.isSettled && link.remark == nil)
  }

  @Test mutating func `two histories are found also where the log has read one of them only now`() {
    connect()
    #expect(
      handle(Self.heads(["a": ["me": 3]])) == [.fetch("a", after: VersionVector(["me": 2]))])
    #expect(handle(.received(.lines(Self.lines("a")))).count == 1)
    let fetch = GroupLink.Effect.fetch("a", after: VersionVector())
    let found = link.handle(Self.stored(["me": 3]), at: .zero)
    #expect(found.count == 1)
    #expect(handle(.compared("a", isSame: false)) == [fetch])
    #expect(exchange(["me": 3]).count == 1)
    #expect(link.isSettled && link.remark == nil)
  }

  @Test mutating func `a second history that comes into the log is sent, now or at the return`() {
    link = Self.link(host: ["a": VersionVector(["me": 2])], at: Self.place(7))
    connect()
    #expect(handle(Self.heads([:], isWhole: false, at: 7)).count == 1)
    #expect(link.isSettled)
    // What the host holds was not said on this connection.
    #expect(handle(.forked("a")) == [.sendLines("a", after: VersionVector(), withInfo: true)])
    _ = handle(.sent("a", VersionVector(["me": 2])))
    let fetch = GroupLink.Effect.fetch("a", after: VersionVector())
    #expect(handle(Self.ack("a", ["me": 2]), differing: ["a"]) == [fetch])
    #expect(exchange(["me": 2]).count == 1)
    #expect(link.isSettled)
    // Now it was.
    #expect(handle(.forked("a"), differing: ["a"]) == [fetch])
    _ = link.handle(.disconnected, at: .zero)
    _ = link.handle(.tick, at: .seconds(60))
    _ = link.handle(.connected, at: .seconds(60))
    #expect(
      handle(Self.heads([:], isWhole: false, at: 7)) == [
        .sendLines("a", after: VersionVector(), withInfo: true)
      ])
  }

  @Test
  mutating func
    `where two histories do not come together, that is said, and nobody talks for ever`()
  {
    connect()
    #expect(handle(Self.heads(["a": ["me": 2]]), differing: ["a"]).count == 1)
    for _ in 1...2 { #expect(exchange(["me": 2], differing: ["a"]).count == 1) }
    #expect(!link.isSettled)
    #expect(exchange(["me": 2], differing: ["a"]).count == 1)
    #expect(link.isSettled && link.remark?.contains("different histories") == true)
    #expect(handle(Self.heads(["a": ["me": 2]], isWhole: false, at: 1), differing: ["a"]) == [])
  }

  @Test mutating func `a device that became another says so at once`() {
    connect()
    _ = handle(Self.heads([:]))
    #expect(
      link.handle(.grew("new", ["a": VersionVector(["new": 1])]), at: .seconds(1))
        == [.disconnect, .connect])
    #expect(
      link.handle(.connected, at: .seconds(1))
        == [.send(.follow(.init(device: "new", after: nil)))])
  }

  @Test mutating func `goes back, on each connection, to the place where both were the same`() {
    link = Self.link(
      holding: ["a": VersionVector(["me": 2])], host: ["a": VersionVector(["me": 2])],
      at: Self.place(7))
    connect()
    // Something new is known to be there, but was not read.
    #expect(handle(Self.heads(["b": ["far": 1]], isWhole: false, at: 9)).count == 1)
    _ = link.handle(.disconnected, at: .zero)
    _ = link.handle(.tick, at: .seconds(60))
    #expect(
      link.handle(.connected, at: .seconds(60))
        == [.send(.follow(.init(device: "me", after: Self.place(7))))])
    // The host was restored meanwhile, and says all that it has.
    #expect(
      handle(Self.heads([:], at: 3)) == [
        .sendLines("a", after: VersionVector(), withInfo: true)
      ])
  }

  @Test mutating func `rounds of another group stay where they are`() {
    link = Self.link(holding: [:], except: ["b"])
    connect()
    #expect(handle(Self.heads(["b": ["far": 1]])).count == 1)
    #expect(link.isSettled)
  }

  @Test mutating func `comes back after a while, which grows until the host is there again`() throws
  {
    var (now, pauses) = (Duration.zero, [Duration]())
    for _ in 0..<12 {
      #expect(link.handle(.tick, at: now) == [.connect])
      #expect(link.wakeAt == nil)
      #expect(link.handle(.disconnected, at: now) == [])
      let next = try #require(link.wakeAt)
      #expect(link.handle(.tick, at: next - .milliseconds(1)) == [])
      pauses.append(next - now)
      now = next
    }
    #expect(pauses[0] >= GroupLink.shortestReturn && pauses[0] <= GroupLink.shortestReturn * 2)
    #expect(pauses[11] >= GroupLink.longestReturn / 2 && pauses[11] <= GroupLink.longestReturn)
    _ = link.handle(.tick, at: now)
    _ = link.handle(.connected, at: now)
    _ = link.handle(Self.heads([:]), at: now)
    _ = link.handle(.disconnected, at: now)
    let next = try #require(link.wakeAt)
    #expect(next - now <= GroupLink.shortestReturn * 2)
  }
}
