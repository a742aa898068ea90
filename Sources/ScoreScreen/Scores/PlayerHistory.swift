internal import HyzerBase
package import ScoreLog

/// What a player scored in a round, hole by hole, and how each score came to be.
package struct PlayerHistory {
  package let card: Scorecard
  package let player: PlayerID
  private let events: [ScoreEvent]

  package init(_ card: Scorecard, of player: PlayerID, events: [ScoreEvent]) {
    (self.card, self.player, self.events) = (card, player, events)
  }

  package var name: String { card.round.name(of: player) }

  /// Returns all that was entered for a hole, in the log's order.
  package func events(onHole hole: Int) -> [ScoreEvent] {
    events.filter { $0.hole == hole && $0.player == name }
  }

  /// Returns each hole, and under it what was entered.
  package func lines(localTime: (String) -> String) -> [String] {
    let total = card.total(of: player)
    let result =
      total.holesPlayed == 0
      ? "no score"
      : "\(RelativeToPar.sign(total.relativeToPar)), \(RoundWords.count(total.strokes, "stroke"))"
        + " on \(RoundWords.count(total.holesPlayed, "hole"))"
    let course = RoundWords.course(card.round.course)
    var lines = ["\(name), \(course), \(localTime(card.round.createdAt)): ".printable + result]
    for hole in card.round.holes {
      let result = RoundWords.result(card.result(of: player, onHole: hole))
      lines.append("hole \(hole), par \(card.round.par(ofHole: hole)): \(result)")
      var last: HoleResult?
      for event in events(onHole: hole) {
        lines.append("  " + "\(localTime(event.at))  \(line(event, after: last))".printable)
        last = event.result
      }
    }
    return lines
  }

  private func line(_ event: ScoreEvent, after last: HoleResult?) -> String {
    var text = RoundWords.result(event.result)
    if event.takesBack != nil || !event.supersedes.isEmpty {
      text = "\(RoundWords.result(last)) → \(text)"
    }
    if event.takesBack != nil { text += ", taken back" }
    text += "  \(event.input.rawValue) by \(event.reportedBy) on \(event.deviceName)"
    if let transcript = event.transcript { text += ": \"\(transcript)\"" }
    if let confidence = event.confidence { text += " (\(Int((confidence * 100).rounded())) %)" }
    return text
  }
}
