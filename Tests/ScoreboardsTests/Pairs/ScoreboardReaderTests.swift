import TestSupport
import Testing

@testable import Scoreboards

@Suite struct `Reading a board` {
  private let reader: ScoreboardReader

  init() throws { reader = try ScoreboardReader() }

  private func read(_ board: DrawnBoard) -> BoardReading { reader.read(Photo(board.raster)) }

  @Test(arguments: [("72", "65"), ("38", "104"), ("90", "43")])
  func `a gymnasium's board is read with its clock`(home: String, guest: String) throws {
    let reading = read(.gymnasium(home, guest, clock: "5:28"))
    let scores = try [#require(Int(home)), #require(Int(guest))]
    #expect(reading.scores == scores)
    #expect(reading.pairs.first == scores)
    #expect(reading.clock == "5:28")
    #expect(reading.confidence > 0.5)
  }

  @Test func `a zero before a number says nothing`() {
    #expect(read(.gymnasium("08", "65", clock: "5:28")).pairs.first == [8, 65])
  }

  @Test func `scores are in reading order, also below each other`() {
    var board = DrawnBoard(width: 400, height: 420)
    board.draw("58", at: (230, 60), height: 90, DrawnBoard.red)
    board.draw("94", at: (230, 250), height: 90, DrawnBoard.red)
    let pairs = read(board).pairs
    #expect(pairs.first == [58, 94])
    #expect(!pairs.contains([94, 58]))
  }

  @Test func `a time is no score, however large`() {
    var board = DrawnBoard()
    board.draw("12:47", at: (80, 60), height: 160, DrawnBoard.amber)
    let reading = read(board)
    #expect(reading == BoardReading(pairs: [], scores: nil, clock: "12:47", confidence: 0))
  }

  @Test func `one number is no score`() {
    var board = DrawnBoard()
    board.draw("24", at: (200, 100), height: 180, DrawnBoard.red)
    #expect(read(board) == BoardReading(pairs: [], scores: nil, clock: nil, confidence: 0))
  }

  @Test func `two numbers of unlike height are not offered`() {
    var board = DrawnBoard()
    board.draw("63", at: (60, 60), height: 200, DrawnBoard.red)
    board.draw("24", at: (480, 200), height: 70, DrawnBoard.amber)
    #expect(read(board).scores == nil)
  }

  @Test func `small digits of a large photo are looked at closely`() {
    var board = DrawnBoard(width: 1400, height: 900)
    board.draw("72", at: (900, 640), height: 8, DrawnBoard.red)
    board.draw("65", at: (960, 640), height: 8, DrawnBoard.red)
    board.draw("5:28", at: (925, 620), height: 8, DrawnBoard.amber)
    #expect(read(board).pairs.first == [72, 65])
  }

  @Test func `an empty picture shows nothing`() {
    let nothing = BoardReading(pairs: [], scores: nil, clock: nil, confidence: 0)
    #expect(read(DrawnBoard(width: 24, height: 24)) == nothing)
    #expect(read(DrawnBoard()) == nothing)
    var noise = SeededNumbers(seed: 1)
    let bytes = (0..<3 * 200 * 100).map { _ in noise.byte() }
    let picture = Raster(width: 200, height: 100, bytes: bytes)
    #expect(reader.read(Photo(picture)).scores == nil)
  }

  @Test func `at most five pairs are listed, and the score is among them`() {
    var board = DrawnBoard.gymnasium("72", "65")
    for (index, text) in ["12", "34", "45", "56"].enumerated() {
      board.draw(text, at: (20 + 150 * index, 345), height: 50, DrawnBoard.amber)
    }
    let reading = read(board)
    #expect(reading.pairs.count <= 5)
    #expect(reading.pairs.first == [72, 65])
  }

  @Test func `a photo on its side is read upright`() throws {
    let block = EXIFFile(main: [(0x0112, .short(6))]).bytes
    let sideways = DrawnBoard.gymnasium("72", "65").raster.upright(8)
    let file = EXIFFile.insert(block, intoJPEG: try sideways.jpeg())
    #expect(try reader.read(Photo(bytes: file, name: "a")).pairs.first == [72, 65])
  }

  @Test func `a large photo and a small one show the same`() {
    for photo in [
      Photo(DrawnBoard.gymnasium("72", "65").raster.doubled.doubled),
      Photo(DrawnBoard.gymnasium("72", "65").raster.halved.halved),
    ] {
      #expect(reader.read(photo).pairs.first == [72, 65])
    }
  }
}

@Suite struct `Likelihoods of pairs` {
  @Test func `likelihoods of all pairs and of none are one together`() throws {
    let model = PairModel(
      weights: Dictionary(uniqueKeysWithValues: PairFeature.allCases.map { ($0.rawValue, -1) }),
      bias: 0, offered: 0.9)
    let number = BoardNumber(
      [
        (
          "",
          Detection(symbol: .digit(1), middle: .zero, width: 1, height: 1, confidence: 1)
        )
      ], in: BoardFrame(degrees: 0))
    let pairs = [0.0, 1.0].map { value in
      CandidatePair(
        first: number, second: number,
        features: PairFeature.allCases.enumerated().map { $0.offset == 0 ? value : 0 })
    }
    let ranked = model.ranked(pairs)
    let whole = 1 + 1 + 1 / 2.718_281_828
    #expect(ranked.map { $0.features[PairFeature.allCases[0].rawValue] } == [0, 1])
    #expect(abs(ranked[0].likelihood - 1 / whole) < 1e-6)
    #expect(abs(ranked[1].likelihood - (whole - 2) / whole) < 1e-6)
    #expect(model.ranked([]).isEmpty)
  }
}
