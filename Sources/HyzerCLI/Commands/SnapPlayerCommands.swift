internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen
internal import ScoreSnap

/// What players and teams have in common: a name, a colour, a place, and that one of them is the current one.
protocol SnapSubject: Identifiable<SnapID>, SendableMetatype {
  static var kind: SnapKind { get }
  /// Whose they are, as help says it.
  static var whose: String { get }
  /// What makes the first of them, for the example in help.
  static var example: String { get }

  var name: String { get }
  var colour: String { get }
  var position: Double { get }

  /// Returns those that can be named now, in order, and the current one.
  static func all(in session: SnapSession) throws -> (items: [Self], current: SnapID?)

  /// Returns what a new one has beside its name, colour and place.
  static func origin(in session: SnapSession) throws -> [SnapField: SnapValue]

  /// The last column of a list, and more of its JSON.
  func details(in book: SnapBook) -> (text: String, json: KeyValuePairs<String, (any Encodable)?>)

  /// Makes it the current one.
  func choose(in session: inout SnapSession) throws
}

extension SnapPlayer: SnapSubject {
  static var kind: SnapKind { .player }
  static var whose: String { "player" }
  static var example: String { "Ava" }

  static func all(in session: SnapSession) -> (items: [SnapPlayer], current: SnapID?) {
    (session.book.players, session.context.shown(in: session.book).player?.id)
  }

  static func origin(in session: SnapSession) -> [SnapField: SnapValue] { [:] }

  func details(in book: SnapBook) -> (text: String, json: KeyValuePairs<String, (any Encodable)?>) {
    let teams = book.teams(of: id).map(\.name)
    return (teams.joined(separator: ", "), ["teams": teams])
  }

  func choose(in session: inout SnapSession) throws { try session.choose(player: self) }
}

extension SnapTeam: SnapSubject {
  static var kind: SnapKind { .team }
  static var whose: String { "team of the current player" }
  static var example: String { "Tigers" }

  static func all(in session: SnapSession) throws -> (items: [SnapTeam], current: SnapID?) {
    (
      try session.book.teams(of: session.player().id),
      session.context.shown(in: session.book).team?.id
    )
  }

  static func origin(in session: SnapSession) throws -> [SnapField: SnapValue] {
    [.player: .text(try session.player().id.rawValue)]
  }

  func details(in book: SnapBook) -> (text: String, json: KeyValuePairs<String, (any Encodable)?>) {
    let record = book.record(of: id)
    return (
      record.description, ["wins": record.wins, "losses": record.losses, "ties": record.ties]
    )
  }

  func choose(in session: inout SnapSession) throws { try session.choose(self) }
}

extension SnapSubject {
  static var noun: String { kind.rawValue }

  fileprivate static var operand: OperandSpec {
    OperandSpec(name: noun.uppercased(), help: "The name of a \(whose).")
  }

  fileprivate static var newName: OperandSpec {
    OperandSpec(name: "NAME", help: "What the \(noun) is called.")
  }

  /// Returns the one that the operand names.
  fileprivate static func chosen(_ context: CommandContext, _ session: SnapSession) throws -> Self {
    try session.only(
      all(in: session).items, named: context.arguments.operands(operand)[0], whose)
  }

  fileprivate static func line(_ id: SnapID, in book: SnapBook, _ what: String) -> String {
    let names = book.players.map { ($0.id, $0.name) } + book.teams.map { ($0.id, $0.name) }
    return "\((names.first { $0.0 == id }?.1 ?? noun).printable): \(what)"
  }
}

// MARK: - The commands, for players and for teams

enum SnapList<Subject: SnapSubject>: ReadingCommand {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "list"],
      abstract: "List each \(Subject.whose), the current one marked.", options: [.json, .database])
  }

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let (items, current) = try Subject.all(in: session)
    try context.show(items) { item in
      let object: JSONObject = [
        "id": item.id.rawValue, "name": item.name, "colour": item.colour,
        "isCurrent": item.id == current,
      ]
      return object.adding(item.details(in: session.book).json)
    } table: { items in
      TextColumns().lines(
        items.map { item in
          let mark = item.id == current ? "*" : " "
          return [mark, item.name, item.colour, item.details(in: session.book).text]
        })
    }
  }
}

