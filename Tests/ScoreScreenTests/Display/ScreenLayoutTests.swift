import HyzerBase
import ScoreLog
import TestSupport
import Testing

@testable import ScoreScreen
@testable import Scorekeeping

struct ScreenLayoutTests {
  @Test(arguments: 0..<8)
  func `whatever is shown, a frame has exactly its cells and no half of a character`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let model = try RandomScreen.model(using: &random)
      let state = RandomScreen.state(for: model, using: &random)
      let size = RandomScreen.size(using: &random)
      let isASCII = Bool.random(using: &random)
      let frame = (isASCII ? asciiLayout : unicodeLayout).frame(model, state, size: size)
      let fault = fault(frame, size, isASCII ? asciiCells : cells)
      #expect(fault == nil, "\(size) \(model) \(state)")
    }
  }

  /// What is wrong with a frame; nil for nothing.
  private func fault(
    _ frame: Frame, _ size: ScreenSize, _ cells: (Unicode.Scalar) -> Int
  ) -> String? {
    guard frame.size == size else { return "another size" }
    for row in 0..<size.rows {
      let line = Array(frame.cells(ofRow: row))
      guard line.count == size.columns else { return "line \(row) has \(line.count) cells" }
      var column = 0
      while column < line.count {
        guard let character = line[column].character else { return "a second half alone in \(row)" }
        let width = character.unicodeScalars.reduce(0) { $0 + cells($1) }
        let isUnseen = character.unicodeScalars.contains { cells($0) < 0 }
        guard !isUnseen, width == 1 || width == 2, column + width <= line.count else {
          return "\(character) in line \(row) has \(width) cells"
        }
        if width == 2, line[column + 1].character != nil { return "half a character in \(row)" }
        column += width
      }
      let spans = frame.spans(ofRow: row)
      guard spans.map(\.text).joined() == frame.text(ofRow: row),
        spans.reduce(0, { $0 + $1.columns }) == size.columns,
        zip(spans, spans.dropFirst()).allSatisfy({ $0.style != $1.style })
      else { return "spans of line \(row)" }
    }
    if let cursor = frame.cursor,
      !(0..<size.rows).contains(cursor.row) || !(0..<size.columns).contains(cursor.column)
    {
      return "cursor outside"
    }
    return nil
  }

  @Test(arguments: [(1, "-2", "ace"), (2, "-1", "birdie"), (3, "E", "par"), (4, "+1", "bogey")])
  func `every score to be confirmed has its sign and its word, and not its colour alone`(
    strokes: Int, sign: String, word: String
  ) throws {
    var model = try SampleScreen.idle.model()
    model.state = .confirming(
      Draft(hole: 7, rows: [Draft.Row(id: 1, player: PlayerID(0), result: holeResult(strokes))]),
      Confirmation.Window(length: .seconds(1.5), closes: .seconds(1)))
    let words = try words(model, columns: 40)
    #expect(words.contains(sign))
    #expect(words.contains(word))
  }

  @Test(arguments: [SampleScreen.idle, .disputed], [80, 40, 30])
  func `a hub that is away is one small sign, also beside disputes`(
    _ sample: SampleScreen, columns: Int
  ) throws {
    var model = try sample.model()
    for (unsent, sign) in [(nil, ""), (0, "offline"), (12, "offline 12")] {
      model.unsent = unsent
      let frame = unicodeLayout.frame(
        model, ScreenState(), size: ScreenSize(rows: 10, columns: columns))
      #expect(frame.text(ofRow: 0).contains("offline") == (unsent != nil))
      #expect(sign.isEmpty || frame.text(ofRow: 0).contains(sign))
    }
  }

  @Test func `a player without a score on the hole is another than one who is open`() throws {
    var model = try SampleScreen.idle.model()
    #expect(try !words(model, columns: 40).contains("score"))
    model.results[PlayerID(0)] = .noScore
    let words = try words(model, columns: 40)
    #expect(words.contains("no"))
    #expect(words.contains("score"))
  }

  @Test func `no golf words are said where the par is that of another hole`() throws {
    var model = try SampleScreen.confirming.model()
    model.hole = 8
    #expect(try !words(model, columns: 40).contains("birdie"))
  }

  @Test func `a selected row is on the screen also where not all rows are`() throws {
    let model = try SampleScreen.crowdConfirming.model()
    var state = ScreenState()
    for _ in 0..<12 { _ = state.handle(.down, in: model) }
    let frame = unicodeLayout.frame(model, state, size: ScreenSize(rows: 8, columns: 40))
    #expect((0..<8).contains { frame.text(ofRow: $0).contains("▶ GUINEVERE") })
  }

  private func words(_ model: ScreenModel, columns: Int) throws -> [String] {
    let frame = unicodeLayout.frame(
      model, ScreenState(), size: ScreenSize(rows: 20, columns: columns))
    return (2..<20).flatMap { frame.text(ofRow: $0).split(separator: " ").map(String.init) }
  }
}

struct CellTextTests {
  @Test(
    arguments: [
      ("Jake", 4, "Jake", "Jake"),
      ("Jake", 3, "Ja…", "…ke"),
      ("Jake", 1, "…", "…"),
      ("Jake", 0, "", ""),
      ("李雷", 4, "李雷", "李雷"),
      // A wide character is not cut in half; its other half stays free.
      ("李雷", 3, "李…", "…雷"),
      ("李雷", 2, "…", "…"),
      ("Jose\u{301}", 4, "Jose\u{301}", "Jose\u{301}"),
      // Terminals do not agree on how wide these are.
      ("👨‍👩‍👧‍👦", 9, "👨", "👨"),
      ("🇩🇪", 9, "?", "?"),
      ("❤️", 9, "\u{2764}", "\u{2764}"),
      ("👍🏽", 9, "👍", "👍"),
      ("a\u{1B}[2Jb", 9, "a?[2Jb", "a?[2Jb"),
      ("a\r\nb", 9, "a?b", "a?b"),
      ("\u{202E}ab\u{200B}", 9, "ab", "ab"),
      // More marks than a terminal's library keeps.
      (
        "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", 9, "e\u{301}\u{302}\u{303}\u{304}",
        "e\u{301}\u{302}\u{303}\u{304}"
      ),
    ] as [(String, Int, String, String)])
  func `text is cut between characters, and holds none of which the width is in doubt`(
    _ text: String, limit: Int, fitted: String, tail: String
  ) {
    let ellipsis = CellText("…", width: cells)
    let text = CellText(text, width: cells)
    func string(_ text: CellText) -> String { String(text.glyphs.map(\.character)) }
    #expect(string(text.fitted(limit, ellipsis: ellipsis)) == fitted)
    #expect(string(text.fitted(limit, ellipsis: ellipsis, keepsEnd: true)) == tail)
  }
}
