internal import Audio
package import Evaluation
internal import Foundation
package import Golf
internal import Language
internal import Randomness

/// A recording as an index of recordings lists it.
struct IndexedClip: Hashable, Sendable {
  /// The first line of an index; more columns may follow.
  ///
  /// Every other line is a recording's path, its speaker and what is said in it, with tabs between.
  private static let header = "path\tspeaker\ttranscript"

  /// The path of the index.
  let index: String
  /// Where the recording is, as the index writes it: relative to the index's own folder.
  let path: String
  /// Who speaks; nil where nobody knows.
  let speaker: String?
  /// What is said, as the index writes it; nil where it leaves that open.
  let transcript: String?

  /// Reads a line of an index; nil where it lacks a column, or the path is empty.
  ///
  /// A speaker is unknown where the column is empty or begins with "unknown", as in "unknown" and
  /// "unknown (8 people)". Columns after the third do not count.
  static func line(_ line: String, of index: String) -> IndexedClip? {
    let columns = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
      .map { String($0) }
    guard columns.count >= 3, !columns[0].isEmpty else { return nil }
    let isKnown = !columns[1].isEmpty && !columns[1].lowercased().hasPrefix("unknown")
    // Splitting takes away what a text from another system has before its line breaks.
    let words = columns[2].split { $0.isWhitespace }.joined(separator: " ")
    return IndexedClip(
      index: index, path: columns[0], speaker: isKnown ? columns[1] : nil,
      transcript: words.isEmpty ? nil : words)
  }

  /// Reads an index; with `areWords`, each recording has to say something.
  static func all(of index: String, areWords: Bool) throws(FileFailure) -> [IndexedClip] {
    let lines = try LineReader.filledLines(of: index)
    let columns = header.replacing("\t", with: ", ")
    guard let first = lines.first, String(decoding: first.data, as: UTF8.self).hasPrefix(header)
    else {
      throw FileFailure(
        .badData,
        "\"\(index)\" line \(lines.first?.number ?? 1): no index of recordings; begin with a line "
          + "of the columns' names, \(columns), with tabs between")
    }
    guard lines.count > 1 else {
      throw FileFailure(.badData, "\"\(index)\" lists no recording; add lines of \(columns)")
    }
    var clips: [IndexedClip] = []
    for line in lines.dropFirst() {
      guard let text = String(validating: line.data, as: UTF8.self),
        let clip = IndexedClip.line(text, of: index)
      else {
        throw FileFailure(
          .badData,
          "\"\(index)\" line \(line.number): not a recording; give \(columns) with tabs between")
      }
      if areWords, NameKey(clip.transcript ?? "").letters.isEmpty {
        throw FileFailure(
          .badData,
          "\"\(index)\" line \(line.number): nothing is said; write down the word, or take the line "
            + "out")
      }
      clips.append(clip)
    }
    return clips
  }

  /// What distinguishes voices as well as the index allows: the speaker, or the recording's path.
  ///
  /// One person in several recordings of an unknown speaker has several keys.
  var voiceKey: String { speaker ?? path }

  /// The path of the recording from here.
  fileprivate var file: String { ManifestEntry.path(of: path, beside: index) }
}

/// Recordings of single words, by what they say: the words for 1 to 10 are scores, "zero" is left
/// out, and all other words are names.
package struct WordBank: Hashable, Sendable {
  /// The names in alphabetical order and in lower case, each once.
  package let names: [String]
  /// The scores that are said, each once, the lowest first.
  let scores: [Strokes]
  /// The indexes that list them, as messages name them.
  fileprivate let place: String
  private var clips: [String: [IndexedClip]] = [:]

  /// Keeps the clips of which it is known what they say, in their order.
  init(_ clips: [IndexedClip], indexes: [String] = []) {
    place = indexes.map { "\"\($0)\"" }.joined(separator: ", ")
    for clip in clips {
      guard let word = clip.transcript?.lowercased(), word != "zero" else { continue }
      self.clips[word, default: []].append(clip)
    }
    let words = Set(self.clips.keys)
    names = words.subtracting(Vocabulary.numberWords).sorted()
    scores = Vocabulary.numberWords.indices.compactMap { Strokes($0 + 1) }
      .filter { words.contains(Self.word(for: $0)) }
  }

  /// Reads indexes of words, with a name and a score at least.
  package init(indexes: [String]) throws(FileFailure) {
    var clips: [IndexedClip] = []
    for index in indexes { clips += try IndexedClip.all(of: index, areWords: true) }
    self.init(clips, indexes: indexes)
    guard !names.isEmpty else {
      throw FileFailure(.badData, "\(place): no recording of a name; add some")
    }
    guard !scores.isEmpty else {
      throw FileFailure(.badData, "\(place): no recording of a score; add some of one to ten")
    }
  }

  /// Returns a bank of the same names and scores, with some of the clips only.
  func filter(_ isKept: (IndexedClip) throws -> Bool) rethrows -> WordBank {
    var bank = self
    bank.clips = try clips.mapValues { try $0.filter(isKept) }
    return bank
  }

  /// Returns the clips that say a word, in the order in which they came.
  func clips(saying word: String) -> [IndexedClip] { clips[word] ?? [] }

  /// Returns those of some names, and of all scores, that no clip says.
  func missingWords(names: [String]) -> [String] {
    (names + scores.map(Self.word)).filter { clips(saying: $0).isEmpty }
  }

  static func word(for score: Strokes) -> String { Vocabulary.numberWords[score.count - 1] }
}

