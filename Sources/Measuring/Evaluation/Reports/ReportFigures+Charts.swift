internal import HyzerBase

extension ReportFigures {
  /// The conditions of one noise, from its lowest ratio of signal to noise to its highest.
  struct Noise {
    let noise: String
    /// The recording's file, or its path where files share a name.
    let label: String
    let levels: [ConditionTally]
  }

  /// The noises in the order in which they first occur.
  var noises: [Noise] {
    func file(_ noise: String) -> String {
      noise.split(separator: "/").last.map(String.init) ?? noise
    }
    var noises: [String] = []
    for noise in conditions.compactMap(\.condition.noise) where !noises.contains(noise) {
      noises.append(noise)
    }
    return noises.map { noise in
      let isOnly = noises.count { file($0) == file(noise) } == 1
      return Noise(
        noise: noise, label: isOnly ? file(noise) : noise,
        levels: conditions.filter { $0.condition.noise == noise }.sorted {
          ($0.condition.snrDecibels ?? 0) < ($1.condition.snrDecibels ?? 0)
        })
    }
  }

  /// A share against the ratio of signal to noise: a line for each noise and, at the right, the
  /// recordings as they are.
  func noiseChart(
    _ metric: Target.Metric, name: String, width: Double = 420, height: Double = 300
  ) -> Chart {
    let levels = Set(conditions.compactMap(\.condition.snrDecibels)).sorted()
    let step = zip(levels.dropFirst(), levels).map { $0 - $1 }.max() ?? 5
    let last = (levels.last ?? 0) + step
    let lowest = levels.first ?? last
    func points(_ reports: [ConditionTally]) -> [Chart.Point] {
      reports.compactMap { report in
        let proportion = metric.proportion(of: report.counts)
        return proportion.rate.map { rate in
          Chart.Point(
            x: report.condition.snrDecibels ?? last, y: rate, interval: proportion.interval,
            title: "\(report.condition.name): \(Figures.text(proportion))")
        }
      }
    }
    let series =
      noises.enumerated().map { place, noise in
        Chart.Series(label: noise.label, style: place, shape: place, points: points(noise.levels))
      }
      + [
        Chart.Series(
          label: "as recorded", style: nil,
          points: points(conditions.filter { $0.condition.noise == nil }))
      ]
    let goals = goals(metric)
    let highest =
      series.flatMap(\.points).compactMap(\.interval?.upperBound) + goals.map(\.value)
    let about =
      ["Shares in per cent with 95 % intervals."]
      + series.flatMap(\.points).map { "\($0.title)." } + goals.map { "Line at \($0.label)." }
    return Chart(
      name: name,
      title: "\(metric.title.prefix(1).uppercased())\(metric.title.dropFirst()) against noise",
      about: about.joined(separator: " "),
      xAxis: Chart.Axis(
        label: levels.isEmpty ? "" : "signal-to-noise ratio, dB",
        range: (lowest - step / 2)...(last + step / 2),
        ticks: levels.map { ($0, Figures.decimal($0)) } + [(last, "as recorded")]),
      yAxis: .percent("\(metric.title), %", upTo: metric.isFloor ? 1 : highest.max() ?? 0),
      series: series.filter { !$0.points.isEmpty }, goals: goals, width: width, height: height)
  }

  /// The lines to reach, from the lowest, without repetition; the floor is always one.
  private func goals(_ metric: Target.Metric) -> [(value: Double, label: String)] {
    let lines = Set(
      targets.filter { $0.metric == metric && $0.scope == .everywhere }.map(\.percent))
    let floor: Set<Double> = metric == .exact ? [Target.floor.percent] : []
    return lines.union(floor).sorted().map { percent in
      let line = "\(Figures.decimal(percent)) %"
      return (percent / 100, lines.contains(percent) ? "target \(line)" : line)
    }
  }

  /// False accepts against false rejects as the threshold moves; nil without utterances of both
  /// kinds.
  func tradeOffChart(name: String) -> Chart? {
    let both = conditions.filter { $0.counts.negatives > 0 && $0.counts.positives > 0 }
    guard let first = both.first else { return nil }
    let noises = noises
    let curves = both.map { report in
      let place = noises.firstIndex { $0.noise == report.condition.noise }
      return Chart.Series(
        label: place.map { noises[$0].label } ?? report.condition.name, style: place,
        hasMarks: false, points: curve(report))
    }
    func mark(_ label: String, shape: Int, _ accepts: Double?, _ rejects: Double?, _ title: String)
      -> Chart.Series?
    {
      guard let accepts, let rejects else { return nil }
      return Chart.Series(
        label: label, style: nil, shape: shape,
        points: [Chart.Point(x: accepts, y: rejects, title: title)])
    }
    let limit = first.maximumFalseAccept.map { Figures.decimal($0 * 100) } ?? ""
    let equal = first.tradeOff.equalError
    let limited = first.limitedPoint
    let marks = [
      mark(
        "as decided now", shape: 5, first.counts.falseAcceptShare.rate,
        first.counts.rejectedShare.rate,
        "as decided now"),
      mark(
        "equal error", shape: 3, equal?.rate, equal?.rate,
        "equal error \(equal.map { Figures.percent($0.rate) } ?? "") %"),
      mark(
        "at most \(limit) % accepted", shape: 2, limited?.falseAccepts.rate,
        limited?.falseRejects.rate,
        "threshold \(limited.map { Figures.fixed($0.threshold, 3) } ?? "")"),
    ].compactMap { $0 }
    // Without confidences, as of typed text, there is one point and nothing to trade.
    guard curves.contains(where: { $0.points.count > 1 }) else { return nil }
    let points = (curves + marks).flatMap(\.points)
    let about = both.map { report in
      let rate = report.tradeOff.equalError.map { "\(Figures.percent($0.rate)) %" } ?? "none"
      return "\(report.condition.name): equal error \(rate)."
    }
    return Chart(
      name: name, title: "False accepts against false rejects",
      about: "Shares in per cent. " + about.joined(separator: " "),
      xAxis: .percent("false accepts, %", upTo: points.map(\.x).max() ?? 0),
      yAxis: .percent("false rejects, %", upTo: points.map(\.y).max() ?? 0),
      series: curves + marks, height: 380)
  }

  /// The points of a curve, without those that only reject more once nothing is accepted wrongly, or
  /// accept more while nothing is rejected wrongly.
  private func curve(_ report: ConditionTally) -> [Chart.Point] {
    let points = report.tradeOff.points
    let from = points.lastIndex { $0.falseRejects.successes == 0 } ?? 0
    let to = points.firstIndex { $0.falseAccepts.successes == 0 } ?? points.count - 1
    return points[min(from, to)...max(from, to)].compactMap { point in
      guard let accepts = point.falseAccepts.rate, let rejects = point.falseRejects.rate
      else { return nil }
      return Chart.Point(x: accepts, y: rejects, title: "")
    }
  }

  /// Exact utterances against the ratio of signal to noise: a file of SVG, 800 by 450 units, on a
  /// ground of its own that is light or dark as the reader prefers.
  var accuracyChart: String {
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
      + noiseChart(.exact, name: "accuracy", width: 800, height: 450)
      .svg(style: PageStyle.standaloneChart).source
  }
}
