import DiscGolf
import HyzerVoice
import Testing

@testable import Measuring

/// An outcome in which Mike's strokes are said and heard; nil for no score.
func mikeOutcome(
  _ line: Int, corpus: Int = 0, said: Int? = 3, heard: Int? = 3, condition: Int = 0,
  tags: [String: String] = [:], stage: FailureStage? = nil, confidence: Double? = 0.9,
  seconds: Double = 1
) -> UtteranceOutcome {
  UtteranceOutcome(
    corpus: corpus, line: line, id: "\(line).wav", condition: condition,
    reference: said.map { [ScorePair(player: "Mike", strokes: $0)] } ?? [],
    accepted: heard.map { [ScorePair(player: "Mike", strokes: $0)] } ?? [],
    result: heard == nil ? .failed : .success, said: ["mike", "\(said ?? 0)"],
    heard: ["mike", "\(heard ?? 0)"], confidence: confidence, stage: stage, tags: tags,
    audioSeconds: seconds)
}

@Suite struct `Condition tally` {
  @Test func `utterances are counted by each tag and by how many pairs they say`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(mikeOutcome(1, tags: ["speaker": "a"]), manifests: ["x"])
    tally.add(
      mikeOutcome(2, heard: 4, tags: ["speaker": "a"], stage: .recognition), manifests: ["x"])
    tally.add(mikeOutcome(3, said: nil, heard: nil, tags: ["speaker": "b"]), manifests: ["x"])
    let exact = tally.groups.mapValues { $0.utterancesExact }
    #expect(
      exact == [
        .init(dimension: "speaker", value: "a"): 1, .init(dimension: "speaker", value: "b"): 1,
        .init(dimension: "pairs", value: "1"): 1, .init(dimension: "pairs", value: "0"): 1,
      ])
    #expect(tally.stages == [.recognition: 1])
    #expect(tally.counts.utterances == 3)
    #expect(tally.wordErrorRate?.value == tally.counts.wordErrors.rate)
  }

  @Test func `several manifests make groups, and a tag of such a name is kept apart`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(mikeOutcome(1, tags: ["pairs": "1"]), manifests: ["x", "y"])
    #expect(
      tally.groups.mapValues(\.utterances) == [
        .init(dimension: "pairs", value: "1"): 1, .init(dimension: "tag pairs", value: "1"): 1,
        .init(dimension: "manifest", value: "x"): 1,
      ])
  }

  @Test func `a tag with a value for each utterance makes no groups, in whatever order`() {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    for line in 0..<ConditionTally.mostValues + 10 {
      tally.add(mikeOutcome(line, tags: ["prompt": "\(line)", "speaker": "a"]), manifests: ["x"])
    }
    #expect(tally.crowdedDimensions == ["prompt"])
    #expect(Set(tally.groups.keys.map(\.dimension)) == ["speaker", "pairs"])
    #expect(
      tally.groups[.init(dimension: "speaker", value: "a")]?.utterances == tally.counts.utterances)
  }

  @Test func `what nothing would be accepted of is turned away at any threshold`() throws {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    tally.add(mikeOutcome(1, confidence: 0.9), manifests: ["x"])
    tally.add(mikeOutcome(2, heard: nil, confidence: nil), manifests: ["x"])
    tally.add(mikeOutcome(3, said: nil, heard: nil, confidence: 0.5), manifests: ["x"])
    let first = try #require(tally.tradeOff.points.first)
    #expect(first.falseRejects == Proportion(1, of: 2))
    #expect(first.falseAccepts == Proportion(1, of: 1))
    let point = try #require(tally.tradeOff.point(maximumFalseAccept: 0))
    #expect((0.5...0.9).contains(point.threshold))
  }
}

private let mike = ScorePair(player: "Mike", strokes: 3)
private let jake = ScorePair(player: "Jake", strokes: 4)

@Suite struct `Corpus counts` {
  private func counts(_ outcomes: [UtteranceOutcome]) -> CorpusCounts {
    outcomes.reduce(into: CorpusCounts()) { $0.add($1, words: $1.wordErrors) }
  }

