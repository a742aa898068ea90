internal import Audio
internal import Corpora
internal import Evaluation
internal import Golf
internal import Language
internal import Pronunciation
internal import Recognition
internal import Understanding

/// Listens to the phones where the players' display names are said.
struct NamePhones {
  private let roster: Roster
  private let lexicon: [LexiconEntry]
  /// The spellings by their words, the longest first.
  private let names: [(words: [String], id: String, player: PlayerID, isDisplayName: Bool)]

  /// A transcriber, in a box since it cannot be copied.
  private final class Box {
    var transcriber: PhoneTranscriber

    init(_ transcriber: consuming PhoneTranscriber) { self.transcriber = transcriber }
  }

  private struct Job: Sendable {
    let line: Int
    let path: String
    let sentence: [String]
  }

  /// Knows the names of a round and every word that the corpus says.
  init(words: RoundLexicon, roster: Roster, lines: [CorpusUtterance], toolkit: Toolkit) throws {
    self.roster = roster
    var entries: [LexiconEntry] = []
    var names: [(words: [String], id: String, player: PlayerID, isDisplayName: Bool)] = []
    for (index, name) in words.names.enumerated() {
      let id = "player_\(name.player.index)_\(index)"
      entries.append(
        LexiconEntry(
          id: id, text: name.spelling, pronunciations: name.pronunciations.map(\.pronunciation)))
      names.append(
        (
          NameKey.words(of: name.spelling), id, name.player,
          name.spelling == roster[name.player].name
        ))
    }
    let lexicon = try toolkit.lexicon()
    let isPlain: (String) -> Bool = { $0.utf8.allSatisfy { $0 < 0x80 } }
    for word in Set(lines.flatMap { NameKey.words(of: $0.transcript ?? "") }).sorted()
    where isPlain(word) {
      let sounds = lexicon.pronunciations(ofWord: word).map(\.pronunciation)
      if !sounds.isEmpty {
        entries.append(LexiconEntry(id: word, text: word, pronunciations: sounds))
      }
    }
    self.lexicon = entries
    self.names = names.sorted { $0.words.count > $1.words.count }
  }

  /// Returns what was heard of each player, by place in the roster.
  func listen(
    to lines: [CorpusUtterance], baseline: [UtteranceOutcome], workers: Int?, toolkit: Toolkit
  ) throws -> [HeardPhones] {
    let jobs = lines.indices.compactMap { index -> Job? in
      guard let path = lines[index].audio, let transcript = lines[index].transcript,
        !lines[index].isStream, !lines[index].scores.isEmpty
      else { return nil }
      return Job(line: index, path: path, sentence: sentence(transcript))
    }
    let settings = try toolkit.settings()
    var progress = Progress(toolkit.console, total: jobs.count)
    let heard = try ParallelMap.map(
      jobs, workers: workers,
      context: { Box(try PhoneTranscriber(lexicon: lexicon, settings: settings)) },
      work: { (box, job) -> [PhoneTranscriber.SpokenWord] in
        let samples = try Recording.read(path: job.path).samples
        guard samples.count <= UtteranceJudge.longestUtteranceSeconds * Recording.sampleRateHz
        else { return [] }
        return try box.transcriber.transcribe(samples, sentence: job.sentence)
      }, finished: { progress.bar($0) })
    progress.clear()
    var found = roster.players.map { _ in HeardPhones() }
    for (job, words) in zip(jobs, heard) {
      for word in words {
        guard let phones = word.heard,
          let name = names.first(where: { $0.id == word.id && $0.isDisplayName })
        else { continue }
        found[name.player.index].mentions.append(
          HeardPhones.Mention(
            line: job.line, phones: phones,
            isMissed: !name.words.allSatisfy(baseline[job.line].heard.contains)))
      }
    }
    return found
  }

  /// Returns the words of a transcript as the lexicon knows them.
  private func sentence(_ transcript: String) -> [String] {
    let words = NameKey.words(of: transcript)
    var sentence: [String] = []
    var position = 0
    while position < words.count {
      if let name = names.first(where: { words[position...].starts(with: $0.words) }) {
        sentence.append(name.id)
        position += name.words.count
      } else {
        sentence.append(words[position])
        position += 1
      }
    }
    return sentence
  }
}
