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
    word: .init(offset: 0.5, margin: 0.25, lead: 0.125),
    content: .init(offset: 2, margin: 0.5, lead: 0.25, talkLead: 0.125),
    digit: .init(
      offset: 1, margin: 0.5, lead: 0.25, talkLead: 0.0625, opinionMargin: 0.125,
      opinionLead: 0.0625),
    unrivalledLead: 400, mostLead: 900, mostFramesPerPhone: 45, mostOpinionLead: 1600)

  private func logOdds(_ confidence: Double) -> Double { log(confidence / (1 - confidence)) }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var margin = 0.0
    let lead: Double?
    var talk: Double?
    var opinion: RecognizedWord.Opinion?
    let logOdds: Double
  }

  @Test(arguments: [
    Case(testDescription: "neither margin nor lead", lead: 0, logOdds: 0.5),
    Case(testDescription: "a margin", margin: -6, lead: 0, logOdds: -1),
    Case(testDescription: "the root of a lead", lead: 64, logOdds: 1.5),
    Case(testDescription: "the negative root of a lead below 0", lead: -64, logOdds: -0.5),
    Case(testDescription: "both", margin: 4, lead: 16, logOdds: 2),
    Case(testDescription: "no rival", margin: -8, lead: nil, logOdds: 1),
    Case(
      testDescription: "a lead over talk, margin and lead", margin: 4, lead: 16, talk: 64,
      logOdds: 6),
    Case(testDescription: "talk that leads", lead: 0, talk: -64, logOdds: 1),
    Case(testDescription: "a lead over talk beyond the most", lead: 0, talk: 9000, logOdds: 5.75),
    Case(
      testDescription: "an opinion of what was not compared with talk", lead: 0,
      opinion: .init(number: 1, lead: 0, margin: 0), logOdds: 0.5),
    Case(
      testDescription: "an opinion without margin or lead", margin: 4, lead: 16, talk: 256,
      opinion: .init(number: 1, lead: 0, margin: 0), logOdds: 5),
    Case(
      testDescription: "an opinion's margin", lead: 0, talk: 0,
      opinion: .init(number: 1, lead: 0, margin: -16), logOdds: -1),
    Case(
      testDescription: "the root of an opinion's lead", lead: 0, talk: 0,
      opinion: .init(number: 1, lead: 256, margin: 0), logOdds: 2),
    Case(
      testDescription: "an opinion that contradicts", lead: 0, talk: 0,
      opinion: .init(number: 2, lead: -256, margin: 0), logOdds: 0),
    Case(
      testDescription: "an opinion's lead beyond the most", lead: 0, talk: 0,
      opinion: .init(number: 1, lead: 6400, margin: 0), logOdds: 3.5),
  ])
  func `the log-odds are a sum of margins and the roots of leads`(_ expected: Case) {
    let confidence = example.confidence(
      margin: expected.margin, lead: expected.lead, talkLead: expected.talk,
      opinion: expected.opinion)
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
      ([0.5], -2), ([0.25, 0.75], -2), ([0.75, 0.75, 0.75], -2 + 6 * log(3)),
      ([0.25, 0.25, 0.5], -2 - 4 * log(3)),
      // Words that are certain, or cannot be, count as nearly so.
      ([0.5, 1], -2 + 3 * log(9)), ([0], -2 - 6 * log(9)),
    ] as [([Double], Double)])
  func `the log-odds grow with the mean of the words' own`(words: [Double], logOdds: Double) {
    let example = DecoderSettings.SentenceConfidence(offset: -2, wordWeight: 6, leastDoubt: 0.1)
    let confidence = example.confidence(words: words)
    #expect(abs(log(confidence / (1 - confidence)) - logOdds) < 1e-9)
  }

  @Test func `confidence grows with that of the words, from 0 to 1`() throws {
    let standard = try DecoderSettings.standard().sentenceConfidence
    let values = [0, 0.1, 0.4, 0.9, 1].map { standard.confidence(words: [$0, 0.5]) }
    #expect(values == values.sorted())
    #expect(Set(values).count == values.count)
    #expect(values.allSatisfy { (0...1).contains($0) })
  }
}