  @Test func `every figure counts what its name says`() throws {
    let counts = counts([
      // Exact.
      outcome(said: [mike, jake], accepted: [jake, mike], .success, words: "a b", heard: "a"),
      // Saved itself with one pair too many.
      outcome(said: [mike], accepted: [mike, jake], .success),
      // Wrong, but it asked.
      outcome(said: [mike], accepted: [ScorePair(player: "Mike", strokes: 4)], .partial),
      // Turned away.
      outcome(said: [mike]),
      // Rightly nothing.
      outcome(audio: 3, latency: 0.2),
      // Two false accepts that asked, in one recording.
      outcome(accepted: [mike], .partial, accepts: 2, audio: 5, latency: 0.4),
    ])
    #expect(counts.utterances == 6)
    #expect(counts.utterancesExact == 2)
    #expect(counts.exact == Proportion(1, of: 4))
    #expect(counts.pairsReference == 5)
    #expect(counts.pairRecall == Proportion(3, of: 5))
    #expect(counts.pairsInserted == 3)
    #expect(counts.pairPrecision == Proportion(3, of: 6))
    #expect(counts.wrongCommitShare == Proportion(1, of: 6))
    #expect(counts.partials == 1)
    #expect(counts.rejections == 1)
    #expect(counts.falseAcceptShare == Proportion(1, of: 2))
    #expect(counts.falseAcceptEvents == 2)
    #expect(counts.negativeSeconds == 8)
    #expect(counts.falseAcceptsPerHour == 900)
    #expect(counts.audioSeconds == 8)
    #expect(counts.wordErrors == WordErrors(reference: ["a", "b"], hypothesis: ["a"]))
    #expect(abs(try #require(counts.realTimeFactor) - 0.6 / 8) < 1e-12)
    // A false accept that would save itself is a wrong commit too.
    let accepted = self.counts([outcome(accepted: [mike], .success)])
    #expect([accepted.wrongCommits, accepted.falseAccepts] == [1, 1])
  }

  @Test(arguments: [
    (0.0, 0.1), (0.25, 0.1), (0.26, 0.2), (0.5, 0.2), (0.75, 0.3), (0.76, 0.4), (1, 0.4),
  ])
  func `a quantile is the value of the nearest rank`(share: Double, expected: Double) {
    #expect([0.3, 0.1, 0.4, 0.2].quantile(share) == expected)
    #expect((1...100).map(Double.init).quantile(0.07) == 7)  // Rounding does not raise a rank.
  }

  @Test func `nothing counted has no latency, no real-time factor and no rate`() {
    let counts = CorpusCounts()
    #expect(counts.latencies.quantile(0.5) == nil)
    #expect(counts.realTimeFactor == nil)
    #expect(counts.falseAcceptsPerHour == nil)
    #expect(counts.exact.rate == nil)
  }
}

private func pairs(_ text: String) -> [ScorePair] {
  let words = text.split(separator: " ").map(String.init)
  return stride(from: 0, to: words.count, by: 2).compactMap { index in
    Int(words[index + 1]).map { ScorePair(player: words[index], strokes: $0) }
  }
}

@Suite struct `Pairs and words confused` {
  private struct Case: Sendable {
    var said: String
    var heard: String
    var players: [String]
    var scores: [String]
  }

  @Test(arguments: [
    Case(said: "Mike 3", heard: "Mike 3", players: [], scores: []),
    Case(said: "Mike 3", heard: "Mike 8", players: [], scores: ["3>8"]),
    Case(said: "Mike 3", heard: "Jake 3", players: ["Mike>Jake"], scores: []),
    Case(said: "Mike 3", heard: "Jake 4", players: ["->Jake", "Mike>-"], scores: ["->4", "3>-"]),
    Case(said: "Mike 3 Jake 4", heard: "Jake 4", players: ["Mike>-"], scores: ["3>-"]),
    // Jake's own score counts before another player's of the same strokes.
    Case(said: "Mike 3 Jake 4", heard: "Jake 3", players: ["Mike>-"], scores: ["3>-", "4>3"]),
    Case(said: "", heard: "Jake 3", players: ["->Jake"], scores: ["->3"]),
  ])
  private func `pairs are set beside each other by player, then by score`(given: Case) {
    var confusions = Confusions()
    confusions.add(reference: pairs(given.said), accepted: pairs(given.heard))
    func texts(_ matrix: ConfusionMatrix) -> [String] {
      matrix.errors.map { "\($0.said ?? "-")>\($0.heard ?? "-")" }.sorted()
    }
    #expect(texts(confusions.players) == given.players)
    #expect(texts(confusions.scores) == given.scores)
  }

  @Test func `errors come by frequency, then by name`() {
    var matrix = ConfusionMatrix()
    for (said, heard) in [("10", "9"), ("2", "3"), ("10", "9"), ("1", "1")] {
      matrix.add(said: said, heard: heard)
    }
    #expect(matrix.errors.map(\.count) == [2, 1])
    #expect(matrix.errors.map(\.said) == ["10", "2"])
  }

  @Test func `words that were dropped or put in are no confusion of words`() {
    var confusions = Confusions()
    confusions.add(
      WordAlignment(reference: ["mike", "three"], hypothesis: ["uh", "mike", "tree"]))
    confusions.add(WordAlignment(reference: ["jake", "four"], hypothesis: ["jake"]))
    #expect(confusions.words.errors == [.init(said: "three", heard: "tree", count: 1)])
  }
}
