import Foundation
import TestSupport
import Testing

private struct Finding: Decodable, Equatable {
  var file: String
  var line: Int?
  var severity: String
  var finding: String
  var message: String
  var advice: String
}

@Suite struct `hyzer corpus validate` {
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
    try withFolder { folder in
      _ = try folder.file("a.wav", wav(tone(5000)))
      let path = try folder.file(
        "c.jsonl",
        line("a.wav", "mike three", [("Mike", 3)]) + "\n" + line(nil, "nice throw", []))
      for arguments in [[], ["--json"], ["--strict"]] {
        #expect(
          hyzer(["corpus", "validate"] + arguments + [path])
            == Outcome(code: 0, output: "", errors: "2 lines: 0 errors, 0 warnings, 0 notes\n"))
      }
    }
  }

  @Test func `every finding is a line that says where, what and what to do`() throws {
    try withFolder { folder in
      _ = try folder.file("a.wav", wav(tone(5000)))
      _ = try folder.file("b.wav", wav(tone(5000)))
      _ = try folder.file("low.wav", wav(tone(6000), rateHz: 8000))
      _ = try folder.file("high.wav", wav(tone(6000), rateHz: 48_000))
      _ = try folder.file("loud.wav", wav(tone(.max)))
      _ = try folder.file("zero.wav", wav(tone(0)))
      _ = try folder.file("text.wav", "no sound")
      _ = try folder.file("long.wav", wav([Int16](repeating: 300, count: 121 * 16_000)))
      let three = [("Mike", 3)]
      let path = try folder.file(
        "c.jsonl",
        [
          line("a.wav", "mike three", three), line("a.wav", "mike three", three),
          line("b.wav", "mike three", three), line("./b.wav", "mike four", [("Mike", 4)]),
          line("low.wav", "mike three", three), line("high.wav", "mike three", three),
          line("loud.wav", "mike three", three), line("zero.wav", "mike three", three),
          line("none.wav", "mike three", three), line("text.wav", "mike three", three),
          line("long.wav", "mike three", three), "{oops\n", "\n",
          line(nil, nil, three), line(nil, "", three), line(nil, "bob three", [("Bob", 3)]),
          line(nil, "mike three", [("Mike", 3), ("mike", 4)]),
          line(nil, "mike eleven", [("Mike", 11)]), line(nil, "mike three", [("Jake", 3)]),
          line(nil, "mike three", [], players: ""),
        ].joined())
      let outcome = hyzer("corpus", "validate", path)
      #expect(outcome.code == 65)
      #expect(outcome.errors == "19 lines: 12 errors, 5 warnings, 1 note\n")
      let expected = [
        "2: warning: \"a.wav\" is also the recording of c.jsonl:1; take one of the lines out",
        "3: warning: \"b.wav\" has the same samples as that of c.jsonl:1; "
          + "take one of the lines out",
        "4: error: \"./b.wav\" is the same clip as that of c.jsonl:3, with another transcript; "
          + "take out the line that is wrong",
        "5: warning: \"low.wav\" has 8000 Hz and so no highs; "
          + "keep such recordings in a corpus of their own",
        "6: note: \"high.wav\" has 48000 Hz, and is converted to 16000 Hz whenever it is read; "
          + "nothing needs to be done",
        "7: warning: \"loud.wav\" is clipped: 4000 samples at full scale; "
          + "record it again with less gain",
        "8: error: \"zero.wav\" is silent, but there are scores; "
          + "record it again, or take the line out",
        "9: error: there is no recording \"none.wav\"; restore it, or take the line out",
        "10: error: cannot read recording '/text.wav': not a sound file that can be decoded",
        "11: error: \"long.wav\" is 121 s long, and an utterance at most 120 s; split it",
        "12: error: not valid JSON: ",
        "14: error: neither \"audio\" nor \"transcript\"; give one of them",
        "15: error: the transcript is empty, but there are scores; "
          + "write down what was said, or null",
        "16: error: \"Bob\" is not among the line's \"players\"; "
          + "add the player, or correct the label",
        "17: error: the label gives \"Mike\" two scores; keep the one that counts",
        "18: error: \"Mike\" has 11 strokes; scores go from 1 to 10; correct the label",
        "19: warning: the label says Jake 3, the parser reads Mike 3; "
          + "correct the label or the transcript; if both are right, the parser errs",
        "20: error: the player name \"\" has no letter in it; ",
      ]
      let lines = outcome.outputLines.map {
        $0.replacing(path, with: "c.jsonl").replacing(folder.path, with: "")
      }
      #expect(lines.count == expected.count)
      for (line, start) in zip(lines, expected) {
        #expect(line.hasPrefix("c.jsonl:\(start)"), "\(line)")
      }
    }
  }

  @Test func `a finding is an object for machines`() throws {
    try withFolder { folder in
      let path = try folder.file(
        "c.jsonl",
        line(nil, "mike three", [("Mike", 4)]) + line(nil, "mike three", [("Bob", 4)]))
      let empty = try folder.file("d.jsonl", "\n")
      let outcome = hyzer("corpus", "validate", "--json", path, empty)
      #expect(outcome.code == 65)
      #expect(
        try outcome.decoded(Finding.self) == [
          Finding(
            file: path, line: 1, severity: "warning", finding: "readOtherwise",
            message: "the label says Mike 4, the parser reads Mike 3",
            advice: "correct the label or the transcript; if both are right, the parser errs"),
          Finding(
            file: path, line: 2, severity: "error", finding: "unknownPlayer",
            message: "\"Bob\" is not among the line's \"players\"",
            advice: "add the player, or correct the label"),
          Finding(
            file: empty, line: nil, severity: "error", finding: "noLines",
            message: "there are no lines", advice: "give one JSON object per utterance"),
        ])
    }
  }

  @Test func `warnings alone are no failure unless they are to be`() throws {
    try withFolder { folder in
      let path = try folder.file("c.jsonl", line(nil, "mike three", [("Mike", 4)]))
      let lenient = hyzer("corpus", "validate", path)
      #expect(lenient.code == 0)
      #expect(lenient.output.contains(":1: warning: "))
      #expect(lenient.errors == "1 line: 0 errors, 1 warning, 0 notes\n")
      let strict = hyzer("corpus", "validate", "--strict", path)
      #expect(strict.code == 65)
      #expect(strict.output.contains(":1: error: "))
      #expect(strict.errors == "1 line: 1 error, 0 warnings, 0 notes\n")
    }
  }

  @Test func `clips are compared over several corpora, whatever their folders`() throws {
    try withFolder { folder in
      _ = try folder.file("a.wav", wav(tone(5000)))
      let first = try folder.file("c.jsonl", line("a.wav", "mike three", [("Mike", 3)]))
      try FileManager.default.createDirectory(
        atPath: folder.path("sub"), withIntermediateDirectories: true)
      let second = try folder.file("sub/d.jsonl", line("../a.wav", "mike three", [("Mike", 3)]))
      #expect(
        hyzer("corpus", "validate", first, second).output
          == "\(second):1: warning: \"../a.wav\" is also the recording of \(first):1; "
          + "take one of the lines out\n")
    }
  }

  @Test func `a corpus that is missing is reported`() {
    #expect(
      hyzer("corpus", "validate", "/nowhere/c.jsonl")
        == Outcome(
          code: 66, output: "",
          errors: "hyzer: \"/nowhere/c.jsonl\": no such file; check the path\n"))
  }

  @Test func `the project's own sentences have no error`() {
    let outcome = hyzer(
      "corpus", "validate", DemoAudio.project.appending(path: "Corpus/sentences.jsonl").path,
      DemoAudio.project.appending(path: "Corpus/audio.jsonl").path)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains(" 0 errors, "))
  }
}
