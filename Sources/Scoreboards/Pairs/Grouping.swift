internal import Glibc

/// Digits made into numbers.
struct Grouping: Hashable, Sendable {
  let frame: BoardFrame
  /// Numbers and times.
  let numbers: [BoardNumber]
  /// Numbers that are other ways to join the same digits: farther apart, one fewer, without the dots, or with
  /// one that is doubtful.
  let alternatives: [BoardNumber]

  /// A digit that is less likely is doubtful.
  private static let leastDigit = 0.4
  /// A doubtful digit that is less likely belongs to no number.
  private static let leastDoubtful = 0.15
  /// What marks a time is looked for between digits alone, so that less is enough.
  private static let leastColon = 0.3
  private static let leastPoint = 0.5

  init(_ detections: [Detection]) {
    let digits = detections.filter { $0.symbol.isDigit && $0.confidence >= Self.leastDigit }
    frame = BoardFrame(digits)
    let marks = detections.filter { mark in
      mark.symbol == .colon && mark.confidence >= Self.leastColon
        || mark.symbol == .point && mark.confidence >= Self.leastPoint
    }
    let links = Links(digits, marks, frame)
    numbers = links.numbers
    alternatives = links.alternatives(
      with: detections.filter { digit in
        digit.symbol.isDigit
          && (Self.leastDoubtful..<Self.leastDigit).contains(digit.confidence)
      })
  }
}

/// Which digit stands right of which in one number.
private struct Links {
  private var digits: [Detection]
  private var places: [SIMD2<Double>]
  private let frame: BoardFrame
  /// The digit to the right of each, and what stands between.
  private var right: [Int?]
  private var marks: [String]
  /// How likely what stands between is.
  private var markConfidences: [Double]

  init(_ digits: [Detection], _ found: [Detection], _ frame: BoardFrame) {
    self.digits = digits
    self.frame = frame
    places = digits.map { frame.place($0.middle) }
    right = [Int?](repeating: nil, count: digits.count)
    marks = [String](repeating: "", count: digits.count)
    markConfidences = [Double](repeating: 0, count: digits.count)
    let nearest = digits.indices.map { index in neighbour(of: index, isRight: true) }
    for (index, other) in nearest.enumerated() {
      guard let other, neighbour(of: other, isRight: false) == index else { continue }
      right[index] = other
    }
    for mark in found { join(mark) }
    for chain in chains where chain.count > 3 && chain.allSatisfy({ marks[$0].isEmpty }) {
      split(chain)
    }
  }

  /// The empty space between two digits, in heights; a "1" may have much before it, where it is lit at
  /// the right of its place.
  private func gap(_ left: Int, _ right: Int) -> Double {
    let height = max(digits[left].height, digits[right].height)
    let space =
      places[right].x - places[left].x - (digits[left].width + digits[right].width) / 2
    return space / height - (digits[right].symbol == .digit(1) ? 0.25 : 0)
  }

  /// Whether two digits may be of one number, also of one that is wide and uneven.
  private func isNeighbour(_ left: Int, _ right: Int, loosely isLoose: Bool = false) -> Bool {
    let (first, second) = (digits[left], digits[right])
    let height = max(first.height, second.height)
    let step = places[right] - places[left]
    return step.x > 0.25 * height && abs(step.y) < 0.22 * height + 0.12 * step.x
      && isAlike(first, second, isLoose) && gap(left, right) < (isLoose ? 1.25 : 0.62)
  }

  /// Whether two digits are about as high; of a "1" an end is easily missed.
  private func isAlike(_ first: Detection, _ second: Detection, _ isLoose: Bool = false) -> Bool {
    let hasOne = [first.symbol, second.symbol].contains(.digit(1))
    return abs(log(first.height / second.height)) < (hasOne || isLoose ? 0.38 : 0.26)
  }

  private func neighbour(of index: Int, isRight: Bool) -> Int? {
    digits.indices.filter { isRight ? isNeighbour(index, $0) : isNeighbour($0, index) }
      .min { abs(places[$0].x - places[index].x) < abs(places[$1].x - places[index].x) }
  }

