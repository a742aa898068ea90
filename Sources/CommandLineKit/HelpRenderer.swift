/// Renders help as plain text.
public struct HelpRenderer: Sendable {
  private let program: ProgramSpec
  private let width: Int

  /// Prepares help for a terminal of a width in columns; fewer than 40 count as 40.
  public init(program: ProgramSpec, width: Int = 80) {
    self.program = program
    self.width = max(40, width)
  }

  /// The help for a command, or for the whole program, with a line break at the end.
  public func render(_ command: CommandSpec? = nil) -> String {
    let sections = command.map(sections(of:)) ?? programSections
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var programSections: [[String]] {
    [
      TextLayout.wrap("\(program.name) \(program.version): \(program.abstract)", width: width),
      usage(of: nil),
      table("Commands", program.commands.map { ($0.name, $0.abstract) }),
      table("Options", options(program.leadingOptions)),
      table("Environment", program.environment.map { ($0.term, $0.meaning) }),
      table("Files", program.files.map { ($0.term, $0.meaning) }),
      table("Exit status", program.exitStatuses.map { ("\($0.code)", $0.meaning) }),
      TextLayout.wrap("\"\(program.name) COMMAND --help\" tells more.", width: width),
    ]
  }

  private func sections(of command: CommandSpec) -> [[String]] {
    [usage(of: command), TextLayout.wrap(command.abstract, width: width)]
      + TextLayout.paragraphs(command.discussion).map { TextLayout.wrap($0, width: width) }
      + [
        table("Operands", command.operands.map { ($0.name, $0.fullHelp) }),
        table("Options", options(program.options(of: command))),
        examples(of: command),
      ]
  }

  private func usage(of command: CommandSpec?) -> [String] {
    let lines = TextLayout.wrap(program.usage(of: command), width: width - 7)
    return lines.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + $1 }
  }

  private func table(_ title: String, _ rows: [(term: String, meaning: String)]) -> [String] {
    rows.isEmpty ? [] : ["\(title):"] + TextLayout.columns(rows, width: width)
  }

  private func options(_ options: [OptionSpec]) -> [(term: String, meaning: String)] {
    let haveLetters = options.contains { $0.short != nil }
    return options.map { option in
      let letter = option.short.map { "-\($0), " } ?? (haveLetters ? "    " : "")
      return (letter + option.usage, option.fullHelp)
    }
  }

  // An example stays on one line whatever the width, for it is there to be copied.
  private func examples(of command: CommandSpec) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    return ["Examples:"]
      + command.examples.flatMap { example in
        ["  \(example.command)"]
          + TextLayout.wrap(example.explanation, width: width - 6).map { "      \($0)" }
      }
  }
}
