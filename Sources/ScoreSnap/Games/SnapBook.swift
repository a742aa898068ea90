internal import FoundationEssentials
internal import HyzerBase
internal import ScoreLog

/// A child whose teams' seasons are kept.
package struct SnapPlayer: Hashable, Sendable, Identifiable {
  package let id: SnapID
  package let name: String
  /// `#rrggbb`, only to tell players apart.
  package let colour: String
  /// The place in all views, from the least on.
  package let position: Double
  /// What was done to it and nobody has deleted, in order of time: what a deletion of it has to name.
  package let changes: [SnapChangeID]

  /// What a colour is that nobody chose.
  package static let usualColour = "#30d5c8"
}

/// A team of a player.
package struct SnapTeam: Hashable, Sendable, Identifiable {
  package let id, player: SnapID
  package let name: String
  package let colour: String
  package let position: Double
  package let changes: [SnapChangeID]
}

/// A game of a team.
package struct SnapGame: Hashable, Sendable, Identifiable {
  package let id, team: SnapID
  /// Where and when it was, by the clock there: `2026-11-26`, and `18:05` or nothing.
  package let date, time: String
  /// `+01:00`, or nothing where it is not known.
  package let utcOffset: String
  /// A text whose first part, before a comma, is the city.
  package let location: String
  /// In degrees; nil where they are not known.
  package let latitude, longitude: Double?
  package let result: GameResult
  package let opponent, notes: String
  /// When it was added and last edited, which no view shows.
  package let addedAt, editedAt: String
  package let changes: [SnapChangeID]

  /// What a scoreboard shows, and youth games end with.
  package static let usualScores = 0...200

  package var city: String {
    location.split(separator: ",").first.map { String($0).trimmed } ?? ""
  }
}

/// How many games a team won, lost and tied.
package struct TeamRecord: Hashable, Sendable, CustomStringConvertible {
  package private(set) var wins = 0, losses = 0, ties = 0

  package init(_ games: some Sequence<SnapGame>) {
    for game in games {
      switch game.result.outcome {
      case .win: wins += 1
      case .loss: losses += 1
      case .tie: ties += 1
      }
    }
  }

  /// `5 - 2 - 1`: wins, losses, ties.
  package var description: String { "\(wins) - \(losses) - \(ties)" }
}

