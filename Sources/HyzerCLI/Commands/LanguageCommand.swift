internal import CommandLineKit
internal import HyzerVoice

enum LanguageCommand: Command {
  static let spec = CommandSpec(
    path: ["language"], abstract: "Print what can be said, with examples.",
    discussion: """
      A page in Markdown: every form of sentence with an example and what it comes to, and every \
      word.
      """)

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    try toolkit.console.piece(LanguageDescription.english.page)
  }
}
