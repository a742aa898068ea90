import Foundation
import HyzerVoice
import TestSupport
import Testing

@Suite struct `hyzer score` {
  private let folder = Folder()

  @Test func `every recording that comes with the project gives what is said in it`() throws {
    let table = try String(contentsOfFile: DemoAudio.path("sentences.tsv"), encoding: .utf8)
    let files = table.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
    let outcome = score(files.map { DemoAudio.path($0) })
    #expect(outcome.isDone)
    let reports = try outcome.decoded(Report.self)
    #expect(reports.map(\.input) == files.map { DemoAudio.path($0) })
    let heard = zip(files, reports).map { file, report in
      "\(file): \(report.pairs.joined(separator: ", ")) (\(report.result))"
    }
    // What could nearly as well be another sentence, or was not clear, is partial: it waits for a
    // person.
    #expect(
      heard == [
        "pairs.flac: Michael 3, Jake 4 (success)", "birdie.flac: Sarah 2 (success)",
        "reversed.flac: Michael 3 (success)", "joined.flac: Jake 5, Sarah 2 (success)",
        "both.flac: Michael 3, Jake 3 (partial)",
        "list.flac: Michael 3, Jake 4, Sarah 2 (success)",
        "group.flac: Michael 3, Jake 4, Sarah 4, Siobhan 4 (success)",
        "same.flac: Jake 5, Sarah 5 (success)", "correction.flac: Michael 4 (partial)",
        "scratch.flac: Michael 5 (success)",
        "golf.flac: Michael 3, Jake 4, Sarah 1 (success)",
        "spelled.flac: Jake 6, Sarah 7 (success)", "unrelated.flac:  (failed)",
      ])
    #expect(reports.flatMap(\.scores).allSatisfy { (0...1).contains($0.confidence) })
    #expect(reports.last?.unresolved.map(\.reason) == ["lowConfidence"])
  }

  @Test func `standard input scores like the file`() throws {
    let samples = try Recording(path: DemoAudio.path("pairs.flac")).samples
    #expect(
      hyzer(["score", "-r", demoRound, "-"], input: pcm(samples))
        == .done("-: Michael 3, Jake 4  [mike three jake four]"))
  }

  @Test(arguments: [
    (1001, "standard input ends within a sample; "), (0, "standard input has no samples; "),
    (121 * 32_000, "standard input is longer than 3840000 bytes; give less at a time"),
  ])
  func `standard input that is no utterance is refused`(count: Int, message: String) {
    let outcome = hyzer(
      ["score", "-r", demoRound, "-"], input: [UInt8](repeating: 0, count: count))
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("hyzer score: \(message)"))
  }

  @Test func `a bad recording is reported and the others are scored`() throws {
    let tone = (0..<16_000).map { Int16($0 % 100 * 50) }
    let long = folder.path("long.wav")
    try Recording.write(
      samples: [Int16](repeating: 0, count: 121 * 16_000), sampleRateHz: 16_000, path: long)
    let bad: [(path: String, code: Int32, message: String)] = [
      (folder.path("none.wav"), 66, "there is no such file"),
      (try folder.file("empty.wav", [UInt8]()), 65, "the file is empty"),
      (
        try folder.file("cut.wav", Array(wav(tone).prefix(10_044))), 65,
        "it is cut off after 5000 of 16000 frames"
      ),
      (try folder.file("text.wav", "not a sound\n"), 65, "not a sound file"),
      (folder.path, 65, "it is a directory"),
      (try folder.file("nothing.wav", wav([])), 65, "it holds no samples"),
      (long, 65, "is 121 s long, and an utterance at most 120 s"),
    ]
    let good = [DemoAudio.path("pairs.flac"), DemoAudio.path("birdie.flac")]
    let outcome = score([good[0]] + bad.map(\.path) + [good[1]])
    #expect(outcome.code == 66)  // The first failure's.
    let reports = try outcome.decoded(Report.self)
    #expect(reports.map(\.input) == good)
    #expect(reports.map(\.pairs) == [["Michael 3", "Jake 4"], ["Sarah 2"]])
    #expect(outcome.errorLines.count == bad.count)
    for (line, failure) in zip(outcome.errorLines, bad) {
      #expect(line.hasPrefix("hyzer score: "))
      #expect(line.contains(failure.path))
      #expect(line.contains(failure.message))
    }
    for failure in bad { #expect(score([failure.path]).code == failure.code) }
  }

  @Test func `the limit is on time, not on samples`() throws {
    let path = folder.path("long.wav")
    try Recording.write(
      samples: [Int16](repeating: 0, count: 120 * 8000 + 4000), sampleRateHz: 8000, path: path)
    #expect(score([path]).code == 65)
    try Recording.write(
      samples: [Int16](repeating: 0, count: 2 * 8000), sampleRateHz: 8000, path: path)
    #expect(score([path]).code == 0)
  }

  @Test func `a folder without a model is reported in one line`() throws {
    let outcome = hyzer(
      ["score", "-r", demoRound, DemoAudio.path("pairs.flac")],
      environment: ["HYZER_MODEL": folder.path])
    #expect(
      outcome
        == .refused(
          69,
          "hyzer: the acoustic model \"\(folder.path)\" has no file \"mdef\"; "
            + "install pocketsphinx-en-us again"))
  }

  private func score(_ files: [String]) -> Outcome {
    hyzer(["score", "--round", demoRound, "--json"] + files)
  }
}
