import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

/// A report as JSON, without what depends on the machine's speed.
private func timeless(_ output: String) throws -> NSDictionary {
  var report = try #require(
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  func without(_ keys: Set<String>, _ list: String) {
    report[list] = (report[list] as? [[String: Any]])?.map { item in
      item.filter { !keys.contains($0.key) }
    }
  }
  without(["realTimeFactor", "latencySeconds"], "conditions")
  without(["latencySeconds", "processingSeconds"], "outcomes")
  return report as NSDictionary
}

private func conditions(_ output: String) throws -> [NSDictionary] {
  try #require(try timeless(output)["conditions"] as? [NSDictionary])
}

/// How many utterances are exact in each condition.
private func exact(_ options: String...) throws -> [Int] {
  try conditions(hyzer(["evaluate", "--json"] + options).output).map {
    try #require($0["utterancesExact"] as? Int)
  }
}

private let pairs = DemoAudio.path("pairs.flac")
/// The recording that says "mike three jake four".
private let recording = """
  {"audio": "\(pairs)", "transcript": null, \
  "players": [{"name": "Michael", "aliases": ["Mike"]}, "Jake"], \
  "scores": [{"player": "mike", "strokes": 3}, {"player": "jake", "strokes": 4}]}

  """
private let birdie = DemoAudio.path("birdie.flac")
/// A short one, which says "sarah birdie".
private let shorter = """
  {"audio": "\(birdie)", "players": ["Sarah", "Jake"], \
  "scores": [{"player": "sarah", "strokes": 2}]}

  """
/// The same, said to hold no score.
private let mislabelled = """
  {"audio": "\(birdie)", "players": ["Sarah", "Jake"], "scores": []}

  """
private let missing = """
  {"audio": "gone.wav", "players": ["Mike"], "scores": []}

  """
private let texts = """
  {"transcript": "mike three jake four", "players": ["mike", "jake"], \
  "scores": [{"player": "mike", "strokes": 3}, {"player": "jake", "strokes": 4}]}

  {"transcript": "mike three", "players": ["mike", "jake"], \
  "scores": [{"player": "Mike", "strokes": 4}]}
  {"transcript": "coffee", "players": ["mike", "jake"], "scores": []}
  {"transcript": "jake two", "players": ["mike", "jake"], "scores": [], "tags": {"a": "b"}}

  """

@Suite struct `hyzer evaluate` {
  private let folder = Folder()

  @Test func `texts and a recording are counted under every key`() throws {
    let outcome = hyzer("evaluate", "--json", try folder.file("c.jsonl", texts + recording))
    #expect(outcome.isDone)
    #expect(outcome.outputLines.count == 1)
    let counts = try #require(try conditions(outcome.output).first)
    let expected: [String: Any] = [
      "noise": NSNull(), "snrDecibels": NSNull(), "utterances": 5, "utterancesExact": 3,
      "pairsReference": 5, "pairsCorrect": 4, "pairsInserted": 2, "falseAccepts": 1,
      "negatives": 2, "negativeSeconds": 0, "wrongCommits": 2, "unreadable": 0,
      "wordErrors": ["hits": 9, "substitutions": 0, "deletions": 0, "insertions": 0],
    ]
    for (key, value) in expected { #expect(counts[key] as? NSObject == value as? NSObject) }
    #expect(outcome.output.contains(#/"realTimeFactor":[0-9.e-]+/#))
    #expect(outcome.output.contains(#/"latencySeconds":{"median":[0-9.e-]+,"p95":[0-9.e-]+}/#))
  }

  @Test func `a line that is wrong ends it, and so does a name that cannot be said`() throws {
    let broken = try folder.file("broken.jsonl", texts + "{oops")
    let outcome = hyzer("evaluate", broken)
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("hyzer: \"\(broken)\" line 6: not valid JSON: "))
    let odd = try folder.file(
      "odd.jsonl",
      """
      {"transcript": "x", "players": [{"name": "Mike", "pronunciations": ["QQ"]}], "scores": []}
      """)
    let unhearable = hyzer("evaluate", odd)
    #expect(unhearable.refuses(65, "hyzer: line 1 of \"\(odd)\": "))
  }

