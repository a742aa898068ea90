internal import HyzerVoice

/// One more way to name a player that may help, and why it is thought so.
struct NameCandidate: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case alias(String)
    case pronunciation(Pronunciation)

    var named: (kind: String, value: String) {
      switch self {
      case .alias(let alias): ("alias", alias)
      case .pronunciation(let pronunciation): ("pronunciation", pronunciation.description)
      }
    }
  }

  let player: PlayerID
  let value: Value
  /// What it comes from, such as a rule.
  let origin: String
  /// What exactly it comes from: the rule's name, or the word that was heard.
  let detail: String
  /// The folds whose training lines give rise to it, since it may be chosen there alone; the number
  /// of folds stands for all lines.
  var folds: Set<Int>
}

extension Roster {
  /// Adds candidates in their order; what is there already is not doubled.
  ///
  /// A player's own pronunciations stand in place of the dictionary's. So that these are not lost,
  /// they are written down beside the first one that is added: `known` is how each display name is
  /// said so far, by place in the roster.
  func adding(_ candidates: [NameCandidate], known: [[Pronunciation]]) throws(RosterError) -> Roster
  {
    var players = players
    for candidate in candidates {
      let index = candidate.player.index
      let player = players[index]
      var aliases = player.aliases
      var pronunciations = player.pronunciations
      switch candidate.value {
      case .alias(let alias):
        if !player.spellings.contains(where: { NameKey($0) == NameKey(alias) }) {
          aliases.append(alias)
        }
      case .pronunciation(let pronunciation):
        if pronunciations.isEmpty { pronunciations = known[index].map(\.description) }
        if !pronunciations.contains(pronunciation.description) {
          pronunciations.append(pronunciation.description)
        }
      }
      players[index] = Player(name: player.name, aliases: aliases, pronunciations: pronunciations)
    }
    return try Roster(players)
  }
}

/// Gathers what may help each player, and drops what could be taken for something else.
struct CandidateSearch {
  /// The most pronunciations that a fold may choose from for one player; each costs decoding.
  private static let mostPerPlayer = 4
  private static let neighbours = 2
  /// A correction that happened once may have been a slip.
  private static let fewestCorrections = 2

  let round: Round
  let names: [RoundLexicon.Name]
  /// How each display name is said so far, by place in the roster.
  let known: [[Pronunciation]]
  let lexicon: PronunciationLexicon
  let lines: [CorpusUtterance]
  let folds: SpeakerFolds
  let baseline: [UtteranceOutcome]
  /// What was heard where each player's name was said, by place in the roster.
  let phones: [HeardPhones]
  var made: [NameCandidate] = []

  /// Returns the candidates that stand clear, and the others with the reason.
  mutating func candidates() throws -> (
    clear: [NameCandidate], refused: [(candidate: NameCandidate, conflict: NameConflict)]
  ) {
    try addAliases()
    for id in round.roster.ids {
      addHeardInstead(id)
      addPhones(id)
      addOtherSources(id)
      addRules(id)
    }
    let check = RosterCheck(names: names, lexicon: lexicon)
    let conflicts = made.map { candidate in
      switch candidate.value {
      case .alias(let alias): check.conflict(ofAlias: alias, for: candidate.player)
      case .pronunciation(let sound): check.conflict(of: sound, for: candidate.player)
      }
    }
    let checked = zip(made, conflicts)
    return (
      promising(checked.compactMap { $1 == nil ? $0 : nil }),
      checked.compactMap { candidate, conflict in conflict.map { (candidate, $0) } }
    )
  }

  /// Returns the aliases, and for each fold the pronunciations that come nearest to what was heard of
  /// its training speakers.
  private func promising(_ candidates: [NameCandidate]) -> [NameCandidate] {
    var kept: [Int: Set<Int>] = [:]
    for fold in 0...folds.count {
      let lines = Set(folds.training(fold))
      for id in round.roster.ids {
        let heard = phones[id.index].on(lines)
        let rated = candidates.indices.compactMap { index -> (index: Int, nearness: Double)? in
          let candidate = candidates[index]
          guard case .pronunciation(let pronunciation) = candidate.value, candidate.player == id,
            candidate.folds.contains(fold)
          else { return nil }
          return (index, heard.nearness(of: pronunciation, beside: known[id.index]))
        }
        let best = rated.sorted { ($1.nearness, $0.index) < ($0.nearness, $1.index) }
        for (index, _) in best.prefix(CandidateSearch.mostPerPlayer) {
          kept[index, default: [folds.count]].insert(fold)
        }
      }
    }
    return candidates.indices.compactMap { index in
      var candidate = candidates[index]
      if case .pronunciation = candidate.value {
        guard let folds = kept[index] else { return nil }
        candidate.folds = folds
      }
      return candidate
    }
  }

  /// Adds a candidate, or the folds to one that is there already; without folds for all of them.
  private mutating func add(
    _ player: PlayerID, _ value: NameCandidate.Value, _ origin: String,
    _ detail: String, folds: Set<Int>? = nil
  ) {
    if case .pronunciation(let pronunciation) = value, known[player.index].contains(pronunciation) {
      return
    }
    let folds = folds?.union([self.folds.count]) ?? Set(0...self.folds.count)
    if let index = made.firstIndex(where: { $0.player == player && $0.value == value }) {
      made[index].folds.formUnion(folds)
    } else {
      made.append(
        NameCandidate(player: player, value: value, origin: origin, detail: detail, folds: folds))
    }
  }

  // MARK: - Sources

