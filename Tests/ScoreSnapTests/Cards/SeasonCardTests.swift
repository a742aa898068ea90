import Testing

@testable import ScoreSnap

@Suite struct `The card of a season` {
  private static func game(_ number: Int, _ scores: (Int, Int), _ opponent: String) -> SnapChange {
    let outcome: Outcome = scores.0 == scores.1 ? .tie : scores.0 > scores.1 ? .win : .loss
    guard let result = try? GameResult(outcome, team: scores.0, opponent: scores.1) else {
      preconditionFailure("\(scores) is no result")
    }
    return .set(
      number, at: number, .game, number,
      [
        .team: .text("\(uuid(2) as SnapID)"), .date: .text("2026-11-\(number)"),
        .result: .result(result), .opponent: .text(opponent), .location: .text("Lincoln, Gym"),
      ])
  }

  private func card(_ games: SnapChange...) -> String {
    let book = SnapBook([Sample.player, Sample.team] + games)
    return SeasonCard(player: "Ava", team: "Tigers", games: book.games).svg
  }

  /// The elements of a class, in order.
  private func elements(_ kind: String, in svg: String) -> [String] {
    svg.split(separator: "\n").filter { $0.contains("class=\"\(kind)\"") }.map { String($0) }
  }

  @Test func `has the record, and a bar of each game in order of time`() {
    let svg = card(
      Self.game(20, (72, 62), "Hawks"), Self.game(21, (40, 40), "Owls"),
      Self.game(22, (30, 50), "Lions"))
    #expect(svg.contains(">1 - 1 - 1<"))
    #expect(svg.contains("wins, losses, ties: 1 - 1 - 1; last loss 30 - 50"))
    let (won, lost) = (elements("won", in: svg), elements("lost", in: svg))
    #expect(won.count == 1 && lost.count == 1 && elements("tie", in: svg).count == 1)
    // By 10 of 20, and from the middle line at 404 up or down.
    #expect(won.first?.contains("y=\"339\"") == true, "\(won)")
    #expect(won.first?.contains("height=\"65\"") == true)
    #expect(lost.first?.contains("y=\"404\"") == true)
    #expect(lost.first?.contains("height=\"130\"") == true)
  }

  @Test func `has the team's number bold, but at ties`() {
    #expect(card(Self.game(20, (72, 62), "Hawks")).contains(#"class="bold end" x="386""#))
    #expect(!card(Self.game(20, (40, 40), "Hawks")).contains(#"class="bold end" x="386""#))
  }

  @Test func `says how many games have no row`() {
    let games = (11...19).map { Self.game($0, (72, 62), "Hawks") }
    func card(_ count: Int) -> String {
      SeasonCard(
        player: "Ava", team: "Tigers",
        games: SnapBook([Sample.player, Sample.team] + games.prefix(count)).games
      ).svg
    }
    #expect(!card(8).contains("earlier game"))
    #expect(card(9).contains(">and 1 earlier game<"))
  }

  @Test func `escapes names, and says that there is no game yet`() {
    #expect(card(Self.game(20, (72, 62), "<Hawks>")).contains("&lt;Hawks&gt;"))
    #expect(card().contains("wins, losses, ties: 0 - 0 - 0<"))
  }
}
