internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import HyzerVoice

/// A report as one page of HTML that needs no other file, no network and no script.
struct HTMLReport: Sendable {
  private static let mostWords = 30

  let title: String
  /// What was measured, such as the corpus, its hash, the seed and the version.
  let details: [(name: String, value: String)]
  let figures: ReportFigures
  private var conditions: [ConditionTally] { figures.conditions }

  /// Writes the page piece by piece, a failure at a time.
  ///
  /// `clip` returns the audio of a failure as it was heard, a file of Ogg Opus; nil where it is not at
  /// hand. The `condition` of an outcome is a place among the conditions.
  ///
  /// - Throws: What `clip` or `sink` throws; the page is then incomplete.
  func write(
    failures: [UtteranceOutcome], clip: (UtteranceOutcome) throws -> [UInt8]?,
    to sink: (String) throws -> Void
  ) throws {
    let sections = sections.filter { !$0.content.source.isEmpty }
    let failed = conditions.reduce(0) { $0 + $1.counts.utterances - $1.counts.utterancesExact }
    try sink(head(sections.map { ($0.id, $0.heading) }, hasFailures: failed > 0).source)
    for section in sections {
      try sink("<section id=\"\(section.id)\">\n<h2>\(section.heading)</h2>\n")
      try sink(section.content.source + "</section>\n")
    }
    if failed > 0 {
      try sink(failuresOpening(failed).source)
      for (index, outcome) in failures.enumerated() {
        let entry = FailureEntry(
          number: index + 1, outcome: outcome,
          condition: conditions[outcome.condition].condition.name)
        try entry.write(clip: clip(outcome), to: sink)
      }
      try sink("<p class=\"note\">\(failures.count) listed.</p>\n</section>\n")
    }
    try sink("</main>\n<script>\n\(PageStyle.script)</script>\n</body>\n</html>\n")
  }

