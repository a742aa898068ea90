import HyzerBase
import ScoreLog
import Testing

@testable import ScoreSnap

@Suite struct `A book of seasons` {
  private func book(_ more: SnapChange...) -> SnapBook { SnapBook(Sample.all + more) }

  @Test func `is what the changes of players, teams and games come to`() {
    let book = book()
    #expect(book.players.map(\.name) == ["Ava"])
    #expect(book.teams.map(\.name) == ["Tigers"])
    #expect(book.games.map(\.result.text) == ["72 - 65"])
    #expect(book.record(of: uuid(2)).description == "1 - 0 - 0")
    #expect(book.games[0].addedAt == time(3))
    #expect(book.latest == time(3))
  }

  @Test func `takes the latest value of each field, and the greater identifier's at one moment`() {
    let book = book(
      .set(21, at: 5, .game, 3, [.opponent: .text("Owls"), .notes: .text("late")]),
      .set(20, at: 4, .game, 3, [.opponent: .text("Bears"), .location: .text("Gym, Lincoln")]),
      .set(23, at: 6, .team, 2, [.name: .text("B")]),
      .set(22, at: 6, .team, 2, [.name: .text("A")]))
    #expect(book.games[0].opponent == "Owls")
    #expect(book.games[0].city == "Gym")
    #expect(book.games[0].notes == "late")
    #expect(book.games[0].editedAt == time(5))
    #expect(book.teams[0].name == "B")
  }

  @Test func `loses what is deleted, and nothing that somebody else changed meanwhile`() {
    #expect(book(.delete(20, at: 4, [13])).games.isEmpty)
    let met = book(.set(21, at: 4, .game, 3, [.notes: .text("ours")]), .delete(20, at: 5, [13]))
    #expect(met.games.map(\.notes) == ["ours"])
    #expect(book(.delete(20, at: 4, [13]), .set(21, at: 5, .game, 3, [:])).games.count == 1)
  }

  @Test func `loses teams and games with a player, but for what another device added`() {
    let deletion = book().deletion(of: uuid(1))
    #expect(deletion == [uuid(11), uuid(12), uuid(13)])
    let gone = SnapChange(id: uuid(20), at: time(4), .delete(deletion))
    #expect(book(gone).players.isEmpty && book(gone).teams.isEmpty && book(gone).games.isEmpty)
    let other = SnapChange.set(
      21, at: 4, .game, 4,
      [.team: .text("\(uuid(2) as SnapID)"), .date: .text("2026-11-21"), .result: Sample.won(3, 2)])
    let kept = book(gone, other)
    #expect(kept.games.map(\.id) == [uuid(4)])
    #expect(kept.teams.map(\.name) == ["Tigers"] && kept.players.map(\.name) == ["Ava"])
  }

  @Test func `names of each thing the changes that nobody has deleted`() {
    let gone = SnapChange(id: uuid(20), at: time(4), .delete(book().deletion(of: uuid(2))))
    let kept = book(gone, .set(21, at: 4, .game, 3, [.notes: .text("here")]))
    #expect(kept.games[0].changes == [uuid(21)])
    // It is there for its game alone, and goes with that.
    #expect(kept.teams[0].changes == [])
  }

  @Test func `leaves out what belongs to nothing that is known`() {
    #expect(SnapBook([Sample.team, Sample.game]).teams.isEmpty)
    #expect(SnapBook([Sample.player, Sample.game]).games.isEmpty)
    #expect(SnapBook([.set(11, at: 1, .player, 1, [.colour: .text("#ff0000")])]).players.isEmpty)
  }

  /// Changes of two devices, some of which know nothing of each other.
  private static func random(_ generator: inout SeededGenerator) -> [SnapChange] {
    var changes = Sample.all
    for number in 20..<40 {
      let second = Int.random(in: 4...9, using: &generator)
      let game = Int.random(in: 3...5, using: &generator)
      if Int.random(in: 0...3, using: &generator) == 0 {
        let seen = changes.shuffled(using: &generator).prefix(4).map(\.id)
        changes.append(SnapChange(id: uuid(number), at: time(second), .delete(seen)))
      } else {
        changes.append(
          .set(
            number, at: second, .game, game,
            [
              .team: .text("\(uuid(2) as SnapID)"), .date: .text("2026-11-2\(second)"),
              .result: Sample.won(number, game), .notes: .text("\(number)"),
            ]))
      }
    }
    return changes
  }

