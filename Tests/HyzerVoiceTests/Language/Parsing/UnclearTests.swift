import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

/// What must never save itself, by classes.
@Suite struct UnclearTests {
  private func status(_ text: String, _ players: [String] = ["Mike", "Jake", "Sarah", "Nate"])
    throws
    -> ParseStatus
  {
    makeParser(try makeRound(players)).parse(text).status
  }

  @Test(arguments: [
    Problem.Kind.uncertainName, .ambiguousName, .missingScore, .noScore, .conflictingScores,
    .lowConfidence,
  ])
  func `what stays open is said in whole words, also of nobody and of one player twice`(
    kind: Problem.Kind
  ) throws {
    let roster = try makeRound(["Mike", "Jake"]).roster
    for text in ["", "mike 3"] {
      let ofNobody = Problem(kind, text: text, range: 0..<1).text(roster: roster)
      #expect(!ofNobody.hasPrefix(" ") && ofNobody.last?.isLetter == true, "\(ofNobody)")
      #expect(!["for", "be", "it"].contains(ofNobody.split(separator: " ").last), "\(ofNobody)")
      let ofOne = Problem(
        kind, text: text, range: 0..<1, candidates: [PlayerID(1), PlayerID(1)]
      ).text(roster: roster)
      #expect(ofOne.matches(of: /Jake/).count == 1, "\(ofOne)")
    }
  }

  @Test(arguments: ["won", "to", "too", "tree", "for", "fore", "ate"])
  func `a score that only sounds like one is shown, and asked about`(word: String) throws {
    let result = makeParser(try makeRound(["Mike", "Jake"])).parse("Jake \(word), Mike five")
    #expect(result.status == .partial)
    #expect(result.scores.map(\.player) == [PlayerID(0), PlayerID(1)].reversed())
    #expect(result.problems.contains { $0.kind == .homophone && $0.text == word })
  }

  @Test(arguments: [
    "< 3", "<3", "> 3", ">3", "!= 3", "!3", "~3", "3'", "3 '", "3\"", "3 \"", "3′", "3″", "3”",
    "3?",
    "3 ?", "3？", "3\u{37E}", "3⁇", "3⸮", "3﹖", "3؟", "3‽", "3%", "$3", "3€", "3x", "3rd", "3²", "½",
    "3 ½", "–3", "3+1", "@3", "^3", "3&4", "3→4", "🙂", "3️⃣", "#3",
  ])
  func `a symbol that changes the meaning is asked about`(text: String) throws {
    #expect(try status("Jake 4, Mike \(text)") != .success)
  }

  @Test(arguments: [
    "3.", "3!", "3,", ": 3", "= 3", "- 3", "— 3", "(3)", "[3]", "\"3\"", "“3”", "*3*", "３",
    "٣", "३",
    "\u{200B}3", "3\u{FEFF}",
  ])
  func `a symbol that only parts words is not`(text: String) throws {
    let result = makeParser(try makeRound(["Mike", "Jake"])).parse("Mike \(text)")
    #expect(result.status == .success)
    #expect(result.scores.map(\.strokes.count) == [3])
  }

  @Test(arguments: [
    ("damn three", "Dan"), ("look three", "Luke"), ("looks three", "Luke"), ("carry three", "Gary"),
    ("one three", "Juan"), ("done three", "Don"), ("be a three", "Bea"), ("come three", "Kim"),
    ("been three", "Ben"), ("make three", "Jake"), ("wait three", "Nate"), ("reach three", "Rich"),
  ])
  func `a word that everybody uses is nobody's name`(text: String, name: String) throws {
    #expect(try status(text, [name, "Zoe"]) != .success)
    #expect(try status("\(name) three", [name, "Zoe"]) == .success)
  }

  @Test(arguments: [
    "Mike four, wait, Jake", "Mike four, no, Jake", "Mike four, sorry Jake",
    "Mike three, birdie Jake",
    "birdie Mike, Jake par", "three Mike", "Mike nice one", "Mike three, no one", "no star frame",
    "all four",
    "Mike three and no five for Jake", "Mike three, no three for Jake",
    "all three par",
    "both par", "pars", "Mike circle three", "Mike four birdie", "Mike par four",
    "Mike missed the putt for par",
    "Mike Jake for a four", "Mike needed a birdie", "should be birdie for Mike",
    "should be Mike three",
    "thanks Mike, par", "hey Mike, birdie", "sorry Mike, that was a three",
    "please birdie for Mike",
    "Mike took another three", "Mike took my three", "Mike had her three", "all three got par",
    "all two of us par",
  ])
  func `what leaves something open is asked about`(text: String) throws {
    #expect(try status(text) != .success)
  }

