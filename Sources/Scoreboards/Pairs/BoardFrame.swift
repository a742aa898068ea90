internal import Glibc

/// The directions of a board in a photo that may be turned: `along` its rows and `down` its columns.
struct BoardFrame: Hashable, Sendable {
  private let cosine: Double
  private let sine: Double

  /// The frame that is turned clockwise by so many degrees.
  init(degrees: Double) {
    cosine = cos(degrees * .pi / 180)
    sine = sin(degrees * .pi / 180)
  }

  /// Finds the turn in which most digits of about one height stand in rows.
  init(_ digits: [Detection]) {
    let angles = stride(from: -30.0, through: 30, by: 1)
    let weighed = angles.map { angle -> (angle: Double, sum: Double) in
      (angle, BoardFrame(degrees: angle).order(of: digits) - 0.002 * abs(angle))
    }
    self.init(degrees: weighed.max { $0.sum < $1.sum }?.angle ?? 0)
  }

  /// How well digits stand in rows.
  private func order(of digits: [Detection]) -> Double {
    var sum = 0.0
    for (index, first) in digits.enumerated() {
      for second in digits[..<index] where abs(log(first.height / second.height)) < 0.3 {
        let step = place(second.middle - first.middle) / (first.height + second.height)
        // Digits that are far apart say more of the angle, and fewer of them are of one row.
        let slope = step.y / max(abs(step.x), 0.5)
        if abs(step.x) > 0.3, abs(step.x) < 12 { sum += exp(-slope * slope * 900) }
      }
    }
    return sum
  }

  /// A point or distance of the photo by how far it is along and down.
  func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(cosine * point.x + sine * point.y, cosine * point.y - sine * point.x)
  }
}
