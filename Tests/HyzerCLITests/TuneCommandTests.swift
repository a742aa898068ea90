import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

private struct Tuning: Decodable {
  struct Change: Decodable {
    var before: Int
    var after: Int
    var gained: Int
    var lost: Int
  }

  struct Figures: Decodable {
    var utterances: Int
    var exact: Change
  }

  /// A name that is proposed or refused.
  struct Name: Decodable {
    var player: String
    var kind: String
    var value: String
    var origin: String
    var foldsChosen: Int?
    var isRecommended: Bool?
    var reason: String?

    var summary: String { "\(player) \(kind) \(value), \(origin)" }
  }

  var folds: Int
  var speakers: Int
  var notes: [String]
  var proposals: [Name]
  var refused: [Name]
  var heldOut: Figures
  var isApplied: Bool
}

@Suite struct `hyzer tune` {
  private let log = ScoreLogFile()
  private let folder = Folder()

  private static let round = """
    {
      "course": "Cedar Creek", "note": {"kept": [1, 2.50, "a \\u00e9"]},
      "players": [
        "Michael",
        {"name": "Jake", "colour": "red"}, {"aliases": [], "name": "Sarah"}
      ]
    }

    """

  /// Texts in which Michael is called "captain" and Jake, by mistake, "sarah".
  private static func corpus(captains: Int) -> String {
    (0..<captains).map { index in
      """
      {"transcript": "captain \(["one", "two", "three", "four"][index % 4])", \
      "players": ["Michael", "Jake", "Sarah"], \
      "scores": [{"player": "Michael", "strokes": \(index % 4 + 1)}], \
      "tags": {"speaker": "s\(index / 2)"}}

      """
    }.joined() + """
      {"transcript": "sarah five", "players": ["Jake"], \
      "scores": [{"player": "Jake", "strokes": 5}], "tags": {"speaker": "s9"}}
      {"transcript": "coffee please", "players": ["Jake"], "scores": [], "tags": {"speaker": "s9"}}

      """
  }

  private func tune(_ arguments: [String]) throws -> (Outcome, Tuning) {
    let outcome = hyzer(["tune", "--json"] + arguments)
    return (outcome, try #require(try outcome.decoded(Tuning.self).first))
  }

  @Test func `a name that helps other speakers is proposed, and one that collides is refused`()
    throws
  {
    let round = try folder.file("round.json", Self.round)
    let corpus = try folder.file("corpus.jsonl", Self.corpus(captains: 8))
    let (outcome, tuning) = try tune(["-r", round, corpus, "--folds", "3"])
    #expect(outcome.isDone)
    #expect(tuning.folds == 3)
    #expect(tuning.speakers == 5)
    #expect(tuning.notes == [])
    let proposed = tuning.proposals.filter { $0.foldsChosen != 0 }
    #expect(proposed.map(\.summary) == ["Michael alias captain, transcript"])
    #expect(proposed.map(\.foldsChosen) == [3] && proposed[0].isRecommended == true)
    let refused = tuning.refused.filter { $0.kind == "alias" }
    #expect(refused.map(\.summary) == ["Jake alias sarah, transcript"])
    #expect(refused.map(\.reason) == ["is the name \"Sarah\""])
    #expect(tuning.heldOut.exact.gained == 8)
    #expect(tuning.heldOut.exact.lost == 0)
    #expect(tuning.heldOut.utterances == 10)
    #expect(!tuning.isApplied)
    #expect(try String(contentsOfFile: round, encoding: .utf8) == Self.round)

    // --apply adds what is recommended and leaves every other byte.
    let applied = hyzer("tune", "-r", round, corpus, "--folds", "3", "--apply")
    #expect(applied.code == 0)
    #expect(applied.outputLines.contains("  before {\"name\":\"Michael\"}"))
    #expect(
      applied.outputLines.contains("  after  {\"aliases\":[\"captain\"],\"name\":\"Michael\"}"))
    #expect(
      try String(contentsOfFile: round, encoding: .utf8)
        == Self.round.replacing(
          "\"Michael\"", with: "{\"name\": \"Michael\", \"aliases\": [\"captain\"]}"))
    let (_, again) = try tune(["-r", round, corpus, "--apply"])
    #expect(again.proposals.allSatisfy { $0.kind != "alias" })
    #expect(!again.isApplied)

