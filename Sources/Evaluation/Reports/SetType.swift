/// Roughly how wide text is when it is set, for fonts that nobody knows beforehand.
///
/// Errs on the wide side, so that text ends where it should with most fonts.
enum SetType {
  /// Returns about how wide a text of a font size is, in the size's units.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems($1) } * size * (isBold ? 1.08 : 1)
  }

  /// Returns a text that is at most so wide, with an ellipsis for what was cut.
  static func fitted(
    _ text: String, to limit: Double, size: Double, isBold: Bool = false
  ) -> String {
    guard width(text, size: size, isBold: isBold) > limit else { return text }
    var kept = text
    while !kept.isEmpty, width(kept + "…", size: size, isBold: isBold) > limit { kept.removeLast() }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// Returns a text in the first of some sizes in which it is at most so wide, or else cut in the
  /// last.
  static func fitted(
    _ text: String, to limit: Double, sizes: [Double], isBold: Bool = false
  ) -> (text: String, size: Double) {
    let size =
      sizes.first { width(text, size: $0, isBold: isBold) <= limit } ?? sizes.last ?? 0
    return (fitted(text, to: limit, size: size, isBold: isBold), size)
  }

  private static func ems(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    return switch scalar {
    case "i", "j", "l", "I", "t", "f", "r", "'", ".", ",", ":", ";", "|", "!", "(", ")", " ", "1":
      0.42
    case "m", "w", "M", "W", "@", "%": 1
    case "A"..."Z": 0.76
    case "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{A4CF}", "\u{AC00}"..."\u{D7A3}",
      "\u{F900}"..."\u{FAFF}", "\u{FF00}"..."\u{FF60}", "\u{20000}"..."\u{3FFFD}":
      1.02
    case "\u{1F000}"..."\u{1FAFF}": 1.35
    default: 0.64
    }
  }
}
