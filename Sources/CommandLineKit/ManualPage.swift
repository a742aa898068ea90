extension ProgramSpec {
  /// The manual page of the program for section 1, in the `man` macros of roff.
  package var manualPage: String {
    var page = Roff()
    page.macro("TH", name.uppercased(), "1", "", "\(name) \(version)", "User Commands")
    // Hyphenation and adjusted margins only harm text that is full of names.
    page.lines += [".nh", ".ad l"]
    page.macro("SH", "NAME")
    page.text("\(name) - \(abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract)")
    page.macro("SH", "SYNOPSIS")
    page.usage(name, " [OPTION...] COMMAND [ARGUMENT...]")
    page.macro("SH", "COMMANDS")
    for command in commands {
      page.macro("SS", command.name)
      page.usage("\(name) \(command.name)", command.argumentUsage)
      for paragraph in [command.abstract] + TextLayout.paragraphs(command.discussion) {
        page.macro("PP")
        page.text(paragraph)
      }
      for operand in command.operands { page.entry(Roff.italic(operand.name), operand.fullHelp) }
      for option in command.options { page.entry(option) }
    }
    page.macro("SH", "OPTIONS")
    page.entry(.help)
    page.entry(.version)
    page.section("ENVIRONMENT", environment)
    page.section("EXIT STATUS", exitStatuses)
    page.section("EXAMPLES", commands.flatMap(\.examples))
    return page.lines.joined(separator: "\n")
  }
}

/// A page in the `man` macros of roff, which escapes all text that it is given.
private struct Roff {
  var lines: [String] = []

  /// A macro with its arguments; each is quoted, so that it may hold spaces.
  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(".\(name)" + arguments.map { " \"\(Self.escaped($0))\"" }.joined())
  }

  /// Running text on a line, which roff breaks by itself.
  mutating func text(_ text: String) {
    let line = Self.escaped(text)
    // At the start of a line these two would make it a request.
    lines.append((line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" : "") + line)
  }

  mutating func usage(_ command: String, _ arguments: String) {
    lines.append(Self.bold(command) + Self.escaped(arguments))
  }

  /// A term, already escaped, with its meaning indented below.
  mutating func entry(_ term: String, _ meaning: String) {
    macro("TP")
    lines.append(term)
    text(meaning)
  }

  mutating func entry(_ option: OptionSpec) {
    let spellings = option.spellings.map(Self.bold).joined(separator: ", ")
    entry(spellings + (option.argument.map { " \(Self.italic($0))" } ?? ""), option.fullHelp)
  }

  mutating func section(_ title: String, _ definitions: [Definition]) {
    guard !definitions.isEmpty else { return }
    macro("SH", title)
    for definition in definitions { entry(Self.bold(definition.term), definition.meaning) }
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Text without meaning to roff, in ASCII; hyphens and quotes stay as typed, to be copied.
  private static func escaped(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\\": "\\(rs", "-": "\\-", "\"": "\\(dq", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha",
      "~": "\\(ti", "\n": " ", "\t": " ",
    ]
    return text.unicodeScalars.map { scalar in
      if let escape = escapes[scalar] { return escape }
      guard !scalar.isASCII else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }
    .joined()
  }
}
