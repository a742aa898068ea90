internal import Evaluation
internal import Reports

/// Sets the outcomes of an evaluation beside those of an earlier one.
struct BaselineComparison {
  /// What tells an utterance under a condition from all others.
  private struct Key: Hashable {
    let condition: ListeningCondition
    let corpus: Int
    let id: String
    /// Counts those that share all else.
    let occurrence: Int
  }

  private struct KeyMaker {
    private var seen: [Key: Int] = [:]
    private let conditions: [ListeningCondition]

    init(_ header: EvaluationHeader) {
      // A noise is the same wherever its recording lies.
      conditions = header.conditions.map { condition in
        guard let noise = condition.noise, let level = condition.snrDecibels else {
          return condition
        }
        let file = noise.split(separator: "/").last.map(String.init) ?? noise
        return ListeningCondition(noise: file, snrDecibels: level)
      }
    }

    mutating func key(_ outcome: UtteranceOutcome) -> Key? {
      guard conditions.indices.contains(outcome.condition) else { return nil }
      let condition = conditions[outcome.condition]
      let first = Key(
        condition: condition, corpus: outcome.corpus, id: outcome.id, occurrence: 0)
      let occurrence = seen[first, default: 0]
      seen[first] = occurrence + 1
      return Key(
        condition: condition, corpus: outcome.corpus, id: outcome.id, occurrence: occurrence)
    }
  }

  private let path: String
  private var before: [Key: UtteranceOutcome] = [:]
  private var keys: KeyMaker
  private var comparisons: [PairedComparison]
  private let header: EvaluationHeader

  /// Reads the earlier report.
  init(path: String, header: EvaluationHeader) throws {
    let report = try ReportFile.read(path)
    self.path = path
    self.header = header
    var earlier = KeyMaker(report.evaluation)
    for outcome in report.outcomes {
      if let key = earlier.key(outcome) { before[key] = outcome }
    }
    keys = KeyMaker(header)
    comparisons = header.conditions.map { _ in PairedComparison(seed: header.seed) }
  }

  /// Sets an outcome beside the earlier one of the same utterance and condition, if there is one.
  mutating func add(_ outcome: UtteranceOutcome) {
    guard let key = keys.key(outcome), let earlier = before[key] else { return }
    comparisons[outcome.condition].add(before: earlier, after: outcome)
  }

  /// The comparisons of the conditions that both evaluations have.
  ///
  /// - Throws: ``Failure`` where they have no utterance in common.
  func report() throws(Failure) -> ComparisonReport {
    let shared = zip(header.conditions, comparisons).filter { $0.1.utterances > 0 }
    guard !shared.isEmpty else {
      throw Failure(
        .badData,
        "\"\(path)\" has no utterance and condition in common with this evaluation; compare "
          + "reports of the same corpus")
    }
    return ComparisonReport(
      baseline: path, conditions: shared.map { .init(condition: $0.0, comparison: $0.1) })
  }
}
