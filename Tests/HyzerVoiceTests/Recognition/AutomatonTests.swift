import CPocketSphinx
import Testing

@testable import HyzerVoice

@Suite struct AutomatonTests {
  /// Returns how many states a grammar has in the engine's form, and how many are left of them.
  private func states(_ rules: String) throws -> (before: Int, after: Int) {
    let logs = unsafe try #require(logmath_init(1.0001, 0, 0))
    defer { _ = unsafe logmath_free(logs) }
    let model = unsafe try JSGFGrammar("#JSGF V1.0;\ngrammar test;\n\(rules)").model(
      logs, languageWeight: 1)
    defer { _ = unsafe fsg_model_free(model) }
    var automaton = unsafe Automaton(model)
    let before = automaton.states
    automaton.minimize()
    let copy = unsafe try #require(automaton.engineForm(like: model))
    defer { _ = unsafe fsg_model_free(copy) }
    #expect(unsafe Int(copy.pointee.n_state) == automaton.states)
    return (before, automaton.states)
  }

  @Test(arguments: [
    ("public <s> = one two three;", 4),
    ("public <s> = one | two | three;", 2),
    ("public <s> = (one | two) (three | four | five);", 3),
    ("public <s> = <name> <score>; <name> = mike | jake; <score> = one | two;", 3),
    ("public <s> = mike one | jake one;", 3),
    // After "mike" other words follow than after "jake".
    ("public <s> = mike one | jake two;", 4),
    // A sentence may end after the first word, but not before.
    ("public <s> = one [two];", 3),
    ("public <s> = (one two)+;", 4),
  ])
  func `only states remain that sentences tell apart`(rules: String, states: Int) throws {
    let (before, after) = try self.states(rules)
    #expect(after == states)
    #expect(after <= before)
  }

  @Test func `likelihoods tell states apart`() throws {
    let alike = try states("public <s> = a (/2/ one | /1/ two) | b (/2/ one | /1/ two);").after
    let other = try states("public <s> = a (/2/ one | /1/ two) | b (/1/ one | /2/ two);").after
    #expect(alike < other)
  }
}
