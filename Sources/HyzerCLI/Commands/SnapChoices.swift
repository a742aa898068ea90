internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreSnap

/// What a command of seasons works with: the store, what is in it, and the context.
struct SnapSession {
  let store: SnapStore
  let book: SnapBook
  var context: SnapContext
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

  /// Returns the team of the current player that a name means; without one, the current team.
  func team(named name: String?) throws -> SnapTeam {
    guard let name else { return try team() }
    return try only(book.teams(of: player().id), named: name, SnapTeam.whose)
  }

  /// Returns the game of an identifier, or of the beginning of only one.
  func game(_ text: String) throws(Failure) -> SnapGame {
    let found = book.games.filter { $0.id.rawValue.hasPrefix(text.lowercased()) }
    guard let game = found.first, !text.isEmpty else {
      throw Failure(
        .badData, "there is no game \"\(text)\"; `hyzer snap game list` shows what each begins with"
      )
    }
    guard found.count == 1 else {
      throw Failure(.badData, "\"\(text)\" begins \(found.count) games; give more of it")
    }
    return game
  }

  /// Returns the one of several that a name means, or the beginning of an identifier.
  ///
  /// - Throws: ``Failure`` where none or several do.
  func only<Subject: SnapSubject>(
    _ items: [Subject], named name: String, _ noun: String
  ) throws(Failure) -> Subject {
    let found = items.filter {
      $0.name.lowercased() == name.trimmed.lowercased() || $0.id.rawValue.hasPrefix(name)
    }
    guard let item = found.first, !name.isEmpty else {
      let near = name.nearest(among: items.map(\.name)).map { "did you mean \"\($0)\"?" }
      let list = "see `hyzer snap \(Subject.noun) list`"
      throw Failure(.badData, "there is no \(noun) called \"\(name)\"; \(near ?? list)")
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
}
