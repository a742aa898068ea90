import Foundation
import Testing

@Suite struct `hyzer history and hyzer summary` {
  private let log = ScoreLogFile()

  /// Plays three rounds and returns their identifiers.
  private func play(_ log: ScoreLogFile) throws -> [String] {
    let first = try log.round(["Mike", "Jake"])
    for hole in 1...9 {
      _ = log("enter", hole == 4 ? "Mike 3, Jake 4" : hole == 9 ? "Mike 4, Jake 3" : "all 3")
    }
    _ = log("round", "finish")
    let second = try log.round(course: "Cedar Creek", ["Mike"], guests: ["Sam"])
    _ = log("enter", "Mike three, Sam four")
    _ = log("enter", "Mike 2", "--as", "Sam")
    _ = log("enter", "--hole", "1", "Mike ace", "--as", "Sam")
    _ = log("undo")
    _ = log("round", "finish", "--early")
    return [first, second, try log.round(course: "Quarry Ridge", ["Jake"])]
  }

  /// Identifiers of a run differ in their ends only, so that all of one is needed.
  private func label(_ id: String, among ids: [String]) -> String {
    let shared = ids.filter { $0 != id }.map { zip($0, id).prefix { $0 == $1 }.count }.max() ?? 0
    return String(id.prefix(max(8, shared + 1)))
  }

  @Test func `rounds, then a round, then a player hole by hole`() throws {
    let ids = try play(log)
    let labels = ids.map { label($0, among: ids) }
    let list = log("history")
    let rows = list.outputLines.dropFirst().map { $0.split(separator: " ") }
    #expect(Set(rows.map { String($0[0]) }) == Set(labels))
    for row in [
      "Heron Meadow      9        2  -1 Mike, Jake", "Cedar Creek      18        2  -1 Mike",
      "Quarry Ridge     18        1  setup",
    ] {
      #expect(list.output.contains("  \(row)\n"))
    }
    #expect(log("history", ids[1]) == log("round", "show", ids[1]))
    #expect(log("history", labels[1], "--json") == log("round", "show", labels[1], "--json"))
    let empty = (3...18).map { "hole \($0), par 3: –" }.joined(separator: "\n")
    expectTranscript(
      """
      $ history \(labels[1]) mike
      Mike, Cedar Creek, 2026-11-21 10:00: -1, 5 strokes on 2 holes
      hole 1, par 3: 3
        2026-11-21 10:00  3  typed by Ann on phone: "Mike three, Sam four"
        2026-11-21 10:00  3 → 1  typed by Sam on phone: "Mike ace"
        2026-11-21 10:00  1 → 3, taken back  typed by Ann on phone
      hole 2, par 3: 2
        2026-11-21 10:00  2  typed by Sam on phone: "Mike 2"
      \(empty)
      $ history \(labels[1]) Nobody
      65! hyzer: nobody called "Nobody" plays in round "ROUND"; check the name
      """, on: log, round: ids[1])
  }

