import DiscGolf
import HyzerBase
import ScoreLog
import TestSupport

/// Makes an event, which says nothing but where it stands.
func makeLogged(
  _ device: DeviceID, _ number: Int, clock: Int = 1, round: RoundID = "r", id: EventID? = nil
) -> LoggedEvent {
  LoggedEvent(
    .score(
      ScoreEvent(
        id: id ?? EventID("\(round).\(device).\(number)"),
        position: LogPosition(clock: clock, device: device, number: number), round: round,
        player: "Mike", hole: 1, result: holeResult(3), reportedBy: "Mike", deviceName: "phone",
        input: .typed, at: "2026-05-01T10:00:00.000Z")))
}

func makeRecord(_ round: RoundID) throws -> RoundRecord {
  try RoundRecord(
    id: round, course: "Home", pars: [3], entrants: [.init(Player(name: "Mike"))],
    organiser: "Mike", createdAt: "2026-05-01T09:00:00.000Z")
}

/// A log that is nothing but its events.
struct MemoryLog: SimulatedLog {
  typealias Contents = [RoundID: [DeviceID: [LoggedEvent]]]

  private let peer: Int
  /// The events of each device, whose numbers count from 1.
  private(set) var events: Contents = [:]
  private var backup: Contents = [:]
  private var restorations = 0

  init(peer: Int) { self.peer = peer }

  private var device: DeviceID { DeviceID("\(peer).\(restorations)") }

  func vectors() -> [RoundID: VersionVector] {
    events.mapValues { VersionVector($0.mapValues(\.count)) }
  }

  func batches(_ excerpts: [LogExcerpt]) throws -> [RoundBatch] {
    try excerpts.map { excerpt in
      let events = excerpt.numbers.sorted { $0.key < $1.key }.flatMap { device, numbers in
        (self.events[excerpt.round]?[device] ?? [])[
          (numbers.lowerBound - 1)..<(numbers.upperBound - 1)]
      }
      return RoundBatch(round: try makeRecord(excerpt.round), events: events)
    }
  }

  mutating func store(_ batches: [RoundBatch]) -> [Refusal] {
    var refused: [Refusal] = []
    for batch in batches {
      var round = events[batch.round.id] ?? [:]
      for event in batch.events {
        let (device, number) = (event.position.device, event.position.number)
        let held = round[device] ?? []
        // What has a gap before it is sent again when the gap is closed.
        if number == held.count + 1 { round[device, default: []].append(event) }
        if number <= held.count, held[number - 1] != event {
          refused.append(.event(batch.round.id, device, number: number))
        }
      }
      events[batch.round.id] = round
    }
    return refused
  }

  mutating func write(_ count: Int, round: Int, random: inout SeededGenerator) {
    let id = RoundID("r\(round)")
    for _ in 0..<count {
      let number = (events[id]?[device]?.count ?? 0) + 1
      let event = makeLogged(
        device, number, clock: Int.random(in: 1...1000, using: &random), round: id)
      events[id, default: [:]][device, default: []].append(event)
    }
  }

  func restart() {}

  mutating func backUp() { backup = events }

  mutating func restore(isWhole: Bool) {
    events = backup
    restorations += 1
  }

  /// What is restored is another device.
  func giveUpNumbers(heldBy other: MemoryLog) -> Bool { false }

  /// Nothing that is written contradicts.
  func decide(random: inout SeededGenerator) -> Bool { false }

  func contents() -> Contents { events }
  func identifiers() -> Set<String> { Set(ids) }

  private var ids: [String] {
    events.values.flatMap(\.values).joined().map(\.id)
  }

  func complaint() -> String? {
    Set(ids).count == ids.count ? nil : "an event is there twice"
  }
}
