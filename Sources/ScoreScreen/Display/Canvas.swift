struct Area: Hashable {
  enum Edge { case top, bottom, left, right }

  var row: Int
  var column: Int
  var rows: Int
  var columns: Int

  /// Cuts off lines at the top or bottom, or cells at the left or right; fewer where there are not as
  /// many.
  @discardableResult
  mutating func cut(_ edge: Edge, _ count: Int) -> Area {
    var piece = self
    let isLines = edge == .top || edge == .bottom
    let count = max(0, min(count, isLines ? rows : columns))
    if isLines {
      piece.rows = count
      rows -= count
    } else {
      piece.columns = count
      columns -= count
    }
    switch edge {
    case .top: row += count
    case .left: column += count
    case .bottom: piece.row += rows
    case .right: piece.column += columns
    }
    return piece
  }

  /// Leaves a cell free at the left and at the right.
  mutating func inset() {
    cut(.left, 1)
    cut(.right, 1)
  }
}

/// A frame in the making; keeps all that is written on it inside its cells.
struct Canvas {
  enum Alignment { case left, right }

  struct Piece {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  var frame: Frame
  private let width: (Unicode.Scalar) -> Int
  private let ellipsis: CellText

  init(size: ScreenSize, ellipsis: String, width: @escaping (Unicode.Scalar) -> Int) {
    frame = Frame(size: size)
    self.width = width
    self.ellipsis = CellText(ellipsis, width: width)
  }

  var area: Area { Area(row: 0, column: 0, rows: frame.size.rows, columns: frame.size.columns) }

  func cells(_ text: String) -> Int { CellText(text, width: width).width }

  /// Writes a text into the first line of an area, cut where it does not fit: at its end, or at its
  /// beginning where it `keepsEnd`.
  ///
  /// - Returns: The cells that it takes.
  @discardableResult
  mutating func write(
    _ text: String, _ style: Style = .plain, in area: Area, align alignment: Alignment = .left,
    keepsEnd: Bool = false
  ) -> Int {
    guard area.rows > 0 else { return 0 }
    let text = CellText(text, width: width)
      .fitted(area.columns, ellipsis: ellipsis, keepsEnd: keepsEnd)
    var column = area.column + (alignment == .right ? area.columns - text.width : 0)
    for glyph in text.glyphs {
      set(Frame.Cell(character: glyph.character, style: style), area.row, column)
      if glyph.width == 2 { set(Frame.Cell(character: nil, style: style), area.row, column + 1) }
      column += glyph.width
    }
    return text.width
  }

  /// Writes pieces one after another into the first line of an area, cut where they do not fit.
  mutating func write(_ pieces: [Piece], in area: Area) {
    var rest = area
    for piece in pieces { rest.cut(.left, write(piece.text, piece.style, in: rest)) }
  }

  /// Returns a text in lines that fit an area's width, broken between words, at most `limit`.
  func lines(_ text: String, columns: Int, limit: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last,
        lines.count == limit || cells(last) + 1 + cells(String(word)) <= columns
      {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Writes the end of a text that is being typed, and puts the cursor behind it.
  mutating func writeInput(_ text: String, in area: Area) {
    guard area.rows > 0, area.columns > 0 else { return }
    var place = area
    place.cut(.right, 1)
    let column = area.column + write(text, .emphasis, in: place, keepsEnd: true)
    guard frame.size.rows > area.row, frame.size.columns > column else { return }
    frame.cursor = Frame.Position(row: area.row, column: column)
  }

  mutating func fill(_ area: Area, _ style: Style) {
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        set(Frame.Cell(character: " ", style: style), row, column)
      }
    }
  }

  private mutating func set(_ cell: Frame.Cell, _ row: Int, _ column: Int) {
    let size = frame.size
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
    frame.cells[row * size.columns + column] = cell
  }
}

/// Text as the cells of a terminal hold it: nothing but characters of one or two cells.
///
/// Names come from people and files, so anything may be in them. What has no width is dropped, what
/// cannot be shown becomes "?". Of a sequence that terminals do not agree on, such as emoji joined
/// to one, the first part stands for the whole.
struct CellText {
  struct Glyph: Hashable {
    let character: Character
    let width: Int
  }

  /// More marks on a letter than this are dropped; the terminal's library keeps no more.
  private static let maximumMarks = 4

  let glyphs: [Glyph]

  var width: Int { glyphs.reduce(0) { $0 + $1.width } }

  init(_ text: some StringProtocol, width: (Unicode.Scalar) -> Int) {
    glyphs = text.compactMap { CellText.glyph($0, width) }
  }

  private init(glyphs: [Glyph]) { self.glyphs = glyphs }

  /// Returns as much as fits in some cells, of the end where it `keepsEnd`, with the ellipsis where
  /// something is cut off.
  func fitted(_ limit: Int, ellipsis: CellText, keepsEnd: Bool = false) -> CellText {
    guard width > limit else { return self }
    guard ellipsis.width <= limit else { return CellText(glyphs: []) }
    var used = ellipsis.width
    func fits(_ glyph: Glyph) -> Bool {
      used += glyph.width
      return used <= limit
    }
    return keepsEnd
      ? CellText(glyphs: ellipsis.glyphs + glyphs.reversed().prefix(while: fits).reversed())
      : CellText(glyphs: glyphs.prefix(while: fits) + ellipsis.glyphs)
  }

  private static func glyph(
    _ character: Character, _ width: (Unicode.Scalar) -> Int
  ) -> Glyph? {
    guard let first = character.unicodeScalars.first else { return nil }
    let unknown = Glyph(character: "?", width: 1)
    // A flag is two letters, which some terminals join and others do not.
    if ("\u{1F1E6}"..."\u{1F1FF}").contains(first) { return unknown }
    switch width(first) {
    case 0: return nil
    case let cells where cells == 1 || cells == 2:
      let marks = character.unicodeScalars.dropFirst().prefix { isMark($0) && width($0) == 0 }
      var kept = String.UnicodeScalarView([first])
      kept.append(contentsOf: marks.prefix(maximumMarks))
      return Glyph(character: String(kept).first ?? "?", width: cells)
    default: return unknown
    }
  }

  /// Whether a scalar belongs onto the letter before it: marks, and the vowels of Korean syllables.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      !scalar.properties.isVariationSelector
    case .otherLetter: true
    default: false
    }
  }
}
