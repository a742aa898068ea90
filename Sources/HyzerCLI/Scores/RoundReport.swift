internal import Golf

/// A round as one JSON object: the round itself, its players, and their scores.
struct RoundReport: Encodable {
  struct Entrant: Encodable {
    let name: String
    let isGuest: Bool
    let aliases: [String]
    let pronunciations: [String]
    let place: Int
    let relativeToPar: Int
    let strokes: Int
    let holesPlayed: Int
    /// The strokes on each hole, null where there are none.
    let scores: [Int?]
  }

  let round: String
  let course: String
  let pars: [Int]
  let phase: String
  /// The current hole, where the round is the current one.
  let hole: Nullable<Int>
  let organiser: String
  let createdAt: String
  let startedAt: Nullable<String>
  let finishedAt: Nullable<String>
  let players: [Entrant]

  init(_ card: Scorecard, current: CurrentHole?) {
    let record = card.round
    round = record.id.rawValue
    course = record.course
    pars = record.pars
    phase = card.phase.rawValue
    hole = Nullable(current?.round == record.id ? current?.hole : nil)
    organiser = record.organiser
    createdAt = record.createdAt
    startedAt = Nullable(record.startedAt)
    finishedAt = Nullable(record.finish?.at)
    let standings = card.standings
    players = record.players.map { player in
      let entrant = record.entrants[player.index]
      let total = card.total(of: player)
      return Entrant(
        name: entrant.player.name, isGuest: entrant.isGuest, aliases: entrant.player.aliases,
        pronunciations: entrant.player.pronunciations,
        place: standings[player]?.place ?? 0, relativeToPar: total.relativeToPar,
        strokes: total.strokes, holesPlayed: total.holesPlayed,
        scores: record.holes.map { card.strokes(of: player, onHole: $0)?.count })
    }
  }
}
