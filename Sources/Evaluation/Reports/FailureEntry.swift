internal import Foundation
internal import Language

/// One failure on the page.
struct FailureEntry: Sendable {
  private let failure: HTMLReport.Failure
  private let number: Int

  /// How many bytes of audio are written at once; whole groups of three, so that the pieces of
  /// Base64 join to one.
  private static let pieceSize = 24_576

  init(_ failure: HTMLReport.Failure, number: Int) {
    self.failure = failure
    self.number = number
  }

  // MARK: - Around the entries

  /// What comes before the first entry.
  static func opening(_ conditions: [ConditionReport]) -> Markup {
    let stages = StageChart.used(in: conditions).map { _, stage -> Markup in
      "<option>\(stage.rawValue)</option>"
    }
    let names = conditions.map { report -> Markup in "<option>\(report.condition.name)</option>" }
    let failed = conditions.reduce(0) { $0 + $1.counts.utterances - $1.counts.utterancesExact }
    let all = conditions.reduce(0) { $0 + $1.counts.utterances }
    return """
      <section id="failures">
      <h2>Failures</h2>
      <p>Of \(all) utterances heard, in all conditions together, \(failed) were not exact. In each, \
      what was said stands above what was heard: <b class="e">S</b> marks a word heard as another, \
      <b class="e">D</b> a word not heard, <b class="e">I</b> a word heard and not said.</p>
      <form id="filter" hidden>
      <label>Stage <select name="stage"><option value="">all</option>\(stages)</select></label>
      <label>Condition <select name="condition"><option value="">all</option>\(names)</select></label>
      <label>Text <input name="text" type="search" autocomplete="off"></label>
      <output name="shown" aria-live="polite"></output>
      </form>

      """
  }

  /// What comes after the last of so many entries.
  static func closing(count: Int) -> Markup {
    """
    <p class="note">\(count == 0 ? "None is listed." : "\(count) listed.")</p>
    </section>

    """
  }

  // MARK: - The entry

  /// The entry up to its audio.
  var opening: Markup {
    let outcome = failure.outcome
    return """
      <article id="f\(number)" data-stage="\(outcome.stage?.rawValue ?? "")" \
      data-condition="\(failure.condition.name)">
      <h3><a href="#f\(number)" aria-label="Failure \(number)">\(number)</a> \
      <bdi>\(outcome.id)</bdi></h3>
      <p class="meta">\(Markup(facts, separator: " "))</p>
      \(words)<dl class="pairs"><div><dt>meant</dt><dd>\(pairs(outcome.reference, but: outcome.accepted, "missed"))</dd></div>
      <div><dt>accepted</dt><dd>\(pairs(outcome.accepted, but: outcome.reference, "wrong"))</dd></div></dl>

      """
  }

  /// Writes the audio, if there is any, in pieces of bounded size.
  func writeClip(to sink: (String) throws -> Void) throws {
    guard let clip = failure.clip else { return }
    let start: Markup = """
      <audio controls preload="none" aria-label="\(failure.outcome.id), \(failure.condition.name)" \
      src="data:audio/ogg;base64,
      """
    try sink(start.source)
    for from in stride(from: 0, to: clip.count, by: FailureEntry.pieceSize) {
      let piece = clip[from..<min(from + FailureEntry.pieceSize, clip.count)]
      try sink(Data(piece).base64EncodedString())
    }
    try sink("\"></audio>\n")
  }

  /// The entry's end.
  static let closing: Markup = "</article>\n"

  private var facts: [Markup] {
    let outcome = failure.outcome
    var facts: [Markup] = []
    if outcome.isWrongCommit { facts.append(#"<b class="grave">wrong commit</b>"#) }
    if outcome.isNegative, !outcome.accepted.isEmpty {
      facts.append(#"<b class="grave">false accept</b>"#)
    }
    if let stage = outcome.stage { facts.append(#"<b class="stage">\#(stage.rawValue)</b>"#) }
    var rest = [
      failure.condition.name, outcome.result.rawValue,
      outcome.confidence.map { "confidence \(Figures.fixed($0, 2))" } ?? "no confidence",
    ]
    if outcome.audioSeconds > 0 { rest.append("\(Figures.fixed(outcome.audioSeconds, 1)) s") }
    rest.append("line \(outcome.line)")
    rest += outcome.tags.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return facts + rest.map { #"<bdi>\#($0)</bdi>"# }
  }

  // MARK: - Words

  private var words: Markup {
    let outcome = failure.outcome
    guard let said = outcome.said else {
      let heard = outcome.heard.isEmpty ? "nothing" : outcome.heard.joined(separator: " ")
      return #"<p class="heard">heard <bdi>\#(heard)</bdi>; what was said is not known</p>\#n"#
    }
    let steps = WordAlignment(reference: said, hypothesis: outcome.heard).steps
    return """
      <div class="words"><span class="w k"><span>said</span><span>heard</span></span>\
      \(steps.map(FailureEntry.column))</div>

      """
  }

  /// A step of the alignment: the word that was said above the one that was heard.
  private static func column(_ step: WordAlignment.Step) -> Markup {
    let gap: Markup = #"<span class="gap">–</span>"#
    switch step {
    case .hit(let word):
      return
        #"<span class="w"><span><bdi>\#(word)</bdi></span><span aria-hidden="true"><bdi>\#(word)</bdi></span></span>"#
    case .substitution(let said, let heard):
      return wrong("<del><bdi>\(said)</bdi></del>", "<ins><bdi>\(heard)</bdi></ins>", "S")
    case .deletion(let said):
      return wrong("<del><bdi>\(said)</bdi></del>", gap, "D")
    case .insertion(let heard):
      return wrong(gap, "<ins><bdi>\(heard)</bdi></ins>", "I")
    }
  }

  private static func wrong(_ said: Markup, _ heard: Markup, _ letter: String) -> Markup {
    #"<span class="w x"><span>\#(said)</span><span>\#(heard)</span><b class="e">\#(letter)</b></span>"#
  }

  /// Pairs, those that are not among the others marked.
  private func pairs(_ pairs: [ScorePair], but others: [ScorePair], _ mark: String) -> Markup {
    guard !pairs.isEmpty else { return "<em>nothing</em>" }
    return Markup(
      pairs.map { pair -> Markup in
        let text: Markup = "<bdi>\(pair.player)</bdi> \(pair.strokes)"
        return others.contains(pair)
          ? "<span>\(text)</span>" : #"<span class="off">\#(text) <i>\#(mark)</i></span>"#
      }, separator: " ")
  }
}
