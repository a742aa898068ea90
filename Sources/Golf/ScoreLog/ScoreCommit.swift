/// Scores of one hole that are saved together: all of them, or none.
public struct ScoreCommit: Hashable, Sendable, Identifiable {
  /// One player's score.
  public struct Score: Hashable, Sendable {
    /// Whose.
    public let player: PlayerID
    /// How many strokes.
    public let strokes: Strokes
    /// How it came in.
    public let input: ScoreEvent.Input
    /// What was said or typed, where anything was.
    public let transcript: String?
    /// How sure it is, from 0 to 1; nil where nothing was recognised.
    public let confidence: Double?
    /// The name of the file in which the audio was kept, if it was.
    public let clip: String?
    /// What was heard, where that is kept.
    public let utterance: UtteranceID?

    /// Makes a score.
    public init(
      player: PlayerID, strokes: Strokes, input: ScoreEvent.Input, transcript: String? = nil,
      confidence: Double? = nil, clip: String? = nil, utterance: UtteranceID? = nil
    ) {
      self.player = player
      self.strokes = strokes
      self.input = input
      self.transcript = transcript
      self.confidence = confidence
      self.clip = clip
      self.utterance = utterance
    }
  }

  /// Tells the commit from all others; the same one when it is tried again.
  public let id: CommitID
  /// The round.
  public let round: RoundID
  /// The hole on which the scores were made.
  public let hole: Int
  /// The scores, at most one for a player.
  public let scores: [Score]
  /// Who enters them.
  public let reportedBy: String
  /// On which device.
  public let device: String
  /// When, in the form of ``ScoreEvent/at``.
  public let at: String

  /// Makes a commit.
  public init(
    id: CommitID, round: RoundID, hole: Int, scores: [Score], reportedBy: String, device: String,
    at: String
  ) {
    self.id = id
    self.round = round
    self.hole = hole
    self.scores = scores
    self.reportedBy = reportedBy
    self.device = device
    self.at = at
  }

  /// Returns the events that save these scores: each supersedes what stands for its player.
  ///
  /// - Parameter card: The scores of the round as they stand.
  /// - Returns: The events in the scores' order. A score that stands already needs none, so there
  ///   may be none at all; the n-th score's has the commit's n-th identifier in any case.
  /// - Throws: ``ScoreLogRefusal`` where the round is finished, or does not have the hole or a
  ///   player, or where no score or two of a player are given.
  public func events(on card: Scorecard) throws(ScoreLogRefusal) -> [ScoreEvent] {
    let record = card.round
    guard record.id == round else { throw .unknownRound(round) }
    guard record.finish == nil else { throw .roundFinished(round) }
    guard record.holes.contains(hole) else { throw .unknownHole(hole, holes: record.pars.count) }
    guard !scores.isEmpty else { throw .noScores }
    var seen: Set<PlayerID> = []
    var events: [ScoreEvent] = []
    for (index, score) in scores.enumerated() {
      guard record.entrants.indices.contains(score.player.index) else {
        throw .unknownPlayerNumber(score.player.index + 1, round)
      }
      guard seen.insert(score.player).inserted else {
        throw .twoScores(record.name(of: score.player), hole: hole)
      }
      let entry = card.entry(of: score.player, onHole: hole)
      guard entry?.strokes != score.strokes else { continue }
      events.append(
        ScoreEvent(
          id: id.event(index + 1), round: round, player: record.name(of: score.player),
          hole: hole, strokes: score.strokes, supersedes: entry?.event, reportedBy: reportedBy,
          device: device, input: score.input, transcript: score.transcript,
          confidence: score.confidence, at: at, clip: score.clip, utterance: score.utterance))
    }
    return events
  }

  /// Returns whether events with this commit's identifier say what it says, as they do when it is
  /// tried again.
  public func isRepeated(by events: [ScoreEvent], in record: RoundRecord) -> Bool {
    events.allSatisfy { event in
      scores.indices.contains { (index: Int) -> Bool in
        record.entrants.indices.contains(scores[index].player.index)
          && event.id == id.event(index + 1) && event.round == round && event.hole == hole
          && event.player == record.name(of: scores[index].player)
          && event.strokes == scores[index].strokes && event.takesBack == nil
      }
    }
  }
}
