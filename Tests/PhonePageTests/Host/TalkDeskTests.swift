import DiscGolf
import HyzerBase
import ScoreLog
import TestSupport
import Testing

@testable import PhonePage

@Suite(.timeLimit(.minutes(5))) struct TalkDeskTests {
  /// What a phone shows after "Mike three, Jake four".
  static let shown = TalkDraft(
    .success, hole: 7,
    rows: [
      TalkDraft.Row(player: "Michael", result: holeResult(3), confidence: 0.99),
      TalkDraft.Row(player: "Jake", result: holeResult(4), confidence: 0.99),
    ], transcript: "mike three jake four", window: 1.5)

  @Test(arguments: [16_000, 44_100, 48_000])
  func `what is said into a phone comes back as scores`(rateHz: Int) throws {
    let table = try TalkTable()
    let samples = try TalkSample.converted(
      TalkSample.recording("pairs.flac"), toHz: rateHz)
    let draft = try table.draft(samples, rateHz: rateHz)
    #expect(draft.scores == ["Michael 3", "Jake 4"])
    #expect(draft.result == .success)
    #expect(draft.hole == 7)
    #expect(draft.transcript == "mike three jake four")
    #expect(draft.window == 1.5)
    #expect(draft.rules == (try TalkSample.rules()))
    #expect(draft.rows.allSatisfy { $0.confidence > 0.5 && $0.replaces == nil })
  }

  @Test func `the window is as long as on the host's own screen`() throws {
    let table = try TalkTable(window: .milliseconds(2250))
    let draft = try table.draft(TalkSample.recording("pairs.flac"))
    #expect(draft.window == 2.25)
    #expect([draft.rules?.window, draft.rules?.longWindow] == [2.25, 4.5])
  }

  @Test func `a score of 0.97 waits twice as long, whatever the phone says of time`() throws {
    var shown = Self.shown
    shown.rows[1].confidence = 0.97
    shown.window = 0.1
    let draft = try TalkTable().draft(TalkSample.saying("Mike five"), shown: shown)
    #expect(draft.scores == ["Michael 5", "Jake 4"])
    #expect(draft.window == 3)
    #expect(draft.rules == (try TalkSample.rules()))
  }

  @Test func `words are reported while somebody speaks`() throws {
    let table = try TalkTable()
    let frames = TalkTable.frames(try TalkSample.recording("pairs.flac"), rateHz: 16_000)
    try table.begin(1)
    // What comes at once is not heard word by word, so the first part has to be heard first.
    for (number, frame) in frames.prefix(60).enumerated() { table.send(frame, number, 1) }
    let words = try table.words(1)
    for (number, frame) in frames.enumerated().dropFirst(60) { table.send(frame, number, 1) }
    table.end(1)
    guard case .draft(let draft) = try table.outcome(1).end else { throw TalkSample.NoReply() }
    #expect(draft.transcript.hasPrefix(words))
    #expect(!words.isEmpty)
  }

  @Test func `the last words count also where the phone ends in the middle of its silence`() throws
  {
    let table = try TalkTable()
    let samples = try TalkSample.recording("pairs.flac")
    // The recording ends within 0.1 s of its last word.
    let last = try #require(samples.lastIndex { abs(Int($0)) > 1000 })
    let draft = try table.draft(Array(samples[...last]))
    #expect(draft.scores == ["Michael 3", "Jake 4"])
  }

  @Test func `several utterances of a talk are one draft, and a later score stands`() throws {
    let table = try TalkTable()
    let pause = TalkSample.silence(1.5)
    let draft = try table.draft(
      TalkSample.recording("pairs.flac") + pause + TalkSample.recording("birdie.flac") + pause)
    #expect(draft.scores == ["Michael 3", "Jake 4", "Sarah 2"])
    #expect(draft.transcript == "mike three jake four, sarah birdie")
    #expect(draft.result == .success)
  }

  @Test func `rows say what they replace, and wait longer for it`() throws {
    let table = try TalkTable(scores: [("Michael", 5)])
    let draft = try table.draft(TalkSample.recording("pairs.flac"))
    #expect(draft.rows.map(\.replaces) == [holeResult(5), nil])
    #expect(draft.window == 3)
  }

  @Test func `two who speak at once are both heard by one thread`() throws {
    let table = try TalkTable()
    let (one, other) = (
      TalkTable.frames(try TalkSample.recording("pairs.flac"), rateHz: 16_000),
      TalkTable.frames(try TalkSample.recording("list.flac"), rateHz: 16_000)
    )
    try table.begin(1)
    try table.begin(2, hole: 8)
    for number in 0..<60 {
      table.send(one[number], number, 1)
      table.send(other[number], number, 2)
    }
    // Each is heard before either is over.
    #expect(try table.words(1).hasPrefix("mike"))
    #expect(try table.words(2).hasPrefix("mike"))
    for number in 60..<one.count { table.send(one[number], number, 1) }
    for number in 60..<other.count { table.send(other[number], number, 2) }
    table.end(1)
    table.end(2)
    let ends = [try table.outcome(1).end, try table.outcome(2).end]
    let drafts = ends.compactMap { reply -> TalkDraft? in
      if case .draft(let draft) = reply { draft } else { nil }
    }
    #expect(
      drafts.map(\.scores) == [["Michael 3", "Jake 4"], ["Michael 3", "Jake 4", "Sarah 2"]])
    #expect(drafts.map(\.hole) == [7, 8])
    #expect(table.recognisers == 2)
  }

  @Test func `a recogniser is kept for the next talk, on another hole too`() throws {
    let table = try TalkTable()
    let samples = try TalkSample.recording("birdie.flac")
    #expect(try table.draft(samples).scores == ["Sarah 2"])
    let next = try table.draft(samples, connection: 2, hole: 8)
    #expect(next.hole == 8)
    // A birdie on a par of 4.
    #expect(next.scores == ["Sarah 3"])
    #expect(table.recognisers == 1)
  }

  @Test func `of a talk with a lost frame nothing comes but the reason`() throws {
    let table = try TalkTable()
    let frames = TalkTable.frames(try TalkSample.recording("pairs.flac"), rateHz: 16_000)
    try table.begin(1)
    for (number, frame) in frames.enumerated() where number != 40 { table.send(frame, number, 1) }
    table.end(1)
    #expect(
      try table.outcome(1).end == .failed(reason: "some of the sound was lost; say it again"))
  }

  @Test(arguments: [true, false])
  func `a talk that is given up says nothing, and leaves its recogniser to others`(
    isDropped: Bool
  ) throws {
    let table = try TalkTable()
    let samples = try TalkSample.recording("pairs.flac")
    try table.begin(1)
    table.feed(1, Array(samples[..<20_000]))
    _ = try table.words(1)
    if isDropped { table.drop(1) } else { table.cancel(1) }
    #expect(
      try table.draft(TalkSample.recording("birdie.flac"), connection: 2).scores == ["Sarah 2"])
    #expect(table.recognisers == 1)
    #expect(table.waiting(1).isEmpty)
  }

  @Test func `silence and noise are no scores`() throws {
    let table = try TalkTable()
    var random = SeededGenerator(seed: 7)
    let noise = (0..<48_000).map { _ in Int16.random(in: -300...300, using: &random) }
    for (id, samples) in [[], TalkSample.silence(3), noise].enumerated() {
      let draft = try table.draft(samples, id: id)
      #expect(draft == TalkDraft(.failed, hole: 7, rules: try TalkSample.rules()))
    }
  }

  @Test func `talk is no score either, and its words are shown`() throws {
    let draft = try TalkTable().draft(TalkSample.recording("unrelated.flac"))
    #expect(draft.result == .failed)
    #expect(draft.rows.isEmpty)
    #expect(draft.window == nil)
  }

  @Test func `what is unclear waits for a person`() throws {
    let draft = try TalkTable().draft(TalkSample.saying("Mike three, Jake did not finish"))
    #expect(draft.rows.contains { $0.isDoubtful })
    #expect(draft.result == .partial)
    #expect(draft.window == nil)
  }

  @Test(arguments: [
    ("yes", TalkDraft.Result.accepted, ["Michael 3", "Jake 4"]), ("no", .dismissed, []),
    ("undo", .dismissed, []), ("Mike five", .success, ["Michael 5", "Jake 4"]),
    ("Sarah birdie", .success, ["Michael 3", "Jake 4", "Sarah 2"]),
  ])
  func `words can be a reply to what the phone shows`(
    text: String, result: TalkDraft.Result, scores: [String]
  ) throws {
    let draft = try TalkTable().draft(TalkSample.saying(text), shown: Self.shown)
    #expect(draft.result == result)
    #expect(draft.scores == scores)
    if result == .accepted { #expect(draft.transcript == Self.shown.transcript) }
    if result == .success, let rules = draft.rules {
      let isSure = draft.rows.allSatisfy { $0.confidence >= rules.sureFrom }
      #expect(draft.window == (isSure ? rules.window : rules.longWindow))
    }
  }

  @Test func `a score alone changes the only row that is shown`() throws {
    var shown = Self.shown
    shown.rows.removeLast()
    let draft = try TalkTable().draft(TalkSample.saying("make it five"), shown: shown)
    #expect(draft.scores == ["Michael 5"])
    #expect(draft.result == .success)
    #expect(draft.transcript == "mike three jake four, make it five")
  }

  @Test func `of several rows it stays open which one a score changes`() throws {
    let draft = try TalkTable().draft(TalkSample.saying("make it five"), shown: Self.shown)
    #expect(draft.scores == ["Michael 3", "Jake 4"])
    #expect(draft.result == .partial)
    #expect(
      draft.remarks == ["\"make it five\" has no player; say a name before the score"])
  }

  @Test func `silence leaves what is shown as it is`() throws {
    var shown = Self.shown
    shown.result = .partial
    shown.window = nil
    shown.remarks = ["\"windy\" is not understood", "\"windy\" is not understood"]
    let draft = try TalkTable().draft(TalkSample.silence(2), shown: shown)
    shown.rules = try TalkSample.rules()
    #expect(draft == shown)
  }

  @Test func `undo takes back what the phone has just saved`() throws {
    let table = try TalkTable()
    var saved = Self.shown
    saved.result = .accepted
    #expect(
      try table.draft(TalkSample.saying("undo"), shown: saved)
        == TalkDraft(.undo, hole: 7, transcript: "undo", rules: TalkSample.rules()))
    let changed = try table.draft(TalkSample.saying("Mike five"), id: 2, shown: saved)
    #expect(changed.scores == ["Michael 5"])
    #expect(changed.rows.map(\.replaces) == [holeResult(3)])
    #expect(changed.window == 3)
  }

  @Test func `nobody says yes to what the phone did not show yet`() throws {
    let table = try TalkTable()
    let samples =
      try TalkSample.recording("pairs.flac") + TalkSample.silence(1)
      + TalkSample.saying("yes")
    #expect(try table.draft(samples).result == .success)
    let changed = try table.draft(
      TalkSample.saying("Mike five") + TalkSample.saying("yes"), id: 2, shown: Self.shown)
    #expect(changed.result == .success)
    #expect(changed.scores == ["Michael 5", "Jake 4"])
  }

  @Test func `what follows a yes is not taken for part of it`() throws {
    let draft = try TalkTable().draft(
      TalkSample.saying("yes") + TalkSample.saying("Sarah birdie"), shown: Self.shown)
    #expect(draft.result == .accepted)
    #expect(draft.scores == ["Michael 3", "Jake 4"])
  }

  /// What a phone might send to be taken for a round's scores.
  static var forged: [(draft: TalkDraft, reason: String)] {
    func draft(_ change: (inout TalkDraft) -> Void) -> TalkDraft {
      var draft = shown
      change(&draft)
      return draft
    }
    let row = TalkDraft.Row(player: nil, result: nil)
    let tooMuch = "more is shown than a round's scores; close them and say it again"
    let unknown =
      "scores are shown of somebody who is not in the round; close them and say it again"
    return [
      (draft { $0.rows[0].player = "Eve" }, unknown),
      (draft { $0.rows[0].player = "mike" }, unknown),
      (draft { $0.rows[0].candidates = ["Eve"] }, unknown),
      (
        draft { $0.rows[1].player = "Michael" },
        "two scores of one player are shown; close them and say it again"
      ),
      (
        draft { $0.hole = 8 },
        "scores of hole 8 are shown while another is spoken of; close them and say it again"
      ),
      (draft { $0.rows += [row, row] }, tooMuch),
      (draft { $0.rows[0].candidates = Array(repeating: "Jake", count: 4) }, tooMuch),
      (draft { $0.remarks = Array(repeating: "?", count: 21) }, tooMuch),
      (draft { $0.remarks = [String(repeating: "?", count: 4001)] }, tooMuch),
      (draft { $0.transcript = String(repeating: "?", count: 4001) }, tooMuch),
      (draft { $0.rows[0].words = String(repeating: "?", count: 4001) }, tooMuch),
    ]
  }

  @Test func `scores that the round does not have are refused`() throws {
    let table = try TalkTable()
    for (id, forged) in Self.forged.enumerated() {
      try table.begin(1, id: id, shown: forged.draft)
      #expect(try table.outcome(1, id: id).end == .failed(reason: forged.reason))
    }
    #expect(table.recognisers == 0)
  }
}
