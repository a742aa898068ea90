import HyzerVoice
import ScoreLog
import TestSupport

@testable import ScoreScreen
@testable import Scorekeeping

/// Screens of a round as they are played, for tests to draw.
enum SampleScreen: String, CaseIterable, Sendable {
  case idle, listening, confirming, held, one, replacing, editing, picking, partial, doubtful,
    noScore, adding, failed, unsaved, committed, dismissed, typing, unread, handsFree, silent, help,
    quitting, crowd, crowdConfirming, names, disputed, resolving, resolvingMany, complete,
    finishing, finishingEarly

  private static let four = ["Michael", "Jake", "Sarah", "Siobhan"]
  private static let twelve = [
    "Michael", "Jake", "Sarah", "Siobhan", "Christopher", "Ann", "Bartholomew", "Zoë", "Player 1",
    "Player 2", "Max", "Guinevere",
  ]
  private static let foreign = ["José", "李雷", "Max 🥏", "Maximilian-Alexander von Hohenstein"]

  func model() throws -> ScreenModel {
    var model = try round()
    switch self {
    case .idle:
      model.notice = ScreenModel.Notice("Saved hole 6: Michael 3, Jake 2, Sarah 4, Siobhan 3")
    case .listening:
      model.state = .listening
      model.hearing = ScreenModel.Hearing(level: 0.55, words: "michael three jake")
    case .confirming, .editing, .quitting:
      model.state = .confirming(
        proposal([(0, 3), (1, 4), (2, 2), (3, 5)]), countdown(remaining: 1.1))
      if self == .editing { model.state = .confirming(proposal([(0, 3), (1, 4)]), held(.editing)) }
    case .adding:
      model.results = try results([(2, 4)])
      model.state = .confirming(proposal([(0, 3), (1, 4)]), held(.editing))
    case .picking: model.state = .confirming(proposal([(0, 3), (1, 4)]), held(.editing))
    case .held:
      model.state = .confirming(proposal([(0, 3), (1, 4)]), held(.speaking))
      model.hearing = ScreenModel.Hearing(level: 0.8, words: "make it five")
    case .one: model.state = .confirming(proposal([(2, 1)]), countdown(remaining: 2.95))
    case .replacing:
      model.results = try results([(0, 3), (1, 3)])
      var change = proposal([(1, 4)])
      change.rows[0].replaces = holeResult(3)
      model.state = .confirming(change, countdown(remaining: 1.5))
    case .partial:
      var open = proposal([(0, 3)])
      open.rows.append(Draft.Row(id: 2, result: holeResult(4), words: "chevron"))
      model.choices[2] = [3, 1, 2].map { PlayerID($0) }
      open.rows.append(Draft.Row(id: 3, player: PlayerID(2), words: "sarah"))
      open.remarks = [Problem(.unexplained, text: "windy", range: 0..<5)]
      model.state = .partial(open)
    case .doubtful:
      var open = proposal([(0, 3), (1, 4)])
      open.rows[1].isDoubtful = true
      open.rows[1].words = "jack four"
      model.state = .partial(open)
    case .noScore:
      model.results = try results([(0, 3), (1, 0)])
      var open = proposal([(2, 4), (3, 0)])
      open.rows[1].isDoubtful = true
      open.rows[1].words = "siobhan picked up"
      model.state = .partial(open)
    case .failed:
      model.state = .failed(
        transcript: "what a lovely day",
        problems: [Problem(.unexplained, text: "what a lovely day", range: 0..<17)])
    case .unsaved:
      model.state = .unsaved(
        proposal([(0, 3), (1, 4)]),
        reason: "the disk of \"/home/mike/rounds.db\" is full; make room and try again")
      model.unsaved = 2
    case .committed:
      model.state = .committed(proposal([(0, 3), (1, 4)]))
      model.results = try results([(0, 3), (1, 4)])
      model.notice = ScreenModel.Notice("Saved hole 7: Michael 3, Jake 4")
      model.timings = "recognise 85 ms  parse 1 ms  commit 9 ms  standings 1 ms  paint 2 ms"
    case .dismissed: model.state = .dismissed
    case .handsFree:
      model.microphone = .handsFree
      model.hearing = ScreenModel.Hearing(level: 0.1, words: "")
    case .silent:
      model.microphone = nil
      model.notice = ScreenModel.Notice(
        "cannot open sound device 'default'; scores can still be typed: t", isWarning: true)
    case .typing, .unread, .help: break
    case .crowd: model.results = try results([(0, 3), (3, 10), (4, 2)])
    case .crowdConfirming:
      model.state = .confirming(
        proposal((0..<12).map { ($0, $0 % 5 + 1) }), countdown(remaining: 1.5))
    case .names:
      model.state = .confirming(
        proposal([(0, 3), (1, 4), (2, 2), (3, 10)]), countdown(remaining: 1.5))
    case .complete, .finishing:
      model.finish = ScreenModel.Finish()
      model.notice = ScreenModel.Notice("All scores recorded. Finalize round? Press f")
    case .finishingEarly:
      model.finish = ScreenModel.Finish(
        missing: "Michael on 7-18; Jake on 3, 7-18; Sarah on 7-18; Siobhan on 7-18",
        disputed: "Jake on 5")
    case .disputed, .resolving:
      model.disputes = [Self.first, Self.second]
      model.now = .seconds(1)
    case .resolvingMany:
      model.disputes = [Self.many]
      model.state = .listening
      model.hearing = ScreenModel.Hearing(level: 0.55, words: "michael three jake")
    }
    let shown = Set(model.open?.rows.compactMap(\.player) ?? [])
    model.missing = model.roster.ids.filter { model.results[$0] == nil && !shown.contains($0) }
    return model
  }

