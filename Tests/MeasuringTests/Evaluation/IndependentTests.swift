import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import Measuring

/// The same figures by jiwer, statsmodels and numpy; `make metrics` installs these and runs this.
@Suite(.enabled(if: Python.isReady, "needs a Python with jiwer and statsmodels: make metrics"))
struct `Independent figures` {
  @Test func `the libraries of others agree on random cases`() throws {
    var random = SeededGenerator(seed: 31)
    let given = Given(&random)
    let answer = try Python.answer(to: given)
    checkWords(given, answer)
    checkCounts(given, answer)
    checkBootstraps(given, answer)
  }

  private func checkWords(_ given: Given, _ answer: Answer) {
    var pooled = WordErrors()
    #expect(answer.words.errors.count == given.pairs.count)
    for (index, pair) in given.pairs.enumerated() {
      let words = pair.map { $0.split(separator: " ").map(String.init) }
      // Hits are not compared: alignments as short may have more of them.
      let errors = WordErrors(reference: words[0], hypothesis: words[1])
      #expect(errors.total == answer.words.errors[index])
      #expect(close(errors.rate, answer.words.rates[index], 1e-12))
      pooled += errors
    }
    #expect(close(pooled.rate, answer.words.pooled, 1e-12))
  }

  private func checkCounts(_ given: Given, _ answer: Answer) {
    #expect(answer.proportions.count == given.proportions.count)
    for (counts, expected) in zip(given.proportions, answer.proportions) {
      let interval = Proportion(counts[0], of: counts[1]).interval
      #expect(close(interval?.lowerBound, expected[0], 1e-12))
      #expect(close(interval?.upperBound, expected[1], 1e-12))
    }
    #expect(answer.mcnemar.count == given.mcnemar.count)
    for (counts, expected) in zip(given.mcnemar, answer.mcnemar) {
      let value = PairedComparison.Change(lost: counts[0], gained: counts[1]).pValue
      #expect(close(value, expected, 2e-9 * expected))
    }
  }

  private func checkBootstraps(_ given: Given, _ answer: Answer) {
    #expect(answer.corpora.count == given.corpora.count)
    for (index, (corpus, expected)) in zip(given.corpora, answer.corpora).enumerated() {
      var difference = BootstrapDifference(seed: UInt64(index), replicates: 4000)
      for item in corpus.words.indices {
        difference.add(
          first: (corpus.first[item], corpus.words[item]),
          second: (corpus.second[item], corpus.words[item]), key: UInt64(item))
      }
      let intervals = [
        difference.first.interval(), difference.second.interval(), difference.interval(),
      ]
      #expect(expected.intervals.count == intervals.count)
      for (interval, ends) in zip(intervals, expected.intervals) {
        // An end is a quantile of R replicates. With a rate that is about normal with deviation d, its
        // standard error is √(0.025 · 0.975 / R) d / φ(1.96) = 2.67 d / √R: 0.042 d for these 4000 and
        // 0.019 d for the other 20,000, together 0.046 d. The interval is 3.92 d wide, so five standard
        // errors are 0.059 of it. That Poisson numbers do not add up to a fixed sum changes an end by
        // the order of 1/n, or 0.003 for these 300 utterances.
        let tolerance = 0.065 * (ends[1] - ends[0])
        #expect(close(interval?.lowerBound, ends[0], tolerance))
        #expect(close(interval?.upperBound, ends[1], tolerance))
      }
      // Five standard errors of twice a share near one half, and less elsewhere.
      #expect(
        close(
          difference.crossingShare, expected.crossing,
          10 * (0.25 / 4000 + 0.25 / 20_000).squareRoot()))
    }
  }

  private func close(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
    value.map { abs($0 - expected) <= tolerance } ?? false
  }
}

/// Random cases, as `independent.py` reads them.
private struct Given: Encodable {
  struct Corpus: Encodable {
    var first: [Int] = []
    var second: [Int] = []
    var words: [Int] = []
  }

  /// What was said and what was heard.
  let pairs: [[String]]
  let proportions: [[Int]]
  let mcnemar: [[Int]]
  let corpora: [Corpus]
  let replicates = 20_000

  init(_ random: inout SeededGenerator) {
    pairs = (0..<300).map { _ in
      // An empty reference has no rate; that one is an error to jiwer.
      [Self.sentence(1...12, &random), Self.sentence(0...12, &random)]
    }
    proportions = (0..<300).map { _ in
      let trials = Int.random(in: 1...Int.random(in: 1...5000, using: &random), using: &random)
      return [Int.random(in: 0...trials, using: &random), trials]
    }
    mcnemar = (0..<300).map { index in
      // Small counts, large ones, and large ones close to each other.
      let first = Int.random(in: 0...(index % 3 == 0 ? 20 : 100_000), using: &random)
      let spread = index % 3 == 2 ? 1000 : first
      return [first, max(0, first + Int.random(in: -spread...spread, using: &random))]
    }
    corpora = (0..<12).map { _ in Self.corpus(&random) }
  }

  private static func sentence(_ lengths: ClosedRange<Int>, _ random: inout SeededGenerator)
    -> String
  {
    (0..<Int.random(in: lengths, using: &random)).map { _ in
      "w\(Int.random(in: 0..<5, using: &random))"
    }.joined(separator: " ")
  }

  /// 300 utterances, each harder or easier for both systems.
  private static func corpus(_ random: inout SeededGenerator) -> Corpus {
    var corpus = Corpus()
    let gain = Double.random(in: 0.9...1.1, using: &random)
    for _ in 0..<300 {
      let words = Int.random(in: 1...10, using: &random)
      let difficulty = Double.random(in: 0...0.5, using: &random)
      func errors(_ rate: Double, _ random: inout SeededGenerator) -> Int {
        (0..<words).count { _ in Double.random(in: 0..<1, using: &random) < rate }
      }
      corpus.words.append(words)
      corpus.first.append(errors(difficulty, &random))
      corpus.second.append(errors(difficulty * gain, &random))
    }
    return corpus
  }
}

/// What `independent.py` prints.
private struct Answer: Decodable {
  struct Words: Decodable {
    let errors: [Int]
    let rates: [Double]
    let pooled: Double
  }

  struct Corpus: Decodable {
    let intervals: [[Double]]
    let crossing: Double
  }

  let words: Words
  let proportions: [[Double]]
  let mcnemar: [Double]
  let corpora: [Corpus]
}

/// The interpreter that has the libraries.
private enum Python {
  private static let named = ProcessInfo.processInfo.environment["HYZER_PYTHON"]

  /// The interpreter as an argument of env(1), which searches the path for a bare name.
  private static let interpreter: String = {
    let installed = DemoAudio.project.appending(path: ".build/metrics/bin/python").path
    return named ?? (Tool.exists(installed) ? installed : "python3")
  }()

  /// Whether the libraries can be loaded; an interpreter that was named must have them.
  static let isReady = named != nil || (try? run(["-c", "import jiwer, statsmodels"]))?.status == 0

  static func answer(to given: Given) throws -> Answer {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "independent.py").path
    let outcome = try run(
      [script], input: String(decoding: JSONEncoder().encode(given), as: UTF8.self))
    try #require(outcome.status == 0, "\(outcome.output)")
    return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
  }

  private static func run(_ arguments: [String], input: String = "") throws -> Tool.Outcome {
    // Warnings would come between the lines of the answer.
    try Tool.run(
      "/usr/bin/env", [interpreter, "-W", "ignore"] + arguments, input: input, in: Tool.Directory())
  }
}
