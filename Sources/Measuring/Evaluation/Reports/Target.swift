internal import HyzerBase

/// A line that a figure has to reach.
package struct Target: Hashable, Sendable {
  package enum Metric: String, Hashable, Sendable, CaseIterable {
    case exact
    case pairs
    case wrongCommits = "wrong-commits"
    case falseAccepts = "false-accepts"
    case precision

    var isFloor: Bool { self != .wrongCommits && self != .falseAccepts }

    private var figure: (title: String, share: KeyPath<CorpusCounts, Proportion>) {
      switch self {
      case .exact: ("exact utterances", \.exact)
      case .pairs: ("pairs heard", \.pairRecall)
      case .wrongCommits: ("wrong commits", \.wrongCommitShare)
      case .falseAccepts: ("false accepts", \.falseAcceptShare)
      case .precision: ("pairs right", \.pairPrecision)
      }
    }

    var title: String { figure.title }

    func proportion(of counts: CorpusCounts) -> Proportion { counts[keyPath: figure.share] }
  }

  enum Scope: Hashable, Sendable {
    case everywhere
    case quiet
    case noise
    /// Through any noise at this ratio of speech to noise, in decibels.
    case level(Double)

    /// Reads `quiet`, `noise` or a number of decibels; nil for anything else.
    init?(_ text: String) {
      switch text {
      case "quiet": self = .quiet
      case "noise": self = .noise
      default:
        guard let decibels = Double(text), decibels.isFinite else { return nil }
        self = .level(decibels)
      }
    }

    func contains(_ condition: ListeningCondition) -> Bool {
      switch self {
      case .everywhere: true
      case .quiet: condition.snrDecibels == nil
      case .noise: condition.snrDecibels != nil
      case .level(let decibels): condition.snrDecibels == decibels
      }
    }

    var text: String {
      switch self {
      case .everywhere: ""
      case .quiet: " in quiet"
      case .noise: " in noise"
      case .level(let decibels): " at \(Figures.decimal(decibels)) dB"
      }
    }
  }

  let metric: Metric
  /// The line, in per cent from 0 to 100.
  let percent: Double
  let scope: Scope

  init(_ metric: Metric, percent: Double, scope: Scope = .everywhere) {
    (self.metric, self.percent, self.scope) = (metric, percent, scope)
  }

  /// Reads `85`, `pairs=95` or `pairs=93@15`; nil where that is no target.
  package init?(_ text: String) {
    let place = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = place[0].split(separator: "=", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2, last.allSatisfy({ "0123456789.".contains($0) }),
      let percent = Double(last), (0...100).contains(percent)
    else { return nil }
    let metric = parts.count == 2 ? Metric(rawValue: String(parts[0])) : .exact
    let scope = place.count == 2 ? Scope(String(place[1])) : .everywhere
    guard let metric, let scope else { return nil }
    self.init(metric, percent: percent, scope: scope)
  }

  /// The line below which nobody would use voice to keep score: 80 % exact utterances.
  package static let floor = Target(.exact, percent: 80)

  /// Whether a condition's counts reach the line; nil where the figure is undefined, or the target
  /// does not count under the condition.
  func isMet(by report: ConditionTally) -> Bool? {
    guard scope.contains(report.condition) else { return nil }
    let share = metric.proportion(of: report.counts)
    guard share.trials > 0 else { return nil }
    // Counts on both sides: a share in per cent is seldom exact, and 57 of 100 are 57 %.
    let (measured, line) = (Double(share.successes) * 100, percent * Double(share.trials))
    return metric.isFloor ? measured >= line : measured <= line
  }

  /// The target in words: `exact utterances at least 80 %`.
  package var text: String {
    "\(metric.title) at \(metric.isFloor ? "least" : "most") \(Figures.decimal(percent)) %\(scope.text)"
  }

  /// How a condition compares with the line, in words; nil as in ``isMet(by:)``.
  func verdict(on report: ConditionTally) -> String? {
    isMet(by: report).map { isMet in
      "\(isMet ? "met" : "MISSED"): \(text), measured "
        + Figures.text(metric.proportion(of: report.counts))
    }
  }

  /// Whether each condition reaches the target, as JSON.
  func verdicts(on reports: [ConditionTally]) -> JSONObject {
    let conditions = reports.map { report in
      ([:] as JSONObject).adding([
        "noise": report.condition.noise, "snrDecibels": report.condition.snrDecibels,
        "isMet": isMet(by: report),
      ])
    }
    return ["figure": metric.rawValue, "percent": percent, "conditions": conditions]
  }
}
