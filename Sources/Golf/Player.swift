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
    self.name = name
    self.aliases = aliases
    self.pronunciations = pronunciations
  }

  /// The display name and then the aliases.
  public var spellings: [String] { [name] + aliases }
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
