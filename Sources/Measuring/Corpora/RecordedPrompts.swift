internal import FoundationEssentials
package import HyzerBase
package import HyzerVoice

/// A sentence for somebody to say, and what it means.
package struct Prompt: Hashable, Sendable {
  private static let mostForms = 4
  /// The most words that somebody says without a slip after one look at them.
  private static let mostWords = 16

  package let number: Int
  /// The words to say, in lower case.
  package let sentence: String
  let scores: Set<HoleScore>

  /// Draws sentences from the spoken language of a round.
  ///
  /// Only sentences that the parser takes for a success count, typed and spoken alike, so that its
  /// reading is their label; no sentence comes twice. A longer list begins with the shorter one of
  /// the same seed.
  ///
  /// - Throws: ``FileFailure`` where so many draws one after the other gave no new sentence.
  package static func draw(
    count: Int, seed: UInt64, round: Round, parser: UtteranceParser, maximumDraws: Int = 2000
  ) throws(FileFailure) -> [Prompt] {
    let generator = SentenceGenerator(
      language: .english,
      names: round.roster.players.flatMap(\.spellings).map { $0.lowercased() })
    var random = SeededGenerator(seed: seed)
    var known: Set<String> = []
    var prompts: [Prompt] = []
    var draws = 0
    while prompts.count < count {
      guard draws < maximumDraws else {
        throw FileFailure(
          .badData,
          "the round has only \(prompts.count) different sentences; ask for at most so many "
            + "with --count")
      }
      draws += 1
      let sentence = generator.sentence(
        formCount: Int.random(in: 1...mostForms, using: &random), weight: \.drawWeight,
        using: &random)
      guard sentence.split(separator: " ").count <= mostWords, !known.contains(sentence),
        let scores = label(of: sentence, parser: parser)
      else { continue }
      known.insert(sentence)
      prompts.append(Prompt(number: prompts.count + 1, sentence: sentence, scores: scores))
      draws = 0
    }
    return prompts
  }

  private static func label(of sentence: String, parser: UtteranceParser) -> Set<HoleScore>? {
    let results = [InputKind.typed, .spoken].map { parser.parse(sentence, input: $0) }
    let labels = results.map(\.scorePairs)
    guard results.allSatisfy({ $0.status == .success }), labels[0] == labels[1] else { return nil }
    return labels[0]
  }
}

extension ManifestEntry {
  package init(_ prompt: Prompt, round: Round, audio: String? = nil, tags: [String: String]) {
    self.init(
      audio: audio, transcript: prompt.sentence, round: round,
      scores: prompt.scores.sorted { $0.player < $1.player }.map {
        ScorePair(player: round.roster[$0.player].name, strokes: $0.strokes.count)
      }, tags: tags)
  }
}

extension ParseResult {
  var scorePairs: Set<HoleScore> {
    Set(scores.map { HoleScore(player: $0.player, strokes: $0.strokes) })
  }
}

extension Likelihood {
  /// How often a form is drawn beside others.
  fileprivate var drawWeight: Int {
    switch self {
    case .usual: 10
    case .occasional: 3
    case .connective, .rare, .mistakable: 1
    case .doubtful: 0
    }
  }
}

/// A folder of recorded prompts: the clips, and the manifest that says which are done.
///
/// A clip is renamed into place before its line is added to the manifest, so that whatever the
/// manifest has is whole.
package struct RecordedFolder {
  private let folder: String
  private let round: Round
  private let seed: UInt64
  private let speaker: String
  private var entries: [(place: String, prompt: Int, transcript: String?)] = []
  package private(set) var done: Set<Int> = []

  private var manifest: String { folder + "/manifest.jsonl" }

  /// Opens a folder for a speaker's prompts of a seed and round, and makes it where there is none.
  ///
  /// A line that a kill has cut off is taken away; its prompt comes again.
  package init(path: String, round: Round, seed: UInt64, speaker: String) throws {
    folder = path
    self.round = round
    self.seed = seed
    self.speaker = speaker
    try OutputFile.makeFolder(path)
    guard FileManager.default.fileExists(atPath: manifest) else { return }
    try RecordedFolder.mendTornLine(manifest)
    for line in try LineReader.filledLines(of: manifest) {
      let place = "\"\(manifest)\" line \(line.number)"
      let entry = try JSONFile.decode(ManifestEntry.self, from: line.data, place: place)
      guard let number = entry.tags["prompt"].flatMap(Int.init), number > 0 else {
        throw FileFailure(
          .badData, "\(place): no prompt of hyzer corpus record; give another folder with --out")
      }
      try check(entry, place)
      entries.append((place, number, entry.transcript))
      done.insert(number)
    }
  }

  /// The highest number among the prompts that are recorded; 0 for none.
  package var highestDone: Int { done.max() ?? 0 }

  /// Checks that what is recorded are the prompts of this list, which goes up to ``highestDone``
  /// at least.
  package func check(_ prompts: [Prompt]) throws {
    for (place, number, transcript) in entries {
      let expected = prompts.first { $0.number == number }?.sentence
      guard transcript == expected else {
        throw FileFailure(
          .badData,
          "\(place): prompt \(number) was \"\(transcript ?? "")\" and is now "
            + "\"\(expected ?? "")\"; give another folder with --out")
      }
    }
  }

  package mutating func keep(_ samples: [Int16], of prompt: Prompt) throws {
    let name = OutputFile.clipName(prompt.number, type: "wav")
    try OutputFile.write(samples, to: "\(folder)/\(name)")
    let entry = ManifestEntry(
      prompt, round: round, audio: name,
      tags: ["speaker": speaker, "seed": String(seed), "prompt": String(prompt.number)])
    try OutputFile.append(JSONLine.encode(entry) + "\n", to: manifest)
    done.insert(prompt.number)
  }

  private func check(_ entry: ManifestEntry, _ place: String) throws {
    let (oldSeed, oldSpeaker) = (entry.tags["seed"] ?? "", entry.tags["speaker"] ?? "")
    let isOtherRound =
      entry.round.roster != round.roster || entry.round.par != round.par
      || entry.round.hole != round.hole
    let misfits = [
      (oldSeed != String(seed), "--seed \(oldSeed)"),
      (oldSpeaker != speaker, "--speaker \"\(oldSpeaker)\""), (isOtherRound, "another round"),
    ]
    guard let misfit = misfits.first(where: \.0)?.1 else { return }
    throw FileFailure(
      .badData,
      "\(place): was recorded with \(misfit); go on with that, or give another folder with --out")
  }

  /// Takes away a last line that lacks its end, and gives one that lacks only its newline that.
  private static func mendTornLine(_ path: String) throws {
    let data = try InputFile.contents(of: path)
    guard let last = data.last, last != UInt8(ascii: "\n") else { return }
    let end = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? data.startIndex
    var mended = data
    if (try? JSONDecoder().decode(ManifestEntry.self, from: data[end...])) != nil {
      mended.append(UInt8(ascii: "\n"))
    } else {
      mended.removeSubrange(end...)
    }
    try OutputFile.write(String(decoding: mended, as: UTF8.self), to: path)
  }
}
