import Evaluation
import Golf
import Testing

private func pair(_ player: Int, _ count: Int) throws -> ScorePair {
  ScorePair(player: PlayerID(player), strokes: try #require(Strokes(count)))
}

private func utterance(
  said: Set<ScorePair>, accepted: Set<ScorePair>, isSuccess: Bool, reference: [String]? = nil,
  heard: [String] = [], audio: Double = 2, latency: Double = 0.1
) -> JudgedUtterance {
  JudgedUtterance(
    reference: said, accepted: accepted, isSuccess: isSuccess, referenceWords: reference,
    heardWords: heard, audioSeconds: audio, latencySeconds: latency)
}

@Suite struct `Corpus counts` {
  @Test func `every figure counts what its name says`() throws {
    var counts = CorpusCounts()
    let (mike, jake) = (try pair(0, 3), try pair(1, 4))
    counts.add(  // Exact.
      utterance(
        said: [mike, jake], accepted: [mike, jake], isSuccess: true, reference: ["a", "b"],
        heard: ["a"]))
    counts.add(  // Saved itself with one pair too many.
      utterance(said: [mike], accepted: [mike, jake], isSuccess: true))
    counts.add(  // Wrong, but it asked.
      utterance(said: [mike], accepted: [try pair(0, 4)], isSuccess: false))
    counts.add(utterance(said: [], accepted: [], isSuccess: false, audio: 3))  // Rightly nothing.
    counts.add(  // A false accept that asked.
      utterance(said: [], accepted: [mike], isSuccess: false, audio: 5))
    #expect(counts.utterances == 5)
    #expect(counts.utterancesExact == 2)
    #expect(counts.pairsReference == 4)
    #expect(counts.pairsCorrect == 3)
    #expect(counts.pairsInserted == 3)
    #expect(counts.wrongCommits == 1)
    #expect(counts.negatives == 2)
    #expect(counts.falseAccepts == 1)
    #expect(counts.negativeSeconds == 8)
    #expect(counts.audioSeconds == 14)
    #expect(counts.wordErrors == WordErrors(reference: ["a", "b"], hypothesis: ["a"]))
    #expect(abs(try #require(counts.realTimeFactor) - 0.5 / 14) < 1e-12)
  }

  @Test func `a false accept that would save itself is a wrong commit too`() throws {
    var counts = CorpusCounts()
    counts.add(utterance(said: [], accepted: [try pair(0, 3)], isSuccess: true))
    #expect(counts.wrongCommits == 1)
    #expect(counts.falseAccepts == 1)
  }

  @Test(arguments: [
    (0.0, 0.1), (0.25, 0.1), (0.26, 0.2), (0.5, 0.2), (0.75, 0.3), (0.95, 0.4), (1, 0.4),
  ])
  func `latency is the nearest rank of the sorted times`(quantile: Double, expected: Double) {
    var counts = CorpusCounts()
    for latency in [0.3, 0.1, 0.4, 0.2] {
      counts.add(utterance(said: [], accepted: [], isSuccess: false, latency: latency))
    }
    #expect(counts.latency(quantile: quantile) == expected)
  }

  @Test func `nothing counted has no latency and no real-time factor`() {
    #expect(CorpusCounts().latency(quantile: 0.5) == nil)
    #expect(CorpusCounts().realTimeFactor == nil)
  }
}