  @Test func `a name that is a score word is asked about where the other reading is complete`()
    throws
  {
    let players = ["Al", "Ace", "Eve", "Par"]
    for (text, isClear) in [
      ("Ace three", true), ("Ace ace", true), ("Eve even", true), ("three for Ace", true),
      ("Par three", false), ("everyone three except Eve", true),
    ] { #expect((try status(text, players) == .success) == isClear, "\(text)") }
  }

  @Test func `a word of the language that is a player's name is asked about`() throws {
    #expect(try status("Lucky Mike three") == .success)
    #expect(try status("Lucky Mike three", ["Lucky", "Mike"]) != .success)
    #expect(try status("mark three for Mike") == .success)
    #expect(try status("Mark three for Mike", ["Mark", "Mike"]) != .success)
  }

  @Test func `the reporter is meant by I and me, where that is known`() throws {
    let round = try makeRound(["Mike", "Jake"])
    for text in ["I had a three", "put me down for a three", "three for me", "my score is three"] {
      #expect(UtteranceParser(round: round).parse(text).status != .success, "\(text)")
      let result = UtteranceParser(round: round, reporter: PlayerID(1)).parse(text)
      #expect(result.status == .success, "\(text)")
      #expect(result.scores.map(\.player) == [PlayerID(1)])
    }
    #expect(
      describe(
        UtteranceParser(round: round, reporter: PlayerID(1)).parse("Mike and I got pars"), round)
        == "success: Mike 3, Jake 3")
  }

  @Test func `more words than anybody says are refused with one problem`() throws {
    let parser = makeParser(try makeRound(["Mike", "Jake"]))
    let pair = ["Mike", "three"]
    func text(_ words: Int) -> String {
      (0..<words).map { pair[$0 % 2] }.joined(separator: " ")
    }
    #expect(parser.parse(text(500)).problems.isEmpty)
    let result = parser.parse(text(501))
    #expect(result.problems.map(\.kind) == [.tooLong(words: 501, most: 500)])
    #expect(result.scores.isEmpty)
  }

  // MARK: - Composed sentences

  /// Statements that are clear, with who has which score.
  private static let clear: [@Sendable (String, String) -> String] = [
    { "\($0) \($1)" }, { "\($0) got a \($1)" }, { "\($1) for \($0)" },
    { "that's a \($1) for \($0)" },
    { "put \($0) down for \($1)" }, { "\($0) ended up with a \($1)" }, { "\($0) threw a \($1)" },
    { "a \($1) for \($0)" }, { "\($0) went \($1)" }, { "\($0) with the \($1)" },
  ]

  /// What turns a clear sentence into one that must be asked about.
  private static let spoilers: [@Sendable (String) -> String] = [
    { $0 + "?" }, { "if " + $0 }, { "maybe " + $0 }, { $0 + " feet" }, { "not " + $0 },
    { $0 + " on the last hole" }, { "hole eight " + $0 }, { $0 + " or so" }, { $0 + ", right" },
    { "I think " + $0 }, { $0 + " away" }, { "who says " + $0 }, { $0 + ", no" },
    { $0 + " and a half" }, { "cancel " + $0 }, { $0 + " minutes" },
  ]

  @Test(arguments: 0..<10)
  func `of composed sentences the clear are saved rightly, and the spoiled never`(seed: Int) throws
  {
    let names = ["Mike", "Jake", "Sarah", "Nate"]
    let round = try makeRound(names)
    let parser = makeParser(round)
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 {
      let players = names.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      let scores = players.map { _ in Int.random(in: 2...9, using: &random) }
      let joiner = [", ", " and ", " ", ", and "].randomElement(using: &random) ?? " "
      let said = zip(players, scores).map { player, score in
        let phrase = Self.clear[Int.random(in: 0..<Self.clear.count, using: &random)]
        return phrase(player, Vocabulary.numberWords[score - 1])
      }.joined(separator: joiner)
      let result = parser.parse(said)
      let right = zip(players, scores).map { "\($0) \($1)" }.joined(separator: ", ")
      // Several ways of saying it side by side may be asked about; they are never saved wrongly.
      if result.status == .success || players.count == 1 {
        #expect(describe(result, round) == "success: " + right, "\(said)")
      }
      let spoil = Self.spoilers[Int.random(in: 0..<Self.spoilers.count, using: &random)]
      #expect(parser.parse(spoil(said)).status != .success, "\(spoil(said))")
    }
  }
}
