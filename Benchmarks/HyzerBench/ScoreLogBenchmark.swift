import Foundation
import ScoreLog

/// Who plays.
let benchPlayers = [
  "Michael", "Jake", "Sarah", "Siobhan", "Nate", "Mary Ann", "José", "O'Brien",
]

/// Plays rounds into a score log's file and reports what the log costs.
func benchmarkScoreLog(in folder: URL) throws {
  let path = folder.appending(path: "log.db").path
  let store = try ScoreStore(path: path)

  let eight = try play(1, players: 8, in: store).round
  let (record, events) = (try store.round(eight), try store.events(of: eight))
  let recompute = median(of: 101) { _ = Scorecard(record, replaying: events).standings }
  report("standings of 18 holes and 8 players", recompute * 1000, goal: 2, unit: "ms")
  let spoken = events.flatMap { event in
    (1...5).map { device in
      ScoreEvent(
        id: EventID("\(event.id)-\(device)"),
        position: LogPosition(
          clock: event.position.clock, device: DeviceID("device-\(device)"),
          number: event.position.number), round: event.round, player: event.player,
        hole: event.hole, result: event.result, reportedBy: event.reportedBy, deviceName: "phone",
        input: .voice, at: event.at)
    }
  }
  let fold = median(of: 101) { _ = Scorecard(record, replaying: spoken).standings }
  report("fold of 18 holes, 8 players and 5 devices", fold * 1000, goal: 3, unit: "ms")

  var commits: [Double] = []
  for number in 2...251 { commits += try play(number, players: 6, in: store).commits }
  report("commit of 6 scores, p95", percentile(95, of: commits) * 1000, goal: 1, unit: "ms")

  let files = ["", "-wal", "-shm"].map { path + $0 }.filter(FileManager.default.fileExists)
  let bytes = try files.reduce(0) {
    try $0 + (FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int ?? 0)
  }
  report("file of 250 rounds of 6 players", Double(bytes) / 1_000_000, goal: 60, unit: "MB")
  let history = try median(of: 9) { _ = try ScoreStore(path: path).rounds() }
  report("opening the history of 250 rounds", history * 1000, goal: 100, unit: "ms")
}

/// Evidence of the size that a sentence of some words has.
private func details(_ transcript: String) -> String {
  let words = transcript.split(separator: " ").enumerated().map { index, word in
    """
    {"confidence":0.71874390123671,"frames":[\(index * 31),\(index * 31 + 30)],\
    "margin":-13.491827364501234,"text":"\(word)"}
    """
  }
  return """
    {"confidence":{"askBelow":0.02,"center":-21,"confirmBelow":0.4,"rejectBelow":0.5,"width":8},\
    "hypothesis":{"confidence":0.79102837465012,"isContested":false,\
    "words":[\(words.joined(separator: ","))]},\
    "replies":{"coverage":-30,"lead":4,"margin":-21},"samples":[1234567,1299999]}
    """
}

/// Plays a round of 18 holes in which every tenth score is corrected; commits are in seconds.
private func play(
  _ number: Int, players: Int, in store: ScoreStore
) throws -> (round: RoundID, commits: [Double]) {
  var commits: [Double] = []
  let round = RoundID(UUID().uuidString)
  let at = "2026-05-01T09:00:00.\(100 + number % 900)Z"
  try store.createRound(
    round, course: Course.seeded[0], organiser: benchPlayers[0],
    joining: benchPlayers[..<players].map { .player($0) }, at: at)
  for hole in 1...18 {
    let transcript = "michael three jake four sarah took a birdie and siobhan par"
    let utterance = UtteranceEvidence(
      id: UtteranceID(UUID().uuidString), round: round, hole: hole, startSeconds: 1,
      endSeconds: 4.5, transcript: transcript,
      result: .success, details: details(transcript), at: at)
    func score(_ player: Int, plus more: Int) -> ScoreCommit.Score? {
      Strokes((hole * 7 + player * 3 + number) % 5 + 2 + more).map {
        ScoreCommit.Score(
          player: benchPlayers[player], result: .strokes($0), input: .voice, transcript: transcript,
          confidence: 0.917, utterance: utterance.id)
      }
    }
    func commit(_ scores: [ScoreCommit.Score], _ evidence: [UtteranceEvidence]) throws {
      let seconds = try timing {
        try store.commit(
          ScoreCommit(
            id: CommitID(UUID().uuidString), round: round, hole: hole, scores: scores,
            reportedBy: benchPlayers[0], deviceName: "phone", at: at), evidence: evidence)
      }
      commits.append(seconds)
    }
    try commit((0..<players).compactMap { score($0, plus: 0) }, [utterance])
    if hole.isMultiple(of: 2) {
      try commit([score(hole % players, plus: 1)].compactMap(\.self), [])
    }
  }
  try store.finishRound(
    round,
    RoundChange.Stamp(
      id: ChangeID("\(round).finish"), reportedBy: benchPlayers[0], deviceName: "phone", at: at))
  return (round, commits)
}
