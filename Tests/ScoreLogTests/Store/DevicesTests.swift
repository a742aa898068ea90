import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import ScoreLog

/// Makes a score of a device in the round "r" as another log may have it.
private func makeEvent(
  _ id: EventID, _ device: DeviceID, _ number: Int, clock: Int? = nil, player: String = "Mike",
  hole: Int = 1, strokes: Int = 5, round: RoundID = "r"
) -> LogEvent {
  .score(
    ScoreLogTests.makeEvent(
      id, player, hole, strokes, place: clock ?? number, by: device, number: number, round: round))
}

extension ScoreStore {
  /// Gives another log all that came into this one.
  fileprivate func pass(to other: ScoreStore) throws {
    var place = 0
    while true {
      let news = try stretch(after: place, except: [], of: "g")
      for merged in try other.merge(news.rounds, of: "g") { #expect(merged.refused == []) }
      place = news.end
      if news.end == news.last { return }
    }
  }

  /// Starts a round by a score, and returns its lines.
  fileprivate func started(_ id: RoundID) throws -> [String] {
    let player = try round(id).entrants[0].player.name
    if try events(of: id).isEmpty {
      try commit(makeCommit(CommitID("\(id).1"), 1, [(player, 3)], round: id, by: player))
    }
    return try exportLines(round: id)
  }

  /// Takes events in by lines, of which some may be missing.
  fileprivate func read(_ events: [LogEvent]) throws {
    try importLines(events.map { EventLine($0).json })
  }

  /// Takes events in by a batch of the round "r".
  fileprivate func merge(_ events: [LogEvent]) throws -> [RefusedEvent] {
    try merge([RoundBatch(round: round("r"), events: events)])
  }
}

@Suite final class `Logs of several devices`: RoundFile {
  private let otherFile: LogFile
  private let other: ScoreStore

  override init() throws {
    otherFile = try LogFile(device: "other")
    other = try otherFile.open()
    try super.init()
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
  }

  // MARK: - Devices

