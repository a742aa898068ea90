import Golf
import Language
import Scorekeeping
import Screen
import Testing

/// What is shown of the states of a real session.
struct StageTests {
  private let roster: Roster
  private var session: Session
  private let round: Round
  private var utterances = 0

  init() throws {
    let names = ["Mike", "Jake", "Sarah"].map { Player(name: $0) }
    roster = try Roster(
      names + [Player(name: "Al", aliases: ["Sam"]), Player(name: "Bo", aliases: ["Sam"])])
    round = try Round(hole: 7, par: 3, roster: roster)
    let four = try #require(Strokes(4))
    session = Session(
      at: HoleContext(hole: 7, par: 3, players: roster.ids, scores: [PlayerID(2): four]))
  }

  private mutating func hear(_ text: String, at now: Duration = .zero) {
    let result = UtteranceParser(round: round).parse(text)
    utterances += 1
    let utterance = Draft.Utterance(
      number: utterances, input: .typed, transcript: text, result: result)
    _ = session.handle(.heard(utterance), at: now)
  }

  private func stage(at now: Duration) -> ScreenModel.Stage {
    ScreenModel.Stage(session.state, roster: roster, now: now, choices: session.choices)
  }

  @Test mutating func `a countdown runs down with the window`() throws {
    hear("mike three", at: .seconds(10))
    let proposal = ScreenModel.Proposal(
      hole: 7,
      rows: [
        ScreenModel.Row(
          id: 1, player: PlayerID(0), strokes: Strokes(3), choices: session.choices(for: 1))
      ])
    for (now, remaining, fraction) in [(10.0, 1.5, 1.0), (10.75, 0.75, 0.5), (12, 0, 0)] {
      let countdown = ScreenModel.Countdown(
        length: .seconds(1.5), remaining: .seconds(remaining))
      #expect(stage(at: .seconds(now)) == .confirming(proposal, countdown))
      #expect(countdown.fraction == fraction)
    }
  }

  @Test mutating func `a window that is held shows all of its time, and why`() throws {
    hear("mike three")
    _ = session.handle(.editingBegan, at: .seconds(1))
    guard case .confirming(_, let countdown) = stage(at: .seconds(60)) else {
      Issue.record("not confirming")
      return
    }
    #expect(
      countdown
        == ScreenModel.Countdown(
          length: .seconds(1.5), remaining: .seconds(1.5), holds: [.editing]))
  }

  @Test mutating func `open rows keep their words and who may be meant`() throws {
    hear("sarah three, sam four and windy")
    guard case .partial(let proposal) = stage(at: .zero) else {
      Issue.record("not partial")
      return
    }
    #expect(
      proposal
        == ScreenModel.Proposal(
          hole: 7,
          rows: [
            ScreenModel.Row(
              id: 1, player: PlayerID(2), strokes: Strokes(3), choices: session.choices(for: 1),
              replaces: Strokes(4)),
            ScreenModel.Row(
              id: 2, strokes: Strokes(4), choices: [3, 4, 0, 1].map { PlayerID($0) },
              words: "sam"),
          ], remarks: ["\"windy\" is not understood"]))
  }

  @Test mutating func `every other state has its stage`() throws {
    #expect(stage(at: .zero) == .idle)
    _ = session.handle(.listeningRequested, at: .zero)
    #expect(stage(at: .zero) == .listening)
    hear("what a lovely day")
    guard case .failed("what a lovely day", let reasons) = stage(at: .zero) else {
      Issue.record("not failed")
      return
    }
    #expect(!reasons.isEmpty)
    hear("mike three")
    _ = session.handle(.accepted, at: .zero)
    let saved = ScreenModel.Proposal(
      hole: 7, rows: [ScreenModel.Row(id: 1, player: PlayerID(0), strokes: Strokes(3))])
    #expect(stage(at: .zero) == .saving(saved))
    _ = session.handle(.saveFailed(commit: 1, reason: "full"), at: .zero)
    #expect(stage(at: .zero) == .unsaved(saved, reason: "full"))
    _ = session.handle(.retried, at: .zero)
    _ = session.handle(.saved(commit: 1), at: .zero)
    #expect(stage(at: .zero) == .committed(saved))
    hear("jake three")
    _ = session.handle(.cancelled, at: .zero)
    #expect(stage(at: .zero) == .dismissed)
  }
}
