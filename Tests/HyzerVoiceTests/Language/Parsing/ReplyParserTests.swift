import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct ReplyParserTests {
  private static let names = ["Mike", "Jake", "Mary Ann", "Ace"]

  /// What each spoken score comes to on a par 5, where all of them are within the scores.
  private static let strokes = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "par": 5, "even": 5, "birdie": 4, "eagle": 3, "albatross": 2, "ace": 1,
    "hole in one": 1, "bogey": 6, "double bogey": 7, "triple bogey": 8, "double": 7, "triple": 8,
    "one over": 6,
    "two over": 7, "three over": 8, "one under": 4, "two under": 3,
  ]

  /// Every sentence of a pattern, with a repetition once or twice.
  private func sentences(_ pattern: Pattern) -> [[String]] {
    switch pattern {
    case .terminal(.name): return Self.names.map { [$0.lowercased()] }
    case .terminal(let terminal):
      return Vocabulary.englishReplies.entries.filter { entry in
        if case .function(let function) = terminal { return entry.meaning == .function(function) }
        return entry.meaning.isScore
      }.map { [$0.words.joined(separator: " ")] }
    case .sequence(let parts):
      return parts.reduce([[]]) { starts, part in
        let ends = sentences(part)
        return starts.flatMap { start in ends.map { start + $0 } }
      }
    case .choice(let choices): return choices.flatMap(sentences)
    case .optional(let inner): return [[]] + sentences(inner)
    case .unlikely(let inner): return sentences(inner)
    case .repeated(let inner):
      let once = sentences(inner)
      return once + once.flatMap { first in once.map { first + $0 } }
    }
  }

  /// The reply that a form's phrases make, without the parser.
  private func reply(_ kind: ReplyKind, _ phrases: [String]) throws -> Reply {
    switch kind {
    case .accept: return .accept
    case .dismiss: return .dismiss
    case .undo: return .undo
    case .change:
      if phrases.first == "no score for" {
        let player = try #require(Self.names.firstIndex { $0.lowercased() == phrases.last })
        return .change(PlayerID(player), .noScore)
      }
      let score = try #require(phrases.last)
      let count = try #require(Self.strokes[score])
      let player = Self.names.firstIndex { phrases.dropLast().contains($0.lowercased()) }
      return .change(player.map { PlayerID($0) }, .strokes(try #require(Strokes(count))))
    }
  }

  @Test(arguments: LanguageDescription.english.replies)
  func `every sentence of the reply grammar says its reply`(form: Form<ReplyKind>) throws {
    let parser = ReplyParser(round: try makeRound(Self.names, par: 5))
    let all = sentences(form.pattern)
    #expect(!all.isEmpty)
    for phrases in all {
      let text = phrases.joined(separator: " ")
      #expect(
        parser.parse(text, input: form.isSpoken ? .spoken : .typed)
          == (try reply(form.kind, phrases)), "\(text)")
    }
  }

  @Test(arguments: [
    "", "five", "mike", "make it", "yes no", "no yes", "no five", "undo undo", "mike five jake",
    "mike five jake four", "mice five", "mary anne five", "yes mike five", "make it mike",
    "make it twenty",
    "make it albatross", "mike minus three", "yes please",
  ])
  func `other words are no reply`(text: String) throws {
    #expect(ReplyParser(round: try makeRound(Self.names, par: 3)).parse(text) == nil)
  }

  @Test func `a name that two players answer to is no reply`() throws {
    let players = ["Mike S", "Mike T"].map { Player(name: $0, aliases: ["Mike"]) }
    let parser = ReplyParser(round: try Round(roster: Roster(players)))
    #expect(parser.parse("mike five") == nil)
    #expect(parser.parse("mike t five") == .change(PlayerID(1), .strokes(try #require(Strokes(5)))))
  }
}
