import Testing

@testable import HyzerVoice

struct NameWarningsTests {
  private func warnings(
    _ names: [String], beside others: [String] = [], pronunciations: [String] = []
  ) throws -> [String] {
    NameWarnings(
      of: names.map { Player(name: $0, pronunciations: pronunciations) },
      beside: others.map { Player(name: $0) }, lexicon: try PronunciationLexicon.standard.get()
    ).lines
  }

  @Test(arguments: [
    ("Ace", "is the word \"ace\""), ("Eve", "is nearly the word \"even\""),
    ("Mark", "is a word of the language"), ("Juan", "sounds like (88 %) the score \"one\""),
    ("🦄", "has no pronunciation, so that its scores can only be typed; give one with hyzer player"),
    ("Даша", "is said by a guess at its letters, "),
  ])
  func `an awkward name has one line that says why`(_ name: String, _ reason: String) throws {
    let lines = try warnings([name])
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("\"\(name)\" \(reason)") == true, "\(lines)")
  }

  @Test(arguments: ["Michael", "Sarah", "José", "Mary Anne", "T.J.", "Ann", "O'Brien", "Forrest"])
  func `a plain name has none`(_ name: String) throws {
    #expect(try warnings([name]).isEmpty)
  }

  @Test(arguments: ["🦄", "Даша"])
  func `nor has one of which is known how it is said`(_ name: String) throws {
    #expect(try warnings([name], pronunciations: ["D AA SH AH"]).isEmpty)
  }

  @Test func `two names that sound alike are one warning, of the new one`() throws {
    #expect(
      try warnings(["Jon", "John"]).map { $0.hasPrefix("\"Jon\" sounds the same") } == [true])
    #expect(try warnings(["Jon"], beside: ["Ann", "John"]).count == 1)
    #expect(try warnings(["Ann"], beside: ["Jon", "John"]).isEmpty)
  }

  @Test func `an alias that nobody can say is no reason for a spelling of the name`() throws {
    let lines = NameWarnings(
      of: [Player(name: "Ann", aliases: ["🔥"])], lexicon: try PronunciationLexicon.standard.get()
    ).lines
    #expect(lines.map { $0.hasSuffix("give an alias that can be said") } == [true])
  }

  @Test func `without a dictionary the spelling counts`() {
    let players = ["Ace", "🦄", "Jon", "John"].map { Player(name: $0) }
    #expect(NameWarnings(of: players, lexicon: nil).lines.count == 1)
  }
}
