import Golf
import Randomness
import TestSupport
import Testing

@testable import Evaluation

@Suite struct `Cards of rounds` {
  /// A round in which scores are drawn for a seed; the last of `missing` players has none.
  private func card(
    _ names: [String], pars: [Int], holesPlayed: Int, missing: Int = 0
  ) throws -> Scorecard {
    let record = try RoundRecord(
      id: "r", course: "Home", pars: pars,
      entrants: names.map { RoundRecord.Entrant(Player(name: $0)) }, organiser: "Ann",
      createdAt: "2026-05-01T09:00:00.000Z")
    var generator = SeededGenerator(seed: 4)
    var events: [ScoreEvent] = []
    for hole in 1...max(1, holesPlayed) where hole <= holesPlayed {
      for name in names.dropLast(missing) {
        events.append(
          ScoreEvent(
            id: EventID("\(events.count)"), round: "r", player: name, hole: hole,
            strokes: Strokes(Int.random(in: 1...6, using: &generator)), reportedBy: "Ann",
            device: "phone", input: .typed, at: "2026-05-01T10:00:00.000Z"))
      }
    }
    return Scorecard(record, replaying: events)
  }

  private static let nine = [3, 3, 4, 3, 3, 5, 3, 3, 3]

  private func picture(_ card: Scorecard, course: String = "Cedar Creek") -> RoundCard {
    RoundCard(card, course: course, date: "2026-05-01", state: "finished")
  }

  @Test func `a card is the golden one`() throws {
    let card = try card(
      ["Mike", "Jake", "Sarah", "Sam"], pars: Self.nine + Self.nine, holesPlayed: 17, missing: 1)
    try Golden.expect(picture(card).svg, toBe: "card.svg")
  }

  @Test(arguments: [
    ([], 9, 0), (["Mike"], 9, 9), (["Mike", "Jake"], 18, 4), (["<b>&\"", "דנה", "\u{0}x"], 9, 3),
    ((1...12).map { "Bartholomew Wigglesworth the \($0)" }, 36, 36),
    (["\u{1F94F}\u{1F94F}\u{1F94F}", "Łukasz Żółć"], 18, 18),
  ])
  func `every card is a document that says who leads`(
    names: [String], holes: Int, played: Int
  ) throws {
    let pars = (0..<holes).map { Self.nine[$0 % 9] }
    let card = try card(names, pars: pars, holesPlayed: played)
    let document = Document(picture(card, course: names.joined()).svg)
    #expect(document.isWellFormed)
    let scores = document["text"].count - document["text"].count { $0.attributes["class"] == "x" }
    #expect(scores >= holes * (names.count + 2))
    for name in names where !name.contains("\u{0}") { #expect(document.text.contains(name)) }
  }

  @Test(arguments: [
    (-3, 2, 0), (-2, 2, 0), (-1, 1, 0), (0, 0, 0), (1, 0, 1), (2, 0, 2), (5, 0, 2),
  ])
  func `a score has the sign of scorecards, whatever its colour`(
    relative: Int, circles: Int, squares: Int
  ) throws {
    let record = try RoundRecord(
      id: "r", course: "Home", pars: [5], entrants: [.init(Player(name: "Mike"))],
      organiser: "Ann", createdAt: "")
    let event = ScoreEvent(
      id: "1", round: "r", player: "Mike", hole: 1, strokes: Strokes(5 + relative),
      reportedBy: "Ann", device: "phone", input: .typed, at: "")
    func signs(_ card: Scorecard) -> [Int] {
      let document = Document(picture(card).svg)
      return [("circle", "under"), ("rect", "over")].map { name, type in
        document[name].count { $0.attributes["class"] == type }
      }
    }
    let legend = signs(Scorecard(record))
    let drawn = signs(Scorecard(record, replaying: [event]))
    #expect([drawn[0] - legend[0], drawn[1] - legend[1]] == [circles, squares])
  }

  @Test func `no text is drawn beyond the edges`() throws {
    let names = (1...9).map { "Wilhelmina Wolkenstein \($0)" } + ["Lee"]
    let card = try card(names, pars: Self.nine, holesPlayed: 9)
    let title = String(repeating: "Mammoth Meadow ", count: 9)
    let marks = Document(picture(card, course: title).svg)["text"]
    #expect(!marks.isEmpty)
    for mark in marks {
      let x = try #require(mark.attributes["x"].flatMap(Double.init))
      #expect((0...1080).contains(x))
    }
    #expect(SetType.fitted(title, to: 300, size: 20).hasSuffix("…"))
    #expect(SetType.width(SetType.fitted(title, to: 300, size: 20), size: 20) <= 300)
    #expect(SetType.fitted("Lee", to: 300, size: 20) == "Lee")
    #expect(SetType.fitted("Mammoth Meadow", to: 175, sizes: [20, 18]).size == 18)
  }
}
