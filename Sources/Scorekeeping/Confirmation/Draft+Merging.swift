internal import Golf
internal import Language

extension Draft {
  /// What an utterance says of one row, or beside the rows.
  private enum Finding {
    case score(PlayerScore)
    /// Something of a player's row is open, or is to be looked at.
    case doubt(Problem, PlayerID)
    /// It is open whose score it is.
    case question(Problem)
    case remark(Problem)
  }

  /// Adds what an utterance says: rows for players who have none, new scores for those who have.
  ///
  /// What was said later stands, also where it is worked out earlier.
  mutating func merge(_ utterance: Utterance) {
    transcripts[utterance.number] = utterance.transcript
    var news: [Problem] = []
    for finding in findings(in: utterance.result) {
      switch finding {
      case .score(let score):
        let isTyped = utterance.input == .typed
        put(
          score.strokes, for: score.player, confidence: isTyped ? 1 : score.confidence,
          utterance: utterance.number, input: utterance.input)
      case .doubt(let problem, let player):
        if !doubt(problem, player: player, utterance: utterance) { news.append(problem) }
      case .question(let problem): ask(problem, utterance: utterance)
      case .remark(let problem): news.append(problem)
      }
    }
    // Where everything was said anew, what was unclear before is clear now.
    if rows.allSatisfy({ $0.utterance == utterance.number }) { remarks = [] }
    remarks += news
  }

  /// Takes another score that somebody said of a player, or of the only row.
  ///
  /// Of several rows without a name it stays open which one is meant, and a remark says so.
  mutating func change(_ player: PlayerID?, to strokes: Strokes, _ words: Answer) {
    let utterance = words.number
    transcripts[utterance] = words.transcript
    if let player {
      put(
        strokes, for: player, confidence: words.confidence, utterance: utterance, input: .voice)
      remarks.removeAll { $0.kind == .missingPlayer && $0.strokes == strokes }
    } else if rows.count == 1 {
      guard rows[0].utterance < utterance else { return }
      rows[0].strokes = strokes
      rows[0].confidence = words.confidence
      rows[0].isDoubtful = false
      rows[0].utterance = utterance
      rows[0].input = .voice
      if rows[0].isResolved { rows[0].words = "" }
    } else {
      remarks.append(
        Problem(
          .missingPlayer, text: words.transcript, range: 0..<words.transcript.count,
          strokes: strokes))
    }
  }

  /// Returns what a result says in the order of its words, but doubts about its scores at the end.
  private func findings(in result: ParseResult) -> [Finding] {
    let scored = Set(result.scores.map(\.player))
    var findings = result.scores.map { (at: $0.range.lowerBound, Finding.score($0)) }
    for problem in result.problems {
      for finding in self.findings(of: problem) {
        var place = problem.range.lowerBound
        if case .doubt(_, let player) = finding, scored.contains(player) { place = .max }
        findings.append((place, finding))
      }
    }
    return findings.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element.1)
  }

  /// Splits a problem by the rows that it speaks of.
  private func findings(of problem: Problem) -> [Finding] {
    if problem.candidates.isEmpty, problem.strokes == nil { return [.remark(problem)] }
    switch problem.kind {
    case .unexplained, .otherHole, .otherPar: return [.remark(problem)]
    // The candidates are the people who may be meant by one name.
    case .unknownName, .uncertainName, .ambiguousName: return [.question(problem)]
    case .missingScore, .missingPlayer, .scoreOutOfRange, .fraction, .signed, .unclearCorrection:
      guard problem.candidates.count == 1 else { return [.question(problem)] }
      return problem.candidates.map { .doubt(problem, $0) }
    // They are several people, each of whom has something open.
    case .conflictingScores, .nothingToCopy, .unclearGroup, .ambiguousSentence, .lowConfidence:
      guard !problem.candidates.isEmpty else { return [.question(problem)] }
      return problem.candidates.map { .doubt(problem, $0) }
    }
  }

  /// Gives a player a score.
  private mutating func put(
    _ strokes: Strokes, for player: PlayerID, confidence: Double, utterance: Int, input: Input
  ) {
    let place =
      rows.firstIndex { $0.player == player }
      ?? rows.firstIndex { $0.utterance < utterance && $0.mayBe(player, strokes) }
    if let place, rows[place].utterance > utterance { return }
    let row = Row(
      id: place.map { rows[$0].id } ?? nextID(), player: player, strokes: strokes, candidates: [],
      confidence: confidence, isDoubtful: false, replaces: nil, words: "", utterance: utterance,
      input: input)
    if let place { rows[place] = row } else { rows.append(row) }
  }

  /// Makes a player's row one that a person has to look at; returns false where another score of
  /// the same utterance keeps the problem's from being shown.
  private mutating func doubt(
    _ problem: Problem, player: PlayerID, utterance: Utterance
  ) -> Bool {
    guard let place = rows.firstIndex(where: { $0.player == player }) else {
      append(problem, player: player, utterance: utterance)
      return true
    }
    guard rows[place].utterance <= utterance.number else { return true }
    let isAnew = rows[place].utterance < utterance.number
    if isAnew || rows[place].strokes == nil {
      rows[place].strokes = problem.strokes ?? rows[place].strokes
      rows[place].confidence = 0
      rows[place].utterance = utterance.number
      rows[place].input = utterance.input
    }
    rows[place].isDoubtful = rows[place].strokes != nil
    if !problem.text.isEmpty { rows[place].words = problem.text }
    return problem.strokes == nil || problem.strokes == rows[place].strokes
  }

  /// Asks whose score it is; a question that was asked before is not asked twice.
  private mutating func ask(_ problem: Problem, utterance: Utterance) {
    let asked = rows.firstIndex {
      $0.player == nil && $0.utterance < utterance.number && !$0.candidates.isEmpty
        && $0.candidates == problem.candidates
        && ($0.strokes == nil || problem.strokes == nil || $0.strokes == problem.strokes)
    }
    guard let asked else { return append(problem, player: nil, utterance: utterance) }
    rows[asked].strokes = problem.strokes ?? rows[asked].strokes
    rows[asked].words = problem.text
    rows[asked].utterance = utterance.number
    rows[asked].input = utterance.input
  }

  private mutating func append(_ problem: Problem, player: PlayerID?, utterance: Utterance) {
    rows.append(
      Row(
        id: nextID(), player: player, strokes: problem.strokes,
        candidates: player == nil ? problem.candidates : [], confidence: 0,
        isDoubtful: player != nil && problem.strokes != nil, replaces: nil, words: problem.text,
        utterance: utterance.number, input: utterance.input))
  }

  private mutating func nextID() -> Row.ID {
    rowsMade += 1
    return rowsMade
  }
}

extension Draft.Row {
  /// Whether the row asks for a player, and a score that is said later answers it.
  fileprivate func mayBe(_ player: PlayerID, _ said: Strokes) -> Bool {
    guard self.player == nil else { return false }
    if candidates.isEmpty { return strokes == said }
    return candidates.contains(player) && (strokes ?? said) == said
  }
}
