internal import FoundationEssentials

/// Scores of one hole that are saved together: all of them, or none.
public struct ScoreCommit: Hashable, Sendable, Identifiable {
  /// One player's score; the properties are those of the ``ScoreEvent`` that it becomes.
  public struct Score: Hashable, Sendable {
    /// The display name: places in the roster may be others once who joined on another device is known.
    public let player: String
    /// The strokes, or no score.
    public let result: HoleResult
    /// How it came in.
    public let input: ScoreEvent.Input
    package let transcript: String?
    package let confidence: Double?
    package let clip: String?
    package let utterance: UtteranceID?

    /// Makes a score of a number of strokes that was typed.
    ///
    /// - Throws: ``ScoreLogRefusal/strokesOutOfRange(_:)`` for a number outside `Strokes.range`.
    public init(player: String, strokes: Int) throws(ScoreLogRefusal) {
      guard let count = Strokes(strokes) else { throw .strokesOutOfRange(strokes) }
      self.init(player: player, result: .strokes(count))
    }

    /// Makes a hole without a score of one that was not finished, or a score that came in in some way.
    public init(player: String, result: HoleResult, input: ScoreEvent.Input = .typed) {
      self.init(player: player, result: result, input: input, transcript: nil)
    }

    package init(
      player: String, result: HoleResult, input: ScoreEvent.Input, transcript: String?,
      confidence: Double? = nil, clip: String? = nil, utterance: UtteranceID? = nil
    ) {
      (self.player, self.result, self.input) = (player, result, input)
      (self.transcript, self.confidence) = (transcript, confidence)
      (self.clip, self.utterance) = (clip, utterance)
    }
  }

  /// The same one when the commit is tried again.
  public let id: CommitID
  /// The round.
  public let round: RoundID
  /// The number of the hole, from 1.
  public let hole: Int
  /// The scores, at most one for a player.
  public let scores: [Score]
  /// What the players were shown to have on the hole when the scores were confirmed; nil where
  /// nobody was shown that.
  package let seen: [String: HoleResult]?
  /// Who enters them.
  public let reportedBy: String
  /// What people call the device.
  public let deviceName: String
  /// When, in the form of ``ScoreEvent/at``.
  public let at: String

  /// Makes a commit, whose identifier is one that nothing else has: a new UUID where none is given.
  ///
  /// It is made at `at`, in the form of ``ScoreEvent/at``, or now. `deviceName` is what people call the
  /// device. Where `seen` says what somebody was shown on the hole, by display name, the log refuses to
  /// replace anything else.
  public init(
    id: CommitID? = nil, round: RoundID, hole: Int, scores: [Score],
    seen: [String: HoleResult]? = nil, reportedBy: String, deviceName: String = "",
    at: String? = nil
  ) {
    self.id = id ?? CommitID(UUID().uuidString)
    (self.round, self.hole, self.scores) = (round, hole, scores)
    (self.seen, self.reportedBy) = (seen, reportedBy)
    (self.deviceName, self.at) = (deviceName, at ?? ScoreEvent.timeNow)
  }

  /// Returns the events that save these scores, the first at a position: each supersedes all that was
  /// said of its player before.
  ///
  /// The organiser's word decides where the position's device is the organiser's, or one of those that it was `before`.
  /// They are in the scores' order. A score that stands and that the device has said itself needs none,
  /// unless the organiser's ends a dispute: so there may be none at all. The n-th score's has the commit's n-th
  /// identifier in any case. A score that would replace another than the one that was seen is refused.
  package func events(
    on card: Scorecard, from position: LogPosition, before: Set<DeviceID> = []
  ) throws(ScoreLogRefusal) -> [ScoreEvent] {
    let record = card.round
    guard record.id == round else { throw .unknownRound(round) }
    try record.requireOpen()
    guard record.holes.contains(hole) else { throw .unknownHole(hole, holes: record.pars.count) }
    guard !scores.isEmpty else { throw .noScores }
    // Where nobody is known to be the organiser, whoever picks one of several scores decides.
    let isOrganiser =
      record.isOrganiser(reportedBy) && record.isOrganisers(before.union([position.device]))
    var named: Set<PlayerID> = []
    var events: [ScoreEvent] = []
    for (index, score) in scores.enumerated() {
      guard let player = record.player(called: score.player) else {
        throw .unknownPlayer(score.player, round)
      }
      guard named.insert(player).inserted else { throw .twoScores(score.player, hole: hole) }
      let cell = card.cell(of: player, onHole: hole)
      let decides = isOrganiser || record.organiser.isEmpty && score.input == .picked
      let agrees = cell.standing?.result == score.result
      let resolves =
        decides && cell.events.contains { $0.position.device != position.device }
        && (cell.isDisputed || !agrees)
      if agrees {
        // Who confirms what another device said has a claim of their own, which is left where that one is
        // taken back.
        let own = cell.claims.first { $0.position.device == position.device }
        guard own?.result != score.result || resolves else { continue }
      } else if let seen, card.result(of: player, onHole: hole) != seen[score.player] {
        throw .changedMeanwhile(score.player, hole: hole)
      }
      events.append(
        ScoreEvent(
          id: id.event(index + 1), position: position.advanced(by: events.count), round: round,
          player: record.name(of: player), hole: hole, result: score.result,
          kind: resolves ? .resolution : .score, supersedes: cell.heads, reportedBy: reportedBy,
          deviceName: deviceName, input: score.input, transcript: score.transcript,
          confidence: score.confidence, at: at, clip: score.clip, utterance: score.utterance))
    }
    return events
  }

