internal import HyzerBase
internal import HyzerVoice

/// What some candidates gain over the roster as it is, on some utterances; losses are negative.
struct Gain: Hashable {
  /// How many more utterances with a score in them are exact.
  var exact = 0
  /// How many more pairs are heard that were said, less how many more that were not.
  var pairs = 0
  /// How many more utterances would save themselves with a wrong set.
  var wrongCommits = 0
  /// How many more negatives have anything accepted.
  var falseAccepts = 0

  var isSafe: Bool { wrongCommits <= 0 && falseAccepts <= 0 }

  mutating func add(before: UtteranceOutcome, after: UtteranceOutcome) {
    func pairs(_ outcome: UtteranceOutcome) -> Int {
      2 * outcome.correct.count - outcome.accepted.count
    }
    wrongCommits += (after.isWrongCommit ? 1 : 0) - (before.isWrongCommit ? 1 : 0)
    guard !after.isNegative else {
      falseAccepts += (after.accepted.isEmpty ? 0 : 1) - (before.accepted.isEmpty ? 0 : 1)
      return
    }
    exact += (after.isExact ? 1 : 0) - (before.isExact ? 1 : 0)
    self.pairs += pairs(after) - pairs(before)
  }
}

/// What becomes of a corpus' lines with candidates in the roster; nothing is heard twice.
///
/// Candidates go by their place in the list, lines by theirs in the corpus.
struct CandidateTrials {
  private static let mostPerPlayer = 2
  /// The most that is tried in full, and in combination, for one player and fold; each combination
  /// costs decoding.
  private static let mostCombined = 2
  /// On how many utterances a candidate is tried before it is tried in full.
  private static let mostScreened = 24

  let candidates: [NameCandidate]
  let roster: Roster
  let baseline: [UtteranceOutcome]
  let folds: SpeakerFolds
  let seed: UInt64
  /// Returns the outcomes that are not known yet.
  let hear: ([(chosen: [Int], line: Int)]) throws -> [UtteranceOutcome]
  /// The outcomes with some candidates, by their places in order and then by the line.
  var outcomes: [[Int]: [Int: UtteranceOutcome]] = [:]

  mutating func outcomes(_ chosen: [Int], on lines: [Int]) throws -> [UtteranceOutcome] {
    if chosen.isEmpty { return lines.map { baseline[$0] } }
    try learn([(chosen, lines)])
    return lines.compactMap { outcomes[chosen.sorted()]?[$0] }
  }

  /// Hears several rosters in one go, so that no core waits between them.
  mutating func learn(_ requests: [(chosen: [Int], lines: [Int])]) throws {
    let missing = requests.filter { !$0.chosen.isEmpty }.flatMap { chosen, lines in
      let chosen = chosen.sorted()
      return lines.filter { outcomes[chosen]?[$0] == nil }.map { (chosen: chosen, line: $0) }
    }
    guard !missing.isEmpty else { return }
    for ((chosen, line), outcome) in zip(missing, try hear(missing)) {
      outcomes[chosen, default: [:]][line] = outcome
    }
  }

  /// Returns what some candidates, all of one player, gain on some lines.
  mutating func gain(_ chosen: [Int], on lines: [Int]) throws -> Gain {
    guard let first = chosen.first else { return Gain() }
    let concerned = lines.filter { concerns($0, candidates[first].player) }
    var gain = Gain()
    for (line, after) in zip(concerned, try outcomes(chosen, on: concerned)) {
      gain.add(before: baseline[line], after: after)
    }
    return gain
  }

