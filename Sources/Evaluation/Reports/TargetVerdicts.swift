/// How each condition stands to a target.
public struct TargetVerdicts: Sendable, Encodable {
  private struct Verdict: Encodable {
    let noise: String?
    let snrDecibels: Double?
    let isMet: Bool?
  }

  private let figure: String
  private let percent: Double
  private let conditions: [Verdict]

  /// Holds some conditions to a target.
  public init(_ target: Target, _ reports: [ConditionReport]) {
    figure = target.metric.rawValue
    percent = target.percent
    conditions = reports.map {
      Verdict(
        noise: $0.condition.noise, snrDecibels: $0.condition.snrDecibels,
        isMet: target.isMet(by: $0))
    }
  }
}
