internal import Audio
internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf
internal import Randomness

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

  private enum Tag {
    static let kind = "kind"
    static let speaker = "speaker"
    static let source = "source"
    static let seed = "seed"
    static let part = "part"
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let count = try arguments.integer("count", in: 1...9999) ?? Self.defaultCount
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let part = try arguments.value("part").map { text throws(UsageError) in
      guard let part = Shard(text) else {
        throw arguments.invalidValue("part", text, expected: "a part such as 1/2")
      }
      return part
    }
    let all = try words()
    let roster = try Roster(all.names.map { Player(name: $0) })
    let names = try spokenNames(roster)
    let bank = try part.map { part in try all.filter { try part.contains($0) } } ?? all
    try requireWords(of: bank, names: names)
    let others = try self.others(part)

    let round = try Round(roster: roster)
    let sentences = (1...count).map {
      SplicedSentence(number: $0, seed: seed, bank: bank, names: names)
    }
    var folder = try SplicedFolder(arguments.value("out") ?? "")
    var progress = Progress(console, total: count + others.count)
    do {
      for sentence in sentences {
        progress.show(folder.count, sentence.transcript)
        try folder.keep(
          try Self.samples(of: sentence, seed: seed),
          as: ManifestEntry(
            audio: nil, transcript: sentence.transcript, round: round, scores: sentence.scores,
            speakers: sentence.speakers, tags: tags(kind: "spliced", seed: seed)))
      }
      for clip in others {
        progress.show(folder.count, clip.path)
        var tags = tags(kind: "other", seed: seed)
        tags[Tag.speaker] = clip.speaker
        tags[Tag.source] = clip.folderName
        try folder.keep(
          try Recording.read(path: clip.file).samples,
          as: ManifestEntry(
            audio: nil, transcript: clip.transcript, round: round, scores: [], tags: tags))
      }
      try folder.finish()
    } catch {
      progress.clear()
      folder.clear()
      throw error
    }
    progress.clear()
    let beside = others.isEmpty ? "" : " and \(others.count) other recordings"
    try console.line("\(count) sentences\(beside); \"\(folder.manifest)\" lists them")
  }

  private func words() throws -> WordBank {
    var clips: [IndexedClip] = []
    for index in arguments.values("clips") {
      for (line, clip) in try ClipIndex.clips(of: index) {
        guard let transcript = clip.transcript, !NameKey(transcript).letters.isEmpty else {
          throw Failure(
            .badData,
            "\"\(index)\" line \(line): nothing is said; write down the word, or take the line out")
        }
        clips.append(clip)
      }
    }
    let bank = WordBank(clips)
    guard !bank.names.isEmpty else {
      throw Failure(.badData, "\(indexes): no recording of a name; add some")
    }
    guard !bank.scores.isEmpty else {
      throw Failure(.badData, "\(indexes): no recording of a score; add some of one to ten")
    }
    return bank
  }

  /// The indexes of words, as messages name them.
  private var indexes: String {
    arguments.values("clips").map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Returns the names of the roster that --say gives, in the order of the roster.
  private func spokenNames(_ roster: Roster) throws -> [String] {
    guard let text = arguments.value("say") else { return roster.players.map(\.name) }
    let said = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let player = roster.player(named: String(name)) else {
        throw arguments.invalidValue(
          "say", String(name),
          expected: "names of the indexes with commas between: "
            + roster.players.map(\.name).joined(separator: ", "))
      }
      return player
    }
    return Set(said).sorted().map { roster[$0].name }
  }

  private func requireWords(of bank: WordBank, names: [String]) throws(Failure) {
    let missing = bank.missingWords(names: names)
    guard missing.isEmpty else {
      let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Failure(
        .badData,
        "\(indexes): no recording of \(list) in part \(arguments.value("part") ?? ""); make fewer "
          + "parts, or add recordings")
    }
  }

  private func others(_ part: Shard?) throws -> [IndexedClip] {
    try arguments.values("other").flatMap { index in
      let clips = try ClipIndex.clips(of: index).map(\.clip)
      guard let part else { return clips }
      let kept = try clips.filter { try part.contains($0) }
      guard !kept.isEmpty else {
        throw Failure(
          .badData,
          "\"\(index)\": no recording in part \(arguments.value("part") ?? ""); make fewer parts, "
            + "or add recordings")
      }
      return kept
    }
  }

  private static func samples(of sentence: SplicedSentence, seed: UInt64) throws -> [Int16] {
    var splicer = WordSplicer()
    for part in sentence.parts {
      let samples = try Recording.read(path: part.clip.file).samples
      guard splicer.append(samples, pauseMilliseconds: part.pauseMilliseconds) else {
        throw Failure(
          .badData,
          "\"\(part.clip.file)\": nothing can be heard; take its line out of \"\(part.clip.index)\""
        )
      }
    }
    var random = SeededGenerator(seed: seed, name: "noise \(sentence.number)")
    return splicer.sentence(using: &random)
  }

  private func tags(kind: String, seed: UInt64) -> [String: String] {
    var tags = [Tag.kind: kind, Tag.seed: String(seed)]
    tags[Tag.part] = arguments.value("part")
    return tags
  }
}

extension IndexedClip {
  /// The path of the recording from here.
  fileprivate var file: String { CorpusManifest.audioPath(path, manifest: index) }

  /// The name of the folder in which the index lies.
  fileprivate var folderName: String {
    URL(fileURLWithPath: index).deletingLastPathComponent().lastPathComponent
  }
}

extension Shard {
  /// Whether a recording belongs to it, by the SHA-1 of its voice, so that no voice is in two.
  fileprivate func contains(_ clip: IndexedClip) throws(DigestError) -> Bool {
    let digits = try SHA1.hex(of: clip.voiceKey).prefix(8)
    guard let number = Int(digits, radix: 16) else {
      preconditionFailure("a digest consists of hexadecimal digits")
    }
    return contains(number)
  }
}
