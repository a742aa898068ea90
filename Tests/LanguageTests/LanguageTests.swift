import Randomness
import Testing

@testable import Language

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

  @Test func `the spoken words are plain lower-case words`() {
    for entry in Vocabulary.english.spoken {
      #expect(entry.words.allSatisfy { $0.wholeMatch(of: /[a-z]+/) != nil }, "\(entry.words)")
    }
  }
}

@Suite struct SentenceGeneratorTests {
  @Test func `a form is drawn as often as its weight says`() {
    let generator = SentenceGenerator(names: ["mike"])
    func pairs(_ weight: (Likelihood) -> Int) -> Int {
      var random = SeededGenerator(seed: 1)
      return (0..<500).count { _ in
        let words = generator.sentence(formCount: 1, weight: weight, using: &random)
          .split(separator: " ")
        return words.count == 2 && words[0] == "mike"
      }
    }
    #expect(pairs { $0 == .usual ? 1 : 0 } > 300)
    #expect(pairs { $0 == .usual ? 0 : 1 } == 0)
    #expect((1...100).contains(pairs { _ in 1 }))
  }
}
