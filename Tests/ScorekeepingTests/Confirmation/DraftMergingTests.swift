import DiscGolf
import HyzerVoice
import ScoreLog
import Testing

@testable import Scorekeeping

/// What utterances make of a draft.
struct DraftMergingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The utterances in the order in which they are worked out, by their numbers.
    let utterances: [(number: Int, text: String, clarity: [Double])]
    let expected: String

    init(_ texts: String..., clarity: [Double] = [], gives expected: String) {
      utterances = texts.enumerated().map { ($0.offset + 1, $0.element, clarity) }
      self.expected = expected
    }

    /// An utterance that is heard once more, since it went on.
    init(_ first: String, wentOn whole: String, gives expected: String) {
      utterances = [(1, first, []), (1, whole, [])]
      self.expected = expected
    }

    init(lateFirst first: String, _ second: String, gives expected: String) {
      utterances = [(2, second, []), (1, first, [])]
      self.expected = expected
    }

    var testDescription: String { utterances.map(\.text).joined(separator: " + ") }
  }

  static let wentOn = [
    // Questions of what it seemed to be go with it.
    Case("mike three sam", wentOn: "mike three sarah four", gives: "7[Mike 3, Sarah 4]"),
    Case(
      "mike three zed four", wentOn: "mike three zed four jake five",
      gives: #"7[Mike 3, ? 4 "zed", Jake 5]"#),
  ]
  static let oneUtterance = [
    Case("mike three jake four", gives: "7[Mike 3, Jake 4]"),
    // An open name keeps its score, in its place among the others.
    Case("mike three sam four jake five", gives: #"7[Mike 3, ? 4 of Al/Bo "sam", Jake 5]"#),
    Case("mike three zed four", gives: #"7[Mike 3, ? 4 "zed"]"#),
    Case("mike three jake", gives: #"7[Mike 3, Jake ? "jake"]"#),
    Case("mike three jake twelve", gives: #"7[Mike 3, Jake ? "jake twelve"]"#),
    // A score answers no question of its own utterance.
    Case("zed four mike four", gives: #"7[? 4 "zed", Mike 4]"#),
    Case("sam four al four", gives: #"7[? 4 of Al/Bo "sam", Al 4]"#),
    // What belongs to no row is a remark.
    Case("mike three banana", gives: #"7[Mike 3, + unexplained "banana"]"#),
    Case(
      "hole eight mike three", gives: #"7[Mike 3, + otherHole(said: 8, current: 7) "hole eight"]"#),
    // A name that is said again is a doubt about its row, and no second row.
    Case("mike three mike", gives: #"7[Mike 3?~1.0 "mike"]"#),
    // Several people each have something open.
    Case(
      "mike jake sarah three four",
      gives: #"7[Mike ? "mike", Jake ? "jake sarah three four", Sarah ? "jake sarah three four"]"#),
    Case("mike three or four", gives: #"7[Mike ? "mike three", ? 4 "four", + unexplained "or"]"#),
    Case("mike three sarah same as jake", gives: #"7[Mike 3, Sarah ? "sarah same as jake"]"#),
    Case(
      "everyone but sam three",
      gives: #"7[Mike 3? "everyone but sam three", Jake 3? "everyone but sam three", "#
        + #"Sarah 3? "everyone but sam three", Al 3? "everyone but sam three", "#
        + #"Bo 3? "everyone but sam three", ? ? of Al/Bo "sam"]"#),
    // What a correction may have been meant for is doubtful.
    Case("mike three no", gives: #"7[Mike 3? "mike three no"]"#),
    Case(
      "mike three mike four no",
      gives: #"7[Mike 3?~1.0 "mike four no", + unclearCorrection "mike four no"]"#),
    Case("mike twelve mike three no", gives: #"7[Mike 3? "mike three no"]"#),
    Case("sam three no", gives: #"7[? 3 of Al/Bo "sam three no"]"#),
    // A score that was not clear is a doubt; one that was hardly heard has no confidence.
    Case("mike three jake four", clarity: [0.4, 1, 1, 1], gives: "7[Mike 3?~0.4, Jake 4]"),
    Case("mike three jake four", clarity: [0.2, 1, 1, 1], gives: "7[Mike 3?, Jake 4]"),
    Case(
      "hole seven mike three jake four", clarity: [0.2, 1, 1, 1, 1, 1],
      gives: "7[Mike 3?~1.0, Jake 4?~1.0]"),
  ]

  static let severalUtterances = [
    Case("mike three", "jake four", gives: "7[Mike 3, Jake 4]"),
    Case("mike three", "mike four", gives: "7[Mike 4]"),
    Case("mike three jake four", "bo one mike four", gives: "7[Mike 4, Jake 4, Bo 1]"),
    // What was said later stands, also where it was worked out earlier.
    Case(lateFirst: "mike three jake three", "mike four", gives: "7[Mike 4, Jake 3]"),
    Case(
      lateFirst: "mike jake three", "mike four",
      gives: #"7[Mike 4, Jake 3?~1.0 "mike jake three"]"#),
    // A name answers the question whose score it was.
    Case("mike three sam four", "bo four", gives: "7[Mike 3, Bo 4]"),
    Case("mike three zed four", "bo four", gives: "7[Mike 3, Bo 4]"),
    Case("mike three jake", "jake four", gives: "7[Mike 3, Jake 4]"),
    Case("sam", "bo four", gives: "7[Bo 4]"),
    // Another score, or another player, is somebody else's.
    Case("sam four", "bo five", gives: #"7[? 4 of Al/Bo "sam", Bo 5]"#),
    Case("mike three zed four", "bo five", gives: #"7[Mike 3, ? 4 "zed", Bo 5]"#),
    Case("sam four", "jake four", gives: #"7[? 4 of Al/Bo "sam", Jake 4]"#),
    // The same question is asked once.
    Case(
      "sam four", "chief four",
      gives: #"7[? 4 of Al/Bo "sam", ? 4 of Mike/Sarah "chief"]"#),
    Case("sam four", "sam four", gives: #"7[? 4 of Al/Bo "sam"]"#),
    Case("sam", "sam four", gives: #"7[? 4 of Al/Bo "sam"]"#),
    Case("sam four", "sam", gives: #"7[? 4 of Al/Bo "sam"]"#),
    Case("sam four", "sam five", gives: #"7[? 4 of Al/Bo "sam", ? 5 of Al/Bo "sam"]"#),
    Case(
      "mike three zed four", "jake three zed four",
      gives: #"7[Mike 3, ? 4 "zed", Jake 3, ? 4 "zed"]"#),
    // A doubt about a player takes the place of what was sure before, and keeps what it does not say.
    Case("mike three", "mike", gives: #"7[Mike 3? "mike"]"#),
    Case("mike three", "mike five no", gives: #"7[Mike 5? "mike five no"]"#),
    // Saying everything anew clears what was not understood.
    Case("mike three banana", "mike three", gives: "7[Mike 3]"),
    Case("mike three banana", "jake four", "mike three jake four", gives: "7[Mike 3, Jake 4]"),
    Case("mike three banana", "jake four", gives: #"7[Mike 3, Jake 4, + unexplained "banana"]"#),
  ]

  @Test(arguments: wentOn + oneUtterance + severalUtterances)
  func `nothing is lost and nothing is there twice`(_ test: Case) throws {
    var draft = Draft(hole: 7)
    for (number, text, clarity) in test.utterances {
      draft.merge(
        Draft.Words(number: number, input: .voice, transcript: text),
        try Sample.parsed(text, clarity: clarity))
    }
    #expect(describe(draft) == test.expected)
    #expect(
      draft.transcripts
        == Dictionary(
          test.utterances.map { ($0.number, $0.text) }, uniquingKeysWith: { _, last in last }))
    #expect(Set(draft.rows.map(\.id)).count == draft.rows.count)
  }

  @Test func `what a person typed is sure`() throws {
    var draft = Draft(hole: 7)
    draft.merge(
      Draft.Words(number: 1, input: .typed, transcript: "mike three"),
      try Sample.parsed("mike three", clarity: [0.6, 0.6]))
    #expect(describe(draft) == "7[Mike 3!]")
  }
}
