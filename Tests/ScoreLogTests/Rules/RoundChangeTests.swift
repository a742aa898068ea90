import ScoreLog
import Testing

@Suite struct `Changes of a round` {
  @Test func `the last finish or reopening counts, and the last deletion or restoring`() throws {
    let kinds: [(RoundChange.Kind, isFinished: Bool, isDeleted: Bool)] = [
      (.finish, true, false), (.delete, true, true), (.restore, true, false),
      (.reopen, false, false), (.finish, true, false),
    ]
    for count in 1...kinds.count {
      let record = try makeRecord(
        changes: kinds.prefix(count).enumerated().map { makeChange($1.0, at: $0 + 1) })
      #expect((record.finish != nil) == kinds[count - 1].isFinished)
      #expect(record.isDeleted == kinds[count - 1].isDeleted)
    }
  }

  @Test(
    arguments: [
      ([], .finish, "Bob", nil), ([], .join, "Bob", nil), ([], .leave, "Bob", nil),
      ([], .reopen, "Mike", .notFinished("r")), ([], .restore, "Mike", .notDeleted("r")),
      ([], .delete, "Bob", .organiserOnly("delete the round", organiser: "Mike")),
      ([], .delete, "mike", nil),
      ([.finish], .finish, "Mike", .roundFinished("r")),
      ([.finish], .join, "Mike", .roundFinished("r")),
      ([.finish], .leave, "Mike", .roundFinished("r")),
      ([.finish], .reopen, "Bob", .organiserOnly("reopen the round", organiser: "Mike")),
      ([.finish], .reopen, "Mike", nil), ([.finish], .delete, "Mike", nil),
      ([.delete], .finish, "Mike", .roundDeleted("r")),
      ([.delete], .delete, "Mike", .roundDeleted("r")),
      ([.finish, .delete], .reopen, "Mike", .roundDeleted("r")),
      ([.delete], .restore, "Bob", .organiserOnly("restore the round", organiser: "Mike")),
      ([.delete], .restore, "Mike", nil),
      ([], .organiser, "Bob", .organiserOnly("pass the round on", organiser: "Mike")),
      ([.finish], .organiser, "Mike", nil),
      ([.delete], .organiser, "Mike", nil),
    ] as [([RoundChange.Kind], RoundChange.Kind, String, ScoreLogRefusal?)])
  func `a change is for its state, and some are for the organiser`(
    before: [RoundChange.Kind], kind: RoundChange.Kind, reporter: String, refusal: ScoreLogRefusal?
  ) throws {
    let record = try makeRecord(
      changes: before.enumerated().map { makeChange($1, at: $0 + 1) })
    var found: ScoreLogRefusal?
    do throws(ScoreLogRefusal) {
      try record.requireAllowed(kind, by: reporter)
    } catch {
      found = error
    }
    #expect(found == refusal)
  }

  @Test func `the last to whom a round was passed organises it, on that device alone`() throws {
    let changes = [
      makeChange(.organiser, "Jake", at: 1, by: "B"), makeChange(.organiser, "Ann", at: 2, by: "C"),
    ]
    let record = try makeRecord(changes: changes.reversed())
    #expect(record.organiser == "Ann" && record.firstOrganiser.name == "Mike")
    #expect(record.isOrganiser("ann") && !record.isOrganiser("Jake") && !record.isOrganiser("Mike"))
    #expect(record.isOrganisers(["C", "x"]) && !record.isOrganisers(["B"]))
    // Where nobody knows the device, the name says it.
    #expect(try makeRecord().isOrganisers([]))
    // What the round was made with stays.
    #expect(EventLine.info(of: record) == EventLine.info(of: try makeRecord()))
  }