  private static let demands: [(options: String, code: Int32)] = [
    ("--target 40 --strict", 0), ("--target 60 --strict", 65), ("--strict", 65),
    ("--target 60", 0), ("--target 40 --target wrong-commits=1 --strict", 65),
    ("--target none=3", 64), ("--snr 10", 64), ("--fail-if-worse", 64), ("--shard 3/2", 64),
    ("--noise /nowhere.wav", 66), ("--compare /nowhere.json", 66),
    ("--html /nowhere/page.html --target 1", 74), ("--junit / --target 1", 74),
    ("--echo a.wav --negative b.wav", 64),
  ]

  @Test(arguments: demands)
  func `targets and options are held to`(options: String, code: Int32) throws {
    let outcome = hyzer(
      ["evaluate", try folder.file("c.jsonl", texts)]
        + options.split(separator: " ").map(String.init))
    #expect(outcome.code == code)
    #expect(outcome.errorLines.count == (code == 0 ? 0 : 1))
    #expect(outcome.output.isEmpty == (code != 0 && !options.contains("--strict")))
  }

  @Test func `the shards of a corpus give exactly the figures of the whole`() throws {
    let corpus = try folder.file("c.jsonl", texts + missing + texts)
    let options = ["--json", "--seed", "4", "--max-false-accept", "0", corpus]
    let whole = hyzer(["evaluate"] + options)
    #expect(whole.code == 66)
    let shards = try (1...3).map { index in
      let shard = hyzer(["evaluate", "--shard", "\(index)/3"] + options)
      return try folder.file("\(index).json", shard.output)
    }
    let merged = hyzer(
      ["evaluate", "merge", "--json", "--max-false-accept", "0"] + shards.reversed())
    #expect(merged.refuses(66, "gone.wav"))
    #expect(try timeless(merged.output) == timeless(whole.output))
    let single = hyzer(["evaluate", "--workers", "1"] + options)
    #expect(try timeless(single.output) == timeless(whole.output))
    let curve = try #require(conditions(whole.output)[0]["tradeOff"] as? NSDictionary)
    #expect(curve["maximumFalseAccept"] as? Double == 0)
    #expect((curve["points"] as? [Any])?.isEmpty == false)
    let incomplete = hyzer(["evaluate", "merge"] + shards.dropLast())
    #expect(incomplete.refuses(65, "shard 3/3 is missing"))
  }

  @Test(
    .enabled(
      if: ["/usr/bin/parallel", BuiltProgram.path].allSatisfy(Tool.exists),
      "needs GNU parallel and the built program"))
  func `GNU parallel runs the shards, and merge joins them`() throws {
    let corpus = try folder.file("c.jsonl", texts)
    let directory = try Tool.Directory()
    let run = try Tool.run(
      "/usr/bin/parallel",
      [
        "--will-cite", BuiltProgram.path, "evaluate", corpus, "--json", "--shard", "{}/2", ">",
        "{}.json", ":::", "1", "2",
      ], in: directory)
    #expect(run == Tool.Outcome(status: 0, output: ""))
    let merged = try Tool.run(
      BuiltProgram.path, ["evaluate", "merge", "--json", "1.json", "2.json"], in: directory)
    #expect(merged.status == 0)
    #expect(try timeless(merged.output) == timeless(hyzer("evaluate", "--json", corpus).output))
  }

