import Testing

@testable import HyzerVoice

@Suite struct PatternTests {
  @Test func `a notation is read into its pattern`() throws {
    let pattern = try Pattern(
      "NAME [the | a] (SCORE | ~GOLF)+ MANY", shorthands: ["MANY": .repeated(.terminal(.name))])
    #expect(
      pattern
        == .sequence([
          .terminal(.name),
          .optional(.choice([.terminal(.literal("the")), .terminal(.literal("a"))])),
          .repeated(.choice([.terminal(.score), .unlikely(.terminal(.golf))])),
          .repeated(.terminal(.name)),
        ]))
    #expect(try Pattern("DOWN-FOR", shorthands: [:]) == .terminal(.function(.downFor)))
  }

  @Test(arguments: [
    ("NAME [SCORE", "\"[\" is not closed"), ("(NAME]", "\"(\" is not closed"),
    ("NAME )", "\")\" is too much"), ("NAMED", "\"NAMED\" is no class of words"),
    ("NAME ~", "something is missing at its end"),
  ])
  func `a notation with a mistake says what is wrong`(notation: String, reason: String) {
    #expect(throws: PatternError(notation: notation, reason: reason)) {
      try Pattern(notation, shorthands: [:])
    }
  }

  /// Whether a pattern takes exactly some words, by its meaning and without an automaton.
  private func takes(_ pattern: Pattern, _ words: ArraySlice<String>) -> Bool {
    switch pattern {
    case .terminal(.literal(let word)): return words.elementsEqual([word])
    case .terminal: return false
    case .choice(let choices): return choices.contains { takes($0, words) }
    case .optional(let inner): return words.isEmpty || takes(inner, words)
    case .unlikely(let inner): return takes(inner, words)
    case .sequence(let parts):
      guard let first = parts.first else { return words.isEmpty }
      return (words.startIndex...words.endIndex).contains {
        takes(first, words[..<$0]) && takes(.sequence(Array(parts.dropFirst())), words[$0...])
      }
    case .repeated(let inner):
      if takes(inner, words) { return true }
      return words.indices.dropFirst().contains {
        takes(inner, words[..<$0]) && takes(pattern, words[$0...])
      }
    }
  }

  @Test(arguments: [
    "a", "[a] b", "(a | b)+ c", "a [b [c]]", "(a [b])+", "[(a | b)+] c [~d]", "((a | [b] c)+ d)+",
  ])
  func `the automaton takes what the pattern takes`(notation: String) throws {
    let pattern = try Pattern(notation, shorthands: [:])
    let automaton = PatternAutomaton([pattern])
    let words = ["a", "b", "c", "d"]
    var texts: [[String]] = [[]]
    for _ in 0..<5 {
      texts += texts.filter { $0.count == texts.last?.count }.flatMap { text in
        words.map { text + [$0] }
      }
    }
    for text in texts where !text.isEmpty {
      let tokens = tokenize(text.joined(separator: " "))
      var matcher = PatternMatcher(
        Classification(tokens: tokens, readings: tokens.map { _ in [] }), automaton)
      let isTaken = matcher.matches(from: 0).contains { $0.end == tokens.count }
      #expect(isTaken == takes(pattern, text[...]), "\(text)")
    }
  }
}
