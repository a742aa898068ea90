import Testing

@testable import Scoreboards

@Suite struct `Digits at one place` {
  private func digit(
    _ value: Int, _ x: Double, _ y: Double = 100, height: Double = 40, sure confidence: Double = 0.9
  ) -> Detection {
    Detection(
      symbol: .digit(value), middle: SIMD2(x, y), width: 0.6 * height, height: height,
      confidence: confidence)
  }

  @Test func `of one place the likeliest is kept, with its rival`() throws {
    let kept = DigitDetector.distinct([
      digit(5, 101, sure: 0.3), digit(6, 100), digit(6, 102, sure: 0.5),
    ])
    #expect(kept.map(\.symbol) == [.digit(6)])
    #expect(kept.map(\.rival) == [0.3])
  }

  @Test func `what is seen of two digits together is none`() {
    let (first, second) = (digit(3, 100), digit(5, 128))
    let between = digit(8, 114, height: 42, sure: 0.6)
    #expect(DigitDetector.distinct([first, between]) == [first, between])
    #expect(DigitDetector.distinct([first, between, second]) == [first, second])
    let around = digit(9, 114, height: 90, sure: 0.6)
    #expect(DigitDetector.distinct([first, around, second]) == [first, second])
  }

  @Test func `a page full of digits is no board, and takes no longer`() {
    let many = (0..<9000).map { digit($0 % 10, Double($0 % 100 * 30), Double($0 / 100 * 50)) }
    #expect(DigitDetector.distinct(many).count == 300)
  }

  @Test func `what the side of a part may cut off is not whole`() {
    let part = Raster(width: 200, height: 100, bytes: [UInt8](repeating: 0, count: 60_000))
    #expect(digit(4, 100, 50).isWhole(in: part))
    for (x, y) in [(13.0, 50.0), (187, 50), (100, 21), (100, 79)] {
      #expect(!digit(4, x, y).isWhole(in: part))
    }
  }

  @Test func `a digit within a digit is none`() {
    let large = digit(0, 100, height: 200)
    #expect(DigitDetector.distinct([digit(1, 140, 130, height: 30, sure: 0.5), large]) == [large])
  }

  @Test func `digits of a board that is turned overlap somewhat, and are both kept`() {
    let digits = [digit(3, 100), digit(5, 118, 108)]
    #expect(DigitDetector.distinct(digits).count == 2)
    // A colon is within nothing.
    let colon = Detection(
      symbol: .colon, middle: SIMD2(109, 104), width: 8, height: 20, confidence: 0.8)
    #expect(DigitDetector.distinct(digits + [colon]).count == 3)
  }

  @Test func `a closer look is worth it where most digits are small`() {
    let photo = Raster(width: 1200, height: 800, bytes: [UInt8](repeating: 0, count: 2_880_000))
    let small = [digit(1, 700, height: 9), digit(2, 720, height: 9), digit(3, 740, height: 9)]
    #expect(DigitDetector.closeLook(at: small, in: photo) == SIMD2(464, 0))
    #expect(DigitDetector.closeLook(at: [small[0]], in: photo) == nil)
    let large = (0..<4).map { digit($0, 100 + 30 * Double($0)) }
    #expect(DigitDetector.closeLook(at: small + large, in: photo) == nil)
    let corner = [digit(1, 1190, 790, height: 9), digit(2, 1180, 790, height: 9)]
    #expect(DigitDetector.closeLook(at: corner, in: photo) == SIMD2(688, 480))
  }

  @Test func `a part of a picture is its pixels`() {
    let picture = Raster(width: 4, height: 3, bytes: (0..<36).map { UInt8($0) })
    #expect(
      picture.part(at: SIMD2(2, 1), SIMD2(5, 1))
        == Raster(width: 2, height: 1, bytes: [18, 19, 20, 21, 22, 23]))
  }
}
