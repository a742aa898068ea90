package import HyzerVoice
package import ScoreLog

/// Scores of one hole that wait to be saved.
package struct Draft: Hashable, Sendable {
  /// An utterance, or a line of text.
  package struct Words: Hashable, Sendable {
    /// Counts the utterances and lines of a session, from 1.
    package let number: Int
    package let input: ScoreEvent.Input
    package let transcript: String
    /// How clearly the words of a reply were heard, from 0 to 1.
    package var confidence = 1.0

    /// Whether somebody picked a player's score, with what it replaces before their eyes.
    var isPick: Bool { input == .typed && transcript.isEmpty }
  }

  /// One player's score, or what is known of it.
  package struct Row: Hashable, Sendable, Identifiable {
    /// Stays the row's own when others come and go.
    package let id: Int
    /// Whose score it is; nil where that is open.
    package var player: PlayerID?
    /// The score, or that there is none; nil where it is open.
    package var result: HoleResult?
    /// Who may be meant where ``player`` is open, the likeliest first; may be empty.
    package var candidates: [PlayerID] = []
    /// How sure the score is, from 0 to 1; 1 for what a person picked.
    package var confidence = 1.0
    /// Whether a person has to look at it, though player and score are known.
    package var isDoubtful = false
    /// What the player has on this hole already, which this one would replace.
    package var replaces: HoleResult?
    /// The words in question, where something is open; may be empty.
    package var words = ""
    /// The number of the utterance that it comes from.
    package var utterance = 1
    /// How it came in; `.typed` once a person changed it.
    package var input = ScoreEvent.Input.voice

    /// Whether nothing of it is open.
    package var isResolved: Bool { player != nil && result != nil && !isDoubtful }

    /// Whether it would replace another score.
    var replacesAnother: Bool { replaces != nil && replaces != result }
  }

  /// The hole on which the scores were made.
  package private(set) var hole: Int
  /// The scores, in the order in which they were said.
  package var rows: [Row] = []
  /// What was said beside them and stays open, such as words that are not understood.
  package var remarks: [Problem] = []
  /// The words of its utterances, by the utterance's number.
  package internal(set) var transcripts: [Int: String] = [:]
  /// How many rows there ever were, which is also the last one's identifier.
  var rowsMade = 0
  /// The newest utterance, and the scores that were clear before it.
  var newest = 0
  var clearBefore: [PlayerID: HoleResult] = [:]

  /// The holes of which it may be, where that is open; the one that it is on among them.
  package var holesInQuestion: [Int] {
    for case .holeInQuestion(let earlier, let current) in remarks.map(\.kind) {
      return [earlier, current]
    }
    return []
  }

  /// Whether nothing is open: it may save itself.
  package var isResolved: Bool {
    !rows.isEmpty && rows.allSatisfy(\.isResolved) && remarks.isEmpty
  }

  /// Whether nothing is open but that rows would replace what the hole has.
  package var asksToReplace: Bool {
    remarks.isEmpty && isComplete && !isResolved
      && rows.allSatisfy { $0.isResolved || $0.replacesAnother }
  }

  /// Whether a person may save it as it is shown: every row has a player and a score.
  package var isComplete: Bool {
    !rows.isEmpty && rows.allSatisfy { $0.player != nil && $0.result != nil }
  }
}

extension Draft {
  /// Makes a draft of a typed line that can be saved as it is, beside what it replaces on the card.
  ///
  /// Who types that a player has no score has confirmed it; nil where anything else is open.
  package init?(
    typed text: String, _ result: ParseResult, onHole hole: Int, replacing card: Scorecard
  ) {
    guard result.problems.allSatisfy({ $0.kind == .noScore }) else { return nil }
    self.init(hole: hole)
    merge(Words(number: 1, input: .typed, transcript: text), result)
    // A remark is left where a player is given a score as well.
    guard isComplete, remarks.isEmpty else { return nil }
    settle()
    for place in rows.indices {
      let old = rows[place].player.flatMap { card.result(of: $0, onHole: hole) }
      rows[place].replaces = old == rows[place].result ? nil : old
    }
  }

  /// Makes a draft of the score that the organiser picked among those over which devices differ.
  init(picked result: HoleResult, for player: PlayerID, onHole hole: Int) {
    self.init(hole: hole)
    rows = [
      Row(
        id: nextID(), player: player, result: result, utterance: Draft.earlier, input: .picked)
    ]
  }

  /// The number of words that nobody said in this session: whatever is said now was said later.
  fileprivate static let earlier = 0

  /// Makes a draft of scores that an earlier session could not save; a person has to look at them.
  package init(leftover scores: [(player: PlayerID, result: HoleResult)], onHole hole: Int) {
    self.init(hole: hole)
    transcripts = [Draft.earlier: ""]
    rows = scores.map { score in
      Row(
        id: nextID(), player: score.player, result: score.result, isDoubtful: true,
        utterance: Draft.earlier, input: .typed)
    }
  }

