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
    .map { name in
      // "St. Mary's" is said, and often typed, in full, and the other way round.
      let parts = name.split(separator: " ", maxSplits: 1).map { String($0) }
      let others = ["St.": "Saint ", "St": "Saint ", "Saint": "St. "]
      let alias = parts.count == 2 ? others[parts[0]].map { [$0 + parts[1]] } : nil
      return Player(name: name, aliases: alias ?? [])
    }
    roster = try? Roster(players)
    hasTeam = team.map { players.first?.name == $0 } ?? false
  }

  private func isTeam(_ player: PlayerID) -> Bool { hasTeam && player.index == 0 }

  private func isTeam(_ name: Phrase<GameForm>.Name) -> Bool {
    if case .known(let player) = name { isTeam(player) } else { false }
  }

  /// Returns what a text says that somebody typed; nil where it is not how a game ended.
  package func game(typed text: String) -> SaidGame? { game(of: text, input: .typed)?.game }

  /// Returns what is said in words of which some may say nothing, and these words.
  private func game(of text: String, input: InputKind) -> (game: SaidGame, leftOut: [String])? {
    // Whoever types ends no sentence by "vs." and "St."
    let words = text.replacing(/(?:[.,;!()"]|(?!\d):)(?!\d)/, with: " ")
      .replacing(/\bnothing\b/.ignoresCase(), with: "zero")
    let phrases = PhraseLanguage.games.phrases(in: words, roster: roster, input: .typed) {
      var questions: [String] = []
      return scores(of: $0, &questions) != nil
    }
    guard !isOfOthers(text, phrases), var game = game(phrases, input: input) else { return nil }
    game.questions += doubts(game.scores, in: words)
    return (game, phrases.compactMap(\.leftOut).flatMap(\.self))
  }

  /// What else two scores may be by the words around them, as questions.
  private func doubts(_ scores: [Int], in text: String) -> [String] {
    let text = text.lowercased()
    var questions: [String] = []
    if text.contains(/\btied it\b/) {
      questions.append("the game may have gone on; check it")
    }
    let record =
      /\b(?:streak|record|series)\b|(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen) and\b/
    if scores.allSatisfy({ $0 < Self.mostGames }), text.contains(record) {
      questions.append("this may be a count of games; check it")
    }
    return questions
  }

  /// Chosen: no child's team has won as many games in a season.
  private static let mostGames = 30

  /// Whether a text says that it is of another game, of a part of one, or of none.
  private func isOfOthers(_ text: String, _ phrases: [Phrase<GameForm>]) -> Bool {
    let text = text.lowercased()
    let question = /^(?:did|do|does|who|is|are)\b|\?/
    let elsewhere =
      /\b(?:if|would|maybe|hope|hopefully|predict|last (?:year|season|week|month)|back in)\b/
    let otherSports = /\b(?:soccer|baseball|softball|football|volleyball|hockey|lacrosse)\b/
    if text.contains(question) || text.contains(elsewhere) || text.contains(otherSports) {
      return true
    }
    let leftOut = Set(phrases.compactMap(\.leftOut).joined())
    if !leftOut.isDisjoint(with: Self.turningWords) { return true }
    let saysLittle = phrases.contains {
      $0.leftOut != nil && $0.kind == GameForm() && $0.names.isEmpty
    }
    let isWonOrLost = phrases.contains {
      $0.kind.outcome != nil && $0.kind.outcome != .tie && $0.leftOut != nil
    }
    return saysLittle
      || !isWonOrLost && text.contains(/\b(?:half|halftime|quarter|into overtime)\b/)
  }

  /// What turns a sentence into another where it is left out.
  private static let turningWords: Set = [
    "not", "didn't", "don't", "never", "nobody", "almost", "nearly", "they", "their", "opponent",
    "opponents", "other",
  ]

  /// Returns what was heard, nil where it is not how a game ended, and the words of it.
  ///
  /// What is heard as one of the forms had to be one, and may have become another score: it saves itself where words in
  /// any order say the same, and these count where they alone are a whole sentence, or it explains the audio worse.
  package func game(_ heard: HeardPhrase<GameForm>) -> (game: SaidGame?, transcript: String) {
    let (loose, leftOut) = game(of: heard.loose.transcript, input: .spoken) ?? (nil, [])
    let strict = game(heard.phrases, input: .spoken)
    let isSame = strict?.result == loose?.result && strict?.opponent == loose?.opponent
    guard var game = strict, isSame || loose?.questions != [] else {
      var game = loose
      game?.questions.append("not heard clearly; check it")
      return (game, game == nil ? heard.hypothesis.transcript : heard.loose.transcript)
    }
    // "Against of Hawks" is as good as "against the Hawks"; no number alone is as short.
    let isWhole =
      loose?.questions == []
      || loose?.questions == [Self.notUnderstood] && leftOut.allSatisfy { $0.count <= 2 }
    game.questions += doubts(game.scores, in: heard.hypothesis.transcript)
    if !heard.isClear || !isSame || !isWhole {
      game.questions.append("not heard clearly; check it")
    }
    // "Seventy two sixty five" is easily heard as "seventy six five".
    if let low = game.scores.min(), let high = game.scores.max(), low < 10, high >= 20 {
      game.questions.append("\(low) points are few; check it")
    }
    // So little is said that much else is heard as it.
    if heard.phrases.contains(where: { [.paired, .usFirst, .usLast].contains($0.kind.sides) }) {
      game.questions.append("who won was not said; check it")
    }
    return (game, heard.hypothesis.transcript)
  }

  private static let notUnderstood = "not all of it was understood; check it"

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
    var questions: [String] = []
    guard let scores = scores(of: phrase, &questions), let (said, other) = sides(of: phrase) else {
      return nil
    }
    var outcome = said
    let opponent = opponent(other, input: input, &questions)
    if phrase.kind.isGuess { questions.append("who won is a guess; check it") }
    if phrase.names.count > (phrase.kind.sides == .named || phrase.kind.sides == .paired ? 2 : 1) {
      questions.append("more names than that were said; check it")
    }
    if phrase.leftOut != nil { questions.append(Self.notUnderstood) }
    var result: GameResult?
    switch phrase.kind.sides {
    case .paired, .usFirst, .usLast:
      if case .unknown(let text)? = other, input == .typed {
        questions.append("is \"\(text)\" a team?")
      }
      let isFirst =
        phrase.kind.sides == .usFirst || phrase.kind.sides == .paired && isTeam(phrase.names[0])
      let (own, others) = isFirst ? (scores[0], scores[1]) : (scores[1], scores[0])
      do {
        let said = try GameResult(team: own, opponent: others)
        result = try GameResult(outcome ?? said.outcome, team: own, opponent: others)
        outcome = said.outcome
      } catch {
        questions.append(error.description)
      }
    case .us, .named, .againstUs:
      if outcome == nil, scores[0] == scores[1] { outcome = .tie }
      guard let outcome else {
        questions.append("who won was not said")
        break
      }
      do { result = try GameResult(outcome, ofScores: (scores[0], scores[1])) } catch {
        questions.append(error.description)
      }
      // People say the winner's points first, and of a loss the team's own as well.
      if phrase.kind.outcome == .win, scores[0] < scores[1] {
        questions.append("the lower score of a win was said first; check it")
      }
    }
    let most = SnapGame.usualScores.upperBound
    if let high = scores.max(), high > most {
      questions.append("\(high) points are many; check it")
    }
    return SaidGame(
      outcome: outcome, scores: scores, result: result, opponent: opponent, questions: questions)
  }

  /// The two scores: "forty all" is one number, and "by seven" before them has to be true.
  private func scores(of phrase: Phrase<GameForm>, _ questions: inout [String]) -> [Int]? {
    let numbers = phrase.numbers
    switch numbers.count {
    case 1: return numbers + numbers
    case 2: return numbers
    case 3 where numbers[0] == abs(numbers[1] - numbers[2]): return Array(numbers[1...])
    case 3, 4:
      questions.append("more numbers than two were said; check it")
      return numbers.suffix(2)
    default: return nil
    }
  }

  /// How it ended for the family's team, as far as that is said, and whom it played; nil where the sentence is of
  /// others.
  private func sides(of phrase: Phrase<GameForm>) -> (Outcome?, Phrase<GameForm>.Name?)? {
    let (form, names) = (phrase.kind, phrase.names)
    switch form.sides {
    case .us, .usFirst, .usLast: return (form.outcome, names.first)
    case .againstUs:
      if let subject = names.first, isTeam(subject) { return nil }
      return (form.outcome?.reversed, names.first)
    case .paired:
      guard names.count == 2, isTeam(names[0]) != isTeam(names[1]) else { return nil }
      return (nil, isTeam(names[0]) ? names[1] : names[0])
    case .named:
      // Only who is known can be a subject: else any word would be.
      guard let subject = names.first, case .known = subject else { return nil }
      if isTeam(subject) { return (form.outcome, names.dropFirst().first) }
      guard names.count == 1 || isTeam(names[1]) else { return nil }
      return (form.outcome?.reversed, subject)
    }
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
      questions.append(
        "is \"\(text)\" \(names.isEmpty ? "a team" : names.joined(separator: " or "))?")
      return input == .typed ? text : ""
    case .unknown(let text):
      if input == .typed {
        if text.split(separator: " ").count > 3 {
          questions.append("\"\(text)\" is long for a name; check it")
        }
        return text.replacing(/^St\s/, with: "St. ")
      }
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
