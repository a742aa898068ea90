import Foundation
import Randomness
import TestSupport
import Testing

/// A corpus of the recordings in Audio, texts, and one recording that is missing.
private func makeCorpus(_ folder: Folder, missing: Bool = true) throws -> String {
  let audio = try String(
    contentsOfFile: DemoAudio.project.appending(path: "Corpus/audio.jsonl").path, encoding: .utf8
  ).replacing("../Audio", with: DemoAudio.path("")).split(separator: "\n").prefix(5)
  let players = "\"players\": [\"Mike\", \"Jake\"]"
  let mike = "\"scores\": [{\"player\": \"Mike\", \"strokes\": 3}]"
  var lines = audio.map(String.init)
  lines += [
    "{\"transcript\": \"mike three\", \(players), \(mike), \"tags\": {\"take\": 1}}",
    "{\"transcript\": \"mike four\", \(players), \(mike), \"tags\": {\"take\": 2}}",
    "{\"transcript\": \"coffee\", \(players), \"scores\": []}",
  ]
  if missing { lines.insert("{\"audio\": \"gone.wav\", \(players), \(mike)}", at: 2) }
  return try folder.file("corpus.jsonl", lines.joined(separator: "\n"))
}

/// White noise as a recording.
private func makeNoise(_ folder: Folder, seconds: Int = 3) throws -> String {
  var random = SeededGenerator(seed: 1)
  let samples = (0..<seconds * 16_000).map { _ in Int16.random(in: -2000...2000, using: &random) }
  return try folder.file("noise.wav", wav(samples))
}

/// A report without what depends on the machine's speed.
private func timeless(_ output: String) throws -> NSDictionary {
  var report = try #require(
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  report["conditions"] = (report["conditions"] as? [[String: Any]])?.map { condition in
    condition.filter { $0.key != "realTimeFactor" && $0.key != "latencySeconds" }
  }
  report["outcomes"] = (report["outcomes"] as? [[String: Any]])?.map { outcome in
    outcome.filter { $0.key != "latencySeconds" && $0.key != "processingSeconds" }
  }
  return report as NSDictionary
}

private func conditions(_ output: String) throws -> [[String: Any]] {
  let report = try #require(
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  return try #require(report["conditions"] as? [[String: Any]])
}

@Suite struct `Reports of an evaluation` {
  @Test func `the shards of a corpus give exactly the figures of the whole`() throws {
    try withFolder { folder in
      let corpus = try makeCorpus(folder)
      let noise = try makeNoise(folder)
      let options = ["--json", "--noise", noise, "--snr", "15,0", "--seed", "4", corpus]
      let whole = hyzer(["evaluate"] + options)
      #expect(whole.code == 66)
      let shards = try (1...3).map { index in
        let shard = hyzer(["evaluate", "--shard", "\(index)/3"] + options)
        return try folder.file("\(index).json", shard.output)
      }
      let merged = hyzer(["evaluate", "merge", "--json"] + shards.reversed())
      #expect(merged.code == 66)
      #expect(merged.errorLines.count == 1)
      #expect(merged.errors.contains("gone.wav"))
      #expect(try timeless(merged.output) == timeless(whole.output))
      #expect(try conditions(whole.output).map { $0["snrDecibels"] as? Double } == [nil, 15, 0])
      let single = hyzer(["evaluate", "--workers", "1"] + options)
      #expect(try timeless(single.output) == timeless(whole.output))
    }
  }

  @Test(
    .enabled(
      if: ["/usr/bin/parallel", program].allSatisfy(Tool.exists),
      "needs GNU parallel and the built program"))
  func `GNU parallel runs the shards, and merge joins them`() throws {
    try withFolder { folder in
      let corpus = try makeCorpus(folder, missing: false)
      let directory = try Tool.Directory()
      let run = try Tool.run(
        "/usr/bin/parallel",
        [
          "--will-cite", program, "evaluate", corpus, "--json", "--shard", "{}/2", ">", "{}.json",
          ":::", "1", "2",
        ],
        in: directory)
      #expect(run == Tool.Outcome(status: 0, output: ""))
      let merged = try Tool.run(
        program, ["evaluate", "merge", "--json", "1.json", "2.json"], in: directory)
      #expect(merged.status == 0)
      #expect(try timeless(merged.output) == timeless(hyzer("evaluate", "--json", corpus).output))
    }
  }