  /// Makes a draft of scores that are shown on another device; whatever is said now was said later.
  package init(shown rows: [Row], remarks: [Problem], transcript: String, onHole hole: Int) {
    self.init(hole: hole)
    transcripts = [Draft.earlier: transcript]
    (self.rows, self.remarks) = (rows, remarks)
    rowsMade = rows.map(\.id).max() ?? 0
  }

  /// Whether scores of an earlier session are among its rows.
  package var isLeftover: Bool { transcripts[Draft.earlier] != nil }

  /// Its scores that have a player.
  package var scores: [(player: PlayerID, result: HoleResult)] {
    rows.compactMap { row in row.player.flatMap { player in row.result.map { (player, $0) } } }
  }

  /// What its players are shown to have on the hole already.
  var replaced: [PlayerID: HoleResult] {
    let pairs = rows.compactMap { row in
      row.player.flatMap { player in row.replaces.map { (player, $0) } }
    }
    return Dictionary(pairs, uniquingKeysWith: { _, last in last })
  }
}

extension Draft.Row {
  /// Makes a row that is shown on another device; `id` is its own within the draft.
  package init(
    shownAs id: Int, player: PlayerID?, result: HoleResult?, candidates: [PlayerID],
    confidence: Double, isDoubtful: Bool, words: String, input: ScoreEvent.Input
  ) {
    self.init(
      id: id, player: player, result: result, candidates: candidates, confidence: confidence,
      isDoubtful: isDoubtful, words: words, utterance: Draft.earlier, input: input)
  }
}

// MARK: - What a person changes

extension Draft {
  /// Returns whether a player can be picked for a row: not one of another row, unless this row was
  /// said later and so replaces it.
  func canChoose(_ player: PlayerID, for row: Row) -> Bool {
    !rows.contains { $0.id != row.id && $0.player == player && $0.utterance >= row.utterance }
  }

  /// Picks a row's player; returns false where there is no such row, or the player has another.
  mutating func choose(_ player: PlayerID, for id: Row.ID) -> Bool {
    guard let row = rows.first(where: { $0.id == id }), canChoose(player, for: row) else {
      return false
    }
    rows.removeAll { $0.id != id && $0.player == player }
    return pick(id) {
      $0.player = player
      // That somebody has no score is to be said in so many words.
      $0.isDoubtful = $0.result == .noScore
    }
  }

  /// Picks a row's score; returns false where there is no such row.
  mutating func choose(_ result: HoleResult, for id: Row.ID) -> Bool {
    pick(id) {
      $0.result = result
      $0.isDoubtful = false
    }
  }

  mutating func remove(_ id: Row.ID) -> Bool {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
    rows.remove(at: place)
    return true
  }

  /// Moves the draft to one of the holes of which it may be; returns false where that is not open.
  mutating func choose(hole chosen: Int) -> Bool {
    guard holesInQuestion.contains(chosen) else { return false }
    hole = chosen
    remarks.removeAll(where: \.asksForHole)
    for place in rows.indices where rows[place].isResolved { rows[place].words = "" }
    return true
  }

  /// Makes those rows ones that a person has to look at which some words would have replace another score.
  mutating func doubtReplacements(by words: Words, on context: HoleContext) {
    for place in rows.indices where rows[place].utterance == words.number {
      guard let known = rows[place].player.flatMap({ context.results[$0] }) else { continue }
      if known != rows[place].result { rows[place].isDoubtful = true }
    }
  }

  /// Clears every doubt, since a person said yes to the draft as it is.
  mutating func settle() {
    for place in rows.indices {
      rows[place].isDoubtful = false
      rows[place].words = ""
    }
    remarks = []
  }

  /// Keeps something that was said beside the scores, and leaves them to a person.
  mutating func note(_ remark: Problem) { if !remarks.contains(remark) { remarks.append(remark) } }

  /// Leaves open whether it is of this hole, or of another.
  mutating func question(_ other: Int) {
    guard holesInQuestion.isEmpty else { return }
    let (earlier, current) = (min(hole, other), max(hole, other))
    remarks.append(
      Problem(.holeInQuestion(earlier: earlier, current: current), text: "", range: 0..<0))
  }

  /// Whether some scores are just what its rows leave open, or have already.
  func asks(for scores: [(player: PlayerID, result: HoleResult)]) -> Bool {
    scores.allSatisfy { player, result in
      rows.contains {
        $0.player == player ? !$0.isResolved || $0.result == result : $0.mayBe(player, result)
      }
    }
  }