/// A sentence to be put together from recordings of its words: a name, a score, a name, a score.
struct SplicedSentence: Hashable, Sendable {
  /// A word of the sentence and the silence after it.
  struct Part: Hashable, Sendable {
    let clip: IndexedClip
    let pauseMilliseconds: Int
  }

  /// How many players a sentence has, as long as there are so many names.
  private static let playerCounts = 1...6
  /// The silence between a name and its score, in milliseconds.
  static let pauseAfterName = 30...120
  /// The silence after a score, in milliseconds.
  static let pauseAfterScore = 30...300
  /// How often each score is drawn beside the others: most often a par of 3 or 4.
  private static let weights = [2, 12, 24, 18, 10, 6, 4, 3, 3, 2]

  let parts: [Part]
  /// The words in lower case.
  let transcript: String
  /// The scores in the order in which they are said.
  let scores: [ScorePair]

  /// Draws the sentence of a number, from 1, by the seed, the number and the bank alone.
  ///
  /// Players, all that many equally likely, are drawn without replacement, and each gets a score
  /// and a recording of both. The bank has at least one recording of each of `names` and of each of
  /// its scores, and there is one of both.
  init(number: Int, seed: UInt64, bank: WordBank, names: [String]) {
    precondition(!names.isEmpty && !bank.scores.isEmpty, "a sentence has a name and a score")
    var random = SeededGenerator(seed: seed, name: "sentence \(number)")
    let count = min(Int.random(in: Self.playerCounts, using: &random), names.count)
    var parts: [Part] = []
    var words: [String] = []
    var scores: [ScorePair] = []
    for name in names.shuffled(using: &random).prefix(count) {
      let score = Self.score(among: bank.scores, using: &random)
      scores.append(ScorePair(player: name, strokes: score.count))
      for (word, pause) in [
        (name, Self.pauseAfterName), (WordBank.word(for: score), Self.pauseAfterScore),
      ] {
        guard let clip = bank.clips(saying: word).randomElement(using: &random) else {
          preconditionFailure("no clip says \"\(word)\"")
        }
        words.append(word)
        parts.append(Part(clip: clip, pauseMilliseconds: .random(in: pause, using: &random)))
      }
    }
    self.parts = parts
    self.scores = scores
    transcript = words.joined(separator: " ")
  }

  /// Who is heard and known, in the order of the first word.
  var speakers: [String] { parts.compactMap(\.clip.speaker).distinct }

  private static func score(
    among scores: [Strokes], using random: inout some RandomNumberGenerator
  ) -> Strokes {
    let weights = scores.map { Self.weights[$0.count - 1] }
    var place = Int.random(in: 0..<weights.reduce(0, +), using: &random)
    for (score, weight) in zip(scores, weights) {
      if place < weight { return score }
      place -= weight
    }
    preconditionFailure("the place is below the sum of all weights")
  }
}

