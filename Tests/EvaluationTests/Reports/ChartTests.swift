import Foundation
import Language
import Testing

@testable import Evaluation

@Suite struct `Charts` {
  // Quantiles of the standard normal distribution, from tables.
  @Test(arguments: [
    (0.5, 0.0), (0.975, 1.959_963_985), (0.025, -1.959_963_985), (0.001, -3.090_232_306),
    (0.9999, 3.719_016_485),
  ])
  func `the probit is the normal quantile`(share: Double, value: Double) {
    #expect(abs(Probit.value(share) - value) < 1e-8)
  }

  @Test func `the chart is well-formed and tells its figures in words`() throws {
    let sample = SampleReport()
    let chart = AccuracyChart(conditions: sample.conditions, targets: SampleReport.targets)
    let document = Document(chart.svg)
    #expect(document.isWellFormed)
    let svg = try #require(document.elements.first)
    #expect(svg.name == "svg")
    #expect(svg.attributes["viewBox"] == "0 0 800 450")
    #expect(svg.attributes["aria-labelledby"] == "accuracy-title accuracy-about")
    let ids = Set(document.elements.compactMap { $0.attributes["id"] })
    #expect(ids == ["accuracy-title", "accuracy-about"])
    for report in sample.conditions {
      #expect(
        document.text.contains("\(report.condition.name): \(Figures.text(report.counts.exact))"))
    }
  }

  @Test func `every chart of the page is well-formed, and its names are its own`() throws {
    let page = try SampleReport().page()
    let charts = page.components(separatedBy: "<svg").dropFirst().map { part in
      "<svg" + part.components(separatedBy: "</svg>")[0] + "</svg>"
    }
    #expect(charts.count == 10)
    var ids: [String] = []
    for chart in charts {
      let document = Document(chart)
      #expect(document.isWellFormed)
      ids += document.elements.compactMap { $0.attributes["id"] }
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a point lies at its share, between the ends of its interval`() throws {
    // 3 of 4 exact as recorded: with 768 by 418 units, from 28 down to 378.
    let report = report(
      .asRecorded, outcomes: [true, true, true, false].map { positive(isExact: $0) })
    let document = Document(AccuracyChart(conditions: [report], targets: []).svg)
    let circle = try #require(document["circle"].first)
    #expect(circle.attributes["cy"] == "115.5")
    let interval = try #require(Proportion(3, of: 4).interval)
    let path = try #require(document["path"].first?.attributes["d"])
    let (high, low) = (378 - 350 * interval.upperBound, 378 - 350 * interval.lowerBound)
    let bar: Markup = "M397 \(high)h6M400 \(high)V\(low)M397 \(low)h6"
    #expect(path == bar.source)
  }

  @Test func `the line of 80 per cent is drawn once, whether it is a target or not`() {
    let report = report(.asRecorded, outcomes: [positive(isExact: true)])
    func labels(_ targets: [Target]) -> [String] {
      AccuracyChart(conditions: [report], targets: targets).svg.components(separatedBy: "\n")
        .filter { $0.contains(#"class="halo""#) }
        .map { String($0.split(separator: ">")[1].prefix { $0 != "<" }) }
    }
    #expect(labels([]) == ["80 %"])
    #expect(labels([.floor]) == ["target 80 %"])
    #expect(
      labels([Target(.exact, percent: 90), Target(.pairs, percent: 70)]) == ["80 %", "target 90 %"])
  }

  @Test(arguments: [(0, 10.0), (5, 20), (30, 50), (70, 100)])
  func `figures that should be small have a scale that holds their intervals`(
    wrong: Int, highest: Double
  ) throws {
    let outcomes = (1...100).map {
      $0 <= wrong ? positive(isExact: false) : positive(isExact: true)
    }
    let chart = SNRChart(
      metric: .wrongCommits, conditions: [report(.asRecorded, outcomes: outcomes)],
      targets: [Target(.wrongCommits, percent: 6)], name: "x", width: 400, height: 200)
    let drawing = Document(chart.svg().source)
    // From 28 down to 160.
    let circle = try #require(drawing["circle"].first)
    let y: Markup = "\(160 - 132 * Double(wrong) / highest)"
    #expect(circle.attributes["cy"] == y.source)
    let ticks = drawing["text"].filter { $0.attributes["class"] == "quiet end" }
    #expect(ticks.count == 6)
    #expect(drawing.text.contains("\(Figures.decimal(highest))\n"))
  }

  @Test func `the trade-off falls from no false rejects to no false accepts`() throws {
    var tally = ConditionTally(condition: .asRecorded, seed: 1)
    let pair = ScorePair(player: "Mike", strokes: 3)
    for (line, confidence) in [0.2, 0.4, 0.6, 0.8].enumerated() {
      let outcome = UtteranceOutcome(
        line: line + 1, id: "", reference: [pair], accepted: [pair],
        result: line == 0 ? .failed : .success, said: nil, heard: [], confidence: confidence)
      tally.add(outcome, manifests: [""])
    }
    for (line, confidence) in [0.1, 0.3, 0.5, 0.7].enumerated() {
      let outcome = UtteranceOutcome(
        line: line + 5, id: "", reference: [], accepted: line < 2 ? [] : [pair], result: .failed,
        said: nil, heard: [], confidence: confidence)
      tally.add(outcome, manifests: [""])
    }
    let chart = TradeOffChart(
      conditions: [ConditionReport(tally, maximumFalseAccept: 0.25)], series: [], name: "x",
      width: 400, height: 400)
    let drawing = Document(chart.svg(classes: "chart").source)
    #expect(drawing.isWellFormed)

    // The shares that are drawn, in quarters: false accepts, then false rejects.
    let curve = [(3, 0), (3, 1), (2, 1), (2, 2), (1, 2), (1, 3), (0, 3)]
    // None is drawn as a tenth, the lowest share of the scale.
    let (low, high) = (Probit.value(0.1), Probit.value(0.8))
    let places = curve.map { accepts, rejects -> Markup in
      func place(_ quarters: Int) -> Double {
        (Probit.value(quarters == 0 ? 0.1 : Double(quarters) / 4) - low) / (high - low)
      }
      return "\(44 + 348 * place(accepts)),\(356 - (356 - 74) * place(rejects))"
    }
    let line = try #require(drawing["polyline"].first)
    #expect(line.attributes["points"] == Markup(places, separator: " ").source)

    // Half of both is the equal error; the limit is kept from where half are rejected.
    let ring = try #require(drawing["circle"].last)
    #expect("\(ring.attributes["cx"] ?? ""),\(ring.attributes["cy"] ?? "")" == places[3].source)
    #expect(drawing["g"].count == 4)
  }

  @Test func `noises of the same file name are called by their paths`() {
    let conditions = ["a/wind.wav", "b/wind.wav", "c/road.wav"].flatMap { noise in
      [10.0, 5].map { snr in
        report(ListeningCondition(noise: noise, snrDecibels: snr), outcomes: [])
      }
    }
    let series = NoiseSeries.all(in: conditions)
    #expect(series.map(\.label) == ["a/wind.wav", "b/wind.wav", "road.wav"])
    #expect(series.map { $0.levels.map(\.snrDecibels) } == [[5, 10], [5, 10], [5, 10]])
  }

  @Test func `what was confused most is shown, and what is left out is said`() throws {
    // Player 30 is taken for player 1 once, player 29 twice and so on: 10 to 30 count most.
    let outcomes = (2...30).flatMap { player in
      (0..<player).map { _ in
        UtteranceOutcome(
          line: 1, id: "", reference: [ScorePair(player: "\(player)", strokes: 3)],
          accepted: [ScorePair(player: "1", strokes: 3)], result: .success, said: nil, heard: [])
      }
    }
    let map = HeatMap([report(.asRecorded, outcomes: outcomes)], \.players)
    #expect(map.labels == (["1"] + (12...30).map { "\($0)" }))
    let table = try #require(map.table(id: "players", caption: "Players."))
    #expect(table.source.contains("The 20 of 30 that were confused most."))
    #expect(map.errors.first?.pair == HeatMap.Pair(said: "30", heard: "1"))
    #expect(map.errors.first?.count == 30)
  }

  // MARK: - Corpora

  private func positive(isExact: Bool) -> UtteranceOutcome {
    let pair = ScorePair(player: "Mike", strokes: 3)
    return UtteranceOutcome(
      line: 1, id: "", reference: [pair], accepted: isExact ? [pair] : [], result: .success,
      said: nil, heard: [])
  }

  private func report(
    _ condition: ListeningCondition, outcomes: [UtteranceOutcome]
  ) -> ConditionReport {
    var tally = ConditionTally(condition: condition, seed: 1)
    for outcome in outcomes { tally.add(outcome, manifests: [""]) }
    return ConditionReport(tally)
  }
}
