internal import Glibc

/// A sign of a scoreboard.
enum Symbol: Hashable, Sendable {
  case digit(Int)
  /// The two dots of a clock.
  case colon
  /// The dot before tenths of a second.
  case point

  /// The symbols in the order of the network's planes.
  static let all = (0..<10).map(Symbol.digit) + [.colon, .point]

  var isDigit: Bool {
    if case .digit = self { true } else { false }
  }
}

/// A symbol that was found in a picture; lengths are in pixels of the photo.
struct Detection: Hashable, Sendable {
  let symbol: Symbol
  /// The middle of its box, from the upper left corner of the picture.
  private(set) var middle: SIMD2<Double>
  let width: Double
  let height: Double
  /// How sure it is, 0 to 1.
  let confidence: Double
  /// How likely another symbol is at the same place.
  var rival = 0.0

  /// How sure it is that it is this symbol and no other.
  var certainty: Double { confidence * (1 - rival) }

  /// How likely it is read right if it is a digit: a logistic regression, fitted to digits of drawn boards.
  var likelihood: Double {
    let odds = log(max(confidence, 0.01) / max(1 - confidence, 0.01))
    return 1 / (1 + exp(0.67 - 2.97 * odds + 1.08 * log(rival + 0.05) - 0.24 * log(height / 16)))
  }

  /// Whether nothing of it may be cut off by the picture's sides.
  func isWhole(in picture: Raster) -> Bool {
    let (across, down) = (width / 2 + 2, height / 2 + 2)
    return middle.x > across && middle.x < Double(picture.width) - across && middle.y > down
      && middle.y < Double(picture.height) - down
  }

  /// Returns the same elsewhere.
  func moved(by step: SIMD2<Double>) -> Detection {
    var moved = self
    moved.middle += step
    return moved
  }

  /// Whether both are of one place of the picture, so that only one of them can be right.
  func isRival(of other: Detection) -> Bool {
    guard symbol.isDigit == other.symbol.isDigit else { return false }
    let distance = middle - other.middle
    let size = symbol.isDigit ? min(height, other.height) : max(height, other.height) / 2
    return abs(distance.x) < 0.3 * size && abs(distance.y) < 0.45 * max(size, 1)
  }

  /// The area that two digits share, of the smaller one's: little on a board, but a number that is seen from
  /// afar looks like one digit.
  func overlap(with other: Detection) -> Double {
    guard symbol.isDigit, other.symbol.isDigit else { return 0 }
    let distance = middle - other.middle
    let across = (width + other.width) / 2 - abs(distance.x)
    let down = (height + other.height) / 2 - abs(distance.y)
    guard across > 0, down > 0 else { return 0 }
    let shared = min(across, width, other.width) * min(down, height, other.height)
    return shared / min(width * height, other.width * other.height)
  }
}

/// Finds the symbols in photos.
struct DigitDetector: Hashable, Sendable {
  private let network: DigitNetwork

  init(network: DigitNetwork) { self.network = network }

  /// What is less likely is not looked at.
  private static let leastConfidence = 0.08
  /// How much of a digit others that are likelier may share.
  private static let mostOverlap = 0.45
  /// The likeliest of what is found, and of what is kept of it, that a board has at most; more would take too long.
  private static let (mostFound, mostKept) = (2000, 300)
  /// How high a digit may be at the level at which it is found, in pixels.
  private static let heights = 7.0...32.0
  /// Photos of at most so many pixels are looked at in twice their size too.
  private static let mostDoubled = 500_000
  /// The width and height of the part of a larger photo that is looked at in twice its size.
  private static let closePart = SIMD2(512, 320)
  /// Digits of fewer pixels are small.
  private static let smallHeight = 16.0

  /// Finds the symbols at every size, the likeliest first.
  func detections(in photo: Raster) -> [Detection] { Self.distinct(all(in: photo)) }

  /// Finds the symbols at every size, some of them several times.
  private func all(in photo: Raster) -> [Detection] {
    var found: [Detection] = []
    if photo.area <= Self.mostDoubled { found += detections(in: photo.doubled, scale: 0.5) }
    var (level, scale) = (photo, 1.0)
    while min(level.width, level.height) >= Photo.leastSide {
      found += detections(in: level, scale: scale)
      (level, scale) = (level.halved, scale * 2)
    }
    guard photo.area > Self.mostDoubled, let corner = Self.closeLook(at: found, in: photo) else {
      return found
    }
    let part = photo.part(at: corner, Self.closePart)
    return found
      + detections(in: part.doubled, scale: 0.5).filter { $0.isWhole(in: part) }.map {
        $0.moved(by: SIMD2(Double(corner.x), Double(corner.y)))
      }
  }

