import Foundation
import Testing

@testable import Recognition

@Suite struct ConfidenceTests {
  @Test func `confidence is one half at the center and grows with the margin`() throws {
    let confidence = try DecoderSettings.standard().confidence
    #expect(confidence.confidence(margin: confidence.center) == 0.5)
    let values = [-1000, -60, -20, 0, 1000].map { confidence.confidence(margin: $0) }
    #expect(values == values.sorted())
    #expect(values.allSatisfy { (0...1).contains($0) })
  }
}

@Suite struct WordConfidenceTests {
  private let example = DecoderSettings.WordConfidence(
    offset: 0.5, marginWeight: 0.25, leadWeight: 0.125, unrivalledLead: 400,
    mostLead: 900, mostFramesPerPhone: 45)

  private func logOdds(_ confidence: Double) -> Double { log(confidence / (1 - confidence)) }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var margin = 0.0
    let lead: Double?
    let logOdds: Double
  }

  @Test(arguments: [
    Case(testDescription: "neither margin nor lead", lead: 0, logOdds: 0.5),
    Case(testDescription: "a margin", margin: -6, lead: 0, logOdds: -1),
    Case(testDescription: "the root of a lead", lead: 64, logOdds: 1.5),
    Case(testDescription: "the negative root of a lead below 0", lead: -64, logOdds: -0.5),
    Case(testDescription: "both", margin: 4, lead: 16, logOdds: 2),
    Case(testDescription: "no rival", margin: -8, lead: nil, logOdds: 1),
  ])
  func `the log-odds are a sum of the margin and the root of the lead`(_ expected: Case) {
    let confidence = example.confidence(margin: expected.margin, lead: expected.lead)
    #expect(abs(logOdds(confidence) - expected.logOdds) < 1e-9)
  }

  @Test func `confidence grows with margin and lead, from 0 to 1`() throws {
    let standard = try DecoderSettings.standard().wordConfidence
    let steps = [-1e6, -400, -30, -1, 0, 1, 30, 400, 1e6]
    for fixed in [-60.0, 0, 60] {
      for values in [
        steps.map { standard.confidence(margin: $0, lead: fixed) },
        steps.map { standard.confidence(margin: fixed, lead: $0) },
      ] {
        #expect(values == values.sorted())
        // Far out they are 0 and 1, in between no two are the same.
        #expect(Set(values[1..<8]).count == 7)
        #expect(values.allSatisfy { (0...1).contains($0) })
      }
    }
  }

  @Test func `a word without rivals is as sure as one that leads by so much`() throws {
    let standard = try DecoderSettings.standard().wordConfidence
    #expect(
      standard.confidence(margin: -7, lead: nil)
        == standard.confidence(margin: -7, lead: standard.unrivalledLead))
  }
}

@Suite struct MostLeadTests {
  @Test func `a lead beyond the most counts no more`() throws {
    let standard = try DecoderSettings.standard().wordConfidence
    let most = standard.confidence(margin: -10, lead: standard.mostLead)
    #expect(standard.confidence(margin: -10, lead: standard.mostLead * 9) == most)
    #expect(standard.confidence(margin: -10, lead: standard.mostLead / 2) < most)
  }
}

@Suite struct SentenceConfidenceTests {
  @Test(
    arguments: [
      (0, [0], -2 + log(2)), (4, [0], -1 + log(2)), (0, [0.25, 0.75], 1 + log(3)),
      (-4, [1, 1, 1], 3 + log(4)),
    ] as [(Double, [Double], Double)])
  func `the log-odds are a sum of the margin, the words' mean confidence and their number`(
    margin: Double, words: [Double], logOdds: Double
  ) {
    let example = DecoderSettings.SentenceConfidence(
      offset: -2, marginWeight: 0.25, wordWeight: 6, countWeight: 1)
    let confidence = example.confidence(margin: margin, words: words)
    #expect(abs(log(confidence / (1 - confidence)) - logOdds) < 1e-9)
  }

  @Test func `confidence grows with margin, words and their number, from 0 to 1`() throws {
    let standard = try DecoderSettings.standard().sentenceConfidence
    for values in [
      [-1e6, -60, -20, -1, 0, 1, 20, 1e6].map { standard.confidence(margin: $0, words: [0.4]) },
      [0, 0.1, 0.4, 0.9, 1].map { standard.confidence(margin: -5, words: [$0]) },
      [1, 2, 4, 12].map {
        standard.confidence(margin: -5, words: Array(repeating: 0.5, count: $0))
      },
    ] {
      #expect(values == values.sorted())
      #expect(Set(values).count == values.count)
      #expect(values.allSatisfy { (0...1).contains($0) })
    }
  }
}