/// The players, teams and games that a set of changes comes to, whatever the order in which they came.
///
/// Of each field the latest value counts, by the time of its change and then its identifier. Something is there as
/// long as one of its changes was seen by nobody who deleted it (an observed-remove set: Shapiro, Preguiça, Baquero
/// and Zawirski, 2011), and so is what it belongs to: what somebody changed on another device meanwhile stays.
package struct SnapBook: Hashable, Sendable {
  /// In their order of all views.
  package let players: [SnapPlayer]
  /// In their order of all views.
  package let teams: [SnapTeam]
  /// The latest first.
  package let games: [SnapGame]
  /// The time of the latest change; empty where there is none.
  package let latest: String
  /// All that changes name, also what was deleted.
  private let entities: [SnapID: Entity]

  package init(_ changes: some Sequence<SnapChange>) {
    var (entities, deleted, latest) = ([SnapID: Entity](), Set<SnapChangeID>(), "")
    // In order of time, so that what comes later counts; the same change twice is one.
    let sorted = Set(changes).sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    for change in sorted {
      latest = max(latest, change.at)
      switch change.body {
      case .delete(let seen): deleted.formUnion(seen)
      case .set(let kind, let id, let fields):
        entities[id, default: Entity(kind)].add(change, fields)
      }
    }
    self.latest = latest
    self.entities = entities
    let known = Reader(entities: entities, deleted: deleted)
    games = known.games
    teams = known.teams(with: Set(games.map(\.team)))
    players = known.players(with: Set(teams.map(\.player)))
  }

  package func teams(of player: SnapID) -> [SnapTeam] { teams.filter { $0.player == player } }
  package func games(of team: SnapID) -> [SnapGame] { games.filter { $0.team == team } }
  package func record(of team: SnapID) -> TeamRecord { TeamRecord(games(of: team)) }

  /// The opponents of a player's games, the latest first, each once.
  package func opponents(of player: SnapID) -> [String] {
    let own = Set(teams(of: player).map(\.id))
    var seen: Set<String> = []
    return games.filter { own.contains($0.team) && !$0.opponent.isEmpty }.map(\.opponent)
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// The changes that the deletion of something names: its own, and those of all that belongs to it.
  package func deletion(of id: SnapID) -> [SnapChangeID] {
    let below = entities.filter { $0.value.owner == id }.map(\.key).sorted()
    return (entities[id]?.changes ?? []) + below.flatMap(deletion)
  }
}

/// What changes have named, and what belongs to what: by this a further change is judged.
struct SnapDirectory {
  private var known: [SnapID: (kind: SnapKind, owner: SnapID?)] = [:]

  init(_ changes: some Sequence<SnapChange>) {
    for change in changes { add(change) }
  }

  mutating func add(_ change: SnapChange) {
    guard case .set(let kind, let id, let fields) = change.body, known[id] == nil else { return }
    known[id] = (kind, owner(kind, fields))
  }

  /// Returns why a change is not taken; nil where it is.
  func refusal(of change: SnapChange) -> SnapRefusal? {
    guard case .set(let kind, let id, let fields) = change.body else { return nil }
    let known = known[id]
    if let known, known.kind != kind {
      return SnapRefusal("\"\(id)\" is a \(known.kind.rawValue) and no \(kind.rawValue)")
    }
    if known == nil, let missing = kind.required.first(where: { fields[$0] == nil }) {
      return SnapRefusal("a new \(kind.rawValue) needs its \(missing.rawValue)")
    }
    guard let field = kind.owner, let owner = owner(kind, fields) else { return nil }
    if let known, known.owner != owner {
      return SnapRefusal("a \(kind.rawValue) stays with its \(field.rawValue)")
    }
    guard self.known[owner]?.kind.rawValue == field.rawValue else {
      return SnapRefusal("there is no \(field.rawValue) \"\(owner)\"")
    }
    return nil
  }

  private func owner(_ kind: SnapKind, _ fields: [SnapField: SnapValue]) -> SnapID? {
    guard let field = kind.owner, case .text(let id) = fields[field] else { return nil }
    return SnapID(id)
  }
}

// MARK: - The fold

/// What the changes of one thing come to.
private struct Entity: Hashable, Sendable {
  let kind: SnapKind
  private(set) var fields: [SnapField: SnapValue] = [:]
  private(set) var changes: [SnapChangeID] = []
  private(set) var addedAt = "", editedAt = ""

  init(_ kind: SnapKind) { self.kind = kind }

  mutating func add(_ change: SnapChange, _ more: [SnapField: SnapValue]) {
    if changes.isEmpty { addedAt = change.at }
    editedAt = change.at
    changes.append(change.id)
    fields.merge(more) { $1 }
  }

  /// The change by which it was added.
  var first: SnapChangeID { changes.first ?? SnapChangeID("") }

  var owner: SnapID? {
    guard let field = kind.owner, case .text(let id) = fields[field] else { return nil }
    return SnapID(id)
  }

  func text(_ field: SnapField, else usual: String = "") -> String {
    guard case .text(let text) = fields[field] else { return usual }
    return text
  }

  func number(_ field: SnapField) -> Double? {
    guard case .number(let number) = fields[field] else { return nil }
    return number
  }
}

/// Makes players, teams and games of what is known of each.
private struct Reader {
  let entities: [SnapID: Entity]
  let deleted: Set<SnapChangeID>

  /// What is there of a kind by itself, or since something of it is there.
  private func present(_ kind: SnapKind, with needed: Set<SnapID> = []) -> [(SnapID, Entity)] {
    entities.filter { id, entity in
      entity.kind == kind && kind.required.allSatisfy { entity.fields[$0] != nil }
        && (needed.contains(id) || !entity.changes.allSatisfy(deleted.contains))
    }
  }

  /// Whether all is known that something belongs to.
  private func isWhole(_ entity: Entity) -> Bool {
    guard let field = entity.kind.owner else { return true }
    guard let id = entity.owner, let owner = entities[id], owner.kind.rawValue == field.rawValue
    else { return false }
    return owner.kind.required.allSatisfy { owner.fields[$0] != nil } && isWhole(owner)
  }

  private func live(_ entity: Entity) -> [SnapChangeID] {
    entity.changes.filter { !deleted.contains($0) }
  }

  /// The latest first; of one time, the one that was added later.
  var games: [SnapGame] {
    present(.game).sorted { ($0.1.addedAt, $0.1.first) > ($1.1.addedAt, $1.1.first) }
      .compactMap { id, entity in
        guard isWhole(entity), let team = entity.owner,
          case .result(let result) = entity.fields[.result]
        else { return nil }
        return SnapGame(
          id: id, team: team, date: entity.text(.date), time: entity.text(.time),
          utcOffset: entity.text(.utcOffset), location: entity.text(.location),
          latitude: entity.number(.latitude), longitude: entity.number(.longitude), result: result,
          opponent: entity.text(.opponent), notes: entity.text(.notes), addedAt: entity.addedAt,
          editedAt: entity.editedAt, changes: live(entity))
      }.sorted { ($0.date, $0.time) > ($1.date, $1.time) }
  }

  func teams(with needed: Set<SnapID>) -> [SnapTeam] {
    present(.team, with: needed).compactMap { id, entity in
      guard isWhole(entity), let player = entity.owner else { return nil }
      return SnapTeam(
        id: id, player: player, name: entity.text(.name),
        colour: entity.text(.colour, else: SnapPlayer.usualColour),
        position: entity.number(.position) ?? 0, changes: live(entity))
    }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  func players(with needed: Set<SnapID>) -> [SnapPlayer] {
    present(.player, with: needed).map { id, entity in
      SnapPlayer(
        id: id, name: entity.text(.name),
        colour: entity.text(.colour, else: SnapPlayer.usualColour),
        position: entity.number(.position) ?? 0, changes: live(entity))
    }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
  }
}

// MARK: - Making changes

extension SnapBook {
  /// Makes changes of a book, each later than all that it has.
  package struct Author {
    /// Returns the time of day, in the form of `ScoreEvent.at`.
    let timestamp: () -> String
    let newIdentifier: () -> String

    package init(timestamp: @escaping () -> String, newIdentifier: @escaping () -> String) {
      (self.timestamp, self.newIdentifier) = (timestamp, newIdentifier)
    }

    /// Returns an identifier that nothing else has.
    package func newID() -> SnapID { SnapID(newIdentifier()) }

    package func change(of book: SnapBook, _ body: SnapChange.Body) -> SnapChange {
      SnapChange(
        id: SnapChangeID(newIdentifier()), at: max(timestamp(), book.latest.nextMillisecond), body)
    }
  }

  /// Where something comes that is to be the last.
  package func nextPosition(_ places: [Double]) -> Double { (places.max() ?? 0) + 1 }

  /// Returns where something comes that is to have an index among others, without what it has now.
  package static func position(at index: Int, among others: [Double]) -> Double {
    let before = others.prefix(max(index, 0)).last
    let after = others.dropFirst(max(index, 0)).first
    switch (before, after) {
    case (let before?, let after?): return (before + after) / 2
    case (let before?, nil): return before + 1
    case (nil, let after?): return after - 1
    case (nil, nil): return 1
    }
  }
}

extension SnapBook {
  /// Returns what takes back the latest of some changes, and those of the same moment; nothing where there is none.
  ///
  /// Taken back twice, they are there again.
  package static func undoing(_ changes: [SnapChange]) -> [SnapChange.Body] {
    let now = SnapBook(changes)
    let last = changes.filter { $0.at == now.latest }
    let before = SnapBook(changes.filter { $0.at != now.latest })
    let gone = before.present.subtracting(now.present).sorted()
    return gone.compactMap { id in before.entities[id].map { .set($0.kind, id, [:]) } }
      + last.compactMap { change in
        guard case .set(let kind, let id, let fields) = change.body else { return nil }
        guard before.present.contains(id) else { return .delete(now.deletion(of: id)) }
        let old = before.entities[id]?.fields ?? [:]
        return .set(kind, id, fields.reduce(into: [:]) { $0[$1.key] = old[$1.key] ?? $1.key.usual })
      }
  }

  private var present: Set<SnapID> {
    Set(players.map(\.id) + teams.map(\.id) + games.map(\.id))
  }
}

extension SnapField {
  /// The value of a field that nobody has set.
  fileprivate var usual: SnapValue {
    switch self {
    case .latitude, .longitude: .none
    case .position: .number(0)
    case .colour: .text(SnapPlayer.usualColour)
    default: .text("")
    }
  }
}

extension String {
  /// A time in the form of `ScoreEvent.at`, a millisecond later; any other text as it is.
  fileprivate var nextMillisecond: String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    // Half a millisecond more, since a date is a binary fraction and is cut off when it is written.
    return (try? style.parse(self)).map { ($0 + 0.0015).formatted(style) } ?? self
  }
}
