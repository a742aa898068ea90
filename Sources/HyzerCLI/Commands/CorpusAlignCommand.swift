internal import CommandLineKit
internal import Measuring

enum CorpusAlignCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "align"],
    abstract: "Find single words in recordings of sentences.",
    discussion: """
      A manifest lists one recording per line, below a line with the names of the columns: path \
      (relative to the manifest), speaker and transcript first, separated by tabs; a column source \
      is kept. The transcript of each recording that says a score from one to ten or a wanted name \
      is laid against the audio, and an index lists each such word with its start and end in \
      seconds, for hyzer corpus splice. Words whose place is implausible are left out, and counted: \
      where the transcript does not fit, a word lasts too short or too long, or a loop of phones \
      explains it much better. Numbers in digits are read digit by digit or as a whole, as the \
      audio has it.
      """,
    options: [speech, .nameList, output, .workers],
    examples: [
      Example(
        "hyzer corpus align --speech books/manifest.tsv --names names.txt --out words.tsv",
        "Find scores and names in sentences read aloud.")
    ])

  private static let speech = OptionSpec(
    long: "speech", argument: "MANIFEST", help: "Recordings of sentences.", repeats: true,
    required: true, completion: .files)
  private static let output = OptionSpec(
    long: "out", short: "o", argument: "FILE", help: "The index of words to write.",
    required: true, completion: .files)

  static func run(_ toolkit: CommandContext) throws {
    let arguments = toolkit.arguments
    let workers = try arguments.workers()
    let wanted = try arguments.value(.nameList).map(WordBank.names)
    let index = try WordIndex(
      speech: arguments.values(speech), names: wanted ?? [],
      pronunciations: toolkit.lexicon())
    let path = arguments.required(output)
    let console = toolkit.console
    var progress = Progress(console)
    defer { progress.clear() }
    let (words, rejections) = try index.write(
      to: path, settings: toolkit.settings(), workers: workers
    ) { progress.bar($0, of: index.utteranceCount) }
    progress.clear()
    try console.line("\(words) words of \(index.utteranceCount) utterances; \"\(path)\" lists them")
    for reason in WordIndex.Rejection.allCases {
      if let count = rejections[reason] {
        try console.line("\(count) left out: \(reason.rawValue)")
      }
    }
  }
}
