internal import Golf

/// Works out every player's score from statements: named players first, then "same as", then groups.
struct StatementResolver {
  private struct Row {
    let strokes: Strokes
    let confidence: Double
    let range: SourceRange
    /// The statement's place, by which later ones are told from earlier ones.
    let order: Int
    let isFromGroup: Bool
  }

  private let round: Round
  private var rows: [PlayerID: Row] = [:]
  private var naming: [PlayerID] = []
  private(set) var problems: [Problem]
  private(set) var corrections: [Correction] = []
  /// Somebody was named of whom it is not sure who that is, so that "else" is not sure either.
  private var hasUnsureName = false

  init(round: Round, problems: [Problem]) {
    self.round = round
    self.problems = problems
  }

  /// The scores in the order in which the players were named.
  var scores: [PlayerScore] {
    naming.compactMap { player in
      rows[player].map {
        PlayerScore(
          player: player, strokes: $0.strokes, confidence: $0.confidence, range: $0.range)
      }
    }
  }

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
    let all = statements.enumerated().flatMap { order, statement in
      statement.assignments.map { (order, statement, $0) }
    }
    for (order, statement, assignment) in all {
      guard case .player(let mention) = assignment.target,
        case .said(let score) = assignment.source
      else { continue }
      give(score, to: mention, order: order, statement: statement)
    }
    for (order, statement, assignment) in all {
      guard case .player(let mention) = assignment.target,
        case .sameAs(let model) = assignment.source
      else { continue }
      copy(from: model, to: mention, order: order, statement: statement)
    }
    var named = Set(rows.keys)
    for mention in statements.flatMap(\.mentions) + otherNames {
      if case .accepted(let candidate) = mention.match { named.insert(candidate.player) }
    }
    for (order, statement, assignment) in all {
      if case .player = assignment.target { continue }
      give(assignment, order: order, statement: statement, named: named)
    }
  }

  private mutating func give(
    _ score: SaidScore, to mention: Mention, order: Int, statement: Statement
  ) {
    do throws(Problem.Kind) {
      let strokes = try score.meaning.strokes(par: round.par)
      guard let player = accepted(mention, strokes: strokes) else { return }
      put(
        Row(
          strokes: strokes, confidence: player.similarity, range: statement.range, order: order,
          isFromGroup: false), for: player.player)
    } catch {
      report(error, statement, mention.players)
      // The score that this one was to replace is not to be trusted either.
      for player in mention.players { rows[player] = nil }
    }
  }

  private mutating func copy(
    from model: Mention, to mention: Mention, order: Int, statement: Statement
  ) {
    guard let target = accepted(mention, strokes: nil) else { return }
    guard case .accepted(let source) = model.match, let row = rows[source.player] else {
      return report(.nothingToCopy, statement, [target.player])
    }
    let confidence = min(target.similarity, row.confidence)
    put(
      Row(
        strokes: row.strokes, confidence: confidence, range: statement.range, order: order,
        isFromGroup: false), for: target.player)
  }

  private mutating func give(
    _ assignment: Assignment, order: Int, statement: Statement, named: Set<PlayerID>
  ) {
    var members = round.roster.ids
    var isUnclear = false
    switch assignment.target {
    case .player: return
    case .everyone(let exceptions):
      let excepted = exceptions.compactMap { accepted($0, strokes: nil)?.player }
      isUnclear = excepted.count < exceptions.count
      members.removeAll { excepted.contains($0) }
    case .everyoneElse:
      isUnclear = hasUnsureName || named.isEmpty
      members.removeAll { named.contains($0) }
    }
    let strokes: Strokes
    switch assignment.source {
    case .said(let score):
      do throws(Problem.Kind) {
        strokes = try score.meaning.strokes(par: round.par)
      } catch {
        return report(error, statement)
      }
    case .sameAs(let model):
      guard case .accepted(let source) = model.match, let row = rows[source.player] else {
        return report(.nothingToCopy, statement)
      }
      strokes = row.strokes
    }
    if isUnclear || members.isEmpty {
      return report(.unclearGroup, statement, members, strokes: strokes)
    }
    for member in members {
      put(
        Row(
          strokes: strokes, confidence: 1, range: statement.range, order: order,
          isFromGroup: true), for: member, statement: statement)
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

  /// Gives a player a score: the later of two stands, but what is said of a player by name
  /// stands before what is said later of a group only where both agree.
  private mutating func put(_ row: Row, for player: PlayerID, statement: Statement? = nil) {
    guard let known = rows[player] else {
      rows[player] = row
      if !naming.contains(player) { naming.append(player) }
      return
    }
    if known.strokes == row.strokes { return }
    if row.isFromGroup, !known.isFromGroup {
      // "Everyone par, Mike birdie" makes Mike the exception; the other way round is unclear.
      guard known.order < row.order else { return }
      rows[player] = nil
      problems.append(
        Problem(
          .conflictingScores, text: statement?.text ?? "", range: row.range, candidates: [player]))
      return
    }
    let (earlier, later) = known.order <= row.order ? (known, row) : (row, known)
    corrections.append(Correction(player: player, from: earlier.strokes, to: later.strokes))
    rows[player] = later
  }
}
