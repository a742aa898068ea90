public import Evaluation

/// A line that a figure has to reach.
public struct Target: Hashable, Sendable {
  /// The figures that can have a target.
  public enum Metric: String, Hashable, Sendable, CaseIterable {
    /// Exact utterances, at least.
    case exact
    /// Pairs heard, at least.
    case pairs
    /// Wrong commits, at most.
    case wrongCommits = "wrong-commits"
    /// False accepts, at most.
    case falseAccepts = "false-accepts"
    /// Pairs accepted that were said, at least.
    case precision

    /// Whether more is better.
    public var isFloor: Bool { self != .wrongCommits && self != .falseAccepts }

    /// Its name for people.
    public var title: String {
      switch self {
      case .exact: "exact utterances"
      case .pairs: "pairs heard"
      case .wrongCommits: "wrong commits"
      case .falseAccepts: "false accepts"
      case .precision: "pairs right"
      }
    }

    func proportion(of counts: CorpusCounts) -> Proportion {
      switch self {
      case .exact: counts.exact
      case .pairs: counts.pairRecall
      case .wrongCommits: counts.wrongCommitShare
      case .falseAccepts: counts.falseAcceptShare
      case .precision: counts.pairPrecision
      }
    }
  }

  /// What is measured.
  public let metric: Metric
  /// The line, in per cent.
  public let percent: Double

  /// Makes a target; `percent` goes from 0 to 100.
  public init(_ metric: Metric, percent: Double) {
    self.metric = metric
    self.percent = percent
  }

  /// The line below which nobody would use voice to keep score: 80 % exact utterances.
  public static let floor = Target(.exact, percent: 80)

  /// Whether some counts reach the line; nil where the figure is undefined.
  public func isMet(by counts: CorpusCounts) -> Bool? {
    let share = metric.proportion(of: counts)
    guard share.trials > 0 else { return nil }
    // Counts on both sides: a share in per cent is seldom exact, and 57 of 100 are 57 %.
    let (measured, line) = (Double(share.successes) * 100, percent * Double(share.trials))
    return metric.isFloor ? measured >= line : measured <= line
  }

  /// The target in words: `exact utterances at least 80 %`.
  public var text: String {
    "\(metric.title) at \(metric.isFloor ? "least" : "most") \(Figures.decimal(percent)) %"
  }

  /// How some counts stand to the line, in words; nil where the figure is undefined.
  public func verdict(on counts: CorpusCounts) -> String? {
    isMet(by: counts).map { isMet in
      "\(isMet ? "met" : "MISSED"): \(text), measured "
        + Figures.text(metric.proportion(of: counts))
    }
  }
}
