/// The last commit of a round that is not taken back, and what taking it back would do.
public struct Undoing: Hashable, Sendable {
  /// One score that would change.
  public struct Change: Hashable, Sendable {
    /// The event to be taken back.
    public let event: EventID
    /// Whose score.
    public let player: PlayerID
    /// The display name.
    public let name: String
    /// The score that stands.
    public let from: Strokes?
    /// The score that would stand again; nil where there was none.
    public let to: Strokes?

    /// Makes a change.
    public init(event: EventID, player: PlayerID, name: String, from: Strokes?, to: Strokes?) {
      self.event = event
      self.player = player
      self.name = name
      self.from = from
      self.to = to
    }
  }

  /// Who undoes, where and when.
  public struct Request: Hashable, Sendable, Identifiable {
    /// Tells the undoing from all other commits; the same one when it is tried again.
    public let id: CommitID
    /// The round.
    public let round: RoundID
    /// The commit that is meant; nil for whichever is the last.
    public let commit: CommitID?
    /// Who undoes.
    public let reportedBy: String
    /// On which device.
    public let device: String
    /// How it was asked for.
    public let input: ScoreEvent.Input
    /// What was said or typed, where anything was.
    public let transcript: String?
    /// When, in the form of ``ScoreEvent/at``.
    public let at: String

    /// Makes a request.
    public init(
      id: CommitID, round: RoundID, commit: CommitID? = nil, reportedBy: String, device: String,
      input: ScoreEvent.Input, transcript: String? = nil, at: String
    ) {
      self.id = id
      self.round = round
      self.commit = commit
      self.reportedBy = reportedBy
      self.device = device
      self.input = input
      self.transcript = transcript
      self.at = at
    }
  }

  /// The commit to be taken back.
  public let commit: CommitID
  /// The hole of its scores.
  public let hole: Int
  /// Its scores.
  public let changes: [Change]

  /// Finds what to take back next; nil where nothing is left.
  ///
  /// Undoings themselves are not taken back: undoing again goes one commit further.
  ///
  /// - Parameters:
  ///   - record: The round.
  ///   - events: Its events in the log's order.
  public init?(in record: RoundRecord, events: [ScoreEvent]) {
    let takenBack = Set(events.compactMap(\.takesBack))
    let open = events.filter { $0.takesBack == nil && !takenBack.contains($0.id) }
    guard let last = open.last else { return nil }
    // Identifiers from elsewhere may look like those of one commit: hole and time must agree.
    let together = open.filter {
      $0.id.commit == last.id.commit && $0.hole == last.hole && $0.at == last.at
    }
    let strokes = Dictionary(
      events.map { ($0.id, $0.strokes) }, uniquingKeysWith: { first, _ in first })
    commit = last.id.commit
    hole = last.hole
    changes = together.compactMap { event in
      guard let player = record.player(called: event.player) else { return nil }
      return Change(
        event: event.id, player: player, name: event.player, from: event.strokes,
        to: event.supersedes.flatMap { strokes[$0] ?? nil })
    }
  }

  /// Returns the events that take the scores back: each supersedes what stands.
  public func events(_ request: Request, on card: Scorecard) -> [ScoreEvent] {
    changes.enumerated().map { index, change in
      ScoreEvent(
        id: request.id.event(index + 1), round: request.round, player: change.name, hole: hole,
        strokes: change.to, supersedes: card.entry(of: change.player, onHole: hole)?.event,
        takesBack: change.event, reportedBy: request.reportedBy, device: request.device,
        input: request.input, transcript: request.transcript, at: request.at)
    }
  }
}
