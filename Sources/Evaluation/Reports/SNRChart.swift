/// A share against the ratio of signal to noise: a line for each noise, and the recordings as they
/// are at the right.
struct SNRChart: Sendable {
  /// What is drawn.
  let metric: Target.Metric
  let conditions: [ConditionReport]
  let targets: [Target]
  /// Tells the chart from all others of a document.
  let name: String
  let width: Double
  let height: Double
  var hasLegend = true

  private static let recordedWidth = 76.0
  /// How far apart the bars of noises at the same level are drawn.
  private static let dodge = 6.0

  private struct Plot {
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    /// Where the levels begin and end; nil without noise.
    let levels: ClosedRange<Double>?
    /// The share at the top.
    let highest: Double

    func y(_ share: Double) -> Double { bottom - (bottom - top) * min(share / highest, 1) }

    func x(_ snr: Double) -> Double {
      let (from, to) = (left + 26, right - SNRChart.recordedWidth - 16)
      guard let levels, levels.lowerBound < levels.upperBound else { return (from + to) / 2 }
      return from
        + (to - from) * (snr - levels.lowerBound) / (levels.upperBound - levels.lowerBound)
    }

    var recordedX: Double {
      levels == nil ? (left + right) / 2 : right - SNRChart.recordedWidth / 2
    }
  }

  /// The drawing.
  func svg(standsAlone: Bool = false, classes: String = "chart") -> Markup {
    let series = NoiseSeries.all(in: conditions)
    let frame = ChartFrame(
      name: name, width: width, height: height, title: title, description: description(series),
      legend: (hasLegend ? series : []).map { series in
        .init(label: series.label) { x, y in
          """
          \(ChartStyle.line("line \(ChartStyle.name(series.place))", from: (x, y), to: (x + 28, y)))\
          \(ChartStyle.mark(series.place, x: x + 14, y: y))
          """
        }
      })
    let snrs = series.flatMap { $0.levels.map(\.snrDecibels) }
    let plot = Plot(
      left: 34, right: width - 2, top: frame.legendHeight + 28, bottom: height - 40,
      levels: snrs.min().flatMap { low in snrs.max().map { low...$0 } }, highest: highest)
    var parts = grid(plot, snrs: Set(snrs).sorted())
    parts += goals(plot)
    for one in series { parts += lines(one, of: series.count, plot) }
    parts += recorded(plot)
    return frame.svg(parts, standsAlone: standsAlone, classes: classes)
  }

  // MARK: - Words

  private var title: String {
    "\(metric.title.prefix(1).uppercased())\(metric.title.dropFirst()) against noise"
  }

  private func description(_ series: [NoiseSeries]) -> String {
    var sentences = ["Shares in per cent with 95 % intervals."]
    sentences += conditions.filter { $0.condition.noise == nil }.map {
      "As recorded: \(Figures.short(metric.proportion(of: $0.counts)))."
    }
    sentences += series.map { series in
      let levels = series.levels.map { level in
        "\(Figures.short(metric.proportion(of: level.report.counts))) at "
          + "\(Figures.decimal(level.snrDecibels)) dB"
      }
      return "\(series.label): \(levels.joined(separator: ", "))."
    }
    sentences += goalLines.map { "Line at \(Figures.decimal($0.percent)) %: \($0.label)." }
    return sentences.joined(separator: " ")
  }

  // MARK: - Axes

  /// The share at the top: all, or for figures that should be small the next round one.
  private var highest: Double {
    guard !metric.isFloor else { return 1 }
    let shares =
      conditions.compactMap { metric.proportion(of: $0.counts).interval?.upperBound }
      + goalLines.map { $0.percent / 100 }
    let most = shares.max() ?? 0
    return [0.05, 0.1, 0.2, 0.5].first { most <= $0 } ?? 1
  }

  private func grid(_ plot: Plot, snrs: [Double]) -> [Markup] {
    let steps = 5
    var parts = [
      ChartStyle.text("quiet", x: 0, y: plot.top - 14, "\(metric.title), %")
    ]
    for step in 0...steps {
      let share = plot.highest * Double(step) / Double(steps)
      let y = plot.y(share)
      parts.append(
        ChartStyle.line(step == 0 ? "axis" : "grid", from: (plot.left, y), to: (plot.right, y)))
      parts.append(
        ChartStyle.text(
          "quiet end", x: plot.left - 8, y: y + 4, Figures.decimal(Double(step) * plot.highest * 20)
        ))
    }
    var last = -Double.infinity
    for snr in snrs {
      let x = plot.x(snr)
      parts.append(ChartStyle.line("axis", from: (x, plot.bottom), to: (x, plot.bottom + 5)))
      guard x - last >= 24 else { continue }
      last = x
      parts.append(
        ChartStyle.text("quiet mid", x: x, y: plot.bottom + 19, Figures.decimal(snr)))
    }
    if plot.levels != nil {
      let x = plot.right - SNRChart.recordedWidth
      parts.append(ChartStyle.line("grid", from: (x, plot.top), to: (x, plot.bottom)))
      parts.append(
        ChartStyle.text(
          "quiet mid", x: (plot.left + x) / 2, y: plot.bottom + 37, "signal-to-noise ratio, dB"))
    }
    parts.append(
      ChartStyle.text("quiet mid", x: plot.recordedX, y: plot.bottom + 19, "as recorded"))
    return parts
  }

