extension ParseResult {
  /// Works out what one cover of an utterance means: whose score is what, after corrections and
  /// groups.
  init(_ assembly: Assembly, of classification: Classification, in round: Round) {
    var reader = StatementReader(round: round, classification: classification)
    for (index, clause) in assembly.clauses.enumerated() {
      reader.read(clause, followedBy: assembly.clauses[(index + 1)...])
    }
    reader.finish(unexplained: assembly.unexplained)
    var resolution = StatementResolver(round: round, problems: reader.problems)
    for correction in reader.corrections { resolution.note(correction) }
    resolution.resolve(reader.statements, otherNames: reader.namesWithoutScore)
    let scores = resolution.scores
    let doubts = reader.doubts.map { doubt in
      let own = scores.filter { $0.range.overlaps(doubt.clause) }
      return Problem(
        doubt.kind, text: doubt.text, range: doubt.range,
        candidates: (own.isEmpty ? scores : own).map(\.player))
    }
    self.init(
      scores: scores, problems: (resolution.problems + doubts).sorted(by: Problem.isBefore),
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
    case everyoneElse(except: [Mention])
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
  let isDoubtful: Bool
  /// Whether it has a verb: "had three", "birdied".
  let isTold: Bool
  /// Whether the utterance says that it replaces what was said before.
  let isCorrection: Bool
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

/// Why a person is asked about a clause, whatever it says.
private struct Doubt {
  let kind: Problem.Kind
  let text: String
  let range: SourceRange
  /// The whole clause in the source text.
  let clause: SourceRange
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
  private(set) var doubts: [Doubt] = []
  /// A clause that has the score before the name, and one that has it after the name.
  var scoreFirst: Range<Int>?
  var nameFirst: Range<Int>?
  /// A correction has been announced, and what it corrects is not said yet.
  var openFix: Range<Int>?

  mutating func read(_ clause: Clause, followedBy next: ArraySlice<Clause>) {
    let names = clause.readings.compactMap(mention)
    let implied = clause.implied.map {
      SaidScore(meaning: $0, range: classification.sourceRange(of: clause.tokens))
    }
    let scores =
      clause.readings.indices.filter { !isOfHole($0, in: clause) }.compactMap {
        saidScore(clause.readings[$0])
      } + (implied.map { [$0] } ?? [])
    let functions = clause.readings.compactMap { reading -> FunctionWord? in
      guard case .meaning(.function(let function), _) = reading.label else { return nil }
      return function
    }
    noteDoubts(clause, followedBy: next)
    switch clause.kind {
    case .assign:
      guard let score = scores.last else { return }
      if functions.contains(.both), names.count != 2 {
        return problems.append(problem(.unclearGroup, clause.tokens, names: names))
      }
      let strokes = scores.map { try? $0.meaning.strokes(par: round.par) }
      guard strokes.allSatisfy({ $0 == strokes[0] }) else {
        return problems.append(problem(.conflictingScores, clause.tokens, names: names))
      }
      if names.count > 1, clause.beginsWithName, clause.tokens.lowerBound == 1,
        classification.readings[0].contains(where: { $0.isOf(.function(.and)) })
      {
        // "And Mike and Jake par" may lack the first half.
        problems.append(problem(.ambiguousSentence, clause.tokens, names: names))
      }
      if let par = clause.readings.firstIndex(where: { $0.isOf(.function(.par)) }),
        let said = clause.readings.dropFirst(par + 1).lazy.compactMap(saidScore).first,
        case .number(let number) = said.meaning, number != round.par
      {
        problems.append(problem(.otherPar(said: number, current: round.par), clause.tokens))
      }
      if let name = names.first, name.range.lowerBound < score.range.lowerBound {
        nameFirst = clause.tokens
      }
      add(names.map { Assignment(target: .player($0), source: .said(score)) }, clause)
    case .list, .scoreFirst:
      guard Set(names.map(\.players)).count == names.count else {
        return problems.append(problem(.conflictingScores, clause.tokens, names: names))
      }
      if clause.kind == .list { nameFirst = clause.tokens } else { scoreFirst = clause.tokens }
      add(zip(names, scores).map { Assignment(target: .player($0), source: .said($1)) }, clause)
    case .group, .groupBut, .countedGroup:
      readGroup(clause, names: names, scores: scores, functions)
    case .sameAs:
      guard let model = names.last else { return }
      let targets = targets(names.dropLast(), functions, except: [model])
      add(targets.map { Assignment(target: $0, source: .sameAs(model)) }, clause)
    case .sameFor:
      guard let source = statements.last?.assignments.last?.source else {
        return problems.append(problem(.nothingToCopy, clause.tokens, names: names))
      }
      let targets = targets(names, functions, except: [])
      if clause.readings.last.map({ classification.text(of: $0.tokens).lowercased() }) == "too",
        statements.count > 1 || statements.last?.isTold == false,
        !clause.readings.contains(where: isDid)
      {
        // "Mike three and Jake too" may be "Jake two".
        doubts.append(
          Doubt(
            kind: .homophone, text: classification.text(of: clause.tokens),
            range: classification.sourceRange(of: clause.tokens),
            clause: classification.sourceRange(of: clause.tokens)))
      }
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
      } else if functions.contains(.denial), next.first?.beginsWithScore == true {
        // "No birdie for Mike" takes nothing back and gives nothing.
        problems.append(problem(.unclearCorrection, clause.tokens))
      }
    case .scratch:
      openFix = nil
      guard let last = statements.popLast() else {
        return problems.append(problem(.unclearCorrection, clause.tokens))
      }
      corrections.removeAll { $0.player.range.overlaps(last.range) }
      doubts.removeAll { $0.clause.overlaps(last.range) }
    case .startOver:
      statements = []
      corrections = []
      doubts = []
      (scoreFirst, nameFirst) = (nil, nil)
      problems.removeAll {
        switch $0.kind {
        case .otherHole, .otherPar: false
        default: true
        }
      }
      openFix = nil
    case .announcement: readAnnouncement(clause)
    case .aside:
      if next.isEmpty, functions.contains(.and) {
        // "Mike three and" goes on.
        problems.append(problem(.unexplained, clause.tokens))
      }
    case .opening, .ending:
      // "With a" lacks its end.
      let isOpen = classification.readings[clause.tokens.upperBound - 1].contains {
        $0.isOf(.function(.article)) || $0.isOf(.function(.determiner))
      }
      if isOpen || statements.isEmpty == (clause.kind == .ending) {
        problems.append(problem(.unexplained, clause.tokens))
      }
    case .address:
      // "Mike three, sorry Jake" is none: it begins the sentence, and a pause ends it.
      let end = clause.tokens.upperBound
      if clause.tokens.lowerBound > 0 || !classification.tokens.indices.contains(end)
        || !classification.tokens[end].followsPause
      {
        problems.append(problem(.unclearCorrection, clause.tokens))
      }
    case .closing:
      // "Thanks Mike, par": nobody knows whose par it is.
      if !next.isEmpty { problems.append(problem(.unexplained, clause.tokens)) }
    }
  }

  /// Keeps what a person is asked about whatever the clause says: scores that only sound like some, a
  /// form that people do not use clearly, a player's name taken for a word of the language.
  private mutating func noteDoubts(_ clause: Clause, followedBy next: ArraySlice<Clause>) {
    let range = classification.sourceRange(of: clause.tokens)
    func doubt(_ kind: Problem.Kind, _ tokens: Range<Int>) {
      doubts.append(
        Doubt(
          kind: kind, text: classification.text(of: tokens),
          range: classification.sourceRange(of: tokens), clause: range))
    }
    if clause.isDoubtful || isNoScore(clause) || parts(clause) {
      doubt(.ambiguousSentence, clause.tokens)
    }
    if mayGoOn(clause, next) { doubt(.ambiguousSentence, clause.tokens) }
    for reading in clause.readings where reading.isHomophone { doubt(.homophone, reading.tokens) }
    for reading in clause.readings where clause.kind != .announcement && !reading.isOf(.name) {
      let name = classification.readings[reading.tokens.lowerBound].first {
        $0.tokens == reading.tokens && $0.isOf(.name) && $0.cost == 0
      }
      if let name, saidScore(reading) != nil {
        if isBeside(name, in: clause) { doubt(.ambiguousSentence, clause.tokens) }
      } else if let name = name.flatMap(mention) {
        problems.append(problem(.missingScore, reading.tokens, names: [name]))
      }
    }
    if speaks(clause), statements.isEmpty, let following = next.first,
      following.beginsWithName, let name = following.readings.first,
      classification.tokens.indices.contains(name.tokens.upperBound),
      classification.tokens[name.tokens.upperBound].followsPause
    {
      // "Sorry Mike, that was a three" may speak to Mike.
      doubt(.ambiguousSentence, following.tokens)
    }
  }

  /// Whether a score that is a player's name, too, stands beside the name of another: where Ace plays, "Al ace"
  /// may name two.
  private func isBeside(_ name: Reading, in clause: Clause) -> Bool {
    let own = mention(name)?.players
    return clause.readings.contains { other in
      other.isOf(.name) && mention(other)?.players != own
        && (other.tokens.upperBound == name.tokens.lowerBound
          || other.tokens.lowerBound == name.tokens.upperBound)
    }
  }

  /// Whether a pause parts a clause where another statement may begin: before the last of some names, as in
  /// "three for Mike, and Jake", or between a score and the name behind it, as in "par, Mike".
  private func parts(_ clause: Clause) -> Bool {
    func pauses(_ index: Int) -> Bool {
      classification.tokens[clause.readings[index].tokens.lowerBound].followsPause
    }
    let names = clause.readings.indices.filter { clause.readings[$0].isOf(.name) }
    if clause.kind == .scoreFirst {
      return names.contains { $0 > 0 && pauses($0) && saidScore(clause.readings[$0 - 1]) != nil }
    }
    guard [.assign, .group, .sameFor].contains(clause.kind), names.count > 1, let last = names.last
    else { return false }
    // "Birdies for Mike and Jake's" lacks Jake's score.
    if names.contains(where: { possesses(clause.readings[$0]) }) { return true }
    if clause.readings.contains(where: {
      $0.isOf(.function(.both)) || $0.isOf(.function(.each)) || $0.label == .literal
    }) {
      return false
    }
    let isParted = names.dropFirst().map { name in
      pauses(name) || clause.readings[name - 1].isOf(.function(.and)) && pauses(name - 1)
    }
    return (clause.beginsWithName || last == clause.readings.count - 1) && isParted.last == true
      && (isParted.count == 1 || isParted.contains(false))
  }

  /// Whether a clause may speak to the player whose name comes next.
  private func speaks(_ clause: Clause) -> Bool {
    clause.kind == .fix || clause.kind == .opening
      || clause.readings.contains { $0.isOf(.function(.praise)) }
  }

  /// Whether a number is how long a putt was, or the hole's par: "a fifty footer", "parred the par three".
  private func isOfHole(_ index: Int, in clause: Clause) -> Bool {
    let next = index + 1
    if index > 0, clause.readings[index - 1].isOf(.function(.par)) { return true }
    return clause.readings.indices.contains(next) && clause.readings[next].label == .literal
      && ["foot", "footer", "feet"].contains(
        classification.text(of: clause.readings[next].tokens).lowercased())
  }

  /// Whether the score of a clause may be none: a pronoun, a standing, strokes that are given, or the hole's
  /// par.
  private func isNoScore(_ clause: Clause) -> Bool {
    let readings = clause.readings
    func text(_ reading: Reading) -> String { classification.text(of: reading.tokens).lowercased() }
    func isNext(_ index: Int, to previous: Reading) -> Bool {
      previous.tokens.upperBound == readings[index].tokens.lowerBound
    }
    let words = clause.tokens.map { classification.tokens[$0].word }
    if let unit = readings.first(where: { $0.isOf(.function(.unit)) }),
      readings.contains(where: { $0.isOf(.function(.give)) }) || words.contains("gets")
        || text(unit).hasPrefix("stroke") && !clause.beginsWithName
    {
      // "Give Mike two strokes" may be a penalty.
      return true
    }
    if speaksTo(clause) { return true }
    if let trouble = readings.indices.dropLast().first(where: {
      readings[$0].isOf(.function(.trouble)) && readings[$0 + 1].isOf(.score)
    }), !classification.tokens[readings[trouble + 1].tokens.lowerBound].followsPause,
      words.last != "total"
    {
      // "Mike out of bounds three" may be where he lies.
      return true
    }
    if let par = readings.indices.dropLast().first(where: {
      readings[$0].isOf(.golf) && text(readings[$0]) == "par" && readings[$0 + 1].isOf(.number)
    }), par > 0, !readings[par - 1].isOf(.name) || !isNext(par, to: readings[par - 1]) {
      // "Mike, it's a par three" is of the hole.
      return true
    }
    guard clause.kind != .announcement, clause.kind != .countedGroup else { return false }
    for (index, reading) in readings.enumerated() {
      guard case .meaning(let meaning, .number?) = reading.label else { continue }
      if case .number = meaning, index > 0, text(readings[index - 1]) == "threw" {
        // "Mike threw two" may be of discs.
        return true
      }
      let previous = index > 0 ? readings[index - 1] : nil
      let isOwned =
        previous.map { $0.isOf(.name) && !possesses($0) && isNext(index, to: $0) } ?? false
      switch meaning {
      case .number(1) where text(reading) == "one":
        // "One" is a number right behind a name or another score, and in "one for Mike".
        let isCounted =
          previous.map {
            isNext(index, to: $0) && ($0.isOf(.score) || $0.isOf(.function(.article)))
          }
          ?? (reading.tokens.lowerBound == clause.tokens.lowerBound
            && readings.map { $0.isOf(.name) } == [false, false, true]
            && readings[1].isOf(.function(.for)))
        if !isOwned, !isCounted { return true }
      case .relative(let strokes)
      where strokes.magnitude > 3:
        // Nobody says "six over" of one hole.
        return true
      case .relative, .signed:
        // "Mike is two under" is how he stands in the round.
        guard let previous, !isOwned else { continue }
        if possesses(previous) || previous.label == .literal
          || StatementReader.standings.contains(text(previous))
          || previous.isOf(.name) && !isNext(index, to: previous)
        {
          return true
        }
      default: continue
      }
    }
    return false
  }

  /// Whether a player may be spoken to, or a name be another word: in "Mike, that's three", "Chip in for
  /// par" and "Mark a four".
  private func speaksTo(_ clause: Clause) -> Bool {
    guard clause.beginsWithName, clause.readings.count > 1 else { return false }
    let (name, next) = (clause.readings[0], clause.readings[1])
    let skipped = name.tokens.upperBound..<next.tokens.lowerBound
    let demonstratives: Set = ["that's", "thats", "that", "it's", "its", "it"]
    if skipped.contains(where: { demonstratives.contains(classification.tokens[$0].word) }) {
      return true
    }
    let isEveryday =
      name.tokens.count == 1
      && CommonWords.contains(classification.tokens[name.tokens.lowerBound].word)
    return isEveryday
      && (next.isOf(.function(.article))
        || next.isOf(.function(.joiner))
          && classification.tokens[next.tokens.lowerBound].word == "in")
  }

  /// Words before strokes against par that say how somebody stands in the round.
  private static let standings: Set = [
    "is", "has", "shot", "shoots", "at", "in", "finished with", "finished in", "finished on",
  ]

  /// Whether a name may be one with "is": "Mike's", "I'm".
  private func possesses(_ reading: Reading) -> Bool {
    guard reading.isOf(.name) else { return false }
    let word = classification.tokens[reading.tokens.upperBound - 1].word
    return word.hasSuffix("'s") || word.hasSuffix("'m")
  }

  /// Whether nobody knows where a list of names at the end of a clause ends: "birdie for Mike, Jake and
  /// Sarah par" may be Mike's birdie alone.
  private func mayGoOn(_ clause: Clause, _ next: ArraySlice<Clause>) -> Bool {
    guard [.assign, .group, .sameFor].contains(clause.kind), !clause.beginsWithName,
      let last = clause.readings.last, last.isOf(.name),
      clause.readings.count(where: { $0.isOf(.name) }) > 1, let following = next.first
    else { return false }
    // The last name may begin the next statement, whose score was lost.
    let isPlural = clause.readings.contains { $0.isOf(.pluralScore) }
    let isListed = clause.readings.contains { $0.isOf(.function(.and)) }
    if isPlural, isListed { return false }
    let followsPause = classification.tokens[following.tokens.lowerBound].followsPause
    if clause.kind == .assign, !isPlural, !followsPause, following.beginsWithName { return true }
    let isJoined = following.readings.allSatisfy { $0.isOf(.function(.and)) }
    if isJoined {
      return next.dropFirst().first?.beginsWithName == true
        && !classification.tokens[following.tokens.lowerBound].followsPause
    }
    return following.beginsWithName && !isListed
  }

  private mutating func readGroup(
    _ clause: Clause, names: [Mention], scores: [SaidScore], _ functions: [FunctionWord]
  ) {
    var scores = scores
    if clause.kind == .countedGroup {
      // "All four of us": the number stands before "of".
      let count = clause.readings.indices.dropLast().first {
        clause.readings[$0].isOf(.number) && clause.readings[$0 + 1].label == .literal
      }.flatMap { saidScore(clause.readings[$0]) }
      guard let count, count.meaning == .number(round.roster.players.count) else {
        return problems.append(problem(.unclearGroup, clause.tokens))
      }
      scores.removeAll { $0 == count }
    }
    guard let score = scores.first, let last = scores.last else { return }
    if functions.contains(.both), round.roster.players.count != 2 {
      return problems.append(problem(.unclearGroup, clause.tokens))
    }
    if names.isEmpty, clause.readings.first?.isOf(.function(.each)) == true,
      score.meaning == .number(round.roster.players.count)
    {
      // "All three" of three players may be the players.
      problems.append(problem(.unclearGroup, clause.tokens))
    }
    if hasNameLikeAll, !clause.readings.contains(where: { $0.isOf(.pluralScore) }),
      clause.readings.contains(where: { classification.text(of: $0.tokens).lowercased() == "all" })
    {
      // "All five" may be Al's five.
      problems.append(problem(.unclearGroup, clause.tokens))
    }
    let target: Assignment.Target =
      functions.contains(.everyoneElse) ? .everyoneElse(except: names) : .everyone(except: names)
    var assignments = [Assignment(target: target, source: .said(score))]
    if clause.kind == .groupBut {
      assignments += names.map { Assignment(target: .player($0), source: .said(last)) }
    }
    add(assignments, clause)
  }

  /// Whether somebody's name sounds like "all".
  private var hasNameLikeAll: Bool {
    round.roster.players.flatMap(\.spellings).contains {
      Vocabulary.english.scoreWord(like: $0) == "all"
    }
  }

  private func isDid(_ reading: Reading) -> Bool {
    reading.label == .literal && classification.text(of: reading.tokens).lowercased() == "did"
  }

  /// Who gets a score that is copied: a group where one is said, otherwise the players named.
  private func targets(
    _ names: [Mention], _ functions: [FunctionWord], except: [Mention]
  ) -> [Assignment.Target] {
    if functions.contains(.everyoneElse) { return [.everyoneElse(except: except)] }
    if functions.contains(.everyone) { return [.everyone(except: except)] }
    return names.map { .player($0) }
  }

  /// Whether the last statement ends in several names that share one score, behind other statements: the
  /// last name may have begun a statement of its own, "Jake four, birdie for Mike and Sarah".
  private var endsInNames: Bool {
    guard statements.count > 1, let last = statements.last, last.assignments.count > 1,
      let name = last.mentions.last, name.range.upperBound == last.range.upperBound,
      last.assignments.allSatisfy({ $0.source == last.assignments[0].source })
    else { return false }
    return !classification.readings[last.tokens.lowerBound..<last.tokens.upperBound].joined()
      .contains {
        $0.isOf(.pluralScore) || $0.isOf(.function(.both)) || $0.isOf(.function(.sameFor))
      }
  }

  /// Reports what is left: an open correction, and the tokens that no clause explains.
  mutating func finish(unexplained: [Int]) {
    if let fix = openFix { reportOpenFix(fix) }
    if endsInNames, let last = statements.last {
      problems.append(problem(.ambiguousSentence, last.tokens, names: last.mentions))
    }
    if let scoreFirst, let nameFirst {
      // "Mike three, birdie Jake" turns the order round, and may lack a word.
      let both =
        min(
          scoreFirst.lowerBound, nameFirst.lowerBound)..<max(
          scoreFirst.upperBound, nameFirst.upperBound)
      problems.append(problem(.ambiguousSentence, both))
    }
    // What is said unclearly counts only where nothing else is unclear.
    if !unexplained.isEmpty { statements.removeAll(where: \.isDoubtful) }
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
      assignments: assignments, tokens: clause.tokens, isDoubtful: clause.isDoubtful,
      isTold: clause.readings.contains {
        $0.isOf(.function(.joiner)) || $0.isOf(.verbScore) || $0.isOf(.function(.holed))
      },
      isCorrection: openFix != nil || clause.readings.first.map(changes) ?? false,
      text: classification.text(of: clause.tokens),
      range: classification.sourceRange(of: clause.tokens))
    if let fix = openFix {
      openFix = nil
      // "Mike three, no, Mike four" speaks of the same players; anything else could mean that
      // the last statement was wrong, or only that somebody said no.
      let isAgain = statements.contains { $0.subjects == statement.subjects }
      if !isAgain, !(clause.beginsWithName && moves(statement, after: fix)) { reportOpenFix(fix) }
    }
    statements.append(statement)
  }

  /// Whether a word changes a score: "change Mike to four".
  private func changes(_ reading: Reading) -> Bool {
    reading.label == .literal
      && ["change", "correct", "make"].contains(
        classification.text(of: reading.tokens).lowercased())
  }

  /// Takes the last statement back where a denial and the same score of another player say so: "Mike
  /// three, no, Jake three".
  private mutating func moves(_ statement: Statement, after fix: Range<Int>) -> Bool {
    let isSaidOf = { (statement: Statement) -> Meaning? in
      guard statement.assignments.count == 1, case .player = statement.assignments[0].target,
        case .said(let score) = statement.assignments[0].source
      else { return nil }
      return score.meaning
    }
    let isDenied = classification.readings[fix.lowerBound..<fix.upperBound].joined().contains {
      $0.isOf(.function(.denial)) || $0.isOf(.function(.instead))
    }
    guard isDenied, let last = statements.last, let score = isSaidOf(last),
      score == isSaidOf(statement)
    else { return false }
    statements.removeLast()
    return true
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
    if last.assignments.count > 1, let name = last.mentions.last,
      score.range.lowerBound > name.range.lowerBound,
      case .said(let old) = tail.source, old.range.lowerBound < name.range.lowerBound
    {
      // "Three for Mike and Jake, hang on, four" may be Jake's four.
      problems.append(problem(.unclearCorrection, clause.tokens, names: last.mentions))
    }
    openFix = nil
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
    if clause.readings.first?.label == .literal, !statements.isEmpty,
      !clause.readings.contains(where: { $0.isOf(.function(.hole)) })
    {
      // "Mike three on seven" may be of two holes.
      problems.append(problem(.ambiguousSentence, clause.tokens))
    }
    if let said = clause.announcedHole, let hole = round.hole, said != hole {
      problems.append(problem(.otherHole(said: said, current: hole), clause.tokens))
    }
    let numbers = clause.numbers
    if clause.announcedHole == nil || numbers.count > 1, let said = numbers.last, said != round.par
    {
      problems.append(problem(.otherPar(said: said, current: round.par), clause.tokens))
    }
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

extension Clause {
  /// Whether it begins with a player's name.
  fileprivate var beginsWithName: Bool { readings.first?.isOf(.name) == true }

  /// Whether it begins with a score, or with a word before one.
  fileprivate var beginsWithScore: Bool {
    switch readings.first?.label {
    case .meaning(.function(.article), _), .meaning(.function(.determiner), _), .literal: true
    case .meaning(let meaning, _): meaning.isScore
    case .name, nil: false
    }
  }
}

extension Meaning {
  /// Returns the strokes that a score means on a hole of some par, or throws why it is none.
  func strokes(par: Int) throws(Problem.Kind) -> Strokes {
    let count: Int
    switch self {
    case .number(let number): count = number
    case .dashed(let number):
      count = number
      // Nobody knows whether it is a sign, but for what hardly anybody scores.
      if count <= 2, par - count >= 2, par - count != count { throw .signed }
    case .relative(let difference): count = par + difference
    case .ace: count = 1
    case .signed(let difference):
      count = par + difference
      // An ace is so rare that the sign is more likely a dash.
      if count < 2 { throw .signed }
    case .noScore: throw .noScore
    case .fraction: throw .fraction
    case .function: preconditionFailure("a function word is no score")
    }
    guard let strokes = Strokes(count) else { throw .scoreOutOfRange(count) }
    return strokes
  }
}
