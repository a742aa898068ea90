import DiscGolf
import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Corpus manifests` {
  private let coffee = #"{"transcript": "coffee", "players": ["Mike"], "scores": []}"# + "\n"

  private func corpus(
    _ manifests: [String], negatives: [String] = [], round: Round? = nil, in folder: String
  ) throws -> EvaluationCorpus {
    let paths = try manifests.enumerated().map { try write($1, to: "\(folder)/\($0).jsonl") }
    return try EvaluationCorpus(manifests: paths, negatives: negatives, round: round)
  }

  @Test func `a line is a recording or a text, with the scores of players by name`() throws {
    let line = """
      {"audio": "clips/a.wav", "transcript": null, "hole": 4, \
      "players": [{"name": "Michael", "aliases": ["Mike"]}, "Jake"], \
      "scores": [{"player": "mike", "strokes": 3}, {"player": "Michael", "strokes": 3}], \
      "tags": {"take": 1, "level": 2.5, "is_new": true, "speaker": "a"}}
      """
    try withTemporaryFolder { folder in
      let lines = try corpus([coffee + "\n" + line], negatives: ["n.wav"], in: folder).lines(
        of: nil)
      #expect(lines.map(\.line) == [1, 3, 1])
      #expect(lines.map(\.id) == ["coffee", "clips/a.wav", "n.wav"])
      #expect(lines.map(\.audio) == [nil, folder + "/clips/a.wav", "n.wav"])
      #expect(lines.map(\.transcript) == ["coffee", nil, nil])
      #expect(lines.map(\.scores) == [[], [ScorePair(player: "Michael", strokes: 3)], []])
      #expect(lines.map(\.isStream) == [false, false, true])
      #expect(lines.map(\.round.hole) == [nil, 4, nil])
      #expect(lines.map(\.corpus) == [0, 0, 1])
      #expect(
        lines[1].tags == ["take": "1", "level": "2.5", "is_new": "true", "speaker": "a"])
    }
  }

  @Test(
    arguments: [
      ("", nil, "has no lines; give one JSON object per utterance"),
      (#"{"transcript": "a", "players": ["Mike"]}"#, 2, "\"scores\" is missing"),
      (#"{"players": ["Mike"], "scores": []}"#, 2, "neither \"audio\" nor \"transcript\"; "),
      (
        #"{"transcript": "a", "players": ["Mike"], "scores": [{"player": "Bob", "strokes": 3}]}"#,
        2,
        "\"Bob\" is not among the line's \"players\"; add the player"
      ),
      (
        #"{"transcript": "a", "players": ["Mike"], "scores": [{"player": "Mike", "strokes": 11}]}"#,
        2, "\"Mike\" has 11 strokes; scores go from 1 to 10"
      ),
      (
        #"{"transcript": "a", "players": ["Mike"], "scores": [{"player": "Mike", "strokes": 1}, "#
          + #"{"player": "mike", "strokes": 2}]}"#, 2,
        "the label gives \"Mike\" two scores"
      ),
      (#"{"transcript": "a", "players": [], "scores": []}"#, 2, "the roster has no players"),
      ("{oops", 2, "not valid JSON: "),
    ] as [(String, Int?, String)])
  func `an error names its line`(line: String, number: Int?, message: String) throws {
    try withTemporaryFolder { folder in
      let text = number == nil ? "" : coffee + line + "\n" + coffee
      let failure = #expect(throws: FileFailure.self) { try corpus([text], in: folder) }
      #expect(failure?.kind == .badData)
      let place = "\"\(folder)/0.jsonl\" " + (number.map { "line \($0): " } ?? "")
      #expect(failure?.description.hasPrefix(place + message) == true)
    }
  }

  @Test func `a round's players take the place of the lines' own`() throws {
    let line = """
      {"transcript": "x", "hole": 4, "par": 5, "players": ["Mikey", "Jake"], \
      "scores": [{"player": "Mikey", "strokes": 3}]}
      """
    try withTemporaryFolder { folder in
      let round = try Round(roster: Roster([Player(name: "Michael", aliases: ["Mikey"])]))
      let moved = try corpus([line], round: round, in: folder).lines(of: nil)
      #expect(moved.map(\.scores) == [[ScorePair(player: "Michael", strokes: 3)]])
      #expect(
        moved.map(\.round) == [try Round(hole: 4, par: 5, roster: round.roster)])
      let jake = try Round(roster: Roster([Player(name: "Jake")]))
      let failure = #expect(throws: FileFailure.self) {
        try corpus([line], round: jake, in: folder)
      }
      #expect(
        failure?.description.hasPrefix(
          "\"\(folder)/0.jsonl\" line 1: \"Mikey\" is not among the round's players") == true)
    }
  }

  @Test(arguments: [
    ("1/1", [0, 1, 2, 3, 4]), ("1/2", [0, 2, 4]), ("2/2", [1, 3]), ("3/3", [2]),
  ])
  func `shards take turns`(text: String, expected: [Int]) throws {
    let shard = try #require(Shard(text))
    #expect(try JSONDecoder().decode(Shard.self, from: JSONEncoder().encode(shard)) == shard)
    try withTemporaryFolder { folder in
      let corpus = try corpus(
        [coffee + coffee, coffee], negatives: ["a", "b"], in: folder)
      let all = corpus.lines(of: nil)
      #expect(all.count == 5)
      #expect(corpus.lines(of: shard) == expected.map { all[$0] })
    }
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"])
  func `what is no shard is refused`(text: String) {
    #expect(Shard(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Shard.self, from: Data(#"{"index": 0, "count": 0}"#.utf8))
    }
  }
}
