import HyzerBase
import ScoreLog
import Testing

@Suite struct `The vectors that the page's modules repeat` {
  private static let rounds = 300

  @Test func `rounds on several devices, and what people wanted in them`() throws {
    var (vectors, codes, kinds): ([Written], Set<String>, [String: Int]) = ([], [], [:])
    var (disputes, redone) = (0, 0)
    for seed in 1...Self.rounds {
      let round = try RandomRound(seed: UInt64(seed))
      try Self.expectReadBack(round.events)
      let card = try round.card(round.events)
      disputes += card.disputes.isEmpty ? 0 : 1
      for event in round.events {
        switch event {
        case .score(let event): kinds[event.kind.rawValue, default: 0] += 1
        case .change(let change): kinds[change.kind.rawValue, default: 0] += 1
        }
      }
      var random = SeededGenerator(seed: UInt64(seed), name: "order")
      let order = round.events.indices.shuffled(using: &random)
      #expect(try round.card(order.map { round.events[$0] }) == card)
      let deeds = try round.deeds.map { deed in
        switch deed.made {
        case .success(let events):
          let isRedo = deed.request.json.contains("\"deed\":\"redo\"")
          redone += isRedo && !events.isEmpty ? 1 : 0
          return object([
            "known": deed.known, "request": deed.request, "events": list(events.map { json($0) }),
          ])
        case .failure(let refusal):
          let code = try #require(refusal.code)
          codes.insert(code)
          return object(["known": deed.known, "request": deed.request, "refusal": code])
        }
      }
      let (seen, change) = try Self.standings(round, order, &random)
      vectors.append(
        object([
          "info": Written(EventLine.info(of: round.base)), "id": round.base.id.rawValue,
          "events": list(round.events.map { json($0) }), "order": Array(order),
          "expected": card.expected, "deeds": list(deeds), "seen": seen,
          "moves": list(
            change.moves.map {
              object([
                "player": card.round.name(of: $0.player), "from": $0.from, "to": $0.to,
              ])
            }),
        ]))
    }
    // They are worth something only where people differ, and do all there is.
    #expect(disputes > Self.rounds / 4)
    #expect(redone > 20)
    #expect(
      codes == [
        "roundFinished", "roundDeleted", "unknownHole", "unknownPlayer", "noScores", "twoScores",
        "changedMeanwhile", "nothingToUndo", "nothingToRedo", "notFinished", "notDeleted",
        "organiserOnly",
        "scoresMissing",
      ])
    let all = ScoreEvent.Kind.allCases.map(\.rawValue) + RoundChange.Kind.allCases.map(\.rawValue)
    for kind in all { #expect(kinds[kind, default: 0] > 20, "\(kind)") }
    try Vectors.write("rounds.json", vectors)
  }

  /// Returns which events somebody saw before the rest came, all changes among them, and what the rest did.
  private static func standings(
    _ round: RandomRound, _ order: [Int], _ random: inout SeededGenerator
  ) throws -> (seen: [Int], StandingsChange) {
    let scores = order.filter { if case .score = round.events[$0] { true } else { false } }
    let changes = order.filter { !scores.contains($0) }
    let part = scores.prefix(Int.random(in: 0...scores.count, using: &random))
    let seen = changes + part
    let rest = scores.dropFirst(part.count).compactMap { index in
      if case .score(let event) = round.events[index] { event } else { nil }
    }
    let card = try round.card(seen.map { round.events[$0] })
    return (seen, StandingsChange(from: card, trigger: rest))
  }

  private static func expectReadBack(_ events: [LogEvent]) throws {
    for event in events {
      #expect(try EventLine(json: json(event).json).event == event)
    }
  }

  @Test func `events of one player and hole with any links at all`() throws {
    let record = try RoundRecord(
      id: "r", course: "Home", pars: [3], entrants: [RoundRecord.Entrant(Player(name: "Mike"))],
      organiser: "Mike", createdAt: "2026-05-01T09:00:00.000Z",
      startedAt: "2026-05-01T09:00:00.000Z")
    var (settled, redone) = (0, 0)
    let vectors = try (1...400).map { seed in
      let events = Self.forged(seed)
      try Self.expectReadBack(events.map { .score($0) })
      let card = Scorecard(record, replaying: events)
      let claims = card.cell(of: PlayerID(0), onHole: 1).claims
      settled += claims.count < Set(events.map(\.position.device)).count ? 1 : 0
      let redoing = Redoing(on: card, by: "A")
      redone += redoing == nil ? 0 : 1
      return object([
        "info": Written(EventLine.info(of: record)), "id": "r",
        "events": list(events.map { json(.score($0)) }), "expected": card.expected,
        "redoing": redoing.map { redoing in
          object([
            "hole": redoing.hole,
            "changes": list(
              redoing.changes.map {
                object(["player": $0.name, "from": json($0.from), "to": json($0.to)])
              }),
          ])
        },
        "undoing": Undoing(on: card, by: "A").map { undoing in
          object([
            "commit": undoing.commit.rawValue, "hole": undoing.hole,
            "changes": list(
              undoing.changes.map {
                object([
                  "event": $0.event.rawValue, "player": $0.name, "from": json($0.from),
                  "to": json($0.to),
                ])
              }),
          ])
        },
      ])
    }
    #expect(settled > 100)
    #expect(redone > 3)
    try Vectors.write("forged.json", vectors)
  }

