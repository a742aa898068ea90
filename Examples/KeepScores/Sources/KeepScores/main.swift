import Foundation
import ScoreLog

let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
defer { try? FileManager.default.removeItem(atPath: folder) }
let mike = try ScoreStore(path: folder + "/mike.db", makingFolder: true)
let jane = try ScoreStore(path: folder + "/jane.db")

func save(_ player: String, _ strokes: Int, by reporter: String, in log: ScoreStore) throws {
  let score = try ScoreCommit.Score(player: player, strokes: strokes)
  try log.commit(ScoreCommit(round: "friday", hole: 1, scores: [score], reportedBy: reporter))
}

try mike.createRound(
  "friday", course: Course(name: "Home"), organiser: "Mike", joining: [.player("Mike"), .player("Jane")])
try save("Mike", 3, by: "Mike", in: mike)
try save("Mike", 2, by: "Mike", in: mike)  // A correction.
try save("Jane", 4, by: "Mike", in: mike)
try jane.importLines(mike.exportLines())
try save("Jane", 3, by: "Jane", in: jane)  // Her phone differs from Mike's.
try mike.importLines(jane.exportLines())
for dispute in try mike.scorecard(of: "friday").disputes {
  print("hole \(dispute.hole):", dispute.claims.compactMap(\.result?.strokes?.count), "strokes?")
}
try save("Jane", 3, by: "Mike", in: mike)  // The organiser decides.
for line in try mike.scorecard(of: "friday").standings.lines {
  print(line.placeLabel ?? "-", line.name, line.strokes)
}
