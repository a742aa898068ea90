import HyzerBase
import ScoreLog
import Testing

@Suite struct `A round on many devices` {
  private static func expectOracle(
    of card: Scorecard, _ events: [ScoreEvent],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let forked = Oracle.forked(events)
    #expect(Set(card.forks.map(\.device)) == forked, sourceLocation: sourceLocation)
    for player in card.round.players {
      for hole in card.round.holes {
        let oracle = Oracle(
          events.filter { $0.player == card.round.name(of: player) && $0.hole == hole },
          forked: forked)
        let cell = card.cell(of: player, onHole: hole)
        #expect(cell.claims == oracle.claims, sourceLocation: sourceLocation)
        #expect(cell.isDisputed == oracle.isDisputed, sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: 1...80)
  func `any order and grouping of what devices said gives the same card`(seed: Int) throws {
    let round = try ManyDevices(seed: UInt64(seed), steps: seed <= 30 ? 8 : 40)
    let card = Scorecard(round.record, replaying: round.events)
    for order in orders(of: round.events, seed: UInt64(seed)) {
      let other = Scorecard(round.record, replaying: order)
      #expect(other == card)
      #expect(other.disputes == card.disputes)
    }
    // One device after the other, what several have repeatedly.
    for first in round.devices {
      let groups = round.devices.drop { $0 != first } + round.devices
      #expect(Scorecard(round.record, replaying: groups.flatMap { round.logs[$0] ?? [] }) == card)
    }
    Self.expectOracle(of: card, round.events)
    for log in round.logs.values {
      Self.expectOracle(of: Scorecard(round.record, replaying: log), log)
    }
    #expect(ScoreLogAudit.findings(rounds: [round.record], events: round.events) == [])
  }

  @Test(arguments: 1...60)
  func `after the organiser's choices no dispute is left`(seed: Int) throws {
    let round = try ManyDevices(seed: UInt64(seed), steps: 40)
    var events = round.events
    for dispute in Scorecard(round.record, replaying: events).disputes {
      let card = Scorecard(round.record, replaying: events)
      let choice = try #require(dispute.claims.last?.result)
      let commit = ScoreCommit(
        id: CommitID("choice\(events.count)"), round: "r", hole: dispute.hole,
        scores: [
          .init(player: round.record.name(of: dispute.player), result: choice, input: .picked)
        ],
        reportedBy: "Mike", deviceName: "", at: "")
      events += try commit.events(on: card, from: events.next(by: "A"))
      let now = Scorecard(round.record, replaying: events)
      #expect(now.result(of: dispute.player, onHole: dispute.hole) == choice)
    }
    #expect(Scorecard(round.record, replaying: events).disputes == [])
  }

  @Test func `the draws have disputes, resolutions and undoings among them`() throws {
    let rounds = try (1...60).map { try ManyDevices(seed: UInt64($0), steps: 40) }
    let disputes = rounds.map { Scorecard($0.record, replaying: $0.events).disputes.count }
    #expect(disputes.count { $0 > 0 } > 20)
    let events = rounds.flatMap(\.events)
    for kind in ScoreEvent.Kind.allCases { #expect(events.count { $0.kind == kind } > 50) }
  }

  /// Events of one player and hole with any links at all.
  private static func forged(_ seed: Int) -> [ScoreEvent] {
    var random = SeededGenerator(seed: UInt64(seed), name: "forged")
    var numbers: [String: Int] = [:]
    let count = Int.random(in: 1...9, using: &random)
    return (1...count).map { index in
      func anyEvent() -> EventID { EventID("e\(Int.random(in: 1...count + 1, using: &random))") }
      let device = ["A", "B", "C", "D"].randomElement(using: &random) ?? ""
      numbers[device, default: 0] += Int.random(in: 1...2, using: &random)
      let takesBack = Int.random(in: 0..<4, using: &random) == 0 ? anyEvent() : nil
      return makeEvent(
        EventID("e\(index)"), "Mike", 1,
        takesBack != nil && Bool.random(using: &random)
          ? nil : Int.random(in: 2...4, using: &random),
        place: Int.random(in: 1...count, using: &random), by: DeviceID(device),
        number: numbers[device],
        kind: takesBack != nil
          ? .takeBack : Int.random(in: 0..<3, using: &random) == 0 ? .resolution : .score,
        supersedes: (0..<Int.random(in: 0...3, using: &random)).map { _ in anyEvent() },
        takesBack: takesBack)
    }
  }

  @Test(arguments: 1...150)
  func `whatever links events have, the rules hold in any order`(seed: Int) throws {
    let events = Self.forged(seed)
    let record = try makeRecord()
    let card = Scorecard(record, replaying: events)
    Self.expectOracle(of: card, events)
    for order in orders(of: events, seed: UInt64(seed)).prefix(30) {
      #expect(Scorecard(record, replaying: order) == card)
    }
    // All that was said is there, and the organiser's choice ends what is disputed.
    #expect(card.events.count == events.count)
    let choice = try makeCommit("choice", 1, [(0, 9)]).events(on: card, from: events.next(by: "O"))
    let after = Scorecard(record, replaying: events + choice)
    #expect(after.disputes == [])
    #expect(after.strokes(of: PlayerID(0), onHole: 1) == Strokes(9))
  }

  private static func late(_ name: String, at place: Int, by device: DeviceID) -> RoundChange {
    makeChange(.join, name, entrant: name, away: [1], at: place, by: device)
  }

  @Test(
    arguments: [
      // The same person by two spellings, at once and one after the other.
      ([late("Zoe", at: 1, by: "A"), late("ZOE", at: 1, by: "B")], ["Zoe"]),
      ([late("Zoe", at: 2, by: "A"), late("ZOE", at: 1, by: "B")], ["ZOE"]),
      // Several persons.
      ([late("Zoe", at: 1, by: "A"), late("Bob", at: 1, by: "B")], ["Zoe", "Bob"]),
      (
        [
          late("Zoe", at: 1, by: "A"), late("Bob", at: 2, by: "A"), late("BOB", at: 1, by: "B"),
          late("Eve", at: 2, by: "B"),
        ], ["Zoe", "BOB", "Eve"]
      ),
      (
        [
          late("Zoe", at: 1, by: "A"), late("zoe", at: 1, by: "B"),
          makeChange(.leave, "zoe", away: [2, 3], at: 2, by: "B"),
        ], ["Zoe"]
      ),
    ] as [([RoundChange], [String])])
  func `who joins on two devices has one place, in whatever order that is learned`(
    changes: [RoundChange], late: [String]
  ) throws {
    let start = ["Mike", "Jake", "Ann"]
    let record = try makeRecord(changes: changes)
    #expect(record.entrants.map(\.player.name) == start + late)
    for change in changes {
      let name = try #require(change.player)
      let player = try #require(record.player(called: name))
      #expect(NameKey(record.name(of: player)) == NameKey(name))
    }
    let events = makeEvents("a \(changes[0].player ?? "") 2 3, b \(changes[1].player ?? "") 2 4 #B")
    let card = Scorecard(record, replaying: events)
    #expect(card.events.count == 2)
    var random = SeededGenerator(seed: 1)
    for _ in 1...20 {
      // Where each file keeps who came late says nothing either.
      let kept = changes.compactMap(\.entrant).map(\.player.name).shuffled(using: &random)
      var keys = Set(start.map { NameKey($0) })
      let names = start + kept.filter { keys.insert(NameKey($0)).inserted }
      let other = try makeRecord(names, changes: changes.shuffled(using: &random))
      #expect(other == record)
      #expect(Scorecard(other, replaying: events.reversed()) == card)
    }
  }

  @Test func `scores that came after the finish that counts are late ones`() throws {
    let events = makeEvents("a Mike 1 3, b Jake 1 4, c Mike 2 3 #B =2")
    func late(_ changes: RoundChange...) throws -> Int {
      Scorecard(try makeRecord(changes: changes), replaying: events).lateScoreCount
    }
    let finish = makeChange(.finish, after: 2)
    #expect(try late() == 0)
    #expect(try late(finish) == 1)
    #expect(try late(finish, makeChange(.reopen, after: 2, at: 4)) == 0)
    #expect(try late(finish, makeChange(.finish, after: 3, at: 4, by: "B")) == 0)
    // Who finished had more than is here yet.
    #expect(try late(makeChange(.finish, after: 9)) == 0)
  }
}
