import Golf
import Randomness
import TestSupport
import Testing

@testable import Language

/// The recogniser's grammar and the parser come from one description; this holds them to it.
@Suite struct GrammarAgreementTests {
  @Test(arguments: 0..<40)
  func `the parser explains every sentence that the grammar can produce`(seed: Int) throws {
    let round = try makeRound(["Mike", "Jake", "Sarah", "Mary Ann", "Juan", "Al"], hole: nil)
    let parser = makeParser(round)
    let generator = SentenceGenerator(
      names: ["mike", "jake", "sarah", "mary ann", "juan", "al"])
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let sentence = generator.sentence(
        formCount: Int.random(in: 1...4, using: &random), using: &random)
      let strays = parser.parse(sentence).problems.filter {
        switch $0.kind {
        case .unexplained, .missingScore, .missingPlayer, .unknownName, .uncertainName: true
        default: false
        }
      }
      #expect(strays.isEmpty, "\(sentence)")
    }
  }

  @Test(arguments: 0..<20)
  func `a sentence of pairs means its pairs`(seed: Int) throws {
    let names = ["Mike", "Jake", "Sarah", "Mary Ann", "Juan", "Al"]
    let round = try makeRound(names)
    var random = SeededGenerator(seed: UInt64(seed))
    let players = names.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
    let pairs = players.map { ($0, Int.random(in: 1...10, using: &random)) }
    let sentence = pairs.map { "\($0) \(Vocabulary.numberWords[$1 - 1])" }.joined(separator: " ")
    #expect(
      describe(makeParser(round).parse(sentence), round)
        == "success: " + pairs.map { "\($0) \($1)" }.joined(separator: ", "))
  }

  @Test(arguments: 0..<20)
  func `words of no language never become a success`(seed: Int) throws {
    let round = try makeRound(["Mike", "Jake"])
    let parser = makeParser(round)
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      var words = ["mike", "three", "jake", "four"]
      let length = Int.random(in: 6...9, using: &random)
      let stray = String(
        (0..<length).compactMap { _ in "bdfgklmnprtvz".randomElement(using: &random) })
      words.insert(stray, at: Int.random(in: 0...words.count, using: &random))
      let result = parser.parse(words.joined(separator: " "))
      #expect(result.status != .success, "\(words)")
    }
  }
}
