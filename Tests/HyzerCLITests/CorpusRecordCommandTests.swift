import Foundation
import HyzerVoice
import Measuring
import TestSupport
import Testing

private struct Shown: Equatable {
  var number: String
  var sentence: String
}

/// The prompts that were shown, of however many.
private func prompts(_ outcome: Outcome) -> [Shown] {
  outcome.output.matches(of: /(\d+)\/\d+  say: (.+)/).map {
    Shown(number: String($0.1), sentence: String($0.2))
  }
}

@Suite struct `hyzer corpus record` {
  private let folder = Folder()

  @Test func `clips are recorded, heard, kept, and continued another time`() async {
    // In a process of its own: ALSA takes the test's devices from the environment.
    await #expect(processExitsWith: .success) {
      let fixture = try ALSAFixture()
      try fixture.record(Recording(path: DemoAudio.path("pairs.flac")).samples)
      unsafe setenv("ALSA_CONFIG_PATH", try fixture.configurationFile(), 1)
      let folder = Folder()
      let clips = folder.path("clips")
      func record(_ keys: String = "", count: Int = 3, seed: Int = 9) -> Outcome {
        hyzer(
          [
            "corpus", "record", "-r", demoRound, "-o", clips, "--speaker", "anna",
            "-n", "\(count)", "--seed", "\(seed)", "--device", "microphone", "--playback",
            "speaker",
          ], input: Array(keys.utf8))
      }
      // Keep the first; play the second, record it again and keep it; skip the third.
      let first = record("\n\n\np\nr\n\ns\n")
      #expect(first.isDone)
      #expect(
        first.output.hasSuffix(
          ": 2 of 3 recorded; the same command goes on with the others\n"))
      let shown = prompts(first)
      #expect(shown.map(\.number) == ["1", "2", "3"])
      let lines = try readManifest(clips + "/manifest.jsonl")
      #expect(lines.map(\.audio) == ["0001.wav", "0002.wav"])
      #expect(lines.map(\.transcript) == shown.prefix(2).map(\.sentence))
      #expect(lines[0].tags == ["speaker": "anna", "seed": "9", "prompt": "1"])
      #expect(lines[0].round.hole == 7 && lines[0].round.par == 3)
      #expect(
        try fixture.played() == Recording(path: clips + "/0002.wav").samples)
      #expect(
        hyzer("score", "-r", demoRound, clips + "/0001.wav").output
          .contains("Michael 3, Jake 4"))

      let second = record("\n\n")
      #expect(prompts(second) == shown.suffix(1))
      #expect(second.output.hasSuffix(": 3 of 3 recorded\n"))
      #expect(try readManifest(clips + "/manifest.jsonl").count == 3)
      #expect(
        record() == .done("3 of 3 recorded"))
      let longer = record(count: 5)
      #expect(prompts(longer).map(\.number) == ["4"])
      #expect(record(count: 2).output == "2 of 2 recorded\n")
      let manifest = try String(contentsOfFile: clips + "/manifest.jsonl", encoding: .utf8)
      _ = try folder.file(
        "clips/manifest.jsonl",
        manifest.replacing("\"transcript\":\"\(lines[1].said)", with: "\"transcript\":\"x"))
      let changed = record()
      #expect(
        changed.refuses(
          65, "line 2: prompt 2 was \"x\" and is now \"\(lines[1].said)\"; give another"))
      let other = record(seed: 10)
      #expect(other.refuses(65, "line 1: was recorded with --seed 9; go on with that"))
    }
  }

  @Test func `the end of the input stops before anything is recorded`() throws {
    let outcome = hyzer(
      "corpus", "record", "-r", demoRound, "-o", folder.path("clips"), "--speaker", "anna",
      "--count", "2")
    #expect(outcome.code == 0)
    #expect(
      outcome.outputLines.last
        == "0 of 2 recorded; the same command goes on with the others")
    #expect(prompts(outcome).map(\.number) == ["1"])
  }

  @Test func `a microphone that is not there is reported`() throws {
    let outcome = hyzer(
      "corpus", "record", "-r", demoRound, "-o", folder.path("clips"), "--speaker", "anna",
      "--device", "nosuchdevice", input: "\n")
    #expect(outcome.refuses(69, "hyzer: cannot open sound device 'nosuchdevice': "))
  }

  @Test func `a folder that cannot be made is reported`() throws {
    let file = try folder.file("file", "")
    let outcome = hyzer(
      "corpus", "record", "-r", demoRound, "-o", file + "/clips", "--speaker", "anna")
    #expect(outcome.refuses(74, "hyzer: cannot make the folder \"\(file)/clips\": "))
  }
}
