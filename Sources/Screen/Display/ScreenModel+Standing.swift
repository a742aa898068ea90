public import Golf

extension ScreenModel {
  /// A line of the leaderboard.
  public struct Standing: Hashable, Sendable {
    /// The place, from 1; players who tie share it; nil for who has no score yet.
    public var place: Int?
    /// Who.
    public var player: PlayerID
    /// The strokes above the par of the holes played; negative below it.
    public var relativeToPar: Int
    /// The strokes in all.
    public var strokes: Int
    /// The holes that have a score.
    public var holesPlayed: Int
    /// How many lines the player went up at the last change; negative for down.
    public var moved: Int

    /// Makes a line from its parts.
    public init(
      place: Int?, player: PlayerID, relativeToPar: Int, strokes: Int, holesPlayed: Int,
      moved: Int = 0
    ) {
      self.place = place
      self.player = player
      self.relativeToPar = relativeToPar
      self.strokes = strokes
      self.holesPlayed = holesPlayed
      self.moved = moved
    }

    /// The place as leaderboards write it: "2", or "T2" where it is shared; nil without a score.
    func placeLabel(among standings: [Standing]) -> String? {
      guard let place else { return nil }
      return (standings.count { $0.place == place } > 1 ? "T" : "") + "\(place)"
    }
  }
}
