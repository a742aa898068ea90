/// Builds a page in the `man` macros of roff, escaping all text that it is given.
struct Roff {
  private(set) var source = ""

  /// A macro with its arguments; each is quoted, so that it may hold spaces.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"\(Self.escaped($0))\"" }
    source += ".\(name)\(quoted.joined())\n"
  }

  /// A request of roff itself, which takes its arguments without quotes.
  mutating func request(_ text: String) { source += ".\(text)\n" }

  /// A line of running text from escaped fragments.
  mutating func line(_ fragments: String...) {
    let text = fragments.joined()
    // At the start of a line these two would make it a request.
    source += (text.hasPrefix(".") || text.hasPrefix("\\(aq") ? "\\&" : "") + text + "\n"
  }

  /// Running text, whose first paragraph follows what stands before it.
  mutating func text(_ text: String) {
    for (index, paragraph) in TextLayout.paragraphs(text).enumerated() {
      if index > 0 { macro("PP") }
      for wrapped in TextLayout.wrap(paragraph, width: 90) { line(Self.escaped(wrapped)) }
    }
  }

  /// A term with its meaning indented below; the term is made of escaped fragments.
  mutating func entry(_ term: String, _ meaning: String) {
    macro("TP")
    line(term)
    text(meaning)
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Text without meaning to roff, in ASCII; hyphens and quotes stay as typed, to be copied.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\n", "\t": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
