internal import FoundationEssentials
internal import HyzerBase
package import ScoreLog

/// What a season is made of.
package enum SnapKind: String, CaseIterable, Sendable {
  case player, team, game

  /// What it has, of which the first change must set some.
  var fields: [SnapField] {
    switch self {
    case .player: [.name, .colour, .position]
    case .team: [.player, .name, .colour, .position]
    case .game:
      [
        .team, .date, .time, .utcOffset, .location, .latitude, .longitude, .result, .opponent,
        .notes,
      ]
    }
  }

  /// What nothing of this kind is without.
  var required: [SnapField] {
    switch self {
    case .player: [.name]
    case .team: [.player, .name]
    case .game: [.team, .date, .result]
    }
  }

  /// The field that names what it belongs to, which never changes.
  var owner: SnapField? {
    switch self {
    case .player: nil
    case .team: .player
    case .game: .team
    }
  }
}

/// A field of a player, team or game, by its name in JSON.
package enum SnapField: String, CaseIterable, Sendable {
  case name, colour, position, player, team, date, time, utcOffset, location, latitude, longitude,
    result, opponent, notes
}

/// The value of a field.
package enum SnapValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case result(GameResult)
  /// No number: a place without coordinates.
  case none
}

/// A change of a season, which other changes of other devices meet in any order.
package typealias SnapChangeID = Identifier<SnapChange>
/// Identifies a player, team or game.
package typealias SnapID = Identifier<SnapKind>

/// Something that a person did to the season: set fields of a player, team or game, or delete.
///
/// All that is kept is a set of changes; ``SnapBook`` says what they come to.
package struct SnapChange: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    /// Fields of one thing, which the first change of it makes; no field at all brings back what was deleted.
    case set(SnapKind, SnapID, [SnapField: SnapValue])
    /// Takes away what nobody has changed but by these changes: those that the person knew who deleted.
    case delete([SnapChangeID])
  }

  package let id: SnapChangeID
  /// When, in the form of `ScoreEvent.at`, later than all that the person knew.
  package let at: String
  package let body: Body

  package init(id: SnapChangeID, at: String, _ body: Body) {
    (self.id, self.at, self.body) = (id, at, body)
  }

  /// The change at a time that is not later than now: a clock that goes wrong does not win for ever.
  package func notAfter(_ now: String) -> SnapChange {
    at > now ? SnapChange(id: id, at: now, body) : self
  }
}

// MARK: - As JSON

extension SnapChange: JSONValue {
  /// The change as one line, always the same: what is exported.
  package var json: String {
    switch body {
    case .delete(let seen):
      OrderedObject(members: [
        ("id", id.rawValue), ("at", at), ("delete", seen.map(\.rawValue)),
      ]).json
    case .set(let kind, let of, let fields):
      OrderedObject(members: [
        ("id", id.rawValue), ("at", at), ("kind", kind.rawValue), ("of", of.rawValue),
        (
          "set",
          OrderedObject(
            members: kind.fields.compactMap { field in
              fields[field].map { (field.rawValue, $0) }
            })
        ),
      ]).json
    }
  }
}

extension SnapValue: JSONValue {
  package var json: String {
    switch self {
    case .text(let text): text.json
    case .number(let number): number.json
    case .result(let result): result.object.json
    case .none: "null"
    }
  }
}

extension SnapChange: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, at, kind, of, set, delete
  }

  /// Chosen: more than a player's whole seasons have.
  static let mostDeleted = 20_000

  /// Reads a change, of which each field is checked.
  ///
  /// - Throws: ``SnapRefusal``, or `DecodingError`.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    let id = try SnapChangeID(uuid: object.decode(String.self, forKey: .id))
    let at = try object.decode(String.self, forKey: .at)
    guard at.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil else {
      throw SnapRefusal("\"\(at.prefix(40))\" is no time as 2026-11-26T18:05:00.123Z")
    }
    if object.contains(.delete) {
      let seen = try object.decode([String].self, forKey: .delete)
      guard seen.count <= Self.mostDeleted else {
        throw SnapRefusal("more than \(Self.mostDeleted) changes cannot be deleted at once")
      }
      self.init(id: id, at: at, .delete(try seen.map { try SnapChangeID(uuid: $0) }))
      return
    }
    let name = try object.decode(String.self, forKey: .kind)
    guard let kind = SnapKind(rawValue: name) else {
      throw SnapRefusal("\"\(name.prefix(20))\" is neither player, team nor game")
    }
    let of = try SnapID(uuid: object.decode(String.self, forKey: .of))
    let members = try object.nestedContainer(keyedBy: SnapField.Key.self, forKey: .set)
    var fields: [SnapField: SnapValue] = [:]
    for key in members.allKeys {
      guard let field = SnapField(rawValue: key.stringValue), kind.fields.contains(field) else {
        throw SnapRefusal("a \(kind.rawValue) has no \"\(key.stringValue.prefix(20))\"")
      }
      fields[field] = try field.value(of: key, in: members)
    }
    self.init(id: id, at: at, .set(kind, of, fields))
  }

  /// Reads a line of an export.
  ///
  /// - Throws: ``SnapRefusal`` that says what is wrong with it.
  package init(json: String) throws(SnapRefusal) {
    do {
      self = try JSONDecoder().decode(SnapChange.self, from: Data(json.utf8))
    } catch let refusal as SnapRefusal {
      throw refusal
    } catch {
      throw SnapRefusal(decodingFault(error, in: Data(json.utf8)))
    }
  }
}

