internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Golf

enum CorpusSpliceCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "splice"],
    abstract: "Make a corpus out of recordings of single words.",
    discussion: """
      An index lists one recording per line, below a line with the names of the columns: path \
      (relative to the index), speaker and transcript, separated by tabs. The words one to ten \
      are scores, zero is left out, and all other words are names: the roster of every line. \
      Each sentence names one to six players and their scores, most often 3 and 4. The words are \
      brought to the same level, separated by short pauses, and written as 16 kHz mono FLAC with \
      a quarter of a second of silence around them. With the same seed, a larger corpus begins \
      with the smaller one.

      --part K/N keeps the speakers apart: it uses a recording if the first 8 hexadecimal digits \
      of its speaker's SHA-1, as a number modulo N, are K - 1. If the speaker is empty or begins \
      with "unknown", the recording's path in the index is used instead, so such a voice may be \
      in several parts. The roster is the same in all parts.
      """,
    options: [clips, .outputFolder, count, .seed, part, say, other],
    examples: [
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 1/2 --out fit",
        "Make 200 sentences from half of the speakers, to fit on."),
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 2/2 --out judge",
        "Make 200 from the other half, to judge on."),
    ])

  private static let defaultCount = 200

  private static let clips = OptionSpec(
    long: "clips", argument: "INDEX", help: "Recordings of names and scores.", repeats: true,
    required: true, completion: .files)
  private static let count = OptionSpec(
    long: "count", short: "n", argument: "N",
    help: "How many sentences. The default is \(defaultCount).")
  private static let part = OptionSpec(
    long: "part", argument: "K/N", help: "Use only the speakers of part K of N.")
  private static let say = OptionSpec(
    long: "say", argument: "LIST",
    help: "The names that are said, separated by commas. The default is all of them.")
  private static let other = OptionSpec(
    long: "other", argument: "INDEX",
    help: "Recordings without scores, of words or sentences: each is a line of its own, in "
      + "which nothing may be heard.",
    repeats: true, completion: .files)

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let console = toolkit.console
    let count = try arguments.integer(count, in: 1...9999) ?? defaultCount
    let seed = try arguments.seed()
    let part = try arguments.value(part, expected: "a part such as 1/2") { text in
      Shard(text).map { SplicedCorpus.Part(name: text, contains: $0.contains) }
    }
    let bank = try WordBank(indexes: arguments.values(clips))
    let roster = try Roster(bank.names.map { Player(name: $0) })
    let corpus = try SplicedCorpus(
      bank, round: Round(roster: roster), names: spokenNames(arguments, roster),
      others: arguments.values(other), part: part)
    let folder = arguments.required(.outputFolder)
    var progress = Progress(console, total: count + corpus.otherCount)
    defer { progress.clear() }
    try corpus.write(to: folder, count: count, seed: seed) { progress.show($0, $1) }
    progress.clear()
    let beside = corpus.otherCount == 0 ? "" : " and \(corpus.otherCount) other recordings"
    try console.line("\(count) sentences\(beside); \"\(folder)/manifest.jsonl\" lists them")
  }

  /// Returns the names of the roster that --say gives, in the order of the roster.
  private static func spokenNames(
    _ arguments: ParsedArguments, _ roster: Roster
  ) throws(UsageError) -> [String] {
    guard let text = arguments.value(say) else { return roster.players.map(\.name) }
    var said: Set<PlayerID> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let player = roster.player(named: String(name)) else {
        throw arguments.invalidValue(
          say, String(name),
          expected: "names of the indexes, separated by commas: "
            + roster.players.map(\.name).joined(separator: ", "))
      }
      said.insert(player)
    }
    return said.sorted().map { roster[$0].name }
  }
}
