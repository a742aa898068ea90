internal import Corpora
internal import Evaluation
internal import Golf
internal import Language
internal import Randomness
internal import Understanding

/// Finds aliases and pronunciations that help a group, and what they do for speakers who did not
/// choose them.
struct RosterTuner {
  /// The most that one player is given at once.
  private static let mostPerPlayer = 2
  /// The most that is tried in full, and in combination, for one player and fold; each combination
  /// costs decoding.
  private static let mostCombined = 2
  /// On how many utterances a candidate is tried before it is tried in full.
  private static let mostScreened = 24

  let toolkit: Toolkit
  let round: Round
  var corpus: TuningCorpus
  let folds: Int
  let seed: UInt64
  let workers: Int?

  mutating func run() throws -> RosterTuning {
    let (baseline, unreadable) = try hearAsItIs()
    let speakers = corpus.speakers()
    let folds = SpeakerFolds(speakers: speakers, most: self.folds, seed: seed)
    guard folds.count > 1 else {
      throw Failure(
        .badData,
        "hyzer tune: only one recording can be used; tuning needs at least two, to judge one by the "
          + "other")
    }
    let lexicon = try toolkit.lexicon()
    let words = try toolkit.words(round)
    let instead = HeardInstead.count(baseline, roster: round.roster)
    let phones = try NamePhones(
      words: words, roster: round.roster, lines: corpus.lines, toolkit: toolkit
    ).listen(to: corpus.lines, baseline: baseline, workers: workers, toolkit: toolkit)
    var maker = CandidateMaker(
      round: round, words: words, lexicon: lexicon, corpus: corpus, folds: folds)
    let (clear, refused) = try maker.candidates(
      baseline: baseline, instead: instead, phones: phones)
    let known = maker.known
    let roster = round.roster
    let outcomes = try ChangeOutcomes(
      corpus.lines, baseline: baseline, toolkit: toolkit, workers: workers,
      roster: { try roster.applying($0.map { clear[$0].change }, known: known) })
    let judge = Judge(
      candidates: clear, roster: roster, baseline: baseline, folds: folds, speakers: speakers,
      outcomes: outcomes, seed: seed)
    let useful = try judge.screened()

    let all = Array(baseline.indices)
    var chosenInFold: [[Int]] = []
    for fold in 0..<folds.count {
      chosenInFold.append(
        try judge.choose(
          from: useful.filter { clear[$0].folds.contains(fold) }, on: folds.training(fold)))
    }
    let chosen = try judge.choose(from: useful, on: all)
    let heldOut = try judge.heldOut(chosenInFold)
    let proposals = try clear.indices.map { index in
      let choosing = chosenInFold.indices.filter { chosenInFold[$0].contains(index) }
      let comparison =
        choosing.isEmpty ? nil : try judge.heldOut(of: index, folds: choosing)
      return RosterTuning.Proposal(
        candidate: clear[index],
        fitted: useful.contains(index) ? try judge.gain([index], on: all) : Gain(),
        foldsChosen: choosing.count, heldOut: comparison,
        isRecommended: chosen.contains(index) && comparison?.isImprovement ?? false)
    }
    let recommended = clear.indices.filter { proposals[$0].isRecommended }
    return RosterTuning(
      round: round, known: known.map { $0.map(\.description) }, lines: corpus.lines.count,
      speakers: Set(speakers).count, folds: folds.count, notes: corpus.notes, instead: instead,
      proposals: proposals, refused: refused, heldOut: heldOut,
      fitted: try judge.comparison(recommended, on: all),
      tuned: try roster.applying(recommended.map { clear[$0].change }, known: known),
      unreadable: unreadable)
  }

  /// Hears the corpus with the roster as it is, and leaves out what cannot be read.
  private mutating func hearAsItIs() throws -> ([UtteranceOutcome], [Failure]) {
    var baseline: [UtteranceOutcome] = []
    var unreadable: [Failure] = []
    var bad: Set<Int> = []
    var next = 0
    var done = 0
    let lines = corpus.lines
    var progress = Progress(toolkit.console, total: lines.count)
    try CorpusRunner(
      experiment: Experiment(), lexicon: try toolkit.lexicon(), settings: try toolkit.settings(),
      workers: workers
    ).run(
      {
        guard next < lines.count else { return nil }
        next += 1
        return lines[next - 1]
      },
      take: { _, verdict in
        switch verdict {
        case .judged(let outcomes): baseline += outcomes.prefix(1)
        case .unreadable(let error):
          bad.insert(done)
          unreadable.append(Failure(error))
          progress.clear()
          toolkit.console.errorLine("hyzer tune: \(Failure(error).message)")
        }
        done += 1
        progress.bar(done)
      })
    progress.clear()
    corpus.remove(at: bad)
    return (baseline, unreadable)
  }

  /// Judges candidates by the outcomes that they lead to.
  private struct Judge {
    let candidates: [Candidate]
    let roster: Roster
    let baseline: [UtteranceOutcome]
    let folds: SpeakerFolds
    let speakers: [String]
    let outcomes: ChangeOutcomes
    let seed: UInt64

