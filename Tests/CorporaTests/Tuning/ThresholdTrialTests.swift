import Corpora
import Randomness
import Testing

@Suite struct ThresholdTrialTests {
  private func trials(_ count: Int, seed: UInt64 = 3) -> [ThresholdTrial] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in ThresholdTrial.random(using: &random) }
  }

  @Test func `thresholds are confidences, to a hundredth, from their ranges`() {
    for trial in trials(2000) {
      #expect(ThresholdTrial.confirmRange.contains(trial.confirmBelow))
      #expect(ThresholdTrial.rejectRange.contains(trial.rejectBelow))
      for value in [trial.confirmBelow, trial.askBelow, trial.rejectBelow] {
        #expect((0...1).contains(value))
        #expect((value * 100).rounded() / 100 == value)
      }
    }
  }

  @Test func `a score is never left open that saves itself`() {
    let wrong = trials(2000).filter { trial in
      // Half a hundredth is from rounding.
      let most = ThresholdTrial.askRange.upperBound * trial.confirmBelow + 0.0051
      return !(0...min(trial.confirmBelow, most)).contains(trial.askBelow)
    }
    #expect(wrong == [])
  }

  @Test func `all of each range is drawn from`() throws {
    let drawn = trials(2000)
    func expect(_ values: [Double], reach range: ClosedRange<Double>) throws {
      let width = range.upperBound - range.lowerBound
      #expect(try #require(values.min()) < range.lowerBound + 0.03 * width)
      #expect(try #require(values.max()) > range.upperBound - 0.03 * width)
    }
    try expect(drawn.map(\.confirmBelow), reach: ThresholdTrial.confirmRange)
    try expect(drawn.map { $0.askBelow / $0.confirmBelow }, reach: ThresholdTrial.askRange)
    try expect(drawn.map(\.rejectBelow), reach: ThresholdTrial.rejectRange)
  }

  @Test func `the same seed draws the same thresholds`() {
    #expect(trials(20, seed: 8) == trials(20, seed: 8))
    #expect(trials(20, seed: 8) != trials(20, seed: 9))
  }
}