  @Test func `somebody who has another name keeps place and scores, under both`() throws {
    let changes = [makeChange(.merge, "Jake", entrant: "Jacob", at: 1)]
    let record = try makeRecord(organiser: "Jake", changes: changes)
    #expect(record.players.map(record.name(of:)) == ["Mike", "Jacob", "Ann"])
    for name in ["Jake", "Jacob"] { #expect(record.player(called: name) == PlayerID(1)) }
    #expect(record.player(named: "JAKE") == PlayerID(1) && record.isOrganiser("jacob"))
    let card = Scorecard(record, replaying: makeEvents("a Jake 1 3, b Jacob 2 4"))
    #expect(card.total(of: PlayerID(1)).strokes == 7)
    // What the round was made with stays, and so do the places of an earlier state.
    #expect(EventLine.info(of: record) == EventLine.info(of: try makeRecord(organiser: "Jake")))
    #expect(record.keepingPlaces(of: record) == record)
    // Who plays under both names is two people.
    let two = try makeRecord(changes: [makeChange(.merge, "Jake", entrant: "Ann", at: 1)])
    #expect(two.entrants == two.joinedEntrants)
    // Nobody takes a name that somebody had, nor the scores under it.
    let three = try makeRecord(
      changes: changes + [makeChange(.merge, "Ann", entrant: "Jake", at: 2)])
    #expect(three.players.map(three.name(of:)) == ["Mike", "Jacob", "Ann"])
    #expect(three.player(called: "Jake") == PlayerID(1))
    // What was given another name goes on to a third.
    let chain = try makeRecord(
      changes: changes + [makeChange(.merge, "Jacob", entrant: "J", at: 2)])
    for name in ["Jake", "Jacob", "J"] { #expect(chain.player(named: name) == PlayerID(1)) }
    #expect(chain.name(of: PlayerID(1)) == "J")
    #expect(
      chain.begins(with: ["Mike", "jake", "Ann"]) && chain.begins(with: ["Mike", "J", "Ann"]))
    #expect(!chain.begins(with: ["Mike", "J"]) && !chain.begins(with: ["Mike", "Ann", "J"]))
  }

  @Test func `who joins late misses what others have scored, but not the hole that they are at`()
    throws
  {
    let record = try makeRecord(pars: [3, 3, 3, 3, 3])
    let card = Scorecard(
      record,
      replaying: makeEvents(
        "a Mike 1 3, b Jake 1 3, c Ann 1 0, d Mike 2 3, e Mike 3 3, f Mike 4 3, g Mike 4 - >f <f")
    )
    #expect(card.holesOver(for: nil, current: 3) == [1, 2])
    #expect(card.holesOver(for: nil, current: 2) == [1, 3])
    // The others are done with it.
    #expect(card.holesOver(for: nil, current: 1) == [1, 2, 3])
    #expect(card.holesOver(for: nil, current: nil) == [1, 2, 3])
    // What somebody who comes back has stays.
    #expect(card.holesOver(for: PlayerID(2), current: 5) == [2, 3])
  }

  @Test func `holes before joining and after leaving count as no score, and are not missing`()
    throws
  {
    let record = try makeRecord(
      changes: [
        makeChange(.join, "Ann", entrant: "Ann", away: [1], at: 1),
        makeChange(.leave, "Jake", away: [2, 3], at: 2),
      ])
    var card = Scorecard(record, replaying: makeEvents("a Mike 1 3, b Jake 1 3"))
    #expect(card.result(of: PlayerID(2), onHole: 1) == .noScore)
    #expect(card.event(of: PlayerID(2), onHole: 1) == nil)
    #expect(card.isComplete(hole: 1))
    #expect(card.missing.map(\.names) == [["Mike", "Ann"], ["Mike", "Ann"]])
    for event in makeEvents("c Mike 2 4, d Ann 2 4, e Mike 3 3, f Ann 3 2") {
      card.apply(event)
    }
    #expect(card.isComplete)
    #expect(card.phase == .awaitingFinalisation)
    #expect(card.standings.lines.map(\.name) == ["Mike", "Ann", "Jake"])
    #expect(card.standings.lines.map(\.holesPlayed) == [3, 2, 1])
    #expect(try record.situation(atHole: 1).away == [PlayerID(2)])
    #expect(try record.situation(atHole: 2).away == [PlayerID(1)])
    // A score that is entered all the same counts.
    for event in makeEvents("g Jake 2 5") { card.apply(event) }
    #expect(card.total(of: PlayerID(1)).strokes == 8)
  }
}
