internal import Glibc

/// Two numbers of a board that may be the score.
struct CandidatePair: Hashable, Sendable {
  /// The numbers in reading order: left and right, or above and below.
  let first: BoardNumber
  let second: BoardNumber
  /// What is weighed of them, in the order of ``PairFeature``.
  let features: [Double]

  var scores: [Int] { [first.score, second.score].compactMap(\.self) }
  /// How likely all digits were read right, where they are digits.
  var reading: Double { (first.digits + second.digits).reduce(1) { $0 * $1.likelihood } }
}

/// What is weighed of a pair; each is about 0 to 1 and mostly speaks against it.
enum PairFeature: String, CaseIterable, Sendable {
  /// How unlike in height the two are.
  case unlikeHeights
  /// How unlike in colour the two are.
  case unlikeColours
  /// How far they are from standing in a row.
  case outOfRow
  /// Whether they stand below each other.
  case inColumn
  /// How far they are from standing below each other, where they do.
  case outOfColumn
  /// How near they are to each other.
  case near
  /// How far apart they are.
  case far
  /// How far from the middle between them the clock is.
  case besideClock
  /// Whether there is no clock.
  case noClock
  /// How unsure all digits are together.
  case unsure
  /// How many other numbers are as high.
  case rivals
  /// How many numbers as high stand between them.
  case between
  /// How many of the two have one digit.
  case singles
  /// Whether one has more digits than the other.
  case unlikeLengths
  /// How unlike in colour the digits of one number are.
  case patchy
  /// How small the digits are in the photo.
  case tiny
  /// How many larger numbers there are.
  case larger
  /// Whether one has three digits.
  case hundreds
  /// How many of the two begin with a zero that says nothing.
  case zeros
  /// Whether together they may be a time whose colon was not seen.
  case likeTime
  /// How far apart the digits of one of them are.
  case strained
  /// How sure a digit or mark is that was left out of one of them.
  case leftOut
  /// How unlike the spaces between their digits are.
  case unlikePitches
  /// How unlike in height the digits of one of them are.
  case uneven
}

/// Weighs the pairs of a board.
struct PairFinder {
  private let grouping: Grouping
  private let colours: [Detection: SIMD3<Double>]
  private let candidates: [BoardNumber]
  /// Of what may be a score instead, the likeliest.
  private let alternatives: [BoardNumber]
  private let clock: BoardNumber?
  /// The most numbers that are paired: those that are high and certain.
  private static let mostNumbers = 20
  private static let mostAlternatives = 24
  /// How sure what is left out of both may be.
  private static let mostLeftOut = 0.8

