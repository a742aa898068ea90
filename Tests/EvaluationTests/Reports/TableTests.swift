import Golf
import Language
import Testing

@testable import Evaluation

@Suite struct `Tables` {
  @Test func `a table is the same as text and as HTML, but for what is for the page only`() {
    let table = Table(
      [
        Table.Column("name") { Table.Cell($0) },
        Table.Column("share", onPageOnly: true) { _ in Table.Cell(Proportion(1, of: 2)) },
        Table.Column("exact %") { _ in Table.Cell(Proportion(1, of: 2), isMissed: true) },
        Table.Column("brief") { _ in Table.Cell(Proportion(1, of: 2), isBrief: true) },
        Table.Column("none") { _ in Table.Cell(Proportion(0, of: 0)) },
      ], of: ["<a>", "longer"])
    #expect(
      table.text == """
        name    exact %             brief  none
        <a>     50.0 (9.5 to 90.5)  50.0   -
        longer  50.0 (9.5 to 90.5)  50.0   -
        """)
    let html = table.markup("Of \"both\"").source
    #expect(html.contains(#"role="region" aria-label="Of &quot;both&quot;""#))
    #expect(
      html.contains(
        """
        <tr><th scope="row">&lt;a&gt;</th><td>50.0 <small>9.5 to 90.5</small></td>\
        <td class="miss">50.0 <small>9.5 to 90.5</small></td>\
        <td>50.0 <small>9.5 to 90.5</small></td><td>–</td></tr>
        """))
  }

  @Test func `what was confused most is shown, and how much is left out`() throws {
    // Player 30 is taken for player 1 thirty times, player 29 once less and so on.
    let outcomes = (2...30).flatMap { player in
      (0..<player).map { _ in
        UtteranceOutcome(
          line: 1, id: "", reference: pairs("\(player)", 3), accepted: pairs("1", 3),
          result: .success, said: nil, heard: [])
      }
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
      UtteranceOutcome(
        line: speaker, id: "", reference: pairs("Bob", 5),
        accepted: speaker > 12 ? [] : pairs("Bob", 5), result: .success, said: nil, heard: [],
        tags: ["speaker": "\(speaker)"])
    }
    let text = TextReport(conditions: [report(outcomes)], targets: []).text
    #expect(text.contains("by speaker, the worst 12 of 14\nspeaker  utterances"))
    let groups = ReportFigures(conditions: [report(outcomes)], targets: []).groups(most: 3)
    #expect(groups.map(\.title) == ["by speaker, the worst 3 of 14"])
    #expect(groups[0].table.rows.map { $0[0].value } == ["13", "14", "1"])
  }
}
