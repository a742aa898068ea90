import HyzerBase
import HyzerVoice
import Testing

@testable import Measuring

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

  private func draw(_ count: Int, seed: UInt64) throws -> [Prompt] {
    try Prompt.draw(count: count, seed: seed, round: round, parser: parser)
  }

  @Test func `one seed gives one list, of which a longer one begins with the shorter`() throws {
    let first = try draw(30, seed: 5)
    #expect(first.map(\.number) == Array(1...30))
    #expect(try first == draw(30, seed: 5))
    #expect(try first != draw(30, seed: 6))
    #expect(try draw(12, seed: 5) == Array(first.prefix(12)))
  }

  @Test func `every label is what the parser reads without a doubt, typed and spoken`() throws {
    for prompt in try draw(60, seed: 2) {
      for input in [InputKind.typed, .spoken] {
        let result = parser.parse(prompt.sentence, input: input)
        #expect(result.status == .success, "\(prompt.sentence)")
        #expect(result.scorePairs == prompt.scores, "\(prompt.sentence)")
      }
    }
  }

  @Test func `no sentence comes twice or is too long to be read at a glance`() throws {
    let alone = try Round(roster: Roster([Player(name: "Bo")]))
    let sentences = try Prompt.draw(
      count: 200, seed: 3, round: alone, parser: UtteranceParser(round: alone)
    ).map(\.sentence)
    #expect(Set(sentences).count == 200)
    #expect(sentences.allSatisfy { $0.split(separator: " ").count <= 16 })
    #expect(sentences.allSatisfy { $0 == $0.lowercased() })
  }

  @Test func `names and aliases are said as the round has them`() throws {
    let words = try draw(80, seed: 4).flatMap { $0.sentence.split(separator: " ") }
    for name in ["michael", "mike", "jean-luc", "al"] {
      #expect(words.contains { $0 == name }, "\(name)")
    }
  }

  @Test func `where no new sentence is found, the number of those found is reported`() throws {
    let failure = #expect(throws: FileFailure.self) {
      try Prompt.draw(count: 50, seed: 1, round: round, parser: parser, maximumDraws: 2)
    }
    let message = try #require(failure?.description)
    #expect(
      message.wholeMatch(of: /the round has only [1-4]?\d different sentences; .*--count/) != nil)
  }
}
