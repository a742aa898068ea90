internal import Corpora
internal import Evaluation
internal import Golf
internal import Language
internal import Pronunciation
internal import Understanding

/// Gathers what may help each player, and drops what could be taken for something else.
struct CandidateMaker {
  /// The most pronunciations that a fold may choose from for one player; each costs decoding.
  private static let mostPerPlayer = 4
  private static let neighbours = 2
  /// A correction that happened once may have been a slip.
  private static let fewestCorrections = 2

  private let round: Round
  private let words: RoundLexicon
  private let lexicon: PronunciationLexicon
  private let corpus: TuningCorpus
  private let folds: SpeakerFolds
  private let check: CollisionCheck
  private var made: [Candidate] = []

  init(
    round: Round, words: RoundLexicon, lexicon: PronunciationLexicon, corpus: TuningCorpus,
    folds: SpeakerFolds
  ) {
    self.round = round
    self.words = words
    self.lexicon = lexicon
    self.corpus = corpus
    self.folds = folds
    check = CollisionCheck(
      names: words.names.map {
        CollisionCheck.Name(
          player: $0.player, spelling: $0.spelling, sounds: $0.pronunciations.map(\.pronunciation))
      }, pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
  }

  /// How each player's display name is said so far, by place in the roster.
  var known: [[Pronunciation]] {
    round.roster.ids.map { id in
      words.names.first { $0.player == id && $0.spelling == round.roster[id].name }?
        .pronunciations.map(\.pronunciation) ?? []
    }
  }

  /// Returns the candidates that stand clear, and the others with the reason.
  mutating func candidates(
    baseline: [UtteranceOutcome], instead: [HeardInstead], phones: [HeardPhones]
  ) throws -> (clear: [Candidate], refused: [(candidate: Candidate, refusal: Refusal)]) {
    try addAliases()
    for id in round.roster.ids {
      addHeardInstead(id, baseline, instead[id.index])
      addPhones(id, phones[id.index])
      addOtherSources(id)
      addRules(id)
    }
    var clear: [Candidate] = []
    var refused: [(candidate: Candidate, refusal: Refusal)] = []
    for candidate in made {
      if let refusal = check.refusal(of: candidate.change, sounds: sounds(of: candidate.change)) {
        refused.append((candidate, refusal))
      } else {
        clear.append(candidate)
      }
    }
    return (promising(clear, phones), refused)
  }

  /// Returns the aliases, and for each fold the pronunciations that come nearest to what was heard
  /// of its training speakers; those of no fold but of all lines come with no fold.
  private func promising(_ candidates: [Candidate], _ phones: [HeardPhones]) -> [Candidate] {
    var folds = candidates.map { candidate -> Set<Int> in
      guard case .alias = candidate.change.value else { return [] }
      return candidate.folds
    }
    var isKept = candidates.map { candidate in
      guard case .alias = candidate.change.value else { return false }
      return true
    }
    for fold in 0...self.folds.count {
      let isAll = fold == self.folds.count
      let lines = Set(isAll ? Array(corpus.lines.indices) : self.folds.training(fold))
      for id in round.roster.ids {
        let rated = candidates.indices.compactMap { index -> (index: Int, nearness: Double)? in
          let candidate = candidates[index]
          guard candidate.change.player == id, isAll || candidate.folds.contains(fold),
            case .pronunciation(let pronunciation) = candidate.change.value
          else { return nil }
          return (
            index,
            phones[id.index].nearness(of: pronunciation, beside: known[id.index], on: lines)
          )
        }
        let best = rated.sorted { ($1.nearness, $0.index) < ($0.nearness, $1.index) }
        for (index, _) in best.prefix(CandidateMaker.mostPerPlayer) {
          isKept[index] = true
          if !isAll { folds[index].insert(fold) }
        }
      }
    }
    return candidates.indices.filter { isKept[$0] }.map { index in
      let old = candidates[index]
      return Candidate(
        change: old.change, origin: old.origin, detail: old.detail, folds: folds[index])
    }
  }

  private func sounds(of change: RosterChange) -> [Pronunciation] {
    switch change.value {
    case .pronunciation(let pronunciation): return [pronunciation]
    case .alias(let alias):
      do {
        return try lexicon.pronunciations(ofName: alias).map(\.pronunciation)
      } catch {
        return []  // The check refuses what cannot be said.
      }
    }
  }

  /// Adds a candidate, or the folds to one that is there already.
  private mutating func add(
    _ player: PlayerID, _ value: RosterChange.Value, _ origin: Candidate.Origin, _ detail: String,
    folds: Set<Int>
  ) {
    if case .pronunciation(let pronunciation) = value,
      known[player.index].contains(pronunciation)
    {
      return
    }
    let change = RosterChange(player: player, value: value)
    if let index = made.firstIndex(where: { $0.change == change }) {
      let old = made[index]
      made[index] = Candidate(
        change: change, origin: old.origin, detail: old.detail, folds: old.folds.union(folds))
    } else {
      made.append(Candidate(change: change, origin: origin, detail: detail, folds: folds))
    }
  }

  private var allFolds: Set<Int> { Set(0..<folds.count) }

  // MARK: - Sources

  private mutating func addAliases() throws {
    let parser = try UtteranceParser(typedIn: round, lexicon: lexicon)
    var evidence: [AliasEvidence: [Int]] = [:]
    var order: [AliasEvidence] = []
    for (index, line) in corpus.lines.enumerated() {
      guard let transcript = line.transcript, !line.scores.isEmpty else { continue }
      let label = line.scores.compactMap { pair in
        round.roster.player(named: pair.player).map { (player: $0, strokes: pair.strokes) }
      }
      let isLogged = index >= corpus.firstLogged
      let found = AliasEvidence.find(
        in: transcript, result: parser.parse(transcript, input: .spoken), label: label,
        roster: round.roster, acceptsNear: !isLogged)
      for one in found {
        if evidence[one] == nil { order.append(one) }
        evidence[one, default: []].append(index)
      }
    }
    for one in order {
      let lines = evidence[one] ?? []
      let logged = lines.filter { $0 >= corpus.firstLogged }
      let isLogged = logged.count == lines.count
      let needed = isLogged ? CandidateMaker.fewestCorrections : 1
      guard lines.count >= needed else { continue }
      add(
        one.player, .alias(one.alias), isLogged ? .scoreLog : .transcript,
        "said \(lines.count) \(lines.count == 1 ? "time" : "times")",
        folds: allFolds.filter { fold in
          lines.count { folds.foldOfLine[$0] != fold } >= needed
        })
    }
  }

  private mutating func addHeardInstead(
    _ id: PlayerID, _ baseline: [UtteranceOutcome], _ instead: HeardInstead
  ) {
    guard let (word, count) = instead.mostOften else { return }
    let allowed = allFolds.filter { fold in
      let training = folds.training(fold).map { baseline[$0] }
      return HeardInstead.count(training, roster: round.roster)[id.index].mostOften?.word == word
    }
    for sound in sounds(ofWord: word) {
      add(
        id, .pronunciation(sound), .heardInstead,
        "\"\(word)\" was heard \(count) of \(instead.said) times", folds: allowed)
    }
  }

  /// A word that is a name of the round is said as the round has it.
  private func sounds(ofWord word: String) -> [Pronunciation] {
    let names = words.names.filter { NameKey($0.spelling) == NameKey(word) }
    let sounds = names.flatMap(\.pronunciations)
    return (sounds.isEmpty ? lexicon.pronunciations(ofWord: word) : sounds).map(\.pronunciation)
  }

  private mutating func addPhones(_ id: PlayerID, _ phones: HeardPhones) {
    for fold in 0...folds.count {
      // The last round is that of all lines, from which the final choice is made.
      let isAll = fold == folds.count
      let lines = isAll ? Set(folds.foldOfLine.indices) : Set(folds.training(fold))
      let found = phones.pronunciations(
        on: lines, known: known[id.index], neighbours: CandidateMaker.neighbours)
      for (pronunciation, detail) in found {
        add(id, .pronunciation(pronunciation), .phones, detail, folds: isAll ? [] : [fold])
      }
    }
  }

  private mutating func addOtherSources(_ id: PlayerID) {
    let name = round.roster[id].name
    let found = (try? lexicon.pronunciations(ofName: name)) ?? []
    for sound in found {
      add(
        id, .pronunciation(sound.pronunciation), .dictionary, sound.source.rawValue,
        folds: allFolds)
    }
    if let guess = lexicon.letterToSound(ofName: name) {
      add(id, .pronunciation(guess), .letterToSound, "flite", folds: allFolds)
    }
  }

  private mutating func addRules(_ id: PlayerID) {
    for rule in PronunciationRule.allCases {
      for pronunciation in known[id.index] {
        guard let variant = rule.apply(to: pronunciation) else { continue }
        add(id, .pronunciation(variant), .rule, rule.rawValue, folds: allFolds)
      }
    }
  }
}
