import Foundation
import HyzerBase
import HyzerVoice
import ScoreLog
import Testing

@testable import PhonePage
@testable import Scorekeeping

/// `Testing` has a type of the name, too.
private typealias Confirming = Scorekeeping.Confirmation

@Suite struct `The windows that the page's modules repeat` {
  private static let players = ["Mike", "Jake", "Sarah"]
  private static let results: [HoleResult?] =
    [nil, .noScore] + (1...10).map { Strokes($0).map { .strokes($0) } }

  /// As the built program has them, with `--window` and without.
  private static func settings(window: Duration?) throws -> Confirming.Settings {
    .init(window: window, hearingBy: try DecoderSettings.standard())
  }

  @Test(arguments: [nil, Duration.milliseconds(2250)])
  func `the time to say no, by what is shown`(window: Duration?) throws {
    var vectors: [Written] = []
    var lengths: Set<Duration> = []
    let settings = try Self.settings(window: window)
    for par in Round.parRange {
      for result in Self.results where result != nil {
        for confidence in [0, 0.97, settings.sureFrom, 1] {
          for replaces in [nil, HoleResult.noScore, result, Strokes(6).map { .strokes($0) }] {
            var draft = Draft(hole: 1)
            draft.rows = [
              Self.row(1, 0, result), Self.row(2, 1, Strokes(par).map { .strokes($0) }),
            ]
            draft.rows[0].confidence = confidence
            draft.rows[0].replaces = replaces
            let length = settings.length(for: draft, par: par)
            lengths.insert(length)
            let sent = try Self.sent(draft, window: length, TalkDraft.Rules(settings, par: par))
            vectors.append(object(["draft": sent, "length": Self.json(length)]))
          }
        }
      }
    }
    let plain = window ?? .milliseconds(1500)
    #expect(lengths == [plain, plain * 2])
    try Vectors.write("windows\(window == nil ? "" : "-longer").json", vectors)
  }

  @Test func `what befalls drafts until they are saved or dropped`() throws {
    var kinds: [String: Int] = [:]
    let vectors = try (1...600).map { seed in
      var random = SeededGenerator(seed: UInt64(seed), name: "window")
      let context = HoleContext(
        hole: 1, par: Int.random(in: Round.parRange, using: &random),
        players: Self.players.indices.map { PlayerID($0) },
        results: Self.drawResults(using: &random))
      let settings = try Self.settings(
        window: Bool.random(using: &random) ? nil : .milliseconds(2250))
      let rules = TalkDraft.Rules(settings, par: context.par)
      var confirmation = Confirming(at: context, settings: settings)
      let effects = confirmation.handle(.leftover(Self.draft(using: &random), context), at: .zero)
      let first = try Self.describe(confirmation, effects)
      let shown = try #require(confirmation.state.shown)
      var (steps, time): ([Written], Duration) = ([], .zero)
      for _ in 0..<20 where confirmation.state.shown != nil {
        time += .milliseconds(Int.random(in: 0...2_000, using: &random))
        if case .confirming(_, let window) = confirmation.state, let closes = window.closes,
          Int.random(in: 0..<5, using: &random) == 0
        {
          // When exactly it closes, or just before.
          time = max(time, closes - .milliseconds(Int.random(in: 0...1, using: &random)))
        }
        let (event, json) = Self.event(of: confirmation, at: context, using: &random)
        let effects = confirmation.handle(event, at: time)
        let (kind, state) = try Self.describe(confirmation, effects)
        kinds[kind, default: 0] += 1
        steps.append(object(["event": json, "at": Self.json(time), "state": state]))
      }
      return object([
        "results": Self.json(context.results), "state": first.json, "steps": list(steps),
        "draft": try Self.sent(
          shown, window: shown.isResolved ? settings.length(for: shown, par: context.par) : nil,
          rules),
      ])
    }
    for kind in ["confirming", "partial", "commit", "dismissed"] {
      #expect(kinds[kind, default: 0] > 80, "\(kind)")
    }
    try Vectors.write("drafts.json", vectors)
  }

  // MARK: - Draws

  private static func drawResults(
    using random: inout SeededGenerator
  ) -> [PlayerID: HoleResult] {
    var drawn: [PlayerID: HoleResult] = [:]
    for index in players.indices {
      drawn[PlayerID(index)] =
        Bool.random(using: &random) ? nil : results[Int.random(in: 0...6, using: &random)]
    }
    return drawn
  }

  private static func draft(using random: inout SeededGenerator) -> Draft {
    var draft = Draft(hole: 1)
    let who = players.indices.shuffled(using: &random)
    draft.rows = who.prefix(Int.random(in: 1...3, using: &random)).enumerated().map { index, who in
      var row = row(index + 1, who, results.randomElement(using: &random) ?? nil)
      if Int.random(in: 0..<6, using: &random) == 0 { row.player = nil }
      if Bool.random(using: &random) { row.result = Strokes(4).map { .strokes($0) } }
      row.confidence = [0.2, 0.97, 0.98, 1].randomElement(using: &random) ?? 1
      row.isDoubtful = Int.random(in: 0..<6, using: &random) == 0
      row.words = Bool.random(using: &random) ? "my" : ""
      return row
    }
    draft.rowsMade = draft.rows.count
    if Int.random(in: 0..<6, using: &random) == 0 {
      draft.remarks = [Problem(.unexplained, text: "hello", range: 0..<5)]
    }
    if Int.random(in: 0..<4, using: &random) == 0 { draft.question(2) }
    return draft
  }

