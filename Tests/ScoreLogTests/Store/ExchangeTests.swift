import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import ScoreLog

@Suite final class `Export and import`: RoundFile {
  private let copyFile: LogFile
  private let copy: ScoreStore

  override init() throws {
    copyFile = try LogFile(device: "copy")
    copy = try copyFile.open()
    try super.init()
  }

  private func summary(_ rounds: Int, _ events: Int, known: Int) -> ImportSummary {
    ImportSummary(roundsAdded: rounds, eventsAdded: events, eventsKnown: known, eventsRevoked: 0)
  }

  @Test func `an event is a line with the keys of the format, its round described in the first`()
    throws
  {
    try store.commit(makeCommit("c", 2, [(0, 3), (2, 4)]))
    try store.commit(
      ScoreCommit(
        id: "d", round: "r", hole: 2,
        scores: [.init(player: "Mike", result: try #require(holeResult(5)), input: .typed)],
        reportedBy: "A \"B\"\n☃", deviceName: "", at: "whenever"))
    try store.undo(makeUndoing("e"))
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    let identities = try ["Mike", "Jake"].map { name in
      try #require(try store.identity(ofPlayer: name))
    }
    #expect(
      try store.exportLines() == [
        #"{"id":"c.1","round":"r","player":"Mike","hole":2,"strokes":3,"supersedes":null,"reportedBy":"Mike","device":"this","input":"voice","transcript":"whatever","confidence":0.30000000000000004,"at":"2026-05-01T10:00:00.000Z","clip":"1.flac","utterance":"u1","number":1,"clock":1,"deviceName":"phone","kind":"score","roundInfo":{"course":"Home","pars":[3,4,3,3,3,5,3,3,3],"players":[{"name":"Mike","isGuest":false,"aliases":[],"pronunciations":[],"identity":"\#(identities[0])"},{"name":"Jake","isGuest":false,"aliases":[],"pronunciations":[],"identity":"\#(identities[1])"},{"name":"Ann","isGuest":true,"aliases":["Annie"],"pronunciations":[]}],"organiser":"Mike","createdAt":"2026-05-01T09:00:00.000Z","startedAt":"2026-05-01T10:00:00.000Z","organiserDevice":"this","finishedAt":"2026-05-01T12:00:00.000Z","phase":"finishedEarly"}}"#,
        #"{"id":"c.2","round":"r","player":"Ann","hole":2,"strokes":4,"supersedes":null,"reportedBy":"Mike","device":"this","input":"voice","transcript":"whatever","confidence":0.30000000000000004,"at":"2026-05-01T10:00:00.000Z","clip":"1.flac","utterance":"u1","number":2,"clock":2,"deviceName":"phone","kind":"score"}"#,
        #"{"id":"d.1","round":"r","player":"Mike","hole":2,"strokes":5,"supersedes":"c.1","reportedBy":"A \"B\"\n☃","device":"this","input":"typed","transcript":null,"confidence":null,"at":"whenever","number":3,"clock":3,"deviceName":"","kind":"score"}"#,
        #"{"id":"e.1","round":"r","player":"Mike","hole":2,"strokes":3,"supersedes":"d.1","reportedBy":"Jake","device":"this","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T11:00:00.000Z","takesBack":"d.1","number":4,"clock":4,"deviceName":"watch","kind":"takeBack"}"#,
        #"{"id":"r-end","round":"r","player":null,"hole":null,"strokes":null,"supersedes":null,"reportedBy":"Mike","device":"this","input":"typed","transcript":null,"confidence":null,"at":"2026-05-01T12:00:00.000Z","kind":"finish","number":5,"clock":5,"deviceName":"phone","scoreCount":4}"#,
      ])
    expectRefusal(.unknownRound("q")) { try store.exportLines(round: "q") }
  }

  /// Fills a log with rounds that go on side by side, with all that a line can hold.
  private static func fill(_ store: ScoreStore, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let texts = ["", "mike three", "é\u{301} \u{0} \u{1F} \u{2028} \u{7F} / \\ \" \u{1F426}", "\n"]
    let names = ["Mike", "José", "Mary \"Ann\"", "Ünal", "Player 7"]
    try store.addPlayer(
      Player(name: "José", aliases: ["Joe", "J\\"], pronunciations: ["HH OW S EY"]))
    let rounds = ["r", "s", "t"]
    for (index, id) in rounds.enumerated() {
      let joining = names.shuffled(using: &random).prefix(3).map {
        Bool.random(using: &random) ? Joining.player($0) : .guest(Player(name: $0, aliases: ["x"]))
      }
      try store.createRound(
        RoundID(id), course: Course.seeded[index], organiser: texts[index], joining: joining,
        at: "2026-05-0\(index + 1)T09:00:00.000Z")
    }
    for step in 1...40 {
      let round = RoundID(rounds.randomElement(using: &random) ?? "r")
      let id = CommitID("c\(step)")
      if Int.random(in: 0..<4, using: &random) == 0 {
        try change(store, round, makeStamp(ChangeID("s\(step)"), by: "A"), using: &random)
      }
      let record = try store.round(round)
      if record.finish != nil || record.isDeleted { continue }
      if Int.random(in: 0..<5, using: &random) == 0 {
        let request = Undoing.Request(
          id: id, round: round, reportedBy: "", deviceName: "", input: .typed, at: "")
        if try store.nextUndoing(in: round) != nil { try store.undo(request) }
        continue
      }
      let scores = (0..<3).shuffled(using: &random).prefix(2).compactMap { player in
        holeResult(Int.random(in: 0...10, using: &random)).map {
          ScoreCommit.Score(
            player: record.name(of: PlayerID(player)), result: $0,
            input: Bool.random(using: &random) ? .voice : .typed,
            transcript: texts.randomElement(using: &random),
            confidence: [
              nil, 0, 1, Double.random(in: 0...1, using: &random), .leastNonzeroMagnitude,
            ]
            .randomElement(using: &random) ?? nil)
        }
      }
      try store.commit(
        ScoreCommit(
          id: id, round: round, hole: Int.random(in: 1...9, using: &random), scores: scores,
          reportedBy: texts.randomElement(using: &random) ?? "", deviceName: "phone",
          at: "2026-05-01T1\(step % 10):00:00.000Z"))
    }
  }

  private static func change(
    _ store: ScoreStore, _ round: RoundID, _ stamp: RoundChange.Stamp,
    using random: inout SeededGenerator
  ) throws {
    let record = try store.round(round)
    let organiser = makeStamp(stamp.id, by: record.organiser, at: stamp.at)
    if record.isDeleted { return try store.restoreRound(round, organiser) }
    if record.finish != nil { return try store.reopenRound(round, organiser) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try store.deleteRound(round, organiser)
    case 1: try store.finishRound(round, stamp, early: true)
    case 2: try store.join(.guest(Player(name: "Late \(stamp.id)")), round: round, stamp)
    default:
      guard record.entrants.count > 3, let last = record.players.last, !record.hasLeft(last) else {
        return
      }
      try store.leave(record.name(of: last), round: round, stamp)
    }
  }

  @Test(arguments: 1...8)
  func `export, import into an empty file, export again is byte for byte the same`(seed: Int)
    throws
  {
    let first = try LogFile()
    let store = try first.open()
    try Self.fill(store, seed: seed)
    let lines = try store.exportLines()
    #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\r") })

    let scored = Set(try lines.map { try #require($0.firstMatch(of: /"round":"(.)"/)?.1) })
    #expect(try copy.importLines(lines) == summary(scored.count, lines.count, known: 0))
    #expect(Array(try copy.exportLines().joined().utf8) == Array(lines.joined().utf8))
    for id in scored.map({ RoundID(String($0)) }) {
      #expect(try copy.round(id) == (try store.round(id)))
      #expect(try copy.scorecard(of: id) == (try store.scorecard(of: id)))
      // What another device entered is not this one's to take back.
      #expect(try copy.nextUndoing(in: id) == nil)
    }
    #expect(try copy.audit().isClean)

    #expect(try copy.importLines(lines) == summary(0, 0, known: lines.count))
    #expect(try copy.exportLines() == lines)
  }

  @Test func `an export cut at any line gives the same log, the parts in either order`() throws {
    let first = try LogFile()
    let store = try first.open()
    try Self.fill(store, seed: 3)
    let lines = try store.exportLines()
    var refusals = 0
    for cut in 1..<lines.count {
      let parts = [lines[..<cut], lines[cut...]]
      for order in [parts, [parts[1], parts[0], parts[1]]] {
        let file = try LogFile(device: "copy")
        let log = try file.open()
        for part in order {
          let result = Result { try log.importLines(part) }
          guard case .failure(let error) = result else { continue }
          refusals += 1
          #expect("\(error)".contains("and it is not in the log; import the part"), "cut \(cut)")
          #expect(try log.rounds().isEmpty)
        }
        #expect(try log.exportLines() == lines, "cut \(cut)")
        #expect(try log.audit().isClean)
        for summary in try log.rounds() {
          #expect(try log.scorecard(of: summary.id) == (try store.scorecard(of: summary.id)))
        }
      }
    }
    // Only where a cut falls between two rounds is the second part whole.
    let described = lines.count { $0.contains(#""roundInfo""#) }
    #expect(refusals == lines.count - described)
  }

  @Test func `a round goes on where it was exported, also after a finish, and finishes again`()
    throws
  {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    let early = try store.exportLines()
    try copy.importLines(early)
    try store.reopenRound("r", makeStamp("reopen"))
    try store.join(.guest(Player(name: "Late")), round: "r")
    try store.commit(makeCommit("b", 1, [(0, 4), (3, 2)]))
    try store.finishRound("r", makeStamp("again", at: "2026-05-01T13:00:00.000Z"), early: true)
    let late = try store.exportLines()
    #expect(try copy.importLines(late) == summary(0, 5, known: 2))
    #expect(try copy.scorecard(of: "r") == (try store.scorecard(of: "r")))
    #expect(try copy.exportLines() == late)
    // An earlier state of it says nothing else.
    #expect(try copy.importLines(early) == summary(0, 0, known: 2))
    #expect(try copy.exportLines() == late)
    #expect(try copy.audit().isClean)
  }

  @Test(arguments: ["startedAt", "createdAt", "organiser", "course"])
  func `a round that was otherwise elsewhere is refused`(key: String) throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    let lines = try store.exportLines()
    let value = try Regex("\"\(key)\":\"[^\"]*\"")
    let others = lines.map { $0.replacing(value, with: "\"\(key)\":\"other\"") }
    #expect(others != lines)
    #expect(
      throws: ScoreStoreError.badLine(
        number: 1, reason: "round \"r\" is another in the log")
    ) { try store.importLines(others) }
    #expect(try store.exportLines() == lines)
  }

  @Test func `players of an import are those of their name, and guests are nobody's`() throws {
    let first = try LogFile()
    let store = try first.open()
    let michael = Player(name: "Michael", aliases: ["Mike"])
    try store.addPlayer(michael)
    try store.makeRound("r", [.player("Mike"), .player("Jake"), .guest(Player(name: "Ann"))])
    try store.commit(makeCommit("a", 1, [("Michael", 3)]))
    try copy.addPlayer(Player(name: "MICHAEL", aliases: ["Champ"]))
    try copy.addPlayer(Player(name: "Ann"))
    try copy.importLines(try store.exportLines())
    #expect(try copy.round("r").entrants == (try store.round("r")).entrants)
    #expect(try copy.rounds(ofPlayer: "Michael").map(\.round.id) == ["r"])
    #expect(try copy.rounds(ofPlayer: "Ann") == [])
    #expect(
      try copy.players() == [
        Player(name: "Ann"), Player(name: "Jake"), Player(name: "MICHAEL", aliases: ["Champ"]),
      ])
  }

  // MARK: - Lines from elsewhere

  @Test func `lines without their round make it from its events`() throws {
    let file = try LogFile()
    let store = try file.open()
    let imported = try store.importLines([
      #"{"id": 1, "round": "x", "player": "Zoe", "hole": 2, "strokes": 3, "supersedes": null, "reportedBy": "Zoe", "device": "phone", "input": "voice", "transcript": "zoe three", "confidence": 1, "at": "2026-05-01T10:00:00.000Z"}"#,
      "", "  ",
      #"{"at": "later", "strokes": 4, "hole": 20, "player": "Mike", "round": "x", "id": "b", "more": [1]}"#,
      #"{"id": "c", "round": "x", "player": "Zoe", "hole": 2, "strokes": null, "supersedes": 1, "at": "later"}"#,
    ])
    #expect(imported == summary(1, 3, known: 0))
    func place(_ number: Int) -> LogPosition { at(number, .unknown, number) }
    #expect(
      try store.round("x")
        == (try RoundRecord(
          id: "x", course: "", pars: Array(repeating: 3, count: 20),
          entrants: ["Zoe", "Mike"].map { .init(Player(name: $0), isGuest: true) },
          organiser: "Zoe", createdAt: "2026-05-01T10:00:00.000Z",
          startedAt: "2026-05-01T10:00:00.000Z")))
    #expect(
      try store.events(of: "x") == [
        ScoreEvent(
          id: "1", position: place(1), round: "x", player: "Zoe", hole: 2,
          result: holeResult(3), reportedBy: "Zoe", deviceName: "phone", input: .voice,
          transcript: "zoe three", confidence: 1,
          at: "2026-05-01T10:00:00.000Z"),
        ScoreEvent(
          id: "b", position: place(2), round: "x", player: "Mike", hole: 20,
          result: holeResult(4), reportedBy: "", deviceName: "", input: .typed, at: "later"),
        ScoreEvent(
          id: "c", position: place(3), round: "x", player: "Zoe", hole: 2, result: .noScore,
          supersedes: ["1"], reportedBy: "", deviceName: "", input: .typed, at: "later"),
      ])
    #expect(try store.players() == [])
    #expect(try store.audit().isClean)

    let lines = try store.exportLines()
    try copy.importLines(lines)
    #expect(try copy.exportLines() == lines)
  }

