internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Golf

/// `hyzer corpus splice`: sentences of scores put together from recordings of single words.
struct CorpusSpliceCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "splice"],
    abstract: "Make a corpus of recordings of single words, apart by speaker.",
    discussion: """
      An index lists recordings, one a line after a line of the columns' names: path (relative \
      to the index), speaker and transcript, with tabs between. The words one to ten are \
      scores, zero is left out, and all other words are names: the roster of every line. Each \
      sentence names one to six players and their scores, most often 3 and 4. The words are \
      brought to one level, with short pauses between and a quarter of a second of silence \
      around them, as 16 kHz mono FLAC. A larger corpus begins with the smaller one of the same \
      seed.

      --part K/N takes a recording where the SHA-1 of its speaker, the first 8 hexadecimal \
      digits as a number, modulo N is K - 1, so that no speaker is in two parts. Where the \
      speaker is empty or begins with "unknown", the recording's path as the index writes it \
      stands for the speaker: such a voice may be in several parts. The roster is the same in \
      all parts.
      """,
    options: [
      OptionSpec(
        long: "clips", argument: "INDEX", help: "Recordings of names and scores.",
        repeats: true, required: true, completion: .files),
      .outputFolder,
      OptionSpec(
        long: "count", short: "n", argument: "N",
        help: "How many sentences. The default is \(CorpusSpliceCommand.defaultCount)."),
      OptionSpec(
        long: "seed", argument: "N",
        help: "Which sentences: one seed, one corpus. The default is 1."),
      OptionSpec(
        long: "part", argument: "K/N", help: "Only use the speakers of part K of N."),
      OptionSpec(
        long: "say", argument: "LIST",
        help: "The names that are said, with commas between; all if not given."),
      OptionSpec(
        long: "other", argument: "INDEX",
        help: "Recordings without scores, of words or sentences: each is a line of its own, in "
          + "which nothing may be heard.",
        repeats: true, completion: .files),
    ],
    examples: [
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 1/2 --out fit",
        "Make 200 sentences of half of the speakers, to fit on."),
      Example(
        "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 2/2 --out judge",
        "Make 200 of the other half, to judge on."),
    ])

  static let defaultCount = 200

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let count = try arguments.integer("count", in: 1...9999) ?? Self.defaultCount
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let part = try arguments.value("part").map { text throws(UsageError) in
      guard let shard = Shard(text) else {
        throw arguments.invalidValue("part", text, expected: "a part such as 1/2")
      }
      return SplicedCorpus.Part(name: text, contains: shard.contains)
    }
    let bank = try WordBank(indexes: arguments.values("clips"))
    let roster = try Roster(bank.names.map { Player(name: $0) })
    let corpus = try SplicedCorpus(
      bank, round: Round(roster: roster), names: spokenNames(roster),
      others: arguments.values("other"), part: part)
    let folder = arguments.value("out") ?? ""
    var progress = Progress(console, total: count + corpus.otherCount)
    defer { progress.clear() }
    try corpus.write(to: folder, count: count, seed: seed) { progress.show($0, $1) }
    progress.clear()
    let beside = corpus.otherCount == 0 ? "" : " and \(corpus.otherCount) other recordings"
    try console.line("\(count) sentences\(beside); \"\(folder)/manifest.jsonl\" lists them")
  }

  /// Returns the names of the roster that --say gives, in the order of the roster.
  private func spokenNames(_ roster: Roster) throws(UsageError) -> [String] {
    guard let text = arguments.value("say") else { return roster.players.map(\.name) }
    var said: Set<PlayerID> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let player = roster.player(named: String(name)) else {
        throw arguments.invalidValue(
          "say", String(name),
          expected: "names of the indexes with commas between: "
            + roster.players.map(\.name).joined(separator: ", "))
      }
      said.insert(player)
    }
    return said.sorted().map { roster[$0].name }
  }
}
