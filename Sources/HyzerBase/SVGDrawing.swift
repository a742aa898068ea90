/// The elements of an SVG drawing, one a line, from the top downwards.
package struct SVGDrawing {
  package private(set) var elements: [Markup] = []
  package var y = 0.0

  package init() {}

  /// Draws an element, with coordinates to a tenth of a unit.
  package mutating func add(
    _ name: String, _ classes: String, _ attributes: KeyValuePairs<String, Double>,
    text: String? = nil
  ) {
    let style: Markup = classes.isEmpty ? "" : #" class="\#(classes)""#
    let start: Markup = "\(name)\(style)\(attributes.map { #" \#($0)="\#($1)""# as Markup })"
    elements.append(text.map { "<\(start)>\($0)</\(name)>" } ?? "<\(start)/>")
  }

  package mutating func text(_ classes: String, x: Double, y: Double, size: Double, _ text: String)
  {
    add("text", classes, ["x": x, "y": y, "font-size": size], text: text)
  }

  package mutating func rule(_ left: Double, _ right: Double, y: Double) {
    add("line", "rule", ["x1": left, "y1": y, "x2": right, "y2": y])
  }

  /// Returns about how wide a text of a font size is, in the size's units.
  ///
  /// Nobody knows the font beforehand. Errs on the wide side, so that text ends where it should with
  /// most fonts.
  package static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems($1) } * size * (isBold ? 1.08 : 1)
  }

  /// Returns a text in the first of some sizes in which it is at most so wide, or else in the last,
  /// with an ellipsis for what was cut.
  package static func fitted(
    _ text: String, to limit: Double, sizes: [Double], isBold: Bool = false
  ) -> (text: String, size: Double) {
    func fits(_ text: String, _ size: Double) -> Bool {
      width(text, size: size, isBold: isBold) <= limit
    }
    if let size = sizes.first(where: { fits(text, $0) }) { return (text, size) }
    let size = sizes.last ?? 0
    var kept = text
    while !kept.isEmpty, kept.last == " " || !fits(kept + "…", size) { kept.removeLast() }
    return (kept + "…", size)
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
