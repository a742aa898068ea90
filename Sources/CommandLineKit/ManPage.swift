/// Renders the manual page of a program: one page for section 1 with every command.
public struct ManPage: Sendable {
  private let program: ProgramSpec
  private let date: String

  /// Prepares a page; the date of its last change, as in `2026-11-21`, may be empty.
  public init(program: ProgramSpec, date: String = "") {
    self.program = program
    self.date = date
  }

  /// The page in roff, for the `man` macros.
  public func render() -> String {
    var page = Roff()
    page.macro(
      "TH", program.name.uppercased(), "1", date, "\(program.name) \(program.version)",
      "User Commands")
    // Hyphenation and adjusted margins only harm text that is full of names.
    page.request("nh")
    page.request("ad l")
    page.macro("SH", "NAME")
    let abstract =
      program.abstract.hasSuffix(".") ? program.abstract.dropLast() : "\(program.abstract)"
    page.line(Roff.escaped("\(program.name) - \(abstract)"))
    page.macro("SH", "SYNOPSIS")
    page.line(Roff.bold(program.name), Roff.escaped(" [OPTION...] COMMAND [ARGUMENT...]"))
    page.macro("SH", "COMMANDS")
    for command in program.commands { add(command, to: &page) }
    page.macro("SH", "OPTIONS")
    page.text("These go with every command, before or after its name.")
    for option in program.leadingOptions { add(option, to: &page) }
    addDefinitions(to: &page)
    addExamples(to: &page)
    return page.source
  }

  private func add(_ command: CommandSpec, to page: inout Roff) {
    page.macro("SS", command.name)
    let tail = command.argumentUsage
    page.line(
      Roff.bold("\(program.name) \(command.name)"), Roff.escaped(tail.isEmpty ? "" : " \(tail)"))
    page.macro("PP")
    page.text(command.abstract)
    if !command.discussion.isEmpty {
      page.macro("PP")
      page.text(command.discussion)
    }
    for operand in command.operands {
      page.entry(Roff.italic(operand.name), operand.fullHelp)
    }
    for option in command.options { add(option, to: &page) }
  }

  private func add(_ option: OptionSpec, to page: inout Roff) {
    let spellings = option.spellings.map(Roff.bold).joined(separator: ", ")
    page.entry(spellings + (option.argument.map { " \(Roff.italic($0))" } ?? ""), option.fullHelp)
  }

  private func addDefinitions(to page: inout Roff) {
    if !program.environment.isEmpty {
      page.macro("SH", "ENVIRONMENT")
      for variable in program.environment { page.entry(Roff.bold(variable.term), variable.meaning) }
    }
    if !program.files.isEmpty {
      page.macro("SH", "FILES")
      for file in program.files { page.entry(Roff.italic(file.term), file.meaning) }
    }
    if !program.exitStatuses.isEmpty {
      page.macro("SH", "EXIT STATUS")
      for status in program.exitStatuses { page.entry(Roff.bold("\(status.code)"), status.meaning) }
    }
  }

  private func addExamples(to page: inout Roff) {
    let examples = program.commands.flatMap(\.examples)
    guard !examples.isEmpty else { return }
    page.macro("SH", "EXAMPLES")
    for example in examples { page.entry(Roff.bold(example.command), example.explanation) }
  }
}
