/// Text of HTML, SVG or XML; what is interpolated into it is escaped, unless it is markup itself.
///
/// So a name cannot become an element or end an attribute, wherever it stands.
package struct Markup: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text as it goes into the document.
  package let source: String

  package init(stringLiteral value: String) { source = value }

  package init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

  /// Joins several parts to one.
  package init(_ parts: some Sequence<Markup>, separator: String = "") {
    source = parts.map(\.source).joined(separator: separator)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      source.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { source += literal }
    package mutating func appendInterpolation(_ text: String) { source += Markup.escaped(text) }
    package mutating func appendInterpolation(_ number: Int) { source += "\(number)" }
    package mutating func appendInterpolation(_ markup: Markup) { source += markup.source }

    package mutating func appendInterpolation(_ parts: some Sequence<Markup>) {
      for part in parts { source += part.source }
    }

    /// Appends a coordinate, to a tenth of a unit.
    package mutating func appendInterpolation(_ coordinate: Double) {
      let tenths = Int((coordinate * 10).rounded())
      let sign = tenths < 0 ? "-" : ""
      let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
      source += rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
  }

  /// Returns a text that means itself in an element or a quoted attribute.
  ///
  /// Goes by scalars, since a combining mark makes one character with the `<` before it. Scalars that
  /// XML 1.0 forbids (section 2.2) become U+FFFD; HTML does not welcome them either.
  private static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // Else a parser makes them spaces within an attribute.
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
