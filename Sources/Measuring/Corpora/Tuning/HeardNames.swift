internal import HyzerBase
internal import HyzerVoice

/// What the recogniser hears where a player's name was said.
package struct HeardInstead: Hashable, Sendable, Encodable {
  package let player: String
  package private(set) var said = 0
  /// How often it was heard as it was said, or as another name of the player.
  package private(set) var heard = 0
  /// How often each word was heard in its place; the empty word for nothing at all.
  package private(set) var heardInstead: [String: Int] = [:]

  /// The word that was heard most often in place of the name, of equally frequent ones the first in
  /// the alphabet; nil where none was.
  package var mostOften: (word: String, count: Int)? {
    heardInstead.filter { !$0.key.isEmpty }.max { ($0.value, $1.key) < ($1.value, $0.key) }
      .map { ($0.key, $0.value) }
  }

  /// Returns what was heard in place of each player's names, by place in the roster.
  ///
  /// A name of several words counts once for each of them.
  static func count(_ outcomes: [UtteranceOutcome], roster: Roster) -> [HeardInstead] {
    let names = roster.players.map { player in
      Set(player.spellings.flatMap { NameKey.words(of: $0) })
    }
    var counts = roster.players.map { HeardInstead(player: $0.name) }
    for outcome in outcomes {
      guard let said = outcome.said else { continue }
      for step in WordAlignment(reference: said, hypothesis: outcome.heard).steps {
        let (word, other): (String, String)
        switch step {
        case .hit(let name): (word, other) = (name, name)
        case .substitution(let name, let hypothesis): (word, other) = (name, hypothesis)
        case .deletion(let name): (word, other) = (name, "")
        case .insertion: continue
        }
        for index in names.indices where names[index].contains(word) {
          counts[index].said += 1
          if names[index].contains(other) {
            counts[index].heard += 1
          } else {
            counts[index].heardInstead[other, default: 0] += 1
          }
        }
      }
    }
    return counts
  }
}

/// How a name sounded, time after time, as a phone recogniser wrote it down.
///
/// Such a transcription is right in about half of its phones, so that no single one is trusted.
struct HeardPhones: Hashable, Sendable {
  struct Mention: Hashable, Sendable {
    let line: Int
    let phones: Pronunciation
    let isMissed: Bool
  }

  private static let fewestMentions = 2
  /// Sums in another order differ in their last bits, which must not decide.
  private static let tolerance = 1e-9

  var mentions: [Mention] = []

  /// What was heard on some lines alone.
  func on(_ lines: Set<Int>) -> HeardPhones {
    HeardPhones(mentions: mentions.filter { lines.contains($0.line) })
  }

  /// Finds pronunciations that fit what was heard: the medoid of all mentions and of
  /// those that were missed, what a known pronunciation becomes when it is brought as near as it goes
  /// to all of them, and those one phone away from a known one by which the mentions come nearer most,
  /// at most so many `neighbours`.
  ///
  /// Returns those that are not known, each with where it comes from.
  func pronunciations(known: [Pronunciation], neighbours: Int)
    -> [(pronunciation: Pronunciation, detail: String)]
  {
    guard mentions.count >= HeardPhones.fewestMentions else { return [] }
    let heard = mentions.map(\.phones)
    let missed = mentions.filter(\.isMissed).map(\.phones)
    var found: [(pronunciation: Pronunciation, detail: String)] = []
    if missed.count >= HeardPhones.fewestMentions, let medoid = HeardPhones.medoid(of: missed) {
      found.append((medoid, "most like what was missed"))
    }
    if let medoid = HeardPhones.medoid(of: heard) {
      found.append((medoid, "most like what was said"))
    }
    found += known.map { (HeardPhones.consensus(from: $0, heard), "fitted to what was said") }
    found += self.neighbours(of: known).prefix(neighbours)
      .map { ($0, "one phone from a known one") }
    return found.filter { !known.contains($0.pronunciation) && $0.pronunciation.phones.count > 1 }
  }

  /// Returns how much nearer a pronunciation comes than the known ones do to what was heard, as the sum
  /// of the likeness that it adds to each mention.
  func nearness(of pronunciation: Pronunciation, beside known: [Pronunciation]) -> Double {
    mentions.reduce(0) { sum, mention in
      let reached = known.map { $0.similarity(to: mention.phones) }.max() ?? 0
      return sum + max(0, pronunciation.similarity(to: mention.phones) - reached)
    }
  }

  /// Returns the first of several pronunciations that is most like all of them; nil without any.
  ///
  /// Unlike a mean, the medoid is one that was heard. Time grows with the square of their number.
  static func medoid(of heard: [Pronunciation]) -> Pronunciation? {
    var best: (pronunciation: Pronunciation, likeness: Double)?
    for candidate in heard.withoutRepeats {
      let likeness = likeness(candidate, heard)
      if likeness > (best?.likeness ?? -1) + tolerance { best = (candidate, likeness) }
    }
    return best?.pronunciation
  }

