internal import CommandLineKit
internal import HyzerVoice
internal import Measuring

enum CorpusSpliceCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "splice"],
    abstract: "Make a corpus out of recordings of single words.",
    discussion: """
      An index lists one recording per line, below a line with the names of the columns: path \
      (relative to the index), speaker and transcript first, separated by tabs; columns start and \
      end cut a word out, in seconds (see hyzer corpus align), and what source says in brackets of \
      the speaker becomes tags. The words one to ten are scores, zero is left out, and all other \
      words are names, or those of --names alone. Each sentence names one to six players and their \
      scores, most often 3 and 4 (see --scores). One voice says it where it has a score and two \
      names; else other voices of the same source lend names, or one its scores. Folders that \
      share a voice are one source; speakers gsc-X and sc-X are one voice. The roster of a line \
      has two to six names that do not sound alike. The words are brought to the same level, with \
      short pauses out of their own recordings, and written as 16 kHz mono FLAC. With the same \
      seed, a larger corpus begins with the smaller one.

      --part K/N keeps the voices apart: it uses a recording if the first 8 hexadecimal digits of \
      its speaker's SHA-1, as a number modulo N, are K - 1; K-L/N takes several parts. If the \
      speaker is empty or begins with "unknown", the recording's path in the index is used instead, \
      so such a voice may be in several parts. --name-part does the same with names in lower case.

      Of --other, recordings in whose transcript a score is said are left out, and those that last \
      longer than 8 seconds by a column seconds.
      """,
    options: [
      clips, .nameList, .outputFolder, count, .seed, scores, part, namePart, other, otherCount,
    ],
    examples: [
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 1-3/4 --name-part 1/2 --out fit",
        "Make 200 sentences from three quarters of the voices and half of the names, to fit on."),
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 4/4 --name-part 2/2 --out judge",
        "Make 200 from the others, to judge on."),
    ])

  private static let defaultCount = 200

  private static let clips = OptionSpec(
    long: "clips", argument: "INDEX", help: "Recordings of names and scores.", repeats: true,
    required: true, completion: .files)
  private static let count = OptionSpec(
    long: "count", short: "n", argument: "N",
    help: "How many sentences. The default is \(defaultCount).")
  private static let scores = OptionSpec(
    long: "scores", argument: "KIND",
    help: "Which scores are said: mixed, most often 3 and 4, which is the default; game, as "
      + "golfers score a par of 3; even, each as often; or rare, 1 and 6 to 10.")
  private static let part = OptionSpec(
    long: "part", argument: "K/N", help: "Use only the voices of part K of N, or K-L/N.")
  private static let namePart = OptionSpec(
    long: "name-part", argument: "K/N", help: "Use only the names of part K of N, likewise.")
  private static let other = OptionSpec(
    long: "other", argument: "INDEX",
    help: "Recordings without scores, of words or sentences: each is a line of its own, in "
      + "which nothing may be heard.",
    repeats: true, completion: .files)
  private static let otherCount = OptionSpec(
    long: "other-count", argument: "N",
    help: "How many of those, drawn from all. The default is all of them.")

  static func run(_ toolkit: CommandContext) throws {
    let (arguments, console) = (toolkit.arguments, toolkit.console)
    let count = try arguments.integer(count, in: 1...9999) ?? defaultCount
    let mostOthers = try arguments.integer(otherCount, in: 0...9999)
    let seed = try arguments.seed()
    let expected = "a part such as 1/2 or 1-3/4"
    let part = try arguments.value(part, expected: expected) { SplicedCorpus.Part($0) }
    let namePart = try arguments.value(namePart, expected: expected) { SplicedCorpus.Part($0) }
    let kinds = SplicedScores.allCases.map(\.rawValue).joined(separator: ", ")
    let scores = try arguments.value(scores, expected: "one of \(kinds)") {
      SplicedScores(rawValue: $0)
    }
    let bank = try WordBank(
      indexes: arguments.values(clips), names: arguments.value(.nameList).map(WordBank.names),
      voices: part, nameParts: namePart, scores: scores ?? .mixed)
    let lexicon = try toolkit.lexicon()
    let corpus = try SplicedCorpus(
      bank, others: arguments.values(other), part: part, mostOthers: mostOthers, seed: seed
    ) { name in
      Set(((try? lexicon.pronunciations(ofName: name)) ?? []).map(\.pronunciation))
    }
    let folder = arguments.required(.outputFolder)
    var progress = Progress(console)
    defer { progress.clear() }
    try corpus.write(to: folder, count: count, seed: seed) {
      progress.bar($0, of: count + corpus.otherCount)
    }
    progress.clear()
    let beside = corpus.otherCount == 0 ? "" : " and \(corpus.otherCount) other recordings"
    try console.line(
      "\(count) sentences of \(corpus.summary)\(beside); \"\(folder)/manifest.jsonl\" lists them")
  }
}
