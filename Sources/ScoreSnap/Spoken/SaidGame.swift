package import DiscGolf
internal import HyzerBase
package import HyzerVoice

/// How a game ended, as somebody said it.
package struct SaidGame: Hashable, Sendable {
  /// Nil where it was not said.
  package let outcome: Outcome?
  /// The two scores in the order in which they were said.
  package let scores: [Int]
  /// Nil where something of it is open or contradicts itself.
  package let result: GameResult?
  /// Empty where nobody was named, or nobody that is known.
  package let opponent: String
  /// What a person has to settle, a line each; what has none can save itself.
  package var questions: [String]
}

/// Who may be named: the family's team, and opponents of earlier games.
package struct GameNames: Sendable {
  package let roster: Roster?
  /// Whether the first of the roster is the family's team.
  private let hasTeam: Bool

  /// Leaves out names without a letter, and those that are another's but for case and accents.
  package init(team: String?, opponents: [String]) {
    var seen: Set<NameKey> = [NameKey("")]
    let players = ([team].compactMap(\.self) + opponents).filter {
      seen.insert(NameKey($0)).inserted
    }
    .map { Player(name: $0) }
    roster = try? Roster(players)
    hasTeam = team.map { players.first?.name == $0 } ?? false
  }

  fileprivate func isTeam(_ player: PlayerID) -> Bool { hasTeam && player.index == 0 }

  /// Returns what a text says that somebody typed; nil where it is not how a game ended.
  package func game(typed text: String) -> SaidGame? {
    game(PhraseLanguage.games.phrases(in: text, roster: roster, input: .typed), input: .typed)
  }

  /// Returns what was heard; nil where it is not how a game ended.
  package func game(_ heard: HeardPhrase<GameForm>) -> SaidGame? {
    var game = game(heard.phrases, input: .spoken)
    if !heard.isClear { game?.questions.append("not heard clearly; check it") }
    return game
  }

  /// Returns what all ways to take the words agree on.
  private func game(_ phrases: [Phrase<GameForm>], input: InputKind) -> SaidGame? {
    let games = phrases.compactMap { game($0, input: input) }
    guard var game = games.first else { return nil }
    if games.contains(where: { $0 != game }) {
      game.questions.append("this can mean two things; check it")
    }
    return game
  }

  private func game(_ phrase: Phrase<GameForm>, input: InputKind) -> SaidGame? {
    let form = phrase.kind
    var names = phrase.names
    var outcome = form.outcome
    if form.hasSubject {
      // Only who is known can be a subject: else any word would be.
      guard case .known(let subject) = names.first else { return nil }
      if isTeam(subject) {
        names.removeFirst()
      } else {
        outcome = outcome?.reversed
        if names.count > 1 {
          guard case .known(let object) = names[1], isTeam(object) else { return nil }
          names.removeLast()
        }
      }
    }
    if form.isOfUs, case .known(let subject) = names.first, isTeam(subject) { return nil }
    var questions: [String] = []
    let opponent = opponent(names.first, input: input, &questions)
    let scores = phrase.numbers.count == 1 ? phrase.numbers + phrase.numbers : phrase.numbers
    guard scores.count == 2 else { return nil }
    var result: GameResult?
    if let outcome {
      do { result = try GameResult(outcome, ofScores: (scores[0], scores[1])) } catch {
        questions.append(error.description)
      }
      // People say the winner's points first, and of a loss the team's own as well.
      if outcome == .win, scores[0] < scores[1] {
        questions.append("the lower score of a win was said first; check it")
      }
    } else {
      questions.append("who won was not said")
    }
    let most = SnapGame.usualScores.upperBound
    if let high = scores.max(), high > most {
      questions.append("\(high) points are many; check it")
    }
    return SaidGame(
      outcome: outcome, scores: scores, result: result, opponent: opponent, questions: questions)
  }

  /// A name that was typed is one though nobody has it; one that was heard is open.
  private func opponent(
    _ name: Phrase<GameForm>.Name?, input: InputKind, _ questions: inout [String]
  ) -> String {
    switch name {
    case nil: return ""
    case .known(let player):
      if isTeam(player) { questions.append("a team does not play itself; whom did it play?") }
      return isTeam(player) ? "" : roster?[player].name ?? ""
    case .doubtful(let players, let text):
      let names = players.compactMap { roster?[$0].name }
      questions.append("is \"\(text)\" \(names.joined(separator: " or "))?")
      return input == .typed ? text : ""
    case .unknown(let text):
      if input == .typed { return text }
      questions.append("the opponent is none of those of earlier games; type the name")
      return ""
    }
  }
}

extension Outcome {
  /// What it was for the other side.
  fileprivate var reversed: Outcome {
    switch self {
    case .win: .loss
    case .loss: .win
    case .tie: .tie
    }
  }
}
