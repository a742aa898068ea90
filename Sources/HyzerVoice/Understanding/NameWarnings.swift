/// What makes the names of some players awkward to say or to read: one line for each, its worst.
///
/// Nothing is refused: who is called Ace is still called Ace.
package struct NameWarnings: Hashable, Sendable {
  /// The lines, in the order of the players.
  package let lines: [String]

  /// Looks at the names and aliases of players, among themselves and beside `others`; without a
  /// lexicon by spelling alone.
  package init(
    of players: [Player], beside others: [Player] = [], lexicon: PronunciationLexicon?
  ) {
    // Players who are no roster are refused elsewhere.
    guard let roster = try? Roster(players + others) else {
      lines = []
      return
    }
    var collisions: [String: NameCollision] = [:]
    if let lexicon,
      let found = try? RoundLexicon.Name.all(of: roster, lexicon: lexicon, sayableOnly: true)
    {
      let own = found.prefix { $0.player.index < players.count }.count
      for collision in RosterCheck(names: found, lexicon: lexicon).collisions(ofFirst: own)
      where collision.conflict.isSerious {
        collisions[collision.spelling] = collisions[collision.spelling] ?? collision
      }
    }
    lines = players.flatMap { player in
      player.spellings.compactMap { spelling in
        NameWarnings.word(spelling)
          ?? lexicon.flatMap { NameWarnings.sound(spelling, of: player, $0) }
          ?? collisions[spelling].map {
            $0.text(roster: roster) + ($0.suggestion == nil ? "; an alias helps" : "")
          }
      }
    }
  }

  /// Returns the warning of a name that is a word of the language, or nearly.
  private static func word(_ name: String) -> String? {
    let advice = "so that some sentences are asked about; another name or alias helps"
    if let word = Vocabulary.english.scoreWord(like: name) {
      let likeness = NameKey(word) == NameKey(name) ? "is" : "is nearly"
      return "\"\(name)\" \(likeness) the word \"\(word)\", \(advice)"
    }
    let words = NameKey.words(of: name)
    guard words.count == 1, Vocabulary.english.hasMeaning(words[0]) else { return nil }
    return "\"\(name)\" is a word of the language, \(advice)"
  }

  /// Returns the warning of a name of which nobody knows how it is said, or only by its letters in
  /// another script.
  private static func sound(
    _ name: String, of player: Player, _ lexicon: PronunciationLexicon
  ) -> String? {
    guard name != player.name || player.pronunciations.isEmpty else { return nil }
    let advice =
      name == player.name
      ? "give one with hyzer player edit \"\(name)\" --say SPELLING"
      : "give an alias that can be said"
    guard let found = try? lexicon.pronunciations(ofName: name), let guess = found.first else {
      return "\"\(name)\" has no pronunciation, so that its scores can only be typed; \(advice)"
    }
    let isForeign = NameKey(name).letters.contains { $0.isLetter && !$0.isASCII }
    return isForeign
      ? "\"\(name)\" is said by a guess at its letters, \(guess.pronunciation); if that is wrong, \(advice)"
      : nil
  }
}

extension NameConflict {
  /// Whether it is worth a line wherever the name is made; the check of a roster tells of all.
  fileprivate var isSerious: Bool {
    switch self {
    case .isName, .isWord, .soundsLikeName, .unpronounceable: true
    case .soundsLikeScore(_, let likeness): likeness >= NameLikeness.wordThreshold
    case .soundsLikeWord(_, let likeness): likeness == 1
    }
  }
}
