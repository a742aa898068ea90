internal import Evaluation
internal import Golf
internal import Pronunciation
internal import Recognition

/// What becomes of a corpus' lines with other rosters; nothing is heard twice.
final class ChangeOutcomes {
  /// A roster by the numbers of the changes in it, and a line.
  private struct Key: Hashable {
    let changes: [Int]
    let line: Int
  }

  private let lines: [CorpusUtterance]
  private let settings: DecoderSettings
  private let lexicon: PronunciationLexicon
  private let workers: Int?
  private let console: Console
  private let roster: ([Int]) throws -> Roster
  private var known: [Key: UtteranceOutcome] = [:]

  /// Makes a memory of outcomes; `roster` gives the roster that has some changes, none for that of
  /// the round file.
  init(
    _ lines: [CorpusUtterance], baseline: [UtteranceOutcome], toolkit: Toolkit, workers: Int?,
    roster: @escaping ([Int]) throws -> Roster
  ) throws {
    self.lines = lines
    self.workers = workers
    self.roster = roster
    settings = try toolkit.settings()
    lexicon = try toolkit.lexicon()
    console = toolkit.console
    for (line, outcome) in baseline.enumerated() {
      known[Key(changes: [], line: line)] = outcome
    }
  }

  /// Returns the outcomes of some lines with some changes, hearing what is not known yet.
  func outcomes(_ changes: [Int], on lines: [Int]) throws -> [UtteranceOutcome] {
    try hear([(changes, lines)])
    let changes = changes.sorted()
    return lines.compactMap { known[Key(changes: changes, line: $0)] }
  }

  /// Hears several rosters in one go, so that no core waits between them.
  func hear(_ requests: [(changes: [Int], lines: [Int])]) throws {
    var missing: [(key: Key, line: CorpusUtterance)] = []
    for (changes, wanted) in requests {
      let changes = changes.sorted()
      let absent = wanted.filter { known[Key(changes: changes, line: $0)] == nil }
      guard !absent.isEmpty else { continue }
      let roster = try roster(changes)
      for index in absent {
        missing.append((Key(changes: changes, line: index), try lines[index].with(roster)))
      }
    }
    guard !missing.isEmpty else { return }
    var progress = Progress(console, total: missing.count)
    var next = 0
    var done = 0
    try CorpusRunner(
      experiment: Experiment(), lexicon: lexicon, settings: settings, workers: workers
    ).run(
      {
        guard next < missing.count else { return nil }
        next += 1
        return missing[next - 1].line
      },
      take: { _, verdict in
        switch verdict {
        case .judged(let outcomes):
          if let outcome = outcomes.first { known[missing[done].key] = outcome }
        case .unreadable(let error): throw error
        }
        done += 1
        progress.bar(done)
      })
    progress.clear()
  }
}

extension CorpusUtterance {
  /// Returns the same line with other players.
  fileprivate func with(_ roster: Roster) throws -> CorpusUtterance {
    CorpusUtterance(
      corpus: corpus, line: line, id: id, audio: audio, transcript: transcript,
      round: try Round(
        course: round.course, hole: round.hole, par: round.par, roster: roster),
      scores: scores, isStream: isStream, tags: tags)
  }
}
