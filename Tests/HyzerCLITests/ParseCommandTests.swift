import Testing

@Suite struct `hyzer parse` {
  @Test func `a sentence comes out as one line of JSON with sorted keys, or as text`() throws {
    try withFolder { folder in
      expectTranscript(
        #"""
        $ parse --round \#(demoRound) --json 'Mike three, Jake birdie'
        {"corrected":[],"input":"Mike three, Jake birdie","result":"success","scores":[{"confidence":1,"player":"Michael","strokes":3},{"confidence":1,"player":"Jake","strokes":2}],"transcript":"Mike three, Jake birdie","unresolved":[]}
        $ parse -r \#(demoRound) -j 'Mike three, Bob four'
        {"corrected":[],"input":"Mike three, Bob four","result":"partial","scores":[{"confidence":1,"player":"Michael","strokes":3}],"transcript":"Mike three, Bob four","unresolved":[{"candidates":[],"message":"\"Bob\" is nobody's name in this round","reason":"unknownName","strokes":4,"text":"Bob"}]}
        $ parse -r \#(demoRound) -j Mike
        {"corrected":[],"input":"Mike","result":"partial","scores":[],"transcript":"Mike","unresolved":[{"candidates":["Michael"],"message":"Michael has no score; say a number or a golf word after the name","reason":"missingScore","text":"Mike"}]}
        $ parse -r \#(demoRound) -j coffee
        {"corrected":[],"input":"coffee","result":"failed","scores":[],"transcript":"coffee","unresolved":[{"candidates":[],"message":"\"coffee\" is not understood","reason":"unexplained","text":"coffee"}]}
        $ parse -r \#(demoRound) 'Mike three, no, four' 'Mike three, Bob four'
        Mike three, no, four: Michael 4
          corrected: Michael 3 to 4
        Mike three, Bob four: Michael 3 (partial: needs a look)
          ? "Bob" is nobody's name in this round
        """#, in: folder)
    }
  }

  @Test func `utterances come from the operands or, for a dash, from lines`() throws {
    // Words without quotes are one utterance; empty lines are skipped.
    try withFolder { folder in
      expectTranscript(
        """
        $ parse -r \(demoRound) Mike three Jake four
        Mike three Jake four: Michael 3, Jake 4
        $ parse -r \(demoRound) 'Mike three' 'Jake four'
        Mike three: Michael 3
        Jake four: Jake 4
        $ parse -r \(demoRound) - < 'Mike three\\n\\nJake four\\nSarah two'
        Mike three: Michael 3
        Jake four: Jake 4
        Sarah two: Sarah 2
        """, in: folder)
    }
    #expect(hyzer("parse", "-r", demoRound, "-", input: "Jake 4\r\n") == .done("Jake 4: Jake 4"))
  }

  @Test func `bytes that are no text are refused`() {
    #expect(
      hyzer(["parse", "-r", demoRound, "-"], input: [0xFF, 0xFE, 0x0A])
        == .refused(65, "hyzer: standard input is not text in UTF-8"))
  }
}
