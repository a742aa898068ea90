import Evaluation
import Golf
import Language
import Testing

@testable import Corpora

@Suite struct `Choosing changes` {
  private func gain(exact: Int = 0, pairs: Int = 0, wrong: Int = 0, accepts: Int = 0) -> Gain {
    var gain = Gain()
    let said = [ScorePair(player: "a", strokes: 1), ScorePair(player: "b", strokes: 2)]
    func outcome(_ reference: [ScorePair], _ accepted: [ScorePair], commit: Bool = false)
      -> UtteranceOutcome
    {
      UtteranceOutcome(
        line: 1, id: "", reference: reference, accepted: accepted,
        result: commit ? .success : .partial, said: nil, heard: [])
    }
    for _ in 0..<exact { gain.add(before: outcome(said, []), after: outcome(said, said)) }
    for _ in 0..<pairs {
      gain.add(before: outcome(said, []), after: outcome(said, [said[0]]))
    }
    for _ in 0..<wrong {
      gain.add(before: outcome(said, []), after: outcome(said, [], commit: true))
    }
    for _ in 0..<accepts { gain.add(before: outcome([], []), after: outcome([], said)) }
    return gain
  }

  @Test func `gains are counted by kind`() {
    let sum = gain(exact: 2, pairs: 1, wrong: 1, accepts: 1)
    #expect([sum.exact, sum.pairs, sum.wrongCommits, sum.falseAccepts] == [2, 5, 1, 1])
    #expect(!sum.isSafe)
    #expect(gain(exact: 2).isSafe)
  }

  private func select(_ table: [[Int]: Gain], from count: Int, most: Int = 3) -> [Int] {
    GreedySelection.select(from: Array(0..<count), most: most) { chosen in
      table[chosen.sorted()] ?? Gain()
    }
  }

  @Test func `the best comes first, then what adds to it`() {
    let table = [
      [0]: gain(exact: 2), [1]: gain(exact: 3), [2]: gain(exact: 2), [0, 1]: gain(exact: 3),
      [1, 2]: gain(exact: 4), [0, 1, 2]: gain(exact: 4),
    ]
    #expect(select(table, from: 3) == [1, 2])
    #expect(select(table, from: 3, most: 1) == [1])
  }

  @Test func `pairs decide between equals, then the order`() {
    #expect(
      select(
        [[0]: gain(exact: 1), [1]: gain(exact: 1, pairs: 1), [2]: gain(exact: 1, pairs: 1)], from: 3
      )
        == [1])
  }

  @Test func `pairs alone, wrong commits and false accepts are not chosen`() {
    #expect(
      select(
        [
          [0]: gain(pairs: 9), [1]: gain(exact: 9, wrong: 1), [2]: gain(exact: 9, accepts: 1),
        ], from: 3) == [])
  }

  @Test func `of settings the highest sum over the utterances counts, the first of equals`() {
    let values = [[1, 0, 0], [0, 1, 1], [0, 1, 1], [9, -3, 0]]
    #expect(SearchObjective.best(of: values, on: [1, 2]) == 1)
    #expect(SearchObjective.best(of: values, on: [0]) == 3)
    #expect(SearchObjective.best(of: [[0], [0]], on: [0]) == 0)
  }

  @Test func `a wrong commit that is a false accept costs twice`() {
    let pair = ScorePair(player: "a", strokes: 1)
    func value(_ reference: [ScorePair], _ accepted: [ScorePair], _ result: UtteranceOutcome.Result)
      -> Int
    {
      SearchObjective.value(
        of: UtteranceOutcome(
          line: 1, id: "", reference: reference, accepted: accepted, result: result, said: nil,
          heard: []))
    }
    #expect(value([pair], [pair], .success) == 1)
    #expect(value([pair], [], .failed) == 0)
    #expect(value([pair], [], .success) == -3)
    #expect(value([], [], .failed) == 0)
    #expect(value([], [pair], .partial) == -3)
    #expect(value([], [pair], .success) == -6)
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
    #expect(Pronunciation.medoid(of: heard)?.description == "SH IY L AH")
    #expect(Pronunciation.medoid(of: []) == nil)
  }

  @Test func `what was heard of other lines is not used`() throws {
    let known = [try Pronunciation(parsing: "S IY L AH")]
    let heard = HeardPhones(
      mentions: try [(0, "SH IY L AH"), (1, "SH IY L AH"), (2, "Z Z Z Z"), (3, "Z Z Z Z")].map {
        .init(line: $0, phones: try Pronunciation(parsing: $1), isMissed: false)
      })
    func found(_ lines: Set<Int>) -> [String] {
      heard.pronunciations(on: lines, known: known, neighbours: 1).map(\.pronunciation.description)
    }
    #expect(found([0, 1]) == ["SH IY L AH"])
    #expect(found([2, 3]).first == "Z Z Z Z")
    #expect(found([0]) == [])
    #expect(
      heard.nearness(of: try Pronunciation(parsing: "SH IY L AH"), beside: known, on: [0, 1]) == 0.5
    )
  }

  @Test func `a pronunciation is fitted to what was heard, though no mention is right`() throws {
    let known = [try Pronunciation(parsing: "SH EY AY G L AH")]
    let heard = HeardPhones(
      mentions: try ["SH IY L T", "SH IY N AH", "SH IH L AH", "F IY L AH"].enumerated().map {
        .init(line: $0, phones: try Pronunciation(parsing: $1), isMissed: false)
      })
    #expect(
      heard.pronunciations(on: [0, 1, 2, 3], known: known, neighbours: 0)
        .contains { $0.pronunciation.description == "SH IY L AH" && $0.detail.hasPrefix("fitted") })
  }

  @Test func `a known pronunciation is kept beside the first that is added`() throws {
    let roster = try Roster([Player(name: "Sheila"), Player(name: "Jake")])
    let known = [[try Pronunciation(parsing: "SH IY L AH")], []]
    let sound = try Pronunciation(parsing: "SH EY L AH")
    let tuned = try roster.applying(
      [
        RosterChange(player: PlayerID(0), value: .pronunciation(sound)),
        RosterChange(player: PlayerID(0), value: .alias("Shell")),
        RosterChange(player: PlayerID(0), value: .alias("shell")),
      ], known: known)
    #expect(
      tuned.players == [
        Player(
          name: "Sheila", aliases: ["Shell"], pronunciations: ["SH IY L AH", "SH EY L AH"]),
        Player(name: "Jake"),
      ])
  }

  @Test func `what is heard in place of a name is counted by player`() throws {
    let roster = try Roster([Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake")])
    func outcome(_ said: String, _ heard: String) -> UtteranceOutcome {
      UtteranceOutcome(
        line: 1, id: "", reference: [], accepted: [], result: .failed,
        said: said.split(separator: " ").map(String.init),
        heard: heard.split(separator: " ").map(String.init))
    }
    let counts = HeardInstead.count(
      [
        outcome("mike three", "jake three"), outcome("mike three", "jake three"),
        outcome("mike three", "four three"), outcome("mike three", "michael three"),
        outcome("jake three", "three"),
      ], roster: roster)
    #expect(counts.map(\.said) == [4, 1])
    #expect(counts.map(\.heard) == [1, 0])
    #expect(counts[0].instead == ["jake": 2, "four": 1])
    #expect(counts[0].mostOften?.word == "jake")
    #expect(counts[1].mostOften == nil)
  }
}
