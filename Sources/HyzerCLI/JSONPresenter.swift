internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

/// Reports a live round to machines: one JSON object for each event.
final class JSONPresenter: RoundPresenter {
  let acceptsInput = false
  private let console: Console

  init(console: Console) { self.console = console }

  func report(
    _ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration
  ) throws {
    let roster = try live.keeper.situation().roster
    for event in events {
      switch event {
      case .heard(let transcript, let result, let hole, let end):
        try show("heard", hole, transcript, result, roster, at: end)
      case .failed(let transcript, let result, let hole, let end):
        try show("failed", hole, transcript, result, roster, at: end)
      case .confirming(let draft): try show("confirming", draft, roster, at: now)
      case .partial(let draft): try show("partial", draft, roster, at: now)
      case .committed(let draft, let change):
        try show("committed", draft, roster, events: change.triggers.map(\.event), at: now)
      case .dismissed(let draft): try show("dismissed", draft, roster, at: now)
      case .undone(let hole, let change):
        // The scores that stand again; a player who had none before is without one.
        let scores = change.results.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        try show(
          "undone", hole, standing(scores, roster), events: change.triggers.map(\.event), at: now)
      case .redone(let hole, let change):
        let scores = change.results.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        try show(
          "redone", hole, standing(scores, roster), events: change.triggers.map(\.event), at: now)
      case .overruled(let hole, let scores):
        let scores = scores.map { ($0.player, $0.standing.result) }
        try show("overruled", hole, standing(scores, roster), at: now)
      case .disputed(let hole, let count, _):
        try show("disputed", hole, [], disputes: count, at: now)
      case .unsaved(_, let reason), .refused(let reason): warn(reason)
      case .nextRound(let course): warn("scores go to the next round, on \(course)")
      // It follows from the other events, or is for a screen.
      case .hearing, .replied, .moved, .roundChanged, .changedElsewhere, .complete,
        .unread:
        break
      }
    }
  }

  func warn(_ reason: String) { console.errorLine("hyzer listen: \(reason)") }

  func show(timings: String) { console.errorLine("timings: \(timings)") }

  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction] { [] }

  /// Scores that stand in the log, where they were confirmed.
  private func standing(
    _ scores: [(player: PlayerID, result: HoleResult?)], _ roster: Roster
  ) -> [JSONObject] {
    scores.compactMap { player, result in
      result.map { JSONObject(score: $0, of: roster[player].name) }
    }
  }

  private func show(
    _ name: String, _ hole: Int, _ transcript: String, _ result: ParseResult, _ roster: Roster,
    at time: Duration
  ) throws {
    let report = UtteranceReport(
      input: "", transcript: transcript, result: result, roster: roster)
    try show(
      name, hole, report.scores, unresolved: report.unresolved, transcript: transcript, at: time)
  }

  private func show(
    _ name: String, _ draft: Draft, _ roster: Roster, events: [EventID]? = nil, at time: Duration
  ) throws {
    let scores = draft.rows.compactMap { row -> JSONObject? in
      guard let player = row.player, let result = row.result else { return nil }
      return JSONObject(score: result, of: roster[player].name, confidence: row.confidence)
    }
    let open = draft.rows.filter { !$0.isResolved }.map { row in
      JSONObject(
        unresolved: row.words, reason: JSONPresenter.reason(row),
        message: JSONPresenter.question(row, roster),
        candidates: row.player.map { [$0] } ?? row.candidates, strokes: row.result?.strokes,
        roster: roster)
    }
    let remarks = draft.remarks.map { JSONObject($0, roster: roster) }
    let transcript = draft.transcripts.sorted { $0.key < $1.key }.map(\.value)
      .joined(separator: "; ")
    try show(
      name, draft.hole, scores, unresolved: open + remarks, transcript: transcript, events: events,
      at: time)
  }

  /// Writes an event: `events` are the identifiers of those in the log, where scores were saved, and
  /// `disputes` over how many scores devices differ, where that changed.
  private func show(
    _ name: String, _ hole: Int, _ scores: [JSONObject], unresolved: [JSONObject] = [],
    transcript: String = "", events: [EventID]? = nil, disputes: Int? = nil, at time: Duration
  ) throws {
    let object: JSONObject = [
      "event": name, "hole": hole, "scores": scores, "unresolved": unresolved,
      "transcript": transcript, "at": (time / .milliseconds(10)).rounded() / 100,
    ]
    try console.json(object.adding(["events": events?.map(\.rawValue), "disputes": disputes]))
  }

  private static func reason(_ row: Draft.Row) -> String {
    guard row.isDoubtful else { return "open" }
    if row.result == .noScore { return "noScore" }
    return replaced(row) != nil ? "replaces" : row.confidence < 1 ? "lowConfidence" : "unconfirmed"
  }

  /// What the player has already, where the row is to replace it.
  private static func replaced(_ row: Draft.Row) -> HoleResult? {
    row.replaces.flatMap { $0 == row.result ? nil : $0 }
  }

  private static func question(_ row: Draft.Row, _ roster: Roster) -> String {
    switch (row.player, row.result) {
    case (let player?, .noScore): "no score for \(roster[player].name) is to be confirmed"
    case (let player?, let result?):
      if let old = replaced(row) {
        "\(roster[player].name) has \(old.text) there; is it to be \(result.text)?"
      } else if row.confidence < 1 {
        "\(roster[player].name) was not heard clearly"
      } else {
        "\(roster[player].name) \(result.text) is to be confirmed"
      }
    case (let player?, nil): "\(roster[player].name) has no score"
    case (nil, .strokes(let strokes)): "\(strokes.count) strokes have no player"
    case (nil, .noScore): "it is not clear who has no score"
    case (nil, nil): "neither player nor score is clear"
    }
  }
}