  init(_ grouping: Grouping, in photo: Raster) {
    self.grouping = grouping
    candidates = Self.chosen(grouping.numbers, Self.mostNumbers)
    alternatives = Self.chosen(grouping.alternatives, Self.mostAlternatives)
    clock = grouping.clock
    let digits = (candidates + alternatives).flatMap(\.digits)
    colours = Dictionary(
      Set(digits).map { ($0, photo.ink(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Those numbers that may be a score and are high and certain.
  private static func chosen(_ numbers: [BoardNumber], _ most: Int) -> [BoardNumber] {
    Array(
      numbers.filter { $0.score != nil }
        .sorted { $0.certainty * $0.height > $1.certainty * $1.height }.prefix(most))
  }

  /// The pairs that are worth weighing.
  var pairs: [CandidatePair] {
    let all = candidates + alternatives
    return all.indices.flatMap { index in all[..<index].compactMap { pair(all[index], $0) } }
  }

  private func pair(_ one: BoardNumber, _ other: BoardNumber) -> CandidatePair? {
    // Two that both lack a sure digit are hardly a score.
    guard abs(log(one.height / other.height)) < 0.7, !one.overlaps(other),
      min(one.leftOut, other.leftOut) < Self.mostLeftOut, !arePartsOfOne(one, other)
    else { return nil }
    let step = other.middle - one.middle
    let isColumn = abs(step.y) > abs(step.x)
    let isForward = isColumn ? step.y > 0 : step.x > 0
    let (first, second) = isForward ? (one, other) : (other, one)
    return CandidatePair(
      first: first, second: second,
      features: PairFeature.allCases.map { value(of: $0, first, second, isColumn: isColumn) })
  }

  /// Whether both are parts of one number, as "2" and "4" are of "24".
  private func arePartsOfOne(_ one: BoardNumber, _ other: BoardNumber) -> Bool {
    min(one.leftOut, other.leftOut) > 0 && one.isInRow(with: other)
      && one.gap(to: other) < max(one.height, other.height)
  }

  private func value(
    of feature: PairFeature, _ first: BoardNumber, _ second: BoardNumber, isColumn: Bool
  ) -> Double {
    let both = [first, second]
    let height = (first.height + second.height) / 2
    let step = second.middle - first.middle
    let distance = (step * step).sum().squareRoot()
    let others = candidates.filter { !$0.overlaps(first) && !$0.overlaps(second) }
    switch feature {
    case .unlikeHeights: return abs(log(first.height / second.height))
    case .unlikeColours: return min(difference(colour(of: first), colour(of: second)), 0.4)
    case .outOfRow: return isColumn ? 0 : min(abs(step.y) / max(step.x, height), 1)
    case .inColumn: return isColumn ? 1 : 0
    case .outOfColumn:
      let edges = [
        second.edges.lowerBound - first.edges.lowerBound,
        second.edges.upperBound - first.edges.upperBound, step.x,
      ]
      return isColumn ? min((edges.map(abs).min() ?? 0) / max(step.y, height), 1) : 0
    case .near:
      return isColumn
        ? max(1.6 - step.y / height, 0) : max(1 - first.gap(to: second) / height / 1.5, 0)
    case .far: return min(max(log(distance / height / 4), 0), 1.5)
    case .besideClock: return clock.map { aside($0.middle, first, second, isColumn) } ?? 0
    case .noClock: return clock == nil ? 1 : 0
    case .unsure:
      return min(both.flatMap(\.digits).map { doubt($0.certainty) }.reduce(0, +) / 4, 2)
    case .rivals: return min(sum(others.filter { $0.height > 0.85 * height }) / 4, 1)
    case .between:
      let inner = others.filter { other in
        other.height > 0.8 * height && isBetween(other, first, second, isColumn)
      }
      return min(sum(inner) / 2, 1)
    case .singles: return Double(both.count { $0.digits.count == 1 }) / 2
    case .unlikeLengths: return first.digits.count == second.digits.count ? 0 : 1
    case .patchy: return both.map(patchiness).max() ?? 0
    case .tiny: return min(max(log(18 / min(first.height, second.height)), 0), 1)
    case .larger: return min(sum(others.filter { $0.height > 1.2 * height }) / 4, 1)
    case .hundreds: return both.contains { $0.digits.count == 3 } ? 1 : 0
    case .zeros: return Double(both.count { $0.digits.count > 1 && $0.text.hasPrefix("0") }) / 2
    case .likeTime: return !isColumn && isLikeTime(first, second) ? 1 : 0
    case .strained: return both.map { max($0.widest - 0.45, 0) }.max() ?? 0
    case .leftOut: return both.map(\.leftOut).max() ?? 0
    case .unlikePitches:
      guard let one = first.pitch, let other = second.pitch else { return 0 }
      return min(abs(log(one / other)), 1)
    case .uneven:
      return both.flatMap { number in
        number.digits.map { min(abs(log($0.height / number.height)), 0.5) }
      }.max() ?? 0
    }
  }

  /// How many numbers there are, each as far as it is certain.
  private func sum(_ numbers: [BoardNumber]) -> Double { numbers.reduce(0) { $0 + $1.certainty } }

  /// Whether two numbers may be minutes and seconds.
  private func isLikeTime(_ first: BoardNumber, _ second: BoardNumber) -> Bool {
    first.digits.count <= 2 && second.digits.count == 2 && (second.score ?? 60) < 60
      && first.gap(to: second) < 1.5 * max(first.height, second.height)
  }

  /// How far a point is from the middle between two numbers, of half their distance.
  private func aside(
    _ point: SIMD2<Double>, _ first: BoardNumber, _ second: BoardNumber, _ isColumn: Bool
  ) -> Double {
    guard !isColumn else { return 0 }
    let span = max(second.middle.x - first.middle.x, 1)
    return min(abs(2 * point.x - first.middle.x - second.middle.x) / span, 2)
  }

  private func isBetween(
    _ other: BoardNumber, _ first: BoardNumber, _ second: BoardNumber, _ isColumn: Bool
  ) -> Bool {
    let (from, to, at) = (first.middle, second.middle, other.middle)
    return isColumn
      ? from.y < at.y && at.y < to.y && abs(at.x - (from.x + to.x) / 2) < 2 * other.height
      : from.x < at.x && at.x < to.x && other.isInRow(with: first)
  }

  /// A confidence as a doubt: 0 where it is certain, 1 where it is even.
  private func doubt(_ certainty: Double) -> Double {
    min(log2(1 / max(certainty, 0.1)), 2)
  }

  private func colour(of number: BoardNumber) -> SIMD3<Double> {
    number.digits.reduce(SIMD3.zero) { $0 + (colours[$1] ?? .zero) } / Double(number.digits.count)
  }

  private func patchiness(_ number: BoardNumber) -> Double {
    let mean = colour(of: number)
    return number.digits.map { difference(colours[$0] ?? mean, mean) }.max() ?? 0
  }

  /// How unlike two colours are, mostly in hue.
  private func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    let (first, second) = (one.sum() + 30, other.sum() + 30)
    let hue = one / first - other / second
    return min((hue * hue).sum().squareRoot() * 2 + abs(log(first / second)) / 4, 1.5)
  }
}

extension Grouping {
  /// The highest time.
  var clock: BoardNumber? {
    numbers.filter(\.isClock).max { $0.height < $1.height }
  }
}

extension Raster {
  /// The mean colour of what is lit or inked of a digit: what differs most from what is about it.
  func ink(of digit: Detection) -> SIMD3<Double> {
    let pixels = box(digit, scale: 1)
    let ground = Self.median(box(digit, scale: 1.3).filter { !$0.isInner }.map(\.colour))
    let unlike = pixels.map { pixel -> (distance: Float, colour: SIMD3<Float>) in
      let step = pixel.colour - ground
      return ((step * step).sum(), pixel.colour)
    }.sorted { $0.distance > $1.distance }
    let inked = unlike.prefix(max(unlike.count / 5, 1)).map(\.colour)
    let sum = inked.reduce(SIMD3<Float>.zero, +) / Float(max(inked.count, 1))
    return SIMD3(Double(sum.x), Double(sum.y), Double(sum.z))
  }

  /// At most 24 x 24 pixels of a digit's box made larger, and whether each is in the box itself.
  private func box(
    _ digit: Detection, scale: Double
  ) -> [(colour: SIMD3<Float>, isInner: Bool)] {
    let steps = 24
    return (0..<steps * steps).compactMap { index in
      let along = (Double(index % steps) + 0.5) / Double(steps) - 0.5
      let down = (Double(index / steps) + 0.5) / Double(steps) - 0.5
      let column = Int(digit.middle.x + along * scale * digit.width)
      let row = Int(digit.middle.y + down * scale * digit.height)
      guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
      return (self[column, row], max(abs(along), abs(down)) * scale < 0.5)
    }
  }

  private static func median(_ colours: [SIMD3<Float>]) -> SIMD3<Float> {
    guard !colours.isEmpty else { return .zero }
    let middle = colours.count / 2
    return SIMD3(
      colours.map(\.x).sorted()[middle], colours.map(\.y).sorted()[middle],
      colours.map(\.z).sorted()[middle])
  }
}