extension Identifier {
  /// Takes a UUID in lower case.
  ///
  /// - Throws: ``SnapRefusal`` for any other text.
  fileprivate init(uuid text: String) throws(SnapRefusal) {
    guard text.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil else {
      throw SnapRefusal("\"\(text.prefix(40))\" is no UUID in lower case")
    }
    self.init(text)
  }
}

// MARK: - What a field may be

extension SnapField {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// In characters; chosen: what fits a row of a phone, and what a person writes down after a game.
  static let longestName = 60
  static let longestNote = 500

  fileprivate func value(of key: Key, in object: KeyedDecodingContainer<Key>) throws -> SnapValue {
    switch self {
    case .position, .latitude, .longitude:
      guard try !object.decodeNil(forKey: key) else { return try checked(.none) }
      return try checked(.number(object.decode(Double.self, forKey: key)))
    case .result: return .result(try object.decode(GameResult.self, forKey: key))
    default: return try checked(.text(object.decode(String.self, forKey: key)))
    }
  }

  /// Returns a value as the field keeps it: a text without spaces around it.
  ///
  /// - Throws: ``SnapRefusal`` for a value that the field cannot have.
  package func checked(_ value: SnapValue) throws(SnapRefusal) -> SnapValue {
    switch (self, value) {
    case (.latitude, .none), (.longitude, .none), (.result, .result): return value
    case (.position, .number(let number)) where number.isFinite: return value
    case (.latitude, .number(let number)) where abs(number) <= 90: return value
    case (.longitude, .number(let number)) where abs(number) <= 180: return value
    case (_, .text(let text)): return .text(try checked(text.trimmed))
    default: throw SnapRefusal("the \(rawValue) is not one")
    }
  }

  private func checked(_ text: String) throws(SnapRefusal) -> String {
    switch self {
    case .name where text.isEmpty: throw SnapRefusal("a name is empty; give one")
    case .name, .opponent:
      guard text.count <= Self.longestName, text.utf8.count <= 4 * Self.longestName else {
        throw SnapRefusal("the \(rawValue) has more than \(Self.longestName) letters; shorten it")
      }
    case .location, .notes:
      guard text.count <= Self.longestNote, text.utf8.count <= 4 * Self.longestNote else {
        throw SnapRefusal("the \(rawValue) have more than \(Self.longestNote) letters; shorten it")
      }
    case .colour where text.wholeMatch(of: /#[0-9a-f]{6}/) == nil:
      throw SnapRefusal("\"\(text.prefix(20))\" is no colour as #30d5c8")
    case .date where !Self.isDay(text):
      throw SnapRefusal("\"\(text.prefix(20))\" is no day as 2026-11-26")
    case .time where text.wholeMatch(of: /|([01]\d|2[0-3]):[0-5]\d/) == nil:
      throw SnapRefusal("\"\(text.prefix(20))\" is no time of day as 18:05")
    case .utcOffset where text.wholeMatch(of: /|[+-](0\d|1[0-4]):[0-5]\d/) == nil:
      throw SnapRefusal("\"\(text.prefix(20))\" is no offset from UTC as +01:00")
    case .player, .team: _ = try SnapID(uuid: text)
    default: break
    }
    return text
  }

  /// Whether a text is a day of the years 1900 to 2100.
  private static func isDay(_ text: String) -> Bool {
    guard text.wholeMatch(of: /(19|20)\d\d-\d\d-\d\d|2100-\d\d-\d\d/) != nil else { return false }
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let date = try? style.parse(text) else { return false }
    return date.formatted(style) == text
  }
}