  /// Joins the digits left and right of a colon or point; a colon may have none to its left.
  private mutating func join(_ mark: Detection) {
    let place = frame.place(mark.middle)
    let near = digits.indices.filter { index in
      let step = (places[index] - place) / digits[index].height
      // A colon is at the middle of the digits, and a point at their feet.
      let down = mark.symbol == .colon ? -0.35...0.35 : -0.75 ... -0.2
      return down.contains(step.y) && abs(step.x) < 1.1
        && mark.height < 1.1 * digits[index].height
    }
    let left = near.filter { places[$0].x < place.x }.max { places[$0].x < places[$1].x }
    let after = near.filter { places[$0].x > place.x }.min { places[$0].x < places[$1].x }
    guard let after else { return }
    let text = mark.symbol == .colon ? ":" : "."
    guard let left else {
      if mark.symbol == .colon, !right.contains(after) {
        (marks[after], markConfidences[after]) = (text, mark.confidence)
      }
      return
    }
    guard isAlike(digits[left], digits[after]) else { return }
    // Nothing else is linked to either from this side.
    if let before = right.firstIndex(of: after) { right[before] = nil }
    right[left] = after
    (marks[after], markConfidences[after]) = (text, mark.confidence)
  }

  /// The digits of each number, from left to right.
  private var chains: [[Int]] {
    let inner = Set(right.compactMap(\.self))
    return digits.indices.filter { !inner.contains($0) }.map { first in
      var chain = [first]
      while let last = chain.last, let next = right[last], !chain.contains(next) {
        chain.append(next)
      }
      return chain
    }
  }

  /// Cuts what is too long for a number where the space is widest, if it is much wider than elsewhere.
  private mutating func split(_ chain: [Int]) {
    let gaps = zip(chain, chain.dropFirst()).map { (left: $0, gap: gap($0, $1)) }
    let sorted = gaps.sorted { $0.gap > $1.gap }
    guard sorted.count > 1, sorted[0].gap > sorted[1].gap + 0.12 else { return }
    right[sorted[0].left] = nil
  }

  var numbers: [BoardNumber] { chains.map { number($0, marks) } }

  private func number(_ chain: [Int], _ marks: [String], without cut: Double = 0) -> BoardNumber {
    let gaps = zip(chain, chain.dropFirst()).map { gap($0, $1) }
    return BoardNumber(
      chain.map { (mark: marks[$0], digit: digits[$0]) }, in: frame, widest: gaps.max() ?? 0,
      without: cut)
  }

  /// What else the digits may be, also with some that are doubtful.
  func alternatives(with doubtful: [Detection]) -> [BoardNumber] {
    var links = self
    links.digits += doubtful
    links.places += doubtful.map { frame.place($0.middle) }
    let none = [String](repeating: "", count: links.digits.count)
    let plain = chains.filter { $0.count <= 3 && $0.allSatisfy { marks[$0].isEmpty } }
    let loose = plain + links.digits.indices.dropFirst(digits.count).map { [$0] }
    var found: [BoardNumber] = []
    func join(_ chain: [Int]) {
      for next in loose where chain.count + next.count <= 3 {
        guard let last = chain.last, links.isNeighbour(last, next[0], loosely: true) else {
          continue
        }
        let joined = chain + next
        guard joined.count(where: { $0 >= digits.count }) < 2 else { continue }
        found.append(links.number(joined, none))
        join(joined)
      }
    }
    for chain in loose { join(chain) }
    for chain in chains {
      let mark = chain.map { markConfidences[$0] }.max() ?? 0
      if mark > 0, chain.count <= 3 { found.append(links.number(chain, none, without: mark)) }
      guard mark == 0, (2...4).contains(chain.count) else { continue }
      // Places that are not lit are read as well where they are seen, often two of them.
      for part in [chain.dropFirst(), chain.dropFirst(2), chain.dropLast()] where !part.isEmpty {
        let cut = chain.filter { !part.contains($0) }.map { digits[$0].certainty }.max() ?? 0
        guard part.count > 1 || cut < 0.9 else { continue }
        found.append(links.number(Array(part), none, without: cut))
      }
    }
    return found
  }
}
