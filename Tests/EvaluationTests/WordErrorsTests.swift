import Evaluation
import Randomness
import TestSupport
import Testing

private func errors(hits: Int = 0, substitutions: Int = 0, deletions: Int = 0, insertions: Int = 0)
  -> WordErrors
{
  var errors = WordErrors()
  errors.hits = hits
  errors.substitutions = substitutions
  errors.deletions = deletions
  errors.insertions = insertions
  return errors
}

@Suite struct `Word errors` {
  @Test(arguments: [
    ("mike three", "mike three", errors(hits: 2)),
    ("mike three", "mike", errors(hits: 1, deletions: 1)),
    ("mike", "mike three", errors(hits: 1, insertions: 1)),
    ("mike three", "mike tree", errors(hits: 1, substitutions: 1)),
    ("a b c d", "a x c d e", errors(hits: 3, substitutions: 1, insertions: 1)),
    ("", "uh mike", errors(insertions: 2)), ("mike three", "", errors(deletions: 2)),
    ("", "", errors()),
  ])
  func `each kind of error keeps its label`(
    reference: String, hypothesis: String, expected: WordErrors
  ) {
    #expect(WordErrors(reference: words(reference), hypothesis: words(hypothesis)) == expected)
  }

  @Test func `an empty reference has no rate, however much was heard`() {
    #expect(WordErrors(reference: [], hypothesis: []).rate == nil)
    #expect(WordErrors(reference: [], hypothesis: ["uh"]).rate == nil)
  }

  @Test func `a rate may exceed 1`() {
    #expect(WordErrors(reference: ["a"], hypothesis: ["b", "c"]).rate == 2)
  }

  @Test func `counts add up over utterances, not rates`() {
    var all = WordErrors(reference: ["a"], hypothesis: [])
    all += WordErrors(reference: ["a", "b", "c"], hypothesis: ["a", "b", "c"])
    #expect(all == errors(hits: 3, deletions: 1))
    #expect(all.rate == 0.25)
  }

  @Test func `every word of both sides is counted once, and both ways have as many errors`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let reference = randomWords(&random)
      let hypothesis = randomWords(&random)
      let errors = WordErrors(reference: reference, hypothesis: hypothesis)
      #expect(errors.hits + errors.substitutions + errors.deletions == reference.count)
      #expect(errors.hits + errors.substitutions + errors.insertions == hypothesis.count)
      #expect(errors.referenceWords == reference.count)
      #expect(errors.total >= abs(reference.count - hypothesis.count))
      #expect(errors.total <= max(reference.count, hypothesis.count))
      #expect(errors.total == WordErrors(reference: hypothesis, hypothesis: reference).total)
    }
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func randomWords(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      "w\(Int.random(in: 0..<4, using: &random))"
    }
  }
}
