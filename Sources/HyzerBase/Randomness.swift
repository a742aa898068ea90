/// A small linear congruential generator, so that whatever is random repeats for a seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to a seed.
  package init(seed: UInt64) { state = seed }

  /// Starts the sequence that belongs to a seed and a name, such as that of a recording.
  ///
  /// What is drawn for one name does not depend on what was drawn for others before.
  package init(seed: UInt64, name: String) { state = seed ^ stableHash(name) }

  /// Returns the next number: Knuth's MMIX multiplier, then mixed as SplitMix64 does.
  package mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Returns a hash that is the same in every run and on every machine.
///
/// FNV-1a of the text's UTF-8 (Fowler, Noll and Vo), 64 bits.
package func stableHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
}
