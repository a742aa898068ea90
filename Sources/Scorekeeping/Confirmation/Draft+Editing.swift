internal import Golf

extension Draft {
  /// Returns whether a player can be picked for a row: not one of another row, unless this row was
  /// said later and so replaces it.
  func canChoose(_ player: PlayerID, for row: Row) -> Bool {
    !rows.contains { $0.id != row.id && $0.player == player && $0.utterance >= row.utterance }
  }

  /// Picks a row's player; returns false where there is no such row, or the player has another.
  mutating func choose(_ player: PlayerID, for id: Row.ID) -> Bool {
    guard let row = rows.first(where: { $0.id == id }), canChoose(player, for: row) else {
      return false
    }
    rows.removeAll { $0.id != id && $0.player == player }
    return pick(id) { $0.player = player }
  }

  /// Picks a row's score; returns false where there is no such row.
  mutating func choose(_ strokes: Strokes, for id: Row.ID) -> Bool {
    pick(id) { $0.strokes = strokes }
  }

  /// Takes a row out; returns false where there is no such row.
  mutating func remove(_ id: Row.ID) -> Bool {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
    rows.remove(at: place)
    return true
  }

  /// Clears every doubt, since a person said yes to the draft as it is.
  mutating func settle() {
    for place in rows.indices {
      rows[place].isDoubtful = false
      rows[place].words = ""
    }
    remarks = []
  }

  /// Has a person look at every row.
  mutating func doubtEverything() {
    for place in rows.indices { rows[place].isDoubtful = true }
  }

  /// Notes what the rows replace on a hole.
  mutating func compare(with context: HoleContext) {
    for place in rows.indices {
      rows[place].replaces = rows[place].player.flatMap { context.scores[$0] }
    }
  }

  private mutating func pick(_ id: Row.ID, _ change: (inout Row) -> Void) -> Bool {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
    change(&rows[place])
    rows[place].confidence = 1
    rows[place].input = .typed
    rows[place].isDoubtful = false
    if rows[place].isResolved { rows[place].words = "" }
    return true
  }
}
