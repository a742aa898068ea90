/// The top of the page: whether the targets are met, and the figures that matter most.
struct VerdictSection: Sendable {
  let conditions: [ConditionReport]
  let targets: [Target]

  var markup: Markup {
    let items = targets.map(item)
    let list: Markup = items.isEmpty ? "" : #"<ul class="targets">\#n\#(items)</ul>\#n"#
    return """
      <section id="verdict">
      <h2>Verdict</h2>
      <p class="lede">\(sentence)</p>
      \(list)\(conditions.first.map(figures) ?? "")</section>

      """
  }

  // MARK: - Targets

  private var sentence: String {
    guard !targets.isEmpty else { return "No target was set." }
    let verdicts = targets.map { target in conditions.compactMap { target.isMet(by: $0) } }
    let unmeasured = verdicts.count { $0.isEmpty }
    let missed = verdicts.count { $0.contains(false) }
    let place = conditions.count > 1 ? " under at least one condition" : ""
    var sentence =
      if missed > 0 {
        targets.count == 1
          ? "The target is missed\(place)."
          : "\(missed) of \(targets.count) targets \(missed == 1 ? "is" : "are") missed\(place)."
      } else if unmeasured == targets.count {
        "No target could be measured."
      } else {
        targets.count == 1
          ? "The target is met\(conditions.count > 1 ? " under every condition" : "")."
          : "\(unmeasured > 0 ? "Every target that was measured" : "Every target") is met"
            + "\(conditions.count > 1 ? " under every condition" : "")."
      }
    if missed > 0, unmeasured > 0 { sentence += " \(unmeasured) could not be measured." }
    return sentence
  }

  private func item(_ target: Target) -> Markup {
    let measured = conditions.compactMap { report in
      target.isMet(by: report).map { (report: report, isMet: $0) }
    }
    guard let first = measured.first else {
      return """
        <li><b class="state">not measured</b> <span><strong>\(target.text)</strong></span></li>

        """
    }
    let met = measured.count { $0.isMet }
    let isMet = met == measured.count
    var lines = [line(target, first.report)]
    if measured.count > 1 {
      // The one that is farthest from the line says most of the others.
      let worst = measured.dropFirst().reduce(first) { worst, next in
        margin(target, next.report) < margin(target, worst.report) ? next : worst
      }
      if worst.report.condition != first.report.condition {
        lines.append("worst: \(line(target, worst.report))")
      }
      lines.append("met under \(met) of \(measured.count) conditions")
    }
    let texts = lines.map { text -> Markup in "<br>\(text)" }
    return """
      <li class="\(isMet ? "met" : "missed")"><b class="state">\(isMet ? "✓ met" : "✗ missed")</b> \
      <span><strong>\(target.text)</strong>\(texts)</span></li>

      """
  }

  private func line(_ target: Target, _ report: ConditionReport) -> String {
    let figure = Figures.text(target.metric.proportion(of: report.counts))
    return conditions.count > 1 ? "\(report.condition.name): \(figure)" : "measured \(figure)"
  }

  /// How far a figure lies on the right side of the line; negative where it is missed.
  private func margin(_ target: Target, _ report: ConditionReport) -> Double {
    let percent = (target.metric.proportion(of: report.counts).rate ?? 0) * 100
    return target.metric.isFloor ? percent - target.percent : target.percent - percent
  }

  // MARK: - Figures

  private func figures(_ report: ConditionReport) -> Markup {
    let counts = report.counts
    var figures = Target.Metric.allCases.compactMap { metric -> Markup? in
      let proportion = metric.proportion(of: counts)
      guard let rate = proportion.rate, let interval = proportion.interval else { return nil }
      return """
        <div><dt>\(metric.title)</dt><dd><b>\(Figures.percent(rate)) %</b>\
        <span>\(Figures.percent(interval.lowerBound)) to \(Figures.percent(interval.upperBound))</span>\
        <span>\(proportion.successes) of \(proportion.trials)</span></dd></div>

        """
    }
    if let perHour = counts.falseAcceptsPerHour {
      figures.append(
        """
        <div><dt>false accepts an hour</dt><dd><b>\(Figures.fixed(perHour, 1))</b>\
        <span>\(counts.falseAcceptEvents) in \(Figures.fixed(counts.negativeSeconds / 3600, 2)) h</span>\
        </dd></div>

        """)
    }
    return """
      <p class="note">\(report.condition.name); shares with the interval that holds the true one with \
      95 % confidence</p>
      <dl class="figures">
      \(figures)</dl>

      """
  }
}
