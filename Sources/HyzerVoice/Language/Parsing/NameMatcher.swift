/// Gives the pronunciations of a word; none where it has no idea.
package typealias Pronouncer = @Sendable (String) -> [Pronunciation]

/// A player whom a word may mean.
package struct NameCandidate: Hashable, Sendable {
  package let player: PlayerID
  /// How alike word and name are, from 0 to 1.
  package let similarity: Double
}

/// Whom a word means.
package enum NameMatch: Hashable, Sendable {
  /// Exactly one player stands clear.
  case accepted(NameCandidate)
  /// Several players answer to it equally well; the likeliest is first.
  case ambiguous([NameCandidate])
  /// A player comes near, but not near enough to go by; the likeliest is first.
  case near([NameCandidate])
  /// Nobody.
  case unknown

  /// Everybody whom the word may mean, the likeliest first.
  package var candidates: [NameCandidate] {
    switch self {
    case .accepted(let candidate): [candidate]
    case .ambiguous(let candidates), .near(let candidates): candidates
    case .unknown: []
    }
  }
}

/// How the words of an utterance reached the parser.
package enum InputKind: Hashable, Sendable {
  /// Somebody wrote them, so that "Jon" and "John" are two names.
  case typed
  /// Somebody said them: names that sound the same are the same.
  case spoken
}

/// Finds the player that a word means: by alias and name, by a usual short form, then by spelling and by sound.
struct NameMatcher: Sendable {
  /// A match from this similarity on is worth asking about: half the letters are shared by "Mike" and
  /// "Jake".
  static let askFrom = 0.6
  /// A word with more letters than this comes near no name; to compare it would take long.
  static let mostLetters = 40

  private struct Spelling: Sendable {
    let player: PlayerID
    let letters: [Character]
    let words: [String]
    let pronunciations: [Pronunciation]
  }

  private let spellings: [Spelling]
  /// Whom usual names stand for that nobody has.
  private let usualNames: [String: PlayerID]
  private let pronounce: Pronouncer
  /// The most words that one name of the roster has.
  let longestName: Int

  /// Makes a matcher of no names without a roster; `namePronunciations` is how each spelling of a name is said,
  /// by the spelling.
  init(
    roster: Roster?, namePronunciations: [String: [Pronunciation]], pronounce: @escaping Pronouncer
  ) {
    spellings = (roster?.ids ?? []).flatMap { id in
      (roster?[id].spellings ?? []).map { spelling in
        Spelling(
          player: id, letters: Array(NameKey(spelling).letters), words: NameKey.words(of: spelling),
          pronunciations: namePronunciations[spelling] ?? [])
      }
    }
    longestName =
      spellings.map(\.words.count).max() ?? 1
    usualNames = roster?.usualNames ?? [:]
    self.pronounce = pronounce
  }

  /// Whether a name of the roster is spelled with just these words.
  func hasName(of words: [String]) -> Bool { spellings.contains { $0.words == words } }

  /// Whether a player whom a match means is told from another by a letter behind the name: Mike S.
  func isInitialed(_ match: NameMatch, by letter: String) -> Bool {
    spellings.contains {
      match.candidates.map(\.player).contains($0.player) && $0.words.count > 1
        && $0.words.last == letter
    }
  }

  func endsName(_ word: String) -> Bool {
    let words = NameKey.words(of: word)
    return words.count == 1 && spellings.contains { $0.words.last == words[0] }
  }

  /// Returns whom a word means that equals a name or an alias, or is a usual form of one; nil where it is none.
  ///
  /// Among spoken words, a name that another player's name sounds like is ambiguous.
  func exactMatch(_ key: NameKey, input: InputKind) -> NameMatch? {
    let letters = Array(key.letters)
    let equal = spellings.filter { $0.letters == letters }
    guard !equal.isEmpty else {
      return usual(key).map { .accepted(NameCandidate(player: $0, similarity: 1)) }
    }
    var players = Set(equal.map(\.player))
    if input == .spoken {
      let sounds = Set(equal.flatMap(\.pronunciations))
      players.formUnion(
        spellings.filter { !sounds.isDisjoint(with: $0.pronunciations) }.map(\.player))
    }
    let candidates = players.sorted().map { NameCandidate(player: $0, similarity: 1) }
    return candidates.count == 1 ? .accepted(candidates[0]) : .ambiguous(candidates)
  }

  /// Returns for whom a word stands that is a usual form of a name; nil where it may as well be somebody else's.
  private func usual(_ key: NameKey) -> PlayerID? {
    guard let player = usualNames[key.letters] else { return nil }
    let (letters, sounds) = (Array(key.letters), pronounce(key.letters))
    let isNearOthers = spellings.contains { spelling in
      spelling.player != player
        && similarity(letters, sounds, to: spelling) >= NameMatcher.askFrom
    }
    return isNearOthers ? nil : player
  }

  /// Returns how near a word comes to a name, by the better of spelling and sound.
  private func similarity(
    _ letters: [Character], _ sounds: [Pronunciation], to spelling: Spelling
  ) -> Double {
    sounds.reduce(spellingSimilarity(letters, spelling.letters)) { best, sound in
      spelling.pronunciations.reduce(best) { max($0, sound.similarity(to: $1)) }
    }
  }

  /// Returns whom a word spells but for doubled consonants, as "Forest" spells Forrest; nil where that is
  /// nobody, or several.
  func respelled(_ key: NameKey) -> NameCandidate? {
    let letters = NameMatcher.folded(Array(key.letters))
    let players = Set(
      spellings.filter { NameMatcher.folded($0.letters) == letters }.map(\.player))
    return players.count == 1
      ? players.first.map { NameCandidate(player: $0, similarity: 0.9) } : nil
  }

  /// Returns a spelling without the second of two equal consonants.
  private static func folded(_ letters: [Character]) -> [Character] {
    letters.indices.filter { index in
      index == 0 || letters[index] != letters[index - 1] || "aeiou".contains(letters[index])
    }.map { letters[$0] }
  }

  /// Returns whom a word comes near, by the better of spelling and sound.
  ///
  /// It is accepted only where it sounds just like the name, or spells it but for doubled consonants: any
  /// other letter or sound can make another name, as Dom is not Tom and Alexandra not Alexander.
  func fuzzyMatch(_ key: NameKey, word: String) -> NameMatch {
    let letters = Array(key.letters)
    guard letters.count <= NameMatcher.mostLetters, word.count <= NameMatcher.mostLetters else {
      return .unknown
    }
    let sounds = pronounce(word)
    var best: [PlayerID: Double] = [:]
    for spelling in spellings {
      best[spelling.player] = max(
        best[spelling.player] ?? 0, similarity(letters, sounds, to: spelling))
    }
    let ranked =
      best.map { NameCandidate(player: $0.key, similarity: $0.value) }
      .filter { $0.similarity >= NameMatcher.askFrom }
      .sorted { ($1.similarity, $0.player) < ($0.similarity, $1.player) }
    guard !ranked.isEmpty else { return .unknown }
    let equal = ranked.filter { $0.similarity == 1 }
    if equal.count > 1 { return .ambiguous(equal) }
    return (equal.first ?? respelled(key)).map { .accepted($0) } ?? .near(ranked)
  }
}
