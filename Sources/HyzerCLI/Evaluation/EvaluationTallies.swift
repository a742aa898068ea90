internal import Evaluation

/// The figures of an evaluation, as its outcomes come in.
final class EvaluationTallies {
  private let header: EvaluationHeader
  private let console: Console
  private var tallies: [ConditionTally]
  /// The SHA-256 over the names and hashes of all recordings so far: a chain, in which each link is
  /// the hash of the link before and the next recording.
  private(set) var audioSHA256 = ""
  /// The recordings that could not be read.
  private(set) var unreadable: [UnreadableRecording] = []

  init(header: EvaluationHeader, console: Console) {
    self.header = header
    self.console = console
    tallies = header.conditions.map { ConditionTally(condition: $0, seed: header.seed) }
  }

  /// Counts what became of a line, and tells of a recording that could not be read.
  func add(_ entry: JournalEntry) throws {
    switch entry {
    case .judged(let outcomes):
      for outcome in outcomes {
        guard tallies.indices.contains(outcome.condition) else {
          throw Failure(
            .badData,
            "an outcome of \"\(outcome.id)\" is of condition \(outcome.condition), and there are "
              + "\(tallies.count); evaluate again")
        }
        tallies[outcome.condition].add(outcome, manifests: header.corpusNames)
        if let digest = outcome.audioSHA256 {
          audioSHA256 = try SHA256Hasher.hex(of: "\(audioSHA256) \(digest) \(outcome.id)")
        }
      }
    case .unreadable(let recording):
      console.errorLine("hyzer evaluate: \(recording.message)")
      unreadable.append(recording)
      tallies[0].addUnreadable()
    }
  }

  /// The figures of each condition that anything was heard in; the first of all is always there.
  func reports(maximumFalseAccept: Double?) -> [ConditionReport] {
    tallies.enumerated().filter { $0.offset == 0 || $0.element.counts.utterances > 0 }
      .map { ConditionReport($0.element, maximumFalseAccept: maximumFalseAccept) }
  }
}
