internal import Glibc
internal import HyzerBase

/// Colours, sizes and motion of the page, from which `tokens.css` is made.
///
/// Sizes of type are pixels at a text size of 100 %: the style sheet has them in `rem`, of which one is
/// `body`, so that all text grows with what a person has set.
package enum Tokens {
  /// A colour, named for what it is used for.
  package struct Colour: Sendable {
    package let name: String
    /// Red, green and blue, from 0 to 255, in each theme.
    package let values: [Theme: UInt32]

    /// The values stand in the order of ``Theme/allCases``.
    init(_ name: String, _ values: UInt32...) {
      precondition(values.count == Theme.allCases.count, "\(name): one colour for each theme")
      self.name = name
      self.values = Dictionary(uniqueKeysWithValues: zip(Theme.allCases, values))
    }
  }

  /// What a person's device asks for.
  package enum Theme: String, CaseIterable, Sendable {
    case dark, light, highContrast, lightHighContrast

    fileprivate var condition: String? {
      switch self {
      case .dark: nil
      case .light: "(prefers-color-scheme: light)"
      case .highContrast: "(prefers-contrast: more)"
      case .lightHighContrast: "(prefers-contrast: more) and (prefers-color-scheme: light)"
      }
    }

    /// The theme of the switch for bright sun.
    fileprivate static let outdoors = lightHighContrast
  }

  package static let colours = [
    Colour("ground", 0x0A0A0C, 0xFFFFFF, 0x141418, 0xFFFFFF),
    Colour("raised", 0x1C1C1E, 0xF2F2F7, 0x1A1A20, 0xF7F7FA),
    Colour("tertiary", 0x2C2C2E, 0xE3E3E9, 0x26262E, 0xEDEDF2),
    Colour("text", 0xF5F5F7, 0x0A0A0C, 0xFFFFFF, 0x000000),
    Colour("secondary", 0x8E8E93, 0x5A5A60, 0xD1D1D6, 0x2C2C2E),
    Colour("secondary-on-tertiary", 0xA1A1A6, 0x55555B, 0xD1D1D6, 0x2C2C2E),
    // Around what can be pressed; rules between rows are `tertiary`.
    Colour("border", 0x7C7C82, 0x7A7A80, 0xD1D1D6, 0x2C2C2E),
    Colour("rule", 0x2C2C2E, 0xE3E3E9, 0x8E8E93, 0x6E6E73),
    Colour("accent", 0x30D5C8, 0x006C64, 0x4FE3D7, 0x004F49),
    Colour("on-accent", 0x0A0A0C, 0xFFFFFF, 0x0A0A0C, 0xFFFFFF),
    Colour("under", Palette.under.dark, Palette.under.light, 0x52DE76, 0x0B5220),
    Colour("over", Palette.over.dark, Palette.over.light, 0xFFB340, 0x663700),
    Colour("two-over", Palette.twoOver.dark, Palette.twoOver.light, 0xFF8A80, 0x8C1208),
    Colour("destructive", 0xFF3B30, 0xB3261E, 0xFF8A80, 0x8C1208),
  ]

  static let body = 17.0

  /// Other sizes of type in pixels at 100 %.
  package static let type: [(name: String, size: Double)] = [
    ("hole", 72), ("hero", 48), ("row-score", 44), ("h1", 28), ("h2", 22), ("body", body),
    ("caption", 13), ("score", 22), ("score-large", 34),
  ]
  /// How much larger type is outdoors.
  private static let outdoorScale = 1.15

  /// Distances and sizes in pixels that do not grow with the text.
  package static let sizes: [(name: String, size: Int)] = [
    ("space-1", 4), ("space-2", 8), ("space-3", 16), ("space-4", 24), ("space-5", 32),
    ("space-6", 48),
    ("line", 1), ("stroke", 2), ("target", 44), ("scoring", 56), ("row", 72), ("key", 48),
    ("half", 80),
  ]

  package static let motion: [(name: String, milliseconds: Int)] = [
    ("press", 100), ("pulse-delay", 200), ("pulse", 300), ("arrow-in", 200),
    ("arrow-hold", 1500), ("arrow-out", 300), ("overlay", 200), ("watch", 300), ("slide", 400),
    ("next-hole", 800), ("rest", 3000), ("touch", 1500), ("offer", 5000), ("rows", 400),
    ("row-step", 20), ("rows-end", 500), ("reduced", 150),
    ("stale", 30_000), ("late", 1200),
  ]

  /// The spring by which rows of the leaderboard move; it is left by `rows`.
  package static let spring = Spring(response: 0.4, damping: 0.85)

  /// A damped spring from 0 to 1, without speed at first.
  package struct Spring: Sendable {
    package let response, damping: Double

    package func position(after seconds: Double) -> Double {
      let frequency = 2 * Double.pi / response
      let damped = frequency * (1 - damping * damping).squareRoot()
      let envelope = exp(-damping * frequency * seconds)
      let swing =
        cos(damped * seconds)
        + damping / (1 - damping * damping).squareRoot() * sin(damped * seconds)
      return 1 - envelope * swing
    }

    fileprivate func linear(seconds: Double) -> String {
      let steps = (0..<20).map {
        position(after: seconds * Double($0) / 20).decimals(3)
      }
      return "linear(" + (steps + ["1"]).joined(separator: ",") + ")"
    }
  }

  /// The style sheet: custom properties of the root, for each theme.
  package static var styleSheet: String {
    let rows = Double(motion.first { $0.name == "rows" }?.milliseconds ?? 400) / 1000
    func sized(_ scale: Double) -> [String] {
      type.map { "--\($0.name):\(($0.size * scale / body).digits(4))rem" }
    }
    func coloured(_ theme: Theme) -> [String] {
      colours.map { "--\($0.name):" + Palette.hexadecimal($0.values[theme] ?? 0) }
    }
    let fixed =
      sized(1)
      + sizes.map { "--\($0.name):\($0.size)px" }
      + motion.map { "--\($0.name):\($0.milliseconds)ms" }
      + ["--spring:\(spring.linear(seconds: rows))"]
    let outdoors = coloured(.outdoors) + sized(outdoorScale)
    return Theme.allCases.map { theme in
      guard let condition = theme.condition else {
        return ":root{\((coloured(theme) + fixed).joined(separator: ";"))}\n"
      }
      return "@media \(condition){:root{\(coloured(theme).joined(separator: ";"))}}\n"
    }.joined() + ":root.outdoors{\(outdoors.joined(separator: ";"))}\n"
  }
}