  private mutating func addAliases() throws {
    let parser = try UtteranceParser(typedIn: round, lexicon: lexicon)
    var evidence: [(alias: AliasEvidence, lines: [Int])] = []
    for (index, line) in lines.enumerated() {
      guard let transcript = line.transcript, !line.scores.isEmpty else { continue }
      let found = AliasEvidence.find(
        in: transcript, result: parser.parse(transcript, input: .spoken), label: line.scores,
        roster: round.roster, acceptsNear: !line.isLogged)
      for one in found {
        if let known = evidence.firstIndex(where: { $0.alias == one }) {
          evidence[known].lines.append(index)
        } else {
          evidence.append((one, [index]))
        }
      }
    }
    for (one, places) in evidence {
      let isLogged = places.allSatisfy { lines[$0].isLogged }
      let needed = isLogged ? CandidateSearch.fewestCorrections : 1
      guard places.count >= needed else { continue }
      add(
        one.player, .alias(one.alias), isLogged ? "score log" : "transcript",
        "said \(places.count) \(places.count == 1 ? "time" : "times")",
        folds: Set(
          (0..<folds.count).filter { fold in
            places.count { folds.foldOfLine[$0] != fold } >= needed
          }))
    }
  }

  private mutating func addHeardInstead(_ id: PlayerID) {
    func heard(on lines: [Int]) -> HeardInstead {
      HeardInstead.count(lines.map { baseline[$0] }, roster: round.roster)[id.index]
    }
    let all = heard(on: Array(baseline.indices))
    guard let (word, count) = all.mostOften else { return }
    let allowed = (0..<folds.count).filter { heard(on: folds.training($0)).mostOften?.word == word }
    // A word that is a name of the round is said as the round has it.
    let named = names.filter { NameKey($0.spelling) == NameKey(word) }.flatMap(\.pronunciations)
    for sound in named.isEmpty ? lexicon.pronunciations(ofWord: word) : named {
      add(
        id, .pronunciation(sound.pronunciation), "heard instead",
        "\"\(word)\" was heard \(count) of \(all.said) times", folds: Set(allowed))
    }
  }

  private mutating func addPhones(_ id: PlayerID) {
    for fold in 0...folds.count {
      let found = phones[id.index].on(Set(folds.training(fold)))
        .pronunciations(known: known[id.index], neighbours: CandidateSearch.neighbours)
      for (pronunciation, detail) in found {
        add(id, .pronunciation(pronunciation), "phones heard", detail, folds: [fold])
      }
    }
  }

  private mutating func addOtherSources(_ id: PlayerID) {
    let name = round.roster[id].name
    for sound in (try? lexicon.pronunciations(ofName: name)) ?? [] {
      add(id, .pronunciation(sound.pronunciation), "dictionary", sound.source.rawValue)
    }
    if let guess = lexicon.letterToSound(ofName: name) {
      add(id, .pronunciation(guess), "letter-to-sound", "flite")
    }
  }

  private mutating func addRules(_ id: PlayerID) {
    for rule in PronunciationRule.allCases {
      for pronunciation in known[id.index] {
        guard let variant = rule.apply(to: pronunciation) else { continue }
        add(id, .pronunciation(variant), "rule", rule.rawValue)
      }
    }
  }
}

/// A word that seems to be a name for a player, though the roster does not have it.
struct AliasEvidence: Hashable, Sendable {
  let alias: String
  let player: PlayerID

  /// Finds the words of a text by which the parser finds nobody, or somebody else, where its label
  /// means a player.
  ///
  /// A word counts where it is the only one that can be meant: the only open name beside the label's
  /// score, or the only name by which another player gets that score. With `acceptsNear`, a word also
  /// counts by which the parser finds the right player, though it is none of the player's names: the
  /// recogniser does not listen for it.
  static func find(
    in text: String, result: ParseResult, label: [ScorePair], roster: Roster, acceptsNear: Bool
  ) -> [AliasEvidence] {
    let characters = Array(text)
    let label = label.compactMap { pair in
      roster.player(named: pair.player).map { (player: $0, strokes: pair.strokes) }
    }
    var found: [AliasEvidence] = []
    for (player, strokes) in label {
      let own = result.scores.filter { $0.player == player && $0.strokes.count == strokes }
      var words: Set<String> = []
      if own.isEmpty {
        for problem in result.problems where problem.isOpenName {
          guard problem.strokes == nil || problem.strokes?.count == strokes else { continue }
          words.insert(problem.text.lowercased())
        }
        for score in result.scores where score.strokes.count == strokes {
          let isLabelled = label.contains {
            $0.player == score.player && $0.strokes == score.strokes.count
          }
          if !isLabelled, let name = onlyName(in: characters, score.range) { words.insert(name) }
        }
      } else if acceptsNear {
        words.formUnion(own.compactMap { onlyName(in: characters, $0.range) })
      }
      guard words.count == 1, let word = words.first,
        !roster[player].spellings.contains(where: { NameKey($0) == NameKey(word) })
      else { continue }
      found.append(AliasEvidence(alias: word, player: player))
    }
    return found
  }

  /// Returns the words of a stretch that are no words of the language, where they stand together.
  private static func onlyName(in text: [Character], _ range: SourceRange) -> String? {
    let vocabulary = Vocabulary.english
    let tokens = tokenize(String(text[range.clamped(to: text.indices)]))
    let names = tokens.indices.filter { index in
      !vocabulary.contains(tokens[index].word) && !tokens[index].text.contains(where: \.isNumber)
    }
    guard let first = names.first, let last = names.last, last - first == names.count - 1 else {
      return nil
    }
    return names.map { tokens[$0].word }.joined(separator: " ")
  }
}

extension Problem {
  /// Whether it is open who is meant by a word.
  var isOpenName: Bool {
    switch kind {
    case .unknownName, .uncertainName, .ambiguousName: true
    default: false
    }
  }
}
