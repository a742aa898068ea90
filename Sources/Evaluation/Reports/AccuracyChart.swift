/// Exact utterances against the ratio of signal to noise, as an image for a page of text.
public struct AccuracyChart: Sendable {
  private let conditions: [ConditionReport]
  private let targets: [Target]

  /// Draws some conditions beside the targets for exact utterances.
  public init(conditions: [ConditionReport], targets: [Target]) {
    self.conditions = conditions
    self.targets = targets
  }

  /// A file of SVG, 800 by 450 units, on a ground of its own that is light or dark as the reader
  /// prefers.
  ///
  /// A point is a share with its 95 % interval (Wilson); a line joins the points of one noise.
  public var svg: String {
    let chart = SNRChart(
      metric: .exact, conditions: conditions, targets: targets, name: "accuracy", width: 768,
      height: 418)
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + chart.svg(standsAlone: true).source
  }
}
