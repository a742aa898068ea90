internal import HyzerBase

extension ReportFigures {
  /// Writes the XML of JUnit, which servers for continuous integration read, piece by piece.
  ///
  /// A suite `targets` has a case for each target and condition, and a suite `utterances` one for each
  /// outcome. Recordings that could not be read are errors in a suite of their own. `outcomes` are all
  /// that the conditions count; the `condition` of one is a place among them.
  ///
  /// - Throws: What `sink` throws; the document is then incomplete.
  func writeJUnit(
    name: String, comparison: ComparisonReport? = nil, outcomes: [UtteranceOutcome],
    to sink: (String) throws -> Void
  ) throws {
    let verdicts = targets.flatMap { target in
      conditions.map { (target: target, report: $0, isMet: target.isMet(by: $0)) }
    }
    let cases = verdicts.count + (comparison == nil ? 0 : 1)
    let missed = verdicts.count { $0.isMet == false } + (comparison?.isWorse == true ? 1 : 0)
    let skipped = verdicts.count { $0.isMet == nil }
    let tests = conditions.reduce(0) { $0 + $1.counts.utterances }
    let failed = conditions.reduce(0) { $0 + $1.counts.utterances - $1.counts.utterancesExact }
    let unreadable = conditions.map(\.unreadable).max() ?? 0
    let errors = unreadable > 0 ? 1 : 0
    let seconds = Figures.fixed(conditions.reduce(0) { $0 + $1.counts.processingSeconds }, 3)
    func put(_ markup: Markup) throws { try sink(markup.source) }

    try put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" tests="\(cases + tests + errors)" \
      failures="\(missed + failed)" errors="\(errors)" skipped="\(skipped)" time="\(seconds)">
      <testsuite name="targets" tests="\(cases)" failures="\(missed)" errors="0" \
      skipped="\(skipped)" time="0">

      """)
    for (target, report, isMet) in verdicts {
      let text = target.verdict(on: report) ?? "there is nothing to measure it by"
      let result: Markup =
        isMet == nil
        ? #"<skipped message="\#(text)"/>"# : failure("target", text, unless: isMet == true)
      try put(testCase(report.condition.name, target.text, result))
    }
    if let comparison {
      try put(
        testCase(
          "comparison", "not worse than \(comparison.baseline)",
          failure("comparison", comparison.sentence, unless: !comparison.isWorse)))
    }
    try sink("</testsuite>\n")
    if unreadable > 0 {
      try put(
        """
        <testsuite name="recordings" tests="1" failures="0" errors="1" skipped="0" time="0">
        \(testCase(
          "recordings", "every recording can be read",
          #"<error type="unreadable" message="\#(unreadable) could not be read"/>"#))\
        </testsuite>

        """)
    }
    try put(
      """
      <testsuite name="utterances" tests="\(tests)" failures="\(failed)" errors="0" skipped="0" \
      time="\(seconds)">

      """)
    for outcome in outcomes { try put(testCase(outcome)) }
    try sink("</testsuite>\n</testsuites>\n")
  }

  private func testCase(
    _ group: String, _ name: String, seconds: String = "0", _ result: Markup
  ) -> Markup {
    let start: Markup = #"<testcase classname="\#(group)" name="\#(name)" time="\#(seconds)""#
    return result.source.isEmpty ? "\(start)/>\n" : "\(start)>\(result)</testcase>\n"
  }

  /// Some servers show the message, and some the text.
  private func failure(
    _ type: String, _ message: String, _ text: Markup? = nil, unless isFine: Bool
  ) -> Markup {
    isFine
      ? ""
      : #"<failure type="\#(type)" message="\#(message)">\#(text ?? "\(message)")</failure>"#
  }

  private func testCase(_ outcome: UtteranceOutcome) -> Markup {
    func text(_ pairs: [ScorePair]) -> String {
      pairs.isEmpty
        ? "nothing" : pairs.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
    }
    let lines = [
      outcome.said.map { "said: \($0.joined(separator: " "))" },
      "heard: \(outcome.heard.joined(separator: " "))", "meant: \(text(outcome.reference))",
      "accepted: \(text(outcome.accepted))",
    ].compactMap { $0 }
    return testCase(
      conditions[outcome.condition].condition.name, outcome.id,
      seconds: Figures.fixed(outcome.processingSeconds, 3),
      failure(
        outcome.stage?.rawValue ?? "unknown", lines.joined(separator: "; "),
        Markup(lines.map { "\($0)" }, separator: "\n"), unless: outcome.isExact))
  }
}
