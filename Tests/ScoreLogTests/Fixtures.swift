import ScoreLog
import TestSupport
import Testing

/// Makes the record of a round that has started.
func makeRecord(
  _ names: [String] = ["Mike", "Jake", "Ann"], pars: [Int] = [3, 4, 3], started: Bool = true,
  organiser: String = "Mike", changes: [RoundChange] = []
) throws -> RoundRecord {
  try RoundRecord(
    id: "r", course: "Home", pars: pars,
    entrants: names.map { RoundRecord.Entrant(Player(name: $0)) }, organiser: organiser,
    createdAt: "2026-05-01T09:00:00.000Z",
    startedAt: started ? "2026-05-01T09:30:00.000Z" : nil, changes: changes)
}

/// Makes a position in few words.
func at(_ clock: Int, _ device: DeviceID, _ number: Int) -> LogPosition {
  LogPosition(clock: clock, device: device, number: number)
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
    organiserDevice: kind == .organiser ? device : nil, scoreCount: scores)
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
      number: (filter { $0.position.device == device }.map(\.position.number).max() ?? 0) + 1)
  }
}

func expectRefusal<Value>(
  _ refusal: ScoreLogRefusal, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) {
  #expect(throws: ScoreStoreError.refused(refusal), sourceLocation: sourceLocation) {
    _ = try body()
  }
}

/// Whoever plays a round "r", in their places.
let playerNames = ["Mike", "Jake", "Ann", "Late", "José", "Mary Ann"]

/// The name of somebody of a round by the place in it; "Nobody" beyond the last.
func playerName(_ place: Int) -> String {
  let names = playerNames
  return names.indices.contains(place) ? names[place] : "Nobody"
}

/// Makes a commit of the round "r" from players' numbers and strokes, 0 for no score.
func makeCommit(
  _ id: CommitID, _ hole: Int, _ scores: [(Int, Int)], round: RoundID = "r",
  by reporter: String = "Mike", at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreCommit {
  makeCommit(id, hole, scores.map { (playerName($0), $1) }, round: round, by: reporter, at: at)
}

/// Makes a commit of the round "r" from players' names and strokes, 0 for no score.
func makeCommit(
  _ id: CommitID, _ hole: Int, _ scores: [(String, Int)], round: RoundID = "r",
  by reporter: String = "Mike", at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreCommit {
  ScoreCommit(
    id: id, round: round, hole: hole,
    scores: scores.compactMap { player, count in
      holeResult(count).map {
        ScoreCommit.Score(
          player: player, result: $0, input: .voice, transcript: "whatever",
          confidence: 0.1 + 0.2, clip: "1.flac", utterance: "u1")
      }
    }, reportedBy: reporter, deviceName: "phone", at: at)
}

func makeUndoing(_ id: CommitID) -> Undoing.Request {
  Undoing.Request(
    id: id, round: "r", reportedBy: "Jake", deviceName: "watch", input: .typed,
    at: "2026-05-01T11:00:00.000Z")
}

func makeStamp(
  _ id: ChangeID, by reporter: String = "Mike", at: String = "2026-05-01T11:00:00.000Z"
) -> RoundChange.Stamp {
  RoundChange.Stamp(id: id, reportedBy: reporter, deviceName: "phone", at: at)
}

extension ScoreStore {
  @discardableResult
  func finishRound(
    _ id: RoundID, at time: String, early: Bool = false
  ) throws(ScoreStoreError) -> RoundPhase {
    try finishRound(id, makeStamp(ChangeID("\(id)-end"), at: time), early: early)
  }

  func join(_ joining: Joining, round id: RoundID) throws(ScoreStoreError) {
    try join(joining, round: id, makeStamp(ChangeID("\(joining) joins")))
  }

  /// Makes another round, on nine holes.
  func makeRound(
    _ id: RoundID, _ joining: [Joining] = [.player("Mike")], organiser: String = "Mike",
    at: String = "2026-05-01T09:00:00.000Z"
  ) throws {
    try createRound(
      id, course: Course.seeded[1], organiser: organiser, joining: joining, at: at)
  }
}
