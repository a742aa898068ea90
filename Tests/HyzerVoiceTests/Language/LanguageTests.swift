import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct VocabularyTests {
  @Test func `no phrase of the language has two meanings of one kind`() {
    let meanings = Dictionary(grouping: Vocabulary.english.entries) { $0.words }
    for (words, entries) in meanings where entries.count > 1 {
      let scores = Set(entries.map(\.meaning).filter(\.isScore))
      #expect(scores.count <= 1, "\(words) has the scores \(scores)")
    }
  }

  @Test(arguments: 1...10)
  func `each score is a word that the recogniser listens for`(count: Int) {
    #expect(
      Vocabulary.english.spoken.contains { $0.meaning == .number(count) })
  }

  @Test func `what leads on at the end of a sentence ends an opener`() {
    let openers = Vocabulary.english.spoken.filter { $0.meaning == .function(.opener) }
    #expect(Vocabulary.leadingWords.isSubset(of: openers.compactMap(\.words.last)))
  }

  @Test func `the spoken words are plain lower-case words`() {
    for entry in Vocabulary.english.spoken {
      #expect(entry.words.allSatisfy { $0.wholeMatch(of: /[a-z']+/) != nil }, "\(entry.words)")
    }
  }
}

@Suite struct SentenceGeneratorTests {
  @Test func `a form is drawn as often as its weight says`() {
    let generator = SentenceGenerator(names: ["mike"])
    // "Mike parred" is of a form that is said now and then.
    let scores = Set(
      Vocabulary.english.spoken.filter { [.number, .golf].contains($0.shape) }.map(\.phrase))
    func pairs(_ weight: (Likelihood) -> Int) -> Int {
      var random = SeededGenerator(seed: 1)
      return (0..<500).count { _ in
        let words = generator.sentence(formCount: 1, weight: weight, using: &random)
          .split(separator: " ")
        return words.count == 2 && words[0] == "mike" && scores.contains(String(words[1]))
      }
    }
    #expect(pairs { $0 == .usual ? 1 : 0 } > 300)
    #expect(pairs { $0 == .usual ? 0 : 1 } == 0)
    #expect((1...100).contains(pairs { _ in 1 }))
  }
}

/// The recogniser's grammar and the parser come from one description; this holds them to it.
@Suite struct GrammarAgreementTests {
  @Test(arguments: 0..<40)
  func `the parser explains every sentence that the grammar can produce`(seed: Int) throws {
    let round = try makeRound(["Mike", "Jake", "Sarah", "Mary Ann", "Juan", "Al"], hole: nil)
    let parser = makeParser(round)
    let generator = SentenceGenerator(
      names: ["mike", "jake", "sarah", "mary ann", "juan", "al"])
    let endings = Vocabulary.english.spoken.filter { $0.meaning == .function(.ending) }
      .map(\.phrase)
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let sentence = generator.sentence(
        formCount: Int.random(in: 1...4, using: &random), using: &random)
      let parsed = parser.parse(sentence)
      // "Hole in one, another par for Mike" has "one another", and asks.
      guard !sentence.contains("one another") else {
        #expect(parsed.status != .success, "\(sentence)")
        continue
      }
      let strays = parsed.problems.filter {
        switch $0.kind {
        // "No, one" sounds as "no one" does.
        case .unexplained where $0.text.hasPrefix("no one"): false
        // Where all was taken back, or a hole was named and no score, there is nothing to end.
        case .unexplained where parsed.scores.isEmpty && endings.contains($0.text): false
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