  /// Returns the candidates by which most utterances become exact, the same number for each player
  /// and fold.
  ///
  /// They are first tried on some of those in which the player's score is wrong now, drawn by the
  /// seed. Few candidates help in these, so that most are done with after a few lines.
  mutating func screened() throws -> [Int] {
    let wrong = roster.ids.map { id in
      var random = SeededGenerator(seed: seed, name: "screening \(id.index)")
      return baseline.indices.filter { isWrong($0, id) }.shuffled(using: &random)
        .prefix(CandidateTrials.mostScreened).sorted()
    }
    try learn(candidates.indices.map { ([$0], wrong[candidates[$0].player.index]) })
    var useful: Set<Int> = []
    for fold in 0...folds.count {
      let lines = Set(folds.training(fold))
      for id in roster.ids {
        let tried = wrong[id.index].filter(lines.contains)
        let rated = try candidates.indices.compactMap { index -> (index: Int, gain: Gain)? in
          guard candidates[index].player == id, candidates[index].folds.contains(fold) else {
            return nil
          }
          let gain = try gain([index], on: tried)
          return gain.exact > 0 || gain.pairs > 0 ? (index, gain) : nil
        }
        let best = rated.sorted {
          ($1.gain.exact, $1.gain.pairs, $0.index) < ($0.gain.exact, $0.gain.pairs, $1.index)
        }
        useful.formUnion(best.prefix(CandidateTrials.mostCombined).map(\.index))
      }
    }
    let chosen = useful.sorted()
    try learn(
      chosen.map { index in
        ([index], baseline.indices.filter { concerns($0, candidates[index].player) })
      })
    return chosen
  }

  /// Returns those of the useful candidates that help most on a fold's training lines, chosen player
  /// by player.
  mutating func choose(from useful: [Int], for fold: Int) throws -> [Int] {
    let lines = folds.training(fold)
    return try roster.ids.flatMap { id -> [Int] in
      let rated =
        try useful
        .filter { candidates[$0].player == id && candidates[$0].folds.contains(fold) }
        .map { (index: $0, gain: try gain([$0], on: lines)) }
        .filter { $0.gain.isSafe && $0.gain.exact > 0 }
        .sorted { ($1.gain.exact, $0.index) < ($0.gain.exact, $1.index) }
      return try CandidateTrials.select(
        from: rated.prefix(CandidateTrials.mostCombined).map(\.index),
        most: CandidateTrials.mostPerPlayer
      ) { try gain($0, on: lines) }
    }
  }

  /// Chooses candidates one after another, each the one that helps most beside those chosen before,
  /// until none helps any more.
  ///
  /// A candidate has to add exact utterances; among equal ones the pairs decide, then the order of
  /// the candidates. A choice never costs a wrong commit or a false accept over the roster as it is.
  static func select(
    from candidates: [Int], most: Int, gain: ([Int]) throws -> Gain
  ) rethrows -> [Int] {
    var chosen: [Int] = []
    var reached = Gain()
    while chosen.count < most {
      var best: (candidate: Int, gain: Gain)?
      for candidate in candidates where !chosen.contains(candidate) {
        let gain = try gain(chosen + [candidate])
        guard gain.isSafe, gain.exact > reached.exact else { continue }
        if let leader = best?.gain, (gain.exact, gain.pairs) <= (leader.exact, leader.pairs) {
          continue
        }
        best = (candidate, gain)
      }
      guard let best else { break }
      chosen.append(best.candidate)
      reached = best.gain
    }
    return chosen
  }

  /// Whether a line can come out otherwise when a player has one more name: it says the player's
  /// name, the name is heard in it, or nothing may be heard at all.
  private func concerns(_ line: Int, _ player: PlayerID) -> Bool {
    let name = roster[player].name
    let outcome = baseline[line]
    return outcome.isNegative
      || (outcome.reference + outcome.accepted).contains { $0.player == name }
      || roster[player].spellings.contains { spelling in
        let words = NameKey.words(of: spelling)
        return words.allSatisfy(outcome.heard.contains)
          || words.allSatisfy(outcome.said?.contains ?? { _ in false })
      }
  }

  private func isWrong(_ line: Int, _ player: PlayerID) -> Bool {
    let name = roster[player].name
    let outcome = baseline[line]
    return !outcome.isNegative
      && outcome.reference.filter { $0.player == name }
        != outcome.accepted.filter { $0.player == name }
  }
}
