import Evaluation
import Testing

private func outcome(
  _ line: Int, said: Int? = 3, heard: Int? = 3, tags: [String: String] = [:],
  stage: FailureStage? = nil, confidence: Double? = 0.9
) -> UtteranceOutcome {
  UtteranceOutcome(
    corpus: 0, line: line, id: "\(line).wav",
    reference: said.map { [ScorePair(player: "Mike", strokes: $0)] } ?? [],
    accepted: heard.map { [ScorePair(player: "Mike", strokes: $0)] } ?? [],
    result: heard == nil ? .failed : .success, said: ["mike", "\(said ?? 0)"],
    heard: ["mike", "\(heard ?? 0)"], confidence: confidence, stage: stage, tags: tags,
    audioSeconds: 1)
}

@Suite struct `Condition tally` {
  @Test func `utterances are counted by each tag and by how many pairs they say`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(outcome(1, tags: ["speaker": "a"]), manifests: ["x"])
    tally.add(outcome(2, heard: 4, tags: ["speaker": "a"], stage: .recognition), manifests: ["x"])
    tally.add(outcome(3, said: nil, heard: nil, tags: ["speaker": "b"]), manifests: ["x"])
    let exact = tally.groups.mapValues { $0.utterancesExact }
    #expect(
      exact == [
        .init(dimension: "speaker", value: "a"): 1, .init(dimension: "speaker", value: "b"): 1,
        .init(dimension: "pairs", value: "1"): 1, .init(dimension: "pairs", value: "0"): 1,
      ])
    #expect(tally.stages == [.recognition: 1])
    #expect(tally.counts.utterances == 3)
    #expect(tally.wordErrorBootstrap.rate == tally.counts.wordErrors.rate)
  }

  @Test func `a tag that is called as a grouping of our own is kept apart from it`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(outcome(1, tags: ["pairs": "1"]), manifests: ["x"])
    #expect(tally.groups.mapValues { $0.utterances }.values.allSatisfy { $0 == 1 })
    #expect(tally.groups.count == 2)
  }

  @Test func `several manifests are told apart`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(outcome(1), manifests: ["x", "y"])
    #expect(tally.groups.keys.contains(.init(dimension: "manifest", value: "x")))
  }

  @Test func `a tag with a value for each utterance makes no groups, in whatever order`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    for line in 0..<ConditionTally.mostValues + 10 {
      tally.add(outcome(line, tags: ["prompt": "\(line)", "speaker": "a"]), manifests: ["x"])
    }
    #expect(tally.crowdedDimensions == ["prompt"])
    #expect(Set(tally.groups.keys.map(\.dimension)) == ["speaker", "pairs"])
    #expect(
      tally.groups[.init(dimension: "speaker", value: "a")]?.utterances == tally.counts.utterances)
  }

  @Test func `what nothing would be accepted of is turned away at any threshold`() throws {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(outcome(1, confidence: 0.9), manifests: ["x"])
    tally.add(outcome(2, heard: nil, confidence: nil), manifests: ["x"])
    tally.add(outcome(3, said: nil, heard: nil, confidence: 0.5), manifests: ["x"])
    let first = try #require(tally.tradeOff.points.first)
    #expect(first.falseRejects == Proportion(1, of: 2))
    #expect(first.falseAccepts == Proportion(1, of: 1))
    let threshold = try #require(tally.tradeOff.threshold(maximumFalseAcceptRate: 0))
    #expect((0.5...0.9).contains(threshold))
  }
}

@Suite struct `Paired comparison` {
  @Test func `what changed is counted both ways, and alike utterances are not`() {
    var comparison = PairedComparison(seed: 1)
    comparison.add(before: outcome(1), after: outcome(1, heard: 4))
    comparison.add(before: outcome(2, heard: 4), after: outcome(2))
    comparison.add(before: outcome(3, heard: 4), after: outcome(3))
    comparison.add(before: outcome(4), after: outcome(4))
    comparison.add(before: outcome(5, said: nil, heard: nil), after: outcome(5, said: nil))
    #expect(comparison.utterances == 5)
    #expect(comparison.exact.onlyBefore == 1)
    #expect(comparison.exact.onlyAfter == 2)
    #expect(comparison.wrongCommits.onlyBefore == 2)
    #expect(comparison.wrongCommits.onlyAfter == 2)
    #expect(comparison.falseAccepts.difference == 1)
    #expect(comparison.exact.pValue == 1)
    #expect(!comparison.isWorse())
  }

  @Test(arguments: [(5, false), (6, true)])
  func `worse is what chance would not do: six lost and none gained`(lost: Int, isWorse: Bool) {
    // Two to the power of -5 is 3.1 %, of -4 6.3 %: both sides counted, six make p 0.031.
    var comparison = PairedComparison(seed: 1)
    for line in 0..<lost {
      comparison.add(
        before: outcome(line), after: outcome(line, heard: nil, confidence: nil).hearingAllWords)
    }
    for line in lost..<100 { comparison.add(before: outcome(line), after: outcome(line)) }
    #expect(comparison.isWorse() == isWorse)
    // Six lost are likely somewhere among many comparisons.
    #expect(!comparison.isWorse(tests: 2))
    #expect(comparison.exact.difference == -lost)
  }
}

@Suite struct `Word errors compared` {
  private func outcome(_ line: Int, heard: [String]) -> UtteranceOutcome {
    UtteranceOutcome(
      line: line, id: "\(line)", reference: [ScorePair](), accepted: [ScorePair](),
      result: .failed, said: ["mike", "three"], heard: heard)
  }

  @Test(arguments: [(2, false), (12, true)])
  func `more errors count where enough utterances have them`(count: Int, isWorse: Bool) {
    var comparison = PairedComparison(seed: 1)
    for line in 0..<count {
      comparison.add(
        before: outcome(line, heard: ["mike", "three"]), after: outcome(line, heard: ["four"]))
    }
    #expect(comparison.wordErrors.difference == 1)
    #expect(comparison.isWorse() == isWorse)
  }
}

extension UtteranceOutcome {
  /// The same with the words right, so that pairs alone differ.
  fileprivate var hearingAllWords: UtteranceOutcome {
    var outcome = self
    outcome.heard = outcome.said ?? []
    return outcome
  }
}