  private static func forged(_ seed: Int) -> [ScoreEvent] {
    var random = SeededGenerator(seed: UInt64(seed), name: "forged")
    var numbers: [String: Int] = [:]
    let count = Int.random(in: 1...9, using: &random)
    return (1...count).map { index in
      func anyEvent() -> EventID { EventID("e.\(Int.random(in: 1...count + 1, using: &random))") }
      let device = ["A", "B", "C", "D"].randomElement(using: &random) ?? ""
      numbers[device, default: 0] += Int.random(in: 1...2, using: &random)
      let takesBack = Int.random(in: 0..<4, using: &random) == 0 ? anyEvent() : nil
      let isOpen = takesBack != nil && Bool.random(using: &random)
      let isNone = Int.random(in: 0..<5, using: &random) == 0
      let strokes = Strokes(Int.random(in: 2...4, using: &random))
      return ScoreEvent(
        id: EventID("e.\(index)"),
        position: LogPosition(
          clock: Int.random(in: 1...count, using: &random), device: DeviceID(device),
          number: numbers[device] ?? 1),
        round: "r", player: "Mike", hole: 1,
        result: isOpen
          ? nil : isNone ? .noScore : strokes.map { .strokes($0) },
        kind: takesBack != nil
          ? .takeBack : Int.random(in: 0..<3, using: &random) == 0 ? .resolution : .score,
        supersedes: (0..<Int.random(in: 0...3, using: &random)).map { _ in anyEvent() },
        takesBack: takesBack, reportedBy: "Mike", deviceName: "phone", input: .typed,
        at: "2026-05-01T10:00:0\(Int.random(in: 0...1, using: &random)).000Z")
    }
  }

  @Test func `names that are one name, however they are spelled`() throws {
    let spellings = [
      "José", "Jose\u{301}", "jose", "JOSE", "Jean-Luc", "jean luc", "O'Neil", "oneil", "O’Neil",
      "Player 1", "player one", "Player1", "Player 01", "Player 20", "player twenty", "Player 21",
      "Player twenty-one", "Strauß", "STRAUSS", "Łukasz", "lukasz", "Ｍｉｋｅ", "mike", "M.i.k.e",
      "Ægir", "aegir", "Đorđe", "dorde", "Þór", "thor", "Zoë", "ZOE", "Иван", "ИВАН", "Йоханн",
      "山田", "김민수", "김민소", "🥏", "🥏 Bob", "bob", "İpek", "ipek", "Işık", "isik", "Ⅳ", "4", "four",
      "Player 1a", "player onea", "１", "one", "", "-", "Ann3", "annthree", "Søren", "soren", "ÅSA",
      "asa", "Νίκος", "ΝΙΚΟΣ", "νικοσ", "ハル", "バル", "は", "ば", "か\u{3099}", "が", "กิ", "กี", "ก่า",
      "กา",
      "कल", "कुल", "शर्मा", "שָׁלוֹם", "שלום", "Артём", "Артем", "ſam", "sam", "Ａnn\u{3000}Ｂo", "annbo",
    ]
    let keys = spellings.map { NameKey($0) }
    let vectors = spellings.indices.map { index in
      object(["name": spellings[index], "same": keys.firstIndex(of: keys[index])])
    }
    try Vectors.write("names.json", vectors)
    #expect(Set(keys).count < keys.count - 15)
  }

  @Test func `names that are easily typed for another`() throws {
    let names = [
      "Mike", "Mik", "Mkie", "Mikey", "Mi", "M", "Mick", "Michael", "Jake", "Jak", "Ajke", "Jo",
      "Joe",
      "Jon", "John", "Ann", "Anna", "Anne", "Nan", "Zoë", "Zo", "Zoey", "Al", "Alex", "Alexander",
      "ab",
      "ba", "abcd", "abdc", "badc", "🥏", "🥏 B", "Иван", "Ивна",
    ]
    let vectors = names.flatMap { one in
      names.map { other in
        object([
          "one": one, "other": other, "isNear": NameKey(one).isNear(NameKey(other)),
        ])
      }
    }
    try Vectors.write("near.json", vectors)
  }
}
