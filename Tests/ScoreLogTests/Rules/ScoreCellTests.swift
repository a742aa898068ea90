import ScoreLog
import TestSupport
import Testing

/// What claims come to, as "4? 4B 3A": the strokes that stand, a question mark where they are disputed,
/// and the claims with their devices, that which stands first.
private func outcome(_ claims: [ScoreEvent], isDisputed: Bool) -> String {
  func strokes(_ event: ScoreEvent) -> String { "\(event.result?.strokes?.count ?? 0)" }
  let standing = claims.first.map(strokes) ?? "-"
  return
    ([standing + (isDisputed ? "?" : "")]
    + claims.map { strokes($0) + $0.position.device.rawValue }).joined(separator: " ")
}

@Suite struct `What devices say of a score` {
  /// What happened, the events, and what they come to; "=1" makes events of the same moment.
  private static let cases = """
    nothing was said | | -
    one device | a Mike 1 3 | 3 3A
    same strokes, no link: one score | a Mike 1 3, b Mike 1 3 #B =1 | 3 3B 3A
    other strokes, no link: disputed | a Mike 1 3, b Mike 1 4 #B =1 | 4? 4B 3A
    the later claim stands meanwhile | a Mike 1 3 =2, b Mike 1 4 #B =1 | 3? 3A 4B
    own correction | a Mike 1 3, b Mike 1 4 >a | 4 4A
    own correction, whatever the links | a Mike 1 3, b Mike 1 4 | 4 4A
    a link to another device's, other strokes: disputed | a Mike 1 3, b Mike 1 4 >a #B | 4? 4B 3A
    a link to another device's, same strokes | a Mike 1 3, b Mike 1 3 >a #B | 3 3B 3A
    no score differs from strokes | a Mike 1 3, b Mike 1 0 >a #B | 0? 0B 3A
    who differed agrees | a Mike 1 3, b Mike 1 4 #B =1, c Mike 1 4 >a+b | 4 4A 4B
    one of three differs still | a Mike 1 3, b Mike 1 4 #B =1, c Mike 1 4 >a+b #C | 4? 4C 4B 3A
    a resolution | a Mike 1 3, b Mike 1 4 #B =1, r Mike 1 3 >a+b #O ! | 3 3O
    on one of the devices | a Mike 1 3, b Mike 1 4 #B =1, r Mike 1 4 >a+b ! | 4 4A
    of a score that neither had | a Mike 1 3, b Mike 1 4 #B =1, r Mike 1 7 >a+b #O ! | 7 7O
    a resolution of one side only | a Mike 1 3, b Mike 1 4 #B =1, r Mike 1 3 >a #O ! | 3? 3O 4B
    all that a device said before is reached | a Mike 1 3, b Mike 1 4 >a, r Mike 1 5 >b #O ! | 5 5O
    also without a link | a Mike 1 3, b Mike 1 4, r Mike 1 5 >b #O ! | 5 5O
    what it said after is not | a Mike 1 3, b Mike 1 4 >a, r Mike 1 5 >a #O ! | 5? 5O 4A
    through the links of others | a Mike 1 3, b Mike 1 4 >a #B, r Mike 1 5 >b #O ! | 5 5O
    through those of three | a Mike 1 3, b Mike 1 4 >a #B, c Mike 1 6 >b #C, r Mike 1 5 >c #O ! | 5 5O
    through what was taken back | a Mike 1 3, b Mike 1 4 >a #B, c Mike 1 - >b <b #B, r Mike 1 5 >c #O ! | 5 5O
    not known then: disputed again | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 #B =2 | 4? 4O 5B
    also where it is later than the resolution | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 #B =9 | 4? 4O 5B
    the same as was resolved | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 4 #B =9 | 4 4O 4B
    a correction stands not over a resolution | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 >r #B | 4? 4O 5B
    nor one of who was resolved | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 >r | 4? 4O 5A
    a second resolution | a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 >r #B, s Mike 1 5 >b #O ! | 5 5O
    the organiser's own word after it | a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 5 >r #O | 5 5O
    two organisers apart: disputed | a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 5 >a #P ! =2 | 5? 5P 4O
    and resolved again | a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 5 >a #P ! =2, t Mike 1 4 >r+s #O ! | 4 4O
    two organisers who agree | a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 4 >a #P ! =2 | 4 4P 4O
    taken back: claims nothing | a Mike 1 3, b Mike 1 - >a <a | -
    taken back: what its device said before stands | a Mike 1 3, b Mike 1 4 >a, c Mike 1 3 >b <b | 3 3A
    taken back: another device's stands | a Mike 1 3, b Mike 1 4 >a #B, c Mike 1 3 >b <b #B | 3 3A
    no word of its own, though it names a result | a Mike 1 3, b Mike 1 4 >a #B, c Mike 1 7 >b <b #B | 3 3A
    and said again | a Mike 1 3, b Mike 1 - >a <a, c Mike 1 5 >b | 5 5A
    the one before taken back | a Mike 1 3, b Mike 1 4 >a, c Mike 1 3 >b <a | 4 4A
    both taken back | a Mike 1 3, b Mike 1 4 >a, c Mike 1 3 >b <b, d Mike 1 - >c <a | -
    a resolution taken back: disputed again | a Mike 1 3, b Mike 1 4 #B =1, r Mike 1 3 >a+b #O !, u Mike 1 4 >r <r #O | 4? 4B 3A
    the resolution before it stands | a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 5 >r #O !, u Mike 1 4 >s <s #O | 4 4O
    another device takes nothing back | a Mike 1 3, b Mike 1 - >a <a #B | 3 3A
    nor with a result, which it claims | a Mike 1 3, b Mike 1 4 >a <a #B | 4? 4B 3A
    taken back before it came | b Mike 1 - >a <a =2/2 | -
    links to what is not there | a Mike 1 3 >x+y, r Mike 1 4 >a+z #O ! | 4 4O
    a link to what came later reaches nothing | a Mike 1 3 =5, r Mike 1 4 >a #O ! =2 | 4? 4O 3A
    a circle of links | a Mike 1 3 >c, b Mike 1 4 >a #B, c Mike 1 5 >b #C | 5? 5C 4B 3A
    a circle of resolutions | a Mike 1 3 >c !, b Mike 1 4 >a ! #B, c Mike 1 5 >b ! #C | 5 5C
    a link to itself | a Mike 1 3 >a ! | 3 3A
    a disk was put back | a Mike 1 3 =1/1, b Mike 1 4 =1/1 | 4? 4A 3A
    and the first history goes on | a Mike 1 3 =1/1, b Mike 1 4 =1/1, c Mike 1 5 >a =2/2 | 5? 5A 4A
    and takes back | a Mike 1 3 =1/1, b Mike 1 4 =1/1, c Mike 1 - >a <a =2/2 | 4 4A
    and somebody corrects both | a Mike 1 3 =1/1, b Mike 1 4 =1/1, c Mike 1 5 >a+b =2/2 | 5 5A
    and both say the same | a Mike 1 3 =1/1, b Mike 1 3 =1/1 | 3 3A 3A
    and a resolution knew of one | a Mike 1 3 =1/1, b Mike 1 4 =1/1, r Mike 1 6 >a =2/1 #O ! | 6? 6O 4A
    of it another hole's numbers tell | a Mike 1 3 =1/1, b Mike 1 4 =3/2, c Mike 2 4 =1/1 | 4? 4A 3A
    """.split(separator: "\n").map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0.drop { $0 == " " }) }
      return (what: parts[0], script: parts[1], outcome: parts[2])
    }

  @Test(arguments: cases)
  func `the score that stands and the dispute follow from the events in any order`(
    what: String, script: String, expected: String
  ) throws {
    let events = makeEvents(script)
    for order in orders(of: events) {
      var card = Scorecard(try makeRecord())
      for event in order { card.apply(event) }
      #expect(card == Scorecard(card.round, replaying: events))
      let cell = card.cell(of: PlayerID(0), onHole: 1)
      #expect(outcome(cell.claims, isDisputed: cell.isDisputed) == expected)
    }
    let oracle = Oracle(events.filter { $0.hole == 1 }, forked: Oracle.forked(events))
    #expect(outcome(oracle.claims, isDisputed: oracle.isDisputed) == expected)
  }

  @Test func `an event that differs from the one that is there does not replace it`() {
    var cell = ScoreCell()
    let event = makeEvent("a", "Mike", 1, 3)
    cell.insert(event)
    cell.insert(makeEvent("a", "Mike", 1, 4))
    #expect(cell.events == [event])
  }

  @Test(
    arguments: [
      ("", []), ("a Mike 1 3", ["a"]), ("a Mike 1 3, b Mike 1 4 >a", ["b"]),
      ("a Mike 1 3, b Mike 1 4 #B =1, c Mike 1 4 #C =1", ["a", "b", "c"]),
      ("a Mike 1 3, b Mike 1 4 >a #B, c Mike 1 4 >a #C", ["b", "c"]),
      ("a Mike 1 3, b Mike 1 4 #B =1, c Mike 1 4 >b+a #C", ["c"]),
      ("a Mike 1 3, b Mike 1 - >a <a", ["b"]), ("a Mike 1 3 >z", ["a"]),
      // Whatever the links say, the heads lead to all.
      ("a Mike 1 3 >a", ["a"]), ("a Mike 1 3 >b, b Mike 1 4 >a #B", ["b"]),
    ] as [(String, [EventID])])
  func `the heads are what no later event supersedes`(script: String, heads: [EventID]) {
    for order in orders(of: makeEvents(script)) {
      var cell = ScoreCell()
      for event in order { cell.insert(event) }
      #expect(cell.heads == heads)
    }
  }

  @Test func `disputes are listed hole by hole, in the roster's order`() throws {
    let card = Scorecard(
      try makeRecord(),
      replaying: makeEvents(
        """
        a Jake 2 3, b Jake 2 4 #B =1, c Ann 1 3, d Ann 1 5 #B =1, e Mike 1 3,\
         f Jake 1 2, g Jake 1 4 #C =1, h Mike 1 3 #C
        """))
    #expect(card.disputes.map(\.hole) == [1, 1, 2])
    #expect(card.disputes.map(\.player) == [PlayerID(1), PlayerID(2), PlayerID(1)])
    #expect(card.disputes.map { $0.claims.map(\.id) } == [["f", "g"], ["c", "d"], ["b", "a"]])
  }
}

