internal import Evaluation

/// Sets the outcomes of an evaluation beside those of an earlier one.
struct BaselineComparison {
  /// What tells an utterance under a condition from all others.
  private struct Key: Hashable {
    /// The noise's hash and level: a noise is the same wherever its recording lies.
    let noise: String?
    let snrDecibels: Double?
    let corpus: Int
    let id: String
    /// Counts those that share all else.
    let occurrence: Int
  }

  private struct KeyMaker {
    private var seen: [Key: Int] = [:]
    private let conditions: [(noise: String?, snrDecibels: Double?)]

    init(_ header: EvaluationHeader) {
      conditions =
        [(nil, nil)]
        + header.noises.flatMap { noise in header.snrDecibels.map { (noise.sha256, $0) } }
    }

    mutating func key(_ outcome: UtteranceOutcome) -> Key? {
      guard conditions.indices.contains(outcome.condition) else { return nil }
      let (noise, level) = conditions[outcome.condition]
      func key(_ occurrence: Int) -> Key {
        Key(
          noise: noise, snrDecibels: level, corpus: outcome.corpus, id: outcome.id,
          occurrence: occurrence)
      }
      let occurrence = seen[key(0), default: 0]
      seen[key(0)] = occurrence + 1
      return key(occurrence)
    }
  }

  private let path: String
  private let header: EvaluationHeader
  private let earlierHeader: EvaluationHeader
  private var before: [Key: UtteranceOutcome] = [:]
  private var keys: KeyMaker
  private var comparisons: [PairedComparison]
  private var added = 0
  private var changed = 0

  /// Reads the earlier report.
  init(path: String, header: EvaluationHeader) throws {
    let report = try ReportFile.read(path)
    self.path = path
    self.header = header
    earlierHeader = report.evaluation
    var earlier = KeyMaker(report.evaluation)
    for outcome in report.outcomes {
      if let key = earlier.key(outcome) { before[key] = outcome }
    }
    keys = KeyMaker(header)
    comparisons = header.conditions.map { _ in PairedComparison(seed: header.seed) }
  }

  /// Sets an outcome beside the earlier one of the same utterance and condition, if there is one.
  mutating func add(_ outcome: UtteranceOutcome) {
    guard let key = keys.key(outcome), let earlier = before.removeValue(forKey: key) else {
      added += 1
      return
    }
    guard earlier.reference == outcome.reference, earlier.said == outcome.said,
      earlier.audioSHA256 == outcome.audioSHA256
    else {
      changed += 1
      return
    }
    comparisons[outcome.condition].add(before: earlier, after: outcome)
  }

  /// Returns the comparisons of the conditions that both evaluations have.
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
      baseline: path, conditions: shared.map { .init(condition: $0.0, comparison: $0.1) },
      caveats: caveats)
  }

  private var caveats: [String] {
    var caveats: [String] = []
    if !before.isEmpty { caveats.append("\(before.count) outcomes are in the earlier report only") }
    if added > 0 { caveats.append("\(added) outcomes are in this evaluation only") }
    if changed > 0 {
      caveats.append("\(changed) outcomes have another label, text or recording, and are left out")
    }
    if earlierHeader.seed != header.seed {
      caveats.append("the earlier seed was \(earlierHeader.seed): noise lies elsewhere")
    }
    if earlierHeader.echo?.sha256 != header.echo?.sha256 { caveats.append("the echo differs") }
    if earlierHeader.endpointing != header.endpointing {
      caveats.append("only one of them finds utterances first")
    }
    if earlierHeader.round?.sha256 != header.round?.sha256 {
      caveats.append("the round's players differ")
    }
    if earlierHeader.settingsSHA256 != header.settingsSHA256 {
      caveats.append("the decoder's settings differ")
    }
    return caveats
  }
}
