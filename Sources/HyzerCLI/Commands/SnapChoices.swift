internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreSnap

/// What a command of seasons works with: the store, what is in it, and the context.
struct SnapSession {
  let store: SnapStore
  let book: SnapBook
  private(set) var context: SnapContext
  private let surroundings: Surroundings

  init(_ command: CommandContext) throws {
    store = try SnapStore(command.store)
    (book, context) = (try store.book(), try store.context())
    surroundings = command.surroundings
  }

  /// The player that everything is about.
  ///
  /// - Throws: ``Failure`` where there is none yet.
  func player() throws(Failure) -> SnapPlayer {
    guard let player = context.shown(in: book).player else {
      throw Failure(.badData, "there is no player yet; add one with `hyzer snap player new NAME`")
    }
    return player
  }

  /// The team that everything is about.
  ///
  /// - Throws: ``Failure`` where the player has none yet.
  func team() throws(Failure) -> SnapTeam {
    let player = try player()
    guard let team = context.shown(in: book).team else {
      throw Failure(
        .badData,
        "\"\(player.name)\" has no team yet; add one with `hyzer snap team new NAME`")
    }
    return team
  }

  func player(named name: String) throws(Failure) -> SnapPlayer {
    try only(book.players, named: name, "player", \.name)
  }

  /// Returns a team of the current player.
  func team(named name: String) throws -> SnapTeam {
    try only(book.teams(of: player().id), named: name, "team of \"\(player().name)\"", \.name)
  }

  /// Returns the game of an identifier, or of the beginning of only one.
  func game(_ text: String) throws(Failure) -> SnapGame {
    let found = book.games.filter { $0.id.rawValue.hasPrefix(text.lowercased()) }
    guard let game = found.first, !text.isEmpty else {
      throw Failure(
        .badData, "there is no game \"\(text)\"; `hyzer snap game list` shows what each begins with")
    }
    guard found.count == 1 else {
      throw Failure(.badData, "\"\(text)\" begins \(found.count) games; give more of it")
    }
    return game
  }

  private func only<Item: Identifiable<SnapID>>(
    _ items: [Item], named name: String, _ noun: String, _ spelling: (Item) -> String
  ) throws(Failure) -> Item {
    let found = items.filter {
      spelling($0).lowercased() == name.trimmed.lowercased() || $0.id.rawValue.hasPrefix(name)
    }
    guard let item = found.first, !name.isEmpty else {
      let near = name.nearest(among: items.map(spelling)).map { "did you mean \"\($0)\"?" }
      let names = items.map { "\"\(spelling($0))\"" }.joined(separator: ", ")
      throw Failure(
        .badData,
        "there is no \(noun) called \"\(name)\"; \(near ?? (names.isEmpty ? "add one" : "there are \(names)"))"
      )
    }
    guard found.count == 1 else {
      let ids = found.map { $0.id.rawValue.prefix(8) }.joined(separator: ", ")
      throw Failure(.badData, "\(found.count) are called \"\(name)\": \(ids); give one of these")
    }
    return item
  }

  // MARK: - Changing

  private var author: SnapBook.Author {
    SnapBook.Author(
      timestamp: surroundings.timestamp, newIdentifier: surroundings.newIdentifier)
  }

  func newID() -> SnapID { SnapID(surroundings.newIdentifier()) }

  /// Keeps one change, and returns what the book is then.
  @discardableResult
  func apply(_ body: SnapChange.Body) throws -> SnapBook { try apply([body]) }

  /// Keeps several changes at once.
  @discardableResult
  func apply(_ bodies: [SnapChange.Body]) throws -> SnapBook {
    let reception = try store.apply(
      bodies.map { author.change(of: book, $0) }, at: surroundings.timestamp())
    if let refused = reception.refused.first { throw refused.reason }
    return reception.book
  }

  mutating func choose(player: SnapPlayer) throws {
    context.choose(player: player.id)
    try store.setContext(context)
  }

  mutating func choose(_ team: SnapTeam) throws {
    context.choose(team)
    try store.setContext(context)
  }
}

extension OptionSpec {
  static let snapName = OptionSpec(
    long: "name", argument: "NAME", help: "What it is called from now on.")
  static let snapColour = OptionSpec(
    long: "colour", argument: "COLOUR", help: "A colour to tell it apart by, as #30d5c8.")
  static let snapPlace = OptionSpec(
    long: "to", argument: "N", help: "Which place it takes in all lists, from 1.", required: true)
}

extension ParsedArguments {
  /// The fields of a player or team that options give.
  func snapFields() throws(SnapRefusal) -> [SnapField: SnapValue] {
    var fields: [SnapField: SnapValue] = [:]
    for (option, field) in [(OptionSpec.snapName, SnapField.name), (.snapColour, .colour)]
    where command.options.contains(option) {
      if let text = value(option) { fields[field] = try field.checked(.text(text)) }
    }
    return fields
  }

  /// The place of something among others, of which it is none any more.
  func snapPosition(among others: [Double]) throws -> [SnapField: SnapValue] {
    let place = try integer(.snapPlace, in: 1...(others.count + 1)) ?? 1
    return [.position: .number(SnapBook.position(at: place - 1, among: others))]
  }
}

extension CommandContext {
  /// Asks in a terminal whether something is to be deleted, with what goes with it.
  func confirmDeletion(of what: String, games: Int) throws {
    guard !arguments.flag(.unasked), console.isTerminal else { return }
    let more = games == 0 ? "" : " with \(games) game\(games == 1 ? "" : "s")"
    try confirm("Delete \(what)\(more)?")
  }
}
