package import DiscGolf
internal import HyzerBase
package import HyzerVoice

/// Finds aliases and pronunciations that help a group, and what they do for speakers who did not
/// choose them.
package struct RosterTuner {
  private let round: Round
  private var lines: [CorpusUtterance]
  private let seed: UInt64
  private let workers: Int?
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private let progress: (_ done: Int, _ total: Int) -> Void

  package init(
    round: Round, lines: [CorpusUtterance], seed: UInt64, workers: Int?,
    lexicon: PronunciationLexicon, settings: DecoderSettings,
    progress: @escaping (_ done: Int, _ total: Int) -> Void
  ) {
    (self.round, self.lines, self.seed, self.workers) = (round, lines, seed, workers)
    (self.lexicon, self.settings, self.progress) = (lexicon, settings, progress)
  }

  /// Tunes the roster, with speakers in at most so many folds; lines whose recording cannot be read are
  /// reported and left out.
  ///
  /// - Throws: ``FileFailure`` where too little can be used, and the errors of hearing.
  package mutating func tuning(folds mostFolds: Int, unreadable: (RecordingError) -> Void) throws
    -> RosterTuning
  {
    let baseline = try hearBaseline(unreadable)
    let (speakers, notes) = SpeakerFolds.speakers(of: lines)
    let folds = SpeakerFolds(speakers: speakers, most: mostFolds, seed: seed)
    guard folds.count > 1 else {
      throw FileFailure(
        .badData,
        "only one recording can be used; tuning needs at least two, to judge one by the other")
    }
    let roster = round.roster
    let names = try RoundLexicon.Name.all(of: roster, lexicon: lexicon)
    let phones = try NameListener(names, roster: roster, lines: lines, lexicon: lexicon)
      .listen(
        to: lines, baseline: baseline, players: roster.players.count, settings: settings,
        workers: workers, progress: progress)
    let known = roster.ids.map { id in
      names.first { $0.player == id && $0.spelling == roster[id].name }?
        .pronunciations.map(\.pronunciation) ?? []
    }
    var search = CandidateSearch(
      round: round, names: names, known: known, lexicon: lexicon, lines: lines, folds: folds,
      baseline: baseline, phones: phones)
    let (candidates, refused) = try search.candidates()
    var trials = CandidateTrials(
      candidates: candidates, roster: roster, baseline: baseline, folds: folds, seed: seed,
      hear: { [self] trials in
        var rosters: [[Int]: Roster] = [:]
        let lines = try trials.map { chosen, line in
          let changed =
            try rosters[chosen] ?? roster.adding(chosen.map { candidates[$0] }, known: known)
          rosters[chosen] = changed
          return try self.lines[line].with(changed)
        }
        return try hear(lines).map { try $0.get() }
      })

    func compare(_ requests: [(chosen: [Int], lines: [Int])]) throws -> RosterComparison {
      try trials.learn(requests)
      var lines: [RosterComparison.Line] = []
      for (chosen, wanted) in requests {
        for (line, after) in zip(wanted, try trials.outcomes(chosen, on: wanted)) {
          lines.append((before: baseline[line], after: after, speaker: speakers[line]))
        }
      }
      return RosterComparison(lines, seed: seed)
    }
    let useful = try trials.screened()
    let choices = try (0..<folds.count).map { try trials.choose(from: useful, for: $0) }
    let chosen = try trials.choose(from: useful, for: folds.count)
    let heldOut = try compare(choices.enumerated().map { ($1, folds.heldOut($0)) })
    let proposals = try candidates.indices.map { index in
      let choosing = choices.indices.filter { choices[$0].contains(index) }
      let comparison =
        choosing.isEmpty ? nil : try compare(choosing.map { ([index], folds.heldOut($0)) })
      let candidate = candidates[index]
      return RosterTuning.Proposal(
        player: roster[candidate.player].name, kind: candidate.value.named.kind,
        value: candidate.value.named.value, origin: candidate.origin, detail: candidate.detail,
        foldsChosen: choosing.count, heldOut: comparison,
        isRecommended: chosen.contains(index) && comparison?.isImprovement ?? false,
        isSignificant: comparison?.isSignificant ?? false)
    }
    let recommended = candidates.indices.filter { proposals[$0].isRecommended }
    return RosterTuning(
      lines: lines.count, speakers: Set(speakers).count, folds: folds.count, notes: notes,
      players: HeardInstead.count(baseline, roster: roster), proposals: proposals,
      refused: refused.map { candidate, conflict in
        RosterTuning.Refused(
          player: roster[candidate.player].name, kind: candidate.value.named.kind,
          value: candidate.value.named.value, origin: candidate.origin,
          reason: conflict.text(roster: roster))
      },
      heldOut: heldOut, fitted: try compare([(recommended, Array(baseline.indices))]),
      before: roster.players,
      after: try roster.adding(recommended.map { candidates[$0] }, known: known).players)
  }

  /// Hears the corpus with the roster as it is, and leaves out what cannot be read.
  private mutating func hearBaseline(_ unreadable: (RecordingError) -> Void) throws
    -> [UtteranceOutcome]
  {
    var baseline: [UtteranceOutcome] = []
    var bad: Set<Int> = []
    for (index, heard) in try hear(lines).enumerated() {
      switch heard {
      case .success(let outcome): baseline.append(outcome)
      case .failure(let error):
        bad.insert(index)
        unreadable(error)
      }
    }
    lines = lines.indices.filter { !bad.contains($0) }.map { lines[$0] }
    return baseline
  }

  private func hear(_ lines: [CorpusUtterance]) throws
    -> [Result<UtteranceOutcome, RecordingError>]
  {
    try ParallelMap.map(
      lines, workers: workers,
      context: {
        UtteranceJudge(experiment: Experiment(), lexicon: lexicon, settings: settings)
      },
      work: { (judge, line) -> Result<UtteranceOutcome, RecordingError> in
        do {
          // Without noise there is one condition.
          return .success(try judge.judge(line)[0])
        } catch let error as RecordingError {
          return .failure(error)
        }
      }, finished: { progress($0, lines.count) })
  }
}