  private func head(_ sections: [(id: String, heading: String)], hasFailures: Bool) -> Markup {
    let all = sections + (hasFailures ? [("failures", "Failures")] : [])
    let links = all.map { ##"<a href="#\##($0.id)">\##($0.heading)</a>"## as Markup }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; media-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(Markup(stringLiteral: Palette.variables + PageStyle.chart + "\n" + PageStyle.page))</style>
      </head>
      <body>
      <h1>\(title)</h1>
      <nav>\(Markup(links, separator: " "))</nav>
      <main>

      """
  }

  // MARK: - Figures

  private var sections: [(id: String, heading: String, content: Markup)] {
    [
      ("verdict", "Verdict", verdict),
      (
        "conditions", "Conditions",
        """
        \(figures.shares.markup("\(figures.sharesTitle); ✗ marks a missed target"))\
        \(figures.details.markup("Decisions and speed"))
        """
      ),
      ("noise", "Noise", noise), ("trade-off", "Trade-off", tradeOff),
      ("confusions", "Confusions", confusions), ("stages", "Stages", stages),
      ("groups", "Groups", groups), ("measured", "What was measured", measured),
    ]
  }

  private var verdict: Markup {
    let missed = figures.targets.count { target in
      conditions.contains { target.isMet(by: $0) == false }
    }
    let verdicts = figures.targets.flatMap(figures.verdicts)
    let list = conditions.first.map {
      ReportFigures.list($0).markup(
        "\($0.condition.name); shares with 95 % intervals in brackets", style: "list")
    }
    let targets: Markup = """
      <p class="lede">\(missed) of \(figures.targets.count) targets missed.</p>
      <ul>
      \(verdicts.map { "<li>\($0)</li>\n" as Markup })</ul>

      """
    return "\(figures.targets.isEmpty ? "" : targets)\(list ?? "")"
  }

  private var noise: Markup {
    guard !figures.noises.isEmpty else { return "" }
    let metrics = Target.Metric.allCases.filter { metric in
      conditions.contains { metric.proportion(of: $0.counts).rate != nil }
    }
    return """
      <p>Shares by the ratio of signal to noise; bands are 95 % intervals.</p>
      <div class="charts">
      \(metrics.map { figures.noiseChart($0, name: "noise-\($0.rawValue)").svg() })</div>

      """
  }

  private var tradeOff: Markup {
    figures.tradeOffChart(name: "trade-off").map {
      """
      <p>Each threshold on the confidence accepts some utterances without a score and rejects some \
      with one; a curve holds all of them, and lower left is better. As things are decided now, \
      rejected are those of which nothing was made.</p>
      \($0.svg())
      """
    } ?? ""
  }

  private var confusions: Markup {
    let kinds: [(String, KeyPath<Confusions, ConfusionMatrix>)] = [
      ("Players", \.players), ("Scores, in strokes", \.scores),
    ]
    let tables = kinds.compactMap { title, kind in
      figures.confusionTable(kind).map { table, labels, all in
        let note = labels < all ? "; the \(labels) of \(all) that were confused most" : ""
        return table.markup(
          "\(title)\(note). The deeper a shade, the larger its share of the row.", style: "heat")
      }
    }
    let words = figures.confusions(\.words).prefix(HTMLReport.mostWords)
    let list = Table(
      heads: ["said", "heard", "times"],
      rows: words.map { [.init($0.said), .init($0.heard), "\($0.count)"] })
    return "\(tables)\(words.isEmpty ? "" : list.markup("Words heard as others"))"
  }

  private var groups: Markup {
    let name = conditions.first?.condition.name ?? ""
    return Markup(
      figures.groups().map { title, table in
        table.markup("\(name), \(title), in per cent with 95 % intervals")
      })
  }

  private var stages: Markup {
    figures.stages?.markup("Failures by the first stage that went wrong", style: "heat") ?? ""
  }

  private var measured: Markup {
    guard !details.isEmpty else { return "" }
    return Table(rows: details.map { [.init($0.name), .init($0.value)] })
      .markup("The corpus and how it was heard", style: "list")
  }

  // MARK: - Failures

  private func failuresOpening(_ failed: Int) -> Markup {
    let all = conditions.reduce(0) { $0 + $1.counts.utterances }
    let stages = figures.stages?.heads.dropFirst().dropLast() ?? []
    let hints = (stages + conditions.map(\.condition.name)).map { name -> Markup in
      #"<option value="\#(name)">"#
    }
    return """
      <section id="failures">
      <h2>Failures</h2>
      <p>Of \(all) utterances heard, in all conditions together, \(failed) were not exact. Below what \
      was said and heard, S marks a word heard as another, D a word not heard, I a word heard and not \
      said.</p>
      <p id="filter" hidden><label>Only those with a stage, condition or other text:
      <input type="search" list="hints" autocomplete="off"></label>
      <datalist id="hints">\(hints)</datalist> <output aria-live="polite"></output></p>

      """
  }
}

/// The entry of an utterance of which something else was accepted than was said.
struct FailureEntry {
  /// How many bytes of audio are written at once; whole groups of three, so that the pieces of
  /// Base64 join to one.
  private static let pieceSize = 24_576

  let number: Int
  let outcome: UtteranceOutcome
  let condition: String

  /// Writes the entry; its audio, if any, in pieces of bounded size.
  fileprivate func write(clip: [UInt8]?, to sink: (String) throws -> Void) throws {
    try sink(opening.source)
    if let clip {
      let name: Markup = "\(outcome.id), \(condition)"
      try sink(
        "<audio controls preload=\"none\" aria-label=\"\(name.source)\" "
          + "src=\"data:audio/ogg;base64,")
      for from in stride(from: 0, to: clip.count, by: Self.pieceSize) {
        try sink(Data(clip[from...].prefix(Self.pieceSize)).base64EncodedString())
      }
      try sink("\"></audio>\n")
    }
    try sink("</article>\n")
  }

  var opening: Markup {
    """
    <article id="f\(number)">
    <h3><a href="#f\(number)">\(number)</a> <bdi>\(outcome.id)</bdi></h3>
    <p class="meta">\(facts)</p>
    \(words)\
    <p>meant \(pairs(outcome.reference, but: outcome.accepted, "missed"))<br>\
    accepted \(pairs(outcome.accepted, but: outcome.reference, "wrong"))</p>

    """
  }

  private var facts: [Markup] {
    var faults: [String] = []
    if outcome.isWrongCommit { faults.append("wrong commit") }
    if outcome.isNegative, !outcome.accepted.isEmpty { faults.append("false accept") }
    var facts = [
      condition, outcome.result.rawValue,
      outcome.confidence.map { "confidence \(Figures.fixed($0, 2))" } ?? "no confidence",
    ]
    if let stage = outcome.stage { facts.insert(stage.rawValue, at: 0) }
    if outcome.audioSeconds > 0 { facts.append("\(Figures.fixed(outcome.audioSeconds, 1)) s") }
    facts.append("line \(outcome.line)")
    facts += outcome.tags.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return faults.map { #"<span class="off">\#($0)</span>"# } + facts.map { "<span>\($0)</span>" }
  }

  /// The words that were said above those that were heard, and the error of each pair.
  private var words: Markup {
    guard let said = outcome.said else {
      let heard = outcome.heard.isEmpty ? "nothing" : outcome.heard.joined(separator: " ")
      return "<p>heard <bdi>\(heard)</bdi>; what was said is not known</p>\n"
    }
    let columns = WordAlignment(reference: said, hypothesis: outcome.heard).steps.map {
      step -> [String?] in
      switch step {
      case .hit(let word): [word, word, ""]
      case .substitution(let said, let heard): [said, heard, "S"]
      case .deletion(let said): [said, nil, "D"]
      case .insertion(let heard): [nil, heard, "I"]
      }
    }
    let rows = ["said", "heard", ""].enumerated().map { row, head in
      [Table.Cell(head)]
        + columns.map { .init($0[row], style: $0[2] == "" ? "" : "off") }
    }
    return Table(rows: rows).markup(style: "words")
  }

  private func pairs(_ pairs: [ScorePair], but others: [ScorePair], _ mark: String) -> Markup {
    guard !pairs.isEmpty else { return "<em>nothing</em>" }
    return Markup(
      pairs.map { pair in
        let text: Markup = "<bdi>\(pair.player)</bdi> \(pair.strokes)"
        return others.contains(pair)
          ? "<span>\(text)</span>"
          : #"<span class="off">\#(text) (\#(mark))</span>"#
      })
  }
}
