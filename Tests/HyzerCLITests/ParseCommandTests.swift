import Testing

@Suite struct `hyzer parse` {
  @Test(arguments: [
    Report(
      input: "Mike three, Jake birdie", transcript: "Mike three, Jake birdie", result: "success",
      scores: [
        .init(player: "Michael", strokes: 3, confidence: 1),
        .init(player: "Jake", strokes: 2, confidence: 1),
      ], unresolved: []),
    Report(
      input: "Mike three, Bob four", transcript: "Mike three, Bob four", result: "partial",
      scores: [.init(player: "Michael", strokes: 3, confidence: 1)],
      unresolved: [
        .init(
          text: "Bob", reason: "unknownName", message: "\"Bob\" is nobody's name in this round",
          candidates: [], strokes: 4)
      ]),
    Report(
      input: "Mike", transcript: "Mike", result: "partial", scores: [],
      unresolved: [
        .init(
          text: "Mike", reason: "missingScore",
          message: "Michael has no score; say a number or a golf word after the name",
          candidates: ["Michael"], strokes: nil)
      ]),
    Report(
      input: "coffee", transcript: "coffee", result: "failed", scores: [],
      unresolved: [
        .init(
          text: "coffee", reason: "unexplained", message: "\"coffee\" is not understood",
          candidates: [], strokes: nil)
      ]),
  ])
  func `a sentence comes out as one whole object`(expected: Report) throws {
    let outcome = hyzer("parse", "--round", demoRound, "--json", expected.input)
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(try outcome.decoded(Report.self) == [expected])
  }

  @Test func `the JSON is one line with sorted keys`() {
    #expect(
      hyzer("parse", "-j", "-r", demoRound, "Jake five")
        == Outcome(
          code: 0,
          output: "{\"corrected\":[],\"input\":\"Jake five\",\"result\":\"success\","
            + "\"scores\":[{\"confidence\":1,\"player\":\"Jake\",\"strokes\":5}],"
            + "\"transcript\":\"Jake five\",\"unresolved\":[]}\n", errors: ""))
  }

  @Test(
    arguments: [
      // Words without quotes are one utterance, operands with spaces an utterance each.
      (["Mike", "three", "Jake", "four"], "", "Mike three Jake four: Michael 3, Jake 4\n"),
      (["Mike three", "Jake four"], "", "Mike three: Michael 3\nJake four: Jake 4\n"),
      // Empty lines are skipped.
      (
        ["-"], "Mike three\n\nJake four\r\nSarah two",
        "Mike three: Michael 3\nJake four: Jake 4\nSarah two: Sarah 2\n"
      ),
    ])
  func `utterances come from the operands or, for a dash, from lines`(
    operands: [String], input: String, output: String
  ) {
    #expect(
      hyzer(["parse", "-r", demoRound] + operands, input: Array(input.utf8))
        == Outcome(code: 0, output: output, errors: ""))
  }

  @Test func `bytes that are no text are refused`() {
    #expect(
      hyzer(["parse", "-r", demoRound, "-"], input: [0xFF, 0xFE, 0x0A])
        == Outcome(
          code: 65, output: "", errors: "hyzer: standard input is not text in UTF-8\n"))
  }

  @Test func `text for people has what is corrected and what is open`() {
    #expect(
      hyzer("parse", "-r", demoRound, "Mike three, no, four", "Mike three, Bob four").output
        == """
        Mike three, no, four: Michael 4
          corrected: Michael 3 to 4
        Mike three, Bob four: Michael 3 (partial: needs a look)
          ? "Bob" is nobody's name in this round

        """)
  }
}
