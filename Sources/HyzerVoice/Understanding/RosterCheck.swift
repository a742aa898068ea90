/// Why a name is easily taken for something else.
package enum NameConflict: Hashable, Sendable {
  /// Another player has this very name or alias.
  case isName(String, PlayerID)
  /// It has this word of the language in it.
  case isWord(String)
  /// It sounds like another player's name or alias; from 0 to 1 how much.
  case soundsLikeName(String, PlayerID, likeness: Double)
  /// It sounds like a word for a score, or begins or ends like one.
  case soundsLikeScore(String, likeness: Double)
  /// It sounds like another word of the language.
  case soundsLikeWord(String, likeness: Double)
  case unpronounceable

  /// Returns the reason as the predicate of a sentence whose subject is the name.
  package func text(roster: Roster) -> String {
    func owned(_ spelling: String, _ player: PlayerID) -> String {
      let name = roster[player].name
      return spelling == name ? "\"\(name)\"" : "\"\(spelling)\" of \(name)"
    }
    func like(_ likeness: Double) -> String {
      likeness == 1 ? "sounds the same as" : "sounds like (\(Int((likeness * 100).rounded())) %)"
    }
    return switch self {
    case .isName(let spelling, let player): "is the name \(owned(spelling, player))"
    case .isWord(let word): "\"\(word)\" is a word of the language"
    case .soundsLikeName(let spelling, let player, let likeness):
      "\(like(likeness)) \(owned(spelling, player))"
    case .soundsLikeScore(let word, let likeness): "\(like(likeness)) the score \"\(word)\""
    case .soundsLikeWord(let word, let likeness): "\(like(likeness)) the word \"\(word)\""
    case .unpronounceable: "its pronunciation is unknown"
    }
  }
}

/// A name of the roster that is easily taken for something else.
package struct NameCollision: Hashable, Sendable {
  package let player: PlayerID
  package let spelling: String
  package let conflict: NameConflict
  /// An alias that nothing else in the round sounds like.
  package let suggestion: String?

  /// Returns the warning, in words for people.
  package func text(roster: Roster) -> String {
    let owner = spelling == roster[player].name ? "" : " of \(roster[player].name)"
    let advice = suggestion.map { "; safer: the alias \"\($0)\"" } ?? ""
    return "\"\(spelling)\"\(owner) \(conflict.text(roster: roster))\(advice)"
  }
}

/// Compares names with one another and with every word that can be said, before play.
///
/// Likeness and thresholds are those of `NameLikeness`.
package struct RosterCheck: Sendable {
  private struct Word {
    let text: String
    let isScore: Bool
    let sounds: [Pronunciation]
  }

  private static let titles = [
    "Captain", "Mighty", "Uncle", "Rocket", "Jolly", "Professor", "Big", "Champ",
  ]

  private let names: [RoundLexicon.Name]
  private let words: [Word]
  private let vocabulary: Vocabulary
  private let lexicon: PronunciationLexicon

  /// Makes a check for every display name and alias of a roster.
  package init(names: [RoundLexicon.Name], lexicon: PronunciationLexicon) {
    self.names = names
    self.lexicon = lexicon
    vocabulary = .english
    words = vocabulary.entries.filter { $0.isSpoken && $0.words.count == 1 }.map { entry in
      Word(
        text: entry.words[0], isScore: entry.meaning.isScore,
        sounds: lexicon.pronunciations(ofWord: entry.words[0]).map(\.pronunciation))
    }
  }

  /// The collisions among the roster's own names, in the order of the roster.
  package var collisions: [NameCollision] { collisions(ofFirst: names.count) }

  /// Returns the collisions of the first names with any name after them and with words.
  func collisions(ofFirst count: Int) -> [NameCollision] {
    names.indices.prefix(count).flatMap { index -> [NameCollision] in
      let name = names[index]
      let conflicts =
        likeNames(name.sounds, of: name.player, among: names[(index + 1)...]).map(\.conflict)
        + likeWords(name.sounds)
      guard !conflicts.isEmpty else { return [] }
      let suggestion = suggestion(for: name)
      return conflicts.map {
        NameCollision(
          player: name.player, spelling: name.spelling, conflict: $0, suggestion: suggestion)
      }
    }
  }

  /// Returns what another alias of a player would be taken for; nil for nothing.
  package func conflict(ofAlias alias: String, for player: PlayerID) -> NameConflict? {
    let key = NameKey(alias)
    if let other = names.first(where: { $0.player != player && NameKey($0.spelling) == key }) {
      return .isName(other.spelling, other.player)
    }
    if let word = NameKey.words(of: alias).first(where: vocabulary.hasMeaning) {
      return .isWord(word)
    }
    guard let found = try? lexicon.pronunciations(ofName: alias), !found.isEmpty else {
      return .unpronounceable
    }
    return worstConflict(of: found.map(\.pronunciation), for: player)
  }

  /// Returns what another pronunciation of a player's name would be taken for; nil for nothing.
  ///
  /// One that is no more like another name or word than the player's names are already adds no
  /// danger: players who sound alike from the start can still be tuned.
  package func conflict(of pronunciation: Pronunciation, for player: PlayerID) -> NameConflict? {
    worstConflict(
      of: [pronunciation], for: player,
      known: names.filter { $0.player == player }.flatMap(\.sounds))
  }

  private func worstConflict(
    of sounds: [Pronunciation], for player: PlayerID, known: [Pronunciation] = []
  ) -> NameConflict? {
    likeNames(sounds, of: player, among: names[...], known: known)
      .max { $0.likeness < $1.likeness }?.conflict ?? likeWords(sounds, known: known).first
  }

  private func likeNames(
    _ sounds: [Pronunciation], of player: PlayerID, among names: ArraySlice<RoundLexicon.Name>,
    known: [Pronunciation] = []
  ) -> [(conflict: NameConflict, likeness: Double)] {
    names.filter { $0.player != player }.compactMap { name in
      let likeness = NameLikeness.likeness(sounds, name.sounds)
      guard likeness >= NameLikeness.nameThreshold,
        likeness > NameLikeness.likeness(known, name.sounds)
      else { return nil }
      return (.soundsLikeName(name.spelling, name.player, likeness: likeness), likeness)
    }
  }

  private func likeWords(_ sounds: [Pronunciation], known: [Pronunciation] = []) -> [NameConflict] {
    words.compactMap { word in
      let likeness = NameLikeness.likeness(sounds, word.sounds)
      let threshold = word.isScore ? NameLikeness.scoreThreshold : NameLikeness.wordThreshold
      let isLike = likeness >= threshold && likeness > NameLikeness.likeness(known, word.sounds)
      let isBounded =
        word.isScore && NameLikeness.bounds(sounds, with: word.sounds)
        && !NameLikeness.bounds(known, with: word.sounds)
      guard isLike || isBounded else { return nil }
      return word.isScore
        ? .soundsLikeScore(word.text, likeness: likeness)
        : .soundsLikeWord(word.text, likeness: likeness)
    }
  }

  /// Puts before the name the title that makes it sound least like any other name.
  private func suggestion(for name: RoundLexicon.Name) -> String? {
    let others = names.filter { $0.player != name.player }.flatMap(\.sounds)
    return RosterCheck.titles.map { "\($0) \(name.spelling)" }
      .compactMap { alias -> (alias: String, likeness: Double)? in
        guard let found = try? lexicon.pronunciations(ofName: alias) else { return nil }
        return (alias, NameLikeness.likeness(found.map(\.pronunciation), others))
      }
      .min { $0.likeness < $1.likeness }?.alias
  }
}
