import HyzerBase
import Testing

@testable import Measuring

@Suite struct `Word alignments` {
  // Of each pair of sides there are several alignments as short.
  @Test(arguments: [
    Case("a b", "b a", [.substitution(reference: "a", hypothesis: "b"), sub("b", "a")]),
    Case("a b", "c", [.deletion("a"), sub("b", "c")]),
    Case("a", "b c", [.insertion("b"), sub("a", "c")]),
    Case("a a", "a", [.deletion("a"), .hit("a")]),
    Case("a", "a a", [.insertion("a"), .hit("a")]),
    Case("a b c", "c a b", [.insertion("c"), .hit("a"), .hit("b"), .deletion("c")]),
    // At the end a deletion and an insertion do as well, and a substitution does not.
    Case("a b a", "b a b", [.insertion("b"), .hit("a"), .hit("b"), .deletion("a")]),
    Case("", "", []), Case("", "a", [.insertion("a")]), Case("a", "", [.deletion("a")]),
  ])
  func `of equally short alignments the preferred one is found`(_ test: Case) {
    let alignment = WordAlignment(reference: test.reference, hypothesis: test.hypothesis)
    #expect(alignment.steps == test.steps)
  }

  @Test func `both sides can be read off the steps, and no alignment is shorter`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let (reference, hypothesis) = (randomWords(&random), randomWords(&random))
      let alignment = WordAlignment(reference: reference, hypothesis: hypothesis)
      #expect(alignment.steps.compactMap(\.reference) == reference)
      #expect(alignment.steps.compactMap(\.hypothesis) == hypothesis)
      #expect(alignment.errors.total == distance(reference[...], hypothesis[...]))
      let errors = WordErrors(reference: reference, hypothesis: hypothesis)
      #expect(alignment.errors == errors)
      #expect(errors.referenceWords == reference.count)
      #expect(errors.hits + errors.substitutions + errors.insertions == hypothesis.count)
      #expect(errors.total == WordErrors(reference: hypothesis, hypothesis: reference).total)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let reference, hypothesis: [String]
    let steps: [WordAlignment.Step]

    init(_ reference: String, _ hypothesis: String, _ steps: [WordAlignment.Step]) {
      self.reference = words(reference)
      self.hypothesis = words(hypothesis)
      self.steps = steps
    }

    var testDescription: String { "\(reference) as \(hypothesis)" }
  }
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

private func sub(_ reference: String, _ hypothesis: String) -> WordAlignment.Step {
  .substitution(reference: reference, hypothesis: hypothesis)
}

private func randomWords(_ random: inout SeededGenerator) -> [String] {
  (0..<Int.random(in: 0...6, using: &random)).map { _ in
    "w\(Int.random(in: 0..<3, using: &random))"
  }
}

/// The edit distance by its definition.
private func distance(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Int {
  guard let first = left.first, let second = right.first else { return left.count + right.count }
  let (shorterLeft, shorterRight) = (left.dropFirst(), right.dropFirst())
  if first == second { return distance(shorterLeft, shorterRight) }
  return 1
    + min(
      distance(shorterLeft, shorterRight), distance(shorterLeft, right),
      distance(left, shorterRight))
}

extension WordAlignment.Step {
  fileprivate var reference: String? {
    switch self {
    case .hit(let word), .deletion(let word), .substitution(let word, _): word
    case .insertion: nil
    }
  }

  fileprivate var hypothesis: String? {
    switch self {
    case .hit(let word), .insertion(let word), .substitution(_, let word): word
    case .deletion: nil
    }
  }
}

@Suite struct `Word errors` {
  @Test func `an empty reference has no rate, and a rate may exceed 1`() {
    #expect(WordErrors(reference: [], hypothesis: ["uh"]).rate == nil)
    #expect(WordErrors(reference: ["a"], hypothesis: ["b", "c"]).rate == 2)
  }

  @Test func `counts add up over utterances, not rates`() {
    var all = WordErrors(reference: ["a"], hypothesis: [])
    all += WordErrors(reference: ["a", "b", "c"], hypothesis: ["a", "b", "c"])
    #expect(all == WordErrors(hits: 3, deletions: 1))
    #expect(all.rate == 0.25)
  }
}