  @Test func `a line is passed on as it was written, whatever it says beside`() throws {
    let info =
      #""roundInfo" : {"course": "", "pars": [3, 3], "players": ["Mike"], "organiser": "", "createdAt": "", "startedAt": ""}"#
    let first =
      #"{ "id":"a", "round": "x","player": "Mike", "hole": 1, "strokes": 3, "note": "☃ \u2603 \"roundInfo\": {", "device": "far", "number": 1, "clock": 1, "at": "", "more": [{"roundInfo": 1}, ","] "#
    let second =
      #"{"number": 2, "clock": 2, "device": "far", "at": "", "supersedes": "a", "strokes": null, "hole": 1, "player": "Mike", "round": "x", "id": "b"}"#
    // Where the round is described plays no part, and neither does how a line ends.
    for described in [first + "," + info + "}", "{" + info + "," + first.dropFirst() + "}\r"] {
      let file = try LogFile()
      let log = try file.open()
      try log.importLines([described, second])
      let lines = try log.exportLines()
      #expect(lines[0].hasPrefix(first + #","roundInfo":{"course":"","#))
      #expect(lines[1] == second)
      #expect(try log.loggedEvents(of: "x").first { $0.position.number == 1 }?.line == first + "}")
      let otherFile = try LogFile(device: "other")
      let other = try otherFile.open()
      try other.importLines(lines.reversed())
      #expect(try other.exportLines() == lines)
      let batch = try RoundBatch(round: log.round("x"), events: log.loggedEvents(of: "x"))
      let thirdFile = try LogFile(device: "third")
      let third = try thirdFile.open()
      #expect(try third.merge([batch]) == [])
      #expect(try third.exportLines() == lines)
      for log in [log, other, third] { #expect(try log.audit().faults == []) }
    }
  }

  @Test func `lines that do not say where they stand have places from then on`() throws {
    let lines = [("a", 3), ("b", 4)].map {
      #"{"id": "\#($0)", "round": "x", "player": "Zoe", "hole": 1, "strokes": \#($1), "at": ""}"#
    }
    try store.importLines(lines)
    #expect(try store.importLines(lines) == summary(0, 0, known: 2))
    let exported = try store.exportLines()
    #expect(exported.allSatisfy { $0.contains(#""device":"\#(DeviceID.unknown)""#) })
    try copy.importLines(exported.reversed())
    #expect(try copy.exportLines() == exported)
    #expect(try copy.scorecard(of: "x").strokes(of: PlayerID(0), onHole: 1) == Strokes(4))
  }

  @Test func `a hole without a score has null strokes, and is marked where an undoing restored it`()
    throws
  {
    try store.commit(makeCommit("a", 1, [(0, 0)]))
    try store.commit(makeCommit("b", 1, [(0, 5)]))
    try store.undo(makeUndoing("x"))
    try store.commit(makeCommit("c", 2, [(1, 4)]))
    try store.undo(makeUndoing("y"))
    let lines = try store.exportLines()
    let ends = [
      #"{"id":"a.1","round":"r","player":"Mike","hole":1,"strokes":null,"supersedes":null,"#,
      #","takesBack":"b.1","noScore":true,"number":3,"clock":3,"deviceName":"watch","kind":"takeBack"}"#,
      #","takesBack":"c.1","number":5,"clock":5,"deviceName":"watch","kind":"takeBack"}"#,
    ]
    #expect(lines[0].hasPrefix(ends[0]))
    #expect(
      lines[2].contains(#""strokes":null,"supersedes":"b.1","#) && lines[2].hasSuffix(ends[1]))
    #expect(
      lines[4].contains(#""strokes":null,"supersedes":"c.1","#) && lines[4].hasSuffix(ends[2]))
    try copy.importLines(lines)
    #expect(try copy.exportLines() == lines)
    #expect(try copy.scorecard(of: "r") == (try store.scorecard(of: "r")))
  }

  /// A line with these members, in JSON, and others of an event in the round "q".
  private static func event(_ members: [String: String] = [:]) -> String {
    let all = [
      "id": #""x""#, "round": #""q""#, "player": #""Mike""#, "hole": "1", "strokes": "3",
      "at": #""""#,
    ].merging(members) { $1 }
    return "{" + all.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static let tooLong = "\"" + String(repeating: "x", count: 201) + "\""

  private static func info(_ pars: String) -> String {
    #"{"course": "", "pars": [\#(pars)], "players": ["Mike"], "organiser": "", "createdAt": ""}"#
  }

  /// Lines of which the last cannot be taken, and why.
  private static let refused: [(lines: [String], line: Int, reason: String)] = [
    ([event(), "{"], 2, "not valid JSON"),
    ([event(), "[]"], 2, "expected an object"),
    ([event(), "", "{}"], 3, #""round" is missing"#),
    ([event(), event(["hole": #""1""#])], 2, "expected a whole number at hole"),
    (
      [event(), event(["strokes": "11"])], 2,
      #""strokes": 11 strokes are out of range; scores go from 1 to 10"#
    ),
    (
      [
        event(),
        event().replacing(#""strokes": 3, "#, with: "").replacing(#", "strokes": 3"#, with: ""),
      ],
      2, #""strokes" is missing"#
    ),
    (
      [event(["id": "\"" + String(repeating: "x", count: 200) + "\""]), event(["id": tooLong])], 2,
      #""id": an identifier has at most 200 bytes"#
    ),
    ([event(["round": tooLong])], 1, #""round": an identifier has at most 200 bytes"#),
    ([event(["device": tooLong])], 1, #""device": an identifier has at most 200 bytes"#),
    ([event(["takesBack": tooLong])], 1, #""takesBack": an identifier has at most 200 bytes"#),
    (
      [event(["supersedes": "[1, \(tooLong)]"])], 1,
      #""supersedes": an identifier has at most 200 bytes"#
    ),
    ([event(["utterance": tooLong])], 1, #""utterance": an identifier has at most 200 bytes"#),
    ([event(["hole": "37"])], 1, #""hole" is 37; give a number from 1 to 36"#),
    (
      [event(["input": #""sung""#])], 1,
      #""input": "sung" is none; give one of voice, typed, picked, dial"#
    ),
    (
      [event(["kind": #""sung""#])], 1,
      #""kind": "sung" is none that this program knows; install a later version"#
    ),
    ([event(), event(["id": "2", "kind": #""leave""#])], 2, #""away" is missing"#),
    (
      [event(["confidence": "1.5"])], 1,
      #""confidence": 1.5 is out of range; give a number from 0 to 1"#
    ),
    ([event(), event(["strokes": "4"])], 2, #"event "x" is another in the log"#),
    (
      [event(), event(["player": #""mike""#, "id": #""y""#])], 1,
      #"round "q": two players are called "Mike" and "mike"; give one of them another name"#
    ),
    (
      [
        event([
          "id": "2", "device": #""far""#, "number": "2", "clock": "2",
        ])
      ], 1,
      #"no line says what round "q" is, and it is not in the log; import the part of the export first whose line has its "roundInfo", or the whole"#
    ),
    (
      [event(["round": #""r""#, "player": #""Zoe""#])], 1,
      #"nobody called "Zoe" plays in round "r"; check the name"#
    ),
    ([event(["roundInfo": info("")])], 1, "a round cannot have 0 holes; give 1 to 36"),
    (
      ["3", "4"].map { event(["roundInfo": info($0)]) }, 2,
      #""roundInfo" differs from that of line 1"#
    ),
    (
      [event(["round": #""r""#, "roundInfo": info("3,3,3,3,3,3,3,3,4")])], 1,
      #"round "r" is another in the log"#
    ),
  ]

  @Test(arguments: refused)
  func `a line that cannot be taken is named, and nothing of the import is saved`(
    lines: [String], line: Int, reason: String
  ) throws {
    try store.commit(makeCommit("c", 1, [(0, 3)]))
    try store.makeRound("done")
    try store.startRound("done", at: "")
    try store.finishRound("done", at: "", early: true)
    let before = try store.exportLines()
    #expect(throws: ScoreStoreError.badLine(number: line, reason: reason)) {
      try store.importLines(lines)
    }
    #expect(try store.exportLines() == before)
    #expect(try store.rounds().map(\.round.id) == ["r", "done"])
    #expect(try store.players().map(\.name) == ["Jake", "Mike"])
    #expect(try store.audit().isClean)
  }
}