    let alone = try folder.file("alone.json", "{\"players\": [\"Michael\"]}")
    let stranger = hyzer("tune", "-r", alone, corpus)
    #expect(stranger.refuses(65, "line 9: \"Jake\" is not among the round's players"))
  }

  @Test func `without a round file the names are those of the current round, and kept in the log`()
    throws
  {
    let corpus = try folder.file("corpus.jsonl", Self.corpus(captains: 8))
    let arguments = ["tune", corpus, "--folds", "3"]
    func run(_ arguments: [String]) -> Outcome {
      log.run(arguments, environment: ["HYZER_MODEL": ""])
    }
    #expect(run(arguments).refuses(65, "no round is current"))
    _ = try log.round(["Michael", "Jake"], guests: ["Sarah"])
    #expect(log("player", "edit", "Michael", "--alias", "Mike").code == 0)
    let shown = run(arguments)
    #expect(shown.code == 0 && shown.outputLines.contains("--apply would write:"))
    #expect(log("player", "list").outputLines == ["Jake", "Michael; also Mike"])
    let applied = run(arguments + ["--apply"])
    #expect(applied.code == 0, "\(applied.errors)")
    #expect(applied.outputLines.contains("written into the score log:"))
    #expect(log("player", "list").outputLines == ["Jake", "Michael; also Mike, captain"])
  }

  @Test func `corrections in the score log propose a name from the second time on`() throws {
    let round = try folder.file("round.json", Self.round)
    let corpus = try folder.file("corpus.jsonl", Self.corpus(captains: 0))
    func log(_ times: Int) throws -> String {
      let events = (0..<times).map { index in
        """
        {"id": "a\(index)", "round": "r", "player": "Jake", "hole": \(index + 1), "strokes": 4, \
        "supersedes": null, "reportedBy": "p\(index)", "device": "d", "input": "voice", \
        "transcript": "boss four", "confidence": 0.5, "at": 12}
        {"id": "b\(index)", "round": "r", "player": "Michael", "hole": \(index + 1), \
        "strokes": 4, "supersedes": "a\(index)", "reportedBy": "p\(index)", "device": "d", \
        "input": "typed", "transcript": null, "confidence": null, "at": 13}

        """
      }
      return try folder.file("log.jsonl", events.joined())
    }
    func aliases(_ times: Int) throws -> [Tuning.Name] {
      try tune(["-r", round, corpus, "--log", log(times), "--folds", "10"]).1
        .proposals.filter { $0.kind == "alias" }
    }
    #expect(try aliases(1).isEmpty)
    let proposed = try aliases(4)
    #expect(proposed.map(\.summary) == ["Michael alias boss, score log"])
    #expect(proposed.map(\.foldsChosen) == [5] && proposed[0].isRecommended == true)
  }

  @Test func `a log that hyzer exports is read, and what was taken back proposes nothing`() throws {
    let file = try log.folder.file("round.json", Self.round)
    let corpus = try log.folder.file("corpus.jsonl", Self.corpus(captains: 0))
    _ = log("round", "new", "--from", file)
    for hole in 1...4 {
      _ = log("enter", "--hole", "\(hole)", "Michael 4")
      _ = log("undo")
    }
    let path = log.folder.path("log.jsonl")
    _ = log("export", path)
    // Somebody said it, and not just anything.
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text = text.replacing("\"transcript\":\"Michael 4\"", with: "\"transcript\":\"boss four\"")
    #expect(text.contains("\"strokes\":null") && text.contains("\"roundInfo\""))
    _ = try log.folder.file("log.jsonl", text)
    let (outcome, tuning) = try tune(["-r", file, corpus, "--log", path])
    #expect(outcome.isDone)
    #expect(tuning.proposals.allSatisfy { $0.kind != "alias" })
  }

  @Test func `a recording is heard with the round's own names`() throws {
    let round = try folder.file("round.json", "{\"players\": [\"Robert\", \"Jake\"]}")
    let line = """
      {"audio": "\(DemoAudio.path("pairs.flac"))", "transcript": "mike three jake four", \
      "players": ["Robert", "Jake"], "scores": [{"player": "Robert", "strokes": 3}, \
      {"player": "Jake", "strokes": 4}], "tags": {"speaker": "SPEAKER"}}

      """
    let lines = ["a", "b"].map { line.replacing("SPEAKER", with: $0) }
    let corpus = try folder.file("corpus.jsonl", lines.joined())
    let (outcome, tuning) = try tune(["-r", round, corpus])
    #expect(outcome.code == 0)
    #expect(
      tuning.proposals.filter { $0.isRecommended == true }.map { "\($0.player) \($0.value)" } == [
        "Robert mike"
      ])
    #expect(tuning.heldOut.exact.before == 0)
    #expect(tuning.heldOut.exact.after == 2)
  }

  @Test func `the environment names a file of decoder settings`() throws {
    // Nothing is clear enough for this one.
    let strict = try folder.file("strict.json", "{\"confidence\": {\"rejectBelow\": 1.1}}")
    let rejected = hyzer(
      ["score", "-r", demoRound, DemoAudio.path("birdie.flac"), "--json"],
      environment: ["HYZER_SETTINGS": strict])
    #expect(try rejected.decoded(Report.self).map(\.pairs) == [[]])
  }

  @Test(arguments: [
    ("{\"confidence\": {\"rejectBellow\": 1}}", "there is no setting \"confidence.rejectBellow\""),
    ("{\"confidence\": 1}", "\"confidence\" is to be an object with"),
    ("[1]", "they are no JSON object"),
  ])
  func `settings that are none are refused`(text: String, message: String) throws {
    let path = try folder.file("settings.json", text)
    let outcome = hyzer(["grammar", "-r", demoRound], environment: ["HYZER_SETTINGS": path])
    #expect(outcome.refuses(65, "\"\(path)\", which HYZER_SETTINGS names: "))
    #expect(outcome.errors.contains(message))
  }
}
