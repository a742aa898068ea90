package import Scoreboards

/// A board of lamps in seven segments, drawn pixel by pixel.
package struct DrawnBoard {
  package let width: Int
  package let height: Int
  package private(set) var bytes: [UInt8]

  /// The lamps of home and guest.
  package static let red: [UInt8] = [255, 60, 40]
  /// The lamps of the clock and of small numbers.
  package static let amber: [UInt8] = [255, 190, 40]

  package init(width: Int = 640, height: Int = 400, ground: [UInt8] = [18, 20, 24]) {
    self.width = width
    self.height = height
    bytes = (0..<width * height).flatMap { _ in ground }
  }

  package var raster: Raster { Raster(width: width, height: height, bytes: bytes) }

  /// A gymnasium's board: scores left and right, the clock above, period and fouls smaller.
  package static func gymnasium(_ home: String, _ guest: String, clock: String = "0:00")
    -> DrawnBoard
  {
    var board = DrawnBoard()
    board.draw(clock, at: (240, 40), height: 70, amber)
    board.draw(home, at: (70, 150), height: 80, red)
    board.draw("4", at: (310, 170), height: 48, amber)
    board.draw(guest, at: (450, 150), height: 80, red)
    board.draw("7", at: (110, 290), height: 50, amber)
    board.draw("9", at: (510, 290), height: 50, amber)
    return board
  }

  /// Draws a text of digits, ":" and "." from its upper left corner.
  package mutating func draw(
    _ text: String, at corner: (x: Int, y: Int), height: Int, _ ink: [UInt8]
  ) {
    var (x, y) = corner
    let (wide, thick) = (height * 11 / 20, max(height / 9, 2))
    for letter in text {
      guard let value = letter.wholeNumberValue else {
        let dots = letter == ":" ? [height / 3, 2 * height / 3] : [height - thick]
        for dot in dots { fill(x, y + dot, thick, thick, ink) }
        x += 3 * thick
        continue
      }
      for (index, segment) in Self.segments(wide, height, thick).enumerated()
      where Self.lit[value] & (1 << index) != 0 {
        fill(x + segment.x, y + segment.y, segment.width, segment.height, ink)
      }
      x += wide + height / 5
    }
    y += height
  }

  /// Fills a rectangle.
  package mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ ink: [UInt8]) {
    for row in y..<y + height {
      for column in x..<x + width {
        let place = 3 * (row * self.width + column)
        bytes.replaceSubrange(place..<place + 3, with: ink)
      }
    }
  }

  /// The segments a to g, clockwise from above, with g in the middle.
  private static func segments(
    _ wide: Int, _ high: Int, _ thick: Int
  ) -> [(x: Int, y: Int, width: Int, height: Int)] {
    let (half, edge) = (high / 2 - thick, thick / 3)
    let across = wide - 2 * edge
    return [
      (edge, 0, across, thick), (wide - thick, edge + thick / 2, thick, half),
      (wide - thick, high / 2 + thick / 2, thick, half), (edge, high - thick, across, thick),
      (0, high / 2 + thick / 2, thick, half), (0, edge + thick / 2, thick, half),
      (edge, high / 2 - thick / 2, across, thick),
    ]
  }

  /// Which segments are lit for each digit, the lowest bit for a.
  private static let lit = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]
}
