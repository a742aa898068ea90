import DiscGolf
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

@Suite struct `The JUnit file` {
  @Test func `is well-formed, and its numbers are those of its cases`() throws {
    let sample = SampleReport()
    let document = Document(try sample.junit())
    #expect(document.isWellFormed)
    let suites = document["testsuite"]
    #expect(suites.map { $0.attributes["name"] } == ["targets", "recordings", "utterances"])

    var counts: [[String: Int]] = []
    for element in document.elements {
      if element.name == "testsuite" { counts.append([:]) }
      if element.path.contains("testsuite") {
        counts[counts.count - 1][element.name, default: 0] += 1
      }
    }
    let elements = [
      "tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped",
    ]
    for (attribute, name) in elements {
      let written = suites.map { Int($0.attributes[attribute] ?? "") }
      #expect(written == counts.map { $0[name] ?? 0 })
      #expect(
        document.elements.first?.attributes[attribute].flatMap { Int($0) }
          == document.elements.count { $0.name == name })
    }
  }

  @Test func `a failure says what was said, heard, meant and accepted`() throws {
    let failure = outcome(
      said: pairs("Bob & \u{8}Co", 5), words: "bob five", heard: "bob", stage: .recognition,
      latency: 0.25, id: "a\u{1}b\n<c>")
    let junit = JUnitReport(
      name: "<x>",
      figures: ReportFigures(
        conditions: [report([failure])], targets: [.floor, Target(.falseAccepts, percent: 5)]),
      outcomes: [failure])
    #expect(
      try text(of: junit) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="&lt;x&gt;" tests="3" failures="2" errors="0" skipped="1" time="0.250">
        <testsuite name="targets" tests="2" failures="1" errors="0" skipped="1" time="0">
        <testcase classname="as recorded" name="exact utterances at least 80 %" time="0">\
        <failure type="target" message="MISSED: exact utterances at least 80 %, measured 0 of 1 = \
        0.0 % (0.0 to 79.3)">MISSED: exact utterances at least 80 %, measured 0 of 1 = 0.0 % \
        (0.0 to 79.3)</failure></testcase>
        <testcase classname="as recorded" name="false accepts at most 5 %" time="0">\
        <skipped message="there is nothing to measure it by"/></testcase>
        </testsuite>
        <testsuite name="utterances" tests="1" failures="1" errors="0" skipped="0" time="0.250">
        <testcase classname="as recorded" name="a\u{FFFD}b&#10;&lt;c&gt;" time="0.250">\
        <failure type="recognition" message="said: bob five; heard: bob; meant: Bob &amp; \u{FFFD}Co 5; \
        accepted: nothing">said: bob five
        heard: bob
        meant: Bob &amp; \u{FFFD}Co 5
        accepted: nothing</failure></testcase>
        </testsuite>
        </testsuites>

        """)
  }
}
