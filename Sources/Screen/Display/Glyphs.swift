/// The characters of which the screen is made beside text.
public struct Glyphs: Hashable, Sendable {
  /// Somebody went up.
  public var up: String
  /// Somebody went down.
  public var down: String
  /// From one score to another.
  public var arrow: String
  /// The row or choice that keys act on.
  public var pointer: String
  /// Somebody is listened to.
  public var dot: String
  /// No score.
  public var dash: String
  /// Where text was cut.
  public var ellipsis: String
  /// Between two parts of a line.
  public var separator: String
  /// Between two parts of the screen, side by side.
  public var vertical: String
  /// A filled cell.
  public var full: String
  /// An empty cell of a bar.
  public var empty: String
  /// The upper and the lower half of a cell; nil where there are none.
  public var halves: Halves?
  /// The arrow keys in the line of hints: up and down, then left and right.
  public var arrowKeys: ArrowKeys

  /// The two halves of a cell.
  public struct Halves: Hashable, Sendable {
    /// Only the upper half is filled.
    public var upper: String
    /// Only the lower half is filled.
    public var lower: String
  }

  /// How the arrow keys are called.
  public struct ArrowKeys: Hashable, Sendable {
    /// Up and down.
    public var vertical: String
    /// Left and right.
    public var horizontal: String
  }

  /// For terminals that show Unicode.
  public static let unicode = Glyphs(
    up: "▲", down: "▼", arrow: "→", pointer: "▶", dot: "●", dash: "–", ellipsis: "…",
    separator: "·", vertical: "│", full: "█", empty: "░", halves: Halves(upper: "▀", lower: "▄"),
    arrowKeys: ArrowKeys(vertical: "↑↓", horizontal: "←→"))

  /// For terminals that show ASCII alone.
  public static let ascii = Glyphs(
    up: "^", down: "v", arrow: ">", pointer: ">", dot: "*", dash: "-", ellipsis: "~",
    separator: "-", vertical: "|", full: "#", empty: ".", halves: nil,
    arrowKeys: ArrowKeys(vertical: "up/down", horizontal: "left/right"))
}
