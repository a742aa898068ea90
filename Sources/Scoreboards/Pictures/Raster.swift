/// A picture: red, green and blue of each pixel, row by row from the top.
package struct Raster: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Three bytes a pixel.
  package private(set) var bytes: [UInt8]

  /// Takes the bytes of a picture; there must be three for each pixel.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0 && bytes.count == 3 * width * height, "no such picture")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// How many pixels there are.
  var area: Int { width * height }

  /// Red, green and blue of a pixel; all three from 0 to 255.
  subscript(column: Int, row: Int) -> SIMD3<Float> {
    let place = 3 * (row * width + column)
    return SIMD3(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]))
  }

  /// Returns the picture in which each pixel is what `source` says of its column and row.
  private func rearranged(
    width: Int, height: Int, _ source: (_ column: Int, _ row: Int) -> Int
  ) -> Raster {
    var result = [UInt8](repeating: 0, count: bytes.count)
    var place = 0
    for row in 0..<height {
      for column in 0..<width {
        let from = 3 * source(column, row)
        for channel in 0..<3 { result[place + channel] = bytes[from + channel] }
        place += 3
      }
    }
    return Raster(width: width, height: height, bytes: result)
  }

  /// Returns the picture upright: turned and mirrored as an orientation of EXIF, 1 to 8, asks.
  func upright(_ orientation: Int) -> Raster {
    let (right, bottom, across) = (width - 1, height - 1, width)
    return switch orientation {
    case 2: rearranged(width: width, height: height) { $1 * across + right - $0 }
    case 3: rearranged(width: width, height: height) { (bottom - $1) * across + right - $0 }
    case 4: rearranged(width: width, height: height) { (bottom - $1) * across + $0 }
    case 5: rearranged(width: height, height: width) { $0 * across + $1 }
    case 6: rearranged(width: height, height: width) { (bottom - $0) * across + $1 }
    case 7: rearranged(width: height, height: width) { (bottom - $0) * across + right - $1 }
    case 8: rearranged(width: height, height: width) { $0 * across + right - $1 }
    default: self
    }
  }

  /// Returns the part of at most a size that begins at a column and row.
  func part(at corner: SIMD2<Int>, _ size: SIMD2<Int>) -> Raster {
    let end = SIMD2(min(corner.x + size.x, width), min(corner.y + size.y, height))
    let rows = (corner.y..<end.y).map { 3 * ($0 * width + corner.x)..<3 * ($0 * width + end.x) }
    return Raster(
      width: end.x - corner.x, height: end.y - corner.y, bytes: rows.flatMap { bytes[$0] })
  }

  /// Returns the picture with at most so many pixels: each is the mean of those that it stands for.
  func reduced(toArea most: Int) -> Raster {
    guard area > most else { return self }
    let scale = (Double(most) / Double(area)).squareRoot()
    let (wide, high) = (max(Int(Double(width) * scale), 1), max(Int(Double(height) * scale), 1))
    // Half the size is by far the commonest, and its means are of whole pixels.
    return area >= 4 * most ? halved.reduced(toArea: most) : resampled(width: wide, height: high)
  }

  /// Returns the picture at half its size, rounded down.
  var halved: Raster {
    guard width > 1, height > 1 else { return self }
    let (wide, high) = (width / 2, height / 2)
    var result = [UInt8](repeating: 0, count: 3 * wide * high)
    var place = 0
    for row in 0..<high {
      let (above, below) = (3 * width * 2 * row, 3 * width * (2 * row + 1))
      for column in 0..<wide {
        for channel in 6 * column..<6 * column + 3 {
          let sum =
            UInt16(bytes[above + channel]) + UInt16(bytes[above + channel + 3])
            + UInt16(bytes[below + channel]) + UInt16(bytes[below + channel + 3])
          result[place] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
          place += 1
        }
      }
    }
    return Raster(width: wide, height: high, bytes: result)
  }

  /// Returns the picture at twice its size, interpolated between pixels.
  var doubled: Raster { resampled(width: 2 * width, height: 2 * height) }

  /// Returns the picture at another size: means over what a pixel covers, or between the two nearest.
  private func resampled(width wide: Int, height high: Int) -> Raster {
    let columns = Self.taps(from: width, to: wide)
    let rows = Self.taps(from: height, to: high)
    var result = [UInt8](repeating: 0, count: 3 * wide * high)
    var line = [Float](repeating: 0, count: 3 * width)
    var place = 0
    for taps in rows {
      for index in line.indices { line[index] = 0 }
      for tap in taps {
        let start = 3 * width * tap.index
        for index in line.indices { line[index] += tap.weight * Float(bytes[start + index]) }
      }
      for taps in columns {
        for channel in 0..<3 {
          var sum: Float = 0.5
          for tap in taps { sum += tap.weight * line[3 * tap.index + channel] }
          result[place] = UInt8(min(sum, 255))
          place += 1
        }
      }
    }
    return Raster(width: wide, height: high, bytes: result)
  }

  /// For each pixel of a row of another length those that it is made of, with weights that sum to 1.
  private static func taps(from old: Int, to new: Int) -> [[(index: Int, weight: Float)]] {
    let step = Double(old) / Double(new)
    let reach = max(step, 1)
    return (0..<new).map { index in
      let middle = (Double(index) + 0.5) * step - 0.5
      let first = max(Int((middle - reach).rounded(.up)), 0)
      let last = min(Int((middle + reach).rounded(.down)), old - 1)
      let weights = (first...max(first, last)).map { source in
        (index: min(source, old - 1), weight: Float(reach - abs(Double(source) - middle)))
      }
      let sum = weights.reduce(0) { $0 + $1.weight }
      guard sum > 0 else { return [(index: min(max(Int(middle), 0), old - 1), weight: 1)] }
      return weights.map { ($0.index, $0.weight / sum) }
    }
  }
}
