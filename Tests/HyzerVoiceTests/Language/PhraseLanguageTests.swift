import DiscGolf
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct `A language of phrases` {
  private enum Order: Hashable { case buy, sell }

  private static let language = PhraseLanguage<Order>(
    spoken: [(.buy, "buy AMOUNT [from NAME]"), (.sell, "sell AMOUNT [to (NAME | STRANGER)+]")],
    typed: [(.buy, "b NUMBER")],
    shorthands: [("AMOUNT", "(NUMBER to NUMBER | ~(NUMBER NUMBER))")], fillers: ["um"],
    senses: [["buy"], ["sell"]])
  private static let roster = try? Roster(["Ann", "Bob"])

  private func phrases(_ text: String, _ input: InputKind = .typed) -> [String] {
    Self.language.phrases(in: text, roster: Self.roster, input: input).map { phrase in
      let names = phrase.names.map { name in
        switch name {
        case .known(let player): Self.roster?[player].name ?? ""
        case .doubtful(_, let text): "\(text)?"
        case .unknown(let text): "(\(text))"
        }
      }
      return (["\(phrase.kind)"] + phrase.numbers.map(String.init) + names).joined(separator: " ")
    }
  }

  @Test func `reads forms, numbers and names, with fillers around and between`() {
    #expect(phrases("um buy two um to three from Ann um") == ["buy 2 3 Ann"])
    #expect(phrases("sell 2-3 to the big bank") == ["sell 2 3 the big bank?"])
    #expect(phrases("sell 2–3 to big bank") == ["sell 2 3 big bank?"])
    #expect(phrases("sell two three to Ann Bob") == ["sell 2 3 Ann Bob?"])
    #expect(phrases("b 7") == ["buy 7"])
    #expect(phrases("b 7", .spoken) == [])
    #expect(phrases("buy two") == [])
    #expect(phrases("") == [])
  }

  @Test func `of what was typed, words that no form takes are left out, as few as can be`() {
    #expect(phrases("tomorrow we buy well two to three things") == ["buy 2 3"])
    #expect(phrases("tomorrow we buy two to three", .spoken) == [])
    #expect(phrases("buy 4 to 5 or rather sell 2 3 to Ann") == ["sell 2 3 Ann"])
    #expect(phrases("please sell 2 3 to zorblatt zaz") == ["sell 2 3 (zorblatt)"])
    #expect(phrases("please sell 2 3 to Zor Blatt zaz") == ["sell 2 3 (Zor Blatt)"])
    #expect(phrases(String(repeating: "x ", count: 39) + "b 7") == [])
    let whole = Self.language.phrases(in: "please b 7", roster: nil, input: .typed)
    #expect(whole.map(\.leftOut) == [["please"]])
    let none = Self.language.phrases(in: "please b 7", roster: nil, input: .typed) {
      $0.numbers != [7]
    }
    #expect(none.isEmpty)
  }

  @Test func `a loose form counts where no other takes all of a text, as if words were left out`() {
    let language = PhraseLanguage<Order>(
      spoken: [(.buy, "buy NUMBER")], typed: [], loose: [(.sell, "(buy | sell) NUMBER [now]")],
      shorthands: [], fillers: [], senses: [])
    func read(_ text: String, _ input: InputKind = .typed) -> [String] {
      language.phrases(in: text, roster: nil, input: input).map {
        "\($0.kind) \($0.leftOut ?? ["-"])"
      }
    }
    #expect(read("buy 7") == [#"buy ["-"]"#])
    #expect(read("sell 7") == ["sell []"])
    #expect(read("sell 7", .spoken) == [])
    #expect(read("sell 7 now please") == [#"sell ["please"]"#])
  }

  @Test func `an everyday word in a name's place, or one beside a name, is doubtful`() {
    #expect(phrases("sell 2 3 to today") == ["sell 2 3 today?"])
    #expect(phrases("sell 2 3 to Ann today") == ["sell 2 3 Ann today?"])
    #expect(phrases("sell 2 3 to Big Bank") == ["sell 2 3 (Big Bank)"])
    #expect(phrases("sell 2 3 to hawks") == ["sell 2 3 (hawks)"])
    #expect(phrases("sell 2 3 to today", .spoken) == ["sell 2 3 (today)"])
  }

  @Test(arguments: [
    ("one hundred and two", 102), ("a hundred forty two", 142), ("two hundred", 200),
    ("one oh two", 102), ("hundred and ninety nine", 199), ("seventy two", 72), ("zero", 0),
    ("nil", 0), ("two thousand", 2000),
  ])
  func `reads numbers beyond a hundred`(_ text: String, _ number: Int) {
    #expect(phrases("b \(text)") == ["buy \(number)"])
  }

  /// What one says of a sentence of "buy", a number and "to".
  struct Clarity: Sendable {
    var texts = ["buy", "two", "to"]
    var words = [0.97, 0.97, 0.5]
    var pause = 20
    var confidence = 0.97
    var isClear = false
  }

  @Test(arguments: [
    Clarity(isClear: true), Clarity(pause: 50, isClear: true), Clarity(pause: 51),
    Clarity(words: [0.97, 0.95, 0.5]), Clarity(texts: ["get", "two", "to"]),
    Clarity(confidence: 0.95),
  ])
  func `a sentence is clear where its words are, one has a sense, and no pause is long`(
    _ clarity: Clarity
  ) throws {
    var words: [RecognizedWord] = []
    for (index, text) in clarity.texts.enumerated() {
      var word = RecognizedWord(text: text, confidence: clarity.words[index])
      if text != "to" { word.competitor = .init(text: "x", llr: 500) }
      let start = (words.last?.frames.upperBound ?? 0) + clarity.pause
      word.frames = start..<start + 30
      words.append(word)
    }
    let heard = Hypothesis(words: words, confidence: clarity.confidence)
    let confidence = try DecoderSettings.standard().confidence
    #expect(Self.language.isClear(heard, confidence) == clarity.isClear)
  }

  @Test func `spoken, a round ten before "to" may be one with two`() {
    #expect(phrases("buy seventy to sixty", .spoken) == ["buy 70 60", "buy 72 60"])
    #expect(phrases("buy seventy two sixty", .spoken) == ["buy 72 60", "buy 70 60"])
    #expect(phrases("buy seventy two to sixty", .spoken) == ["buy 72 60"])
    #expect(phrases("buy seven to sixty", .spoken) == ["buy 7 60"])
    #expect(phrases("buy one hundred to sixty", .spoken) == ["buy 100 60", "buy 102 60"])
    #expect(phrases("buy seventy to sixty") == ["buy 70 60"])
  }

  private static let rising = PhraseLanguage<Order>(
    spoken: [(.buy, "buy NUMBER to NUMBER"), (.buy, "buy NUMBER NUMBER")], typed: [],
    shorthands: [], fillers: [], senses: []
  ) { $1[0] >= $1[1] }

  @Test(arguments: [
    ("buy seventy to seventy one", ["70 71", "72 71"]),
    ("buy seventy to seventy", ["70 70", "72 70"]), ("buy sixty to sixty", ["60 60", "62 60"]),
    ("buy ninety two ninety one", ["90 91", "92 91"]),
  ])
  func `spoken, what contradicts itself comes last`(_ text: String, _ numbers: [String]) {
    let found = Self.rising.phrases(in: text, roster: nil, input: .spoken)
    #expect(found.map { $0.numbers.map(String.init).joined(separator: " ") } == numbers)
  }

  @Test func `numbers that fit the others are said in all their ways`() throws {
    let phrase = try #require(
      Self.rising.phrases(in: "buy one hundred and ten to five", roster: nil, input: .spoken).first)
    #expect(phrase.numberRanges == [4..<23, 27..<31])
    #expect(Self.rising.contradictsItself(phrase))
    #expect(
      Self.rising.fittingNumbers(inPlaceOf: 0, of: phrase)
        == "((zero | nothing) | one | two | three | four)")
    let more = try #require(Self.rising.fittingNumbers(inPlaceOf: 1, of: phrase))
    let said = more.dropFirst().dropLast().replacing("(a | one)", with: "one")
      .replacing("[and]", with: "and").split(separator: " | ")
    let read = said.flatMap { phrases("b \($0)") }
    #expect(read == (111...200).map { "buy \($0)" })
    let most = Phrase<Order>(
      kind: .buy, numbers: [200, 200], numberRanges: phrase.numberRanges, names: [], leftOut: nil)
    #expect(Self.rising.fittingNumbers(inPlaceOf: 1, of: most) == nil)
  }

  @Test func `a small word that is said as a number is too is not listened for`() throws {
    let language = PhraseLanguage<Order>(
      spoken: [(.buy, "(buy | too) NUMBER to NUMBER")], typed: [], shorthands: [], fillers: [],
      smallWords: ["to", "too"], senses: [["buy"]])
    let lexicon = try PronunciationLexicon.standard.get()
    let grammar = try language.grammar(names: [], lexicon: lexicon, weights: GrammarWeights())
    func sounds(_ word: String) -> [String]? {
      grammar.lexicon.first { $0.id == word }?.pronunciations.map(\.description)
    }
    #expect(sounds("two") == ["T UW"])
    #expect(sounds("to") == ["T IH", "T AH"])
    #expect(sounds("too") == ["T UW"])
  }

  @Test func `what says something else competes, and strangers are heard for names`() throws {
    let lexicon = try PronunciationLexicon.standard.get()
    var weights = GrammarWeights()
    weights.unlikely = 2
    let grammar = try Self.language.grammar(
      names: RoundLexicon.Name.all(of: #require(Self.roster), lexicon: lexicon), lexicon: lexicon,
      weights: weights)
    #expect(grammar.competitors["buy"]?["sell"] == "sell")
    #expect(grammar.competitors["seventy"]?["seventeen"] == "seventeen")
    #expect(grammar.competitors["name_1"]?["name_2"] == "name_2")
    #expect(grammar.competitors["to"] == nil)
    #expect(grammar.full.contains("<name> = name_1 | name_2;"))
    #expect(grammar.full.contains(/<stranger> = .*\/0.000001\/ basket/))
    // Two numbers without "to" between them gain nothing by the word that is not there.
    #expect(grammar.full.contains("<number> <word_to> <number> | <number_2> <number>"))
    #expect(grammar.full.contains("<number_2> = (/0.01/ one | "))
    #expect(grammar.lexicon.first { $0.id == "nothing" }?.text == "zero")
    #expect(!grammar.full.contains("<word_b>"))
    #expect(grammar.constrained == nil)
    let alone = try Self.language.grammar(names: [], lexicon: lexicon, weights: weights)
    #expect(alone.full.contains(/<name> = .*\/0.000001\/ basket/))
    #expect(try Set(JSGFGrammar(alone.full).words()).isSuperset(of: ["seventy", "basket", "sell"]))
  }

  @Test func `words in any order are those of all forms that are said, names, numbers and others`()
    throws
  {
    let language = PhraseLanguage<Order>(
      spoken: [(.buy, "buy NUMBER from NAME")], typed: [(.buy, "(get | vs) NUMBER")],
      shorthands: [], written: ["vs"], fillers: ["um"], senses: [["buy"], ["sell"]])
    let lexicon = try PronunciationLexicon.standard.get()
    let grammar = try language.grammar(
      names: RoundLexicon.Name.all(of: #require(Self.roster), lexicon: lexicon), lexicon: lexicon,
      weights: GrammarWeights())
    let loose = try #require(grammar.loose)
    let words = try Set(JSGFGrammar(loose).words())
    #expect(
      words.isSuperset(of: ["buy", "from", "get", "name_1", "name_2", "basket", "seventy", "and"]))
    #expect(!words.contains("vs"))
    #expect(words.subtracting(grammar.lexicon.map(\.id)) == [])
    // What is likelier is so by its weight, and "one" alone is none of the numbers.
    #expect(loose.contains("/0.01/ buy | ") && loose.contains("/0.0001/ get | "))
    #expect(loose.contains("/0.000001/ basket | "))
    #expect(loose.contains("<number> = (/0.01/ two | "))
  }
}