/// A corpus of sentences put together from recordings of single words, and of other recordings, in
/// which nothing may be heard.
package struct SplicedCorpus {
  /// Some of the voices, by the number that the first 8 hexadecimal digits of their SHA-1 make, so
  /// that no voice is in two parts.
  package struct Part {
    let name: String
    let contains: (Int) -> Bool

    package init(name: String, contains: @escaping (Int) -> Bool) {
      self.name = name
      self.contains = contains
    }

    fileprivate func contains(_ clip: IndexedClip) throws -> Bool {
      guard let number = Int(try Digest.sha1(of: clip.voiceKey).prefix(8), radix: 16) else {
        preconditionFailure("a digest consists of hexadecimal digits")
      }
      return contains(number)
    }
  }

  private let others: [IndexedClip]
  private let bank: WordBank
  private let round: Round
  private let names: [String]
  private let part: Part?

  /// How many recordings without scores there are.
  package var otherCount: Int { others.count }

  /// Takes those recordings that a part has.
  ///
  /// The round's players are the bank's names, of which `names` are said. `others` are indexes.
  ///
  /// - Throws: ``FileFailure`` where the part lacks a word or a recording.
  package init(_ bank: WordBank, round: Round, names: [String], others: [String], part: Part?)
    throws
  {
    self.bank = try part.map { part in try bank.filter { try part.contains($0) } } ?? bank
    self.round = round
    self.names = names
    self.part = part
    let missing = self.bank.missingWords(names: names)
    guard missing.isEmpty else {
      throw FileFailure(
        .badData,
        "\(bank.place): no recording of \(missing.map { "\"\($0)\"" }.joined(separator: ", ")) in part "
          + "\(part?.name ?? ""); make fewer parts, or add recordings")
    }
    self.others = try others.flatMap { index in
      let clips = try IndexedClip.all(of: index, areWords: false)
      guard let part else { return clips }
      let kept = try clips.filter { try part.contains($0) }
      guard !kept.isEmpty else {
        throw FileFailure(
          .badData,
          "\"\(index)\": no recording in part \(part.name); make fewer parts, or add recordings")
      }
      return kept
    }
  }

  /// Writes the clips, numbered from 1, into a new or empty folder, and then the manifest.
  ///
  /// What has a manifest is whole. A failure takes the clips away again.
  package func write(
    to folder: String, count: Int, seed: UInt64, progress: (_ done: Int, _ item: String) -> Void
  ) throws {
    try OutputFile.makeFolder(folder)
    do {
      guard try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty else {
        throw FileFailure(
          .badData, "the folder \"\(folder)\" is not empty; give another folder with --out")
      }
    } catch let error as CocoaError {
      throw FileFailure(
        .inputOutput, "cannot read the folder \"\(folder)\": \(error.localizedDescription)")
    }
    var lines: [String] = []
    func keep(_ samples: [Int16], _ entry: ManifestEntry, kind: String) throws {
      var entry = entry
      let name = OutputFile.clipName(lines.count + 1, type: "flac")
      try OutputFile.write(samples, to: name, in: folder)
      entry.audio = name
      entry.tags["kind"] = kind
      entry.tags["seed"] = String(seed)
      entry.tags["part"] = part?.name
      lines.append(try JSONLine.encode(entry) + "\n")
    }
    do {
      for number in 1...count {
        let sentence = SplicedSentence(number: number, seed: seed, bank: bank, names: names)
        progress(lines.count, sentence.transcript)
        var random = SeededGenerator(seed: seed, name: "noise \(number)")
        try keep(
          try Self.samples(of: sentence, using: &random),
          ManifestEntry(
            audio: nil, transcript: sentence.transcript, round: round, scores: sentence.scores,
            speakers: sentence.speakers), kind: "spliced")
      }
      for clip in others {
        progress(lines.count, clip.path)
        var tags = [
          "source": URL(fileURLWithPath: clip.index).deletingLastPathComponent().lastPathComponent
        ]
        tags["speaker"] = clip.speaker
        try keep(
          try Recording.read(path: clip.file).samples,
          ManifestEntry(
            audio: nil, transcript: clip.transcript, round: round, scores: [], tags: tags),
          kind: "other")
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

  private static func samples(
    of sentence: SplicedSentence, using random: inout some RandomNumberGenerator
  ) throws -> [Int16] {
    var splicer = WordSplicer()
    for part in sentence.parts {
      let samples = try Recording.read(path: part.clip.file).samples
      guard splicer.append(samples, pauseMilliseconds: part.pauseMilliseconds) else {
        throw FileFailure(
          .badData,
          "\"\(part.clip.file)\": nothing can be heard; take its line out of \"\(part.clip.index)\""
        )
      }
    }
    return splicer.sentence(using: &random)
  }
}
