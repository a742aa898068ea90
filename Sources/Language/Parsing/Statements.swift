internal import Golf

extension ParseResult {
  /// Works out what one cover of an utterance means: whose score is what, after corrections and
  /// groups.
  init(_ assembly: Assembly, of classification: Classification, in round: Round) {
    var reader = StatementReader(round: round, classification: classification)
    for clause in assembly.clauses { reader.read(clause) }
    reader.finish(unexplained: assembly.unexplained)
    var resolution = StatementResolver(round: round, problems: reader.problems)
    for correction in reader.corrections { resolution.note(correction) }
    resolution.resolve(reader.statements, otherNames: reader.namesWithoutScore)
    self.init(
      scores: resolution.scores, problems: resolution.problems.sorted(by: Problem.isBefore),
      corrections: resolution.corrections)
  }
}

/// A name as it stands in the source text.
struct Mention: Hashable, Sendable {
  let match: NameMatch
  let text: String
  let range: SourceRange

  /// The players who may be meant, the likeliest first.
  var players: [PlayerID] { match.candidates.map(\.player) }

  /// Whether no player answers to it, though one may come near.
  var isOfNobody: Bool {
    switch match {
    case .accepted, .ambiguous: false
    case .near, .unknown: true
    }
  }
}

/// A score as it stands in the source text.
struct SaidScore: Hashable, Sendable {
  let meaning: Meaning
  let range: SourceRange
}

/// Gives a score to somebody.
struct Assignment: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case player(Mention)
    case everyone(except: [Mention])
    case everyoneElse
  }

  enum Source: Hashable, Sendable {
    case said(SaidScore)
    case sameAs(Mention)
  }

  var target: Target
  var source: Source
}

/// What one clause says of scores: the unit that "scratch that" takes back.
struct Statement: Hashable, Sendable {
  var assignments: [Assignment]
  let tokens: Range<Int>
  let text: String
  let range: SourceRange

  /// Of whom the statement speaks, wherever they stand in the text.
  var subjects: [[NameMatch]?] {
    assignments.map {
      switch $0.target {
      case .player(let mention): [mention.match]
      case .everyone(let except): [.unknown] + except.map(\.match)
      case .everyoneElse: nil
      }
    }
  }

  /// The players whom the statement names plainly.
  var mentions: [Mention] {
    assignments.compactMap {
      guard case .player(let mention) = $0.target else { return nil }
      return mention
    }
  }
}

/// A replacement inside the utterance, of which the scores are not worked out yet.
struct Replacement: Hashable, Sendable {
  let player: Mention
  let from: SaidScore
  let to: SaidScore?
}

/// Turns clauses into statements and applies the corrections among them.
private struct StatementReader {
  let round: Round
  let classification: Classification
  private(set) var statements: [Statement] = []
  private(set) var corrections: [Replacement] = []
  private(set) var problems: [Problem] = []
  private(set) var namesWithoutScore: [Mention] = []
  /// A correction has been announced, and what it corrects is not said yet.
  var openFix: Range<Int>?

  mutating func read(_ clause: Clause) {
    let names = clause.readings.compactMap(mention)
    let scores = clause.readings.compactMap(saidScore)
    let functions = clause.readings.compactMap { reading -> FunctionWord? in
      guard case .meaning(.function(let function), _) = reading.label else { return nil }
      return function
    }
    switch clause.kind {
    case .assign:
      guard let score = scores.last else { return }
      if isOfPair(clause), names.count != 2 {
        return problems.append(problem(.unclearGroup, clause.tokens, names: names))
      }
      if let give = clause.readings.first, give.isOf(.function(.give)),
        let name = classification.readings[give.tokens.lowerBound].first(where: {
          $0.tokens == give.tokens && $0.isOf(.name)
        }).flatMap(mention)
      {
        problems.append(problem(.missingScore, give.tokens, names: [name]))
      }
      add(names.map { Assignment(target: .player($0), source: .said(score)) }, clause)
    case .list:
      let players = names.map(\.players)
      // "Mike and Jake three, for Sarah four" does not give Jake a four.
      let isDoubtful =
        clause.readings.last.map { $0.cost > 0 && $0.isOf(.score) } ?? false
        && classification.readings.indices.contains(clause.tokens.upperBound)
        && classification.readings[clause.tokens.upperBound].contains { $0.isOf(.name) }
      guard Set(players).count == names.count, !isDoubtful else {
        return problems.append(problem(.conflictingScores, clause.tokens, names: names))
      }
      add(zip(names, scores).map { Assignment(target: .player($0), source: .said($1)) }, clause)
    case .group:
      guard let score = scores.last else { return }
      if isOfPair(clause), round.roster.players.count != 2 {
        return problems.append(problem(.unclearGroup, clause.tokens))
      }
      let target: Assignment.Target =
        functions.contains(.everyoneElse) ? .everyoneElse : .everyone(except: names)
      add([Assignment(target: target, source: .said(score))], clause)
    case .sameAs:
      guard let model = names.last else { return }
      let targets = targets(names.dropLast(), functions, except: [model])
      add(targets.map { Assignment(target: $0, source: .sameAs(model)) }, clause)
    case .sameFor:
      guard let source = statements.last?.assignments.last?.source else {
        return problems.append(problem(.nothingToCopy, clause.tokens, names: names))
      }
      let targets = targets(names, functions, except: [])
      add(targets.map { Assignment(target: $0, source: source) }, clause)
    case .renamed:
      guard let wrong = names.first, let name = names.last, let score = scores.last else { return }
      reportIfNobody(wrong)
      add([Assignment(target: .player(name), source: .said(score))], clause)
    case .fixScore: replaceScore(by: scores.last, clause)
    case .fixName: replaceName(by: names.last, clause)
    case .fix:
      if !statements.isEmpty {
        openFix = clause.tokens
      } else if contains(Vocabulary.denials, clause.tokens), isScore(at: clause.tokens.upperBound) {
        // "No birdie for Mike" takes nothing back and gives nothing.
        problems.append(problem(.unclearCorrection, clause.tokens))
      }
    case .scratch:
      openFix = nil
      guard let last = statements.popLast() else {
        return problems.append(problem(.unclearCorrection, clause.tokens))
      }
      corrections.removeAll { $0.player.range.overlaps(last.range) }
    case .startOver:
      statements = []
      corrections = []
      problems.removeAll {
        switch $0.kind {
        case .otherHole, .otherPar: false
        default: true
        }
      }
      openFix = nil
    case .announcement: readAnnouncement(clause)
    case .aside: break
    }
  }