  /// The lines to reach, from the lowest, without repetition.
  private var goalLines: [(percent: Double, label: String)] {
    let lines = targets.filter { $0.metric == metric && $0.scope == .everywhere }
    var percents = Set(lines.map(\.percent))
    let floors = metric == .exact ? percents.insert(Target.floor.percent).inserted : false
    return percents.sorted().map { percent in
      let isFloor = floors && percent == Target.floor.percent
      return (
        percent, isFloor ? "\(Figures.decimal(percent)) %" : "target \(Figures.decimal(percent)) %"
      )
    }
  }

  private func goals(_ plot: Plot) -> [Markup] {
    let labelWidth = 78.0
    var taken = conditions.compactMap { report in
      report.condition.snrDecibels.flatMap { snr in
        metric.proportion(of: report.counts).interval.map { interval in
          let x = plot.x(snr)
          return (
            x: x - 12...x + 12, y: plot.y(interval.upperBound)...plot.y(interval.lowerBound)
          )
        }
      }
    }
    return goalLines.flatMap { goal in
      let y = plot.y(goal.percent / 100)
      // The first place above the line at which the label covers neither a point nor a label.
      let places = stride(
        from: plot.left + 6, through: plot.right - SNRChart.recordedWidth - labelWidth, by: 14)
      let x =
        places.first { x in
          !taken.contains { $0.x.overlaps(x...x + labelWidth) && $0.y.overlaps(y - 16...y) }
        } ?? plot.left + 6
      taken.append((x...x + labelWidth, y - 16...y))
      return [
        ChartStyle.line("goal", from: (plot.left, y), to: (plot.right, y)),
        ChartStyle.text("halo", x: x, y: y - 5, goal.label),
      ]
    }
  }

  // MARK: - Figures

  private func lines(_ series: NoiseSeries, of count: Int, _ plot: Plot) -> [Markup] {
    let shift = (Double(series.place) - Double(count - 1) / 2) * SNRChart.dodge
    let measured = series.levels.compactMap { level in
      let proportion = metric.proportion(of: level.report.counts)
      return proportion.rate.map { rate in
        (
          x: plot.x(level.snrDecibels) + shift, y: plot.y(rate), proportion,
          level.report.condition.name
        )
      }
    }
    guard !measured.isEmpty else { return [] }
    let name = ChartStyle.name(series.place)
    return [ChartStyle.line("line \(name)", through: measured.map { ($0.x, $0.y) })]
      + measured.map { x, y, proportion, condition in
        point(condition, proportion, x: x, name: name, plot) {
          ChartStyle.mark(series.place, x: x, y: y)
        }
      }
  }

  private func recorded(_ plot: Plot) -> [Markup] {
    conditions.filter { $0.condition.noise == nil }.compactMap { report in
      let proportion = metric.proportion(of: report.counts)
      return proportion.rate.map { rate in
        point(report.condition.name, proportion, x: plot.recordedX, name: "own", plot) {
          let (x, y) = (plot.recordedX, plot.y(rate))
          return #"<circle class="mark own" cx="\#(x)" cy="\#(y)" r="4.5"/>"#
        }
      }
    }
  }

  /// A mark with its interval, and its figures for those who point at it.
  private func point(
    _ condition: String, _ proportion: Proportion, x: Double, name: String, _ plot: Plot,
    mark: () -> Markup
  ) -> Markup {
    let bars = proportion.interval.map { interval -> Markup in
      let (low, high) = (plot.y(interval.lowerBound), plot.y(interval.upperBound))
      return
        #"<path class="bar \#(name)" d="M\#(x - 3) \#(high)h6M\#(x) \#(high)V\#(low)M\#(x - 3) \#(low)h6"/>"#
    }
    return "<g><title>\(condition): \(Figures.text(proportion))</title>\(bars ?? "")\(mark())</g>"
  }
}
