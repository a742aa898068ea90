/// Sets plain text into lines of a given width.
enum TextLayout {
  /// Breaks text at spaces; a word wider than a line keeps a line to itself.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The paragraphs of a text, which empty lines part.
  static func paragraphs(_ text: String) -> [String] {
    var paragraphs = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += line + "\n"
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Two aligned columns, terms and their meanings, below one another.
  ///
  /// A term too wide for its column stands on a line of its own.
  static func columns(_ rows: [(term: String, meaning: String)], width: Int) -> [String] {
    let limit = width * 3 / 8
    let widest = rows.map(\.term.count).filter { $0 <= limit }.max() ?? 0
    let indent = 2 + max(widest, 4) + 2
    return rows.flatMap { row -> [String] in
      let meaning = wrap(row.meaning, width: width - indent)
      let margin = String(repeating: " ", count: indent)
      let term = "  \(row.term)"
      guard let first = meaning.first else { return [term] }
      guard term.count + 2 <= indent else { return [term] + meaning.map { margin + $0 } }
      let padding = String(repeating: " ", count: indent - term.count)
      return [term + padding + first] + meaning.dropFirst().map { margin + $0 }
    }
  }
}
