import Foundation
import HyzerBase
import Testing

@testable import Measuring

@Suite struct `Tables` {
  @Test func `what was confused most is shown, and how much is left out`() throws {
    // Player 30 is taken for player 1 thirty times, player 29 once less and so on.
    let outcomes = (2...30).flatMap { player in
      var outcome = bobOutcome(isHeard: true)
      outcome.reference = pairs("\(player)", 3)
      outcome.accepted = pairs("1", 3)
      return Array(repeating: outcome, count: player)
    }
    let figures = ReportFigures(conditions: [report(outcomes)], targets: [])
    let (table, labels, all) = try #require(figures.confusionTable(\.players))
    #expect(table.heads.dropFirst() == (["1"] + (12...30).map { "\($0)" } + ["nothing"])[...])
    #expect((labels, all) == (20, 30))
    #expect(table.rows[19].map(\.value)[..<3] == ["30", "30", ""])
    #expect(table.rows[19].map(\.style)[..<3] == ["", "w4", ""])
    #expect(figures.confusions(\.players).first.map { [$0.said, $0.heard] } == ["30", "1"])
    #expect(figures.confusions(\.players).map(\.count) == (2...30).reversed())
  }

  @Test func `where there are many groups, the worst come first`() {
    let outcomes = (1...14).map { speaker in
      bobOutcome(speaker, isHeard: speaker <= 12, tags: ["speaker": "\(speaker)"])
    }
    let figures = ReportFigures(conditions: [report(outcomes)], targets: [])
    #expect(figures.text.contains("by speaker, the worst 12 of 14\nspeaker  utterances"))
    let groups = figures.groups(most: 3)
    #expect(groups.map(\.title) == ["by speaker, the worst 3 of 14"])
    #expect(groups[0].table.rows.map { $0[0].value } == ["13", "14", "1"])
  }
}

@Suite struct `Colours` {
  /// The contrast of text to all that it stands on, and of marks to the ground, as WCAG 2.2 asks.
  @Test(arguments: [false, true])
  func `contrasts suffice`(isDark: Bool) throws {
    func colour(_ name: String) throws -> [Double] {
      let colour = try #require(Palette.colours.first { $0.key == name }).value
      let number = try #require(Int((isDark ? colour.dark : colour.light).dropFirst(), radix: 16))
      return [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
    }
    let ground = try colour("ground")
    for name in ["ink", "muted", "accent", "good", "bad"] {
      #expect(try contrast(colour(name), ground) >= 4.5)
    }
    for name in (0..<PageStyle.series).map({ "s\($0)" }) {
      #expect(try contrast(colour(name), ground) >= 3)
    }
    for (name, percent) in ["s0", "s1"].flatMap({ name in PageStyle.shades.map { (name, $0) } }) {
      let share = Double(percent) / 100
      let shade = zip(try colour(name), ground).map { $0 * share + $1 * (1 - share) }
      #expect(try contrast(colour("ink"), shade) >= 4.5)
    }
  }

  private func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private func luminance(_ colour: [Double]) -> Double {
    let parts = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
