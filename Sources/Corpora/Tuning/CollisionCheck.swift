public import Golf
public import Language

/// Refuses names that could be taken for another player or for a word of the game.
public struct CollisionCheck: Sendable {
  /// A spelling of a player's name, and how it is said.
  public struct Name: Hashable, Sendable {
    /// Whose name it is.
    public let player: PlayerID
    /// The display name or alias.
    public let spelling: String
    /// How it is said.
    public let sounds: [Pronunciation]

    /// Makes a name.
    public init(player: PlayerID, spelling: String, sounds: [Pronunciation]) {
      self.player = player
      self.spelling = spelling
      self.sounds = sounds
    }
  }

  private struct Word {
    let text: String
    let isScore: Bool
    let sounds: [Pronunciation]
  }

  private let names: [Name]
  private let words: [Word]
  private let vocabulary: Vocabulary

  /// Makes a check for a roster's names.
  ///
  /// - Parameters:
  ///   - names: Every display name and alias of the roster.
  ///   - pronounce: How a word of the language is said.
  public init(names: [Name], pronounce: (String) -> [Pronunciation]) {
    self.names = names
    vocabulary = Vocabulary.english
    words = vocabulary.entries.filter { $0.isSpoken && $0.words.count == 1 }.map { entry in
      Word(
        text: entry.words[0], isScore: entry.meaning.isScore, sounds: pronounce(entry.words[0]))
    }
  }

  /// Returns why a change is refused, or nil where it stands clear; `sounds` tells how it is said.
  ///
  /// Likeness and thresholds are those of ``NameLikeness``. A pronunciation that is no more like
  /// another name or word than the player's name is already adds no danger, and is not refused for
  /// it: players who sound alike from the start can still be tuned.
  public func refusal(of change: RosterChange, sounds: [Pronunciation]) -> Refusal? {
    var known: [Pronunciation] = []
    switch change.value {
    case .alias(let alias):
      let key = NameKey(alias)
      if let other = names.first(where: {
        $0.player != change.player && NameKey($0.spelling) == key
      }) {
        return .equalsName(other.spelling, other.player)
      }
      let parts = NameKey.words(of: alias)
      if let word = parts.first(where: vocabulary.contains) { return .isWord(word) }
      guard !sounds.isEmpty else { return .unpronounceable }
    case .pronunciation:
      known = names.filter { $0.player == change.player }.flatMap(\.sounds)
    }
    return likeName(change.player, sounds, known) ?? likeWord(sounds, known)
  }

  private func likeName(_ player: PlayerID, _ sounds: [Pronunciation], _ known: [Pronunciation])
    -> Refusal?
  {
    var worst: (name: Name, likeness: Double)?
    for name in names where name.player != player {
      let likeness = NameLikeness.likeness(sounds, name.sounds)
      guard likeness >= NameLikeness.nameThreshold,
        likeness > NameLikeness.likeness(known, name.sounds),
        likeness > worst?.likeness ?? 0
      else { continue }
      worst = (name, likeness)
    }
    return worst.map { .soundsLikeName($0.name.spelling, $0.name.player, likeness: $0.likeness) }
  }

  private func likeWord(_ sounds: [Pronunciation], _ known: [Pronunciation]) -> Refusal? {
    for word in words {
      let likeness = NameLikeness.likeness(sounds, word.sounds)
      let isBounded =
        word.isScore && NameLikeness.bounds(sounds, with: word.sounds)
        && !NameLikeness.bounds(known, with: word.sounds)
      let threshold = word.isScore ? NameLikeness.scoreThreshold : NameLikeness.wordThreshold
      let isLike =
        likeness >= threshold && likeness > NameLikeness.likeness(known, word.sounds)
      guard isLike || isBounded else { continue }
      return word.isScore
        ? .soundsLikeScore(word.text, likeness: likeness)
        : .soundsLikeWord(word.text, likeness: likeness)
    }
    return nil
  }
}
