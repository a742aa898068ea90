public import Golf

/// Makes a round of players given by name, without ceremony.
public func makeRound(_ names: [String], par: Int = 3, hole: Int? = 7) throws -> Round {
  try Round(hole: hole, par: par, roster: Roster(names.map { Player(name: $0) }))
}
