import Randomness
import Testing

@testable import Language

@Suite struct JSGFGrammarTests {
  let weights = GrammarWeights(
    occasionalForm: 3, rareForm: 4, mistakableWord: 2, golfWord: 1, usualGolfWord: 1,
    rivalGolfWord: 2)

  @Test func `the grammar refers to no rule that it does not define`() {
    let text = JSGFGrammar(language: .english, names: ["mike", "jake"], weights: weights).text
    let defined = Set(text.matches(of: /(?m)^(?:public )?<(\w+)> =/).map { String($0.1) })
    let used = Set(text.matches(of: /<(\w+)>/).map { String($0.1) })
    #expect(used == defined)
  }

  @Test func `a form's weight stands on the words with which it begins`() {
    let text = JSGFGrammar(language: .english, names: ["mike", "jake"], weights: weights).text
    #expect(text.contains("<form> = <name> <score>\n"))
    #expect(text.contains("| <name_3> <joiner> [<article>] <score>\n"))
    #expect(text.contains("<name_3> = /0.001/ mike | /0.001/ jake;"))
  }

  @Test func `a mistakable form is weighed word by word`() {
    let text = JSGFGrammar(language: .english, names: ["mike"], weights: weights).text
    #expect(text.contains("| <fix_2> <score_2>\n"))
    #expect(text.contains("<score_2> = /0.01/ one"))
    #expect(text.contains("/0.001/ birdie"))
  }

  @Test func `equal weights leave no weight in the text`() {
    let text = JSGFGrammar(language: .english, names: ["mike"], weights: .equal).text
    #expect(!text.contains("/"))
  }

  @Test func `every word of the grammar is listed for the dictionary`() {
    let grammar = JSGFGrammar(language: .english, names: ["mike"], weights: .equal)
    let rules = grammar.text.split(separator: "\n").dropFirst(2).joined(separator: " ")
    let bare = rules.replacing(/<\w+>( =)?|public/, with: " ")
    let words = Set(bare.matches(of: /[a-z]+/).map { String($0.0) }).subtracting(["mike"])
    #expect(words.subtracting(grammar.words).isEmpty)
  }
}

@Suite struct ReplyGrammarTests {
  let weights = GrammarWeights(
    occasionalForm: 3, rareForm: 4, mistakableWord: 2, golfWord: 1, usualGolfWord: 2,
    rivalGolfWord: 5)

  @Test func `the grammar of replies defines every rule that it refers to, and lists its words`() {
    let grammar = ReplyGrammar(replies: .english, names: ["mike", "jake"], weights: weights)
    let defined = Set(grammar.text.matches(of: /(?m)^(?:public )?<(\w+)> =/).map { String($0.1) })
    let used = Set(grammar.text.matches(of: /<(\w+)>/).map { String($0.1) })
    #expect(used == defined)
    let rules = grammar.text.split(separator: "\n").dropFirst(2).joined(separator: " ")
    let bare = rules.replacing(/<\w+>( =)?|public/, with: " ")
    let words = Set(bare.matches(of: /[a-z]+/).map { String($0.0) }).subtracting(["mike", "jake"])
    #expect(words == Set(grammar.words))
  }

  @Test func `a reply is one form, and golf words weigh what they do in usual sentences`() {
    let text = ReplyGrammar(replies: .english, names: ["mike"], weights: weights).text
    #expect(
      text.contains(
        """
        public <reply> = <accept> (<accept>)*
          | <dismiss> (<dismiss>)*
          | <undo>
          | [<dismiss>] <makeIt> <score>
          | [<dismiss>] <name> <score>;
        <accept> = yes;
        <dismiss> = no | cancel;
        <makeIt> = make it | make that;
        <name> = mike;
        <score> = one | two
        """))
    #expect(text.contains("| /0.01/ birdie |"))
    #expect(text.hasSuffix("<undo> = undo;\n"))
  }
}

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
      Vocabulary.english.entries.contains { $0.meaning == .number(count) && $0.isSpoken })
  }

  @Test func `the spoken words are plain lower-case words`() {
    for entry in Vocabulary.english.entries where entry.isSpoken {
      #expect(entry.words.allSatisfy { $0.wholeMatch(of: /[a-z]+/) != nil }, "\(entry.words)")
    }
  }
}

@Suite struct SentenceGeneratorTests {
  @Test func `a form is drawn as often as its weight says`() {
    let generator = SentenceGenerator(language: .english, names: ["mike"])
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
