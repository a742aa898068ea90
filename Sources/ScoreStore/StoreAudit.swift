public import Golf

/// What is wrong with a score log's file.
public struct StoreAudit: Hashable, Sendable {
  /// What is wrong with the scores.
  public let findings: [ScoreLogFinding]
  /// What is wrong with the file, its tables and its rules, one line each.
  public let faults: [String]

  /// Makes an audit's result.
  public init(findings: [ScoreLogFinding], faults: [String]) {
    self.findings = findings
    self.faults = faults
  }

  /// Whether nothing is wrong.
  public var isClean: Bool { findings.isEmpty && faults.isEmpty }
}