  @Test(.ofFiles) func `a log names its own device and all of which it has events`() throws {
    #expect(try store.thisDevice() == "this")
    #expect(try store.thisDeviceName() == nil)
    #expect(
      try store.devices() == [
        DeviceSummary(id: "this", name: "", eventCount: 0, lastAt: nil, isRevoked: false)
      ])
    try store.nameThisDevice("Mike's phone")
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    #expect(try store.merge([makeEvent("z", "far", 1), makeEvent("y", "far", 2, hole: 2)]) == [])
    #expect(try store.merge([makeEvent("x", "near", 1, player: "Jake")]) == [])
    try store.revoke("near")
    try store.revoke("near")
    let time = "2026-05-01T10:00:00.000Z"
    #expect(
      try file.open().devices() == [
        DeviceSummary(
          id: "this", name: "Mike's phone", eventCount: 2, lastAt: time, isRevoked: false),
        DeviceSummary(id: "far", name: "phone", eventCount: 2, lastAt: time, isRevoked: false),
        DeviceSummary(id: "near", name: "phone", eventCount: 1, lastAt: time, isRevoked: true),
      ])
    #expect(try file.open().thisDeviceName() == "Mike's phone")
  }

  @Test func `nothing more of a revoked device is taken in, and what is there stays`() throws {
    let (first, second) = (makeEvent("z.1", "far", 1), makeEvent("z.2", "far", 2, hole: 2))
    #expect(try store.merge([first]) == [])
    try store.revoke("far")
    let refused = try store.merge([first, second, makeEvent("x", "near", 1, player: "Jake")])
    #expect(refused.map(\.id) == [second.id])
    #expect(refused.map(\.cause) == [.deviceRevoked])
    #expect(
      refused.map(\.reason) == [
        #"device "far" is revoked, so nothing more of it is taken in; see `hyzer device list`"#
      ])
    #expect(try Set(store.events(of: "r").map(\.id)) == ["z.1", "x"])
    let lines = [first, second, makeEvent("y", "near", 2, hole: 3)].map { EventLine($0).json }
    #expect(
      try store.importLines(lines)
        == ImportSummary(roundsAdded: 0, eventsAdded: 1, eventsKnown: 1, eventsRevoked: 1))
    #expect(try Set(store.events(of: "r").map(\.id)) == ["z.1", "x", "y"])
  }

  // MARK: - Exchange

  @Test
  func `what a phone sends behind a gap is left out, since no vector says it, and comes again`()
    throws
  {
    let events = (1...3).map { makeEvent(EventID("z.\($0)"), "far", $0, hole: $0) }
    #expect(try store.merge([events[0], events[2]]) == [])
    #expect(try store.events(of: "r").map(\.id) == ["z.1"])
    #expect(try store.merge(Array(events[1...])) == [])
    #expect(try store.events(of: "r").map(\.id) == ["z.1", "z.2", "z.3"])
  }

  @Test func `20 devices that enter the same score make one, without a dispute`() throws {
    let events = (1...20).map { makeEvent(EventID("e\($0)"), DeviceID("d\($0)"), 1) }
    #expect(try store.merge(events) == [])
    #expect(try other.merge([RoundBatch(round: store.round("r"), events: events.reversed())]) == [])
    for log in [store, other] {
      #expect(try log.scorecard(of: "r").disputes == [])
      #expect(try log.scorecard(of: "r").total(of: PlayerID(0)).strokes == 5)
      #expect(try log.audit().faults == [])
    }
    #expect(try other.exportLines() == (try store.exportLines()))
    // A score that follows has a link to each, which a line gives as a list.
    try store.commit(makeCommit("c", 1, [(0, 3)]))
    let last = try #require(try store.exportLines().last)
    #expect(last.contains(#""supersedes":["e1","e10","e11","#))
    try other.importLines([last])
    #expect(try other.exportLines() == (try store.exportLines()))
    #expect(try other.event("c.1").supersedes.count == 20)
  }

  @Test func `two devices apart dispute, and the organiser's choice is known on both`() throws {
    try store.pass(to: other)
    try store.commit(makeCommit("a", 7, [(0, 3)]))
    try other.commit(makeCommit("b", 7, [(0, 4)], by: "Jake"))
    try store.pass(to: other)
    try other.pass(to: store)
    let disputes = try store.scorecard(of: "r").disputes
    #expect(disputes.map(\.hole) == [7])
    #expect(disputes.first?.claims.map(\.reportedBy) == ["Mike", "Jake"])
    #expect(try other.scorecard(of: "r").disputes == disputes)
    try store.commit(makeCommit("c", 7, [(0, 4)]))
    #expect(try store.event("c.1").kind == .resolution)
    try store.pass(to: other)
    for log in [store, other] {
      #expect(try log.scorecard(of: "r").disputes == [])
      #expect(try log.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 7) == Strokes(4))
    }
    try store.undo(makeUndoing("u"))
    try store.pass(to: other)
    #expect(try other.scorecard(of: "r").disputes == disputes)
    #expect(try other.exportLines() == (try store.exportLines()))
  }

  /// Lets three devices play a round, apart for most of the time, as drawn for a seed.
  private static func play(
    _ stores: [ScoreStore], using random: inout SeededGenerator
  ) throws {
    for step in 1...50 {
      let place = Int.random(in: stores.indices, using: &random)
      let store = stores[place]
      let reporter = place == 0 ? "Mike" : "Jake"
      let record = try store.round("r")
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        if record.finish == nil, try store.nextUndoing(in: "r") != nil {
          try store.undo(makeUndoing(CommitID("c\(step)")))
        }
      case 1:
        let name = ["Zoe", "ZOE", "Bob"][Int.random(in: 0..<3, using: &random)]
        if record.finish == nil, record.player(named: name) == nil {
          let guest = Joining.guest(Player(name: name))
          try store.join(guest, round: "r", makeStamp(ChangeID("s\(step)")))
        }
      case 2:
        if step > 20 {
          let stamp = makeStamp(ChangeID("s\(step)"))
          if record.finish == nil {
            try store.finishRound("r", stamp, early: true)
          } else if place == 0 {
            try store.reopenRound("r", stamp)
          }
        }
      case 3, 4:
        let from = Int.random(in: stores.indices, using: &random)
        if from != place {
          try stores[from].pass(to: store)
        }
      default:
        if record.finish != nil { continue }
        let players = record.players.shuffled(using: &random).prefix(2)
        let hole = Int.random(in: 1...3, using: &random)
        let scores = players.map { (record.name(of: $0), Int.random(in: 2...4, using: &random)) }
        try store.commit(makeCommit(CommitID("c\(step)"), hole, scores, by: reporter))
      }
    }
  }

  @Test(arguments: 1...8)
  func `logs that have met export the same bytes, however they met`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed), name: "meet")
    let thirdFile = try LogFile(device: "third")
    let third = try thirdFile.open()
    for log in [other, third] { try store.pass(to: log) }
    let stores = [store, other, third]
    try Self.play(stores, using: &random)
    // One passes on what another made.
    try other.pass(to: third)
    try third.importLines(store.exportLines().shuffled(using: &random))
    try third.pass(to: store)
    try other.importLines(third.exportLines().reversed())
    let lines = try store.exportLines()
    let card = try store.scorecard(of: "r")
    for log in stores {
      #expect(try log.exportLines() == lines)
      #expect(try log.scorecard(of: "r") == card)
      #expect(try log.scorecard(of: "r").disputes == card.disputes)
      let faults = try log.audit().faults
      #expect(faults == [])
    }
    // Somebody new gets all of it in any order of lines or events, in parts or at once.
    let byLines = try LogFile(device: "lines")
    let lineCopy = try byLines.open()
    try lineCopy.importLines(lines.shuffled(using: &random))
    let byEvents = try LogFile(device: "events")
    let eventCopy = try byEvents.open()
    let info = try EventLine.info(of: store.round("r"))
    for event in try store.loggedEvents(of: "r").shuffled(using: &random) {
      let one = RoundLines(round: "r", info: info, lines: [event.line])
      #expect(try eventCopy.merge([one], of: "g").flatMap(\.refused) == [])
    }
    for log in [lineCopy, eventCopy] {
      #expect(try log.exportLines() == lines)
      #expect(try log.scorecard(of: "r") == card)
      let faults = try log.audit().faults
      #expect(faults == [])
    }
  }

  // MARK: - What is not taken in

  @Test(.ofFiles)
  func `what contradicts the log or a rule is refused with its reason, and the rest is taken`()
    throws
  {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let bad: [(LogEvent, String)] = [
      (makeEvent("z.1", "far", 1, strokes: 4), #"event "z.1" is another in the log"#),
      (makeEvent("a.1", "far", 2), #"event "a.1" is another in the log"#),
      (makeEvent("y.3", "far", 2, hole: 10), "the round does not have the hole"),
      (
        makeEvent("z.4", "far", 2, round: "q"),
        #"there is no round "q"; list rounds with `hyzer round list`"#
      ),
      (
        .change(makeChange(.join, "?", entrant: "?", at: 2, by: "far")),
        #"the player name "?" has no letter in it; give a name that can be said"#
      ),
    ]
    let good = [makeEvent("z.1", "far", 1), makeEvent("z.6", "far", 2, hole: 2)]
    let refused = try store.merge([good[0]] + bad.map(\.0) + [good[1]])
    #expect(refused.map(\.id) == bad.map(\.0).map(\.id))
    #expect(refused.map(\.reason) == bad.map(\.1))
    #expect(try store.events(of: "r").map(\.id) == ["z.1", "a.1", "z.6"])
    #expect(try store.round("r").entrants.count == 3)
    // Nothing of it is left, so that its number can still come.
    #expect(try OtherProgram(file.path).text("SELECT count(*) FROM commits") == "2")
    #expect(try store.merge([makeEvent("y.3", "far", 3)]) == [])
  }

  @Test func `a round that is another in the log is refused with all its events`() throws {
    let others = try RoundRecord(
      id: "r", course: "Away", pars: [3], entrants: [.init(Player(name: "Mike"))],
      organiser: "Mike", createdAt: "", startedAt: "")
    let empty = try RoundRecord(
      id: "q", course: "", pars: [3], entrants: [], organiser: "", createdAt: "", startedAt: "")
    let events = [makeEvent("z.1", "far", 1), makeEvent("z.2", "far", 2)]
    #expect(
      try store.merge([
        RoundBatch(round: others, events: events),
        RoundBatch(round: empty, events: [makeEvent("y", "far", 1, round: "q")]),
        RoundBatch(round: store.round("r"), events: [makeEvent("x", "near", 1)]),
      ]).map(\.reason)
        == [
          #"round "r" is another in the log"#, #"round "r" is another in the log"#,
          #"round "q" has no players, so it cannot start; let somebody join"#,
        ])
    #expect(try store.events(of: "r").map(\.id) == ["x"])
    #expect(try store.rounds().map(\.round.id) == ["r"])
  }

  @Test(
    arguments: [
      (#""number":1"#, #""number":0"#), (#""clock":1"#, #""clock":0"#),
      (#""clock":1"#, #""clock":9007199254740993"#),
      (#""number":1"#, #""number":9007199254740993"#),
      (#""device":"this""#, #""device":"""#), (#""device":"this""#, #""device":null"#),
    ])
  func `a line without a place among all is named`(old: String, new: String) throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let line = try #require(try store.exportLines().first).replacing(old, with: new)
    #expect(
      throws: ScoreStoreError.badLine(
        number: 1,
        reason:
          #""number": number and clock go from 1 to 9007199254740992, and the device has an identifier"#
      )
    ) { try other.importLines([line]) }
  }

  @Test func `forged clocks and numbers leave the log at work`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let (last, clock) = (LogPosition.range.upperBound, LogPosition.longestLead + 1)
    try store.read([makeEvent("z", "far", last, clock: clock)])
    try store.commit(makeCommit("b", 2, [(0, 3), (1, 4)]))
    #expect(
      try store.events(of: "r").map(\.position.clock) == [1, clock, clock + 1, clock + 2])
    #expect(
      try store.audit().faults == [#"round "r" lacks events of device "far": 1-\#(last - 1)"#])
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    try other.importLines(store.exportLines())
    #expect(try other.exportLines() == (try store.exportLines()))
  }

  @Test func `a clock far ahead of the round's is refused, and clocks below leave room to resolve`()
    throws
  {
    let limit = LogPosition.longestLead
    let forger: DeviceID = "ffffffff-ffff-ffff-ffff-ffffffffffff"
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    let ahead = makeEvent("z.1", forger, 1, clock: limit + 2)
    let refused = try store.merge([ahead])
    #expect(refused.map(\.cause) == [.badEvent])
    let reason = #"event "z.1": its clock is far ahead of the round's"#
    #expect(refused.map(\.reason) == [reason])
    #expect(throws: ScoreStoreError.badLine(number: 2, reason: reason)) {
      try store.read([makeEvent("y.1", "near", 1, player: "Jake"), ahead])
    }
    #expect(try store.events(of: "r").map(\.id) == ["a.1"])
    #expect(try store.merge([makeEvent("z.1", forger, 1, clock: limit + 1)]) == [])
    #expect(try store.scorecard(of: "r").disputes.count == 1)
    try store.commit(makeCommit("b", 1, [(0, 4)]))
    #expect(try store.scorecard(of: "r").disputes == [])
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 1) == Strokes(4))
    // What came with it is judged together with it, in any order of lines or events.
    #expect(try store.merge([makeEvent("z.2", forger, 2, clock: 2 * limit)]) == [])
    let lines = try store.exportLines()
    try other.importLines(lines.reversed())
    let thirdFile = try LogFile(device: "third")
    let third = try thirdFile.open()
    try store.pass(to: third)
    for log in [other, third] { #expect(try log.exportLines() == lines) }
  }

  // MARK: - Finished, late and deleted

  @Test func `after another device's finish its scores are taken in, and own are refused`() throws {
    try store.pass(to: other)
    try store.finishRound("r", at: "2026-05-01T12:00:00.000Z", early: true)
    try other.commit(makeCommit("b", 1, [(0, 4)]))
    try other.join(.guest(Player(name: "Late")), round: "r")
    try other.pass(to: store)
    #expect(try store.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 1) == Strokes(4))
    #expect(try store.round("r").entrants.count == 4)
    expectRefusal(.roundFinished("r")) { try store.commit(makeCommit("a", 2, [(0, 3)])) }
    try store.pass(to: other)
    expectRefusal(.roundFinished("r")) { try other.commit(makeCommit("c", 2, [(0, 3)])) }
    expectRefusal(.roundFinished("r")) { try other.undo(makeUndoing("u")) }
    #expect(try other.audit().faults == [])
    #expect(try store.audit().faults == [])
    try store.reopenRound("r", makeStamp("open"))
    try store.pass(to: other)
    try other.undo(makeUndoing("u"))
    try other.pass(to: store)
    #expect(try store.exportLines() == (try other.exportLines()))
    #expect(try store.audit().faults == [])
  }

  @Test func `players who are one are so in every log, in whatever order it learns of it`() throws {
    try store.commit(makeCommit("a", 1, [(0, 3), (1, 4)]))
    try store.join(.player("Michael"), round: "r", makeStamp("1"))
    try store.pass(to: other)
    try other.addPlayer(Player(name: "Mickey", pronunciations: ["M IH K IY"]))
    expectRefusal(.playTogether("Jake", "Mike", "r")) {
      try other.mergePlayer(named: "Jake", into: "Mike") { makeStamp("2") }
    }
    #expect(try other.mergePlayer(named: "michael", into: "Mickey") { makeStamp("3") } == ["r"])
    // The round goes on with that name.
    try other.commit(makeCommit("b", 2, [("Mickey", 5)]))
    // Somebody new learns of it before the joining.
    let file = try LogFile(device: "third")
    let third = try file.open()
    try other.pass(to: store)
    let lines = try other.loggedEvents(of: "r").reversed().map(\.line)
    let info = try EventLine.info(of: other.round("r"))
    #expect(
      try third.merge([RoundLines(round: "r", info: info, lines: lines)], of: "g")
        .flatMap(\.refused) == [])
    try other.pass(to: third)
    for log in [store, other, third] {
      #expect(try log.players().map(\.name) == ["Jake", "Mickey", "Mike"])
      #expect(try log.player(named: "Michael").pronunciations == ["M IH K IY"])
      #expect(try log.rounds(ofPlayer: "Michael").map(\.id) == ["r"])
      #expect(try log.round("r").entrants.last?.player.name == "Mickey")
      #expect(try log.audit().isClean)
      #expect(try log.exportLines() == (try store.exportLines()))
    }
  }

  @Test func `a player is known under another name, whichever log gave it`() throws {
    try store.makeRound("first", [.player("Sam")])
    try other.importLines(store.started("first"))
    try store.changePlayer(named: "Sam", to: Player(name: "Samuel"))
    try store.makeRound("second", [.player("Samuel"), .guest(Player(name: "Sam"))])
    try other.importLines(store.started("second"))
    #expect(try other.players().map(\.name).filter { $0.hasPrefix("Sam") } == ["Sam"])
    #expect(try other.round("second").entrants.map(\.player.name) == ["Samuel", "Sam"])
    // Who has the name of old from now on is somebody else.
    try store.makeRound("third", [.player("Sam")])
    try other.importLines(store.started("third"))
    for (log, name) in [(store, "Samuel"), (other, "Sam")] {
      #expect(try Set(log.rounds(ofPlayer: name).map(\.id)).isSuperset(of: ["first", "second"]))
      #expect(try log.audit().isClean)
    }
    // There both had the name; here they have two.
    #expect(try store.rounds(ofPlayer: "Sam").map(\.id) == ["third"])
    #expect(try other.exportLines() == (try store.exportLines()))
  }

  @Test func `who was registered in two logs is known in both by what either calls them`() throws {
    for log in [store, other] { try log.addPlayer(Player(name: "Sam")) }
    #expect(try store.identity(ofPlayer: "Sam") != (try other.identity(ofPlayer: "Sam")))
    try store.makeRound("first", [.player("Sam")])
    try other.importLines(store.started("first"))
    try other.makeRound("second", [.player("Sam")])
    try store.importLines(other.started("second"))
    #expect(try store.identity(ofPlayer: "Sam") == (try other.identity(ofPlayer: "Sam")))
    try other.changePlayer(named: "Sam", to: Player(name: "Samuel"))
    try other.makeRound("third", [.player("Samuel")])
    try store.importLines(other.started("third"))
    #expect(try store.rounds(ofPlayer: "Sam").map(\.id).sorted() == ["first", "second", "third"])
    #expect(try store.players().map(\.name).filter { $0.hasPrefix("Sam") } == ["Sam"])
    // What is no identity, and what anybody may write there, finds nobody.
    let (lines, identity) = (
      try store.started("first"), try #require(try store.round("first").entrants[0].identity)
    )
    for (number, text) in ["%", "", "_", "\"", "x", String(repeating: "x", count: 300)].enumerated()
    {
      let odd = try #require(lines.first).replacing("first", with: "odd \(number)")
        .replacing("\"Sam\"", with: "\"Odd \(number)\"")
        .replacing("\"\(identity)\"", with: text.json)
      try other.importLines([odd])
      #expect(try other.rounds(ofPlayer: "Samuel").count == 3, "\(text)")
      #expect(try other.rounds(ofPlayer: "Odd \(number)").count == 1, "\(text)")
    }
    #expect(try other.audit().isClean)
  }

  @Test func `a course that is called something else is the same, in lists and in the season`()
    throws
  {
    let pars = Array(repeating: 3, count: 9)
    try store.addCourse(Course(name: "Mill", pars: pars))
    let play = { (log: ScoreStore, round: RoundID, course: String) in
      try log.createRound(
        round, course: log.course(named: course), organiser: "Mike", joining: [.player("Mike")],
        at: "2026-05-0\(round.rawValue.count)T09:00:00.000Z")
      for hole in 1...9 {
        try log.commit(makeCommit(CommitID("\(round)-\(hole)"), hole, [("Mike", 3)], round: round))
      }
      try log.finishRound(round, makeStamp(ChangeID("end \(round)")))
    }
    try play(store, "a", "Mill")
    try other.importLines(store.exportLines(round: "a"))
    try store.changeCourse(named: "Mill", to: Course(name: "Mill Pond", pars: pars))
    try play(store, "bb", "Mill Pond")
    try other.importLines(store.exportLines(round: "bb"))
    #expect(try other.courses().map(\.name).filter { $0.hasPrefix("Mill") } == ["Mill"])
    #expect(try store.courses().map(\.name).filter { $0.hasPrefix("Mill") } == ["Mill Pond"])
    for (log, name) in [(store, "Mill Pond"), (other, "Mill")] {
      let season = try #require(try log.seasons(of: log.rounds()) { _ in 2026 }.first)
      #expect(season.courses.map(\.course) == [name])
      #expect(season.courses.first?.lines.map(\.record.rounds) == [2])
      #expect(try log.audit().isClean)
    }
    // One that is made again under the name is another.
    try store.removeCourse(named: "Mill Pond")
    try store.addCourse(Course(name: "Mill", pars: pars))
    try play(store, "ccc", "Mill")
    let season = try #require(try store.seasons(of: store.rounds()) { _ in 2026 }.first)
    #expect(season.courses.map(\.course) == ["Mill", "Mill Pond"])
  }

  @Test func `who makes two one in opposite directions has one in each log`() throws {
    for name in ["Ann", "Anna"] { try store.addPlayer(Player(name: name)) }
    try store.createRound(
      "q", course: Course.seeded[0], organiser: "Ann", joining: [.player("Ann"), .player("Mike")],
      at: "2026-05-01T09:00:00.000Z")
    try store.commit(makeCommit("a", 1, [("Ann", 3)], round: "q", by: "Ann"))
    try other.importLines(store.exportLines(round: "q"))
    try other.addPlayer(Player(name: "Anna"))
    try store.mergePlayer(named: "Ann", into: "Anna") { makeStamp("1") }
    try other.mergePlayer(named: "Anna", into: "Ann") { makeStamp("2") }
    try other.importLines(store.exportLines(round: "q"))
    try store.importLines(other.exportLines(round: "q"))
    #expect(try store.players().map(\.name).filter { $0.hasPrefix("An") } == ["Anna"])
    #expect(try other.players().map(\.name).filter { $0.hasPrefix("An") } == ["Ann"])
    for log in [store, other] {
      for name in ["Ann", "Anna"] {
        #expect(try log.rounds(ofPlayer: name).map(\.id) == ["q"])
      }
    }
  }

  @Test func `a round that another device deleted is hidden, until that one restores it`() throws {
    try store.pass(to: other)
    try other.setCurrentHole(CurrentHole(round: "r", hole: 1))
    try store.deleteRound("r", makeStamp("1"))
    try other.commit(makeCommit("a", 1, [(0, 3)]))
    try store.pass(to: other)
    #expect(try other.rounds().map(\.round.isDeleted) == [true])
    #expect(try other.currentHole() == nil)
    expectRefusal(.roundDeleted("r")) { try other.commit(makeCommit("b", 1, [(0, 4)])) }
    try store.restoreRound("r", makeStamp("2"))
    try other.pass(to: store)
    try store.pass(to: other)
    #expect(try other.scorecard(of: "r").strokes(of: PlayerID(0), onHole: 1) == Strokes(3))
    #expect(try other.exportLines() == (try store.exportLines()))
  }
}
