import DiscGolf
import HyzerVoice
import Testing

@testable import Measuring

/// An outcome in which Mike's strokes are said and heard; nil for no score.
func mikeOutcome(
  _ line: Int, said: Int? = 3, heard: Int? = 3, condition: Int = 0, tags: [String: String] = [:],
  stage: FailureStage? = nil, confidence: Double? = 0.9, seconds: Double = 1
) -> UtteranceOutcome {
  outcome(
    line, said: said.map { pairs("Mike", $0) } ?? [],
    accepted: heard.map { pairs("Mike", $0) } ?? [],
    heard == nil ? .failed : .success, words: "mike \(said ?? 0)", heard: "mike \(heard ?? 0)",
    confidence: confidence, stage: stage, tags: tags, audio: seconds, id: "\(line).wav",
    condition: condition)
}

@Suite struct `Condition tally` {
  @Test func `several manifests make groups, and a tag of such a name is kept apart`() {
    var tally = ConditionTally(condition: .init(), seed: 1)
    tally.add(mikeOutcome(1, tags: ["pairs": "1"]), manifests: ["x", "y"])
    #expect(
      tally.groups.mapValues(\.utterances) == [
        .init(dimension: "pairs", value: "1"): 1, .init(dimension: "tag pairs", value: "1"): 1,
        .init(dimension: "manifest", value: "x"): 1,
      ])
  }

  @Test func `a tag with a value for each utterance makes no groups, in whatever order`() {
    var tally = ConditionTally(condition: .init(), seed: 1)
    for line in 0..<ConditionTally.mostValues + 10 {
      tally.add(mikeOutcome(line, tags: ["prompt": "\(line)", "speaker": "a"]), manifests: ["x"])
    }
    #expect(tally.crowdedDimensions == ["prompt"])
    #expect(Set(tally.groups.keys.map(\.dimension)) == ["speaker", "pairs"])
    #expect(
      tally.groups[.init(dimension: "speaker", value: "a")]?.utterances == tally.counts.utterances)
  }

  @Test func `what nothing would be accepted of is turned away at any threshold`() throws {
    var tally = ConditionTally(condition: .init(), seed: 1)
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
}
