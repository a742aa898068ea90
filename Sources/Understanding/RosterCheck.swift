package import Golf
internal import Language
package import Pronunciation

/// A name that is easily taken for another name or for a word of the game.
package struct NameCollision: Hashable, Sendable {
  /// What the name collides with.
  package enum Other: Hashable, Sendable {
    /// Another player's name or alias.
    case name(String, PlayerID)
    /// A word for a score.
    case scoreWord(String)
    /// Another word of the language.
    case word(String)
  }

  /// Whose name it is.
  package let player: PlayerID
  /// The name or alias.
  package let spelling: String
  /// What it collides with.
  package let other: Other
  /// How much the two sound alike, from 0 to 1; 1 cannot be told apart by ear.
  package let similarity: Double
  /// An alias that nothing else in the round sounds like.
  package let suggestion: String?
}

/// Finds names that collide with one another or with the words of the game, before play.
package struct RosterCheck: Sendable {
  private static let titles = [
    "Captain", "Mighty", "Uncle", "Rocket", "Jolly", "Professor", "Big", "Champ",
  ]

  /// The collisions, in the order of the roster.
  package let collisions: [NameCollision]

  /// Compares every name of a round with all others, and with every word that can be said.
  package init(words: RoundLexicon, lexicon: PronunciationLexicon) {
    let vocabulary = Vocabulary.english.spoken
    let phrases = vocabulary.filter { $0.words.count == 1 }.map { entry in
      (entry: entry, sounds: lexicon.pronunciations(ofWord: entry.words[0]).map(\.pronunciation))
    }
    var found: [NameCollision] = []
    for (index, name) in words.names.enumerated() {
      let sounds = name.pronunciations.map(\.pronunciation)
      let suggestion = RosterCheck.suggestion(for: name, words: words, lexicon: lexicon)
      func collide(_ other: NameCollision.Other, _ similarity: Double, from threshold: Double) {
        guard similarity >= threshold else { return }
        found.append(
          NameCollision(
            player: name.player, spelling: name.spelling, other: other, similarity: similarity,
            suggestion: suggestion))
      }
      for rival in words.names[(index + 1)...] where rival.player != name.player {
        collide(
          .name(rival.spelling, rival.player),
          NameLikeness.likeness(sounds, rival.pronunciations.map(\.pronunciation)),
          from: NameLikeness.nameThreshold)
      }
      for (entry, other) in phrases {
        let likeness = NameLikeness.likeness(sounds, other)
        if entry.meaning.isScore {
          let isContained = NameLikeness.bounds(sounds, with: other)
          collide(
            .scoreWord(entry.words[0]), likeness,
            from: isContained ? 0 : NameLikeness.scoreThreshold)
        } else {
          collide(.word(entry.words[0]), likeness, from: NameLikeness.wordThreshold)
        }
      }
    }
    collisions = found
  }

  /// Puts before the name the title that makes it sound least like any other name.
  private static func suggestion(
    for name: RoundLexicon.Name, words: RoundLexicon, lexicon: PronunciationLexicon
  ) -> String? {
    let others = words.names.filter { $0.player != name.player }
      .flatMap { $0.pronunciations.map(\.pronunciation) }
    let aliases = titles.map { "\($0) \(name.spelling)" }
    let rated = aliases.compactMap { alias -> (alias: String, likeness: Double)? in
      guard let sounds = try? lexicon.pronunciations(ofName: alias) else { return nil }
      return (alias, NameLikeness.likeness(sounds.map(\.pronunciation), others))
    }
    return rated.min { $0.likeness < $1.likeness }?.alias
  }
}
