internal import Glibc

/// Digits beside each other on a board, with the dots between them; lengths are of the board's frame.
struct BoardNumber: Hashable, Sendable {
  /// The digits from left to right, as they were found in the photo.
  let digits: [Detection]
  /// What stands there, as in "72" or "5:18".
  let text: String
  /// The middle of the digits.
  let middle: SIMD2<Double>
  /// From the left edge of the first digit to the right edge of the last.
  let edges: ClosedRange<Double>
  /// The height of a digit.
  let height: Double
  /// The widest space between two of the digits, in heights.
  let widest: Double
  /// How sure a digit or mark is that stands there too and was left out.
  let leftOut: Double

  /// Takes digits from left to right, each with what stands before it.
  init(
    _ parts: [(mark: String, digit: Detection)], in frame: BoardFrame, widest: Double = 0,
    without leftOut: Double = 0
  ) {
    (self.widest, self.leftOut) = (widest, leftOut)
    precondition(!parts.isEmpty, "a number has digits")
    digits = parts.map(\.digit)
    text = parts.map { part in
      guard case .digit(let value) = part.digit.symbol else { return part.mark }
      return part.mark + String(value)
    }.joined()
    let places = digits.map { frame.place($0.middle) }
    let lefts = zip(places, digits).map { $0.x - $1.width / 2 }
    let rights = zip(places, digits).map { $0.x + $1.width / 2 }
    let (left, right) = (lefts.min() ?? 0, rights.max() ?? 0)
    edges = min(left, right)...max(left, right)
    middle = SIMD2(
      (left + right) / 2, places.reduce(0) { $0 + $1.y } / Double(places.count))
    height = digits.map(\.height).sorted()[digits.count / 2]
  }

  /// Whether it is a time.
  var isClock: Bool { !text.allSatisfy(\.isWholeNumber) }

  /// What a board shows of a team.
  static let scores = 0...200

  /// The value; nil for a time, and for what no team scores.
  var score: Int? {
    guard digits.count <= 3, let value = Int(text), Self.scores.contains(value) else {
      return nil
    }
    return value
  }

  /// How sure the least sure of its digits is.
  var certainty: Double { digits.map(\.certainty).min() ?? 0 }

  /// How far its digits are from each other, from middle to middle, in heights; nil of one digit.
  var pitch: Double? {
    guard let first = digits.first, let last = digits.last, digits.count > 1 else { return nil }
    let step = last.middle - first.middle
    return (step * step).sum().squareRoot() / Double(digits.count - 1) / height
  }

  /// Whether it has a digit of another.
  func overlaps(_ other: BoardNumber) -> Bool { digits.contains(where: other.digits.contains) }

  /// How far it is from another along the row, from edge to edge; negative where they overlap.
  func gap(to other: BoardNumber) -> Double {
    max(other.edges.lowerBound - edges.upperBound, edges.lowerBound - other.edges.upperBound)
  }

  /// Whether another stands in the same row, or nearly.
  func isInRow(with other: BoardNumber) -> Bool {
    abs(middle.y - other.middle.y)
      < 0.4 * max(height, other.height) + 0.1 * abs(middle.x - other.middle.x)
  }
}