  /// Leaves to a person the rows of spoken words that come so late that they may be of the next hole, or that would replace
  /// what players have had for long or, in words of everybody, what anyone has.
  mutating func doubtHole(of words: Words, isLate: Bool, on context: HoleContext) {
    let places = rows.indices.filter {
      rows[$0].utterance == words.number && words.input == .voice
    }
    let isOfAll = Set(context.players).isSubset(of: places.compactMap { rows[$0].player })
    let replacing = places.filter { place in
      guard let player = rows[place].player, let known = context.results[player] else {
        return false
      }
      return known != rows[place].result && (isOfAll || context.isSettled(player))
    }
    guard isLate && !places.isEmpty || !replacing.isEmpty else { return }
    for place in places {
      // What was shown and is saved nowhere is not to be forgotten.
      if let before = rows[place].player.flatMap({ clearBefore[$0] }), before != rows[place].result
      {
        rows[place].words = before.strokes.map { "\($0.count) before" } ?? "no score before"
      }
      if context.next == nil { rows[place].isDoubtful = true }
    }
    if let next = context.next { question(next) }
  }

  mutating func doubtEverything() {
    for place in rows.indices { rows[place].isDoubtful = true }
  }

  /// Notes what the rows replace on a hole.
  mutating func compare(with context: HoleContext) {
    for place in rows.indices {
      rows[place].replaces = rows[place].player.flatMap { context.results[$0] }
    }
  }

  /// Notes what the rows replace by now; a person has to look at those that would replace what others have entered
  /// since they were shown.
  mutating func follow(_ context: HoleContext) {
    let shown = rows.map(\.replaces)
    compare(with: context)
    for place in rows.indices
    where rows[place].replaces != shown[place] && rows[place].replacesAnother {
      rows[place].isDoubtful = true
    }
  }

  /// Notes that the rows replace what another draft of the hole saved.
  mutating func compare(with saved: Draft) {
    for place in rows.indices {
      guard let row = saved.rows.first(where: { $0.player == rows[place].player }) else { continue }
      rows[place].replaces = row.result
    }
  }

  private mutating func pick(_ id: Row.ID, _ change: (inout Row) -> Void) -> Bool {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
    change(&rows[place])
    rows[place].confidence = 1
    rows[place].input = .typed
    if rows[place].isResolved { rows[place].words = "" }
    return true
  }
}