    /// Whether a line can come out otherwise when a player has one more name: it says the player's
    /// name, the name is heard in it, or nothing may be heard at all.
    private func concerns(_ line: Int, _ player: PlayerID) -> Bool {
      let name = roster[player].name
      let outcome = baseline[line]
      return outcome.isNegative || outcome.reference.contains { $0.player == name }
        || outcome.accepted.contains { $0.player == name }
        || roster[player].spellings.contains { spelling in
          let words = NameKey.words(of: spelling)
          return words.allSatisfy(outcome.heard.contains)
            || words.allSatisfy(outcome.said?.contains ?? { _ in false })
        }
    }

    /// Whether a player's pair is missing or wrong in a line as it is heard now.
    private func isWrong(_ line: Int, _ player: PlayerID) -> Bool {
      let name = roster[player].name
      let outcome = baseline[line]
      return !outcome.isNegative
        && outcome.reference.filter { $0.player == name }
          != outcome.accepted.filter { $0.player == name }
    }

    /// Returns the candidates by which most utterances become exact, the same number for each player
    /// and fold.
    ///
    /// They are first tried on some of those in which the player's score is wrong now, drawn by the
    /// seed. Few candidates help in these, so that most are done with after a few lines.
    func screened() throws -> [Int] {
      let wrong = roster.ids.map { id in
        var random = SeededGenerator(seed: seed, name: "screening \(id.index)")
        return baseline.indices.filter { isWrong($0, id) }.shuffled(using: &random)
          .prefix(RosterTuner.mostScreened).sorted()
      }
      try outcomes.hear(
        candidates.indices.map { ([$0], wrong[candidates[$0].change.player.index]) })
      var useful: Set<Int> = []
      for fold in 0...folds.count {
        let isAll = fold == folds.count
        let lines = Set(isAll ? Array(baseline.indices) : folds.training(fold))
        for id in roster.ids {
          let tried = wrong[id.index].filter(lines.contains)
          let rated = try candidates.indices.compactMap { index -> (index: Int, gain: Gain)? in
            guard candidates[index].change.player == id,
              isAll || candidates[index].folds.contains(fold)
            else { return nil }
            let gain = try gain([index], on: tried)
            return gain.exact > 0 || gain.pairs > 0 ? (index, gain) : nil
          }
          useful.formUnion(
            rated.sorted {
              ($1.gain.exact, $1.gain.pairs, $0.index) < ($0.gain.exact, $0.gain.pairs, $1.index)
            }
            .prefix(RosterTuner.mostCombined).map(\.index))
        }
      }
      let chosen = useful.sorted()
      try outcomes.hear(
        chosen.map { index in
          ([index], baseline.indices.filter { concerns($0, candidates[index].change.player) })
        })
      return chosen
    }

    /// Returns what some changes, all of one player, gain on some lines.
    func gain(_ changes: [Int], on lines: [Int]) throws -> Gain {
      guard let first = changes.first else { return Gain() }
      let concerned = lines.filter { concerns($0, candidates[first].change.player) }
      var gain = Gain()
      for (line, after) in zip(concerned, try outcomes.outcomes(changes, on: concerned)) {
        gain.add(before: baseline[line], after: after)
      }
      return gain
    }

    /// Returns the changes that help most on some lines, chosen player by player.
    func choose(from useful: [Int], on lines: [Int]) throws -> [Int] {
      try roster.ids.flatMap { id -> [Int] in
        let rated = try useful.filter { candidates[$0].change.player == id }
          .map { (index: $0, gain: try gain([$0], on: lines)) }
          .filter { $0.gain.isSafe && $0.gain.exact > 0 }
          .sorted { ($1.gain.exact, $0.index) < ($0.gain.exact, $1.index) }
        return try GreedySelection.select(
          from: rated.prefix(RosterTuner.mostCombined).map(\.index),
          most: RosterTuner.mostPerPlayer
        ) { try gain($0, on: lines) }
      }
    }

    /// Returns some lines without and with some changes.
    func comparison(_ changes: [Int], on lines: [Int]) throws -> TuningComparison {
      var comparison = TuningComparison(seed: seed)
      try add([(changes, lines)], to: &comparison)
      return comparison
    }

    /// Returns what the choice of each fold's other speakers does in it, all folds together.
    func heldOut(_ chosen: [[Int]]) throws -> TuningComparison {
      var comparison = TuningComparison(seed: seed)
      try add(chosen.enumerated().map { ($1, folds.heldOut($0)) }, to: &comparison)
      return comparison
    }

    /// Returns what one candidate does in some folds.
    func heldOut(of candidate: Int, folds chosen: [Int]) throws -> TuningComparison {
      var comparison = TuningComparison(seed: seed)
      try add(chosen.map { ([candidate], folds.heldOut($0)) }, to: &comparison)
      return comparison
    }

    private func add(
      _ requests: [(changes: [Int], lines: [Int])], to comparison: inout TuningComparison
    ) throws {
      try outcomes.hear(requests)
      for (changes, lines) in requests {
        for (line, after) in zip(lines, try outcomes.outcomes(changes, on: lines)) {
          comparison.add(before: baseline[line], after: after, speaker: speakers[line])
        }
      }
    }
  }
}