  @Test func `shards that do not make a whole are refused`() throws {
    try withFolder { folder in
      let corpus = try makeCorpus(folder, missing: false)
      func shard(_ text: String, _ more: String...) throws -> String {
        let name = (text + more.joined()).replacing("/", with: "-") + ".json"
        return try folder.file(
          name, hyzer(["evaluate", "--json", "--shard", text, corpus] + more).output)
      }
      let (one, two) = (try shard("1/2"), try shard("2/2"))
      let whole = try folder.file("whole.json", hyzer("evaluate", "--json", corpus).output)
      for (paths, message) in [
        ([one], "shard 2/2 is missing"), ([one, one], "are both shard 1/2"),
        ([whole], "is no shard"),
        ([one, try shard("2/2", "--seed", "9")], "different evaluations"),
        ([one, corpus], "is no report of hyzer evaluate --json"),
      ] {
        let outcome = hyzer(["evaluate", "merge"] + paths)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains(message))
      }
      #expect(hyzer(["evaluate", "merge", one, two]).code == 0)
    }
  }

  @Test func `an evaluation that was cut short goes on, and judges nothing twice`() throws {
    try withFolder { folder in
      let corpus = try makeCorpus(folder, missing: false)
      let journal = folder.path("journal")
      let first = hyzer("evaluate", "--json", "--resume", journal, corpus)
      #expect(first.code == 0)
      let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 9)
      // What was judged before is taken as it stands: a mark in it is still there at the end.
      let marked = lines[1].replacing("\"result\":\"success\"", with: "\"result\":\"partial\"")
      _ = try folder.file("journal", ([lines[0], marked] + lines[2...4]).joined(separator: "\n"))
      let second = hyzer("evaluate", "--json", "--resume", journal, corpus)
      #expect(second.code == 0)
      let counts = try conditions(second.output)[0]
      #expect(counts["utterances"] as? Int == 8)
      let partials = try #require(conditions(first.output)[0]["partials"] as? Int)
      #expect(counts["partials"] as? Int == partials + 1)
    }
  }

  @Test func `an earlier report is set beside the new one`() throws {
    try withFolder { folder in
      let lines = (0..<8).map {
        "{\"transcript\": \"mikey three\", \"players\": [\"Michael\"], "
          + "\"scores\": [{\"player\": \"Michael\", \"strokes\": 3}], \"tags\": {\"n\": \($0)}}"
      }
      let corpus = try folder.file("a.jsonl", lines.joined(separator: "\n"))
      let good = try folder.file(
        "good.json", "{\"players\": [{\"name\": \"Michael\", \"aliases\": [\"Mikey\"]}]}")
      let bad = try folder.file("bad.json", "{\"players\": [\"Michael\"]}")
      let before = try folder.file(
        "before.json", hyzer("evaluate", "--json", "--round", good, corpus).output)
      func compare(_ round: String, _ corpus: String, _ more: String...) -> Outcome {
        hyzer(["evaluate", "--round", round, "--compare", before, corpus] + more)
      }
      let same = compare(good, corpus, "--fail-if-worse")
      #expect(same.code == 0)
      #expect(!same.output.contains("note:"))
      let worse = compare(bad, corpus)
      #expect(worse.code == 0)
      #expect(worse.output.contains("+0 -8 (p 0.008)"))
      #expect(worse.output.contains("note: the round's players differ"))
      let page = folder.path("junit.xml")
      let failed = compare(bad, corpus, "--fail-if-worse", "--junit", page)
      #expect(failed.code == 65)
      #expect(failed.errors.contains("worse than \"\(before)\" by more than chance"))
      #expect(
        try String(contentsOfFile: page, encoding: .utf8).contains("<failure type=\"comparison\""))
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(compare(bad, corpus, "--json").output.utf8))
          as? [String: Any])
      #expect((json["comparison"] as? [String: Any])?["isWorse"] as? Bool == true)
    }
  }

  @Test func `what two reports do not share is told, and left out of the comparison`() throws {
    try withFolder { folder in
      func line(_ text: String, _ strokes: Int) -> String {
        "{\"transcript\": \"\(text)\", \"players\": [\"Mike\"], "
          + "\"scores\": [{\"player\": \"Mike\", \"strokes\": \(strokes)}]}\n"
      }
      let shared = line("mike three", 3)
      let first = try folder.file("a.jsonl", shared + line("mike four", 4) + line("mike two", 2))
      let second = try folder.file("b.jsonl", shared + line("mike two", 1) + line("mike six", 6))
      let before = try folder.file("before.json", hyzer("evaluate", "--json", first).output)
      let outcome = hyzer("evaluate", "--compare", before, second)
      #expect(outcome.code == 0)
      #expect(outcome.output.contains("as recorded  1 "))
      for note in [
        "1 outcomes are in the earlier report only", "1 outcomes are in this evaluation only",
        "1 outcomes have another label",
      ] { #expect(outcome.output.contains("note: " + note)) }
      let other = try folder.file(
        "c.jsonl", "{\"transcript\": \"x\", \"players\": [\"Mike\"], \"scores\": []}")
      let refused = hyzer("evaluate", "--compare", before, other)
      #expect(refused.code == 65)
      #expect(refused.errors.contains("no utterance and condition in common"))
      let missing = hyzer("evaluate", "--compare", folder.path("none.json"), other)
      #expect(missing.code == 66)
      #expect(missing.output == "")
    }
  }

  private static let demands: [(options: String, code: Int32)] = [
    ("--target 40 --strict", 0), ("--target 60 --strict", 65), ("--strict", 65),
    ("--target 60", 0), ("--target 40 --target wrong-commits=1 --strict", 65),
    ("--target false-accepts=1 --strict", 65), ("--target 50 --strict", 0),
    ("--target none=3", 64), ("--target 101", 64), ("--target pairs", 64), ("--snr 10", 64),
    ("--fail-if-worse", 64), ("--shard 3/2", 64), ("--noise /nowhere.wav", 66),
    ("--html /nowhere/page.html --target 1", 74), ("--junit / --target 1", 74),
    ("--shard 1/9223372036854775807", 64), ("--echo a.wav --negative b.wav", 64),
  ]

  @Test(arguments: demands)
  func `targets and options are held to`(options: String, code: Int32) throws {
    try withFolder { folder in
      let texts = """
        {"transcript": "mike three", "players": ["Mike"], "scores": [{"player": "Mike", \
        "strokes": 3}]}
        {"transcript": "mike four", "players": ["Mike"], "scores": [{"player": "Mike", \
        "strokes": 3}]}
        """
      let outcome = hyzer(
        ["evaluate", try folder.file("c.jsonl", texts)]
          + options.split(separator: " ").map(String.init))
      #expect(outcome.code == code)
      #expect(outcome.errorLines.count == (code == 0 ? 0 : 1))
    }
  }

  @Test func `long noise and silence count false accepts by the hour`() throws {
    try withFolder { folder in
      let texts = try folder.file(
        "c.jsonl", "{\"transcript\": \"x\", \"players\": [\"Mike\", \"Jake\"], \"scores\": []}")
      let silence = try folder.file("silence.wav", wav([Int16](repeating: 0, count: 16_000 * 10)))
      let speech = DemoAudio.path("pairs.flac")
      let outcome = hyzer(
        "evaluate", "--json", texts, "--negative", silence, "--negative", speech, "--negative",
        try makeNoise(folder))
      #expect(outcome.code == 0)
      let counts = try conditions(outcome.output)[0]
      #expect(counts["negatives"] as? Int == 4)
      #expect(counts["falseAccepts"] as? Int == 1)
      let seconds = try #require(counts["negativeSeconds"] as? Double)
      let perHour = try #require(counts["falseAcceptsPerHour"] as? Double)
      #expect(abs(perHour - 3600 / seconds) < 1e-9)
      #expect(seconds > 13 && seconds < 20)
    }
  }

  @Test func `a room's echo is heard in every condition, and one without a room changes nothing`()
    throws
  {
    try withFolder { folder in
      let corpus = try makeCorpus(folder, missing: false)
      var impulse = [Int16](repeating: 0, count: 800)
      impulse[0] = 30_000
      let none = try folder.file("none.wav", wav(impulse))
      // Echoes as loud as the voice, half a second on: hardly a word is right.
      let cave = try folder.file(
        "cave.wav",
        wav((0..<16_000).map { [0, 4000, 7900, 12_100].contains($0) ? Int16(20_000) : 0 }))
      let silent = try folder.file("silent.wav", wav([Int16](repeating: 0, count: 800)))
      func exact(_ options: String...) throws -> Int {
        let output = hyzer(["evaluate", "--json", corpus] + options).output
        return try #require(try conditions(output)[0]["utterancesExact"] as? Int)
      }
      let plain = try exact()
      #expect(try exact("--echo", none) == plain)
      #expect(try exact("--echo", cave) < plain)
      let refused = hyzer("evaluate", corpus, "--echo", silent)
      #expect(refused.code == 65)
      #expect(refused.errors.contains("the echo's impulse response"))
    }
  }

  @Test func `a page, a chart and a JUnit file come beside the table, and from merged shards`()
    throws
  {
    try withFolder { folder in
      // One recording that is heard right is labelled as holding no score.
      let label =
        "{\"audio\": \"\(DemoAudio.path("pairs.flac"))\", "
        + "\"players\": [\"Mike\", \"Jake\"], \"scores\": []}"
      let texts = try String(
        contentsOfFile: makeCorpus(folder, missing: false), encoding: .utf8)
      let corpus = try folder.file("corpus.jsonl", texts + "\n" + label)
      func write(_ name: String, _ command: [String]) throws -> [String] {
        let files = ["html", "chart", "junit"].map { ($0, folder.path("\(name).\($0)")) }
        let outcome = hyzer(command + files.flatMap { ["--\($0)", $1] })
        #expect(outcome.code == 0)
        return try files.map { try String(contentsOfFile: $0.1, encoding: .utf8) }
      }
      let whole = try write("whole", ["evaluate", corpus, "--endpoint"])
      #expect(whole[0].components(separatedBy: "<audio").count == 2)
      #expect(whole[1].contains("<svg"))
      #expect(whole[2].contains("<testsuites"))
      let shards = try (1...2).map { index in
        try folder.file(
          "\(index).json",
          hyzer("evaluate", corpus, "--endpoint", "--json", "--shard", "\(index)/2").output)
      }
      let merged = try write("merged", ["evaluate", "merge"] + shards)
      func failures(_ page: String) -> Int { page.components(separatedBy: "<audio").count }
      #expect(failures(merged[0]) == failures(whole[0]))
      #expect(merged[1] == whole[1])
    }
  }

  @Test func `the threshold that is asked for is told`() throws {
    try withFolder { folder in
      let outcome = hyzer(
        "evaluate", "--json", "--max-false-accept", "0", try makeCorpus(folder, missing: false))
      let tradeOff = try #require(
        try conditions(outcome.output)[0]["tradeOff"] as? [String: Any])
      let threshold = try #require(tradeOff["threshold"] as? Double)
      #expect((0...1).contains(threshold))
      #expect(tradeOff["maximumFalseAccept"] as? Double == 0)
      #expect(!(try #require(tradeOff["points"] as? [Any])).isEmpty)
    }
  }

  @Test func `a round's players take the place of the lines' own`() throws {
    try withFolder { folder in
      let corpus = try folder.file(
        "c.jsonl",
        "{\"transcript\": \"mikey three\", \"players\": [\"Michael\"], "
          + "\"scores\": [{\"player\": \"Michael\", \"strokes\": 3}]}")
      func exact(_ players: String) throws -> Int {
        let round = try folder.file("round.json", "{\"course\": \"x\", \"players\": [\(players)]}")
        let output = hyzer("evaluate", "--json", "--round", round, corpus).output
        return try #require(try conditions(output)[0]["utterancesExact"] as? Int)
      }
      #expect(try exact("{\"name\": \"Michael\"}, \"Jake\"") == 0)
      #expect(try exact("{\"name\": \"Michael\", \"aliases\": [\"Mikey\"]}, \"Jake\"") == 1)
      let round = try folder.file("round.json", "{\"players\": [\"Jake\"]}")
      let refused = hyzer("evaluate", "--round", round, corpus)
      #expect(refused.code == 65)
      #expect(refused.errors.contains("\"Michael\" is not among the round's players"))
    }
  }

  @Test func `failures are played one after another, again when asked, until told to stop`() throws
  {
    try withFolder { folder in
      let players = "\"players\": [\"Mike\", \"Jake\"], \"scores\": []}"
      let lines = ["pairs", "pairs", "reversed"].map {
        "{\"audio\": \"\(DemoAudio.path("\($0).flac"))\", \(players)"
      }
      let corpus = try folder.file("c.jsonl", lines.joined(separator: "\n"))
      let outcome = hyzer(
        "evaluate", "--listen", "--device", "null", corpus, input: "r\n\nq\n")
      #expect(outcome.code == 0)
      let played = outcome.outputLines.filter {
        $0.contains("confirmation") && $0.contains("heard")
      }
      #expect(played.count == 2)
      #expect(outcome.errors.components(separatedBy: "q stops").count == 4)
    }
  }
}

/// The program as the package's build leaves it.
private let program = DemoAudio.project.appending(path: ".build/debug/hyzer").path
