public import Golf
public import Language
public import Pronunciation
public import Recognition

/// How every word that can be said in a round is pronounced, and the grammar of those words.
public struct RoundLexicon: Sendable {
  /// A spelling of a player's name.
  public struct Name: Hashable, Sendable {
    /// Whose name it is.
    public let player: PlayerID
    /// The display name or alias.
    public let spelling: String
    /// How it is said; at least one way.
    public let pronunciations: [SourcedPronunciation]

    /// Looks up every display name and alias, in the order of the roster.
    static func all(of roster: Roster, lexicon: PronunciationLexicon) throws(LexiconError)
      -> [Name]
    {
      var names: [Name] = []
      for player in roster.ids {
        for spelling in roster[player].spellings {
          names.append(
            Name(
              player: player, spelling: spelling,
              pronunciations: try lexicon.pronunciations(of: spelling, of: roster[player])))
        }
      }
      return names
    }
  }

  /// Every display name and alias, in the order of the roster.
  public let names: [Name]
  /// The grammar and dictionary for the recogniser.
  public let grammar: SpokenGrammar

  /// How each spelling of a name is said, by the spelling.
  public var pronunciationsBySpelling: [String: [Pronunciation]] { names.pronunciationsBySpelling }

  /// Looks up all words of a round.
  ///
  /// - Throws: ``LexiconError`` naming the first name, alias or word without a pronunciation.
  public init(roster: Roster, lexicon: PronunciationLexicon, settings: DecoderSettings)
    throws(LexiconError)
  {
    let language = LanguageDescription.english
    names = try Name.all(of: roster, lexicon: lexicon)

    let replies = ReplyDescription.english
    let spoken = Set(
      (language.vocabulary.entries + replies.vocabulary.entries).flatMap(\.words))
    var entries: [String: LexiconEntry] = [:]
    var nameIDs: [String] = []
    var playerNames: [PlayerID: [String]] = [:]
    for (index, name) in names.enumerated() {
      let id = RoundLexicon.dictionaryWord(for: name.spelling, index: index, taken: spoken)
      let known = entries[id]?.pronunciations ?? []
      let new = name.pronunciations.map(\.pronunciation).filter { !known.contains($0) }
      if known.isEmpty { nameIDs.append(id) }
      playerNames[name.player, default: []].append(id)
      entries[id] = LexiconEntry(
        id: id, text: name.spelling.lowercased(), pronunciations: known + new)
    }
    let jsgf = JSGFGrammar(language: language, names: nameIDs, weights: settings.grammarWeights)
    let replyGrammar = ReplyGrammar(
      replies: replies, names: nameIDs, weights: settings.grammarWeights)
    for word in Set(jsgf.words).union(replyGrammar.words).sorted() {
      let found = lexicon.pronunciations(ofWord: word).map(\.pronunciation)
      guard !found.isEmpty else { throw .unpronounceable(word) }
      entries[word] = LexiconEntry(id: word, text: word, pronunciations: found)
    }
    let rivals = RivalWords(
      language: language, names: roster.ids.map { playerNames[$0] ?? [] },
      weights: settings.grammarWeights)
    let content = Set(nameIDs).union(rivals.expressions.keys)
    let talk = RoundLexicon.talk(beside: content, entries: entries, lexicon: lexicon)
    for entry in talk { entries[entry.id] = entry }
    grammar = SpokenGrammar(
      jsgf: jsgf.text, usual: jsgf.usual, replies: replyGrammar.text, rivals: rivals.expressions,
      numbers: Dictionary(
        uniqueKeysWithValues: zip(Vocabulary.numberWords, 1...)),
      content: content, talk: talk.map(\.id),
      lexicon: entries.values.sorted { $0.id < $1.id })
  }

  /// Returns the common words that can be told from names and scores: those that sound otherwise.
  private static func talk(
    beside content: Set<String>, entries: [String: LexiconEntry], lexicon: PronunciationLexicon
  ) -> [LexiconEntry] {
    let taken = Set(content.flatMap { entries[$0]?.pronunciations ?? [] })
    return CommonWord.all.filter { !content.contains($0) }.compactMap { word in
      let found =
        entries[word]?.pronunciations
        ?? lexicon.pronunciations(ofWord: word).map(\.pronunciation)
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

extension [RoundLexicon.Name] {
  /// How each spelling is said, by the spelling.
  var pronunciationsBySpelling: [String: [Pronunciation]] {
    reduce(into: [:]) {
      $0[$1.spelling, default: []] += $1.pronunciations.map(\.pronunciation)
    }
  }
}
