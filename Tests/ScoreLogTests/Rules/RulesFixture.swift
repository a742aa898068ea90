import DiscGolf
import HyzerBase
import ScoreLog
import TestSupport

/// Makes the record of a round that has started.
func makeRecord(
  _ names: [String] = ["Mike", "Jake", "Sarah"], pars: [Int] = [3, 4, 3], started: Bool = true,
  organiser: String = "Mike", changes: [RoundChange] = []
) throws -> RoundRecord {
  try RoundRecord(
    id: "r", course: "Home", pars: pars,
    entrants: names.map { RoundRecord.Entrant(Player(name: $0)) }, organiser: organiser,
    createdAt: "2026-05-01T09:00:00.000Z",
    startedAt: started ? "2026-05-01T09:30:00.000Z" : nil, changes: changes)
}

/// Makes a change of the round "r" by the device "A" after some score events; its clock and number are
/// the `place`.
func makeChange(
  _ kind: RoundChange.Kind, _ player: String? = nil, entrant: String? = nil, away: [Int] = [],
  after scores: Int = 0, at place: Int? = nil, by device: DeviceID = "A"
) -> RoundChange {
  let place = place ?? scores + 1
  return RoundChange(
    RoundChange.Stamp(
      id: ChangeID("\(kind)-\(place)-\(device)"), reportedBy: "Mike", deviceName: "phone",
      at: "2026-05-01T12:00:00.000Z"),
    position: LogPosition(clock: place, device: device, number: place), round: "r", kind: kind,
    player: player, entrant: entrant.map { RoundRecord.Entrant(Player(name: $0)) }, away: away,
    scoreCount: scores)
}

/// Makes an event of the round "r"; its clock and number are the `place`.
func makeEvent(
  _ id: EventID, _ player: String, _ hole: Int, _ strokes: Int?, place: Int = 1,
  by device: DeviceID = "A", number: Int? = nil, kind: ScoreEvent.Kind? = nil,
  supersedes: [EventID] = [], takesBack: EventID? = nil, round: RoundID = "r",
  at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreEvent {
  ScoreEvent(
    id: id, position: LogPosition(clock: place, device: device, number: number ?? place),
    round: round, player: player, hole: hole, result: strokes.flatMap(holeResult),
    kind: kind ?? (takesBack == nil ? .score : .takeBack), supersedes: supersedes,
    takesBack: takesBack, reportedBy: "Mike", deviceName: "phone", input: .typed, at: at)
}

/// Makes events of the round "r" from a script such as "a Mike 1 3, b Mike 1 4 >a #B".
///
/// Each is an identifier, a player, a hole, strokes (0 for no score, "-" where nothing stands), and
/// where it needs them the events that it supersedes after ">" ("a+b"), the one that it takes back
/// after "<", its round after "@", its device after "#" (or else "A"), and "!" if it is a resolution.
/// The clock counts the events, and the number those of the device and round, unless they stand after
/// "=" as "2/1" or, for the clock alone, as "2".
func makeEvents(_ script: String) -> [ScoreEvent] {
  var clock = 0
  var numbers: [String: Int] = [:]
  return script.split(separator: ",").map { line in
    let words = line.split(separator: " ").map { String($0) }
    func word(after mark: Character) -> String? {
      words.first { $0.first == mark }.map { String($0.dropFirst()) }
    }
    let place = word(after: "=")?.split(separator: "/").compactMap { Int($0) } ?? []
    let (device, round) = (word(after: "#") ?? "A", word(after: "@") ?? "r")
    clock = place.first ?? clock + 1
    let number = place.count > 1 ? place[1] : numbers[device + round, default: 0] + 1
    numbers[device + round] = number
    return makeEvent(
      EventID(words[0]), words[1], Int(words[2]) ?? 0, Int(words[3]), place: clock,
      by: DeviceID(device), number: number,
      kind: words.contains("!") ? .resolution : nil,
      supersedes: word(after: ">")?.split(separator: "+").map { EventID(String($0)) } ?? [],
      takesBack: word(after: "<").map { EventID($0) }, round: RoundID(round))
  }
}

extension [ScoreEvent] {
  /// Where the next event of a device stands.
  func next(by device: DeviceID = "A") -> LogPosition {
    LogPosition(
      clock: (map(\.position.clock).max() ?? 0) + 1, device: device,
      number: count { $0.position.device == device } + 1)
  }
}

/// The name of somebody of a round by the place in it; "Nobody" beyond the last.
func playerName(_ place: Int) -> String {
  let names = ["Mike", "Jake", "Sarah", "Nate", "José", "Mary Ann"]
  return names.indices.contains(place) ? names[place] : "Nobody"
}

/// Makes a commit of the round "r" from players' numbers and strokes, 0 for no score.
func makeCommit(
  _ id: CommitID, _ hole: Int, _ scores: [(Int, Int)], at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreCommit {
  ScoreCommit(
    id: id, round: "r", hole: hole,
    scores: scores.compactMap { player, count in
      holeResult(count).map {
        ScoreCommit.Score(player: playerName(player), result: $0, input: .typed)
      }
    }, reportedBy: "Mike", deviceName: "phone", at: at)
}

/// Makes an undoing in the round "r".
func makeUndoing(_ id: CommitID) -> Undoing.Request {
  Undoing.Request(
    id: id, round: "r", reportedBy: "Jake", deviceName: "watch", input: .voice, transcript: "undo",
    at: "2026-05-01T11:00:00.000Z")
}

/// Scores and undoings that somebody might enter, drawn for a seed, with what they come to.
struct RandomLog {
  /// The scores that stand, 0 for no score, by player and hole: found by keeping every state.
  typealias State = [String: [Int: Int]]

  let record: RoundRecord
  private(set) var events: [ScoreEvent] = []
  private(set) var state: State = [:]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["Mike", "Jake", "Sarah", "Nate", "José", "Mary Ann"]
    let players = Int.random(in: 1...6, using: &random)
    let pars = (0..<Int.random(in: 1...18, using: &random)).map { _ in
      Int.random(in: 2...6, using: &random)
    }
    record = try makeRecord(Array(names[..<players]), pars: pars)
    var history: [State] = []
    for step in 1...Int.random(in: 1...60, using: &random) {
      let card = Scorecard(record, replaying: events)
      if Int.random(in: 0..<4, using: &random) == 0 {
        guard let undoing = Undoing(on: card, by: "A") else { continue }
        events += undoing.events(
          makeUndoing(CommitID("c\(step)")), on: card, from: events.next())
        state = history.popLast() ?? [:]
        continue
      }
      let hole = Int.random(in: 1...pars.count, using: &random)
      let who = (0..<players).shuffled(using: &random).prefix(
        Int.random(in: 1...players, using: &random))
      let scores = who.map { ($0, Int.random(in: 0...10, using: &random)) }
      // Whether the clocks of the devices agree plays no part.
      let minute = 10 + Int.random(in: 0..<50, using: &random)
      let new = try makeCommit(
        CommitID("c\(step)"), hole, scores, at: "2026-05-01T10:\(minute):00.000Z"
      )
      .events(on: card, from: events.next())
      if !new.isEmpty { history.append(state) }
      for (player, count) in scores { state[names[player], default: [:]][hole] = count }
      events += new
    }
  }
}