@Suite struct `Scores entered on several devices` {
  /// Enters a score of Mike on hole 1 on a card of a script's events, and returns the event as
  /// "4 score b+a"; nothing where there is none.
  private static func entered(
    _ strokes: Int, by reporter: String, on device: DeviceID, after script: String,
    organiser: String = "Mike", input: ScoreEvent.Input = .typed
  ) throws -> String {
    let card = Scorecard(try makeRecord(organiser: organiser), replaying: makeEvents(script))
    let commit = ScoreCommit(
      id: "c", round: "r", hole: 1,
      scores: [
        .init(player: "Mike", result: try #require(holeResult(strokes)), input: input)
      ],
      reportedBy: reporter, deviceName: "", at: "")
    let events = try commit.events(on: card, from: LogPosition(clock: 9, device: device, number: 9))
    return events.map { event in
      let links = event.supersedes.map(\.rawValue).joined(separator: "+")
      return "\(event.result?.strokes?.count ?? 0) \(event.kind) \(links)"
    }.joined()
  }

  @Test(
    arguments: [
      (3, "Jake", "A", "", "3 score "), (3, "Mike", "A", "", "3 score "),
      (3, "Jake", "A", "a Mike 1 4", "3 score a"), (3, "Mike", "A", "a Mike 1 4", "3 score a"),
      // Over what another device said, the organiser's word is a choice.
      (3, "Jake", "B", "a Mike 1 4", "3 score a"), (3, "mike", "B", "a Mike 1 4", "3 resolution a"),
      // Who confirms it has a claim, which chooses nothing.
      (3, "Mike", "B", "a Mike 1 3", "3 score a"), (3, "Jake", "B", "a Mike 1 3", "3 score a"),
      (3, "Mike", "A", "a Mike 1 3", ""), (3, "Jake", "A", "a Mike 1 3", ""),
      (4, "Mike", "A", "a Mike 1 3, b Mike 1 4 #B =1", "4 resolution a+b"),
      (3, "Mike", "A", "a Mike 1 3, b Mike 1 4 #B =1", "3 resolution a+b"),
      (7, "Mike", "O", "a Mike 1 3, b Mike 1 4 #B =1", "7 resolution a+b"),
      // Who said so already has nothing to add, and who has not agrees.
      (4, "Jake", "A", "a Mike 1 3, b Mike 1 4 #B =1", "4 score a+b"),
      (4, "Jake", "B", "a Mike 1 3, b Mike 1 4 #B =1", ""),
      (4, "Jake", "C", "a Mike 1 3, b Mike 1 4 #B =1", "4 score a+b"),
      (3, "Jake", "A", "a Mike 1 3, b Mike 1 4 #B =1", "3 score a+b"),
      (4, "Mike", "B", "a Mike 1 3, b Mike 1 4 #B =1", "4 resolution a+b"),
      // A circle of forged links does not keep the organiser from choosing.
      (4, "Mike", "O", "a Mike 1 3 >b, b Mike 1 4 >a #B", "4 resolution b"),
    ] as [(Int, String, DeviceID, String, String)])
  func `an event supersedes all heads, and is the organiser's choice where another device spoke`(
    strokes: Int, reporter: String, device: DeviceID, script: String, expected: String
  ) throws {
    #expect(
      try Self.entered(strokes, by: reporter, on: device, after: script) == expected)
  }

