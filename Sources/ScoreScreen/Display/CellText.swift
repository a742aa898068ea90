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
