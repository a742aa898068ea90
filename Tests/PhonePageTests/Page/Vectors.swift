import Foundation
import HyzerBase
import ScoreLog

/// Where the answers of the Swift types go, which the page's modules must repeat: `make test-page`.
enum Vectors {
  /// The folder that `HYZER_VECTORS` names; nil where nobody wants the vectors.
  private static let folder = ProcessInfo.processInfo.environment["HYZER_VECTORS"]

  static func write(_ name: String, _ vectors: [any JSONValue]) throws {
    guard let folder else { return }
    let url = URL(filePath: folder)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let text = "[" + vectors.map(\.json).joined(separator: ",\n") + "]\n"
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
  }
}

struct Written: JSONValue {
  let json: String
  init(_ json: String) { self.json = json }
}

func object(_ members: KeyValuePairs<String, (any JSONValue)?>) -> Written {
  Written(
    OrderedObject(members: members.map { ($0.key, $0.value ?? Written("null")) }).json)
}

func list(_ values: some Sequence<any JSONValue>) -> Written {
  Written("[" + values.map(\.json).joined(separator: ",") + "]")
}

/// A result as the page's modules have it: strokes, "none", or null.
func json(_ result: HoleResult?) -> Written {
  switch result {
  case .strokes(let strokes): Written("\(strokes.count)")
  case .noScore: Written("\"none\"")
  case nil: Written("null")
  }
}

func json(_ event: LogEvent) -> Written {
  Written(EventLine(event).json)
}

extension Scorecard {
  /// All that the page's `fold` says of a round.
  var expected: Written {
    let changes = round.changes.map { LogEvent.change($0).id }
    return object([
      "phase": phase.rawValue, "finish": round.finish?.id.rawValue, "isDeleted": round.isDeleted,
      "lateScores": lateScoreCount, "changes": changes,
      "organiser": object([
        "name": round.organiser, "device": round.presentOrganiser.device?.rawValue,
      ]),
      "players": list(
        round.players.map {
          object([
            "name": round.name(of: $0), "hasLeft": round.hasLeft($0),
            "away": round.away($0).sorted(),
          ])
        }),
      "standings": list(
        standings.lines.map {
          object([
            "place": $0.place, "label": $0.placeLabel, "player": $0.name,
            "relativeToPar": $0.relativeToPar, "strokes": $0.strokes,
            "holesPlayed": $0.holesPlayed, "holesMissed": $0.holesMissed,
          ])
        }),
      "cells": list(round.players.map { player in list(round.holes.map { cell(player, $0) }) }),
      "holes": list(
        round.holes.map { hole in
          object([
            "missing": playersMissing(onHole: hole).map(round.name(of:)),
            "isComplete": isComplete(hole: hole), "next": nextHole(after: hole),
          ])
        }),
      "disputes": list(
        disputes.map {
          object([
            "player": round.name(of: $0.player), "hole": $0.hole,
            "claims": $0.claims.map(\.id.rawValue),
          ])
        }),
    ])
  }

  private func cell(_ player: PlayerID, _ hole: Int) -> Written {
    let cell = cell(of: player, onHole: hole)
    return object([
      "standing": cell.standing?.id.rawValue, "claims": cell.claims.map(\.id.rawValue),
      "isDisputed": cell.isDisputed, "heads": cell.heads.map(\.rawValue),
      "events": cell.events.map(\.id.rawValue), "result": json(result(of: player, onHole: hole)),
    ])
  }
}

extension ScoreLogRefusal {
  /// The name by which the page's modules refuse the same: the case's.
  var code: String? {
    self == .noScores ? "noScores" : Mirror(reflecting: self).children.first?.label
  }
}
