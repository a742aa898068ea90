/// The colours of reports, charts and cards, as variables of style sheets.
package enum Palette {
  /// Each colour on light and on dark ground.
  ///
  /// Text has a contrast of at least 4.5 to 1 to what it stands on, and lines and marks of 3 to 1, as
  /// WCAG 2.2 asks at level AA. `s0` and so on are series of charts, which marks and dashes distinguish
  /// too.
  package static let colours: KeyValuePairs<String, (light: String, dark: String)> = [
    "ground": ("#fefefc", "#15171a"), "panel": ("#f5f4f0", "#1e2125"),
    "ink": ("#1c1e21", "#e7e6e2"), "muted": ("#5a5e64", "#a5a9ae"),
    "rule": ("#dbd9d2", "#363a40"), "accent": ("#1f5aa6", "#8ab8f2"),
    "good": ("#1a6e46", "#6fce9b"), "bad": ("#a82f1d", "#ff9a85"), "s0": ("#2563a8", "#7db4f0"),
    "s1": ("#b4510b", "#f0a063"), "s2": ("#1b7f5c", "#5fcfa3"), "s3": ("#8a3ea6", "#cf9ae6"),
    "s4": ("#b02a4c", "#f28ba4"), "s5": ("#5d6b1f", "#c3cf6e"), "s6": ("#3b6f80", "#8cc6d6"),
    "s7": ("#6b5344", "#c9ad98"),
  ]

  /// A colour as `0xRRGGBB`, on light and on dark ground.
  package typealias Shades = (light: UInt32, dark: UInt32)

  /// The colours of scores against par, on cards, on the page and, as near as it has them, on a terminal.
  ///
  /// One over par is amber, and two or more are red: over par alone is nothing to be alarmed by.
  package static let under: Shades = (0x16702C, 0x34C759)
  package static let over: Shades = (0x8A4B00, 0xFF9F0A)
  package static let twoOver: Shades = (0xB3261E, 0xFF453A)

  /// The same as variables of style sheets.
  private static let scores: KeyValuePairs<String, Shades> = [
    "under": under, "over": over, "two-over": twoOver,
  ]

  /// The rules that give the variables their values, for either ground.
  package static let variables = """
    :root{color-scheme:light dark;\(colours.map { "--\($0):\($1.light)" }.joined(separator: ";"))}
    @media (prefers-color-scheme:dark){:root{\
    \(colours.map { "--\($0):\($1.dark)" }.joined(separator: ";"))}}

    """

  /// Returns rules with values in place of variables, which not all viewers know.
  package static func resolve(_ rules: String, isDark: Bool) -> String {
    let scores = scores.map { name, shades in
      (key: name, value: (light: hexadecimal(shades.light), dark: hexadecimal(shades.dark)))
    }
    return (Array(colours) + scores).reduce(rules) { rules, colour in
      rules.replacing(
        "var(--\(colour.key))", with: isDark ? colour.value.dark : colour.value.light)
    }
  }

  /// Returns a colour as style sheets have it.
  package static func hexadecimal(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
