extension ProgramSpec {
  /// The help for a command, or for the whole program, as plain text of 80 columns.
  package func help(about command: CommandSpec? = nil) -> String {
    let sections = command.map(sections(of:)) ?? programSections
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The page about the commands whose names begin with some words or, where there are none, about the first
  /// steps, as plain text of 80 columns.
  package func overview(of path: [String]) -> String {
    let inside = commands(under: path)
    let start = location(path)
    let sections =
      path.isEmpty
      ? [
        TextLayout.wrap("\(name) \(version): \(abstract)"), examples("First steps", firstSteps),
        ["Commands:"]
          + TextLayout.wrap(nextWords(after: []).joined(separator: ", "), indent: 2).map {
            "  \($0)"
          },
        TextLayout.wrap(
          "See \"\(name) --help\" for what each does, \"\(name) COMMAND --help\" for more."),
      ]
      : [
        ["Usage: \(start) COMMAND [ARGUMENT...]"],
        table("Commands", inside.map { Definition($0.name, $0.abstract) }),
        examples("Examples", inside.compactMap(\.examples.first)),
        TextLayout.wrap("See \"\(start) COMMAND --help\" for more."),
      ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(
      separator: "\n\n")
  }

  private var programSections: [[String]] {
    [
      TextLayout.wrap("\(name) \(version): \(abstract)"),
      usageLines(of: nil),
      table("Commands", commands.map { Definition($0.name, $0.abstract) }),
      table("Options", rows(of: Self.leadingOptions)),
      table("Environment", environment),
      table("Exit status", exitStatuses),
      TextLayout.wrap("See \"\(name) COMMAND --help\" for more."),
    ]
  }

  private func sections(of command: CommandSpec) -> [[String]] {
    [usageLines(of: command), TextLayout.wrap(command.abstract)]
      + TextLayout.paragraphs(command.discussion).map { TextLayout.wrap($0) }
      + [
        table("Operands", command.operands.map { Definition($0.name, $0.fullHelp) }),
        table("Options", rows(of: command.allOptions)),
        examples("Examples", command.examples),
      ]
  }

  private func usageLines(of command: CommandSpec?) -> [String] {
    let lines = TextLayout.wrap(usage(of: command), indent: 7)
    return lines.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + $1 }
  }

  private func table(_ title: String, _ rows: [Definition]) -> [String] {
    rows.isEmpty ? [] : ["\(title):"] + TextLayout.columns(rows)
  }

  private func rows(of options: [OptionSpec]) -> [Definition] {
    options.map { Definition(($0.short.map { "-\($0), " } ?? "    ") + $0.usage, $0.fullHelp) }
  }

  // An example stays on one line whatever its width, for it is there to be copied.
  private func examples(_ title: String, _ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["\(title):"]
      + examples.flatMap { example in
        ["  \(example.term)"] + TextLayout.wrap(example.meaning, indent: 6).map { "      \($0)" }
      }
  }
}

/// Sets plain text into lines of a terminal.
enum TextLayout {
  static let width = 80

  /// Breaks text at spaces, with room for an indent; a word wider than a line keeps a line to itself.
  static func wrap(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The paragraphs of a text, which empty lines separate.
  static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").map(String.init)
  }

  /// Two aligned columns, terms and their meanings, below one another.
  ///
  /// A term too wide for its column stands on a line of its own.
  static func columns(_ rows: [Definition]) -> [String] {
    let widest = rows.map(\.term.count).filter { $0 <= width * 3 / 8 }.max() ?? 0
    let indent = 2 + max(widest, 4) + 2
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { row in
      let term = "  \(row.term)"
      let lines = wrap(row.meaning, indent: indent).map { margin + $0 }
      guard let first = lines.first, term.count + 2 <= indent else { return [term] + lines }
      return [term + first.dropFirst(term.count)] + lines.dropFirst()
    }
  }
}
