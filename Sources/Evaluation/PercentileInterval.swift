extension [Double] {
  /// Returns the interval that leaves out equal shares of the values at both ends, `1 - level`
  /// together; nil without a value.
  func interval(level: Double) -> ClosedRange<Double>? {
    precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return sorted.interpolated((1 - level) / 2)...sorted.interpolated((1 + level) / 2)
  }

  /// Returns the quantile of sorted values: definition 7 of Hyndman and Fan (1996), which puts the
  /// first value at 0 and the last at 1 and is linear between neighbours.
  private func interpolated(_ quantile: Double) -> Double {
    let position = quantile * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return self[lower] + (position - Double(lower)) * (self[upper] - self[lower])
  }
}
