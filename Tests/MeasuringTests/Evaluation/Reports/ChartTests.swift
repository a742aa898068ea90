import Foundation
import HyzerBase
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Charts` {
  @Test func `the line of 80 per cent is drawn once, whether it is a target or not`() {
    func labels(_ targets: [Target]) -> [String] {
      ReportFigures(conditions: [report(exact: 1, of: 1)], targets: targets)
        .noiseChart(.exact, name: "x").goals.map(\.label)
    }
    #expect(labels([]) == ["80 %"])
    #expect(labels([.floor]) == ["target 80 %"])
    #expect(
      labels([Target(.exact, percent: 90), Target(.pairs, percent: 70)]) == ["80 %", "target 90 %"])
  }

  @Test(arguments: [(0, 0.1), (5, 0.2), (30, 0.5), (70, 1)])
  func `figures that should be small have a scale that holds their intervals`(
    wrong: Int, highest: Double
  ) {
    let chart = ReportFigures(
      conditions: [report(exact: 100 - wrong, of: 100)],
      targets: [Target(.wrongCommits, percent: 6)]
    ).noiseChart(.wrongCommits, name: "x")
    #expect(chart.yAxis.range == 0...highest)
    #expect(chart.yAxis.ticks.count == 6)
    #expect(chart.yAxis.ticks.last?.label == Figures.decimal(highest * 100))
  }

  @Test func `the trade-off falls from no false rejects to no false accepts`() throws {
    let mike = pairs("Mike", 3)
    let outcomes =
      [0.2, 0.4, 0.6, 0.8].map {
        outcome(
          said: mike, accepted: $0 > 0.3 ? mike : [], $0 > 0.3 ? .success : .failed, confidence: $0)
      }
      + [0.1, 0.3, 0.5, 0.7].map {
        outcome(accepted: $0 > 0.4 ? mike : [], $0 > 0.4 ? .success : .failed, confidence: $0)
      }
    let figures = ReportFigures(
      conditions: [report(outcomes, maximumFalseAccept: 0.25)], targets: [])
    let chart = try #require(figures.tradeOffChart(name: "x"))
    func points(_ label: String) -> [[Double]] {
      chart.series.filter { $0.label == label }.flatMap(\.points).map { [$0.x, $0.y] }
    }
    // The shares that are drawn, in quarters: false accepts, then false rejects.
    let curve = [[3, 0], [3, 1], [2, 1], [2, 2], [1, 2], [1, 3], [0, 3]]
    #expect(points("as recorded") == curve.map { $0.map { Double($0) / 4 } })
    #expect(points("as decided now") == [[0.5, 0.25]])
    #expect(points("equal error") == [[0.5, 0.5]])
    #expect(points("at most 25 % accepted") == [[0.25, 0.5]])
    #expect(Document(chart.svg().source).isWellFormed)
    #expect(
      ReportFigures(conditions: [report(exact: 1, of: 1)], targets: []).tradeOffChart(name: "x")
        == nil)
  }

  @Test func `noises of the same file name are called by their paths`() {
    let conditions = ["a/wind.wav", "b/wind.wav", "c/road.wav"].flatMap { noise in
      [10.0, 5].map { report([], under: ListeningCondition(noise: noise, snrDecibels: $0)) }
    }
    let noises = ReportFigures(conditions: conditions, targets: []).noises
    #expect(noises.map(\.label) == ["a/wind.wav", "b/wind.wav", "road.wav"])
    let levels = noises.map { $0.levels.map(\.condition.snrDecibels) }
    #expect(levels == [[5, 10], [5, 10], [5, 10]])
  }
}
