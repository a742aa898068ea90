internal import Foundation

/// How figures are written for people.
enum Figures {
  /// Returns `178 of 240 = 74.2 % (68.3 to 79.3)`, or `none` of nothing.
  static func text(_ proportion: Proportion) -> String {
    guard let rate = proportion.rate, let interval = proportion.interval else { return "none" }
    return
      "\(proportion.successes) of \(proportion.trials) = \(percent(rate)) % (\(range(interval)))"
  }

  /// Returns `74.2 (68.3 to 79.3)`, in per cent, or a dash where the rate is undefined.
  static func short(_ proportion: Proportion) -> String {
    guard let rate = proportion.rate, let interval = proportion.interval else { return "-" }
    return "\(percent(rate)) (\(range(interval)))"
  }

  /// Returns a rate with its interval, in per cent.
  static func text(_ rate: ConditionReport.Rate) -> String {
    guard let low = rate.low, let high = rate.high else { return "\(percent(rate.value)) %" }
    return "\(percent(rate.value)) % (\(range(low...high)))"
  }

  /// Returns a rate in per cent with one decimal.
  static func percent(_ rate: Double) -> String { fixed(rate * 100, 1) }

  /// Returns a number with so many decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  /// Returns a number without decimals that say nothing.
  static func decimal(_ value: Double) -> String { String(format: "%g", value) }

  private static func range(_ interval: ClosedRange<Double>) -> String {
    "\(percent(interval.lowerBound)) to \(percent(interval.upperBound))"
  }
}
