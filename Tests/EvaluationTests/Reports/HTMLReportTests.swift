import Foundation
import Language
import Testing

@testable import Evaluation

@Suite struct `The page` {
  @Test func `every failure appears once, in order, with its audio`() throws {
    let sample = SampleReport()
    let page = try sample.page()
    let entries = page.components(separatedBy: "<article id=\"").dropFirst().map {
      $0.components(separatedBy: "</article>")[0]
    }
    #expect(entries.count == sample.failures.count)
    for (index, (entry, failure)) in zip(entries, sample.failures).enumerated() {
      let (id, condition): (Markup, Markup) = ("\(failure.outcome.id)", "\(failure.condition.name)")
      #expect(entry.hasPrefix("f\(index + 1)\""))
      #expect(entry.contains("<bdi>\(id.source)</bdi></h3>"))
      #expect(entry.contains("data-condition=\"\(condition.source)\""))
      #expect(clip(in: entry) == failure.clip)
    }
    #expect(page.contains("<p class=\"note\">\(entries.count) listed.</p>"))
  }

  @Test func `an entry is written as it comes, in small pieces`() throws {
    let sample = SampleReport()
    let clip = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var pieces: [String] = []
    try sample.report.write(
      failures: { take in
        for failure in sample.failures.prefix(3) {
          try take(.init(outcome: failure.outcome, condition: failure.condition, clip: clip))
          #expect(pieces.last == "</article>\n")
        }
      }, to: { pieces.append($0) })
    let longest = pieces.map(\.utf8.count).max()
    #expect(try #require(longest) <= 65_536)
    let entries = pieces.joined().components(separatedBy: "<article").dropFirst()
    #expect(entries.map { self.clip(in: $0) } == [clip, clip, clip])
  }

  @Test func `nothing comes from elsewhere`() throws {
    let page = try SampleReport().page()
    let namespace = "http://www.w3.org/2000/svg"
    #expect(!page.replacingOccurrences(of: namespace, with: "").contains("://"))
    #expect(!page.contains("<link") && !page.contains("@import") && !page.contains("<img"))
    #expect(page.contains(#"content="default-src 'none'; media-src data:;"#))
    for source in page.components(separatedBy: "src=\"").dropFirst() {
      #expect(source.hasPrefix("data:audio/ogg;base64,"))
    }
  }

  @Test func `names are text wherever they stand`() throws {
    let page = try SampleReport().page()
    #expect(!page.contains("<leaves>") && !page.contains("<corpus>") && !page.contains("<&>"))
    #expect(!page.contains("O'Brien") && !page.contains("o'brien"))
    #expect(page.contains("<bdi>O&#39;Brien &lt;b&gt;&amp;amp;</bdi>"))
  }

