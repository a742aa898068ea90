/// A report as one page of HTML that needs nothing else: no other file, no network, no script.
///
/// For people who read no further, the targets come first; then the figures of each condition, the
/// charts, what was confused, and every failure with what was said, what was heard and its audio.
public struct HTMLReport: Sendable {
  private let title: String
  private let details: [(name: String, value: String)]
  private let conditions: [ConditionReport]
  private let targets: [Target]

  /// Makes the page of some conditions, at least one, beside some targets.
  ///
  /// `details` say what was measured, such as the corpus, its hash, the seed and the version.
  public init(
    title: String, details: [(name: String, value: String)], conditions: [ConditionReport],
    targets: [Target]
  ) {
    self.title = title
    self.details = details
    self.conditions = conditions
    self.targets = targets
  }

  /// Writes the page piece by piece.
  ///
  /// `failures` gives the failures one after another, in the order in which they are to appear; each
  /// is written as it comes, and none is kept.
  ///
  /// - Throws: What `failures` or `sink` throws; the page is then incomplete.
  public func write(
    failures: ((Failure) throws -> Void) throws -> Void, to sink: (String) throws -> Void
  ) throws {
    try sink(head.source)
    try sink(VerdictSection(conditions: conditions, targets: targets).markup.source)
    let figures = FigureSections(conditions: conditions, targets: targets)
    for section in figures.all { try sink(section.source) }
    try sink(FailureEntry.opening(conditions).source)
    var count = 0
    try withoutActuallyEscaping(sink) { sink in
      try failures { failure in
        count += 1
        let entry = FailureEntry(failure, number: count)
        try sink(entry.opening.source)
        try entry.writeClip(to: sink)
        try sink(FailureEntry.closing.source)
      }
    }
    try sink(FailureEntry.closing(count: count).source)
    try sink(tail.source)
  }

  // MARK: - Frame

  private var head: Markup {
    let sections = [
      ("verdict", "Verdict"), ("conditions", "Conditions"), ("noise", "Noise"),
      ("trade-off", "Trade-off"), ("confusions", "Confusions"), ("stages", "Stages"),
      ("groups", "Groups"), ("speed", "Speed"), ("failures", "Failures"), ("measured", "Measured"),
    ]
    let links = sections.map { id, name -> Markup in ##"<li><a href="#\##(id)">\##(name)</a></li>"##
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; media-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(Markup(stringLiteral: PageStyle.rules))\(Markup(stringLiteral: ChartStyle.rules))</style>
      </head>
      <body>
      <header>
      <h1><bdi>\(title)</bdi></h1>
      <nav aria-label="Sections"><ul>\(links)</ul></nav>
      </header>
      <main>

      """
  }

  private var tail: Markup {
    let rows = details.map { name, value -> Markup in
      #"<tr><th scope="row"><bdi>\#(name)</bdi></th><td><bdi>\#(value)</bdi></td></tr>\#n"#
    }
    return """
      <section id="measured">
      <h2>What was measured</h2>
      <div class="scroll" role="region" tabindex="0" aria-labelledby="measured-caption">
      <table class="details"><caption id="measured-caption"><div>The corpus and how it \
      was heard</div></caption>
      <tbody>
      \(rows)</tbody></table></div>
      </section>
      </main>
      <script>
      \(Markup(stringLiteral: PageScript.text))</script>
      </body>
      </html>

      """
  }
}
