import Golf
import Language

@testable import Scorekeeping

/// The state machine; Swift Testing has a type of the same name.
typealias Session = Confirmation

/// The players of all tests: "Sam" may be Al or Bo, "Chief" Mike or Sarah.
enum Sample {
  static let players = [
    Player(name: "Mike", aliases: ["Chief"]), Player(name: "Jake"),
    Player(name: "Sarah", aliases: ["Chief"]),
    Player(name: "Al", aliases: ["Sam"]), Player(name: "Bo", aliases: ["Sam"]),
  ]
  static let (mike, jake, sarah) = (PlayerID(0), PlayerID(1), PlayerID(2))
  static let (al, bo) = (PlayerID(3), PlayerID(4))

  /// A hole of par 3; on hole 7 the log has a 4 for Sarah.
  static func hole(_ hole: Int = 7, scores: [PlayerID: Int]? = nil) throws -> HoleContext {
    HoleContext(
      hole: hole, par: 3, players: try Roster(players).ids,
      scores: try (scores ?? (hole == 7 ? [sarah: 4] : [:])).mapValues(strokes))
  }

  struct NoScore: Error {}

  static func strokes(_ count: Int) throws -> Strokes {
    guard let strokes = Strokes(count) else { throw NoScore() }
    return strokes
  }

  /// What the parser makes of a text, each word of which was heard with `clarity`.
  static func parsed(_ text: String, clarity: [Double] = []) throws -> ParseResult {
    let round = try Round(hole: 7, par: 3, roster: Roster(players))
    let parsed = UtteranceParser(round: round).parse(text)
    let words = zip(tokenize(text), clarity).map { HeardWord(range: $0.range, confidence: $1) }
    return parsed.weighed(
      by: words, utteranceConfidence: 1,
      thresholds: HearingThresholds(confirmBelow: 0.5, askBelow: 0.3, rejectBelow: 0.2))
  }

  static func heard(
    _ number: Int, _ text: String, input: ScoreEvent.Input = .voice, clarity: [Double] = []
  ) throws -> Session.Event {
    .heard(
      Draft.Words(number: number, input: input, transcript: text),
      try parsed(text, clarity: clarity))
  }

  static func replied(_ reply: Reply, _ number: Int, confidence: Double = 1) -> Session.Event {
    .replied(
      Draft.Words(
        number: number, input: .voice, transcript: "reply \(number)", confidence: confidence), reply
    )
  }

  static func name(_ player: PlayerID) -> String { players[player.index].name }
}
