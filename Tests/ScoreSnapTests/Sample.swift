import Foundation
import HyzerBase
import ScoreLog
import TestSupport

@testable import ScoreSnap

/// A UUID of a few digits, which tests can tell apart.
func uuid<Kind>(_ number: Int) -> Identifier<Kind> {
  Identifier("00000000-0000-0000-0000-" + String(String(1_000_000_000_000 + number).suffix(12)))
}

/// The time of day so many seconds after noon.
func time(_ second: Int) -> String {
  "2026-11-26T12:" + String(100 + second / 60).suffix(2) + ":" + String(100 + second % 60).suffix(2)
    + ".000Z"
}

extension SnapChange {
  /// A change that sets fields, of which `number` is the identifier and `second` the time.
  static func set(
    _ number: Int, at second: Int, _ kind: SnapKind, _ of: Int, _ fields: [SnapField: SnapValue]
  ) -> SnapChange {
    SnapChange(id: uuid(number), at: time(second), .set(kind, uuid(of), fields))
  }

  static func delete(_ number: Int, at second: Int, _ seen: [Int]) -> SnapChange {
    SnapChange(id: uuid(number), at: time(second), .delete(seen.map { uuid($0) }))
  }
}

/// Ava's Tigers with a game won 72 to 65: player 1, team 2, game 3, made by changes 11 to 13.
enum Sample {
  static func won(_ team: Int, _ opponent: Int) -> SnapValue {
    guard let result = try? GameResult(.win, team: team, opponent: opponent) else {
      preconditionFailure("\(team) - \(opponent) is no win")
    }
    return .result(result)
  }

  static let player = SnapChange.set(11, at: 1, .player, 1, [.name: .text("Ava")])
  static let team = SnapChange.set(
    12, at: 2, .team, 2, [.player: .text("\(uuid(1) as SnapID)"), .name: .text("Tigers")])
  static let game = SnapChange.set(
    13, at: 3, .game, 3,
    [
      .team: .text("\(uuid(2) as SnapID)"), .date: .text("2026-11-20"), .result: won(72, 65),
      .opponent: .text("Hawks"),
    ])
  static let all = [player, team, game]
}
