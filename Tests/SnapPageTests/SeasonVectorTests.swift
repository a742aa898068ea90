import Foundation
import HyzerBase
import ScoreLog
import Testing

@testable import ScoreSnap
@testable import SnapPage

@Suite struct `The vectors that the modules of seasons repeat` {
  private static func write(_ name: String, _ vectors: [OrderedObject]) throws {
    guard let folder = ProcessInfo.processInfo.environment["HYZER_VECTORS"] else { return }
    let url = URL(filePath: folder)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let text = "[" + vectors.map(\.json).joined(separator: ",\n") + "]\n"
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
  }

  private static func id<Kind>(_ number: Int) -> Identifier<Kind> {
    Identifier("00000000-0000-0000-0000-" + "\(1_000_000_000_000 + number)".suffix(12))
  }

  /// Changes of a few players, teams and games by devices that know some of each other's.
  private static func changes(_ seed: UInt64) throws -> [SnapChange] {
    var random = SeededGenerator(seed: seed)
    var changes: [SnapChange] = []
    for number in 100..<130 {
      let at = "2026-11-26T12:00:0\(Int.random(in: 0...9, using: &random)).000Z"
      let (which, text) = (Int.random(in: 1...3, using: &random), "\(number)")
      let body: SnapChange.Body
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        body = .delete(changes.shuffled(using: &random).prefix(5).map(\.id))
      case 1: body = .set(.player, id(which), [.name: .text(text), .position: .number(0.5)])
      case 2:
        body = .set(
          .team, id(10 + which), [.player: .text("\(id(which) as SnapID)"), .name: .text(text)])
      case 3: body = .set(.game, id(20 + which), [:])
      default:
        let result = try GameResult(.win, team: number, opponent: which)
        body = .set(
          .game, id(20 + which),
          [
            .team: .text("\(id(10 + which) as SnapID)"), .date: .text("2026-11-1\(which)"),
            .result: .result(result), .notes: .text(text), .latitude: .number(51.5),
          ])
      }
      changes.append(SnapChange(id: id(number), at: at, body))
    }
    return changes
  }

  @Test func `changes, and the book that they come to`() throws {
    var vectors: [OrderedObject] = []
    var games = 0
    for seed in 1...UInt64(300) {
      let changes = try Self.changes(seed)
      let book = SnapBook(changes)
      games += book.games.count
      vectors.append(
        OrderedObject(members: [("changes", changes), ("book", book.object)]))
    }
    #expect(games > 200)
    try Self.write("seasons.json", vectors)
  }

  @Test func `results of each outcome and pair of scores`() throws {
    let numbers = [0, 1, 40, 72, 999, 1000]
    let vectors = Outcome.allCases.flatMap { outcome in
      numbers.flatMap { first in
        numbers.map { second -> OrderedObject in
          let named: [(key: String, value: any JSONValue)] = [
            ("outcome", outcome.rawValue), ("scores", [first, second]),
          ]
          do throws(SnapRefusal) {
            let result = try GameResult(outcome, ofScores: (first, second))
            return OrderedObject(members: named + [("result", result.object)])
          } catch {
            return OrderedObject(members: named + [("reason", error.description)])
          }
        }
      }
    }
    #expect(vectors.count == 108)
    try Self.write("results.json", vectors)
  }
}
