internal import Golf
internal import Scorekeeping
public import Screen

/// Screens of a round as they are played, for tests to draw.
public enum SampleScreen: String, CaseIterable, Sendable {
  case idle
  case listening
  case confirming
  case held
  case one
  case replacing
  case editing
  case picking
  case partial
  case doubtful
  case failed
  case saving
  case unsaved
  case committed
  case dismissed
  case typing
  case help
  case quitting
  case crowd
  case crowdConfirming
  case names

  private static let four = ["Michael", "Jake", "Sarah", "Siobhan"]
  private static let twelve = [
    "Michael", "Jake", "Sarah", "Siobhan", "Christopher", "Ann", "Bartholomew", "Zoë", "Player 1",
    "Player 2", "Max", "Guinevere",
  ]
  private static let foreign = ["José", "李雷", "Max 🥏", "Maximilian-Alexander von Hohenstein"]

  /// What is shown.
  public func model() throws -> ScreenModel {
    var model = try round()
    switch self {
    case .idle:
      model.notice = ScreenModel.Notice("Saved hole 6: Michael 3, Jake 2, Sarah 4, Siobhan 3")
    case .listening:
      model.stage = .listening
      model.hearing = ScreenModel.Hearing(level: 0.55, words: "michael three jake")
    case .confirming, .editing, .quitting:
      model.stage = .confirming(
        proposal([(0, 3), (1, 4), (2, 2), (3, 5)]), countdown(remaining: 1.1))
      if self == .editing { model.stage = .confirming(proposal([(0, 3), (1, 4)]), held(.editing)) }
    case .picking: model.stage = .confirming(proposal([(0, 3), (1, 4)]), held(.editing))
    case .held:
      model.stage = .confirming(proposal([(0, 3), (1, 4)]), held(.speaking))
      model.hearing = ScreenModel.Hearing(level: 0.8, words: "make it five")
    case .one: model.stage = .confirming(proposal([(2, 1)]), countdown(remaining: 2.95))
    case .replacing:
      model.scores = try scores([(0, 3), (1, 3)])
      var change = proposal([(1, 4)])
      change.rows[0].replaces = Strokes(3)
      model.stage = .confirming(change, countdown(remaining: 1.5))
    case .partial:
      var open = proposal([(0, 3)])
      open.rows.append(
        ScreenModel.Row(
          id: 2, strokes: Strokes(4), choices: [3, 1, 2].map { PlayerID($0) }, words: "chevron"))
      open.rows.append(ScreenModel.Row(id: 3, player: PlayerID(2), words: "sarah"))
      open.remarks = ["\"windy\" is not understood"]
      model.stage = .partial(open)
    case .doubtful:
      var open = proposal([(0, 3), (1, 4)])
      open.rows[1].isDoubtful = true
      open.rows[1].words = "jack four"
      model.stage = .partial(open)
    case .failed:
      model.stage = .failed(
        transcript: "what a lovely day", reasons: ["\"what a lovely day\" is not understood"])
    case .saving: model.stage = .saving(proposal([(0, 3), (1, 4)]))
    case .unsaved:
      model.stage = .unsaved(
        proposal([(0, 3), (1, 4)]),
        reason: "the disk of \"/home/mike/rounds.db\" is full; make room and try again")
      model.unsaved = 2
    case .committed:
      model.stage = .committed(proposal([(0, 3), (1, 4)]))
      model.scores = try scores([(0, 3), (1, 4)])
      model.notice = ScreenModel.Notice("Saved hole 7: Michael 3, Jake 4")
      model.timings = "recognise 85 ms  parse 1 ms  commit 9 ms  standings 1 ms  paint 2 ms"
    case .dismissed: model.stage = .dismissed
    case .typing, .help: break
    case .crowd: model.scores = try scores([(0, 3), (3, 10), (4, 2)])
    case .crowdConfirming:
      model.stage = .confirming(
        proposal((0..<12).map { ($0, $0 % 5 + 1) }), countdown(remaining: 1.5))
    case .names:
      model.stage = .confirming(
        proposal([(0, 3), (1, 4), (2, 2), (3, 10)]), countdown(remaining: 1.5))
    }
    return model
  }

  /// The keys that somebody has pressed.
  public var keys: [Key] {
    switch self {
    case .editing: [.down, .down]
    case .picking: [.down, .down, .character("p"), .down]
    case .typing: [.character("t")] + "mike 3, jake 4".map { .character($0) }
    case .help: [.character("?")]
    case .quitting: [.character("q")]
    case .crowd: [.down, .down]
    default: []
    }
  }

  /// The state of the screen after the keys.
  public func state() throws -> ScreenState {
    let model = try model()
    var state = ScreenState()
    for key in keys { _ = state.handle(key, in: model) }
    return state
  }

  // MARK: - Parts

  private var players: [String] {
    switch self {
    case .crowd, .crowdConfirming: SampleScreen.twelve
    case .names: SampleScreen.foreign
    default: SampleScreen.four
    }
  }

  private func round() throws -> ScreenModel {
    let roster = try Roster(players.map { Player(name: $0) })
    let places: [(Int?, Int, Int)] = [(1, -2, 0), (2, -1, 2), (2, -1, -1), (4, 4, -1)]
    let standings = roster.ids.map { id in
      let (place, relative, moved) = id.index < 4 ? places[id.index] : (nil, 0, 0)
      return ScreenModel.Standing(
        place: place, player: PlayerID((id.index + 1) % roster.players.count),
        relativeToPar: relative, strokes: place == nil ? 0 : 18 + relative,
        holesPlayed: place == nil ? 0 : 6, moved: moved)
    }
    return ScreenModel(
      course: "Cedar Creek", hole: 7, holes: 18, par: 3, roster: roster, standings: standings)
  }

  private func proposal(_ scores: [(Int, Int)]) -> ScreenModel.Proposal {
    ScreenModel.Proposal(
      hole: 7,
      rows: scores.enumerated().map { index, score in
        ScreenModel.Row(
          id: index + 1, player: PlayerID(score.0), strokes: Strokes(score.1),
          choices: [PlayerID(2), PlayerID(3)])
      })
  }

  private func scores(_ scores: [(Int, Int)]) throws -> [PlayerID: Strokes] {
    Dictionary(
      uniqueKeysWithValues: scores.compactMap { player, count in
        Strokes(count).map { (PlayerID(player), $0) }
      })
  }

  private func countdown(remaining: Double) -> ScreenModel.Countdown {
    ScreenModel.Countdown(
      length: .seconds(remaining > 1.5 ? 3 : 1.5), remaining: .seconds(remaining))
  }

  private func held(_ hold: ConfirmationState.Hold) -> ScreenModel.Countdown {
    ScreenModel.Countdown(length: .seconds(1.5), remaining: .seconds(1.5), holds: [hold])
  }
}
