import Testing

@testable import DiscGolf

@Suite struct `Short names` {
  /// Whom the usual names of a roster stand for, as "mike Michael".
  private func usual(_ players: Player...) throws -> Set<String> {
    let roster = try Roster(players)
    return Set(roster.usualNames.map { "\($0.key) \(roster[$0.value].name)" })
  }

  @Test func `a name and its short forms stand for each other, the most usual first`() {
    #expect(ShortNames.others(for: "Michael") == ["mike", "mikey", "mick"])
    #expect(ShortNames.others(for: "MIKE") == ["michael"])
    #expect(ShortNames.others(for: "Jenny") == ["jennifer"])
    #expect(ShortNames.others(for: "Nathan") == ["nate"])
    // Whoever is called Nate may be Nathan or Nathaniel.
    #expect(ShortNames.others(for: "Nate") == [])
    // Two short forms of one name are two people, and so is who has a second name.
    #expect(!ShortNames.others(for: "Mick").contains("mike"))
    #expect(ShortNames.others(for: "Michael Smith") == [])
    #expect(ShortNames.others(for: "Siobhan") == [])
    #expect(ShortNames.all.count > 300)
    #expect(ShortNames.all.allSatisfy { NameKey.words(of: $0) == [$0] })
  }

  @Test func `what a name may stand for in a roster is one player`() throws {
    #expect(
      try usual("Michael", "Jake") == [
        "mike Michael", "mikey Michael", "mick Michael", "jacob Jake",
      ])
    #expect(try usual("Alexander", "Alexandra") == ["xander Alexander", "lexi Alexandra"])
    // Somebody is called so, or nearly all of it.
    #expect(try usual("Michael", "Mike S.", "Mick") == ["mikey Michael"])
    #expect(
      try usual("Michael", Player(name: "Sam Smith", aliases: ["Mike"])).contains("mike Michael")
        == false)
    // Whoever has an alias has said what they are called.
    #expect(try usual(Player(name: "Michael", aliases: ["Boss"])) == [])
    #expect(try usual("Siobhan") == [])
  }
}
