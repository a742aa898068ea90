/// What a device took back last, and what bringing it back would do.
///
/// It is open until the device enters something else: entering the scores again is bringing them back.
public struct Redoing: Hashable, Sendable {
  /// A score that is brought back.
  public struct Change: Hashable, Sendable {
    /// Whose score it is, by the place in the roster.
    public let player: PlayerID
    /// The display name.
    public let name: String
    /// What stands since it was taken back; nil where nothing does.
    public let from: HoleResult?
    /// What it said, and would say again.
    public let to: HoleResult
  }

  /// The number of the hole, from 1.
  public let hole: Int
  /// What would change, in the order of the scores that were taken back.
  public let changes: [Change]
  private let scores: [ScoreCommit.Score]

  /// Finds what a device brings back next; nil where nothing is left.
  ///
  /// A second undoing is brought back before the first. What stands by now, since others said it too, is
  /// passed over.
  package init?(on card: Scorecard, by device: DeviceID) {
    let own = card.events.filter { $0.position.device == device }
      .sorted { $0.position.number < $1.position.number }
    let byID = Dictionary(own.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    /// What is taken back and not brought back yet: each score with the event that took it back.
    var open: [[(score: ScoreEvent, undoing: ScoreEvent)]] = []
    for commit in Redoing.commits(own) {
      let undone = commit.compactMap { event in
        event.takesBack.flatMap { byID[$0] }.map { (score: $0, undoing: event) }
      }
      let isAgain = commit.allSatisfy { event in
        open.last?.contains {
          $0.score.player == event.player && $0.score.hole == event.hole
            && $0.score.result == event.result
        } == true
      }
      if commit[0].kind == .takeBack {
        open.append(undone)
      } else if isAgain {
        open.removeLast()
      } else {
        open = []
      }
    }
    while let last = open.popLast() {
      let changes = last.compactMap { score, undoing -> Change? in
        guard let player = card.round.player(called: score.player), let result = score.result,
          card.cell(of: player, onHole: score.hole).standing?.result != result
        else { return nil }
        let away: HoleResult? =
          card.round.away(player).contains(score.hole) ? .noScore : nil
        return Change(
          player: player, name: score.player, from: undoing.result ?? away, to: result)
      }
      guard !changes.isEmpty else { continue }
      hole = last[0].score.hole
      self.changes = changes
      scores = last.compactMap { score, _ in
        score.result.map {
          ScoreCommit.Score(
            player: score.player, result: $0, input: score.input, transcript: score.transcript,
            confidence: score.confidence, clip: score.clip, utterance: score.utterance)
        }
      }
      return
    }
    return nil
  }

  /// The events of a device, which are in the order of their numbers, by the commits that made them.
  ///
  /// Identifiers from elsewhere may look like those of one commit: hole, time and kind must agree.
  private static func commits(_ events: [ScoreEvent]) -> [[ScoreEvent]] {
    events.reduce(into: []) { commits, event in
      if let last = commits.last?.last, last.id.commit == event.id.commit,
        last.hole == event.hole, last.at == event.at,
        (last.kind == .takeBack) == (event.kind == .takeBack)
      {
        commits[commits.count - 1].append(event)
      } else {
        commits.append([event])
      }
    }
  }

  /// Returns the commit that brings the scores back; it is refused where others have changed them since.
  package func commit(
    _ id: CommitID, in round: RoundID, reportedBy: String, deviceName: String, at: String
  ) -> ScoreCommit {
    let seen = changes.compactMap { change in change.from.map { (change.name, $0) } }
    return ScoreCommit(
      id: id, round: round, hole: hole, scores: scores,
      seen: Dictionary(seen, uniquingKeysWith: { first, _ in first }), reportedBy: reportedBy,
      deviceName: deviceName, at: at)
  }
}
