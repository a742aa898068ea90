/// What a player has scored so far.
public struct PlayerTotal: Hashable, Sendable {
  /// Who.
  public let player: PlayerID
  /// The display name.
  public let name: String
  /// Strokes above (or, negative, below) the par of the holes played.
  public let relativeToPar: Int
  /// All strokes.
  public let strokes: Int
  /// How many holes have a score.
  public let holesPlayed: Int

  /// Makes a player's total.
  public init(
    player: PlayerID, name: String, relativeToPar: Int, strokes: Int, holesPlayed: Int
  ) {
    self.player = player
    self.name = name
    self.relativeToPar = relativeToPar
    self.strokes = strokes
    self.holesPlayed = holesPlayed
  }
}

/// A line of the leaderboard.
@dynamicMemberLookup
public struct Standing: Hashable, Sendable {
  /// The place, from 1; shared by players who are level.
  public let place: Int
  /// What the player has scored.
  public let total: PlayerTotal

  /// Returns a part of the player's total.
  public subscript<Value>(dynamicMember part: KeyPath<PlayerTotal, Value>) -> Value {
    total[keyPath: part]
  }
}

/// A round's leaderboard.
///
/// Fewer strokes relative to the par of the holes played are better. Players who are level share
/// a place, and as many places after it stay empty: 1, 2, 2, 4. Players without a score come last
/// and share the place after all others. Within a place the roster's order holds.
public struct Standings: Hashable, Sendable {
  /// The lines, the best first.
  public let lines: [Standing]

  /// Ranks players, given in the roster's order.
  public init(of totals: [PlayerTotal]) {
    let played = totals.filter { $0.holesPlayed > 0 }
    // Sorting is stable, so the roster's order stays within a place.
    let ranked = played.sorted { $0.relativeToPar < $1.relativeToPar }
    var lines: [Standing] = []
    for (index, total) in ranked.enumerated() {
      let isLevel = lines.last?.relativeToPar == total.relativeToPar
      lines.append(Standing(place: isLevel ? lines[index - 1].place : index + 1, total: total))
    }
    lines += totals.filter { $0.holesPlayed == 0 }
      .map { Standing(place: played.count + 1, total: $0) }
    self.lines = lines
  }

  /// Returns the place of a line as leaderboards write it: "2", "T2" where it is shared; nil without a
  /// score.
  public func placeLabel(of line: Standing) -> String? {
    guard line.holesPlayed > 0 else { return nil }
    return (lines.count { $0.place == line.place } > 1 ? "T" : "") + "\(line.place)"
  }

  /// Returns a player's line.
  public subscript(player: PlayerID) -> Standing? { lines.first { $0.player == player } }
}
