import Audio
import Foundation
import Randomness
import TestSupport
import Testing

private struct Sentence: Sendable {
  var file: String
  var pairs: [String]
}

/// What the sentences of Audio/sentences.tsv say of a par 3.
private let sentences = [
  Sentence(file: "pairs.flac", pairs: ["Michael 3", "Jake 4"]),
  Sentence(file: "birdie.flac", pairs: ["Sarah 2"]),
  Sentence(file: "reversed.flac", pairs: ["Michael 3"]),
  Sentence(file: "joined.flac", pairs: ["Jake 5", "Sarah 2"]),
  Sentence(file: "both.flac", pairs: ["Michael 3", "Jake 3"]),
  Sentence(file: "list.flac", pairs: ["Michael 3", "Jake 4", "Sarah 2"]),
  Sentence(file: "group.flac", pairs: ["Michael 3", "Jake 4", "Sarah 4", "Siobhan 4"]),
  Sentence(file: "same.flac", pairs: ["Jake 5", "Sarah 5"]),
  Sentence(file: "correction.flac", pairs: ["Michael 4"]),
  Sentence(file: "scratch.flac", pairs: ["Michael 5"]),
  // This voice's "par" is taken for "five": it must not be saved without a person.
  Sentence(file: "golf.flac", pairs: ["Michael 5", "Jake 4", "Sarah 1"]),
  Sentence(file: "spelled.flac", pairs: ["Jake 6", "Sarah 7"]),
]

@Suite struct `hyzer score` {
  @Test func `every recording that comes with the project gives what is said in it`() throws {
    let outcome = score(sentences.map { DemoAudio.path($0.file) })
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    let reports = try outcome.decoded(Report.self)
    #expect(reports.map(\.input) == sentences.map { DemoAudio.path($0.file) })
    #expect(reports.map(\.pairs) == sentences.map(\.pairs))
    // What could nearly as well be another sentence, or was not clear, waits for a person.
    let unsure: Set = ["both.flac", "correction.flac", "golf.flac"]
    for (sentence, report) in zip(sentences, reports) {
      let expected = unsure.contains(sentence.file) ? "partial" : "success"
      #expect(report.result == expected, "\(sentence.file)")
    }
    #expect(reports.flatMap(\.scores).allSatisfy { (0...1).contains($0.confidence) })
  }

  @Test func `the table of sentences has every recording`() throws {
    let table = try String(contentsOfFile: DemoAudio.path("sentences.tsv"), encoding: .utf8)
    let files = table.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "\t").first
    }
    #expect(Set(files.map(String.init)) == Set(sentences.map(\.file) + ["unrelated.flac"]))
  }

  @Test func `another sentence gives no score and commits nothing`() throws {
    let report = try #require(
      try score([DemoAudio.path("unrelated.flac")]).decoded(Report.self).first)
    #expect(report.result == "failed")
    #expect(report.scores == [])
    #expect(report.unresolved.map(\.reason) == ["lowConfidence"])
  }

  @Test func `silence and noise give no score`() throws {
    var random = SeededGenerator(seed: 4)
    func noise(_ amplitude: Int16) -> [Int16] {
      (0..<32_000).map { _ in Int16.random(in: -amplitude...amplitude, using: &random) }
    }
    try withFolder { folder in
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
  }

  @Test func `other depths, rates and channels score alike`() throws {
    let original = try Recording.read(path: DemoAudio.path("pairs.flac")).samples
    /// Draws lines from sample to sample.
    func resampled(to rateHz: Int) -> [Int16] {
      (0..<(original.count - 1) * rateHz / 16_000).map { index in
        let (before, rest) = (index * 16_000).quotientAndRemainder(dividingBy: rateHz)
        let step = Int(original[before + 1]) - Int(original[before])
        return Int16(Int(original[before]) + step * rest / rateHz)
      }
    }
    try withFolder { folder in
      let files = [
        try folder.file("16.wav", wav(original)), try folder.file("8.wav", wav(original, bits: 8)),
        try folder.file("24.wav", wav(original, bits: 24)),
        try folder.file("96k.wav", wav(resampled(to: 96_000), rateHz: 96_000)),
        try folder.file("44k.wav", wav(resampled(to: 44_100), rateHz: 44_100)),
        try folder.file("six.wav", wav(original, channels: 6)),
      ]
      let outcome = score(files)
      #expect(outcome.code == 0)
      for report in try outcome.decoded(Report.self) {
        #expect(report.pairs == ["Michael 3", "Jake 4"], "\(report.input)")
        #expect(report.result == "success", "\(report.input)")
      }
    }
  }

  @Test func `standard input scores like the file`() throws {
    let samples = try Recording.read(path: DemoAudio.path("pairs.flac")).samples
    let bytes = samples.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let outcome = hyzer(["score", "-r", demoRound, "-"], input: bytes)
    #expect(
      outcome
        == Outcome(
          code: 0, output: "-: Michael 3, Jake 4  [mike three jake four]\n", errors: ""))
  }

  @Test(arguments: [
    ([UInt8](repeating: 0, count: 1001), "standard input ends within a sample; "),
    ([], "standard input has no samples; "),
    (
      [UInt8](repeating: 0, count: 121 * 32_000),
      "standard input is longer than 3840000 bytes; give less at a time"
    ),
  ])
  func `standard input that is no utterance is refused`(input: [UInt8], message: String) {
    let outcome = hyzer(["score", "-r", demoRound, "-"], input: input)
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("hyzer score: \(message)"))
  }

  @Test func `a bad recording is told and the others are scored`() throws {
    try withFolder { folder in
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
  }

  @Test func `the limit is on time, not on samples`() throws {
    try withFolder { folder in
      let path = folder.path("long.wav")
      try Recording.write(
        samples: [Int16](repeating: 0, count: 120 * 8000 + 4000), sampleRateHz: 8000, path: path)
      #expect(score([path]).code == 65)
      try Recording.write(
        samples: [Int16](repeating: 0, count: 60 * 8000), sampleRateHz: 8000, path: path)
      #expect(score([path]).code == 0)
    }
  }

  @Test func `a folder without a model is told in one line`() throws {
    try withFolder { folder in
      let outcome = hyzer(
        ["score", "-r", demoRound, DemoAudio.path("pairs.flac")],
        environment: ["HYZER_MODEL": folder.path])
      #expect(
        outcome
          == Outcome(
            code: 69, output: "",
            errors: "hyzer: the acoustic model \"\(folder.path)\" has no file \"mdef\"; "
              + "install pocketsphinx-en-us and pocketsphinx-testdata again\n"))
    }
  }

  private func score(_ files: [String]) -> Outcome {
    hyzer(["score", "--round", demoRound, "--json"] + files)
  }
}