// MARK: - What utterances say

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
  /// What was said later stands, also where it is worked out earlier. An utterance that is heard once
  /// more, as it went on, gives up the rows that it does not have any more. One that changes several clear
  /// scores without a word of correction may be of the next hole: these are for a person to look at.
  mutating func merge(_ words: Words, _ result: ParseResult) {
    if words.number > newest {
      newest = words.number
      clearBefore = rows.filter(\.isResolved).reduce(into: [:]) { clear, row in
        if let player = row.player { clear[player] = row.result }
      }
    }
    transcripts[words.number] = words.transcript
    rows.removeAll {
      $0.utterance == words.number && $0.player == nil && $0.input == words.input
    }
    var news: [Problem] = []
    for finding in findings(in: result) {
      switch finding {
      case .score(let score):
        put(
          .strokes(score.strokes), for: score.player,
          confidence: words.input == .typed ? 1 : score.confidence, words)
      case .doubt(let problem, let player):
        if !doubt(problem, player: player, words) { news.append(problem) }
      case .question(let problem): ask(problem, words)
      case .remark(let problem): news.append(problem)
      }
    }
    let named = Set(result.scores.map(\.player) + result.problems.flatMap(\.candidates))
    rows.removeAll { row in
      row.utterance == words.number && row.input == words.input
        && row.player.map { !named.contains($0) } ?? false
    }
    // Where everything was said anew, what was unclear before is clear now.
    if rows.allSatisfy({ $0.utterance == words.number }) { remarks = [] }
    remarks += news.filter { !remarks.contains($0) }
    guard words.input == .voice, words.number == newest, !result.correctsEarlier else { return }
    let changed = rows.indices.filter { place in
      guard rows[place].utterance == newest, let player = rows[place].player,
        let before = clearBefore[player]
      else { return false }
      return before != rows[place].result
    }
    guard changed.count > 1 else { return }
    for place in changed { rows[place].isDoubtful = true }
  }

  /// Notes another score that somebody said of a player, or of the only row.
  ///
  /// Of several rows without a name it stays open which one is meant, and a remark says so.
  mutating func change(_ player: PlayerID?, to result: HoleResult, _ words: Words) {
    transcripts[words.number] = words.transcript
    if let player {
      put(result, for: player, confidence: words.confidence, words)
      remarks.removeAll { $0.kind == .missingPlayer && $0.strokes == result.strokes }
    } else if rows.count == 1 {
      guard rows[0].utterance < words.number else { return }
      rows[0].replace(by: result, confidence: words.confidence, words)
      rows[0].isDoubtful = result == .noScore
      if rows[0].isResolved { rows[0].words = "" }
    } else {
      remarks.append(
        Problem(
          .missingPlayer, text: words.transcript, range: 0..<words.transcript.count,
          strokes: result.strokes))
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
    case .unexplained, .otherHole, .holeInQuestion, .otherPar, .scoreCount, .tooLong:
      return [.remark(problem)]
    // The candidates are the people who may be meant by one name.
    case .unknownName, .uncertainName, .ambiguousName: return [.question(problem)]
    case .missingScore, .missingPlayer, .scoreOutOfRange, .fraction, .signed, .noScore,
      .unclearCorrection:
      guard problem.candidates.count == 1 else { return [.question(problem)] }
      return problem.candidates.map { .doubt(problem, $0) }
    // They are several people, each of whom has something open.
    case .conflictingScores, .nothingToCopy, .unclearGroup, .ambiguousSentence, .homophone,
      .lowConfidence:
      guard !problem.candidates.isEmpty else { return [.question(problem)] }
      return problem.candidates.map { .doubt(problem, $0) }
    }
  }

  private mutating func put(
    _ result: HoleResult, for player: PlayerID, confidence: Double, _ words: Words
  ) {
    let place =
      rows.firstIndex { $0.player == player }
      ?? rows.firstIndex { $0.utterance < words.number && $0.mayBe(player, result) }
    if let place, rows[place].isLater(than: words) { return }
    let row = Row(
      id: place.map { rows[$0].id } ?? nextID(), player: player,
      result: result, confidence: confidence, isDoubtful: result == .noScore,
      utterance: words.number, input: words.input)
    if let place { rows[place] = row } else { rows.append(row) }
  }

  /// Makes a player's row one that a person has to look at; returns false where another score of
  /// the same utterance keeps the problem's from being shown.
  private mutating func doubt(_ problem: Problem, player: PlayerID, _ words: Words) -> Bool {
    guard let place = rows.firstIndex(where: { $0.player == player }) else {
      append(problem, player: player, words)
      return true
    }
    guard !rows[place].isLater(than: words) else { return true }
    if rows[place].utterance < words.number || rows[place].result == nil {
      rows[place].replace(by: problem.result, confidence: 0, words)
    }
    rows[place].isDoubtful = rows[place].result != nil
    if !problem.text.isEmpty { rows[place].words = problem.text }
    return problem.result == nil || problem.result == rows[place].result
  }

  /// Asks whose score it is; a question that was asked before is not asked twice.
  private mutating func ask(_ problem: Problem, _ words: Words) {
    let asked = rows.firstIndex {
      $0.player == nil && $0.utterance < words.number && !$0.candidates.isEmpty
        && $0.candidates == problem.candidates
        && ($0.result == nil || problem.result == nil || $0.result == problem.result)
    }
    guard let asked else { return append(problem, player: nil, words) }
    rows[asked].replace(by: problem.result, confidence: rows[asked].confidence, words)
    rows[asked].words = problem.text
  }

  private mutating func append(_ problem: Problem, player: PlayerID?, _ words: Words) {
    rows.append(
      Row(
        id: nextID(), player: player, result: problem.result,
        candidates: player == nil ? problem.candidates : [], confidence: 0,
        isDoubtful: player != nil && problem.result != nil, words: problem.text,
        utterance: words.number, input: words.input))
  }

  private mutating func nextID() -> Row.ID {
    rowsMade += 1
    return rowsMade
  }
}

extension Problem {
  /// Whether it leaves open of which hole scores are.
  package var asksForHole: Bool { if case .holeInQuestion = kind { true } else { false } }

  /// What the player has according to the words, as far as they say so.
  fileprivate var result: HoleResult? {
    kind == .noScore ? .noScore : strokes.map { .strokes($0) }
  }
}

extension Draft.Row {
  /// Whether it was said after some words, or changed by a person since they were heard.
  fileprivate func isLater(than words: Draft.Words) -> Bool {
    utterance > words.number
      || utterance == words.number && input == .typed && words.input == .voice
  }

  /// Gives it a score from later words; without one, what the row has stays.
  fileprivate mutating func replace(
    by result: HoleResult?, confidence: Double, _ words: Draft.Words
  ) {
    self.result = result ?? self.result
    self.confidence = confidence
    utterance = words.number
    input = words.input
  }

  /// Whether the row asks for a player, and a score that is said later answers it.
  fileprivate func mayBe(_ player: PlayerID, _ said: HoleResult) -> Bool {
    guard self.player == nil else { return false }
    if candidates.isEmpty { return result == said }
    return candidates.contains(player) && (result ?? said) == said
  }
}
