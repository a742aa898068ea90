import HyzerBase
import HyzerVoice
import ScoreLog
import TestSupport

@testable import ScoreScreen
@testable import Scorekeeping

/// Models, keys and sizes without any sense.
enum RandomScreen {
  private static let texts = [
    "", "a", "Michael", "Jose\u{301}", "李雷", "\u{1112}\u{1161}\u{11AB}a", "Max 🥏", "👨‍👩‍👧‍👦 Smith",
    "🇩🇪 Uwe",
    "❤️ Ann", "Z\u{351}\u{36B}\u{343}\u{36A}\u{302}\u{36B}algo", "أحمد", "\u{202E}Eve",
    "Tab\tNew\nLine",
    "\u{1B}[31mRed", "Maximilian-Alexander von Hohenstein und zu Nassau", "नेहा", "\u{301}x", "👍🏽 Bo",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
  ]

  static func model(using random: inout SeededGenerator) throws -> ScreenModel {
    let players = (1...Int.random(in: 1...12, using: &random)).map { index in
      Player(name: text(using: &random) + "\(index)x")
    }
    let roster = try Roster(players)
    var results: [PlayerID: HoleResult] = [:]
    for id in roster.ids where Bool.random(using: &random) { results[id] = result(using: &random) }
    return ScreenModel(
      course: text(using: &random), hole: Int.random(in: 1...36, using: &random), holes: 18,
      par: Int.random(in: 2...6, using: &random), roster: roster, results: results,
      state: state(roster, using: &random),
      choices: Dictionary(
        uniqueKeysWithValues: (0..<13).map { row in
          (row, Array(roster.ids.shuffled(using: &random).prefix(row)))
        }),
      hearing: hearing(using: &random),
      standings: Standings(
        of: roster.ids.map { id in
          let played = Int.random(in: 0...36, using: &random)
          return PlayerTotal(
            player: id, name: roster[id].name,
            relativeToPar: Int.random(in: -40...150, using: &random), strokes: played * 3,
            holesPlayed: played)
        }),
      moves: roster.ids.filter { _ in Bool.random(using: &random) }.map { id in
        StandingsChange.Move(
          player: id, from: Int.random(in: 1...12, using: &random),
          to: Int.random(in: 1...12, using: &random))
      },
      notice: Bool.random(using: &random)
        ? ScreenModel.Notice(text(using: &random), isWarning: Bool.random(using: &random)) : nil,
      disputes: (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        discrepancy(roster, using: &random)
      },
      unsaved: [0, 0, 3, 12_345_678].randomElement(using: &random) ?? 0,
      timings: Bool.random(using: &random) ? text(using: &random) : nil)
  }

  private static func discrepancy(
    _ roster: Roster, using random: inout SeededGenerator
  ) -> ScreenModel.Discrepancy? {
    let results = Set((0..<12).compactMap { _ in result(using: &random) })
    return roster.ids.randomElement(using: &random).map { player in
      ScreenModel.Discrepancy(
        player: player, hole: Int.random(in: 1...36, using: &random),
        choices: results.sorted { ($0.strokes?.count ?? 11) < ($1.strokes?.count ?? 11) }.map {
          ScreenModel.Discrepancy.Choice(
            result: $0,
            records: (0...Int.random(in: 0...3, using: &random)).map { _ in text(using: &random) })
        })
    }
  }

  static func state(for model: ScreenModel, using random: inout SeededGenerator) -> ScreenState {
    var state = ScreenState()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      _ = state.handle(key(using: &random), in: model)
    }
    return state
  }

  static func key(using random: inout SeededGenerator) -> Key {
    let keys: [Key] = [
      .enter, .escape, .backspace, .delete, .tab, .up, .down, .left, .right, .resized,
      .up, .down, .down,
    ]
    let characters = " 1230ptruvq?:x李e\u{301}"
    return Bool.random(using: &random)
      ? keys.randomElement(using: &random) ?? .enter
      : .character(characters.randomElement(using: &random) ?? " ")
  }

  /// Most are of use; some are too small, or empty.
  static func size(using random: inout SeededGenerator) -> ScreenSize {
    ScreenSize(
      rows: Int.random(in: Bool.random(using: &random) ? 0...9 : 8...40, using: &random),
      columns: Int.random(in: Bool.random(using: &random) ? 0...25 : 20...130, using: &random))
  }

  private static func state(
    _ roster: Roster, using random: inout SeededGenerator
  ) -> Confirmation.State {
    let draft = draft(roster, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .idle
    case 1: return .listening
    case 2, 3:
      let holds: [Set<Confirmation.Hold>] = [[], [.editing], [.reviewing], [.speaking]]
      return .confirming(
        draft,
        Confirmation.Window(
          length: .milliseconds(Int.random(in: 0...3000, using: &random)),
          closes: .milliseconds(Int.random(in: -500...4000, using: &random)),
          holds: holds.randomElement(using: &random) ?? []))
    case 4: return .partial(draft)
    case 5: return .failed(transcript: text(using: &random), problems: draft.remarks)
    case 6: return .unsaved(draft, reason: text(using: &random))
    default: return .committed(draft)
    }
  }

  private static func result(using random: inout SeededGenerator) -> HoleResult? {
    holeResult(Int.random(in: -3...10, using: &random))
  }

  private static func draft(_ roster: Roster, using random: inout SeededGenerator) -> Draft {
    Draft(
      hole: Int.random(in: 1...18, using: &random),
      rows: (0..<Int.random(in: 0...13, using: &random)).map { id in
        Draft.Row(
          id: id,
          player: Bool.random(using: &random) ? roster.ids.randomElement(using: &random) : nil,
          result: result(using: &random),
          isDoubtful: Bool.random(using: &random),
          replaces: result(using: &random), words: text(using: &random))
      },
      remarks: (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Problem(.unexplained, text: text(using: &random), range: 0..<1)
      })
  }

  private static func hearing(using random: inout SeededGenerator) -> ScreenModel.Hearing? {
    let levels = [0, 0.5, 1, -1, 7, .nan, .infinity]
    guard Bool.random(using: &random), let level = levels.randomElement(using: &random) else {
      return nil
    }
    return ScreenModel.Hearing(level: level, words: text(using: &random))
  }

  private static func text(using random: inout SeededGenerator) -> String {
    texts.randomElement(using: &random) ?? ""
  }
}
