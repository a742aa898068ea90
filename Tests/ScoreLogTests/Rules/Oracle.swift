import HyzerBase
import ScoreLog
import TestSupport

/// Returns events in all orders, or those of many in some.
func orders(of events: [ScoreEvent], seed: UInt64 = 1) -> [[ScoreEvent]] {
  if events.count > 5 {
    var random = SeededGenerator(seed: seed)
    return [events, events.reversed()] + (1...20).map { _ in events.shuffled(using: &random) }
  }
  return events.reduce([[]]) { orders, event in
    orders.flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [event] + order[$0...] }
    }
  }
}

/// What events of one player and hole come to, found from the rules' sentences one by one.
struct Oracle {
  /// The claims, that which stands first.
  let claims: [ScoreEvent]

  /// Finds them where some devices wrote as two in the round.
  init(_ events: [ScoreEvent], forked: Set<DeviceID>) {
    /// Whether its device took an event back, or the event takes one back.
    func counts(_ event: ScoreEvent) -> Bool {
      func takesBack(_ taker: ScoreEvent, _ taken: ScoreEvent) -> Bool {
        taker.takesBack == taken.id && taker.position.device == taken.position.device
      }
      if events.contains(where: { takesBack($0, event) }) { return false }
      guard let other = event.takesBack else { return true }
      // What it takes back may be unknown yet; but of another device it takes back nothing.
      return events.contains { $0.id == other } && !events.contains { takesBack(event, $0) }
    }
    /// Whether an event supersedes another, directly or through what it supersedes.
    func reaches(_ event: ScoreEvent, _ other: ScoreEvent) -> Bool {
      events.contains { linked in
        event.supersedes.contains(linked.id) && linked.position < event.position
          && (linked.id == other.id || reaches(linked, other))
      }
    }
    func isWord(_ event: ScoreEvent) -> Bool {
      counts(event)
        && !events.contains {
          counts($0) && $0.position.device == event.position.device
            && (forked.contains(event.position.device)
              ? reaches($0, event) : $0.position.number > event.position.number)
        }
    }
    /// Whether an event, or all that its device had said up to a later one, is reached.
    func isReached(_ word: ScoreEvent, by event: ScoreEvent) -> Bool {
      if forked.contains(word.position.device) { return reaches(event, word) }
      return events.contains {
        $0.position.device == word.position.device && $0.position.number >= word.position.number
          && reaches(event, $0)
      }
    }
    let claims = events.filter { word in
      isWord(word) && word.result != nil
        && !events.contains {
          counts($0) && isReached(word, by: $0) && $0.kind == .resolution
        }
    }
    self.claims = claims.sorted { one, other in
      if (one.kind == .resolution) != (other.kind == .resolution) { return one.kind == .resolution }
      return (one.position, one.id) > (other.position, other.id)
    }
  }

  /// Returns the devices that wrote as two.
  static func forked(_ events: [ScoreEvent]) -> Set<DeviceID> {
    Set(
      events.filter { event in
        events.contains {
          $0.id != event.id && $0.position.device == event.position.device
            && $0.position.number == event.position.number
        }
      }.map(\.position.device))
  }

  var isDisputed: Bool { Set(claims.map(\.result)).count > 1 }
}

/// A round on several devices that enter, take back and pass on what they have, drawn for a seed.
struct ManyDevices {
  let record: RoundRecord
  /// What each device has, in the order in which it came.
  private(set) var logs: [DeviceID: [ScoreEvent]]
  /// All that was said.
  private(set) var events: [ScoreEvent] = []
  let devices: [DeviceID]

  init(seed: UInt64, steps: Int) throws {
    var random = SeededGenerator(seed: seed, name: "devices")
    devices = ["A", "B", "C", "D", "E"].prefix(Int.random(in: 2...5, using: &random))
      .map { DeviceID($0) }
    record = try makeRecord(["Mike", "Jake"], pars: [3, 3])
    logs = Dictionary(uniqueKeysWithValues: devices.map { ($0, []) })
    for step in 1...steps {
      let (device, index) = draw(using: &random)
      let log = logs[device, default: []]
      let card = Scorecard(record, replaying: log)
      var new: [ScoreEvent] = []
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let scores = (0..<2).shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
          .compactMap { player in
            holeResult([0, 3, 3, 4, 5].randomElement(using: &random) ?? 3).map {
              ScoreCommit.Score(player: playerName(player), result: $0, input: .dial)
            }
          }
        // Two of the devices may be the organiser's.
        let commit = ScoreCommit(
          id: CommitID("c\(step)"), round: "r", hole: Int.random(in: 1...2, using: &random),
          scores: scores, reportedBy: index < 2 ? "Mike" : "Jake", deviceName: "",
          at: "\(Int.random(in: 0...9, using: &random))")
        new = try commit.events(on: card, from: log.next(by: device))
      case 5:
        new =
          Undoing(on: card, by: device)?
          .events(makeUndoing(CommitID("c\(step)")), on: card, from: log.next(by: device)) ?? []
      case 6:
        // A whole disk is put back; what is lost there, others have.
        let left = Array(log.prefix(Int.random(in: 0...log.count, using: &random)))
        let held = logs.filter { $0.key != device }.flatMap(\.value)
        if log.dropFirst(left.count).allSatisfy(held.contains) { logs[device] = left }
      default:
        // Some of what another has, in any order.
        let (other, _) = draw(using: &random)
        let part = logs[other, default: []].shuffled(using: &random)
        let known = Set(log.map(\.id))
        new = part.prefix(Int.random(in: 0...part.count, using: &random))
          .filter { !known.contains($0.id) }
      }
      logs[device, default: []] += new
      let known = Set(events.map(\.id))
      events += new.filter { !known.contains($0.id) }
    }
  }

  private func draw(using random: inout SeededGenerator) -> (DeviceID, Int) {
    let index = Int.random(in: devices.indices, using: &random)
    return (devices[index], index)
  }
}
