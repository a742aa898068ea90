import Testing

@testable import Scoreboards

@Suite struct `Digits as numbers` {
  /// Finds a text's symbols in a row that begins at a point, each digit 0.6 of its height wide.
  private func row(
    _ text: String, x: Double, y: Double, height: Double = 20, slope: Double = 0,
    confidence: Double = 0.95
  ) -> [Detection] {
    var (x, found) = (x, [Detection]())
    for letter in text {
      let symbol: Symbol? =
        letter == ":"
        ? .colon : letter == "." ? .point : letter.wholeNumberValue.map { .digit($0) }
      let step = symbol?.isDigit == false ? 0.4 : 0.8
      if let symbol {
        let isPoint = symbol == .point
        found.append(
          Detection(
            symbol: symbol,
            middle: SIMD2(x + step / 2 * height, y + slope * x + (isPoint ? 0.45 * height : 0)),
            width: (symbol.isDigit ? 0.6 : 0.15) * height,
            height: (symbol.isDigit ? 1 : isPoint ? 0.15 : 0.5) * height, confidence: confidence))
      }
      x += step * height
    }
    return found
  }

  private func texts(_ found: [Detection]) -> [String] {
    Grouping(found).numbers.sorted { $0.middle.x < $1.middle.x }.map(\.text)
  }

  @Test(arguments: [-0.35, -0.2, 0, 0.15, 0.3])
  func `digits beside each other are a number, however the board is turned`(slope: Double) {
    let found =
      row("72", x: 20, y: 100, slope: slope) + row("5:18", x: 100, y: 100, slope: slope)
      + row("105", x: 220, y: 100, slope: slope)
    #expect(texts(found) == ["72", "5:18", "105"])
  }

  @Test func `a number with a colon or point is a time, and no score`() {
    for text in ["5:18", "00.0", "0:00", "12:34.5", "9.7"] {
      let numbers = Grouping(row(text, x: 20, y: 50)).numbers
      #expect(numbers.map(\.text) == [text])
      #expect(numbers.allSatisfy { $0.isClock && $0.score == nil })
    }
    #expect(Grouping(row(":47", x: 20, y: 50)).clock?.text == ":47")
  }

  @Test func `numbers above 200 and long ones are no score`() {
    let scores = ["0", "7", "07", "200", "201", "1453", "999"].map { text in
      Grouping(row(text, x: 20, y: 50)).numbers.first?.score
    }
    #expect(scores == [0, 7, 7, 200, nil, nil, nil])
  }

  @Test func `digits of unlike height, or apart, are of different numbers`() {
    #expect(texts(row("7", x: 20, y: 50) + row("2", x: 40, y: 50, height: 12)) == ["7", "2"])
    #expect(texts(row("7", x: 20, y: 50) + row("2", x: 56, y: 50)) == ["7", "2"])
    #expect(texts(row("7", x: 20, y: 50) + row("2", x: 36, y: 62)) == ["7", "2"])
  }

  @Test func `a one is narrow, and lit at the right of its place`() {
    var found = row("61", x: 20, y: 50)
    found[1] = Detection(
      symbol: .digit(1), middle: found[1].middle + SIMD2(5, 0), width: 3, height: 20,
      confidence: 0.9)
    #expect(texts(found) == ["61"])
  }

  @Test func `a digit that is hardly likely is not counted`() {
    let found = row("72", x: 20, y: 50) + row("1", x: 4, y: 50, confidence: 0.2)
    #expect(texts(found) == ["72"])
    #expect(Grouping(found).alternatives.map(\.text) == ["172"])
  }

  /// What a text's digits may be as well.
  private func alternatives(_ found: [Detection]) -> Set<String> {
    Set(Grouping(found).alternatives.map(\.text))
  }

  @Test func `digits that stand apart may be a number all the same`() {
    let found = row("7", x: 20, y: 50) + row("2", x: 54, y: 50)
    #expect(texts(found) == ["7", "2"])
    #expect(alternatives(found) == ["72"])
    #expect(alternatives(row("7", x: 20, y: 50) + row("2", x: 90, y: 50)).isEmpty)
    #expect(alternatives(row("7", x: 20, y: 50) + row("2", x: 54, y: 50, height: 12)).isEmpty)
  }

  @Test func `a letter beside a number may be none of its digits`() {
    #expect(alternatives(row("172", x: 20, y: 50)) == ["17", "72"])
  }

  @Test func `places that are not lit may be none of a number's digits`() {
    let unlit = row("88", x: 20, y: 50, confidence: 0.6)
    #expect(alternatives(unlit + row("9", x: 52, y: 50)).sorted() == ["88", "89", "9"])
    let other = row("88", x: 220, y: 50, confidence: 0.6) + row("4", x: 252, y: 50)
    #expect(pairs(unlit + row("9", x: 52, y: 50) + other).contains([9, 4]))
    // Of places that are surely lit, not of both.
    #expect(!pairs(row("889", x: 20, y: 50) + row("884", x: 220, y: 50)).contains([89, 84]))
    #expect(pairs(row("889", x: 20, y: 50) + other).contains([89, 84]))
    // Nor are two parts of one number.
    #expect(pairs(row("24", x: 20, y: 50, confidence: 0.6)).isEmpty)
  }

  private func pairs(_ found: [Detection]) -> [[Int]] {
    let raster = Raster(width: 320, height: 80, bytes: [UInt8](repeating: 0, count: 76_800))
    return PairFinder(Grouping(found), in: raster).pairs.map(\.scores)
  }

  @Test func `a colon between two digits may be none`() {
    let grouping = Grouping(row("7:2", x: 20, y: 50))
    #expect(grouping.numbers.map(\.text) == ["7:2"])
    #expect(grouping.alternatives.map(\.text) == ["72"])
    #expect(grouping.alternatives.allSatisfy { $0.leftOut > 0.9 })
  }

  @Test func `nothing found is no number`() {
    #expect(Grouping([]).numbers.isEmpty)
    #expect(Grouping([]).clock == nil)
    #expect(Grouping(row(":", x: 20, y: 50)).numbers.isEmpty)
  }
}
