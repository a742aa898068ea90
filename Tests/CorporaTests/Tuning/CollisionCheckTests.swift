import Golf
import Language
import Testing

@testable import Corpora

@Suite struct `Collisions of proposed names` {
  private static let sounds: [String: String] = [
    "one": "W AH N", "three": "TH R IY", "four": "F AO R", "eight": "EY T", "got": "G AA T",
  ]

  private static func check() throws -> CollisionCheck {
    func name(_ player: Int, _ spelling: String, _ phones: String) throws -> CollisionCheck.Name {
      CollisionCheck.Name(
        player: PlayerID(player), spelling: spelling, sounds: [try Pronunciation(parsing: phones)])
    }
    return CollisionCheck(
      names: [
        try name(0, "Michael", "M AY K AH L"), try name(1, "Jake", "JH EY K"),
        try name(1, "JJ", "JH EY JH EY"), try name(2, "Sean", "SH AO N"),
      ],
      pronounce: { word in
        sounds[word].flatMap { try? Pronunciation(parsing: $0) }.map { [$0] } ?? []
      })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let alias: String
    let phones: String?
    let refusal: Refusal?
    var testDescription: String { alias }
  }

  @Test(arguments: [
    Case(
      alias: "jake", phones: "JH EY K",
      refusal: .equalsName("Jake", PlayerID(1))),
    Case(alias: "J.J.", phones: "JH EY JH EY", refusal: .equalsName("JJ", PlayerID(1))),
    Case(
      alias: "shawn", phones: "SH AO N",
      refusal: .soundsLikeName("Sean", PlayerID(2), likeness: 1)),
    Case(
      alias: "jade", phones: "JH EY D",
      refusal: .soundsLikeName("Jake", PlayerID(1), likeness: 1 - 1.0 / 3)),
    Case(alias: "three", phones: "TH R IY", refusal: .isWord("three")),
    Case(alias: "big birdie", phones: "B IH G B ER D IY", refusal: .isWord("birdie")),
    Case(alias: "juan", phones: "W AH N", refusal: .soundsLikeScore("one", likeness: 1)),
    Case(
      alias: "forrest", phones: "F AO R IH S T", refusal: .soundsLikeScore("four", likeness: 0.5)),
    Case(alias: "gott", phones: "G AA T", refusal: .soundsLikeWord("got", likeness: 1)),
    Case(alias: "🔥", phones: nil, refusal: .unpronounceable),
    Case(alias: "mikey", phones: "M AY K IY", refusal: nil),
  ])
  func `an alias that could be taken for something else is refused`(_ row: Case) throws {
    let change = RosterChange(player: PlayerID(0), value: .alias(row.alias))
    let sounds = try row.phones.map { [try Pronunciation(parsing: $0)] } ?? []
    #expect(try Self.check().refusal(of: change, sounds: sounds) == row.refusal)
  }

  @Test func `a player's own names are no collision`() throws {
    let change = RosterChange(player: PlayerID(1), value: .alias("jakey"))
    #expect(
      try Self.check().refusal(of: change, sounds: [Pronunciation(parsing: "JH EY K IY")]) == nil)
  }

  @Test(arguments: [
    ("JH EY K", Refusal.soundsLikeName("Jake", PlayerID(1), likeness: 1)),
    ("W AH N", .soundsLikeScore("one", likeness: 1)),
    ("M AY K L", nil),
  ])
  func `a pronunciation that could be taken for something else is refused`(
    phones: String, refusal: Refusal?
  ) throws {
    let sound = try Pronunciation(parsing: phones)
    let change = RosterChange(player: PlayerID(0), value: .pronunciation(sound))
    #expect(try Self.check().refusal(of: change, sounds: [sound]) == refusal)
  }

  @Test func `a pronunciation no nearer to another name than the known one is not refused`() throws
  {
    let twins = CollisionCheck(
      names: [
        .init(
          player: PlayerID(0), spelling: "Jan", sounds: [try Pronunciation(parsing: "JH AE N")]),
        .init(
          player: PlayerID(1), spelling: "Jen", sounds: [try Pronunciation(parsing: "JH EH N")]),
      ], pronounce: { _ in [] })
    func refusal(_ phones: String) throws -> Refusal? {
      let sound = try Pronunciation(parsing: phones)
      return twins.refusal(
        of: RosterChange(player: PlayerID(0), value: .pronunciation(sound)), sounds: [sound])
    }
    #expect(try refusal("JH AA N") == nil)
    #expect(try refusal("JH EH N") == .soundsLikeName("Jen", PlayerID(1), likeness: 1))
  }
}
