import HyzerVoice
import Testing

@Suite struct `Recogniser of any grammar` {
  private static let pairs = """
    #JSGF V1.0;
    grammar pairs;  // "Mike three; Jake four" /* is one */
    /* A comment
       over lines; with <b> = x; in it. */
    public <sentence> = (<name> <score> {pair;})+;
    <name> = Mike | jake;
    <score> = one | two | three | four | five;

    """

  private static func hear(
    _ grammar: String, dictionary: String = "", in samples: [Int16]
  ) throws -> Hypothesis? {
    var recognizer = try GrammarRecognizer(grammar: grammar, dictionary: dictionary)
    return try recognizer.recognize(samples)
  }

  @Test func `a sentence is heard with where each word was said, and how surely`() throws {
    let samples = try Speech.recording("pairs.flac")
    var recognizer = try GrammarRecognizer(grammar: Self.pairs)
    let heard = try #require(try recognizer.recognize(Recording(samples: samples)))
    #expect(heard.transcript == "Mike three jake four")
    #expect(heard.confidence > 0.5 && heard.confidence <= 1)
    let times = heard.words.map(\.seconds)
    #expect(times.allSatisfy { $0.lowerBound < $0.upperBound })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    #expect(times.last.map { $0.upperBound < Recording(samples: samples).durationSeconds } == true)
    #expect(heard.words.allSatisfy { (0...1).contains($0.confidence) })
    for other in [[], Speech.silence(0.02), Speech.silence(2)] {
      #expect(try recognizer.recognize(other) == nil)
    }
    #expect(try recognizer.recognize(Speech.recording("unrelated.flac")) == nil)
    #expect(try recognizer.recognize(samples) == heard)
  }

  @Test func `other sentences than those of the grammar are not made up`() throws {
    let doors = "#JSGF V1.0; grammar d; public <d> = (open | close) the (door | window);"
    #expect(try Self.hear(doors, in: Speech.recording("pairs.flac")) == nil)
    #expect(
      try Self.hear(doors, in: Speech.saying("close the window"))?.transcript == "close the window")
  }

  @Test func `words may have pronunciations of their own, or none but their letters`() throws {
    let heard = try Self.hear(
      "#JSGF V1.0; grammar g; public <g> = (zork | blorft) \"three\" Zork four;",
      dictionary: """
        # Names of ours.
        ZORK M AY K
        zork(2)\tJH EY K
        ;;; No more.

        """, in: Speech.recording("pairs.flac"))
    #expect(heard?.transcript == "zork three Zork four")
  }

  @Test(
    arguments: [
      ("", .syntax(line: 1, reason: "a grammar begins with #JSGF V1.0;")),
      ("public <a> = b;", .syntax(line: 1, reason: "a grammar begins with #JSGF V1.0;")),
      ("HEAD public <a> = (b;", .syntax(line: 3, reason: "\";\" cannot stand in this rule")),
      (
        "HEAD /* 3\n4 */ public <z> = \"y;\";\n<a> = b\n  <c> = ;",
        .syntax(line: 5, reason: "\"=\" cannot stand in this rule")
      ),
      (
        "HEAD public <a> = b;\n\n<c> = d",
        .syntax(line: 5, reason: "this statement does not end with a semicolon")
      ),
      (
        "HEAD public <a> = b;\n; <c> = d;",
        .syntax(line: 4, reason: "a statement is <name> = …, and may have public before it")
      ),
      (
        "HEAD public <a> = b;\nc = d;",
        .syntax(line: 4, reason: "a statement is <name> = …, and may have public before it")
      ),
      (
        "HEAD public <a> = b;\n<a> = c;",
        .syntax(line: 4, reason: "there is a rule <a> already")
      ),
      ("HEAD public <a> = b <c>;", .inconsistent(reason: "Undefined rule in RHS: <g.c>")),
      (
        "HEAD public <a> = <a> b | c;",
        .inconsistent(reason: "Only right-recursion is permitted (in g.<g.a>)")
      ),
      (
        "HEAD import <no.where>; public <a> = b;",
        .inconsistent(reason: "Failed to find grammar no.gram")
      ),
      ("HEAD <a> = b;", .publicRules([])),
      ("HEAD public <a> = b; public <c> = d;", .publicRules(["a", "c"])),
      ("HEAD public <a> = <VOID>;", .noWords),
      ("HEAD public <a> = ten | @;", .unpronounceable("@")),
    ] as [(String, GrammarError)])
  func `what is no grammar with one public rule is refused`(text: String, error: GrammarError) {
    let grammar = text.replacing("HEAD ", with: "#JSGF V1.0;\ngrammar g;\n")
    #expect(throws: error) { _ = try GrammarRecognizer(grammar: grammar) }
  }

  @Test(
    arguments: [
      ("ten T EH N\n\nbad T QQ", .badDictionary(line: 3, .unknownPhone("QQ", in: "T QQ"))),
      ("# ten\nten", .badDictionary(line: 2, .empty)),
    ] as [(String, GrammarError)])
  func `what is no dictionary is refused`(dictionary: String, error: GrammarError) {
    #expect(throws: error) {
      _ = try GrammarRecognizer(
        grammar: "#JSGF V1.0; grammar g; public <a> = ten;", dictionary: dictionary)
    }
  }

  @Test func `every message is one line that says what, where and what to do`() {
    let errors: [GrammarError] = [
      .syntax(line: 3, reason: "why"), .inconsistent(reason: "why"), .publicRules([]),
      .publicRules(["a", "b"]), .noWords, .unpronounceable("@"), .badDictionary(line: 2, .empty),
    ]
    #expect(
      errors.map(\.description).joined(separator: "\n") == """
        line 3 of the grammar: why
        the grammar is not consistent: why
        the grammar has no public rule; write public before the one to listen for
        the grammar has 2 public rules, <a>, <b>; leave public before one of them
        the grammar has no words; give sentences that can be said
        no pronunciation can be guessed for the word "@"; give it in a dictionary
        line 2 of the dictionary: the pronunciation is empty; give ARPAbet phones such as \
        "SH AH V AO N"
        """)
  }
}
