import Foundation
import TestSupport
import Testing

private struct Evaluation: Decodable {
  struct Condition: Decodable, Equatable {
    struct WordErrors: Decodable, Equatable {
      var hits: Int
      var substitutions: Int
      var deletions: Int
      var insertions: Int
    }

    var utterances: Int
    var utterancesExact: Int
    var pairsReference: Int
    var pairsCorrect: Int
    var pairsInserted: Int
    var falseAccepts: Int
    var negatives: Int
    var negativeSeconds: Double
    var wrongCommits: Int
    var wordErrors: WordErrors
    var noise: String?
    var snrDecibels: Double?
    var unreadable = 0
  }

  var conditions: [Condition]
}

@Suite struct `hyzer evaluate` {
  private let texts = """
    {"transcript": "mike three jake four", "players": ["mike", "jake"], \
    "scores": [{"player": "mike", "strokes": 3}, {"player": "jake", "strokes": 4}]}

    {"transcript": "mike three", "players": ["mike", "jake"], \
    "scores": [{"player": "Mike", "strokes": 4}]}
    {"transcript": "coffee", "players": ["mike", "jake"], "scores": []}
    {"transcript": "jake two", "players": ["mike", "jake"], "scores": [], "tags": {"a": "b"}}

    """
  private let keys: Set = [
    "noise", "snrDecibels", "utterances", "utterancesExact", "pairsReference", "pairsCorrect",
    "pairsInserted", "falseAccepts", "negatives", "negativeSeconds", "wrongCommits", "wordErrors",
    "realTimeFactor", "latencySeconds",
  ]

  @Test func `texts and a recording are counted under every key`() throws {
    try withFolder { folder in
      try FileManager.default.copyItem(
        atPath: DemoAudio.path("pairs.flac"), toPath: folder.path("pairs.flac"))
      let audio = """
        {"audio": "pairs.flac", "transcript": null, \
        "players": [{"name": "Michael", "aliases": ["Mike"]}, "Jake"], \
        "scores": [{"player": "mike", "strokes": 3}, {"player": "jake", "strokes": 4}]}
        """
      let outcome = hyzer("evaluate", "--json", try folder.file("corpus.jsonl", texts + audio))
      #expect(outcome.code == 0)
      #expect(outcome.errors == "")
      #expect(
        try outcome.decoded(Evaluation.self).map(\.conditions) == [
          [
            Evaluation.Condition(
              utterances: 5, utterancesExact: 3, pairsReference: 5, pairsCorrect: 4,
              pairsInserted: 2, falseAccepts: 1, negatives: 2, negativeSeconds: 0,
              wrongCommits: 2,
              wordErrors: .init(hits: 9, substitutions: 0, deletions: 0, insertions: 0),
              unreadable: 0)
          ]
        ])
      let whole =
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        as? [String: Any]
      let conditions = try #require(whole?["conditions"] as? [[String: Any]])
      let condition = try #require(conditions.first)
      #expect(keys.isSubset(of: condition.keys))
      #expect(condition["noise"] is NSNull)
      #expect(condition["snrDecibels"] is NSNull)
      #expect(condition["realTimeFactor"] is NSNumber)
      let latency = try #require(condition["latencySeconds"] as? [String: Double])
      #expect(Set(latency.keys) == ["median", "p95"])
    }
  }

  @Test func `the table for people has the same counts`() throws {
    try withFolder { folder in
      let outcome = hyzer("evaluate", try folder.file("corpus.jsonl", texts))
      #expect(outcome.code == 0)
      let table = """
        utterances       4
        exact            1 of 2 = 50.0 % (9.5 to 90.5)
        pairs heard      2 of 3 = 66.7 % (20.8 to 93.9)
        pairs right      2 of 4 = 50.0 % (15.0 to 85.0)
        pairs inserted   2
        wrong commits    2 of 4 = 50.0 % (15.0 to 85.0)
        partial          0 of 2
        rejected         0 of 2
        false accepts    1 of 2 = 50.0 % (9.5 to 90.5)
        word error rate  0.0 %
        """
      #expect(outcome.output.hasPrefix(table))
      #expect(
        outcome.output.contains(
          "MISSED: exact utterances at least 80 %, measured 1 of 2 = 50.0 % (9.5 to 90.5)"))
      #expect(outcome.output.contains("scores confused: nothing as 2 1, 4 as 3 1"))
    }
  }

  @Test(arguments: [
    ("", 0, "has no lines; give one JSON object an utterance"),
    ("{\"transcript\": \"a\", \"players\": [\"Mike\"]}", 2, "\"scores\" is missing"),
    ("{\"players\": [\"Mike\"], \"scores\": []}", 2, "neither \"audio\" nor \"transcript\"; "),
    (
      "{\"transcript\": \"a\", \"players\": [\"Mike\"], "
        + "\"scores\": [{\"player\": \"Bob\", \"strokes\": 3}]}", 2,
      "\"Bob\" is not among the line's \"players\"; add the player"
    ),
    (
      "{\"transcript\": \"a\", \"players\": [\"Mike\"], "
        + "\"scores\": [{\"player\": \"Mike\", \"strokes\": 11}]}", 2,
      "\"Mike\" has 11 strokes; scores go from 1 to 10"
    ),
    ("{\"transcript\": \"a\", \"players\": [], \"scores\": []}", 2, "the roster has no players"),
    ("{oops", 2, "not valid JSON: "),
  ])
  func `an error names its line`(line: String, number: Int, message: String) throws {
    try withFolder { folder in
      let good = "{\"transcript\": \"coffee\", \"players\": [\"Mike\"], \"scores\": []}\n"
      let path = try folder.file("corpus.jsonl", number == 0 ? "" : good + line + "\n" + good)
      let outcome = hyzer("evaluate", path)
      #expect(outcome.code == 65)
      #expect(outcome.output == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains(message))
      #expect(
        outcome.errors.hasPrefix(
          number == 0 ? "hyzer: \"\(path)\" " : "hyzer: \"\(path)\" line \(number): "))
    }
  }

  @Test func `a recording that is missing is told`() throws {
    try withFolder { folder in
      let path = try folder.file(
        "corpus.jsonl", "{\"audio\": \"a.wav\", \"players\": [\"Mike\"], \"scores\": []}\n")
      let outcome = hyzer("evaluate", path)
      #expect(outcome.code == 66)
      #expect(outcome.errors.contains(folder.path("a.wav")))
    }
  }
}
