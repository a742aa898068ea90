/// A report as the XML of JUnit, which servers for continuous integration read.
///
/// A suite `targets` has a case for each target and condition, and a suite `utterances` one for each
/// outcome. Recordings that could not be read are errors in a suite of their own.
public struct JUnitReport: Sendable {
  private let name: String
  private let conditions: [ConditionReport]
  private let targets: [Target]
  private let comparison: ComparisonReport?

  /// Makes the XML of some conditions beside some targets, and beside an earlier report if there is
  /// one.
  public init(
    name: String, conditions: [ConditionReport], targets: [Target],
    comparison: ComparisonReport? = nil
  ) {
    self.comparison = comparison
    self.name = name
    self.conditions = conditions
    self.targets = targets
  }

  /// Writes the document piece by piece.
  ///
  /// `outcomes` gives every outcome that the conditions count, in any order, and no other: the
  /// numbers of cases and failures stand before them and derive from the counts. The `condition` of an
  /// outcome is a place among the conditions.
  ///
  /// - Throws: What `outcomes` or `sink` throws; the document is then incomplete.
  public func write(
    outcomes: ((UtteranceOutcome) throws -> Void) throws -> Void, to sink: (String) throws -> Void
  ) throws {
    let verdicts = targets.flatMap { target in
      conditions.map { (target: target, report: $0, isMet: target.isMet(by: $0)) }
    }
    let cases = verdicts.count + (comparison == nil ? 0 : 1)
    let missed =
      verdicts.count { $0.isMet == false } + (comparison?.isWorse == true ? 1 : 0)
    let skipped = verdicts.count { $0.isMet == nil }
    let tests = conditions.reduce(0) { $0 + $1.counts.utterances }
    let failed = conditions.reduce(0) { $0 + $1.counts.utterances - $1.counts.utterancesExact }
    let unreadable = conditions.map(\.unreadable).max() ?? 0
    let errors = unreadable > 0 ? 1 : 0
    let seconds = Figures.fixed(conditions.reduce(0) { $0 + $1.counts.processingSeconds }, 3)

    var start: [Markup] = [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" tests="\(cases + tests + errors)" \
      failures="\(missed + failed)" errors="\(errors)" skipped="\(skipped)" time="\(seconds)">
      <testsuite name="targets" tests="\(cases)" failures="\(missed)" errors="0" \
      skipped="\(skipped)" time="0">

      """
    ]
    start += verdicts.map { verdict($0.target, $0.report, isMet: $0.isMet) }
    if let comparison { start.append(JUnitReport.verdict(comparison)) }
    start.append("</testsuite>\n")
    if unreadable > 0 {
      start.append(
        """
        <testsuite name="recordings" tests="1" failures="0" errors="1" skipped="0" time="0">
        <testcase classname="recordings" name="every recording can be read" time="0">\
        <error type="unreadable" message="\(unreadable) could not be read"/></testcase>
        </testsuite>

        """)
    }
    start.append(
      """
      <testsuite name="utterances" tests="\(tests)" failures="\(failed)" errors="0" skipped="0" \
      time="\(seconds)">

      """)
    for part in start { try sink(part.source) }
    try withoutActuallyEscaping(sink) { sink in
      try outcomes { try sink(testCase($0).source) }
    }
    try sink("</testsuite>\n</testsuites>\n")
  }

  private static func verdict(_ comparison: ComparisonReport) -> Markup {
    let text = comparison.sentence
    let failure: Markup =
      comparison.isWorse ? #"<failure type="comparison" message="\#(text)">\#(text)</failure>"# : ""
    return """
      <testcase classname="comparison" name="not worse than \(comparison.baseline)" \
      time="0">\(failure)</testcase>

      """
  }

  private func verdict(_ target: Target, _ report: ConditionReport, isMet: Bool?) -> Markup {
    let text = target.verdict(on: report) ?? "there is nothing to measure it by"
    let result: Markup =
      switch isMet {
      case true?: ""
      case false?: #"<failure type="target" message="\#(text)">\#(text)</failure>"#
      case nil: #"<skipped message="\#(text)"/>"#
      }
    return """
      <testcase classname="\(report.condition.name)" name="\(target.text)" time="0">\
      \(result)</testcase>

      """
  }

  private func testCase(_ outcome: UtteranceOutcome) -> Markup {
    let start: Markup = """
      <testcase classname="\(conditions[outcome.condition].condition.name)" name="\(outcome.id)" \
      time="\(Figures.fixed(outcome.processingSeconds, 3))"
      """
    guard !outcome.isExact else { return "\(start)/>\n" }
    let lines = [
      outcome.said.map { "said: \($0.joined(separator: " "))" },
      "heard: \(outcome.heard.joined(separator: " "))",
      "meant: \(JUnitReport.text(outcome.reference))",
      "accepted: \(JUnitReport.text(outcome.accepted))",
    ].compactMap { $0 }
    // Some servers show the message, and some the text.
    return """
      \(start)><failure type="\(outcome.stage?.rawValue ?? "unknown")" \
      message="\(lines.joined(separator: "; "))">\(Markup(lines.map { "\($0)" }, separator: "\n"))\
      </failure></testcase>

      """
  }

  private static func text(_ pairs: [ScorePair]) -> String {
    pairs.isEmpty
      ? "nothing" : pairs.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
  }
}
