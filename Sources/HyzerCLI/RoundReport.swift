internal import Golf

/// A JSON object by its members; one without a value is written as null.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(String, (any Encodable)?)]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (key, value) in members {
      if let value {
        try container.encode(value, forKey: MemberKey(stringValue: key))
      } else {
        try container.encodeNil(forKey: MemberKey(stringValue: key))
      }
    }
  }
}

extension Scorecard {
  /// A round as one JSON object: the round itself, its players, and their scores.
  ///
  /// `hole` is the current one, where the round is the current one.
  func report(current: CurrentHole?) -> JSONObject {
    let standings = standings
    let players = zip(round.players, round.entrants).map { player, entrant -> JSONObject in
      let total = total(of: player)
      return [
        "name": entrant.player.name, "isGuest": entrant.isGuest,
        "aliases": entrant.player.aliases, "pronunciations": entrant.player.pronunciations,
        "place": standings[player]?.place ?? 0, "relativeToPar": total.relativeToPar,
        "strokes": total.strokes, "holesPlayed": total.holesPlayed,
        "scores": round.holes.map { strokes(of: player, onHole: $0)?.count },
      ]
    }
    return [
      "round": round.id.rawValue, "course": round.course, "pars": round.pars,
      "phase": phase.rawValue, "hole": current?.round == round.id ? current?.hole : nil,
      "organiser": round.organiser, "createdAt": round.createdAt, "startedAt": round.startedAt,
      "finishedAt": round.finish?.at, "players": players,
    ]
  }
}

extension Standings {
  /// A leaderboard's lines for machines.
  var report: [JSONObject] {
    lines.map { line in
      [
        "place": line.place, "player": line.name, "relativeToPar": line.relativeToPar,
        "strokes": line.strokes, "holesPlayed": line.holesPlayed,
      ]
    }
  }
}