  /// Returns what a pronunciation becomes by one change after another, each the one by which the sum
  /// of its likeness to the mentions grows most, until none makes it grow.
  ///
  /// Errors of the transcription differ from time to time, and so cancel out.
  private static func consensus(from start: Pronunciation, _ heard: [Pronunciation])
    -> Pronunciation
  {
    var (best, reached) = (start, likeness(start, heard))
    while true {
      var next: (pronunciation: Pronunciation, likeness: Double)?
      for variant in variants(of: best) {
        let likeness = likeness(variant, heard)
        if likeness > (next?.likeness ?? reached) + tolerance { next = (variant, likeness) }
      }
      guard let next else { return best }
      (best, reached) = next
    }
  }

  private static func likeness(_ pronunciation: Pronunciation, _ heard: [Pronunciation]) -> Double {
    heard.reduce(0) { $0 + pronunciation.similarity(to: $1) }
  }

  /// Returns what is one phone away from a known pronunciation and nearer to the mentions, the
  /// nearest first.
  private func neighbours(of known: [Pronunciation]) -> [Pronunciation] {
    let new = known.flatMap(Self.variants).withoutRepeats.filter { !known.contains($0) }
    return new.map { (pronunciation: $0, nearer: nearness(of: $0, beside: known)) }
      .filter { $0.nearer > Self.tolerance }.enumerated()
      .sorted { ($1.element.nearer, $0.offset) < ($0.element.nearer, $1.offset) }
      .map(\.element.pronunciation)
  }

  /// Every pronunciation with one phone confused or left out, or a vowel replaced by another.
  private static func variants(of pronunciation: Pronunciation) -> [Pronunciation] {
    let phones = pronunciation.phones
    return phones.indices.flatMap { index -> [Pronunciation] in
      let others =
        phones[index].isVowel ? Phone.allCases.filter(\.isVowel) : phones[index].confusables
      var changed: [[Phone]] = others.filter { $0 != phones[index] }.map { other in
        var copy = phones
        copy[index] = other
        return copy
      }
      if phones.count > 2 {
        var copy = phones
        copy.remove(at: index)
        changed.append(copy)
      }
      return changed.compactMap(Pronunciation.init)
    }
  }
}

/// Listens to the phones where the players' display names are said.
struct NameListener {
  private struct Name {
    let words: [String]
    let id: String
    let player: PlayerID
    let isDisplayName: Bool
  }

  private let entries: [LexiconEntry]
  /// The spellings, those of most words first.
  private let names: [Name]

  /// Knows the names of a round and every word that the corpus says.
  init(
    _ names: [RoundLexicon.Name], roster: Roster, lines: [CorpusUtterance],
    lexicon: PronunciationLexicon
  ) {
    let spellings = names.enumerated().map { index, name in
      Name(
        words: NameKey.words(of: name.spelling), id: "player_\(name.player.index)_\(index)",
        player: name.player, isDisplayName: name.spelling == roster[name.player].name)
    }
    var entries = zip(spellings, names).map { spelling, name in
      LexiconEntry(
        id: spelling.id, text: name.spelling,
        pronunciations: name.pronunciations.map(\.pronunciation))
    }
    for word in Set(lines.flatMap { NameKey.words(of: $0.transcript ?? "") }).sorted()
    where word.utf8.allSatisfy({ $0 < 0x80 }) {
      let sounds = lexicon.pronunciations(ofWord: word).map(\.pronunciation)
      if !sounds.isEmpty {
        entries.append(LexiconEntry(id: word, text: word, pronunciations: sounds))
      }
    }
    self.entries = entries
    self.names = spellings.sorted { $0.words.count > $1.words.count }
  }

  /// Returns what was heard of each of `count` players, by place in the roster.
  func listen(
    to lines: [CorpusUtterance], baseline: [UtteranceOutcome], players count: Int,
    settings: DecoderSettings, workers: Int?, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> [HeardPhones] {
    let said = lines.indices.filter {
      lines[$0].audio != nil && lines[$0].transcript != nil && !lines[$0].isStream
        && !lines[$0].scores.isEmpty
    }
    let heard = try ParallelMap.map(
      said, workers: workers,
      context: { Boxed(try PhoneTranscriber(lexicon: entries, settings: settings)) },
      work: { (transcriber, index) -> [PhoneTranscriber.SpokenWord] in
        let samples = try Recording(path: lines[index].audio ?? "").samples
        guard samples.count <= UtteranceJudge.longestUtteranceSeconds * Recording.sampleRateHz
        else { return [] }
        return try transcriber.value.transcribe(
          samples, sentence: sentence(lines[index].transcript ?? ""))
      }, finished: { progress($0, said.count) })
    var found = Array(repeating: HeardPhones(), count: count)
    for (line, words) in zip(said, heard) {
      for word in words {
        guard let phones = word.heard,
          let name = names.first(where: { $0.id == word.id && $0.isDisplayName })
        else { continue }
        let isMissed = !name.words.allSatisfy(baseline[line].heard.contains)
        found[name.player.index].mentions.append(
          HeardPhones.Mention(line: line, phones: phones, isMissed: isMissed))
      }
    }
    return found
  }

  private func sentence(_ transcript: String) -> [String] {
    let words = NameKey.words(of: transcript)
    var sentence: [String] = []
    var position = 0
    while position < words.count {
      let name = names.first { words[position...].starts(with: $0.words) }
      sentence.append(name?.id ?? words[position])
      position += name?.words.count ?? 1
    }
    return sentence
  }
}