  var keys: [Key] {
    switch self {
    case .editing: [.down, .down]
    case .picking: [.down, .down, .character("p"), .down]
    case .typing: [.character("t")] + "mike 3, jake 4".map { .character($0) }
    case .help: [.character("?")]
    case .quitting: [.character("q")]
    case .finishing, .finishingEarly: [.character("f")]
    case .resolving, .resolvingMany: [.character("d")]
    case .crowd: [.down]
    case .adding: [.up, .down]
    default: []
    }
  }

  func state() throws -> ScreenState {
    let model = try model()
    var state = ScreenState()
    for key in keys { _ = state.handle(key, in: model) }
    if self == .resolving {
      var earlier = model
      earlier.now = .zero
      let size = ScreenSize(rows: 24, columns: 80)
      state.saw(unicodeLayout.frame(earlier, state, size: size), of: earlier)
    }
    if self == .unread {
      state.resume(
        typing: "mike 3 jakee4",
        reason: "\"mike\" may be Michael or Siobhan; \"jakee4\" is not understood")
    }
    return state
  }

  static let first = ScreenModel.Discrepancy(
    player: PlayerID(0), hole: 5,
    choices: choices([
      (3, ["Ann on Ann's phone, 17:14"]),
      (4, ["Jake on tablet, 17:16", "Siobhan on watch, 17:20"]),
    ]))
  static let second = ScreenModel.Discrepancy(
    player: PlayerID(1), hole: 5,
    choices: choices([
      (4, ["Ann on Ann's phone, 17:14"]), (10, ["Jake on tablet, 17:16"]),
    ]))
  private static let many = ScreenModel.Discrepancy(
    player: PlayerID(2), hole: 12,
    choices: choices(
      (1...10).map { ($0, ["Bartholomew on bartholomew-laptop, 17:14"]) } + [
        (0, ["Ann on phone, 17:15"])
      ]))

  private static func choices(_ scores: [(Int, [String])]) -> [ScreenModel.Discrepancy.Choice] {
    scores.compactMap { count, records in
      holeResult(count).map { ScreenModel.Discrepancy.Choice(result: $0, records: records) }
    }
  }

  private var players: [String] {
    switch self {
    case .crowd, .crowdConfirming: SampleScreen.twelve
    case .names: SampleScreen.foreign
    default: SampleScreen.four
    }
  }

  private func round() throws -> ScreenModel {
    let roster = try Roster(players.map { Player(name: $0) })
    let relative = [-2, -1, -1, 4]
    let totals = roster.ids.map { id in
      let (player, hasScore) = (PlayerID((id.index + 1) % roster.players.count), id.index < 4)
      return PlayerTotal(
        player: player, name: roster[player].name, relativeToPar: hasScore ? relative[id.index] : 0,
        strokes: hasScore ? 18 + relative[id.index] : 0, holesPlayed: hasScore ? 6 : 0)
    }
    let moves = [(1, 4, 2), (2, 1, 2), (3, 3, 4)].map { line, from, to in
      StandingsChange.Move(player: totals[line].player, from: from, to: to)
    }
    return ScreenModel(
      course: "Cedar Creek", hole: 7, holes: 18, par: 3, roster: roster,
      choices: Dictionary(
        uniqueKeysWithValues: (1...12).map { ($0, [PlayerID(2), PlayerID(3)]) }),
      standings: Standings(of: totals), moves: moves,
      finish: ScreenModel.Finish(missing: "Michael on 7-18"))
  }

  private func proposal(_ scores: [(Int, Int)]) -> Draft {
    Draft(
      hole: 7,
      rows: scores.enumerated().map { index, score in
        Draft.Row(id: index + 1, player: PlayerID(score.0), result: holeResult(score.1))
      })
  }

  private func results(_ scores: [(Int, Int)]) throws -> [PlayerID: HoleResult] {
    Dictionary(
      uniqueKeysWithValues: scores.compactMap { player, count in
        holeResult(count).map { (PlayerID(player), $0) }
      })
  }

  private func countdown(remaining: Double) -> Confirmation.Window {
    Confirmation.Window(
      length: .seconds(remaining > 1.5 ? 3 : 1.5), closes: .seconds(remaining))
  }

  private func held(_ hold: Confirmation.Hold) -> Confirmation.Window {
    Confirmation.Window(length: .seconds(1.5), closes: nil, holds: [hold])
  }
}
