public import Golf

/// Works out what clauses mean together: whose score is what, after corrections and groups.
public struct Interpreter: Sendable {
  private let round: Round

  /// Makes an interpreter for the round being played.
  public init(round: Round) { self.round = round }

  /// Returns what one cover of an utterance means.
  public func interpret(_ assembly: Assembly, of classification: Classification) -> ParseResult {
    var reading = StatementReader(round: round, classification: classification)
    for clause in assembly.clauses { reading.read(clause) }
    reading.finish(unexplained: assembly.unexplained)
    var resolution = StatementResolver(round: round, problems: reading.problems)
    for correction in reading.corrections { resolution.note(correction) }
    resolution.resolve(reading.statements, otherNames: reading.namesWithoutScore)
    return ParseResult(
      scores: resolution.scores, problems: resolution.problems.sorted(by: Problem.isBefore),
      corrections: resolution.corrections)
  }
}

extension Problem {
  static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
    (left.range.lowerBound, left.range.upperBound) < (
      right.range.lowerBound, right.range.upperBound
    )
  }
}

/// A name as it stands in the source text.
struct Mention: Hashable, Sendable {
  let match: NameMatch
  let text: String
  let range: SourceRange
}

/// A score as it stands in the source text.
struct SaidScore: Hashable, Sendable {
  let meaning: Meaning
  let text: String
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
  private var openFix: Range<Int>?

  init(round: Round, classification: Classification) {
    self.round = round
    self.classification = classification
  }

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
      if isBoth(clause), names.count != 2 {
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
      let players = names.map { $0.match.candidates.map(\.player) }
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
      if isBoth(clause), round.roster.players.count != 2 {
        return problems.append(problem(.unclearGroup, clause.tokens))
      }
      let target: Assignment.Target =
        functions.contains(.everyoneElse) ? .everyoneElse : .everyone(except: names)
      add([Assignment(target: target, source: .said(score))], clause)
    case .sameAs:
      guard let model = names.last else { return }
      var targets = names.dropLast().map { Assignment.Target.player($0) }
      if functions.contains(.everyone) { targets = [.everyone(except: [model])] }
      if functions.contains(.everyoneElse) { targets = [.everyoneElse] }
      add(targets.map { Assignment(target: $0, source: .sameAs(model)) }, clause)
    case .sameFor:
      guard let source = statements.last?.assignments.last?.source else {
        return problems.append(problem(.nothingToCopy, clause.tokens, names: names))
      }
      var targets = names.map { Assignment.Target.player($0) }
      if functions.contains(.everyone) { targets = [.everyone(except: [])] }
      if functions.contains(.everyoneElse) { targets = [.everyoneElse] }
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
      } else if classification.tokens[clause.tokens].contains(where: {
        ["no", "nope"].contains($0.word)
      }),
        isScore(at: clause.tokens.upperBound)
      {
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

  /// Reports what is left: an open correction, and the tokens that no clause explains.
  mutating func finish(unexplained: [Int]) {
    if let fix = openFix { reportOpenFix(fix) }
    withdrawUncertain(unexplained)
    var others: [Int] = []
    for token in unexplained {
      let readings = classification.readings[token].filter { $0.tokens.count == 1 }
      // A stray word that is only near a name is more likely no name at all.
      let name = readings.compactMap(mention).first {
        switch $0.match {
        case .accepted, .ambiguous: true
        case .near, .unknown: false
        }
      }
      let score = readings.compactMap(saidScore).first
      if name == nil, score == nil {
        if let last = others.last, last + 1 != token { reportUnexplained(&others) }
        others.append(token)
        continue
      }
      reportUnexplained(&others)
      if let name {
        if case .accepted = name.match { namesWithoutScore.append(name) }
        problems.append(
          problem(.missingScore, token..<token + 1, names: [name]))
      } else {
        problems.append(
          problem(
            .missingPlayer, token..<token + 1,
            strokes: score.flatMap { try? $0.strokes(par: round.par).get() }))
      }
    }
    reportUnexplained(&others)
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
        && before.map {
          $0 + 1 == statement.tokens.lowerBound
            && has($0, .name)
        } ?? false
      guard strayScore || strayName else { continue }
      statements.removeAll { $0.tokens == statement.tokens }
      problems.append(
        problem(.conflictingScores, statement.tokens, names: statement.mentions))
    }
  }

  private mutating func reportUnexplained(_ tokens: inout [Int]) {
    guard let first = tokens.first, let last = tokens.last else { return }
    problems.append(problem(.unexplained, first..<last + 1))
    tokens = []
  }

  private mutating func add(_ assignments: [Assignment], _ clause: Clause) {
    let statement = Statement(
      assignments: assignments, tokens: clause.tokens, text: words(of: clause.tokens),
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
        strokes = try? score.strokes(par: round.par).get()
      }
      problems.append(
        Problem(
          .unclearCorrection, text: doubtful.text + " " + words(of: fix), range: doubtful.range,
          candidates: names.flatMap(\.match.candidates).map(\.player), strokes: strokes))
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
    switch mention.match {
    case .accepted, .ambiguous: return
    case .near, .unknown:
      problems.append(Problem(.unexplained, text: mention.text, range: mention.range))
    }
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

  private func isBoth(_ clause: Clause) -> Bool {
    clause.readings.contains { words(of: $0.tokens).lowercased() == "both" }
  }

  private func isScore(at token: Int) -> Bool {
    guard classification.readings.indices.contains(token) else { return false }
    let readings = classification.readings[token]
    return readings.contains { $0.isOf(.score) || $0.isOf(.function(.article)) }
      && !readings.contains { $0.isOf(.function(.for)) }
  }

  private func words(of tokens: Range<Int>) -> String {
    classification.tokens[tokens].map(\.text).joined(separator: " ")
  }

  private func mention(_ reading: Reading) -> Mention? {
    guard case .name(let match) = reading.label else { return nil }
    return Mention(
      match: match, text: words(of: reading.tokens),
      range: classification.sourceRange(of: reading.tokens))
  }

  private func saidScore(_ reading: Reading) -> SaidScore? {
    guard case .meaning(let meaning, _) = reading.label, meaning.isScore else { return nil }
    return SaidScore(
      meaning: meaning, text: words(of: reading.tokens),
      range: classification.sourceRange(of: reading.tokens))
  }

  private func problem(
    _ kind: Problem.Kind, _ tokens: Range<Int>, names: [Mention] = [], strokes: Strokes? = nil
  ) -> Problem {
    Problem(
      kind, text: words(of: tokens), range: classification.sourceRange(of: tokens),
      candidates: names.flatMap(\.match.candidates).map(\.player), strokes: strokes)
  }
}

extension SaidScore {
  /// Returns the strokes that the words mean on a hole of some par.
  func strokes(par: Int) -> Result<Strokes, Meaning.Rejection> { meaning.strokes(par: par) }
}
