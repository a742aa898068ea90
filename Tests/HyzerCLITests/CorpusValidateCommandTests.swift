import Foundation
import TestSupport
import Testing

@Suite struct `hyzer corpus validate` {
  private let folder = Folder()

  private func tone(_ amplitude: Int16, count: Int = 8000) -> [Int16] {
    (0..<count).map { $0 / 8 % 2 == 0 ? amplitude : -amplitude }
  }

  private func line(
    _ audio: String?, _ transcript: String?, _ scores: [(String, Int)], players: String = "Mike"
  ) -> String {
    let audio = audio.map { "\"audio\": \"\($0)\", " } ?? ""
    let transcript = transcript.map { "\"transcript\": \"\($0)\", " } ?? ""
    let scores = scores.map { "{\"player\": \"\($0.0)\", \"strokes\": \($0.1)}" }
      .joined(separator: ", ")
    return
      "{\(audio)\(transcript)\"players\": [\"\(players)\", \"Jake\"], \"scores\": [\(scores)]}\n"
  }

  @Test func `a sound corpus has no finding`() throws {
    for (name, amplitude) in [("a", 5000), ("b", 5001), ("c", 0)] as [(String, Int16)] {
      _ = try folder.file("\(name).wav", wav(tone(amplitude)))
    }
    _ = try folder.file(
      "c.jsonl",
      line("a.wav", "mike three", [("Mike", 3)]) + "\n" + line(nil, "nice throw", [])
        + line(nil, "mike three jake four", [("jake", 4), ("MIKE", 3), ("Mike", 3)])
        + line(nil, "", []) + line("b.wav", nil, [("Mike", 3)]) + line("c.wav", nil, []))
    for option in ["", "--json ", "--strict "] {
      expectTranscript(
        """
        $ corpus validate \(option)FOLDER/c.jsonl
        0! 6 lines: 0 errors, 0 warnings, 0 notes
        """, in: folder)
    }
  }

  @Test func `every finding is a line that says where, what and what to do`() throws {
    _ = try folder.file("a.wav", wav(tone(5000)))
    for name in ["b", "copy"] { _ = try folder.file("\(name).wav", wav(tone(5000))) }
    _ = try folder.file("low.wav", wav(tone(6000), rateHz: 8000))
    _ = try folder.file("high.wav", wav(tone(6000), rateHz: 48_000))
    _ = try folder.file("loud.wav", wav(tone(.max)))
    _ = try folder.file("zero.wav", wav(tone(0)))
    _ = try folder.file("text.wav", "no sound")
    _ = try folder.file("long.wav", wav([Int16](repeating: 300, count: 121 * 16_000)))
    let three = [("Mike", 3)]
    _ = try folder.file(
      "c",
      [
        line("a.wav", "mike three", three), line("a.wav", "mike three", three),
        line("b.wav", "mike three", three), line("./b.wav", "mike four", [("Mike", 4)]),
        line("a.wav", "Mike, three!", three), line("copy.wav", "mike four", [("Mike", 4)]),
        line("zero.wav", "nice throw", []),
        line("low.wav", "mike three", three), line("high.wav", "mike three", three),
        line("loud.wav", "mike three", three), line("zero.wav", "mike three", three),
        line("none.wav", "mike three", three), line("text.wav", "mike three", three),
        line("long.wav", "mike three", three), "{oops\n", "\n",
        line(nil, nil, three), line(nil, "", three), line(nil, "bob three", [("Bob", 3)]),
        line(nil, "mike three", [("Mike", 3), ("mike", 4)]),
        line(nil, "mike eleven", [("Mike", 11)]), line(nil, "mike three", [("Jake", 3)]),
        line(nil, "mike three", [], players: ""),
        line(nil, "mike three jake four", [("Jake", 4)]), line(nil, "mike three", []),
        line(nil, "nice throw", [("Jake", 2)]), line(nil, "x", [("Bob", 3), ("Mike", 0)]),
      ].joined())
    expectTranscript(
      """
      $ corpus validate FOLDER/c
      FOLDER/c:2: warning: "a.wav" is also the recording of FOLDER/c:1; take one of the lines out
      FOLDER/c:3: warning: "b.wav" has the same samples as that of FOLDER/c:1; take one of the lines out
      FOLDER/c:4: error: "./b.wav" is the same clip as that of FOLDER/c:3, with another transcript; take out the line that is wrong
      FOLDER/c:5: warning: "a.wav" is also the recording of FOLDER/c:1; take one of the lines out
      FOLDER/c:6: error: "copy.wav" is the same clip as that of FOLDER/c:1, with another transcript; take out the line that is wrong
      FOLDER/c:7: warning: "zero.wav" is silent, but there is a transcript; record it again, or take the line out
      FOLDER/c:8: warning: "low.wav" has 8000 Hz and so no highs; keep such recordings in a corpus of their own
      FOLDER/c:9: note: "high.wav" has 48000 Hz, and is converted to 16000 Hz whenever it is read; nothing needs to be done
      FOLDER/c:10: warning: "loud.wav" is clipped: 4000 samples at full scale; record it again with less gain
      FOLDER/c:11: error: "zero.wav" is silent, but there are scores; record it again, or take the line out
      FOLDER/c:11: error: "zero.wav" is the same clip as that of FOLDER/c:7, with another transcript; take out the line that is wrong
      FOLDER/c:12: error: there is no recording "none.wav"; restore it, or take the line out
      FOLDER/c:13: error: cannot read recording 'FOLDER/text.wav': not a sound file that can be decoded[...]
      FOLDER/c:14: error: "long.wav" is 121 s long, and an utterance at most 120 s; split it[...]
      FOLDER/c:15: error: not valid JSON: [...]
      FOLDER/c:17: error: neither "audio" nor "transcript"; give one of them
      FOLDER/c:18: error: the transcript is empty, but there are scores; write down what was said, or null
      FOLDER/c:19: error: "Bob" is not among the line's "players"; add the player, or correct the label
      FOLDER/c:20: error: the label gives "Mike" two scores; keep the one that counts
      FOLDER/c:21: error: "Mike" has 11 strokes; scores go from 1 to 10; correct the label
      FOLDER/c:22: warning: the label says Jake 3, the parser reads Mike 3; correct the label or the transcript; if both are right, the parser errs
      FOLDER/c:23: error: the player name "" has no letter in it; [...]
      FOLDER/c:24: warning: the label says Jake 4, the parser reads Mike 3, Jake 4; correct the label or the transcript; if both are right, the parser errs
      FOLDER/c:25: warning: the label says no score, the parser reads Mike 3; correct the label or the transcript; if both are right, the parser errs
      FOLDER/c:26: warning: the label says Jake 2, the parser reads no score; correct the label or the transcript; if both are right, the parser errs
      FOLDER/c:27: error: "Bob" is not among the line's "players"; add the player, or correct the label
      FOLDER/c:27: error: "Mike" has 0 strokes; scores go from 1 to 10; correct the label
      65! 26 lines: 16 errors, 10 warnings, 1 note
      """, in: folder)
  }

