internal import CommandLineKit
internal import Recognition
internal import Understanding

/// `hyzer grammar`: what the recogniser listens for.
struct GrammarCommand: Command {
  static let spec = CommandSpec(
    path: ["grammar"], abstract: "Print the recogniser's grammar and dictionary.",
    options: [
      .roundFile,
      OptionSpec(long: "jsgf", help: "Print the grammar only.", conflicts: ["dictionary"]),
      OptionSpec(long: "dictionary", help: "Print the dictionary only."),
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let words = try toolkit.words(toolkit.round(arguments))
    if !arguments.flag("dictionary") { try toolkit.console.line(words.grammar.full) }
    if !arguments.flag("jsgf") {
      try toolkit.console.line(String(words.grammar.dictionaryText.dropLast()))
    }
  }
}