  @Test func `an error of the sink or the source ends the page`() throws {
    struct Full: Error, Equatable {}
    let sample = SampleReport()
    #expect(throws: Full()) {
      try sample.report.write(failures: { _ in }, to: { _ in throw Full() })
    }
    #expect(throws: Full()) {
      try sample.report.write(failures: { _ in throw Full() }, to: { _ in })
    }
  }

  @Test func `an entry shows the alignment with letters, and marks the pairs that differ`() {
    let outcome = UtteranceOutcome(
      line: 3, id: "a.flac",
      reference: [ScorePair(player: "Ann", strokes: 3), ScorePair(player: "Bob", strokes: 4)],
      accepted: [ScorePair(player: "Ann", strokes: 3), ScorePair(player: "Bob", strokes: 5)],
      result: .success, said: ["ann", "three", "bob", "four"],
      heard: ["three", "bob", "five", "uh"],
      confidence: 0.825, stage: .recognition, tags: ["speaker": "x", "mic": "y"], audioSeconds: 1.25
    )
    let entry = FailureEntry(
      .init(outcome: outcome, condition: .asRecorded, clip: nil), number: 12)
    let gap = #"<span class="gap">–</span>"#
    func hit(_ word: String) -> String {
      #"<span class="w"><span><bdi>\#(word)</bdi></span>"#
        + #"<span aria-hidden="true"><bdi>\#(word)</bdi></span></span>"#
    }
    func wrong(_ said: String, _ heard: String, _ letter: String) -> String {
      #"<span class="w x"><span>\#(said)</span><span>\#(heard)</span>"#
        + #"<b class="e">\#(letter)</b></span>"#
    }
    #expect(
      entry.opening.source == """
        <article id="f12" data-stage="recognition" data-condition="as recorded">
        <h3><a href="#f12" aria-label="Failure 12">12</a> <bdi>a.flac</bdi></h3>
        <p class="meta"><b class="grave">wrong commit</b> <b class="stage">recognition</b> \
        <bdi>as recorded</bdi> <bdi>success</bdi> <bdi>confidence 0.82</bdi> <bdi>1.2 s</bdi> \
        <bdi>line 3</bdi> <bdi>mic y</bdi> <bdi>speaker x</bdi></p>
        <div class="words"><span class="w k"><span>said</span><span>heard</span></span>\
        \(wrong("<del><bdi>ann</bdi></del>", gap, "D"))\(hit("three"))\(hit("bob"))\
        \(wrong(gap, "<ins><bdi>five</bdi></ins>", "I"))\
        \(wrong("<del><bdi>four</bdi></del>", "<ins><bdi>uh</bdi></ins>", "S"))</div>
        <dl class="pairs"><div><dt>meant</dt><dd><span><bdi>Ann</bdi> 3</span> \
        <span class="off"><bdi>Bob</bdi> 4 <i>missed</i></span></dd></div>
        <div><dt>accepted</dt><dd><span><bdi>Ann</bdi> 3</span> \
        <span class="off"><bdi>Bob</bdi> 5 <i>wrong</i></span></dd></div></dl>

        """)
  }

  @Test func `a false accept of which no words are known is said to be one`() {
    let outcome = UtteranceOutcome(
      line: 1, id: "noise.flac", reference: [], accepted: [ScorePair(player: "Bob", strokes: 5)],
      result: .partial, said: nil, heard: [])
    let entry = FailureEntry(.init(outcome: outcome, condition: .asRecorded, clip: nil), number: 1)
    #expect(
      entry.opening.source == """
        <article id="f1" data-stage="" data-condition="as recorded">
        <h3><a href="#f1" aria-label="Failure 1">1</a> <bdi>noise.flac</bdi></h3>
        <p class="meta"><b class="grave">false accept</b> <bdi>as recorded</bdi> <bdi>partial</bdi> \
        <bdi>no confidence</bdi> <bdi>line 1</bdi></p>
        <p class="heard">heard <bdi>nothing</bdi>; what was said is not known</p>
        <dl class="pairs"><div><dt>meant</dt><dd><em>nothing</em></dd></div>
        <div><dt>accepted</dt><dd><span class="off"><bdi>Bob</bdi> 5 <i>wrong</i></span></dd></div></dl>

        """)
  }

  private static let recorded = ListeningCondition.asRecorded
  private static let noisy = ListeningCondition(noise: "wind.wav", snrDecibels: 5)
  private static let negatives = Target(.falseAccepts, percent: 5)

  @Test(arguments: [
    ([], [(recorded, 3)], "No target was set."),
    ([Target.floor], [(recorded, 4)], "The target is met."),
    ([Target.floor], [(recorded, 3)], "The target is missed."),
    ([Target.floor], [(recorded, 4), (noisy, 4)], "The target is met under every condition."),
    (
      [Target.floor], [(recorded, 4), (noisy, 3)],
      "The target is missed under at least one condition."
    ),
    ([Target.floor, Target(.pairs, percent: 70)], [(recorded, 3)], "1 of 2 targets is missed."),
    ([Target.floor, Target(.pairs, percent: 90)], [(recorded, 3)], "2 of 2 targets are missed."),
    ([Target.floor, Target(.pairs, percent: 70)], [(recorded, 4)], "Every target is met."),
    ([Target.floor, negatives], [(recorded, 4)], "Every target that was measured is met."),
    (
      [Target.floor, negatives], [(recorded, 3)],
      "1 of 2 targets is missed. 1 could not be measured."
    ),
    ([negatives], [(recorded, 4)], "No target could be measured."),
  ])
  func `the verdict is a sentence`(
    targets: [Target], exact: [(ListeningCondition, Int)], sentence: String
  ) {
    let conditions = exact.map { Self.report($0, exact: $1) }
    let verdict = VerdictSection(conditions: conditions, targets: targets).markup.source
    #expect(verdict.contains("<p class=\"lede\">\(sentence)</p>"))
  }

  @Test func `a target that is missed somewhere is missed, and the worst condition is named`() {
    let conditions = [
      Self.report(.asRecorded, exact: 4), Self.report(Self.noisy, exact: 1),
      Self.report(ListeningCondition(noise: "wind.wav", snrDecibels: 10), exact: 3),
    ]
    let verdict = VerdictSection(conditions: conditions, targets: [.floor]).markup.source
    #expect(
      verdict.contains(
        """
        <li class="missed"><b class="state">✗ missed</b> \
        <span><strong>exact utterances at least 80 %</strong>\
        <br>as recorded: 4 of 4 = 100.0 % (51.0 to 100.0)\
        <br>worst: wind.wav at 5 dB: 1 of 4 = 25.0 % (4.6 to 69.9)\
        <br>met under 1 of 3 conditions</span></li>
        """))
  }

  /// The corpora at whose edges a figure is undefined.
  @Test(arguments: ["nothing", "positives", "negatives", "one of each"])
  func `a page of any corpus has no figure that is none`(corpus: String) throws {
    let pair = ScorePair(player: "Bob", strokes: 5)
    let positive = UtteranceOutcome(
      line: 1, id: "p", reference: [pair], accepted: [pair], result: .success, said: ["bob"],
      heard: ["bob"], confidence: 1)
    let negative = UtteranceOutcome(
      line: 2, id: "n", reference: [], accepted: [], result: .failed, said: [], heard: ["uh"])
    let outcomes =
      switch corpus {
      case "positives": [positive]
      case "negatives": [negative]
      case "one of each": [positive, negative]
      default: [] as [UtteranceOutcome]
      }
    let conditions = [Self.recorded, Self.noisy].map { condition in
      var tally = ConditionTally(condition: condition, seed: 1)
      for outcome in outcomes { tally.add(outcome, manifests: [""]) }
      return ConditionReport(tally, maximumFalseAccept: 0.01)
    }
    let report = HTMLReport(
      title: "", details: [], conditions: conditions, targets: SampleReport.targets)
    var page = ""
    try report.write(failures: { _ in }, to: { page += $0 })
    let body = page.components(separatedBy: "</style>")[1].components(separatedBy: "<script>")[0]
    for word in ["nan", "inf"] { #expect(!body.contains(word)) }
    #expect(page.contains("None is listed."))
    #expect(page.contains("It takes utterances") == (corpus != "one of each"))
  }

  // MARK: - Parts

  /// A report of four utterances.
  private static func report(_ condition: ListeningCondition, exact: Int) -> ConditionReport {
    var tally = ConditionTally(condition: condition, seed: 1)
    for line in 1...4 {
      let pair = ScorePair(player: "Bob", strokes: 5)
      tally.add(
        UtteranceOutcome(
          line: line, id: "", reference: [pair], accepted: line <= exact ? [pair] : [],
          result: .success, said: nil, heard: []), manifests: [""])
    }
    return ConditionReport(tally)
  }

  private func clip(in entry: String) -> [UInt8]? {
    let parts = entry.components(separatedBy: "data:audio/ogg;base64,")
    guard parts.count == 2 else { return nil }
    return Data(base64Encoded: parts[1].components(separatedBy: "\"")[0]).map { [UInt8]($0) }
  }
}