  @Test(
    arguments: [
      ("", .picked, "A", "4 resolution a+b"), ("", .typed, "A", "4 score a+b"),
      ("", .picked, "B", "4 resolution a+b"), ("Mike", .picked, "A", "4 score a+b"),
    ] as [(String, ScoreEvent.Input, DeviceID, String)])
  func `in a round of which nobody is the organiser, whoever picks a score decides`(
    organiser: String, input: ScoreEvent.Input, device: DeviceID, expected: String
  ) throws {
    let disputed = "a Mike 1 3, b Mike 1 4 #B =1"
    #expect(
      try Self.entered(
        4, by: "Jake", on: device, after: disputed, organiser: organiser, input: input)
        == expected)
    // Over its own word nothing is to be decided.
    #expect(
      try Self.entered(
        4, by: "Jake", on: "A", after: "a Mike 1 3", organiser: organiser, input: input)
        == "4 score a")
  }

  @Test(
    arguments: [
      "a Mike 1 3, b Mike 1 4 #B =1", "a Mike 1 3 >b, b Mike 1 4 >a #B",
      "a Mike 1 3 >c, b Mike 1 4 >a #B, c Mike 1 5 >b #C",
      "a Mike 1 3, r Mike 1 4 >a #O !, s Mike 1 5 >a #P ! =2",
      "a Mike 1 3, r Mike 1 4 >a #O !, b Mike 1 5 >r #B",
    ])
  func `the organiser's choice ends every dispute, and taken back brings it back`(script: String)
    throws
  {
    let record = try makeRecord()
    var events = makeEvents(script)
    let before = Scorecard(record, replaying: events)
    #expect(before.disputes.count == 1)
    events += try makeCommit("c", 1, [(0, 8)]).events(on: before, from: events.next(by: "O"))
    let after = Scorecard(record, replaying: events)
    #expect(after.disputes == [])
    #expect(after.strokes(of: PlayerID(0), onHole: 1) == Strokes(8))
    let undoing = try #require(Undoing(on: after, by: "O"))
    #expect(undoing.changes.map(\.to) == [before.result(of: PlayerID(0), onHole: 1)])
    events += undoing.events(makeUndoing("u"), on: after, from: events.next(by: "O"))
    #expect(Scorecard(record, replaying: events).disputes == before.disputes)
  }

  @Test func `a device takes back its own last commit, whatever others said since`() throws {
    let record = try makeRecord()
    let events = makeEvents("a.1 Mike 1 3, b.1 Mike 1 4 >a.1 #B, c.1 Jake 1 5 #B")
    let card = Scorecard(record, replaying: events)
    let own = try #require(Undoing(on: card, by: "A"))
    #expect(own.commit == "a")
    #expect(own.changes.map(\.to) == [holeResult(4)])
    #expect(Undoing(on: card, by: "B")?.commit == "c")
    #expect(Undoing(on: card, by: "C") == nil)
    let taken = own.events(makeUndoing("u"), on: card, from: events.next(by: "A"))
    #expect(taken.map(\.supersedes) == [["b.1"]])
    let after = Scorecard(record, replaying: events + taken)
    #expect(after.disputes == [])
    #expect(after.strokes(of: PlayerID(0), onHole: 1) == Strokes(4))
  }
}
