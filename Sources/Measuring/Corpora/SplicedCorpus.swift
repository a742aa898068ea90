internal import FoundationEssentials
internal import Glibc
package import HyzerBase
package import HyzerVoice
internal import ScoreLog

/// How often each score is said in spliced sentences.
package enum SplicedScores: String, CaseIterable, Sendable {
  /// Most often a par of 3 or 4.
  case mixed
  /// As golfers of handicap 10 score, taken to a par of 3: of 18 holes 0.7 birdies, 6.7 pars, 7.7 bogeys
  /// and 2.9 that are worse (Arccos, of 11.5 million rounds), by which no setting was made.
  case game
  case even
  /// Those of which the game has least: 1 and 6 to 10.
  case rare

  /// For 1 to 10.
  private var weights: [Int] {
    switch self {
    case .mixed: [2, 12, 24, 18, 10, 6, 4, 3, 3, 2]
    case .game: [0, 4, 37, 43, 11, 3, 1, 1, 0, 0]
    case .even: Array(repeating: 1, count: 10)
    case .rare: [1, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    }
  }

  func weight(of score: Strokes) -> Int { weights[score.count - 1] }
}

/// Recordings of single words, by who says them: the words for 1 to 10 are scores, "zero" is left
/// out, and all other words are names.
package struct WordBank: Hashable, Sendable {
  /// One person with one microphone, and the recordings of each name and score that they say.
  struct Voice: Hashable, Sendable {
    /// A draw is made among so many clips of scores at most, so that no voice is in every sentence.
    private static let most = 6

    let key: String
    /// The folder that stands for all whose recordings are alike.
    let source: String
    fileprivate(set) var names: [String: [IndexedClip]] = [:]
    fileprivate(set) var scores: [Strokes: [IndexedClip]] = [:]

    var weight: Int {
      max(1, min(scores.values.reduce(0) { $0 + $1.count }, Self.most))
    }

    fileprivate mutating func add(_ clip: IndexedClip, saying word: String, _ drawn: SplicedScores)
    {
      if let number = Vocabulary.numberWords.firstIndex(of: word), let score = Strokes(number + 1) {
        if drawn.weight(of: score) > 0 { scores[score, default: []].append(clip) }
      } else {
        names[word, default: []].append(clip)
      }
    }
  }

  /// The voices for which sentences can be drawn: those of sources that have a name and a score.
  let voices: [Voice]
  /// The names that they say, in alphabetical order and in lower case, each once.
  let names: [String]

  /// How often each score is drawn; those that are not are no clips of the bank's.
  let scores: SplicedScores

  /// Reads indexes of words: the voices and names of some parts, and the names of a list, in lower
  /// case.
  ///
  /// Recordings in which a word is cut off are left out.
  package init(
    indexes: [String], names list: Set<String>?, voices: SplicedCorpus.Part?,
    nameParts: SplicedCorpus.Part?, scores: SplicedScores = .mixed
  ) throws {
    let clips = try indexes.flatMap { try IndexedClip.all(of: $0, areWords: true) }
    try self.init(
      clips, names: list, voices: voices, nameParts: nameParts, scores: scores
    ) { clip in
      // What cannot be read is reported where it is needed.
      guard clip.seconds == nil, let recording = try? Recording(path: clip.file) else {
        return true
      }
      return !SpeechTrim.isCutOff(recording.samples)
    }
  }

  /// Takes the clips of which it is known what they say, and which hold all of it.
  ///
  /// Folders with a voice in common have one source: the same microphones.
  init(
    _ clips: [IndexedClip], names list: Set<String>? = nil,
    voices voicePart: SplicedCorpus.Part? = nil, nameParts namePart: SplicedCorpus.Part? = nil,
    scores: SplicedScores = .mixed, isWhole: (IndexedClip) -> Bool = { _ in true }
  ) throws {
    self.scores = scores
    let sources = Self.sources(clips)
    var voices: [String: Voice] = [:]
    for clip in clips {
      guard let word = clip.transcript?.lowercased(), word != "zero",
        try voicePart?.contains(clip.voiceKey) ?? true
      else { continue }
      if !Vocabulary.numberWords.contains(word) {
        guard list?.contains(word) ?? true, try namePart?.contains(word) ?? true else { continue }
      }
      guard isWhole(clip) else { continue }
      let source = sources[clip.folder] ?? clip.folder
      voices[clip.voiceKey, default: Voice(key: clip.voiceKey, source: source)]
        .add(clip, saying: word, scores)
    }
    let bySource = Dictionary(grouping: voices.values, by: \.source).values.filter { voices in
      voices.contains { !$0.names.isEmpty } && voices.contains { !$0.scores.isEmpty }
    }
    self.voices = bySource.flatMap(\.self).sorted { $0.key < $1.key }
    names = Set(self.voices.flatMap(\.names.keys)).sorted()
    guard !self.voices.isEmpty else {
      let parts = [voicePart, namePart].compactMap { $0.map { " in part \($0.name)" } }
      throw FileFailure(
        .badData,
        clips.map(\.index).withoutRepeats.map { "\"\($0)\"" }.joined(separator: ", ")
          + ": no folder has both a name and a score from one to ten\(parts.joined(separator: " and")); "
          + "add recordings\(parts.isEmpty ? "" : ", or make fewer parts")")
    }
  }

  /// Reads a list of names, one a line, in lower case.
  package static func names(in path: String) throws(FileFailure) -> Set<String> {
    Set(
      try LineReader.filledLines(of: path).map {
        String(decoding: $0.data, as: UTF8.self).trimmed.lowercased()
      })
  }

  /// Returns the first, in the alphabet, of the folders that belong to the same source, for each.
  private static func sources(_ clips: [IndexedClip]) -> [String: String] {
    var sources: [String: String] = [:]
    for clips in Dictionary(grouping: clips, by: \.voiceKey).values {
      let folders = Set(clips.map(\.folder))
      let joined = Set(folders.map { sources[$0] ?? $0 })
      for folder in folders { sources[folder] = joined.min() }
      for (folder, source) in sources where joined.contains(source) {
        sources[folder] = joined.min()
      }
    }
    return sources
  }

  static func word(for score: Strokes) -> String { Vocabulary.numberWords[score.count - 1] }
}

/// A sentence to be put together from recordings of its words: a name, a score, a name, a score.
struct SplicedSentence: Sendable {
  /// How often a sentence has one player, two, three and so on, as long as there are so many names.
  private static let countWeights = [2, 4, 4, 4, 2, 2]
  /// A voice that says fewer names than these borrows them, or it would always name the same player.
  private static let leastNames = 2
  static let pauseAfterName = 30...120
  static let pauseAfterScore = 30...400

  /// The words and the silence after each.
  let parts: [(clip: IndexedClip, pauseMilliseconds: Int)]
  /// The words in lower case.
  let transcript: String
  let scores: [ScorePair]
  let players: [String]
  /// Who is heard: one voice, or one that says the scores and others that say the names.
  let voices: [String]
  let source: String

  /// Draws the sentence of a number, from 1, by the seed, the number and the bank alone.
  ///
  /// A voice that says scores and some names says all of it; else voices of its source lend it their
  /// names, or one its scores. Players are drawn without replacement. The bank has a voice.
  init(number: Int, seed: UInt64, bank: WordBank, sounds: SplicedCorpus.Sounds) {
    var random = SeededGenerator(seed: seed, name: "sentence \(number)")
    let voice = Self.draw(bank.voices, \.weight, using: &random)
    let others = bank.voices.filter { $0.source == voice.source }
    let scorer =
      voice.scores.isEmpty
      ? Self.draw(others.filter { !$0.scores.isEmpty }, \.weight, using: &random) : voice
    let isOneVoice = voice.names.count >= Self.leastNames && !voice.scores.isEmpty
    let names = (isOneVoice ? [voice] : others).reduce(into: [:]) { names, voice in
      names.merge(voice.names) { $0 + $1 }
    }
    let count =
      1 + Self.draw(Array(Self.countWeights.indices), { Self.countWeights[$0] }, using: &random)
    var parts: [(clip: IndexedClip, pauseMilliseconds: Int)] = []
    var words: [String] = []
    var scores: [ScorePair] = []
    let said = SplicedCorpus.roster(
      names.keys.sorted().shuffled(using: &random), count: count, sounds: sounds)
    for name in said {
      let score = Self.draw(
        scorer.scores.keys.sorted(), bank.scores.weight, using: &random)
      scores.append(ScorePair(player: name, strokes: score.count))
      for (word, clips, pause) in [
        (name, names[name], Self.pauseAfterName),
        (WordBank.word(for: score), scorer.scores[score], Self.pauseAfterScore),
      ] {
        guard let clip = clips?.randomElement(using: &random) else { continue }
        words.append(word)
        parts.append((clip, .random(in: pause, using: &random)))
      }
    }
    self.parts = parts
    self.scores = scores
    transcript = words.joined(separator: " ")
    players = SplicedCorpus.roster(
      bank.names.shuffled(using: &random), with: said, count: .random(in: 2...6, using: &random),
      sounds: sounds
    ).shuffled(using: &random)
    voices = parts.map(\.clip.voiceKey).withoutRepeats
    source = voice.source
  }

  /// Who is heard and known, in the order of the first word.
  var speakers: [String] {
    parts.compactMap { $0.clip.speaker == nil ? nil : $0.clip.voiceKey }.withoutRepeats
  }

  /// What the corpus says of the sentence: its source, whether one voice says it or more, and what is
  /// known of who says the scores.
  var tags: [String: String] {
    (parts.last?.clip.traits ?? [:]).merging([
      "source": source, "voices": voices.count == 1 ? "1" : "2+",
    ]) { $1 }
  }

  private static func draw<Element>(
    _ elements: [Element], _ weight: (Element) -> Int,
    using random: inout some RandomNumberGenerator
  ) -> Element {
    let pool = elements.flatMap { Array(repeating: $0, count: weight($0)) }
    return pool[Int.random(in: pool.indices, using: &random)]
  }
}

/// A corpus of sentences put together from recordings of single words, and of other recordings, in
/// which nothing may be heard.
package struct SplicedCorpus {
  /// How a name is said, to keep names apart that sound alike.
  package typealias Sounds = (String) -> Set<Pronunciation>

  /// Some of the voices or names, by the number that the first 8 hexadecimal digits of their SHA-1
  /// make, so that none is in two parts.
  package struct Part {
    let name: String
    private let numbers: ClosedRange<Int>
    private let count: Int

    /// Reads `2/4` or `1-3/4`; nil where that is not a part.
    package init?(_ text: String) {
      let sides = text.split(separator: "/", omittingEmptySubsequences: false)
      let ends = (sides.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0) }
      guard sides.count == 2, (1...2).contains(ends.count), let first = ends.first ?? nil,
        let last = ends.last ?? nil, first >= 1, first <= last,
        let shard = Shard("\(last)/\(sides[1])")
      else { return nil }
      (name, numbers, count) = (text, first...last, shard.count)
    }

    func contains(_ key: String) throws -> Bool {
      guard let number = Int(try Digest.sha1(of: key).prefix(8), radix: 16) else {
        preconditionFailure("a digest consists of hexadecimal digits")
      }
      return numbers.contains(number % count + 1)
    }
  }

  /// The longest that another recording lasts, in seconds, where its index says how long it is.
  private static let longestOther = 8.0

  private let bank: WordBank
  private let others: [IndexedClip]
  private let sounds: Sounds
  private let part: Part?

  /// How many recordings without scores there are.
  package var otherCount: Int { others.count }
  /// What sentences are drawn from, in words.
  package var summary: String { "\(bank.voices.count) voices, \(bank.names.count) names" }

  /// Takes the recordings of other indexes whose voices are in a part, so many at most, drawn by
  /// the seed; none in which a score is said.
  ///
  /// - Throws: ``FileFailure`` where an index has none.
  package init(
    _ bank: WordBank, others: [String], part: Part?, mostOthers: Int?, seed: UInt64,
    sounds: @escaping Sounds
  ) throws {
    self.bank = bank
    self.part = part
    self.sounds = sounds
    let found = try others.flatMap { index in
      let kept = try IndexedClip.all(of: index, areWords: false).filter {
        try part?.contains($0.voiceKey) ?? true && Self.isWithoutScore($0)
      }
      guard !kept.isEmpty else {
        throw FileFailure(
          .badData,
          "\"\(index)\": no recording without a score"
            + (part.map { " in part \($0.name); make fewer parts, or add recordings" }
              ?? "; add some"))
      }
      return kept
    }
    var random = SeededGenerator(seed: seed, name: "others")
    let drawn = Set(found.indices.shuffled(using: &random).prefix(mostOthers ?? found.count))
    self.others = found.indices.filter(drawn.contains).map { found[$0] }
  }

  private static func isWithoutScore(_ clip: IndexedClip) -> Bool {
    guard clip.duration ?? 0 <= longestOther else { return false }
    guard let transcript = clip.transcript else { return true }
    return SpokenReading(transcript).map { Vocabulary.scoreWords.isDisjoint(with: $0.words) }
      ?? false
  }

  /// Returns some names and then others, up to a count, no two of which can sound alike.
  static func roster(
    _ others: [String], with names: [String] = [], count: Int, sounds: Sounds
  ) -> [String] {
    var roster = names
    var taken = Set(names.flatMap(sounds))
    for name in others where roster.count < count {
      let sounds = sounds(name)
      guard !roster.contains(name), taken.isDisjoint(with: sounds) else { continue }
      taken.formUnion(sounds)
      roster.append(name)
    }
    return roster
  }

  /// Writes the clips, numbered from 1, into a new or empty folder, and then the manifest.
  ///
  /// What has a manifest is whole. A failure takes the clips away again.
  package func write(
    to folder: String, count: Int, seed: UInt64, progress: (_ done: Int) -> Void
  ) throws {
    try OutputFile.makeFolder(folder)
    do {
      guard try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty else {
        throw FileFailure(
          .badData, "the folder \"\(folder)\" is not empty; give another folder with --out")
      }
    } catch let error as CocoaError {
      throw FileFailure(
        .inputOutput, "cannot read the folder \"\(folder)\": \(SystemFault(error))")
    }
    var lines: [String] = []
    func keep(_ samples: [Int16], _ entry: ManifestEntry, kind: String) throws {
      var entry = entry
      let name = OutputFile.clipName(lines.count + 1, type: "flac")
      try OutputFile.write(samples, to: "\(folder)/\(name)")
      entry.audio = name
      entry.tags["kind"] = kind
      entry.tags["seed"] = String(seed)
      entry.tags["part"] = part?.name
      lines.append(try JSONLine.encode(entry) + "\n")
    }
    do {
      for number in 1...count {
        let sentence = SplicedSentence(number: number, seed: seed, bank: bank, sounds: sounds)
        progress(lines.count)
        var random = SeededGenerator(seed: seed, name: "noise \(number)")
        try keep(
          try Self.samples(of: sentence, using: &random),
          ManifestEntry(
            audio: nil, transcript: sentence.transcript, round: try Self.round(sentence.players),
            scores: sentence.scores, speakers: sentence.speakers, tags: sentence.tags),
          kind: "spliced")
      }
      for (number, clip) in others.enumerated() {
        progress(lines.count)
        var random = SeededGenerator(seed: seed, name: "other \(number)")
        let players = Self.roster(
          bank.names.shuffled(using: &random), count: .random(in: 2...6, using: &random),
          sounds: sounds)
        var tags = clip.traits.merging(["source": clip.folder]) { $1 }
        tags["speaker"] = clip.speaker == nil ? nil : clip.voiceKey
        try keep(
          try Recording(path: clip.file).samples,
          ManifestEntry(
            audio: nil, transcript: clip.transcript, round: try Self.round(players), scores: [],
            tags: tags), kind: "other")
      }
      try OutputFile.write(lines.joined(), to: folder + "/manifest.jsonl")
    } catch {
      for number in lines.indices {
        // The failure itself matters more.
        try? FileManager.default.removeItem(
          atPath: folder + "/" + OutputFile.clipName(number + 1, type: "flac"))
      }
      throw error
    }
  }

  private static func round(_ players: [String]) throws -> Round {
    try Round(roster: Roster(players.map { Player(name: $0) }))
  }

  private static func samples(
    of sentence: SplicedSentence, using random: inout some RandomNumberGenerator
  ) throws -> [Int16] {
    var splicer = WordSplicer()
    for part in sentence.parts {
      let samples = try Recording(path: part.clip.file).samples
      let place = part.clip.seconds.map { seconds in
        Int(
          seconds.lowerBound * Double(Recording.sampleRateHz))..<Int(
            seconds.upperBound * Double(Recording.sampleRateHz))
      }
      guard splicer.append(samples, in: place, pauseMilliseconds: part.pauseMilliseconds) else {
        throw FileFailure(
          .badData,
          "\"\(part.clip.file)\": nothing can be heard; take its line out of \"\(part.clip.index)\""
        )
      }
    }
    return splicer.sentence(using: &random)
  }
}
