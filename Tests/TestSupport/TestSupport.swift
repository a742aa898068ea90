public import Golf

/// Makes a round of players given by name, without ceremony.
public func makeRound(_ names: [String], par: Int = 3, hole: Int? = 7) throws -> Round {
  try Round(hole: hole, par: par, roster: Roster(names.map { Player(name: $0) }))
}

/// A small linear congruential generator, so that random tests repeat.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number: Knuth's MMIX multiplier, then mixed as SplitMix64 does.
  public mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
