/// The round and hole that are being played; no part of what is kept for good.
public struct CurrentHole: Hashable, Sendable {
  /// The round.
  public let round: RoundID
  /// The hole's number, from 1.
  public let hole: Int

  /// Makes a pair of round and hole.
  public init(round: RoundID, hole: Int) {
    self.round = round
    self.hole = hole
  }
}
