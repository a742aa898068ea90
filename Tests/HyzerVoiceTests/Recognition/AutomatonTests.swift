import CPocketSphinx
import Testing

@testable import HyzerVoice

@Suite struct AutomatonTests {
  /// Calls a body with the engine's form of a grammar.
  private func withModel<Result>(
    _ rules: String, _ body: (UnsafeMutablePointer<fsg_model_t>) throws -> Result
  ) throws -> Result {
    let logs = unsafe try #require(logmath_init(1.0001, 0, 0))
    defer { _ = unsafe logmath_free(logs) }
    let model = unsafe try JSGFGrammar("#JSGF V1.0;\ngrammar test;\n\(rules)").model(
      logs, languageWeight: 1)
    defer { _ = unsafe fsg_model_free(model) }
    return unsafe try body(model)
  }

  /// Returns how many states a grammar has in the engine's form, and how many are left of them.
  private func states(_ rules: String) throws -> (before: Int, after: Int) {
    unsafe try withModel(rules) { model in
      var automaton = unsafe Automaton(model)
      let before = automaton.states
      automaton.minimize()
      let copy = unsafe try #require(automaton.engineForm(like: model))
      defer { _ = unsafe fsg_model_free(copy) }
      #expect(unsafe Int(copy.pointee.n_state) == automaton.states)
      return (before, automaton.states)
    }
  }

  @Test(arguments: [
    ("public <s> = one two three;", 4),
    ("public <s> = one | two | three;", 2),
    ("public <s> = (one | two) (three | four | five);", 3),
    ("public <s> = <name> <score>; <name> = mike | jake; <score> = one | two;", 3),
    ("public <s> = mike one | jake one;", 3),
    // "Mike" leads to two states, which become one.
    ("public <s> = mike one | mike two three;", 4),
    ("public <s> = (mike | jake) (one two | three four five | one six);", 6),
    // After "mike" other words follow than after "jake".
    ("public <s> = mike one | jake two;", 4),
    // A sentence may end after the first word, but not before.
    ("public <s> = one [two];", 3),
    ("public <s> = (one two)+;", 3),
  ])
  func `only states remain that sentences tell apart`(rules: String, states: Int) throws {
    let (before, after) = try self.states(rules)
    #expect(after == states)
    #expect(after <= before)
  }

  private func transitions(
    from state: Int32, in model: UnsafeMutablePointer<fsg_model_t>
  ) -> [(target: Int32, weight: Int32, word: Int32)] {
    var found: [(target: Int32, weight: Int32, word: Int32)] = []
    var next = unsafe fsg_model_arcs(model, state)
    while let transition = unsafe next, let link = unsafe fsg_arciter_get(transition) {
      unsafe found.append((link.pointee.to_state, link.pointee.logs2prob, link.pointee.wid))
      unsafe next = fsg_arciter_next(transition)
    }
    return found
  }

  @Test(arguments: [
    ("mike one", true), ("mike one jake one", true), ("jake one mike one", true),
    ("mike one mike one", false), ("mike one michael one", false),
    ("mike one jake one mike one", false), ("jake one jake one", true),
    ("mike one no mike one", true), ("mike one no jake one mike one", true),
    ("mike one no mike one jake one michael one", false), ("no mike one jake one mike one", false),
  ])
  func `what repeats a word of a set is left out, unless another word renews it`(
    sentence: String, isThere: Bool
  ) throws {
    unsafe try withModel("public <s> = ([no] (mike | michael | jake) one)+;") { model in
      var automaton = unsafe Automaton(model)
      automaton.exclude(repeated: ["mike", "michael"], renewing: ["no"])
      automaton.minimize()
      let found = unsafe try has(sentence, automaton, like: model)
      #expect(found == isThere)
    }
  }

  @Test(arguments: [
    (
      "public <s> = (/3/ mike | /1/ jake) (/1/ one | /3/ two three) | (/1/ mike | /3/ jake) one;",
      ["mike one", "jake one", "mike two three", "jake two three"], ["jake two", "one"]
    ),
    // Forty words go on from the start, which is the end.
    ("public <s> = (\(forty) [no])*;", ["", "w1", "w40 no w2", "w3 w4"], ["no", "w1 no no"]),
    ("public <s> = [\(forty)] [\(forty)] no;", ["no", "w1 no", "w1 w2 no"], ["", "w1"]),
    ("public <s> = mike \(forty) | jake [\(forty)];", ["mike w1", "jake", "jake w40"], ["mike"]),
  ])
  func `what is made for the engine has the same sentences, as likely as they were`(
    rules: String, sentences: [String], others: [String]
  ) throws {
    unsafe try withModel(rules) { model in
      var automaton = unsafe Automaton(model)
      automaton.minimize()
      let copy = unsafe try #require(automaton.engineForm(like: model))
      defer { _ = unsafe fsg_model_free(copy) }
      for sentence in sentences + others {
        let made = unsafe likelihood(of: sentence, in: copy)
        #expect(made == (unsafe likelihood(of: sentence, in: model)), "\(sentence)")
        #expect((made != nil) == sentences.contains(sentence), "\(sentence)")
      }
    }
  }

