import Testing

@testable import Language

@Suite struct RivalWordsTests {
  private func rivals(of names: [[String]], golfWord: Int = 0) -> [String: String] {
    var weights = GrammarWeights.equal
    weights.rivalGolfWord = golfWord
    return RivalWords(language: .english, names: names, weights: weights).expressions
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let word: String
    let rivals: String?
  }

  @Test(arguments: [
    Case(
      testDescription: "a name: those of other players, and everyone", word: "mike",
      rivals: "(everybody | everyone | jake | jakey | sarah)"),
    Case(
      testDescription: "an alias: not the player's other names", word: "michael",
      rivals: "(everybody | everyone | jake | jakey | sarah)"),
    Case(
      testDescription: "a player without alias", word: "sarah",
      rivals: "(everybody | everyone | jake | jakey | michael | mike)"),
    Case(
      testDescription: "everyone: every name, and not everybody", word: "everyone",
      rivals: "(jake | jakey | michael | mike | sarah)"),
    Case(
      testDescription: "everybody: every name", word: "everybody",
      rivals: "(jake | jakey | michael | mike | sarah)"),
    Case(
      testDescription: "a number: the others, and golf words with their weight", word: "three",
      rivals: "(/0.01/ ace | /0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ eagle | "
        + "eight | /0.01/ even | five | four | nine | one | /0.01/ par | seven | six | ten | two)"),
    Case(
      testDescription: "one: no ace, which is as many", word: "one",
      rivals: "(/0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ eagle | eight | "
        + "/0.01/ even | five | four | nine | /0.01/ par | seven | six | ten | three | two)"),
    Case(
      testDescription: "ace: no one, which is as many", word: "ace",
      rivals: "(/0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ eagle | eight | "
        + "/0.01/ even | five | four | nine | /0.01/ par | seven | six | ten | three | two)"),
    Case(
      testDescription: "par: not even, which is as many", word: "par",
      rivals: "(/0.01/ ace | /0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ eagle | "
        + "eight | five | four | nine | one | seven | six | ten | three | two)"),
    Case(testDescription: "double", word: "double", rivals: "(/0.01/ triple)"),
    Case(testDescription: "triple", word: "triple", rivals: "(/0.01/ double)"),
    Case(testDescription: "over", word: "over", rivals: "(/0.01/ under)"),
    Case(testDescription: "under", word: "under", rivals: "(/0.01/ over)"),
    Case(testDescription: "a word of a phrase alone in its length", word: "hole", rivals: nil),
    Case(testDescription: "a word that says neither who nor how many", word: "got", rivals: nil),
    Case(testDescription: "a word that is only typed", word: "birdy", rivals: nil),
    Case(testDescription: "a plural, which is only typed", word: "threes", rivals: nil),
  ])
  func `what would make another score in a word's place`(_ example: Case) {
    let names = [["michael", "mike"], ["jake", "jakey"], ["sarah"]]
    #expect(rivals(of: names, golfWord: 2)[example.word] == example.rivals)
  }

  @Test func `without weights no rival has one`() {
    #expect(!rivals(of: [["mike"], ["jake"]]).values.contains { $0.contains("/") })
  }

  @Test func `a name that two players share is no rival of itself`() {
    let rivals = rivals(of: [["mike"], ["mike", "michael"]])
    #expect(rivals["mike"] == "(everybody | everyone | michael)")
    #expect(rivals["michael"] == "(everybody | everyone)")
  }

  @Test func `a player alone has no rivals, since everyone is that player`() {
    let rivals = rivals(of: [["michael", "mike"]])
    #expect(rivals["michael"] == nil && rivals["mike"] == nil)
    #expect(rivals["everyone"] == nil && rivals["everybody"] == nil)
    #expect(rivals["two"]?.contains("three") == true)
  }
}
