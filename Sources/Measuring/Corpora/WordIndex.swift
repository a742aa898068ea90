internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
package import HyzerVoice

/// Words cut out of running speech: an index of where each is said, found by forced alignment.
package struct WordIndex {
  /// Why an utterance or a word was left out.
  package enum Rejection: String, Error, CaseIterable {
    case unreadable = "the transcript cannot be read aloud"
    case noPath = "the transcript does not fit the audio"
    case poorSentence = "the whole fits worse than a loop of phones"
    case length = "a word is too short or too long"
    case poorWord = "a word fits worse than a loop of phones"
  }

  /// How many clips of a word one voice gives at most.
  private static let clipsPerWord = 6
  /// The shortest that a word lasts, and the longest that it does for each of its phones, in frames.
  private static let lengths = (shortest: 6, longestPerPhone: 40)
  /// The least LLR per frame against the phone loop, of all words together and of each word.
  ///
  /// Above these lie all sentences of careful readers, whose transcripts are right, and 99 % of their
  /// words; of prompts that nobody verified, those below were said otherwise.
  private static let leastLLR = (sentence: -25.0, word: -30.0)
  /// How many frames beside a word are cut out with it.
  ///
  /// Where it touches another word, they are faded; where silence is beside it, they have its breath.
  private static let margins = (atWord: 2, atSilence: 8)

  private struct Task: Sendable {
    let clip: IndexedClip
    let reading: SpokenReading
  }

  private let tasks: [Task]
  private let lexicon: [LexiconEntry]
  private let wanted: Set<String>
  private var unreadable = 0

  /// How many utterances there are to be aligned.
  package var utteranceCount: Int { tasks.count }

  /// Takes those utterances of some indexes that have a score from one to ten or one of some names,
  /// in lower case, as long as their voice has not enough of all of these words.
  package init(speech: [String], names: Set<String>, pronunciations: PronunciationLexicon) throws {
    wanted = names.union(Vocabulary.numberWords)
    var tasks: [Task] = []
    var counts: [String: [String: Int]] = [:]
    var entries: [String: LexiconEntry] = [:]
    for clip in try speech.flatMap({ try IndexedClip.all(of: $0, areWords: false) }) {
      guard let transcript = clip.transcript else { continue }
      guard let reading = SpokenReading(transcript) else {
        unreadable += 1
        continue
      }
      let useful = Set(Self.phrases(reading.words).joined()).intersection(wanted).filter {
        counts[clip.voiceKey]?[$0] ?? 0 < Self.clipsPerWord
      }
      guard !useful.isEmpty else { continue }
      let unknown = Set(reading.words).filter { entries[$0] == nil }
      let found = unknown.map { word in
        LexiconEntry(
          id: word, text: word,
          pronunciations: pronunciations.pronunciations(ofWord: word).map(\.pronunciation))
      }
      guard found.allSatisfy({ !$0.pronunciations.isEmpty }) else {
        unreadable += 1
        continue
      }
      for entry in found { entries[entry.id] = entry }
      for word in useful { counts[clip.voiceKey, default: [:]][word, default: 0] += 1 }
      tasks.append(Task(clip: clip, reading: reading))
    }
    self.tasks = tasks
    lexicon = entries.values.sorted { $0.id < $1.id }
  }

  /// Returns, for each word, what begins with it and can be a name: the word, and it with the next.
  private static func phrases(_ words: [String?]) -> [[String]] {
    words.indices.map { place in
      guard let word = words[place] else { return [] }
      let next = words.indices.contains(place + 1) ? words[place + 1] : nil
      return [word] + (next.map { ["\(word) \($0)"] } ?? [])
    }
  }

  /// Aligns the utterances and writes the index; returns how many words it has, and how many
  /// utterances and words were left out.
  package func write(
    to path: String, settings: DecoderSettings, workers: Int?, progress: (_ done: Int) -> Void
  ) throws -> (words: Int, rejections: [Rejection: Int]) {
    try OutputFile.requireWritable(path)
    var lines: [String] = []
    var rejections: [Rejection: Int] = [:]
    if unreadable > 0 { rejections[.unreadable] = unreadable }
    let phones = Dictionary(
      uniqueKeysWithValues: lexicon.map {
        ($0.id, $0.pronunciations.map(\.phones.count).max() ?? 1)
      }
    )
    var done = 0
    try ParallelMap.forEach(
      tasks, workers: workers,
      context: { Boxed(try WordAligner(lexicon: lexicon, settings: settings)) },
      work: { aligner, task in
        try aligner.value.align(
          Recording(path: task.clip.file).samples, sentence: task.reading.sentence)
      },
      append: { task, stretches in
        for (word, verdict) in Self.verdicts(of: stretches, phones: phones, wanted: wanted) {
          switch verdict {
          case .failure(let rejection): rejections[rejection, default: 0] += 1
          case .success(let frames):
            lines.append(Self.line(task.clip, word: word, frames))
          }
        }
        done += 1
        progress(done)
      })
    let header = (IndexedClip.columns + ["start", "end", "source"]).joined(separator: "\t")
    try OutputFile.write(([header] + lines).map { $0 + "\n" }.joined(), to: path)
    return (lines.count, rejections)
  }

  /// Returns, for each wanted word or two, the frames to cut out, or why there are none; a rejection
  /// of the whole has no word.
  static func verdicts(
    of stretches: [WordAligner.Stretch], phones: [String: Int], wanted: Set<String>
  ) -> [(word: String, Result<Range<Int>, Rejection>)] {
    let words = stretches.filter { $0.word != nil }
    guard !words.isEmpty else { return [("", .failure(.noPath))] }
    let total = words.reduce(0) { $0 + $1.loopLLR * Double($1.frames.count) }
    let frames = words.reduce(0) { $0 + $1.frames.count }
    guard total >= leastLLR.sentence * Double(frames) else {
      return [("", .failure(.poorSentence))]
    }
    return zip(stretches.indices, phrases(stretches.map(\.word))).flatMap { place, phrases in
      phrases.enumerated().filter { wanted.contains($0.element) }.map { more, phrase in
        let range = place...place + more
        if let reason = range.lazy.compactMap({ fault(of: stretches[$0], phones: phones) }).first {
          return (phrase, .failure(reason))
        }
        return (phrase, .success(cut(range, in: stretches)))
      }
    }
  }

  /// Why a word is not to be cut out.
  private static func fault(of word: WordAligner.Stretch, phones: [String: Int]) -> Rejection? {
    let longest = lengths.longestPerPhone * (phones[word.word ?? ""] ?? 1)
    guard (lengths.shortest...longest).contains(word.frames.count) else { return .length }
    return word.loopLLR >= leastLLR.word ? nil : .poorWord
  }

  /// The frames of some stretches, with what is beside them.
  private static func cut(
    _ range: ClosedRange<Int>, in stretches: [WordAligner.Stretch]
  ) -> Range<Int> {
    func margin(_ neighbour: Int) -> Int {
      guard stretches.indices.contains(neighbour) else { return 0 }
      return stretches[neighbour].word == nil
        ? min(margins.atSilence, stretches[neighbour].frames.count) : margins.atWord
    }
    let (first, last) = (stretches[range.lowerBound].frames, stretches[range.upperBound].frames)
    return first.lowerBound - margin(range.lowerBound - 1)..<last.upperBound
      + margin(range.upperBound + 1)
  }

  private static func line(_ clip: IndexedClip, word: String, _ frames: Range<Int>) -> String {
    [
      URL(fileURLWithPath: clip.file).standardizedFileURL.path, clip.speaker ?? "", word,
      (Double(frames.lowerBound) / 100).decimals(2),
      (Double(frames.upperBound) / 100).decimals(2), clip.origin,
    ].joined(separator: "\t")
  }
}