  /// Where a part of the photo begins that is worth a closer look: about the middle of the small digits,
  /// unless more is found of larger ones.
  static func closeLook(at found: [Detection], in photo: Raster) -> SIMD2<Int>? {
    let digits = found.filter { $0.symbol.isDigit && $0.confidence > 0.3 }
    let small = digits.filter { $0.height < smallHeight }
    let sum = { (digits: [Detection]) in digits.reduce(0) { $0 + $1.confidence } }
    guard small.count > 1, 2 * sum(small) > sum(digits) else { return nil }
    let middle = SIMD2(
      small.map(\.middle.x).sorted()[small.count / 2],
      small.map(\.middle.y).sorted()[small.count / 2])
    return SIMD2(
      max(min(Int(middle.x) - closePart.x / 2, photo.width - closePart.x), 0),
      max(min(Int(middle.y) - closePart.y / 2, photo.height - closePart.y), 0))
  }

  /// Keeps the likeliest of those at one place, with the likeliest other symbol there.
  static func distinct(_ found: [Detection]) -> [Detection] {
    var kept: [Detection] = []
    for next in found.sorted(by: { $0.confidence > $1.confidence }).prefix(mostFound)
    where kept.count < mostKept {
      guard let place = kept.firstIndex(where: { $0.isRival(of: next) }) else {
        let shared = kept.reduce(0) { $0 + $1.overlap(with: next) }
        if shared < mostOverlap { kept.append(next) }
        continue
      }
      if kept[place].symbol != next.symbol {
        kept[place].rival = max(kept[place].rival, next.confidence)
      }
    }
    return kept
  }

  /// Finds the symbols of one level, whose pixels are `scale` of the photo's.
  private func detections(in level: Raster, scale: Double) -> [Detection] {
    let output = network.output(of: Planes(level))
    let cells = Cells(output)
    return cells.peaks(least: Self.leastConfidence).compactMap { cell -> Detection? in
      // Bounded: where no digit is, the network may say anything of its sides.
      let length = { 16 * exp(min(max(Double(output[$0, cell.row, cell.column]), -4), 4)) }
      let height = length(14)
      guard !cell.symbol.isDigit || Self.heights.contains(height) else { return nil }
      let side = Double(DigitNetwork.stride)
      let x = (Double(cell.column) + 0.5 + Double(output[12, cell.row, cell.column])) * side
      let y = (Double(cell.row) + 0.5 + Double(output[13, cell.row, cell.column])) * side
      guard x >= 0, y >= 0, x < Double(level.width), y < Double(level.height) else { return nil }
      return Detection(
        symbol: cell.symbol, middle: SIMD2(x, y) * scale,
        width: length(15) * scale,
        height: height * scale, confidence: cell.confidence)
    }
  }
}

extension Planes {
  /// The colours of a picture as the network reads them, with zeros to the right and below.
  init(_ picture: Raster) {
    let unit = DigitNetwork.unit
    self.init(
      count: DigitNetwork.colors, height: (picture.height + unit - 1) / unit * unit,
      width: (picture.width + unit - 1) / unit * unit)
    for row in 0..<picture.height {
      var place = 3 * row * picture.width
      for column in row * width..<row * width + picture.width {
        for plane in 0..<DigitNetwork.colors {
          values[plane * area + column] = Float(picture.bytes[place]) / 255 - 0.5
          place += 1
        }
      }
    }
  }
}

/// The likeliest symbol of each place of the network's output.
private struct Cells {
  struct Peak {
    let column: Int
    let row: Int
    let symbol: Symbol
    let confidence: Double
  }

  private let best: [Int8]
  private let logits: [Float]
  private let width: Int
  private let height: Int

  init(_ output: Planes) {
    (width, height) = (output.width, output.height)
    var logits = Array(output.values[..<output.area])
    var best = [Int8](repeating: 0, count: output.area)
    for symbol in 1..<Symbol.all.count {
      let start = symbol * output.area
      for cell in logits.indices where output.values[start + cell] > logits[cell] {
        logits[cell] = output.values[start + cell]
        best[cell] = Int8(symbol)
      }
    }
    (self.logits, self.best) = (logits, best)
  }

  /// The places that are likelier than those about them of the same symbol.
  func peaks(least confidence: Double) -> [Peak] {
    let least = Float(log(confidence / (1 - confidence)))
    var peaks: [Peak] = []
    for row in 0..<height {
      for column in 0..<width where logits[row * width + column] >= least {
        guard isPeak(column, row) else { continue }
        let cell = row * width + column
        peaks.append(
          Peak(
            column: column, row: row, symbol: Symbol.all[Int(best[cell])],
            confidence: 1 / (1 + exp(-Double(logits[cell])))))
      }
    }
    return peaks
  }

  private func isPeak(_ column: Int, _ row: Int) -> Bool {
    let cell = row * width + column
    for otherRow in max(row - 1, 0)...min(row + 1, height - 1) {
      for otherColumn in max(column - 1, 0)...min(column + 1, width - 1) {
        let other = otherRow * width + otherColumn
        // Of equals the first is the peak.
        guard best[other] == best[cell], other != cell else { continue }
        if logits[other] > logits[cell] || logits[other] == logits[cell] && other < cell {
          return false
        }
      }
    }
    return true
  }
}
