import HyzerVoice
import Testing

@testable import Measuring

@Suite struct `Choosing candidates` {
  @Test func `gains are counted by kind`() {
    let said = [ScorePair(player: "a", strokes: 1), ScorePair(player: "b", strokes: 2)]
    var gain = Gain()
    gain.add(before: outcome(said: said), after: outcome(said: said, accepted: said, .partial))
    gain.add(before: outcome(said: said), after: outcome(said: said, accepted: [said[0]], .partial))
    #expect(gain == Gain(exact: 1, pairs: 3) && gain.isSafe)
    gain.add(before: outcome(said: said), after: outcome(said: said, .success))
    gain.add(before: outcome(), after: outcome(accepted: said, .partial))
    #expect(gain == Gain(exact: 1, pairs: 3, wrongCommits: 1, falseAccepts: 1) && !gain.isSafe)
  }

  private func select(_ table: [[Int]: Gain], from count: Int, most: Int = 3) -> [Int] {
    CandidateTrials.select(from: Array(0..<count), most: most) { table[$0.sorted()] ?? Gain() }
  }

  @Test func `the best comes first, then what adds to it`() {
    let table = [
      [0]: Gain(exact: 2), [1]: Gain(exact: 3), [2]: Gain(exact: 2), [0, 1]: Gain(exact: 3),
      [1, 2]: Gain(exact: 4), [0, 1, 2]: Gain(exact: 4),
    ]
    #expect(select(table, from: 3) == [1, 2])
    #expect(select(table, from: 3, most: 1) == [1])
  }

  @Test func `pairs decide between equals, then the order`() {
    let equal = Gain(exact: 1, pairs: 2)
    #expect(select([[0]: Gain(exact: 1), [1]: equal, [2]: equal], from: 3) == [1])
  }

  @Test func `pairs alone, wrong commits and false accepts are not chosen`() {
    #expect(
      select(
        [
          [0]: Gain(pairs: 9), [1]: Gain(exact: 9, wrongCommits: 1),
          [2]: Gain(exact: 9, falseAccepts: 1),
        ], from: 3) == [])
  }
}

@Suite struct `Making pronunciations` {
  @Test(arguments: [
    (PronunciationRule.reducedVowel, "M AY K AE L", String?("M AY K AH L")),
    (.droppedR, "K AA R L", "K AA L"),
    (.droppedR, "P IY T ER", "P IY T AH"), (.flap, "P IY T ER", "P IY D ER"),
    (.droppedFinal, "B R EH T", "B R EH"), (.cotCaught, "SH AA N", "SH AO N"),
    (.cotCaught, "M AA R K", nil), (.pinPen, "JH EH N", "JH IH N"),
    (.maryMerry, "S EH R AH", "S AE R AH"), (.droppedY, "L Y UW K", "L UW K"),
    (.finalVowel, "S EH R AH", "S EH R IY"), (.syncope, "M AY K AH L", "M AY K L"),
    (.droppedH, "HH AE R IY", "AE R IY"), (.weakVowel, "R AA B IH N", "R AA B AH N"),
    (.flap, "M AY K", nil),
  ])
  func `a rule says what it makes of a name`(rule: PronunciationRule, from: String, to: String?)
    throws
  {
    #expect(try rule.apply(to: Pronunciation(parsing: from))?.description == to)
  }

  @Test func `the medoid is the one most like all`() throws {
    let heard = try ["SH IY L AH", "SH IY L AH", "SH IY", "EH L"].map {
      try Pronunciation(parsing: $0)
    }
    #expect(HeardPhones.medoid(of: heard)?.description == "SH IY L AH")
    #expect(HeardPhones.medoid(of: []) == nil)
  }

