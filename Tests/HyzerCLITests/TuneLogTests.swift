import Measuring
import ScoreLog
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `Lines of the score log` {
  private func event(
    _ id: String, _ player: String, _ strokes: Int?, corrects: String? = nil,
    takesBack: String? = nil, by reporter: String = "", on device: String = "",
    said transcript: String? = nil, at: String = "t0"
  ) -> ScoreEvent {
    ScoreEvent(
      id: EventID(id),
      position: LogPosition(clock: Int(id) ?? 1, device: "d", number: Int(id) ?? 1),
      round: RoundID("r"), player: player, hole: 3, result: strokes.flatMap(holeResult),
      kind: takesBack == nil ? .score : .takeBack,
      supersedes: corrects.map { [EventID($0)] } ?? [],
      takesBack: takesBack.map { EventID($0) }, reportedBy: reporter, deviceName: device,
      input: transcript == nil ? .typed : .voice, transcript: transcript, at: at)
  }

  /// The lines as "jake four: Michael 4, said by Sarah".
  private func lines(_ events: [ScoreEvent]) throws -> [String] {
    let round = try Round(
      roster: Roster([
        Player(name: "Michael", aliases: ["Mike"]), Player(name: "Jake"), Player(name: "Sarah"),
      ]))
    return TuneLog.utterances(of: events, round: round, corpus: 0).map { line in
      "\(line.transcript ?? ""): "
        + line.scores.map { "\($0.player) \($0.strokes)" }.joined(separator: ", ")
        + (line.tags["speaker"].map { ", said by \($0)" } ?? "")
    }
  }

  @Test func `an utterance means what its events were corrected to`() throws {
    #expect(
      try lines([
        event("1", "Jake", 4, by: "Sarah", said: "jake four", at: "t1"),
        event("2", "Jake", 5, corrects: "1"), event("3", "Mike", 4, corrects: "2"),
        event("4", "Sarah", 3, on: "phone", said: "sarah three jake two", at: "t2"),
        event("5", "Jake", 2, on: "phone", said: "sarah three jake two", at: "t2"),
        event("6", "Nobody", 2, said: "nobody two"),
      ]) == [
        "jake four: Michael 4, said by Sarah",
        "sarah three jake two: Sarah 3, Jake 2, said by phone",
      ])
  }

  @Test func `a score that was taken back says nothing`() throws {
    #expect(
      try lines([
        // All of it was taken back, and something else was said then.
        event("1", "Jake", 4, said: "jake four", at: "t1"),
        event("2", "Jake", nil, corrects: "1", takesBack: "1", said: "undo", at: "t2"),
        event("3", "Jake", 5, corrects: "2", said: "jake five", at: "t3"),
        // A correction was taken back: what was corrected stands again.
        event("4", "Sarah", 3, said: "sarah three", at: "t4"),
        event("5", "Sarah", 2, corrects: "4", said: "sarah two", at: "t5"),
        event("6", "Sarah", 3, corrects: "5", takesBack: "5", said: "undo", at: "t6"),
        // A log that does not say what was taken back.
        event("7", "Mike", 2, said: "mike two", at: "t7"), event("8", "Mike", nil, corrects: "7"),
        // One has no score, and another one turned out to have none.
        event("9", "Mike", 3, said: "mike three jake dnf", at: "t9"),
        event("10", "Jake", 0, said: "mike three jake dnf", at: "t9"),
        event("11", "Sarah", 4, said: "sarah four", at: "t11"),
        event("12", "Sarah", 0, corrects: "11"),
      ]) == ["jake five: Jake 5", "sarah three: Sarah 3", "mike three jake dnf: Michael 3"])
  }

  @Test func `a log that goes in circles ends`() throws {
    #expect(
      try lines([
        event("1", "Jake", 4, corrects: "2", said: "jake four"),
        event("2", "Sarah", 4, corrects: "1"),
      ]) == ["jake four: Sarah 4"])
  }
}
