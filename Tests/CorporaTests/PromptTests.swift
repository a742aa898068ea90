import Golf
import Language
import TestSupport
import Testing

@testable import Corpora

@Suite struct `Prompts drawn from a round` {
  private let round: Round
  private let parser: UtteranceParser

  init() throws {
    round = try Round(
      hole: 7,
      roster: Roster([
        Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jean-Luc"), Player(name: "Al"),
      ]))
    parser = UtteranceParser(round: round)
  }

  @Test func `one seed gives one list, and another seed another`() {
    let first = Prompt.drawAtMost(30, seed: 5, round: round, parser: parser)
    #expect(first.count == 30)
    #expect(first == Prompt.drawAtMost(30, seed: 5, round: round, parser: parser))
    #expect(first != Prompt.drawAtMost(30, seed: 6, round: round, parser: parser))
  }

  @Test func `a longer list begins with the shorter one`() {
    let long = Prompt.drawAtMost(30, seed: 1, round: round, parser: parser)
    #expect(
      Prompt.drawAtMost(12, seed: 1, round: round, parser: parser) == Array(long.prefix(12)))
    #expect(long.map(\.number) == Array(1...30))
  }

  @Test func `every label is what the parser reads without a doubt, typed and spoken`() {
    for prompt in Prompt.drawAtMost(60, seed: 2, round: round, parser: parser) {
      for input in [InputKind.typed, .spoken] {
        let result = parser.parse(prompt.sentence, input: input)
        #expect(result.status == .success, "\(prompt.sentence)")
        #expect(
          Set(result.scores.map { HoleScore(player: $0.player, strokes: $0.strokes) })
            == prompt.scores, "\(prompt.sentence)")
      }
    }
  }

  @Test func `no sentence comes twice or is too long to be read at a glance`() throws {
    let alone = try Round(roster: Roster([Player(name: "Bo")]))
    let sentences = Prompt.drawAtMost(
      200, seed: 3, round: alone, parser: UtteranceParser(round: alone)
    ).map(\.sentence)
    #expect(Set(sentences).count == 200)
    #expect(sentences.allSatisfy { $0.split(separator: " ").count <= 16 })
    #expect(sentences.allSatisfy { $0 == $0.lowercased() })
  }

  @Test func `names and aliases are said as the round has them`() {
    let words = Prompt.drawAtMost(80, seed: 4, round: round, parser: parser)
      .flatMap { $0.sentence.split(separator: " ") }
    for name in ["michael", "mike", "jean-luc", "al"] {
      #expect(words.contains { $0 == name }, "\(name)")
    }
  }

  @Test func `where no new sentence is found, the list ends`() {
    let all = Prompt.drawAtMost(50, seed: 1, round: round, parser: parser)
    let few = Prompt.drawAtMost(50, seed: 1, round: round, parser: parser, maximumDraws: 2)
    #expect(few.count < 50)
    #expect(few == Array(all.prefix(few.count)))
  }
}
