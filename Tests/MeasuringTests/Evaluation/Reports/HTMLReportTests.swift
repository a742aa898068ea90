import Foundation
import HyzerBase
import HyzerVoice
import Testing

@testable import Measuring

@Suite struct `The page` {
  @Test func `an entry is written as it comes, in small pieces`() throws {
    let sample = SampleReport()
    let clip = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var pieces: [String] = []
    var written: [Int] = []
    try sample.report.write(
      failures: Array(sample.failures.prefix(3)),
      clip: { _ in
        written.append(pieces.count { $0 == "</article>\n" })
        return clip
      }, to: { pieces.append($0) })
    #expect(written == [0, 1, 2])
    let longest = pieces.map(\.utf8.count).max()
    #expect(try #require(longest) <= 65_536)
    let entries = pieces.joined().components(separatedBy: "<article").dropFirst()
    #expect(entries.map { self.clip(in: $0) } == [clip, clip, clip])
  }

  @Test func `nothing comes from elsewhere, and names are text wherever they stand`() throws {
    let page = try SampleReport().page()
    #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains("://"))
    for word in ["<link", "@import", "<img", "<leaves>", "<corpus>", "<&>", "O'Brien", "o'brien"] {
      #expect(!page.contains(word))
    }
    #expect(page.contains(#"content="default-src 'none'; media-src data:;"#))
    for source in page.components(separatedBy: "src=\"").dropFirst() {
      #expect(source.hasPrefix("data:audio/ogg;base64,"))
    }
    #expect(page.contains("<bdi>O&#39;Brien &lt;b&gt;&amp;amp;</bdi>"))
  }

  @Test func `an entry has its tags in alphabetical order, and says that nothing was heard`() {
    let wrong = outcome(accepted: pairs("Bob", 5), .partial, tags: ["speaker": "x", "mic": "y"])
    let text = FailureEntry(number: 12, outcome: wrong, condition: "quiet").opening.source
    #expect(text.contains("<span>mic y</span><span>speaker x</span>"))
    #expect(text.contains("<p>heard <bdi>nothing</bdi>; what was said is not known</p>"))
  }

  private static let negatives = Target(.falseAccepts, percent: 5)

  @Test(arguments: [
    ([4], Target.floor, ["met: exact utterances at least 80 %, measured 4 of 4 = 100.0 %"]),
    ([3], .floor, ["MISSED: exact utterances at least 80 %, measured 3 of 4 = 75.0 %"]),
    ([4, 4], .floor, ["met: exact utterances at least 80 %, in every condition"]),
    (
      [4, 3], .floor,
      ["MISSED: exact utterances at least 80 %, in 1 of 2 conditions: wind.wav at 5 dB"]
    ),
    ([4], negatives, ["not measured: false accepts at most 5 %"]),
    ([4, 4], negatives, ["not measured: false accepts at most 5 %"]),
    ([], .floor, []),
    (
      [4, 4], Target(.exact, percent: 50, scope: .noise),
      ["met: exact utterances at least 50 % in noise, measured 4 of 4 = 100.0 %"]
    ),
  ])
  func `the verdicts are sentences`(exact: [Int], target: Target, sentences: [String]) throws {
    let noisy = ListeningCondition(noise: "wind.wav", snrDecibels: 5)
    let conditions = zip([.init(), noisy], exact).map { report(exact: $1, of: 4, under: $0) }
    let figures = ReportFigures(conditions: conditions, targets: [target])
    let verdicts = figures.verdicts(target)
    #expect(verdicts.count == sentences.count)
    #expect(zip(verdicts, sentences).allSatisfy { $0.hasPrefix($1) })
    let page = try text(of: HTMLReport(title: "", details: [], figures: figures))
    for verdict in verdicts { #expect(page.contains("<li>\(verdict)</li>")) }
    let missed = verdicts.count { $0.hasPrefix("MISSED") }
    #expect(page.contains("<p class=\"lede\">\(missed) of 1 targets missed.</p>"))
  }

  /// The corpora at whose edges a figure is undefined.
  @Test(arguments: [[], ["positive"], ["negative"], ["positive", "negative"]])
  func `a page of any corpus has no empty section and no figure that is none`(
    corpus: [String]
  ) throws {
    let outcomes = corpus.map { kind in
      kind == "positive" ? bobOutcome(isHeard: true) : outcome(2, words: "", heard: "uh")
    }
    let figures = ReportFigures(
      conditions: [report(outcomes, maximumFalseAccept: 0.01)], targets: SampleReport.targets)
    let page = try text(of: HTMLReport(title: "", details: [], figures: figures))
    let body = page.components(separatedBy: "</style>")[1].components(separatedBy: "<script>")[0]
    for word in ["nan", "inf"] { #expect(!body.contains(word)) }
    let sections = body.components(separatedBy: "<section id=\"").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    let links = body.components(separatedBy: "<a href=\"#").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    #expect(sections == links)
    #expect(sections.prefix(2) == ["verdict", "conditions"])
    for empty in ["noise", "trade-off", "confusions", "stages", "failures", "measured"] {
      #expect(!sections.contains("\(empty)"))
    }
  }

  @Test func `what has nothing to show is left out: targets, confusions, a curve of one point`()
    throws
  {
    func sections(_ outcomes: [UtteranceOutcome], targets: [Target]) throws -> String {
      let figures = ReportFigures(conditions: [report(outcomes)], targets: targets)
      let page = try text(of: HTMLReport(title: "", details: [], figures: figures))
      return page.components(separatedBy: "</style>")[1]
    }
    let negative = outcome(2, words: "")
    var typed = bobOutcome(isHeard: true)
    typed.confidence = nil
    let without = try sections([typed, negative], targets: [])
    for part in ["targets missed", "<ul>", "id=\"confusions\"", "id=\"trade-off\""] {
      #expect(!without.contains(part))
    }
    let with = try sections([bobOutcome(isHeard: false)], targets: [.floor])
    for part in ["targets missed", "<ul>"] { #expect(with.contains(part)) }
  }

  private func clip(in entry: String) -> [UInt8]? {
    let parts = entry.components(separatedBy: "data:audio/ogg;base64,")
    guard parts.count == 2 else { return nil }
    return Data(base64Encoded: parts[1].components(separatedBy: "\"")[0]).map { [UInt8]($0) }
  }
}
