internal import HyzerBase

enum Figures {
  /// Returns `178 of 240 = 74.2 % (68.3 to 79.3)`, or `none` of nothing.
  static func text(_ proportion: Proportion) -> String {
    guard let rate = Rate(proportion) else { return "none" }
    return "\(proportion.successes) of \(proportion.trials) = \(text(rate))"
  }

  /// Returns a rate with its interval, in per cent: `74.2 % (68.3 to 79.3)`.
  static func text(_ rate: Rate) -> String {
    "\(percent(rate.value)) %" + (interval(of: rate).map { " (\($0))" } ?? "")
  }

  /// Returns a rate's interval in per cent, `68.3 to 79.3`; nil where there is none.
  static func interval(of rate: Rate) -> String? {
    guard let low = rate.low, let high = rate.high else { return nil }
    return "\(percent(low)) to \(percent(high))"
  }

  static func percent(_ rate: Double) -> String { fixed(rate * 100, 1) }

  static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.decimals(decimals)
  }

  /// Returns a number without decimals that say nothing.
  static func decimal(_ value: Double) -> String { value.digits(6) }
}

struct Table {
  /// What stands in a row and a column; nil is a dash.
  struct Cell: ExpressibleByStringInterpolation {
    var value: String?
    var interval: String?
    /// Whether the interval is shown on the page only.
    var isBrief = false
    /// The class of the page's style that marks the cell.
    var style = ""

    init(stringLiteral value: String) { self.value = value }

    init(_ value: String?, style: String = "") {
      self.value = value
      self.style = style
    }

    init(_ value: Double?, _ decimals: Int, times factor: Double = 1) {
      self.value = value.map { Figures.fixed($0 * factor, decimals) }
    }

    init(_ rate: Rate?, isBrief: Bool = false, isMissed: Bool = false) {
      value = rate.map { Figures.percent($0.value) }
      interval = rate.flatMap(Figures.interval)
      self.isBrief = isBrief
      style = isMissed ? "miss" : ""
    }

    init(_ proportion: Proportion?, isBrief: Bool = false, isMissed: Bool = false) {
      let rate = proportion.flatMap { Rate($0) }
      self.init(rate, isBrief: isBrief, isMissed: isMissed)
    }

    fileprivate var text: String {
      (value ?? "-") + (isBrief ? "" : interval.map { " (\($0))" } ?? "")
    }

    fileprivate func markup(_ start: Markup, _ end: Markup) -> Markup {
      let name: Markup = style.isEmpty ? "" : #" class="\#(style)""#
      let range: Markup = interval.map { " <small>\($0)</small>" } ?? ""
      return "<\(start)\(name)>\(value ?? "–")\(range)</\(end)>"
    }
  }

  /// A column's head, and what it shows of each row.
  struct Column<Row> {
    let head: String
    let isOnPageOnly: Bool
    let cell: (Row) -> Cell

    init(_ head: String, onPageOnly: Bool = false, _ cell: @escaping (Row) -> Cell) {
      self.head = head
      isOnPageOnly = onPageOnly
      self.cell = cell
    }
  }

  /// The heads of the columns, if they have any.
  let heads: [String]
  let rows: [[Cell]]
  private var pageColumns: Set<Int> = []

  init(heads: [String] = [], rows: [[Cell]]) {
    self.heads = heads
    self.rows = rows
  }

  init<Row>(_ columns: [Column<Row>], of rows: [Row]) {
    heads = columns.map(\.head)
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
    pageColumns = Set(columns.indices.filter { columns[$0].isOnPageOnly })
  }

  /// The table as lines, without the columns that are for the page only.
  var text: String {
    let lines = (heads.isEmpty ? [] : [heads]) + rows.map { $0.map(\.text) }
    let shown = lines.map { line in
      line.enumerated().filter { !pageColumns.contains($0.offset) }.map(\.element)
    }
    return TextColumns().lines(shown).joined(separator: "\n")
  }

  /// The table as HTML, in a box that scrolls where the page is too narrow for it.
  func markup(_ caption: String? = nil, style: String = "") -> Markup {
    let head: Markup =
      heads.isEmpty ? "" : "<thead><tr>\(heads.map { "<th>\($0)</th>" as Markup })</tr></thead>\n"
    let lines = rows.map { row -> Markup in
      let cells = row.dropFirst().map { $0.markup("td", "td") }
      return #"<tr>\#(row.first?.markup(#"th scope="row""#, "th") ?? "")\#(cells)</tr>\#n"#
    }
    let label: Markup = caption.map { #" role="region" aria-label="\#($0)""# } ?? ""
    let title: Markup = caption.map { "<caption>\($0)</caption>\n" } ?? ""
    return """
      <div class="scroll" tabindex="0"\(label)><table\(style.isEmpty ? "" : #" class="\#(style)""# as Markup)>
      \(title)\(head)<tbody>
      \(lines)</tbody></table></div>

      """
  }
}