  @Test(arguments: 0..<100) func `is the same in whatever order changes come, and how often`(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let changes = Self.random(&generator)
    let expected = SnapBook(changes)
    let twice = (changes + changes.prefix(10)).shuffled(using: &generator)
    #expect(SnapBook(twice) == expected)
    #expect(!expected.games.isEmpty)
  }

  @Test func `has players, teams and opponents in order`() {
    func player(_ number: Int, _ name: String, _ position: Double) -> SnapChange {
      .set(number, at: 4, .player, number, [.name: .text(name), .position: .number(position)])
    }
    let book = book(player(20, "Ben", -1), player(21, "Cleo", 2))
    #expect(book.players.map(\.name) == ["Ben", "Ava", "Cleo"])
    #expect(book.opponents(of: uuid(1)) == ["Hawks"])
    #expect(book.opponents(of: uuid(20)) == [])
  }

  @Test(arguments: [
    (0, [1.0, 2], 0.0), (1, [1, 2], 1.5), (2, [1, 2], 3), (9, [1, 2], 3), (0, [], 1),
  ]) func `finds a place among others`(_ index: Int, _ others: [Double], _ expected: Double) {
    #expect(SnapBook.position(at: index, among: others) == expected)
  }

  // MARK: - Undo

  private func undo(_ changes: [SnapChange], _ number: Int) -> [SnapChange] {
    var next = number
    func identifier() -> String {
      next += 1
      return "\(uuid(next) as SnapID)"
    }
    let author = SnapBook.Author(timestamp: { time(0) }, newIdentifier: identifier)
    let book = SnapBook(changes)
    return changes + SnapBook.undoing(changes).map { author.change(of: book, $0) }
  }

  @Test(arguments: [
    SnapChange.set(20, at: 4, .game, 3, [.opponent: .text("Owls"), .notes: .text("late")]),
    .set(20, at: 4, .player, 9, [.name: .text("Ben")]),
    .delete(20, at: 4, [13]), .delete(20, at: 4, [11, 12, 13]),
  ]) func `takes back the last change, and brings it back`(_ change: SnapChange) {
    func seen(_ changes: [SnapChange]) -> [String] {
      let book = SnapBook(changes)
      return book.players.map(\.name) + book.teams.map(\.name)
        + book.games.map { $0.opponent + $0.notes }
    }
    let once = undo(Sample.all + [change], 100)
    #expect(seen(once) == seen(Sample.all))
    #expect(seen(undo(once, 200)) == seen(Sample.all + [change]))
  }

  @Test func `has changes that are later than all that it knows`() {
    let author = SnapBook.Author(
      timestamp: { time(0) }, newIdentifier: { "\(uuid(90) as SnapID)" })
    let change = author.change(of: book(), .delete([]))
    #expect(change.at == "2026-11-26T12:00:03.001Z")
    let late = SnapBook([SnapChange(id: uuid(1), at: "2026-11-26T12:00:03.999Z", .delete([]))])
    #expect(author.change(of: late, .delete([])).at == "2026-11-26T12:00:04.000Z")
  }
}

@Suite struct `The current player and team` {
  private static let book = SnapBook(
    Sample.all + [
      .set(20, at: 4, .player, 5, [.name: .text("Ben"), .position: .number(1)]),
      .set(
        21, at: 4, .team, 6,
        [
          .player: .text("\(uuid(1) as SnapID)"), .name: .text("Bears"), .position: .number(2),
        ]),
    ])

  private func names(_ context: SnapContext, _ book: SnapBook = book) -> [String?] {
    let (player, team) = context.shown(in: book)
    return [player?.name, team?.name]
  }

  @Test func `are the first until somebody chooses`() {
    #expect(names(SnapContext()) == ["Ava", "Tigers"])
    #expect(names(SnapContext(), SnapBook([])) == [nil, nil])
  }

  @Test func `are those that were chosen, with the team looked at last or the first`() {
    var context = SnapContext()
    context.choose(Self.book.teams[1])
    #expect(names(context) == ["Ava", "Bears"])
    context.choose(player: uuid(5))
    #expect(names(context) == ["Ben", nil])
    context.choose(player: uuid(1))
    #expect(names(context) == ["Ava", "Bears"])
    context.choose(player: uuid(1), fromFirst: true)
    #expect(names(context) == ["Ava", "Tigers"])
  }

  @Test func `are the first that remain where those chosen are deleted`() {
    var context = SnapContext()
    context.choose(Self.book.teams[1])
    let without = SnapBook(Sample.all)
    #expect(names(context, without) == ["Ava", "Tigers"])
    context.choose(player: uuid(5))
    #expect(names(context, without) == ["Ava", "Tigers"])
  }
}
