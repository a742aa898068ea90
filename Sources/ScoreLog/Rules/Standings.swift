package import HyzerBase

/// What a player has scored so far.
public struct PlayerTotal: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// The display name.
  public let name: String
  /// Strokes above (or, negative, below) the par of the holes played.
  public let relativeToPar: Int
  /// Strokes on all holes that have a score.
  public let strokes: Int
  /// How many holes have a score.
  public let holesPlayed: Int
  /// How many holes others have a score on and the player will not: no score, not there, or, once the round
  /// is finished, nothing.
  public let holesMissed: Int

  package init(
    player: PlayerID, name: String, relativeToPar: Int, strokes: Int, holesPlayed: Int,
    holesMissed: Int = 0
  ) {
    (self.player, self.name) = (player, name)
    (self.relativeToPar, self.strokes, self.holesPlayed) = (relativeToPar, strokes, holesPlayed)
    self.holesMissed = holesMissed
  }

  /// What standings compare, the best first; nobody wins by playing less than the others.
  fileprivate var rank: (holesMissed: Int, relativeToPar: Int) { (holesMissed, relativeToPar) }
}

/// A line of the leaderboard.
@dynamicMemberLookup
public struct Standing: Hashable, Sendable {
  /// The place, from 1; shared by players who are level.
  public let place: Int
  /// The place as leaderboards write it: "2", "T2" where it is shared; nil without a score.
  public let placeLabel: String?
  /// What the player has scored.
  public let total: PlayerTotal

  /// A part of ``total``.
  public subscript<Value>(dynamicMember part: KeyPath<PlayerTotal, Value>) -> Value {
    total[keyPath: part]
  }
}

/// A round's leaderboard.
///
/// Who missed fewer of the holes that others played is better, and among those who missed equally many
/// fewer strokes relative to the par of the holes played. A hole on which a score may still come is not
/// missed. Players who are level share a place, and as many places after it stay empty: 1, 2, 2, 4. Players
/// without a score come last and share the place after all others. Within a place the roster's order holds.
public struct Standings: Hashable, Sendable {
  /// A line for each player, the best first.
  public let lines: [Standing]

  /// Ranks players, given in the roster's order.
  package init(of totals: [PlayerTotal]) {
    let played = totals.filter { $0.holesPlayed > 0 }
    // Sorting is stable, so the roster's order stays within a place.
    let ranked = played.sorted { $0.rank < $1.rank }.map { total in
      let place = played.count { $0.rank < total.rank } + 1
      let isShared = played.count { $0.rank == total.rank } > 1
      return Standing(place: place, placeLabel: "\(isShared ? "T" : "")\(place)", total: total)
    }
    lines =
      ranked
      + totals.filter { $0.holesPlayed == 0 }
      .map { Standing(place: played.count + 1, placeLabel: nil, total: $0) }
  }

  /// The line of a player; nil for nobody of the round.
  public subscript(player: PlayerID) -> Standing? { lines.first { $0.player == player } }
}

/// What events did to the leaderboard: why it changed, and who moved.
package struct StandingsChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case scored, corrected
    /// What stood before the last score counts again.
    case takenBack
  }

  /// One event; where another stands over it, it changed nothing that counts.
  package struct Trigger: Hashable, Sendable {
    package let event: EventID
    package let kind: Kind
    package let player: PlayerID
    package let hole: Int
    package let from: HoleResult?
    package let to: HoleResult?
  }

  /// A player who came to another place; a smaller number is a better place.
  package struct Move: Hashable, Sendable {
    package let player: PlayerID
    package let from: Int
    package let to: Int

    package init(player: PlayerID, from: Int, to: Int) {
      (self.player, self.from, self.to) = (player, from, to)
    }

    package var isUp: Bool { to < from }
  }

  /// What the events did, in their order.
  package let triggers: [Trigger]
  /// Who had a score before, has one since and moved, the best since first.
  package let moves: [Move]
  package let standings: Standings

  /// What those have since whom the events concern; nil for whom the hole is open again.
  package var results: [PlayerID: HoleResult?] {
    Dictionary(triggers.map { ($0.player, $0.to) }, uniquingKeysWith: { _, last in last })
  }

  /// Applies events to a card to find what they change.
  package init(from card: Scorecard, trigger events: some Sequence<ScoreEvent>) {
    var since = card
    var triggers: [Trigger] = []
    for event in events {
      guard let player = card.round.player(called: event.player) else { continue }
      let from = since.event(of: player, onHole: event.hole)
      since.apply(event)
      let to = since.event(of: player, onHole: event.hole)
      let kind: Kind =
        if event.takesBack != nil || to?.result == nil {
          .takenBack
        } else {
          from?.result == nil ? .scored : .corrected
        }
      triggers.append(
        Trigger(
          event: event.id, kind: kind, player: player, hole: event.hole, from: from?.result,
          to: to?.result))
    }
    let before = card.standings
    standings = since.standings
    self.triggers = triggers
    moves = standings.lines.compactMap { line in
      // Who has no score is nowhere yet, and comes from nowhere.
      guard let earlier = before[line.player], earlier.holesPlayed > 0, line.holesPlayed > 0,
        earlier.place != line.place
      else { return nil }
      return Move(player: line.player, from: earlier.place, to: line.place)
    }
  }
}

extension Standings {
  package var report: [JSONObject] {
    lines.map { line in
      [
        "place": line.place, "player": line.name, "relativeToPar": line.relativeToPar,
        "strokes": line.strokes, "holesPlayed": line.holesPlayed,
      ]
    }
  }
}

extension Scorecard {
  /// Returns who leads, as hosts and `hyzer leaderboard --json` say it; the `hole` is the current one, nil
  /// where another round is the current one.
  package func leaderboard(hole: Int?) -> JSONObject {
    ["round": round.id.rawValue, "hole": hole, "standings": standings.report]
  }
}
