import Synchronization
import Testing

@testable import HyzerCLI

@Suite struct `hyzer parse` {
  private let folder = Folder()

  @Test func `a sentence comes out as one line of JSON with sorted keys, or as text`() throws {
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

  @Test func `utterances come from the operands or, for a dash, from lines`() throws {
    // Words without quotes are one utterance; empty lines are skipped.
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
    #expect(hyzer("parse", "-r", demoRound, "-", input: "Jake 4\r\n") == .done("Jake 4: Jake 4"))
  }

  @Test func `a line that is no text has its own error, and the others are read`() {
    let message = "line 2 is not text in UTF-8; give it in that encoding"
    let input = Array("Mike 3\n".utf8) + [0xFF, 0x0A] + Array("Jake 4".utf8)
    #expect(
      hyzer(["parse", "-r", demoRound, "-"], input: input)
        == Outcome(
          code: 65,
          output: "Mike 3: Michael 3\n\u{FFFD}: no score\n  ? \(message)\nJake 4: Jake 4\n",
          errors: "hyzer parse: \(message)\n"))
    let reports = hyzer(["parse", "-r", demoRound, "-j", "-"], input: input).output
      .split(separator: "\n")
    #expect(reports.count == 3)
    #expect(reports[1].contains("\"error\":\"\(message)\""))
    #expect(reports[1].contains("\"result\":\"failed\""))
  }

  @Test func `each line is answered before the next is read`() throws {
    let events = Mutex<[String]>([])
    let lines = Mutex(["Mike 3\n", "Jake 4\nSarah", " 2\n"])
    let console = Console(
      write: { text in events.withLock { $0.append(text) } }, writeError: { _ in },
      readInput: { _ in
        lines.withLock { lines in
          guard !lines.isEmpty else { return [] }
          events.withLock { $0.append("read") }
          return Array(lines.removeFirst().utf8)
        }
      })
    let code = Hyzer.run(
      arguments: ["parse", "-r", demoRound, "-"], console: console, surroundings: .counted())
    #expect(code == 0)
    #expect(
      events.withLock { $0 } == [
        "read", "Mike 3: Michael 3\n", "read", "Jake 4: Jake 4\n", "read", "Sarah 2: Sarah 2\n",
      ])
  }

  @Test func `whoever reports the scores is I`() {
    #expect(
      hyzer("parse", "-r", demoRound, "--as", "Jake", "I had a four")
        == .done("I had a four: Jake 4"))
    #expect(
      hyzer("parse", "-r", demoRound, "--as", "Nobody", "I had a four").output
        .hasPrefix("I had a four: no score"))
  }
}
