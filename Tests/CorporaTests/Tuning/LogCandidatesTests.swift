import Golf
import Language
import Testing

@testable import Corpora

@Suite struct `Names in the score log` {
  private func roster() throws -> Roster {
    try Roster([
      Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Sarah"),
    ])
  }

  @Test func `an utterance means what its events were corrected to`() throws {
    let events = [
      ExportedScore(
        id: "1", player: "Jake", hole: 3, strokes: 4, reportedBy: "Sarah", transcript: "jake four",
        at: "t1"),
      ExportedScore(id: "2", player: "Jake", hole: 3, strokes: 5, supersedes: "1"),
      ExportedScore(id: "3", player: "Mike", hole: 3, strokes: 4, supersedes: "2"),
      ExportedScore(
        id: "4", player: "Sarah", hole: 3, strokes: 3, device: "phone",
        transcript: "sarah three jake two", at: "t2"),
      ExportedScore(
        id: "5", player: "Jake", hole: 3, strokes: 2, device: "phone",
        transcript: "sarah three jake two", at: "t2"),
      ExportedScore(id: "6", player: "Nobody", hole: 3, strokes: 2, transcript: "nobody two"),
    ]
    #expect(
      LoggedUtterance.utterances(of: events, roster: try roster()) == [
        LoggedUtterance(
          transcript: "jake four", hole: 3, speaker: "Sarah",
          scores: [.init(player: PlayerID(0), strokes: 4)]),
        LoggedUtterance(
          transcript: "sarah three jake two", hole: 3, speaker: "phone",
          scores: [
            .init(player: PlayerID(2), strokes: 3), .init(player: PlayerID(1), strokes: 2),
          ]),
      ])
  }

  @Test func `a score that was taken back says nothing`() throws {
    let events = [
      // All of it was taken back, and something else was said then.
      ExportedScore(
        id: "1", player: "Jake", hole: 3, strokes: 4, transcript: "jake four", at: "t1"),
      ExportedScore(
        id: "2", player: "Jake", hole: 3, strokes: nil, supersedes: "1", takesBack: "1",
        transcript: "undo", at: "t2"),
      ExportedScore(
        id: "3", player: "Jake", hole: 3, strokes: 5, supersedes: "2", transcript: "jake five",
        at: "t3"),
      // A correction was taken back: what was corrected stands again.
      ExportedScore(
        id: "4", player: "Sarah", hole: 3, strokes: 3, transcript: "sarah three", at: "t4"),
      ExportedScore(
        id: "5", player: "Sarah", hole: 3, strokes: 2, supersedes: "4", transcript: "sarah two",
        at: "t5"),
      ExportedScore(
        id: "6", player: "Sarah", hole: 3, strokes: 3, supersedes: "5", takesBack: "5",
        transcript: "undo", at: "t6"),
      // A log that does not say what was taken back.
      ExportedScore(id: "7", player: "Mike", hole: 3, strokes: 2, transcript: "mike two", at: "t7"),
      ExportedScore(id: "8", player: "Mike", hole: 3, strokes: nil, supersedes: "7"),
    ]
    #expect(
      LoggedUtterance.utterances(of: events, roster: try roster()) == [
        LoggedUtterance(
          transcript: "jake five", hole: 3, speaker: nil,
          scores: [.init(player: PlayerID(1), strokes: 5)]),
        LoggedUtterance(
          transcript: "sarah three", hole: 3, speaker: nil,
          scores: [.init(player: PlayerID(2), strokes: 3)]),
      ])
  }

  @Test func `a log that goes in circles ends`() throws {
    let events = [
      ExportedScore(
        id: "1", player: "Jake", hole: 3, strokes: 4, supersedes: "2", transcript: "jake four"),
      ExportedScore(id: "2", player: "Sarah", hole: 3, strokes: 4, supersedes: "1"),
    ]
    #expect(
      LoggedUtterance.utterances(of: events, roster: try roster()).map(\.scores) == [
        [.init(player: PlayerID(2), strokes: 4)]
      ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let label: [String: Int]
    let acceptsNear: Bool
    let found: [String]
    var testDescription: String { text }

    init(_ text: String, _ label: [String: Int], near: Bool = false, _ found: [String]) {
      self.text = text
      self.label = label
      acceptsNear = near
      self.found = found
    }
  }

  @Test(arguments: [
    Case("captain three", ["Michael": 3], ["captain"]),
    Case("captain three jake four", ["Michael": 3, "Jake": 4], ["captain"]),
    Case("jake four", ["Michael": 4], ["jake"]),
    Case("jake four", ["Jake": 4], []),
    Case("captain three", ["Michael": 4], []),
    Case("captain three boss three", ["Michael": 3], []),
    Case("michel three", ["Michael": 3], near: false, []),
    Case("michel three", ["Michael": 3], near: true, ["michel"]),
    Case("mike three", ["Michael": 3], near: true, []),
    Case("everyone three", ["Michael": 3, "Jake": 3, "Sarah": 3], near: true, []),
  ])
  func `a word is taken for a name where nothing else can be meant`(_ row: Case) throws {
    let round = try Round(roster: try roster())
    let label = row.label.sorted { $0.key < $1.key }.compactMap { name, strokes in
      round.roster.player(named: name).map { (player: $0, strokes: strokes) }
    }
    let found = AliasEvidence.find(
      in: row.text, result: UtteranceParser(round: round).parse(row.text, input: .spoken),
      label: label, roster: round.roster, acceptsNear: row.acceptsNear)
    #expect(found.map(\.alias) == row.found)
    #expect(found.allSatisfy { $0.player == PlayerID(0) })
  }
}
