import Testing

@testable import HyzerVoice

@Suite struct `Checking names` {
  private static let roster = [
    Player(name: "Michael", pronunciations: ["M AY K AH L"]),
    Player(name: "Jake", aliases: ["JJ"]), Player(name: "Sean"),
  ]

  private func check(_ players: [Player] = roster) throws -> RosterCheck {
    let lexicon = try PronunciationLexicon.standard.get()
    return RosterCheck(
      names: try RoundLexicon.Name.all(of: Roster(players), lexicon: lexicon), lexicon: lexicon)
  }

  @Test(
    arguments: [
      ("jake", .isName("Jake", PlayerID(1))), ("J.J.", .isName("JJ", PlayerID(1))),
      ("shawn", .soundsLikeName("Sean", PlayerID(2), likeness: 1)),
      ("jade", .soundsLikeName("Jake", PlayerID(1), likeness: 1 - 1.0 / 3)),
      ("three", .isWord("three")), ("big birdie", .isWord("birdie")),
      ("forrest", .soundsLikeScore("four", likeness: 0.5)),
      ("gott", .soundsLikeWord("got", likeness: 1)), ("🔥", .unpronounceable),
      ("mikey", nil), ("micheal", nil),
    ] as [(String, NameConflict?)])
  func `an alias that could be taken for something else is refused`(
    alias: String, conflict: NameConflict?
  ) throws {
    #expect(try check().conflict(ofAlias: alias, for: PlayerID(0)) == conflict)
  }

  @Test(
    arguments: [
      ("JH EY K", .soundsLikeName("Jake", PlayerID(1), likeness: 1)),
      ("W AH N", .soundsLikeScore("one", likeness: 1)), ("M AY K L", nil),
    ] as [(String, NameConflict?)])
  func `a pronunciation that could be taken for something else is refused`(
    phones: String, conflict: NameConflict?
  ) throws {
    #expect(
      try check().conflict(of: Pronunciation(parsing: phones), for: PlayerID(0)) == conflict)
  }

  @Test func `a pronunciation no nearer to another name than the known one is not refused`() throws
  {
    let twins = try check([
      Player(name: "Jan", pronunciations: ["JH AE N"]),
      Player(name: "Jen", pronunciations: ["JH EH N"]),
    ])
    #expect(try twins.conflict(of: Pronunciation(parsing: "JH AA N"), for: PlayerID(0)) == nil)
    #expect(
      try twins.conflict(of: Pronunciation(parsing: "JH EH N"), for: PlayerID(0))
        == .soundsLikeName("Jen", PlayerID(1), likeness: 1))
  }
}