  private static func row(_ id: Int, _ player: Int, _ result: HoleResult?) -> Draft.Row {
    Draft.Row(id: id, player: PlayerID(player), result: result)
  }

  private static func event(
    of confirmation: Confirming, at context: HoleContext, using random: inout SeededGenerator
  ) -> (Confirming.Event, Written) {
    let row = confirmation.state.shown?.rows.randomElement(using: &random)?.id ?? 1
    func plain(_ kind: String) -> Written { object(["kind": kind]) }
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<27, using: &random) {
    case 0, 1: return (.asked(.edit(isOn)), plain(isOn ? "touch" : "release"))
    case 2: return (.asked(.review(isOn)), plain(isOn ? "focus" : "blur"))
    case 3: return (.asked(.show(isWhole: !isOn)), plain(isOn ? "hide" : "reveal"))
    case 4:
      return isOn
        ? (.speechStarted(utterance: 1), plain("speak"))
        : (.speechEnded(utterance: 1), plain("silence"))
    case 5..<9:
      let result = results.compactMap(\.self).randomElement(using: &random) ?? .noScore
      return (
        .asked(.setResult(row: row, result)),
        object(["kind": "change", "row": row, "result": json(result)])
      )
    case 9..<13:
      let player = Int.random(in: players.indices, using: &random)
      return (
        .asked(.setPlayer(row: row, PlayerID(player))),
        object(["kind": "change", "row": row, "player": players[player]])
      )
    case 13: return (.asked(.removeRow(row)), object(["kind": "remove", "row": row]))
    case 14: return (.asked(.accept), plain("accept"))
    case 15:
      let isCancel = Int.random(in: 0..<3, using: &random) == 0
      return isCancel ? (.asked(.cancel), plain("cancel")) : (.timerFired, plain("timer"))
    case 16, 17:
      let changed = HoleContext(
        hole: confirmation.state.shown?.hole ?? 1, par: context.par, players: context.players,
        results: drawResults(using: &random))
      return (.moved(changed), object(["kind": "replaced", "results": json(changed.results)]))
    case 18..<21:
      let hole = Int.random(in: 1...2, using: &random)
      let there = HoleContext(
        hole: hole, par: context.par, players: context.players,
        results: drawResults(using: &random))
      return (
        .placed(there), object(["kind": "place", "hole": hole, "results": json(there.results)])
      )
    default: return (.timerFired, plain("timer"))
    }
  }

  // MARK: - As the page's module has it

  private static func json(_ result: HoleResult?) -> Written { PhonePageTests.json(result) }

  private static func json(_ time: Duration) -> Written {
    let parts = time.components
    return Written("\(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)")
  }

  private static func json(_ results: [PlayerID: HoleResult]) -> OrderedObject {
    OrderedObject(
      members: results.sorted { $0.key < $1.key }.map { (players[$0.key.index], json($0.value)) })
  }

  private static func talkDraft(_ draft: Draft, window: Duration? = nil) throws -> TalkDraft {
    let roster = try Roster(players.map { Player(name: $0) })
    return TalkTranslation(round: try Round(roster: roster))
      .talkDraft(draft.isResolved ? .success : .partial, draft, window: window)
  }

  private static func sent(
    _ draft: Draft, window: Duration?, _ rules: TalkDraft.Rules
  ) throws -> Written {
    var sent = try talkDraft(draft, window: window)
    sent.rules = rules
    return Written(String(decoding: try JSONEncoder().encode(sent), as: UTF8.self))
  }

  /// Returns the name of a state that comes of an event, and all of it.
  private static func describe(
    _ confirmation: Confirming, _ effects: [Confirming.Effect]
  ) throws -> (kind: String, json: Written) {
    func object(
      _ kind: String, _ draft: Draft, _ more: KeyValuePairs<String, (any JSONValue)?> = [:]
    ) throws -> Written {
      let sent = try talkDraft(draft)
      let rows = try zip(draft.rows, sent.rows).map { row, sent in
        // The page numbers the rows.
        let json = String(decoding: try JSONEncoder().encode(sent), as: UTF8.self)
        return Written("{\"id\":\(row.id)," + json.dropFirst())
      }
      let members: [(key: String, value: (any JSONValue)?)] =
        [
          ("kind", kind), ("rows", list(rows)), ("remarks", sent.remarks), ("hole", sent.hole),
          ("holes", sent.holes),
        ] + more.map { ($0, $1) }
      return Written(
        OrderedObject(members: members.map { ($0.key, $0.value ?? Written("null")) }).json)
    }
    for case .commit(let draft, _) in effects { return ("commit", try object("commit", draft)) }
    switch confirmation.state {
    case .confirming(let draft, let window):
      let more: KeyValuePairs<String, (any JSONValue)?> = [
        "holds": window.holds.map { "\($0)" }.sorted(), "length": json(window.length),
        "closes": window.closes.map { json($0) },
      ]
      return ("confirming", try object("confirming", draft, more))
    case .partial(let draft): return ("partial", try object("partial", draft))
    default:
      try #require(confirmation.state == .dismissed)
      return ("dismissed", PhonePageTests.object(["kind": "dismissed"]))
    }
  }
}
