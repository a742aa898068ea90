internal import ScoreLog

/// Which player and team all views are about: the last that a person chose, of those that are there.
///
/// Adding a player or a team chooses nothing, but where there was none; see ``shown(in:)``.
package struct SnapContext: Hashable, Sendable {
  /// The player that was chosen last.
  package var player: SnapID?
  /// The team of each player that was chosen last.
  package var teams: [SnapID: SnapID]

  package init(player: SnapID? = nil, teams: [SnapID: SnapID] = [:]) {
    (self.player, self.teams) = (player, teams)
  }

  /// Returns the player and the team: those chosen, or the first where they are gone or none was chosen.
  package func shown(in book: SnapBook) -> (player: SnapPlayer?, team: SnapTeam?) {
    let player = book.players.first { $0.id == self.player } ?? book.players.first
    guard let player else { return (nil, nil) }
    let own = book.teams(of: player.id)
    return (player, own.first { $0.id == teams[player.id] } ?? own.first)
  }

  /// Turns to a player, with the team that was looked at last; the first team where `fromFirst`, as among games.
  package mutating func choose(player: SnapID, fromFirst: Bool = false) {
    self.player = player
    if fromFirst { teams[player] = nil }
  }

  /// Turns to a team, and to its player.
  package mutating func choose(_ team: SnapTeam) {
    player = team.player
    teams[team.player] = team.id
  }
}
