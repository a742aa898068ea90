/// How every word that can be said in a round is pronounced, and the grammar of those words.
package struct RoundLexicon: Sendable {
  /// A spelling of a player's name.
  package struct Name: Hashable, Sendable {
    package let player: PlayerID
    package let spelling: String
    /// How it is said; at least one way.
    package let pronunciations: [SourcedPronunciation]

    var sounds: [Pronunciation] { pronunciations.map(\.pronunciation) }

    /// Looks up every display name and alias, in the order of the roster; where it is `sayableOnly`,
    /// those without a pronunciation are left out.
    package static func all(
      of roster: Roster, lexicon: PronunciationLexicon, sayableOnly: Bool = false
    ) throws(LexiconError) -> [Name] {
      var names: [Name] = []
      for player in roster.ids {
        for spelling in roster[player].spellings {
          do throws(LexiconError) {
            names.append(
              Name(
                player: player, spelling: spelling,
                pronunciations: try lexicon.pronunciations(of: spelling, of: roster[player])))
          } catch .unpronounceable where sayableOnly {
            continue
          } catch {
            throw error
          }
        }
      }
      return names
    }
  }

  /// Every display name and alias, in the order of the roster.
  package let names: [Name]
  /// The grammar and dictionary for the recogniser.
  package let grammar: SpokenGrammar

  /// Looks up all words of a round; where it is `sayableOnly`, names and aliases without a pronunciation are
  /// left out, as long as there are others.
  ///
  /// - Throws: ``LexiconError`` naming the first name, alias or word without a pronunciation.
  package init(
    roster: Roster, par: Int, lexicon: PronunciationLexicon, settings: DecoderSettings,
    sayableOnly: Bool = false
  ) throws(LexiconError) {
    names = try Name.all(of: roster, lexicon: lexicon, sayableOnly: sayableOnly)
    guard !names.isEmpty else { throw .unpronounceable(roster.players[0].name) }
    let taken = Set(
      (Vocabulary.english.entries + Vocabulary.englishReplies.entries).flatMap(\.words))
    var entries: [String: LexiconEntry] = [:]
    var playerWords: [PlayerID: [String]] = [:]
    var usualWords: Set<String> = []
    let usual = RoundLexicon.usualNames(of: roster, beside: names, lexicon: lexicon)
    for (index, name) in (names + usual).enumerated() {
      let id = RoundLexicon.dictionaryWord(for: name.spelling, index: index, taken: taken)
      let known = entries[id]?.pronunciations ?? []
      playerWords[name.player, default: []].append(id)
      if index >= names.count { usualWords.insert(id) }
      entries[id] = LexiconEntry(
        id: id, text: name.spelling.lowercased(),
        pronunciations: known + name.sounds.filter { !known.contains($0) })
    }
    let nameWords = Set(entries.keys)
    let jsgf = RosterGrammar(
      names: roster.ids.map { playerWords[$0] ?? [] }, usual: usualWords, par: par,
      weights: settings.grammarWeights)
    for word in jsgf.words {
      let found = lexicon.sounds(ofWord: word)
      guard !found.isEmpty else { throw .unpronounceable(word) }
      entries[word] = LexiconEntry(id: word, text: word, pronunciations: found)
    }
    let content = nameWords.union(jsgf.competitors.keys)
    // A word that two players have may be either of them.
    let shared = Dictionary(grouping: playerWords.values.joined(), by: \.self).filter {
      $1.count > 1
    }
    let ownWords = roster.ids.map { Set(playerWords[$0] ?? []).subtracting(shared.keys) }
    let garbage = RoundLexicon.garbage(beside: content, entries: entries, lexicon: lexicon)
    for entry in garbage { entries[entry.id] = entry }
    grammar = SpokenGrammar(
      full: jsgf.full, constrained: jsgf.constrained, replies: jsgf.replies,
      competitors: jsgf.competitors,
      content: content, rarities: jsgf.rarities,
      exclusive: ownWords.filter { !$0.isEmpty }, renewing: RosterGrammar.renewingWords,
      exempting: RosterGrammar.exemptingWords, garbage: garbage.map(\.id),
      lexicon: entries.values.sorted { $0.id < $1.id })
  }

  /// Returns the usual names that players are listened for by, one each at most: the most usual form of the display
  /// name, where nobody has it.
  ///
  /// Each word that is listened for costs accuracy on the others, and so one is left out that could be taken for
  /// another name or word, or is so short that much is heard as it.
  private static func usualNames(
    of roster: Roster, beside names: [Name], lexicon: PronunciationLexicon
  ) -> [Name] {
    let free = roster.usualNames
    let found = roster.ids.compactMap { player -> Name? in
      guard let usual = ShortNames.others(for: roster[player].name).first, free[usual] == player,
        let sounds = try? lexicon.pronunciations(ofName: usual),
        sounds.allSatisfy({ $0.pronunciation.phones.count >= RoundLexicon.fewestPhones })
      else { return nil }
      return Name(player: player, spelling: usual, pronunciations: sounds)
    }
    guard !found.isEmpty else { return [] }
    // The first names are those that are compared, with all others.
    let alike = Set(
      RosterCheck(names: found + names, lexicon: lexicon).collisions(ofFirst: found.count)
        .map(\.spelling))
    return found.filter { !alike.contains($0.spelling) }
  }

  /// Chosen: "Al" and "Ed" are in half of all words.
  private static let fewestPhones = 3

  /// Returns the words of the garbage model that do not sound like a name or score.
  private static func garbage(
    beside content: Set<String>, entries: [String: LexiconEntry], lexicon: PronunciationLexicon
  ) -> [LexiconEntry] {
    let taken = Set(content.flatMap { entries[$0]?.pronunciations ?? [] })
    return Vocabulary.garbageWords.filter { !content.contains($0) }.compactMap { word in
      let found = entries[word]?.pronunciations ?? lexicon.sounds(ofWord: word)
      guard !found.isEmpty, taken.isDisjoint(with: found) else { return nil }
      return LexiconEntry(id: word, text: word, pronunciations: found)
    }
  }

  /// Returns the word by which the grammar knows a name: plain letters, and none of the language's
  /// own words, so that a player called Ace keeps a pronunciation of their own.
  private static func dictionaryWord(for spelling: String, index: Int, taken: Set<String>) -> String
  {
    let word = NameKey.words(of: spelling).joined(separator: "_")
    let isPlain = word.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard isPlain else { return "name_\(index + 1)" }
    return taken.contains(word) ? "name_\(word)" : word
  }
}