  @Test func `an evaluation that was cut short goes on, and judges nothing twice`() throws {
    let corpus = try folder.file("c.jsonl", texts + missing)
    let journal = folder.path("journal")
    let first = hyzer("evaluate", "--json", "--resume", journal, corpus)
    #expect(first.code == 66)
    let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 6)
    // What was judged before is taken as it stands: a mark in it is still there at the end.
    let marked = lines[1].replacing("\"result\":\"success\"", with: "\"result\":\"partial\"")
    _ = try folder.file("journal", ([lines[0], marked] + lines[2...3]).joined(separator: "\n"))
    let second = hyzer("evaluate", "--json", "--resume", journal, corpus)
    #expect(second.code == 66)
    let counts = try conditions(second.output)[0]
    #expect(counts["utterances"] as? Int == 4)
    #expect(counts["unreadable"] as? Int == 1)
    let partials = try #require(conditions(first.output)[0]["partials"] as? Int)
    #expect(counts["partials"] as? Int == partials + 1)
  }

  @Test func `an earlier report is set beside the new one`() throws {
    let line = """
      {"transcript": "boss three", "players": ["Michael"], \
      "scores": [{"player": "Michael", "strokes": 3}]}

      """
    let corpus = try folder.file("a.jsonl", String(repeating: line, count: 8))
    let good = try folder.file(
      "good.json", "{\"players\": [{\"name\": \"Michael\", \"aliases\": [\"Boss\"]}]}")
    let bad = try folder.file("bad.json", "{\"players\": [\"Michael\"]}")
    let before = try folder.file(
      "before.json", hyzer("evaluate", "--json", "--round", good, corpus).output)
    func compare(_ round: String, _ more: String...) -> Outcome {
      hyzer(["evaluate", "--round", round, "--compare", before, corpus] + more)
    }
    let same = compare(good, "--fail-if-worse")
    #expect(same.code == 0)
    #expect(!same.output.contains("note:"))
    let worse = compare(bad)
    #expect(worse.code == 0)
    #expect(worse.output.contains("+0 -8 (p 0.008)"))
    #expect(worse.output.contains("note: the round's players differ"))
    let page = folder.path("junit.xml")
    let failed = compare(bad, "--json", "--fail-if-worse", "--junit", page)
    #expect(failed.refuses(65, "worse than \"\(before)\" by more than chance"))
    #expect(failed.output.contains("\"isWorse\":true"))
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains("<failure type=\"comparison\""))
  }

  @Test func `noise, an echo and what nobody scores in are heard`() throws {
    let corpus = try folder.file("c.jsonl", shorter)
    let noise = DemoAudio.path("unrelated.flac")
    // Echoes as loud as the voice, up to 0.4 s on: hardly a word is right.
    let cave = try folder.file(
      "cave.wav",
      wav((0..<6100).map { [0, 2000, 3950, 6050].contains($0) ? Int16(20_000) : 0 }))
    let silent = try folder.file("silent.wav", wav([Int16](repeating: 0, count: 800)))
    #expect(try exact(corpus, "--noise", noise, "--snr", "40,-20") == [1, 1, 0])
    #expect(try exact(corpus, "--echo", cave) == [0])
    let refused = hyzer("evaluate", corpus, "--echo", silent)
    #expect(
      refused.refuses(
        65,
        "\"\(silent)\": cannot add reverberation: the impulse response is digital silence; use "
          + "another recording"))
    let negative = hyzer(
      "evaluate", "--json", corpus, "--negative", silent, "--negative", birdie)
    let counts = try conditions(negative.output)[0]
    #expect(counts["negatives"] as? Int == 2)
    #expect(counts["falseAccepts"] as? Int == 1)
    let seconds = try #require(counts["negativeSeconds"] as? Double)
    #expect(abs((counts["falseAcceptsPerHour"] as? Double ?? 0) - 3600 / seconds) < 1e-9)
  }

  @Test func `a page, a chart and a JUnit file come beside the table, and from merged shards`()
    throws
  {
    let corpus = try folder.file("corpus.jsonl", texts + mislabelled)
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
    #expect(merged[0].components(separatedBy: "<audio").count == 2)
    #expect(merged[1] == whole[1])
  }

  @Test func `failures are played one after another, again when asked, until q stops it`() throws {
    let corpus = try folder.file("c.jsonl", mislabelled + mislabelled + mislabelled)
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

@Suite struct `Progress bar` {
  @Test(arguments: [
    (0, 0, 0.0, "[..............................] 0/10"),
    (0, 1, 10, "[###...........................] 1/10  1:30 left"),
    (0, 1, 1000, "[###...........................] 1/10  2:30:00 left"),
    (0, 10, 9, "[##############################] 10/10"),
    // What an earlier run did took no time of this one.
    (5, 6, 2, "[##################............] 6/10  0:08 left"),
  ])
  func `the bar shows how far work has come, and how long the rest takes`(
    before: Int, done: Int, seconds: Double, text: String
  ) {
    let progress = Progress(.standard, done: before)
    #expect(progress.text(done: done, of: 10, elapsedSeconds: seconds) == text)
  }
}
