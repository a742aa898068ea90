import HyzerBase
import ScoreLog
import TestSupport
import Testing

@testable import ScoreScreen

@Suite struct `Cards of rounds` {
  /// A round in which scores are drawn for a seed; the last of `missing` players has none.
  private func card(
    _ names: [String], pars: [Int], holesPlayed: Int, missing: Int = 0
  ) throws -> Scorecard {
    var generator = SeededGenerator(seed: 4)
    return try card(
      names, pars: pars,
      scores: (0..<holesPlayed).flatMap { hole in
        names.dropLast(missing).map { ($0, hole + 1, Int.random(in: 1...6, using: &generator)) }
      })
  }

  private func card(
    _ names: [String], pars: [Int], scores: [(name: String, hole: Int, strokes: Int)]
  ) throws -> Scorecard {
    let record = try RoundRecord(
      id: "r", course: "Home", pars: pars,
      entrants: names.map { RoundRecord.Entrant(Player(name: $0)) }, organiser: "Ann",
      createdAt: "2026-05-01T09:00:00.000Z")
    let events = scores.enumerated().map { index, score in
      ScoreEvent(
        id: EventID("\(index)"),
        position: LogPosition(clock: index + 1, device: "phone", number: index + 1), round: "r",
        player: score.name, hole: score.hole,
        result: holeResult(score.strokes), reportedBy: "Ann", deviceName: "phone", input: .typed,
        at: "2026-05-01T10:00:00.000Z")
    }
    return Scorecard(record, replaying: events)
  }

  private static let nine = [3, 3, 4, 3, 3, 5, 3, 3, 3]

  private func picture(_ card: Scorecard, course: String = "Cedar Creek") -> String {
    RoundCard(card, course: course, date: "2026-05-01", state: "finished").svg
  }

  @Test func `a card is the golden one`() throws {
    let card = try card(
      ["Mike", "Jake", "Sarah", "Sam"], pars: Self.nine + Self.nine, holesPlayed: 17, missing: 1)
    let difference = try GoldenFile("card.svg").difference(from: picture(card))
    #expect(difference == nil)
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
    let document = Document(picture(card, course: names.joined()))
    #expect(document.isWellFormed)
    #expect(document["text"].count >= holes * (names.count + 2))
    for name in names where !name.contains("\u{0}") { #expect(document.text.contains(name)) }
  }

  @Test(arguments: [
    (-3, 2, 0), (-2, 2, 0), (-1, 1, 0), (0, 0, 0), (1, 0, 1), (2, 0, 2), (5, 0, 2),
  ])
  func `a score has the sign of scorecards, whatever its colour`(
    relative: Int, circles: Int, squares: Int
  ) throws {
    func signs(_ scores: [(String, Int, Int)]) throws -> [Int] {
      let document = Document(picture(try card(["Mike"], pars: [5], scores: scores)))
      return [("circle", ["under"]), ("rect", ["over", "two-over"])].map { name, types in
        document[name].count { types.contains($0.attributes["class"] ?? "") }
      }
    }
    let (legend, drawn) = (try signs([]), try signs([("Mike", 1, 5 + relative)]))
    #expect([drawn[0] - legend[0], drawn[1] - legend[1]] == [circles, squares])
  }

  /// The texts that end at the right, line by line, as "out", "27".
  private func sums(_ card: Scorecard) -> [String] {
    picture(card).matches(of: /<text class="[^"]*end"[^>]*>([^<]*)</).map { String($0.1) }
  }

  @Test func `eighteen holes have sums out and in, and a total`() throws {
    let scores = (1...18).map { ("Mike", $0, $0 > 9 ? 4 : 3) }
    let whole = try card(["Mike"], pars: Self.nine + Self.nine, scores: scores)
    #expect(
      sums(whole).suffix(8 + 1) == ["out", "30", "27", "in", "total", "30", "60", "36", "63"])
    let front = try card(["Mike"], pars: Self.nine + Self.nine, scores: Array(scores.prefix(9)))
    #expect(
      sums(front).suffix(9) == ["out", "30", "27", "in", "total", "30", "60", "–", "27"])
  }

  @Test func `nine holes have a total, and more than eighteen have sums`() throws {
    let scores = [("Mike", 1, 3)]
    #expect(
      try sums(card(["Mike"], pars: Self.nine, scores: scores)).suffix(3) == ["total", "30", "3"])
    let long = try card(["Mike"], pars: Self.nine + Self.nine + Self.nine, scores: scores)
    #expect(sums(long).filter { $0 == "sum" }.count == 3)
    #expect(sums(long).filter { $0 == "total" }.count == 1)
  }

  @Test func `a card of pixels is the drawing, on light or dark ground`() throws {
    let card = try card(["Mike", "Łukasz"], pars: Self.nine, holesPlayed: 9)
    for (theme, ground) in [(RoundCard.Theme.light, "#fefefc"), (.dark, "#15171a")] {
      let svg = RoundCard(
        card, course: "Cedar Creek", date: "2026-05-01", state: "finished", theme: theme
      ).svg
      #expect(svg.contains(".ground{fill:\(ground)}"))
      let bytes = try PNGImage(svg: svg).bytes
      #expect(bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)))
      // The header's width and height, and a picture in which something is drawn.
      let height = try #require(svg.firstMatch(of: /height="(\d+)"/).flatMap { Int($0.1) })
      #expect(bytes[16..<24].reduce(0) { $0 << 8 | Int($1) } == 1080 << 32 | height)
      #expect(bytes.count > 10_000)
    }
  }

  @Test func `what is no drawing is an error`() {
    for text in [
      "", "<svg", "<html/>",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>"#,
    ] {
      #expect(throws: ImageError.self) { try PNGImage(svg: text) }
    }
  }

  @Test func `no text is drawn beyond the edges`() throws {
    let names = (1...9).map { "Wilhelmina Wolkenstein \($0)" } + ["Lee"]
    let card = try card(names, pars: Self.nine, holesPlayed: 9)
    let title = String(repeating: "Mammoth Meadow ", count: 9)
    let marks = Document(picture(card, course: title))["text"]
    #expect(!marks.isEmpty)
    for mark in marks {
      let x = try #require(mark.attributes["x"].flatMap(Double.init))
      #expect((0...1080).contains(x))
    }
    let cut = SVGDrawing.fitted(title, to: 300, sizes: [20]).text
    #expect(cut.hasSuffix("Mam…"))
    #expect(SVGDrawing.width(cut, size: 20) <= 300)
    #expect(SVGDrawing.fitted("Lee", to: 300, sizes: [20]) == ("Lee", 20))
    #expect(SVGDrawing.fitted("Mammoth Meadow", to: 175, sizes: [20, 18]).size == 18)
  }
}