  /// Who gets a score that is copied: a group where one is said, otherwise the players named.
  private func targets(
    _ names: [Mention], _ functions: [FunctionWord], except: [Mention]
  ) -> [Assignment.Target] {
    if functions.contains(.everyoneElse) { return [.everyoneElse] }
    if functions.contains(.everyone) { return [.everyone(except: except)] }
    return names.map { .player($0) }
  }

  /// Reports what is left: an open correction, and the tokens that no clause explains.
  mutating func finish(unexplained: [Int]) {
    if let fix = openFix { reportOpenFix(fix) }
    withdrawUncertain(unexplained)
    var others: Range<Int>?
    func reportOthers() {
      if let range = others { problems.append(problem(.unexplained, range)) }
      others = nil
    }
    for token in unexplained {
      let range = token..<token + 1
      let readings = classification.readings[token].filter { $0.tokens.count == 1 }
      // A stray word that is only near a name is more likely no name at all.
      let name = readings.compactMap(mention).first { !$0.isOfNobody }
      let score = readings.compactMap(saidScore).first
      if name == nil, score == nil {
        if others?.upperBound != token { reportOthers() }
        others = (others?.lowerBound ?? token)..<token + 1
        continue
      }
      reportOthers()
      if let name {
        if case .accepted = name.match { namesWithoutScore.append(name) }
        problems.append(problem(.missingScore, range, names: [name]))
      } else {
        let strokes = score.flatMap { try? $0.meaning.strokes(par: round.par) }
        problems.append(problem(.missingPlayer, range, strokes: strokes))
      }
    }
    reportOthers()
  }

  /// Takes back the statements that a stray name or score makes uncertain: in "Mike three or four"
  /// either may be meant, and in "Mike Jake Sarah three four" nobody knows who has which.
  private mutating func withdrawUncertain(_ unexplained: [Int]) {
    func has(_ token: Int, _ terminal: Terminal) -> Bool {
      classification.readings[token].contains { $0.isOf(terminal) }
    }
    for statement in statements {
      let after = unexplained.drop { $0 < statement.tokens.upperBound }
      let following = zip(after, statement.tokens.upperBound...).prefix { $0 == $1 }.map(\.0)
      let strayScore = following.contains { has($0, .score) && !has($0, .name) }
      let before = unexplained.prefix { $0 < statement.tokens.lowerBound }.last
      let strayName =
        statement.assignments.count > 1
        && before.map { $0 + 1 == statement.tokens.lowerBound && has($0, .name) } ?? false
      guard strayScore || strayName else { continue }
      statements.removeAll { $0.tokens == statement.tokens }
      problems.append(
        problem(.conflictingScores, statement.tokens, names: statement.mentions))
    }
  }

  private mutating func add(_ assignments: [Assignment], _ clause: Clause) {
    let statement = Statement(
      assignments: assignments, tokens: clause.tokens,
      text: classification.text(of: clause.tokens),
      range: classification.sourceRange(of: clause.tokens))
    if let fix = openFix {
      openFix = nil
      // "Mike three, no, Mike four" speaks of the same players; anything else could mean that
      // the first statement was wrong, or only that somebody said no.
      if statements.last.map({ $0.subjects != statement.subjects }) ?? true { reportOpenFix(fix) }
    }
    statements.append(statement)
  }

