/// Works out every player's score from statements: named players first, then "same as", then groups.
struct StatementResolver {
  private let round: Round
  private var rows: [PlayerID: (score: PlayerScore, isFromGroup: Bool)] = [:]
  private var naming: [PlayerID] = []
  /// Who has several scores of which none is said to be wrong.
  private var contested: Set<PlayerID> = []
  private(set) var problems: [Problem]
  private(set) var corrections: [Correction] = []
  /// Somebody was named of whom it is not sure who that is, so that "else" is not sure either.
  private var hasUnsureName = false

  init(round: Round, problems: [Problem]) {
    self.round = round
    self.problems = problems
  }

  /// The scores in the order in which the players were named.
  var scores: [PlayerScore] { naming.compactMap { rows[$0]?.score } }

  /// Keeps a replacement that was said in so many words.
  mutating func note(_ replacement: Replacement) {
    guard case .accepted(let candidate) = replacement.player.match,
      let from = try? replacement.from.meaning.strokes(par: round.par)
    else { return }
    let to = replacement.to.flatMap { try? $0.meaning.strokes(par: round.par) }
    if from != to {
      corrections.append(Correction(player: candidate.player, from: from, to: to))
    }
  }

  /// Resolves statements in order; `otherNames` were named too, without a score.
  mutating func resolve(_ statements: [Statement], otherNames: [Mention]) {
    let all = statements.flatMap { statement in statement.assignments.map { (statement, $0) } }
    for (statement, assignment) in all {
      guard case .player(let mention) = assignment.target, case .said = assignment.source
      else { continue }
      give(assignment.source, to: mention, statement)
    }
    for (statement, assignment) in all {
      guard case .player(let mention) = assignment.target, case .sameAs = assignment.source
      else { continue }
      copy(assignment.source, to: mention, statement)
    }
    var named = Set(rows.keys)
    for mention in statements.flatMap(\.mentions) + otherNames {
      if case .accepted(let candidate) = mention.match { named.insert(candidate.player) }
    }
    for (statement, assignment) in all { giveToGroup(assignment, statement, named: named) }
  }

  /// Returns the score that a source gives, and how sure it is whose score was copied.
  private func score(
    of source: Assignment.Source
  ) throws(Problem.Kind) -> (strokes: Strokes, confidence: Double) {
    switch source {
    case .said(let score): return (try score.meaning.strokes(par: round.par), 1)
    case .sameAs(let model):
      guard case .accepted(let candidate) = model.match, let row = rows[candidate.player] else {
        throw .nothingToCopy
      }
      return (row.score.strokes, row.score.confidence)
    }
  }

  private mutating func give(
    _ source: Assignment.Source, to mention: Mention, _ statement: Statement
  ) {
    do throws(Problem.Kind) {
      let strokes = try score(of: source).strokes
      guard let player = accepted(mention, strokes: strokes) else { return }
      put(strokes, player.similarity, for: player.player, statement)
    } catch {
      // That somebody has no score may be confirmed without a look at the name.
      if error != .noScore || accepted(mention, strokes: nil) != nil {
        report(error, statement, mention.players)
      }
      // The score that this one was to replace is not to be trusted either.
      for player in mention.players { rows[player] = nil }
    }
  }

  private mutating func copy(
    _ source: Assignment.Source, to mention: Mention, _ statement: Statement
  ) {
    guard let target = accepted(mention, strokes: nil) else { return }
    do throws(Problem.Kind) {
      let (strokes, confidence) = try score(of: source)
      put(strokes, min(target.similarity, confidence), for: target.player, statement)
    } catch {
      report(error, statement, [target.player])
    }
  }

  private mutating func giveToGroup(
    _ assignment: Assignment, _ statement: Statement, named: Set<PlayerID>
  ) {
    var members = round.roster.ids.filter { !round.away.contains($0) }
    var isUnclear = false
    switch assignment.target {
    case .player: return
    case .everyone(let exceptions):
      let excepted = exceptions.compactMap { accepted($0, strokes: nil)?.player }
      isUnclear = excepted.count < exceptions.count
      members.removeAll { excepted.contains($0) }
    case .everyoneElse(let exceptions):
      let excepted = exceptions.compactMap { accepted($0, strokes: nil)?.player }
      isUnclear = hasUnsureName || named.isEmpty
      members.removeAll { named.contains($0) || excepted.contains($0) }
    }
    do throws(Problem.Kind) {
      let strokes = try score(of: assignment.source).strokes
      if isUnclear || members.isEmpty {
        return report(.unclearGroup, statement, members, strokes: strokes)
      }
      for member in members { put(strokes, 1, for: member, statement, isFromGroup: true) }
    } catch {
      report(error, statement)
    }
  }

  private mutating func report(
    _ kind: Problem.Kind, _ statement: Statement, _ players: [PlayerID] = [],
    strokes: Strokes? = nil
  ) {
    problems.append(
      Problem(
        kind, text: statement.text, range: statement.range, candidates: players, strokes: strokes))
  }

  /// Returns the player whom a mention means; reports the mention where that is not sure.
  private mutating func accepted(_ mention: Mention, strokes: Strokes?) -> NameCandidate? {
    let kind: Problem.Kind
    switch mention.match {
    case .accepted(let candidate): return candidate
    case .ambiguous: kind = .ambiguousName
    case .near: kind = .uncertainName
    case .unknown: kind = .unknownName
    }
    hasUnsureName = true
    problems.append(
      Problem(
        kind, text: mention.text, range: mention.range, candidates: mention.players,
        strokes: strokes))
    return nil
  }

  /// Whether the later of two statements is said to replace the earlier one.
  private func isCorrection(_ statement: Statement, isLater: Bool) -> Bool {
    isLater && statement.isCorrection
  }

  /// Gives a player a score: the later of two stands where it is said to correct, but what is said of a player by name
  /// stands before what is said later of a group only where both agree.
  private mutating func put(
    _ strokes: Strokes, _ confidence: Double, for player: PlayerID, _ statement: Statement,
    isFromGroup: Bool = false
  ) {
    let score = PlayerScore(
      player: player, strokes: strokes, confidence: confidence, range: statement.range)
    if contested.contains(player) { return }
    guard let known = rows[player] else {
      rows[player] = (score, isFromGroup)
      if !naming.contains(player) { naming.append(player) }
      return
    }
    if known.score.strokes == strokes { return }
    let isLater = known.score.range.lowerBound <= score.range.lowerBound
    if isFromGroup, !known.isFromGroup {
      // "Everyone par, Mike birdie" makes Mike the exception; the other way round is unclear.
      guard isLater, known.score.range != score.range else { return }
      rows[player] = nil
      return report(.conflictingScores, statement, [player])
    }
    guard isCorrection(statement, isLater: isLater) else {
      rows[player] = nil
      contested.insert(player)
      return report(.conflictingScores, statement, [player])
    }
    let (earlier, later) = isLater ? (known.score, score) : (score, known.score)
    corrections.append(Correction(player: player, from: earlier.strokes, to: later.strokes))
    if isLater { rows[player] = (score, isFromGroup) }
  }
}
