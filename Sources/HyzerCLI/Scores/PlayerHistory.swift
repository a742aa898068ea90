internal import Golf
internal import Screen

/// What a player scored in a round, hole by hole, and how each score came to be.
struct PlayerHistory {
  struct Report: Encodable {
    struct Hole: Encodable {
      let hole: Int
      let par: Int
      let strokes: Nullable<Int>
      /// All that was entered, in the log's order.
      let events: [Event]
    }

    struct Event: Encodable {
      let id: String
      let strokes: Nullable<Int>
      let supersedes: Nullable<String>
      let takesBack: Nullable<String>
      let reportedBy: String
      let device: String
      let input: String
      let transcript: Nullable<String>
      let confidence: Nullable<Double>
      let at: String
    }

    let round: String
    let player: String
    let holes: [Hole]
  }

  let card: Scorecard
  let player: PlayerID
  /// The round's events, in the log's order.
  let events: [ScoreEvent]

  private var name: String { card.round.name(of: player) }

  private func events(onHole hole: Int) -> [ScoreEvent] {
    events.filter { $0.hole == hole && $0.player == name }
  }

  /// The object for machines.
  var report: Report {
    Report(
      round: card.round.id.rawValue, player: name,
      holes: card.round.holes.map { hole in
        Report.Hole(
          hole: hole, par: card.round.par(ofHole: hole),
          strokes: Nullable(card.strokes(of: player, onHole: hole)?.count),
          events: events(onHole: hole).map { event in
            Report.Event(
              id: event.id.rawValue, strokes: Nullable(event.strokes?.count),
              supersedes: Nullable(event.supersedes?.rawValue),
              takesBack: Nullable(event.takesBack?.rawValue), reportedBy: event.reportedBy,
              device: event.device, input: event.input.rawValue,
              transcript: Nullable(event.transcript), confidence: Nullable(event.confidence),
              at: event.at)
          })
      })
  }

  /// The lines for people: each hole, and under it what was entered.
  func lines(localTime: (String) -> String) -> [String] {
    let total = card.total(of: player)
    let course = RoundWords.course(card.round.course)
    var lines = [
      "\(name), \(course), \(localTime(card.round.createdAt)): ".printable
        + (total.holesPlayed == 0
          ? "no score"
          : "\(RoundWords.relative(total.relativeToPar)), "
            + "\(RoundWords.count(total.strokes, "stroke")) on "
            + RoundWords.count(total.holesPlayed, "hole"))
    ]
    for hole in card.round.holes {
      let strokes = card.strokes(of: player, onHole: hole)
      lines.append(
        "hole \(hole), par \(card.round.par(ofHole: hole)): \(RoundWords.strokes(strokes))")
      var last: Strokes?
      for event in events(onHole: hole) {
        lines.append("  " + line(event, after: last, localTime: localTime).printable)
        last = event.strokes
      }
    }
    return lines
  }

  private func line(
    _ event: ScoreEvent, after last: Strokes?, localTime: (String) -> String
  ) -> String {
    var text = "\(localTime(event.at))  "
    if event.takesBack != nil {
      text += "\(RoundWords.strokes(last)) → \(RoundWords.strokes(event.strokes)), taken back"
    } else if event.supersedes != nil {
      text += "\(RoundWords.strokes(last)) → \(RoundWords.strokes(event.strokes))"
    } else {
      text += RoundWords.strokes(event.strokes)
    }
    text += "  \(event.input.rawValue) by \(event.reportedBy) on \(event.device)"
    if let transcript = event.transcript { text += ": \"\(transcript)\"" }
    if let confidence = event.confidence { text += " (\(Int((confidence * 100).rounded())) %)" }
    return text
  }
}