  @Test func `findings can be JSON, and warnings errors`() throws {
    _ = try folder.file(
      "c.jsonl",
      line(nil, "mike three", [("Mike", 4)]) + line(nil, "mike three", [("Bob", 4)]))
    _ = try folder.file("d.jsonl", "\n")
    _ = try folder.file("e.jsonl", line(nil, "mike three", [("Mike", 4)]))
    expectTranscript(
      """
      $ corpus validate --json FOLDER/c.jsonl FOLDER/d.jsonl
      {"advice":"correct the label or the transcript; if both are right, the parser errs","file":"FOLDER/c.jsonl","finding":"readOtherwise","line":1,"message":"the label says Mike 4, the parser reads Mike 3","severity":"warning"}
      {"advice":"add the player, or correct the label","file":"FOLDER/c.jsonl","finding":"unknownPlayer","line":2,"message":"\\"Bob\\" is not among the line's \\"players\\"","severity":"error"}
      {"advice":"give one JSON object per utterance","file":"FOLDER/d.jsonl","finding":"noLines","message":"there are no lines","severity":"error"}
      65! 2 lines: 2 errors, 1 warning, 0 notes
      $ corpus validate FOLDER/e.jsonl
      FOLDER/e.jsonl:1: warning: [...]
      0! 1 line: 0 errors, 1 warning, 0 notes
      $ corpus validate --strict FOLDER/e.jsonl
      FOLDER/e.jsonl:1: error: [...]
      65! 1 line: 1 error, 0 warnings, 0 notes
      $ corpus validate /nowhere/c.jsonl
      66! hyzer: "/nowhere/c.jsonl": no such file; check the path
      """, in: folder)
  }

  @Test func `a file of something else is one error, however many lines it has`() throws {
    _ = try folder.file("notes.txt", (1...426).map { "note \($0)\n" }.joined())
    _ = try folder.file("one.txt", "note\n")
    expectTranscript(
      """
      $ corpus validate FOLDER/notes.txt FOLDER/one.txt
      FOLDER/notes.txt: error: none of its 426 lines is one of a corpus; line 1: not valid JSON: [...]; check the path
      FOLDER/one.txt:1: error: not valid JSON: [...]
      65! 427 lines: 2 errors, 0 warnings, 0 notes
      """, in: folder)
  }

  @Test func `clips are compared over several corpora, whatever their folders`() throws {
    _ = try folder.file("a.wav", wav(tone(5000)))
    _ = try folder.file("c.jsonl", line("a.wav", "mike three", [("Mike", 3)]))
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: true)
    _ = try folder.file("sub/d.jsonl", line("../a.wav", "mike three", [("Mike", 3)]))
    expectTranscript(
      """
      $ corpus validate FOLDER/c.jsonl FOLDER/sub/d.jsonl
      FOLDER/sub/d.jsonl:1: warning: "../a.wav" is also the recording of FOLDER/c.jsonl:1; take one of the lines out
      0! 2 lines: 0 errors, 1 warning, 0 notes
      """, in: folder)
  }

  @Test func `the project's own sentences have no error`() {
    let outcome = hyzer(
      "corpus", "validate", DemoAudio.project.appending(path: "Corpus/sentences.jsonl").path,
      DemoAudio.project.appending(path: "Corpus/audio.jsonl").path)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains(" 0 errors, "))
  }
}
