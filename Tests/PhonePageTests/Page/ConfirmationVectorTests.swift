import DiscGolf
import HyzerBase
import HyzerVoice
import ScoreLog
import Testing

@testable import Scorekeeping

/// `Testing` has a type of the name, too.
private typealias Confirming = Scorekeeping.Confirmation

@Suite struct `The windows that the page's modules repeat` {
  private static let players = ["Mike", "Jake", "Sarah"]
  private static let results: [HoleResult?] =
    [nil, .noScore] + (1...10).map { Strokes($0).map { .strokes($0) } }

  @Test func `the time to say no, by what is shown`() throws {
    var vectors: [Written] = []
    var lengths: Set<Duration> = []
    let settings = Confirming.Settings()
    for par in Round.parRange {
      for result in Self.results where result != nil {
        for confidence in [0, 0.49, 0.5, 1] {
          for replaces in [nil, HoleResult.noScore, result, Strokes(6).map { .strokes($0) }] {
            var draft = Draft(hole: 1)
            draft.rows = [
              Self.row(1, 0, result), Self.row(2, 1, Strokes(par).map { .strokes($0) }),
            ]
            draft.rows[0].confidence = confidence
            draft.rows[0].replaces = replaces
            let length = settings.length(for: draft, par: par)
            lengths.insert(length)
            vectors.append(
              object([
                "par": par, "rows": list(draft.rows.map(Self.json)), "length": Self.json(length),
              ]))
          }
        }
      }
    }
    #expect(lengths == [.milliseconds(1500), .seconds(3)])
    try Vectors.write("windows.json", vectors)
  }

  @Test func `what befalls drafts until they are saved or dropped`() throws {
    var kinds: [String: Int] = [:]
    let vectors = try (1...600).map { seed in
      var random = SeededGenerator(seed: UInt64(seed), name: "window")
      let context = HoleContext(
        hole: 1, par: Int.random(in: Round.parRange, using: &random),
        players: Self.players.indices.map { PlayerID($0) },
        results: Self.drawResults(using: &random))
      let draft = Self.draft(using: &random)
      var confirmation = Confirming(at: context)
      let effects = confirmation.handle(.leftover(draft, context), at: .zero)
      let first = try Self.describe(confirmation, effects)
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
        "par": context.par, "results": Self.json(context.results), "draft": Self.json(draft),
        "state": first.json, "steps": list(steps),
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
      row.confidence = [0.2, 0.5, 1].randomElement(using: &random) ?? 1
      row.isDoubtful = Int.random(in: 0..<6, using: &random) == 0
      row.words = Bool.random(using: &random) ? "my" : ""
      return row
    }
    draft.rowsMade = draft.rows.count
    if Int.random(in: 0..<6, using: &random) == 0 {
      draft.remarks = [Problem(.unexplained, text: "hello", range: 0..<5)]
    }
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
    switch Int.random(in: 0..<24, using: &random) {
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
      var changed = context
      changed.results = drawResults(using: &random)
      return (.moved(changed), object(["kind": "replaced", "results": json(changed.results)]))
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

  private static func json(_ row: Draft.Row) -> Written {
    object([
      "id": row.id, "player": row.player.map { players[$0.index] },
      "strokes": row.result?.strokes?.count, "noScore": row.result == .noScore,
      "confidence": row.confidence, "isDoubtful": row.isDoubtful,
      "candidates": list([Written]()), "words": row.words, "replaces": json(row.replaces),
      "input": row.input.rawValue,
    ])
  }

  private static func json(_ draft: Draft) -> Written {
    object([
      "result": draft.isResolved ? "success" : "partial", "hole": draft.hole,
      "rows": list(draft.rows.map(json)), "remarks": draft.remarks.map(\.text),
      "transcript": "mike three",
    ])
  }

  /// Returns the name of a state that comes of an event, and all of it.
  private static func describe(
    _ confirmation: Confirming, _ effects: [Confirming.Effect]
  ) throws -> (kind: String, json: Written) {
    for case .commit(let draft, _) in effects { return ("commit", ended("commit", draft)) }
    switch confirmation.state {
    case .confirming(let draft, let window):
      let holds = window.holds.map { "\($0)" }.sorted()
      return (
        "confirming",
        object([
          "kind": "confirming", "rows": list(draft.rows.map(json)),
          "remarks": draft.remarks.map(\.text), "holds": holds, "length": json(window.length),
          "closes": window.closes.map { json($0) },
        ])
      )
    case .partial(let draft):
      return (
        "partial",
        object([
          "kind": "partial", "rows": list(draft.rows.map(json)),
          "remarks": draft.remarks.map(\.text),
        ])
      )
    default:
      try #require(confirmation.state == .dismissed)
      return ("dismissed", object(["kind": "dismissed"]))
    }
  }

  private static func ended(_ kind: String, _ draft: Draft) -> Written {
    object([
      "kind": kind, "rows": list(draft.rows.map(json)), "remarks": draft.remarks.map(\.text),
    ])
  }
}
