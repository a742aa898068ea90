internal import HyzerBase

/// Somebody who is scored in a round, and the ways the group says that name.
public struct Player: Hashable, Sendable {
  /// The display name, as the round file spells it.
  public let name: String
  /// Other names by which the group calls this player.
  public let aliases: [String]
  /// Pronunciations of the display name in ARPAbet, phones separated by spaces.
  public let pronunciations: [String]

  /// Makes a player; `pronunciations` are strings such as `"SH AH V AO N"`.
  public init(name: String, aliases: [String] = [], pronunciations: [String] = []) {
    (self.name, self.aliases, self.pronunciations) = (name, aliases, pronunciations)
  }

  /// In letters; chosen: more than people have, and fewer than fill a screen, a log or a message.
  package static let longestName = 40

  /// Whether a name, of a player, a reporter or a device, is longer than logs take.
  package static func isTooLong(_ name: String) -> Bool {
    // A mark more on each letter is still the letter.
    name.count > longestName || name.utf8.count > 4 * longestName
  }

  /// The display name and then the aliases.
  package var spellings: [String] { [name] + aliases }
}

extension Player: ExpressibleByStringLiteral {
  /// Makes a player without aliases, so that a list of players may be a list of names.
  public init(stringLiteral name: String) { self.init(name: name) }
}

extension Player: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, aliases, pronunciations
  }

  /// Reads a bare string, or an object with `name` and optional `aliases` and `pronunciations`.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name: name)
      return
    }
    let object = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try object.decode(String.self, forKey: .name),
      aliases: try object.decodeIfPresent([String].self, forKey: .aliases) ?? [],
      pronunciations: try object.decodeIfPresent([String].self, forKey: .pronunciations) ?? [])
  }

  /// Writes the object form, without the lists that are empty.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(name, forKey: .name)
    if !aliases.isEmpty { try object.encode(aliases, forKey: .aliases) }
    if !pronunciations.isEmpty { try object.encode(pronunciations, forKey: .pronunciations) }
  }
}

/// Identifies a player by place in the roster, counted from 0.
public struct PlayerID: Hashable, Comparable, Sendable {
  /// The place in ``Roster/players``.
  public let index: Int

  /// Makes the identifier of the player at `index`.
  public init(_ index: Int) { self.index = index }

  /// Orders players as the roster does.
  public static func < (left: PlayerID, right: PlayerID) -> Bool { left.index < right.index }
}

/// The players of a round: at least one, each with a name of their own.
public struct Roster: Hashable, Sendable {
  /// The players in the order of the round file.
  public let players: [Player]

  /// Checks and keeps the players.
  ///
  /// - Throws: ``RosterError`` for no players, a name without a letter, or two players of one name.
  public init(_ players: [Player]) throws(RosterError) {
    guard !players.isEmpty else { throw .empty }
    var seen: [NameKey: String] = [:]
    for player in players {
      for spelling in player.spellings where NameKey(spelling).letters.isEmpty {
        throw .unspeakableName(spelling)
      }
      if let other = seen.updateValue(player.name, forKey: NameKey(player.name)) {
        throw .duplicateName(player.name, other)
      }
    }
    self.players = players
  }

  /// Every player's identifier, in order.
  public var ids: [PlayerID] { players.indices.map { PlayerID($0) } }

  /// Returns the player with an identifier that this roster gave out.
  public subscript(id: PlayerID) -> Player { players[id.index] }

  /// Returns who answers to `spelling` by display name, or nil where nobody or several do.
  public func player(named spelling: String) -> PlayerID? {
    let key = NameKey(spelling)
    if let exact = ids.first(where: { NameKey(self[$0].name) == key }) { return exact }
    let byAlias = ids.filter { self[$0].aliases.contains { NameKey($0) == key } }
    return byAlias.count == 1 ? byAlias.first : nil
  }
}

/// What makes a list of players unusable as a roster.
public enum RosterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no player.
  case empty
  /// A name or alias has no letter or number in it.
  case unspeakableName(String)
  /// Two players share a display name, but for case, accents and punctuation.
  case duplicateName(String, String)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .empty:
      "the roster has no players; give at least one in \"players\""
    case .unspeakableName(let name):
      "the player name \"\(name)\" has no letter in it; give a name that can be said"
    case .duplicateName(let name, let other):
      "two players are called \"\(other)\" and \"\(name)\"; give one of them another name"
    }
  }
}

// MARK: - Names

/// The form in which two spellings of one name are equal: "José", "jose" and "JOSE" share a key.
///
/// Case, accents, apostrophes, full stops, hyphens and spaces do not count; whole numbers are read
/// as words, so that the guest "Player 1" is also "player one". Letters of every script are kept.
package struct NameKey: Hashable, Sendable {
  /// The letters that count, lower-case and without separators; may be empty.
  package let letters: String

  /// Letters that Unicode does not decompose, but that keyboards without them replace so.
  private static let expansions: [Character: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    // The same letter at the end of a word, and of old.
    "ς": "σ", "ſ": "s",
  ]

  /// The words for 0 to 20, in order.
  package static let numberWords = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
  ]

  /// Makes the key of a name, or of a part of one, as somebody wrote it.
  package init(_ spelling: String) {
    letters = NameKey.words(of: spelling).joined()
  }

  /// Returns the lower-case words of a name without accents: `["jean", "luc"]` for "Jean-Luc".
  package static func words(of spelling: String) -> [String] {
    // ASCII has nothing to fold.
    let folded =
      spelling.utf8.allSatisfy { $0 < 0x80 } ? spelling : narrow(spelling).withoutAccents
    var words: [String] = []
    var current = ""
    func finish() {
      guard !current.isEmpty else { return }
      words.append(numberWord(for: current) ?? current)
      current = ""
    }
    for character in folded.lowercased() {
      if let expansion = expansions[character] {
        current += expansion
      } else if character.isLetter || character.isNumber || isPictograph(character) {
        if let last = current.last, last.isNumber != character.isNumber { finish() }
        current.append(character)
      } else if !"'’‘`´.".contains(character) {
        finish()
      }
    }
    finish()
    return words
  }

  /// Returns the text with ASCII in place of its forms that are as wide as letters of East Asia.
  private static func narrow(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isWide = ("\u{FF01}"..."\u{FF5E}").contains(scalar)
      scalars.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(scalars)
  }

  private static func isPictograph(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }

  private static func numberWord(for digits: String) -> String? {
    guard let value = Int(digits), numberWords.indices.contains(value) else { return nil }
    return numberWords[value]
  }
}
