import Foundation
import HyzerBase
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

  @Test func `silence and noise give no score`() throws {
    var random = SeededGenerator(seed: 4)
    func noise(_ amplitude: Int16) -> [Int16] {
      (0..<32_000).map { _ in Int16.random(in: -amplitude...amplitude, using: &random) }
    }
    let files = [
      try folder.file("zeros.wav", wav([Int16](repeating: 0, count: 32_000))),
      try folder.file("silence.wav", wav(noise(3))),
      try folder.file("noise.wav", wav(noise(3000))),
      try folder.file("loud.wav", wav(noise(20_000))),
      try folder.file("click.wav", wav([30_000])),
    ]
    let outcome = score(files)
    #expect(outcome.code == 0)
    let reports = try outcome.decoded(Report.self)
    #expect(reports.count == files.count)
    for report in reports {
      #expect(report.scores == [], "\(report.input)")
      #expect(report.result == "failed", "\(report.input)")
    }
  }

  @Test func `other depths, rates and channels score alike`() throws {
    let original = try Recording(path: DemoAudio.path("pairs.flac")).samples
    // Lines drawn from sample to sample.
    let telephone = (0..<(original.count - 1) * 441 / 160).map { index in
      let (before, rest) = (index * 160).quotientAndRemainder(dividingBy: 441)
      let step = Int(original[before + 1]) - Int(original[before])
      return Int16(Int(original[before]) + step * rest / 441)
    }
    let files = [
      try folder.file("8.wav", wav(original, bits: 8)),
      try folder.file("six.wav", wav(telephone, rateHz: 44_100, channels: 6, bits: 24)),
    ]
    let outcome = score(files)
    #expect(outcome.code == 0)
    for report in try outcome.decoded(Report.self) {
      #expect(report.pairs == ["Michael 3", "Jake 4"], "\(report.input)")
      #expect(report.result == "success", "\(report.input)")
    }
  }

  @Test func `standard input scores like the file`() throws {
    let samples = try Recording(path: DemoAudio.path("pairs.flac")).samples
    let bytes = samples.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let outcome = hyzer(["score", "-r", demoRound, "-"], input: bytes)
    #expect(
      outcome
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