/// The parsers of what is said in a round.
package struct SpokenParsers: Sendable {
  let round: Round
  let sentences: UtteranceParser
  let replies: ReplyParser
}

extension SpokenParsers {
  /// Makes the parsers that an ``UtteranceScorer`` uses, for which no acoustic model is loaded.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation.
  package init(round: Round, lexicon: PronunciationLexicon) throws(LexiconError) {
    let names = try RoundLexicon.Name.all(of: round.roster, lexicon: lexicon)
    self.init(round: round, names: names, lexicon: lexicon)
  }

  init(round: Round, names: [RoundLexicon.Name], lexicon: PronunciationLexicon) {
    let sounds = names.reduce(into: [:]) { $0[$1.spelling, default: []] += $1.sounds }
    self.init(
      round: round,
      sentences: UtteranceParser(
        round: round, namePronunciations: sounds, pronounce: lexicon.sounds),
      replies: ReplyParser(round: round, namePronunciations: sounds))
  }
}

extension UtteranceParser {
  /// Makes a parser for typed text.
  ///
  /// It needs no acoustic model: without a lexicon it goes by spelling, and a name that nothing can
  /// pronounce is still a name that can be typed.
  ///
  /// - Throws: ``LexiconError`` for a pronunciation in the roster that is none.
  package init(
    typedIn round: Round, reporter: PlayerID? = nil, lexicon: PronunciationLexicon?
  ) throws(LexiconError) {
    guard let lexicon else {
      self.init(round: round, reporter: reporter)
      return
    }
    let names = try RoundLexicon.Name.all(of: round.roster, lexicon: lexicon, sayableOnly: true)
    let sounds = Dictionary(names.map { ($0.spelling, $0.sounds) }) { $1 }
    self.init(
      round: round, reporter: reporter, namePronunciations: sounds, pronounce: lexicon.sounds)
  }
}

extension PronunciationLexicon {
  /// How a word is said, wherever that comes from.
  @Sendable func sounds(ofWord word: String) -> [Pronunciation] {
    pronunciations(ofWord: word).map(\.pronunciation)
  }
}