  /// Returns whether events with this commit's identifier say what it says, as they do when it is
  /// tried again.
  package func isRepeated(by events: [ScoreEvent], in record: RoundRecord) -> Bool {
    events.allSatisfy { event in
      scores.indices.contains { (index: Int) -> Bool in
        event.id == id.event(index + 1) && event.round == round && event.hole == hole
          && record.player(called: event.player) == record.player(called: scores[index].player)
          && event.result == scores[index].result && event.takesBack == nil
      }
    }
  }
}

/// A device's last commit of a round that it has not taken back, and what taking it back would do.
public struct Undoing: Hashable, Sendable {
  /// A score that is taken back.
  public struct Change: Hashable, Sendable {
    /// The event.
    public let event: EventID
    /// Whose score it is, by the place in the roster.
    public let player: PlayerID
    /// The display name.
    public let name: String
    /// What it said.
    public let from: HoleResult?
    /// What would stand again; nil where nothing did.
    public let to: HoleResult?
  }

  /// Who takes back what.
  public struct Request: Hashable, Sendable, Identifiable {
    /// That of the new commit; the same one when the undoing is tried again.
    public let id: CommitID
    package let round: RoundID
    /// The commit that is meant; nil for whichever is the last.
    package let commit: CommitID?
    package let reportedBy: String
    /// What people call the device.
    package let deviceName: String
    package let input: ScoreEvent.Input
    package let transcript: String?
    package let at: String

    /// Makes a request to take back the device's last commit of a round, or that one alone.
    ///
    /// `deviceName`, `input` and `transcript` are those of the ``ScoreEvent`` that it becomes.
    public init(
      id: CommitID, round: RoundID, commit: CommitID? = nil, reportedBy: String,
      deviceName: String = "", input: ScoreEvent.Input = .typed, transcript: String? = nil,
      at: String
    ) {
      (self.id, self.round, self.commit) = (id, round, commit)
      (self.reportedBy, self.deviceName, self.at) = (reportedBy, deviceName, at)
      (self.input, self.transcript) = (input, transcript)
    }
  }

  /// The commit that would be taken back.
  public let commit: CommitID
  /// The number of its hole, from 1.
  public let hole: Int
  /// What would change, in the order of the commit's scores.
  public let changes: [Change]

  /// Finds what a device takes back next; nil where nothing is left.
  ///
  /// Undoings themselves are not taken back: undoing again goes one commit further.
  package init?(on card: Scorecard, by device: DeviceID) {
    let events = card.events
    let takenBack = Set(events.compactMap(\.takesBack))
    let open = events.filter {
      $0.position.device == device && $0.kind != .takeBack && !takenBack.contains($0.id)
    }
    guard let last = open.max(by: { $0.position.number < $1.position.number }) else { return nil }
    // Identifiers from elsewhere may look like those of one commit: hole and time must agree.
    let together = open.filter {
      $0.id.commit == last.id.commit && $0.hole == last.hole && $0.at == last.at
    }.sorted { $0.position.number < $1.position.number }
    commit = last.id.commit
    hole = last.hole
    changes = together.compactMap { event in
      guard let player = card.round.player(called: event.player) else { return nil }
      return Change(
        event: event.id, player: player, name: event.player, from: event.result,
        to: card.cell(of: player, onHole: event.hole).standing(without: event.id)?.result)
    }
  }

  /// Returns the events that take the scores back, the first at a position.
  package func events(
    _ request: Request, on card: Scorecard, from position: LogPosition
  ) -> [ScoreEvent] {
    changes.enumerated().map { index, change in
      ScoreEvent(
        id: request.id.event(index + 1), position: position.advanced(by: index),
        round: request.round, player: change.name, hole: hole, result: change.to, kind: .takeBack,
        supersedes: card.cell(of: change.player, onHole: hole).heads, takesBack: change.event,
        reportedBy: request.reportedBy, deviceName: request.deviceName, input: request.input,
        transcript: request.transcript, at: request.at)
    }
  }
}

/// What became of a commit, or of an undoing: it is saved.
public struct CommitOutcome: Hashable, Sendable {
  /// The events that it made, in order; none where the device had said every score already.
  public let events: [ScoreEvent]
  /// Whether it had been saved before, so that nothing was added now.
  public let wasSavedBefore: Bool
  /// The round and hole that are the current ones with it; nil where no round is.
  public let current: CurrentHole?
}
