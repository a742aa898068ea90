import Evaluation
import Testing

private let mike = ScorePair(player: "Mike", strokes: 3)
private let jake = ScorePair(player: "Jake", strokes: 4)

private func outcome(
  said: [ScorePair], accepted: [ScorePair], _ result: UtteranceOutcome.Result,
  words: [String]? = nil, heard: [String] = [], audio: Double = 2, latency: Double = 0.1,
  accepts: Int? = nil
) -> UtteranceOutcome {
  UtteranceOutcome(
    line: 1, id: "a", reference: said, accepted: accepted, result: result, said: words,
    heard: heard, acceptedUtterances: accepts, audioSeconds: audio, latencySeconds: latency)
}

@Suite struct `Corpus counts` {
  @Test func `every figure counts what its name says`() throws {
    var counts = CorpusCounts()
    counts.add(  // Exact.
      outcome(
        said: [mike, jake], accepted: [jake, mike], .success, words: ["a", "b"], heard: ["a"]))
    counts.add(  // Saved itself with one pair too many.
      outcome(said: [mike], accepted: [mike, jake], .success))
    counts.add(  // Wrong, but it asked.
      outcome(said: [mike], accepted: [ScorePair(player: "Mike", strokes: 4)], .partial))
    counts.add(outcome(said: [mike], accepted: [], .failed))  // Turned away.
    counts.add(outcome(said: [], accepted: [], .failed, audio: 3))  // Rightly nothing.
    counts.add(  // Two false accepts that asked, in one recording.
      outcome(said: [], accepted: [mike], .partial, audio: 5, accepts: 2))
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
    #expect(counts.audioSeconds == 16)
    #expect(counts.wordErrors == WordErrors(reference: ["a", "b"], hypothesis: ["a"]))
    #expect(abs(try #require(counts.realTimeFactor) - 0.6 / 16) < 1e-12)
  }

  @Test func `a false accept that would save itself is a wrong commit too`() {
    var counts = CorpusCounts()
    counts.add(outcome(said: [], accepted: [mike], .success))
    #expect(counts.wrongCommits == 1)
    #expect(counts.falseAccepts == 1)
  }

  @Test func `nothing counted has no latency, no real-time factor and no rate`() {
    let counts = CorpusCounts()
    #expect(counts.latencies.quantile(0.5) == nil)
    #expect(counts.realTimeFactor == nil)
    #expect(counts.falseAcceptsPerHour == nil)
    #expect(counts.exact.rate == nil)
  }
}
