private import CNcurses

/// How a style looks in a terminal.
struct Look {
  struct Attributes: OptionSet {
    let rawValue: Int32

    static let bold = Attributes(rawValue: Int32(CNCURSES_BOLD))
    static let dim = Attributes(rawValue: Int32(CNCURSES_DIM))
    static let reverse = Attributes(rawValue: Int32(CNCURSES_REVERSE))
    static let underline = Attributes(rawValue: Int32(CNCURSES_UNDERLINE))
  }

  /// The terminal's own colour of text.
  private static let ownColor: Int32 = -1

  let attributes: Attributes
  /// One of ncurses's numbers of colours, or -1 for the terminal's own.
  let color: Int32

  init(_ style: Style) {
    let (attributes, color): (Attributes, Int32) =
      switch style {
      case .plain: ([], Look.ownColor)
      case .header: ([.reverse, .bold], Look.ownColor)
      case .heading: ([.bold], COLOR_CYAN)
      case .emphasis, .key: ([.bold], Look.ownColor)
      case .dim: ([.dim], Look.ownColor)
      case .underPar, .rising, .success: ([.bold], COLOR_GREEN)
      case .overPar, .falling: ([.bold], COLOR_RED)
      case .warning: ([.bold], COLOR_YELLOW)
      case .selection: ([.reverse, .bold], Look.ownColor)
      case .meter: ([], COLOR_CYAN)
      }
    self.attributes = attributes
    self.color = color
  }
}
