import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Reports of a sample` {
  @Test(arguments: [
    "report.html", "accuracy.svg", "junit.xml", "report.txt", "recorded.txt", "recorded.json",
  ])
  func `a report is the golden one`(name: String) throws {
    let sample = SampleReport()
    let recorded = ReportFigures(
      conditions: Array(sample.figures.conditions.prefix(1)), targets: SampleReport.targets)
    let text =
      switch name {
      // Without its style and script.
      case "report.html":
        try sample.page().replacing(/(<style>|<script>)[\S\s]*?</, with: { "\($0.1)\n<" })
      case "accuracy.svg": sample.figures.accuracyChart
      case "junit.xml": try sample.junit()
      case "report.txt": sample.figures.text + "\n"
      case "recorded.txt": recorded.text + "\n"
      default: try json(recorded.conditions, .prettyPrinted) + "\n"
      }
    let difference = try GoldenFile(name).difference(from: text)
    #expect(difference == nil)
  }

  @Test func `of nothing, the members that others rely on are null or zero`() throws {
    #expect(
      try json(report([])) == """
        {"confusions":{"players":[],"scores":[],"words":[]},"crowdedTags":[],"falseAcceptEvents":0,\
        "falseAccepts":0,"groups":[],"latencySeconds":{"median":null,"p95":null},\
        "negativeSeconds":0,"negatives":0,"noise":null,"pairsCorrect":0,"pairsInserted":0,\
        "pairsReference":0,"partials":0,"realTimeFactor":null,"rejections":0,"snrDecibels":null,\
        "stages":{},"unreadable":0,"utterances":0,"utterancesExact":0,\
        "wordErrors":{"deletions":0,"hits":0,"insertions":0,"substitutions":0},"wrongCommits":0}
        """)
    #expect(
      try json(Target.floor.verdicts(on: [report(exact: 1, of: 1), report([])])) == """
        {"conditions":[{"isMet":true},{}],"figure":"exact","percent":80}
        """)
  }

  @Test func `a target that nothing measures is skipped in JUnit's file`() throws {
    let figures = ReportFigures(
      conditions: [report(exact: 0, of: 1)], targets: [.floor, Target(.falseAccepts, percent: 5)])
    var text = ""
    try figures.writeJUnit(name: "x", outcomes: []) { text += $0 }
    #expect(text.contains(#"failures="2" errors="0" skipped="1" time="0.000">"#))
    #expect(text.contains(#"<skipped message="there is nothing to measure it by"/></testcase>"#))
  }

  @Test func `a comparison says what was gained and lost, as text and as JSON`() throws {
    var comparison = PairedComparison(seed: 1)
    for line in 1...20 {
      var after = bobOutcome(line, isHeard: true)
      if line <= 10 { after.accepted = [] }
      comparison.add(before: bobOutcome(line, isHeard: true), after: after)
    }
    let report = ComparisonReport(
      baseline: "old.json", conditions: [(.init(), comparison)],
      caveats: ["the echo differs"])
    let lines = report.text.components(separatedBy: "\n")
    #expect(lines[0].hasPrefix("compared with old.json: utterances gained and lost"))
    #expect(lines[1].hasPrefix("condition    utterances  exact                "))
    #expect(lines[2].hasPrefix("as recorded  20          +0 -10 (p 0.002)  -50.0 points (-"))
    #expect(lines[2].hasSuffix("  +0 -0 (p 1.000)  +0 -0 (p 1.000)  -            WORSE"))
    #expect(lines[3] == "note: the echo differs")
    #expect(report.sentence == "worse than old.json: as recorded; the echo differs")
    #expect(report.isWorse)
    let nothing = #"{"gained":0,"lost":0,"pValue":1}"#
    let object = try json(report)
    #expect(object.hasPrefix(#"{"baseline":"old.json","caveats":["the echo differs"],"#))
    #expect(object.contains(#""exact":{"gained":0,"lost":10,"pValue":0.001953125}"#))
    #expect(object.contains(#""falseAccepts":\#(nothing),"isWorse":true,"noise":null,"#))
    #expect(object.contains(#""snrDecibels":null,"utterances":20,"wordErrorRate":{},"#))
    #expect(object.hasSuffix(#""wrongCommits":\#(nothing)}],"isWorse":true}"#))
  }

  private func json(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return try #require(String(data: encoder.encode(value), encoding: .utf8))
  }
}
