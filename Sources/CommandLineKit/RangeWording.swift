/// Words for what a number must be; an end at the type's limit is left unsaid.
enum RangeWording {
  static func integer(in range: ClosedRange<Int>) -> String {
    let lower = range.lowerBound == .min ? nil : "\(range.lowerBound)"
    let upper = range.upperBound == .max ? nil : "\(range.upperBound)"
    return "a whole number" + limits(lower, upper)
  }

  static func number(in range: ClosedRange<Double>) -> String { "a number" + limits(range) }

  static func numbers(in range: ClosedRange<Double>) -> String {
    "numbers" + limits(range) + " with commas between"
  }

  private static func limits(_ range: ClosedRange<Double>) -> String {
    limits(text(range.lowerBound), text(range.upperBound))
  }

  private static func limits(_ lower: String?, _ upper: String?) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?): " from \(lower) to \(upper)"
    case (let lower?, nil): " of at least \(lower)"
    case (nil, let upper?): " of at most \(upper)"
    case (nil, nil): ""
    }
  }

  private static func text(_ bound: Double) -> String? {
    guard bound.magnitude < .greatestFiniteMagnitude else { return nil }
    let text = "\(bound)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