enum SnapNew<Subject: SnapSubject>: Command {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "new"], abstract: "Add a \(Subject.whose).",
      options: [.snapColour, .database], operands: [Subject.newName],
      examples: [
        Example("hyzer snap \(Subject.noun) new \(Subject.example)", "Add a \(Subject.noun).")
      ])
  }

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let places = try Subject.all(in: session).items.map(\.position)
    let last = SnapBook.position(at: places.count, among: places)
    let name = context.arguments.operands(Subject.newName)[0]
    let fields = try [.name: SnapField.name.checked(.text(name)), .position: .number(last)]
      .merging(Subject.origin(in: session)) { $1 }.merging(context.arguments.snapFields()) { $1 }
    let id = session.newID()
    let book = try session.apply(.set(Subject.kind, id, fields))
    try context.console.line(Subject.line(id, in: book, "added"))
  }
}

enum SnapUse<Subject: SnapSubject>: Command {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "use"], abstract: "Turn to a \(Subject.whose).",
      options: [.database], operands: [Subject.operand])
  }

  static func run(_ context: CommandContext) throws {
    var session = try SnapSession(context)
    try Subject.chosen(context, session).choose(in: &session)
    let shown = session.context.shown(in: session.book)
    let names = [shown.player?.name, shown.team?.name].compactMap { $0?.printable }
    try context.console.line(names.joined(separator: ", "))
  }
}

enum SnapEdit<Subject: SnapSubject>: Command {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "edit"],
      abstract: "Change the name or the colour of a \(Subject.whose).",
      options: [.snapName, .snapColour, .database], operands: [Subject.operand])
  }

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let id = try Subject.chosen(context, session).id
    let fields = try context.arguments.snapFields()
    guard !fields.isEmpty else {
      throw context.arguments.misuse("nothing to change; give --name or --colour")
    }
    let book = try session.apply(.set(Subject.kind, id, fields))
    try context.console.line(Subject.line(id, in: book, "changed"))
  }
}

enum SnapMove<Subject: SnapSubject>: Command {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "move"],
      abstract: "Give another place in all lists to a \(Subject.whose).",
      options: [.snapPlace, .database], operands: [Subject.operand])
  }

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let chosen = try Subject.chosen(context, session)
    let others = try Subject.all(in: session).items.filter { $0.id != chosen.id }.map(\.position)
    let place = try context.arguments.integer(.snapPlace, in: 1...(others.count + 1)) ?? 1
    let position = SnapBook.position(at: place - 1, among: others)
    try session.apply(.set(Subject.kind, chosen.id, [.position: .number(position)]))
    try context.console.lines(Subject.all(in: SnapSession(context)).items.map(\.name.printable))
  }
}

enum SnapDelete<Subject: SnapSubject>: Command {
  static var spec: CommandSpec {
    CommandSpec(
      path: ["snap", Subject.noun, "delete"],
      abstract: "Delete a \(Subject.whose), with all that belongs to it.",
      discussion: "You are asked first in a terminal. hyzer snap undo brings all of it back.",
      options: [.unasked, .database], operands: [Subject.operand])
  }

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let chosen = try Subject.chosen(context, session)
    let teams = session.book.teams(of: chosen.id).map(\.id)
    let games = session.book.games.count { $0.team == chosen.id || teams.contains($0.team) }
    let more = [(teams.count, "team"), (games, "game")].filter { $0.0 > 0 }
      .map { RoundWords.count($0, $1) }.joined(separator: " and ")
    let belongings = more.isEmpty ? "" : " with \(more)"
    if !context.arguments.flag(.unasked), context.console.isTerminal {
      try context.confirm("Delete \(chosen.name)\(belongings)?")
    }
    try session.apply(.delete(session.book.deletion(of: chosen.id)))
    try context.console.line("\(chosen.name.printable): deleted\(belongings)")
  }
}