  @Test func `what was heard of other lines is not used`() throws {
    let known = [try Pronunciation(parsing: "S IY L AH")]
    let heard = HeardPhones(
      mentions: try [(0, "SH IY L AH"), (1, "SH IY L AH"), (2, "Z Z Z Z"), (3, "Z Z Z Z")].map {
        .init(line: $0, phones: try Pronunciation(parsing: $1), isMissed: false)
      })
    func found(_ lines: Set<Int>) -> [String] {
      heard.on(lines).pronunciations(known: known, neighbours: 1).map(\.pronunciation.description)
    }
    #expect(found([0, 1]) == ["SH IY L AH"])
    #expect(found([2, 3]).first == "Z Z Z Z")
    #expect(found([0]) == [])
    #expect(
      heard.on([0, 1]).nearness(of: try Pronunciation(parsing: "SH IY L AH"), beside: known) == 0.5
    )
  }

  @Test func `a pronunciation is fitted to what was heard, though no mention is right`() throws {
    let known = [try Pronunciation(parsing: "SH EY AY G L AH")]
    let heard = HeardPhones(
      mentions: try ["SH IY L T", "SH IY N AH", "SH IH L AH", "F IY L AH"].enumerated().map {
        .init(line: $0, phones: try Pronunciation(parsing: $1), isMissed: false)
      })
    #expect(
      heard.pronunciations(known: known, neighbours: 0)
        .contains { $0.pronunciation.description == "SH IY L AH" && $0.detail.hasPrefix("fitted") })
  }

  @Test func `a known pronunciation is kept beside the first that is added`() throws {
    let roster = try Roster([Player(name: "Sheila"), Player(name: "Jake")])
    let known = [[try Pronunciation(parsing: "SH IY L AH")], []]
    let sound = try Pronunciation(parsing: "SH EY L AH")
    let tuned = try roster.adding(
      [NameCandidate.Value.pronunciation(sound), .alias("Shell"), .alias("shell")].map {
        NameCandidate(player: PlayerID(0), value: $0, origin: "rule", detail: "", folds: [])
      }, known: known)
    #expect(
      tuned.players == [
        Player(
          name: "Sheila", aliases: ["Shell"], pronunciations: ["SH IY L AH", "SH EY L AH"]),
        Player(name: "Jake"),
      ])
  }

  @Test func `what is heard in place of a name is counted by player`() throws {
    let roster = try Roster([Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake")])
    let counts = HeardInstead.count(
      [
        ("mike three", "jake three"), ("mike three", "jake three"), ("mike three", "four three"),
        ("mike three", "michael three"), ("jake three", "three"),
      ].map { outcome(words: $0, heard: $1) }, roster: roster)
    #expect(counts.map(\.said) == [4, 1])
    #expect(counts.map(\.heard) == [1, 0])
    #expect(counts[0].heardInstead == ["jake": 2, "four": 1])
    #expect(counts[0].mostOften?.word == "jake")
    #expect(counts[1].mostOften == nil)
  }
}

@Suite struct `Aliases in transcripts` {
  @Test(
    arguments: [
      ("captain three", ["Michael": 3], false, ["captain"]),
      ("captain three jake four", ["Michael": 3, "Jake": 4], false, ["captain"]),
      ("jake four", ["Michael": 4], false, ["jake"]), ("jake four", ["Jake": 4], false, []),
      ("captain three", ["Michael": 4], false, []),
      ("captain three boss three", ["Michael": 3], false, []),
      ("michel three", ["Michael": 3], false, ["michel"]),
      ("michel three", ["Michael": 3], true, ["michel"]),
      ("mike three", ["Michael": 3], true, []),
      ("everyone three", ["Michael": 3, "Jake": 3, "Sarah": 3], true, []),
    ] as [(String, [String: Int], Bool, [String])])
  func `a word is taken for a name where nothing else can be meant`(
    text: String, label: [String: Int], acceptsNear: Bool, aliases: [String]
  ) throws {
    let round = try Round(
      roster: Roster([
        Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Sarah"),
      ]))
    let found = AliasEvidence.find(
      in: text, result: UtteranceParser(round: round).parse(text, input: .spoken),
      label: label.map { ScorePair(player: $0, strokes: $1) }, roster: round.roster,
      acceptsNear: acceptsNear)
    #expect(found.map(\.alias) == aliases)
    #expect(found.allSatisfy { $0.player == PlayerID(0) })
  }
}