  private static let forty = "(" + (1...40).map { "w\($0)" }.joined(separator: " | ") + ")"

  @Test func `no word leads to a state that many leave`() throws {
    unsafe try withModel("public <s> = mike \(Self.forty) (one | jake \(Self.forty));") { model in
      let automaton = unsafe Automaton(model)
      let copy = unsafe try #require(automaton.engineForm(like: model))
      defer { _ = unsafe fsg_model_free(copy) }
      let all = (0..<(unsafe copy.pointee.n_state)).flatMap {
        unsafe transitions(from: $0, in: copy)
      }
      let sizes = all.filter { $0.word >= 0 }
        .map { unsafe transitions(from: $0.target, in: copy).count }
      #expect(!sizes.isEmpty && sizes.allSatisfy { $0 <= 32 }, "\(sizes)")
    }
  }

  /// Returns the logarithm of how likely the likeliest way through a sentence is, in the engine's units; nil where
  /// there is none.
  private func likelihood(
    of sentence: String, in model: UnsafeMutablePointer<fsg_model_t>
  ) -> Int32? {
    func best(
      from state: Int32, _ words: ArraySlice<Int32>, after passed: Set<Int32> = []
    ) -> Int32? {
      var found: [Int32] = words.isEmpty && state == (unsafe model.pointee.final_state) ? [0] : []
      for (target, weight, word) in unsafe transitions(from: state, in: model) {
        let rest: Int32? =
          if word >= 0 {
            word == words.first ? best(from: target, words.dropFirst()) : nil
          } else {
            passed.contains(target) ? nil : best(from: target, words, after: passed.union([state]))
          }
        if let rest { found.append(rest + weight) }
      }
      return found.max()
    }
    let words = sentence.split(separator: " ").map { unsafe fsg_model_word_id(model, String($0)) }
    return unsafe best(from: model.pointee.start_state, words[...])
  }

  /// Returns whether an automaton has a sentence, in the engine's form.
  private func has(
    _ sentence: String, _ automaton: Automaton, like model: UnsafeMutablePointer<fsg_model_t>
  ) throws -> Bool {
    let copy = unsafe try #require(automaton.engineForm(like: model))
    defer { _ = unsafe fsg_model_free(copy) }
    return unsafe likelihood(of: sentence, in: copy) != nil
  }

  @Test(arguments: [
    ("public <s> = (mike | jake) one two;", ["", "mike", "jake one", "mike one two"], ["one"]),
    // A sentence goes on from its final state.
    ("public <s> = one two*;", ["", "one", "one two two"], ["two", "one one"]),
  ])
  func `every beginning of a sentence is one, and nothing else`(
    rules: String, beginnings: [String], others: [String]
  ) throws {
    unsafe try withModel(rules) { model in
      var automaton = unsafe Automaton(model)
      automaton.minimize()
      automaton.endAnywhere()
      let found = try (beginnings + others).filter { sentence in
        unsafe try has(sentence, automaton, like: model)
      }
      #expect(found == beginnings)
    }
  }

  @Test(arguments: [
    ("mike one", ["jake mike", "one ten"]),
    // "And" joins names alone: nothing ends in it, and it follows no score.
    ("mike one jake ten", ["jake mike", "and one ten", "jake mike", "one ten"]),
    ("mike and jake ten", ["jake mike", "and one ten", "jake mike", "one ten"]),
    ("mike one two", ["", "", ""]), ("mike", [""]), ("sarah one", ["jake mike", ""]),
  ])
  func `words make a sentence in another's place`(sentence: String, substitutes: [String]) throws {
    let rules = "public <s> = (<n> [and <n>] (one | ten))+; <n> = mike | jake;"
    var automaton = unsafe try withModel(rules) { unsafe Automaton($0) }
    for _ in 1...2 {
      let found = automaton.substitutes(in: sentence.split(separator: " ").map(String.init))
      #expect(found.map { $0.sorted().joined(separator: " ") } == substitutes)
      automaton.minimize()
    }
  }

  @Test func `likelihoods tell states apart`() throws {
    let alike = try states("public <s> = a (/2/ one | /1/ two) | b (/2/ one | /1/ two);").after
    let other = try states("public <s> = a (/2/ one | /1/ two) | b (/1/ one | /2/ two);").after
    #expect(alike < other)
  }
}
