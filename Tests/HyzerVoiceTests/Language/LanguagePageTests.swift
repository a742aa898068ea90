import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct LanguagePageTests {
  @Test func `the page in the documents is the one that the description makes`() throws {
    let path = "Documents/Language.md"
    let page = try String(contentsOf: DemoAudio.project.appending(path: path), encoding: .utf8)
    #expect(
      page == LanguageDescription.english.page,
      "run .build/debug/hyzer language > \(path), and read what changed")
  }

  @Test(arguments: LanguageDescription.english.forms)
  func `each form's example is taken for this form, and saved unless it is doubtful`(
    form: Form<FormKind>
  ) throws {
    let round = try #require(LanguageDescription.exampleRound(of: form))
    let analysis = UtteranceParser(round: round).analyze(form.example)
    #expect(analysis.assemblies.first?.unexplained == [])
    let automaton = PatternAutomaton([form.pattern])
    var matcher = PatternMatcher(analysis.classification, automaton)
    let isTaken = analysis.assemblies.flatMap(\.clauses).contains { clause in
      clause.kind == form.kind
        && matcher.matches(from: clause.tokens.lowerBound).contains {
          $0.end == clause.tokens.upperBound && matcher.readings(of: $0) == clause.readings
        }
    }
    #expect(isTaken)
    #expect((analysis.result.status == .success) == (form.likelihood != .doubtful))
  }
}
