import Evaluation
import Randomness
import Testing

@Suite struct `Word alignments` {
  @Test func `each word of each side is in one step`() {
    let alignment = WordAlignment(
      reference: ["mike", "three", "jake", "four"], hypothesis: ["mike", "tree", "jake", "uh"])
    #expect(
      alignment.steps == [
        .hit("mike"), .substitution(reference: "three", hypothesis: "tree"), .hit("jake"),
        .substitution(reference: "four", hypothesis: "uh"),
      ])
  }

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
      let reference = randomWords(6, of: 3, &random)
      let hypothesis = randomWords(6, of: 3, &random)
      let alignment = WordAlignment(reference: reference, hypothesis: hypothesis)
      #expect(alignment.steps.compactMap(\.reference) == reference)
      #expect(alignment.steps.compactMap(\.hypothesis) == hypothesis)
      #expect(alignment.errors.total == distance(reference[...], hypothesis[...]))
      #expect(alignment.errors == WordErrors(reference: reference, hypothesis: hypothesis))
    }
  }

  @Test func `long sentences, cut in two, are aligned as in one matrix`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      // Few words, so that many alignments are as short.
      let different = Int.random(in: 1...5, using: &random)
      let reference = randomWords(100, of: different, &random)
      let hypothesis = randomWords(100, of: different, &random)
      let alignment = WordAlignment(reference: reference, hypothesis: hypothesis)
      #expect(alignment.steps == preferredSteps(reference, hypothesis))
    }
  }

  @Test func `a long sentence against a short one is aligned`() {
    let words = (0..<3000).map { "w\($0)" }
    let deletions = words.dropLast().map(WordAlignment.Step.deletion)
    let insertions = words.dropLast().map(WordAlignment.Step.insertion)
    #expect(
      WordAlignment(reference: words, hypothesis: ["w2999"]).steps == deletions + [.hit("w2999")])
    #expect(
      WordAlignment(reference: ["w2999"], hypothesis: words).steps == insertions + [.hit("w2999")])
    #expect(
      WordAlignment(reference: words, hypothesis: []).steps == words.map { .deletion($0) })
  }

  @Test(arguments: [
    ("mike three jake", "mike tree jake", "mike THREE jake", "mike TREE  jake"),
    ("mike got four", "mike four", "mike GOT four", "mike *** four"),
    ("mike four", "mike uh four", "mike ** four", "mike UH four"),
    ("Mike four", "Mike five", "mike FOUR", "mike FIVE"),
    ("straße", "mike", "STRASSE", "MIKE   "),  // Capitals may be longer.
    ("", "", "", ""),
  ])
  func `the rows are sclite's`(
    reference: String, hypothesis: String, first: String, second: String
  ) {
    let lines = WordAlignment(reference: words(reference), hypothesis: words(hypothesis)).lines()
    #expect(lines == (first, second))
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

private func randomWords(
  _ most: Int, of different: Int, _ random: inout SeededGenerator
) -> [String] {
  (0..<Int.random(in: 0...most, using: &random)).map { _ in
    "w\(Int.random(in: 0..<different, using: &random))"
  }
}

/// The preferred one of the shortest alignments by its definition, from the whole matrix.
private func preferredSteps(_ reference: [String], _ hypothesis: [String]) -> [WordAlignment.Step] {
  var errors = Array(repeating: Array(0...hypothesis.count), count: reference.count + 1)
  for (row, said) in reference.enumerated() {
    errors[row + 1][0] = row + 1
    for (column, heard) in hypothesis.enumerated() {
      errors[row + 1][column + 1] = min(
        errors[row][column] + (said == heard ? 0 : 1), errors[row][column + 1] + 1,
        errors[row + 1][column] + 1)
    }
  }
  var steps: [WordAlignment.Step] = []
  var (row, column) = (reference.count, hypothesis.count)
  while row > 0 || column > 0 {
    let total = errors[row][column]
    if row > 0, column > 0,
      errors[row - 1][column - 1] + (reference[row - 1] == hypothesis[column - 1] ? 0 : 1) == total
    {
      (row, column) = (row - 1, column - 1)
      let (said, heard) = (reference[row], hypothesis[column])
      steps.append(said == heard ? .hit(said) : sub(said, heard))
    } else if row > 0, errors[row - 1][column] + 1 == total {
      row -= 1
      steps.append(.deletion(reference[row]))
    } else {
      column -= 1
      steps.append(.insertion(hypothesis[column]))
    }
  }
  return steps.reversed()
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