  /// Takes the last statement out of what is sure, since a correction may have been meant for it.
  private mutating func reportOpenFix(_ fix: Range<Int>) {
    guard let doubtful = statements.popLast() else { return }
    openFix = nil
    for assignment in doubtful.assignments {
      var names: [Mention] = []
      if case .player(let mention) = assignment.target { names = [mention] }
      var strokes: Strokes?
      if case .said(let score) = assignment.source {
        strokes = try? score.meaning.strokes(par: round.par)
      }
      problems.append(
        Problem(
          .unclearCorrection, text: doubtful.text + " " + classification.text(of: fix),
          range: doubtful.range, candidates: names.flatMap(\.players), strokes: strokes))
    }
  }

  private mutating func replaceScore(by score: SaidScore?, _ clause: Clause) {
    guard let score, var last = statements.popLast(), let tail = last.assignments.last else {
      return problems.append(problem(.unclearCorrection, clause.tokens))
    }
    // "Mike and Jake both three, no, four" replaces both; a list replaces the score said last.
    for index in last.assignments.indices where last.assignments[index].source == tail.source {
      let old = last.assignments[index]
      if case .said(let from) = old.source, case .player(let player) = old.target {
        corrections.append(Replacement(player: player, from: from, to: score))
      }
      last.assignments[index].source = .said(score)
    }
    statements.append(last)
  }

  private mutating func replaceName(by name: Mention?, _ clause: Clause) {
    guard let name, var last = statements.popLast(), last.assignments.count == 1,
      case .player(let wrong) = last.assignments[0].target,
      case .said(let from) = last.assignments[0].source,
      !statements.contains(where: { $0.mentions.contains { $0.match == name.match } })
    else {
      return problems.append(
        problem(.unclearCorrection, clause.tokens, names: name.map { [$0] } ?? []))
    }
    reportIfNobody(wrong)
    if wrong.match != name.match {
      corrections.append(Replacement(player: wrong, from: from, to: nil))
    }
    last.assignments[0].target = .player(name)
    statements.append(last)
  }

  /// Reports a word in a name's place that is nobody's: a correction does not explain it.
  private mutating func reportIfNobody(_ mention: Mention) {
    guard mention.isOfNobody else { return }
    problems.append(Problem(.unexplained, text: mention.text, range: mention.range))
  }

  private mutating func readAnnouncement(_ clause: Clause) {
    let numbers = clause.readings.compactMap { reading -> Int? in
      guard case .meaning(.number(let number), _) = reading.label else { return nil }
      return number
    }
    if let said = numbers.first, let hole = round.hole, said != hole {
      problems.append(problem(.otherHole(said: said, current: hole), clause.tokens))
    }
    if numbers.count > 1, let said = numbers.last, said != round.par {
      problems.append(problem(.otherPar(said: said, current: round.par), clause.tokens))
    }
  }

  /// Whether a clause says that two players have the score, and no more.
  private func isOfPair(_ clause: Clause) -> Bool {
    clause.readings.contains {
      $0.isOf(.function(.each)) && contains(Vocabulary.pairWords, $0.tokens)
    }
  }

  private func contains(_ words: Set<String>, _ tokens: Range<Int>) -> Bool {
    classification.tokens[tokens].contains { words.contains($0.word) }
  }

  private func isScore(at token: Int) -> Bool {
    guard classification.readings.indices.contains(token) else { return false }
    let readings = classification.readings[token]
    return readings.contains { $0.isOf(.score) || $0.isOf(.function(.article)) }
      && !readings.contains { $0.isOf(.function(.for)) }
  }

  private func mention(_ reading: Reading) -> Mention? {
    guard case .name(let match) = reading.label else { return nil }
    return Mention(
      match: match, text: classification.text(of: reading.tokens),
      range: classification.sourceRange(of: reading.tokens))
  }

  private func saidScore(_ reading: Reading) -> SaidScore? {
    guard case .meaning(let meaning, _) = reading.label, meaning.isScore else { return nil }
    return SaidScore(
      meaning: meaning, range: classification.sourceRange(of: reading.tokens))
  }

  private func problem(
    _ kind: Problem.Kind, _ tokens: Range<Int>, names: [Mention] = [], strokes: Strokes? = nil
  ) -> Problem {
    Problem(
      kind, text: classification.text(of: tokens), range: classification.sourceRange(of: tokens),
      candidates: names.flatMap(\.players), strokes: strokes)
  }
}

extension Meaning {
  /// Returns the strokes that a score means on a hole of some par, or throws why it is none.
  func strokes(par: Int) throws(Problem.Kind) -> Strokes {
    let count: Int
    switch self {
    case .number(let number): count = number
    case .relative(let difference): count = par + difference
    case .ace: count = 1
    case .unusable(.fraction): throw .fraction
    case .unusable(.signed): throw .signed
    case .function: preconditionFailure("a function word is no score")
    }
    guard let strokes = Strokes(count) else { throw .scoreOutOfRange(count) }
    return strokes
  }
}