  @Test func `one person's rounds are those of the registered player`() throws {
    let ids = try play(log)
    #expect(log("history", "--player", "Mike").outputLines.count == 3)
    let jake = log("history", "--player", "jake", "--json").outputLines
    #expect(jake.count == 2)
    #expect(ids.map { id in jake.contains { $0.contains(id) } } == [true, false, true])
    #expect(
      jake.contains {
        $0.contains("\"winners\":[\"Mike\",\"Jake\"]") && $0.contains("\"phase\":\"completed\"")
      })
    expectTranscript(
      """
      $ history --player Sam
      65! hyzer: no player is called "Sam"; list players with `hyzer player list`
      $ history ROUND --player Mike
      64! hyzer history: --player lists rounds; leave out either it or the round
      """, on: log, round: ids[0])
  }

  @Test func `a player's events are whole in JSON`() throws {
    let id = try log.round(["Mike"])
    let saved = log("enter", "Mike 2", "--json")
    let event = try #require(saved.output.firstMatch(of: /"events":\["([^"]+)"/)?.1)
    let exported = log("export").output
    let at = try #require(exported.firstMatch(of: /"at":"([^"]+)"/)?.1)
    let device = try #require(exported.firstMatch(of: /"device":"([^"]+)"/)?.1)
    expectTranscript(
      """
      $ history ROUND Mike --json
      {"holes":[{"events":[{"at":"\(at)","confidence":null,"device":"\(device)","deviceName":"phone","id":"\(event)","input":"typed","reportedBy":"Ann","strokes":2,"supersedes":null,"takesBack":null,"transcript":"Mike 2"}],"hole":1,"par":3,"strokes":2},{"events":[],"hole":2,[...]],"player":"Mike","round":"ROUND"}
      """, on: log, round: id)
  }

  @Test func `without rounds it says so`() throws {
    expectTranscript(
      """
      $ history
      0! hyzer history: no rounds yet; make one with hyzer round new
      $ history --json
      """, on: log)
  }

  @Test func `a summary is text for a chat, or a picture`() throws {
    let ids = try play(log)
    expectTranscript(
      """
      $ summary \(ids[0])
      Heron Meadow, 2026-11-21, finished
      T1 Mike: -1 (28)
      T1 Jake: -1 (28)
      $ summary \(ids[1])
      Cedar Creek, 2026-11-21, finished early
      1 Mike: -1 (5 thru 2)
      2 Sam: +1 (4 thru 1)
      $ summary
      Quarry Ridge, 2026-11-21, setup
      – Jake: no score
      $ summary \(ids[0]) --svg FOLDER/card.svg
      $ summary --svg /nowhere/card.svg
      74! hyzer: cannot write "/nowhere/card.svg": its folder is missing; check the folder and its space
      $ summary --dark
      64! hyzer summary: --dark goes with --png or --svg; text has no ground
      $ summary --png -
      64! hyzer summary: --png needs the name of a file
      $ summary \(ids[0]) --dark --png FOLDER/card.png --svg FOLDER/dark.svg
      """, on: log)
    let svg = try String(contentsOfFile: log.folder.path("card.svg"), encoding: .utf8)
    #expect(svg.contains("<desc id=\"card-about\">finished: T1 Mike −1, T1 Jake −1</desc>"))
    #expect(log("summary", ids[0], "--svg", "-").output == svg)
    #expect(log("summary", ids[0], "--svg", "-", "--dark").output != svg)
    let png = try Data(contentsOf: URL(fileURLWithPath: log.folder.path("card.png")))
    #expect(png.starts(with: [0x89] + Array("PNG".utf8)))
  }

  @Test func `a season ranks players by their averages, and has each course`() throws {
    func play(_ course: String, _ scores: [(String, Int)]) throws {
      _ = try log.round(course: course, scores.map(\.0))
      let line = scores.map { "\($0.0) \($0.1)" }.joined(separator: " ")
      #expect(log("enter", line).code == 0)
      #expect(log("round", "finish", "--early").code == 0)
    }
    #expect(log("course", "new", "Practice", "--holes", "1").code == 0)
    expectTranscript(
      """
      $ history --season
      0! hyzer history: no finished rounds with a score on every hole
      $ history --season --json
      """, on: log)
    try play("Practice", [("Mike", 3), ("Jake", 2)])
    try play("Practice", [("Mike", 2), ("Jake", 4)])
    try play("Practice", [("Mike", 2)])
    // Of eight holes of nine there is no score.
    try play("Heron Meadow", [("Mike", 2), ("Jake", 4)])
    expectTranscript(
      """
      $ history --season
      season 2026
         player  rounds  average  wins  strokes  +/-
      1  Mike         3     -0.7     1        7   -2
      2  Jake         2        E     1        6    E

      Practice
         player  rounds  average  best
      1  Mike         3     -0.7    -1
      2  Jake         2        E    -1
      $ history --season 2026 --player Jake
      season 2026
         player  rounds  average  wins  strokes  +/-
      2  Jake         2        E     1        6    E

      Practice
         player  rounds  average  best
      2  Jake         2        E    -1
      $ history --season 2026 --json
      {"courses":[{"average":-0.67,"best":-1,"course":"Practice","player":"Mike","rounds":3},{"average":0,"best":-1,"course":"Practice","player":"Jake","rounds":2}],"lines":[{"average":-0.67,"player":"Mike","relativeToPar":-2,"rounds":3,"strokes":7,"wins":1},{"average":0,"player":"Jake","relativeToPar":0,"rounds":2,"strokes":6,"wins":1}],"year":2026}
      $ history --season 2025
      0! hyzer history: no finished rounds in 2025 with a score on every hole
      $ history --season last
      64! hyzer history: invalid value "last" for "YEAR"; give a year such as 2026. See "hyzer history --help".
      $ history --season 2026 Mike
      64! hyzer history: --season takes a year alone; name a player by --player
      $ history --season --player Zoe
      65! hyzer: [...]
      """, on: log)
    // Whoever has another name since is the same person.
    #expect(log("player", "edit", "Jake", "--name", "Jacob").code == 0)
    #expect(log("history", "--season").output.contains("\n2  Jacob "))
  }
}
