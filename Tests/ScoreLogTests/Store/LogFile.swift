import CSQLite
import DiscGolf
import Foundation
import ScoreLog
import TestSupport
import Testing

/// A score log's file in a folder of its own, removed with the value.
struct LogFile: ~Copyable {
  let folder: Tool.Directory
  let path: String
  /// What a new file becomes.
  let device: DeviceID

  init(_ name: String = "log.db", device: DeviceID = "this") throws {
    folder = try Tool.Directory()
    self.device = device
    path = folder.url.appending(path: name).path
  }

  /// Opens the log; another program that holds the file is not waited for.
  func open() throws -> ScoreStore {
    let device = device
    return try ScoreStore(path: path, busyTimeout: .zero, newDevice: { device })
  }

  /// Opens the log with the round "r" of Mike, Jake and the guest Ann on nine holes.
  func openRound(pars: [Int] = [3, 4, 3, 3, 3, 5, 3, 3, 3]) throws -> ScoreStore {
    let store = try open()
    try store.createRound(
      "r", course: Course(name: "Home", pars: pars), organiser: "Mike",
      joining: [
        .player("Mike"), .player("Jake"), .guest(Player(name: "Ann", aliases: ["Annie"])),
      ], at: "2026-05-01T09:00:00.000Z")
    return store
  }

  /// The bytes of the file, or of the one that SQLite keeps beside it under a suffix.
  func bytes(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + suffix))
  }

  /// Replaces the file behind SQLite's back, or the one beside it.
  func write(_ bytes: Data, suffix: String = "") throws {
    try bytes.write(to: URL(fileURLWithPath: path + suffix))
  }
}

/// The base of suites whose tests each have the round "r" in a file of their own.
class RoundFile {
  let file: LogFile
  let store: ScoreStore

  init() throws {
    file = try LogFile()
    store = try file.openRound()
  }
}

/// Expects that a rule of the log refuses something.
func expectRefusal<Value>(
  _ refusal: ScoreLogRefusal, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) {
  #expect(throws: ScoreStoreError.refused(refusal), sourceLocation: sourceLocation) {
    _ = try body()
  }
}

/// The name of somebody of the round "r" by the place in it, of who may join it, or "Nobody".
func playerName(_ place: Int) -> String {
  let names = ["Mike", "Jake", "Ann", "Late"]
  return names.indices.contains(place) ? names[place] : "Nobody"
}

/// Makes a commit of the round "r" from players' numbers and strokes, 0 for no score.
func makeCommit(
  _ id: CommitID, _ hole: Int, _ scores: [(Int, Int)], round: RoundID = "r",
  at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreCommit {
  makeCommit(id, hole, scores.map { (playerName($0), $1) }, round: round, at: at)
}

/// Makes a commit of the round "r" from players' names and strokes, 0 for no score.
func makeCommit(
  _ id: CommitID, _ hole: Int, _ scores: [(String, Int)], round: RoundID = "r",
  at: String = "2026-05-01T10:00:00.000Z"
) -> ScoreCommit {
  ScoreCommit(
    id: id, round: round, hole: hole,
    scores: scores.compactMap { player, count in
      holeResult(count).map {
        ScoreCommit.Score(
          player: player, result: $0, input: .voice, transcript: "whatever",
          confidence: 0.1 + 0.2, clip: "1.flac", utterance: "u1")
      }
    }, reportedBy: "Mike", deviceName: "phone", at: at)
}

/// Makes an undoing in the round "r".
func makeUndoing(_ id: CommitID) -> Undoing.Request {
  Undoing.Request(
    id: id, round: "r", reportedBy: "Jake", deviceName: "watch", input: .typed,
    at: "2026-05-01T11:00:00.000Z")
}

/// Makes a stamp of somebody's change at a time.
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
