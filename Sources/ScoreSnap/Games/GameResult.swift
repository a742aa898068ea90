internal import HyzerBase

/// How a game ended for the team whose season is kept.
package enum Outcome: String, CaseIterable, Sendable {
  case win, loss, tie

  /// The letter of a table: W, L or T.
  package var letter: String { rawValue.prefix(1).uppercased() }
}

/// The final score of a game, and what it means for the team: the two never contradict each other.
package struct GameResult: Hashable, Sendable {
  /// What a score may be where a person says so; a scoreboard is read up to 200.
  package static let scores = 0...999

  /// Points of the team whose season is kept.
  package let team: Int
  package let opponent: Int

  package var outcome: Outcome {
    team == opponent ? .tie : team > opponent ? .win : .loss
  }

  /// By how many points the team won; negative where it lost.
  package var margin: Int { team - opponent }

  /// The score as it is written: `72 - 65`.
  package var text: String { "\(team) - \(opponent)" }

  /// Takes the score of each side.
  ///
  /// - Throws: ``SnapRefusal`` for a score that no game has.
  package init(team: Int, opponent: Int) throws(SnapRefusal) {
    for score in [team, opponent] where !Self.scores.contains(score) {
      throw SnapRefusal("a score of \(score) is not from 0 to \(Self.scores.upperBound)")
    }
    (self.team, self.opponent) = (team, opponent)
  }

  /// Takes the score of each side, of which the outcome must be true.
  ///
  /// - Throws: ``SnapRefusal`` for a score that no game has, or an outcome that the scores contradict.
  package init(_ outcome: Outcome, team: Int, opponent: Int) throws(SnapRefusal) {
    try self.init(team: team, opponent: opponent)
    guard self.outcome == outcome else {
      throw SnapRefusal(Self.contradiction(outcome, team, opponent))
    }
  }

  /// Says which of two scores that stand on a board is the team's: the higher of a win, the lower of a loss.
  ///
  /// - Throws: ``SnapRefusal`` where equal scores are to be a win or a loss, or unequal ones a tie.
  package init(_ outcome: Outcome, ofScores scores: (Int, Int)) throws(SnapRefusal) {
    let (least, most) = (min(scores.0, scores.1), max(scores.0, scores.1))
    try self.init(
      outcome, team: outcome == .loss ? least : most, opponent: outcome == .loss ? most : least)
  }

  private static func contradiction(_ outcome: Outcome, _ team: Int, _ opponent: Int) -> String {
    switch outcome {
    case .tie: "\(team) - \(opponent) is no tie: in a tie both scores are the same"
    case _ where team == opponent: "\(team) - \(opponent) is a tie, and no \(outcome.rawValue)"
    case .win: "\(team) - \(opponent) is no win: the opponent has more points"
    case .loss: "\(team) - \(opponent) is no loss: the team has more points"
    }
  }
}

extension GameResult {
  var object: OrderedObject {
    OrderedObject(members: [
      ("outcome", outcome.rawValue), ("team", team), ("opponent", opponent),
    ])
  }
}

extension GameResult: Decodable {
  private enum CodingKeys: String, CodingKey {
    case outcome, team, opponent
  }

  /// Reads `{"outcome": "win", "team": 72, "opponent": 65}`.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    let name = try object.decode(String.self, forKey: .outcome)
    guard let outcome = Outcome(rawValue: name) else {
      throw SnapRefusal("\"\(name.prefix(20))\" is no outcome; give win, loss or tie")
    }
    try self.init(
      outcome, team: object.decode(Int.self, forKey: .team),
      opponent: object.decode(Int.self, forKey: .opponent))
  }
}

/// Why something is not kept, in one line for people.
package struct SnapRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
