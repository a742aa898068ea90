import Foundation
import Testing

@testable import Evaluation

@Suite struct `Reports of a seeded corpus` {
  private let sample = SampleReport(utterances: 8)

  @Test func `the page is the golden one`() throws {
    try Golden.expect(try sample.page(), toBe: "report.html")
  }

  @Test func `the chart is the golden one`() throws {
    let chart = AccuracyChart(conditions: sample.conditions, targets: SampleReport.targets)
    try Golden.expect(chart.svg, toBe: "accuracy.svg")
  }

  @Test func `the JUnit file is the golden one`() throws {
    try Golden.expect(try sample.junit(), toBe: "junit.xml")
  }

  @Test func `the text is the golden one`() throws {
    let text = TextReport(conditions: sample.conditions, targets: SampleReport.targets).text
    try Golden.expect(text + "\n", toBe: "report.txt")
  }

  @Test func `the text of one condition is the golden one`() throws {
    let one = Array(sample.conditions.prefix(1))
    let text = TextReport(conditions: one, targets: SampleReport.targets).text
    try Golden.expect(text + "\n", toBe: "recorded.txt")
  }

  @Test func `the JSON is the golden one`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let json = try #require(
      String(data: try encoder.encode(sample.conditions), encoding: .utf8))
    try Golden.expect(json + "\n", toBe: "report.json")
  }
}
