public import Golf

/// Something that was said in a round, and the scores that it turned out to mean.
public struct LoggedUtterance: Hashable, Sendable {
  /// What was said, as it was understood then.
  public let transcript: String
  /// The hole on which it was said.
  public let hole: Int
  /// Who entered it: the person, or else the device.
  public let speaker: String?
  /// The scores that stand in the end, in the order of the log.
  public let scores: [Score]

  /// A player's score.
  public struct Score: Hashable, Sendable {
    /// Whose.
    public let player: PlayerID
    /// How many strokes.
    public let strokes: Int

    /// Makes a score.
    public init(player: PlayerID, strokes: Int) {
      self.player = player
      self.strokes = strokes
    }
  }

  /// Makes an utterance from its parts.
  public init(transcript: String, hole: Int, speaker: String?, scores: [Score]) {
    self.transcript = transcript
    self.hole = hole
    self.speaker = speaker
    self.scores = scores
  }

  /// Returns the utterances of a score log, in its order, each with what its events were corrected
  /// to.
  ///
  /// Events of one transcript, round, hole, device and time are one utterance. An event takes the
  /// player and strokes of the last event that supersedes it. Corrections by hand and undoings say
  /// nothing themselves. Utterances of which a score was taken back are left out, since nobody knows
  /// what they meant, and so are those that name somebody who is not of the roster.
  public static func utterances(of events: [ExportedScore], roster: Roster) -> [LoggedUtterance] {
    struct Key: Hashable {
      let round: String?
      let hole: Int
      let device: String?
      let at: String?
      let transcript: String
    }
    let successors = Dictionary(
      events.compactMap { event in event.supersedes.map { ($0, event) } },
      uniquingKeysWith: { _, last in last })
    func final(_ event: ExportedScore) -> ExportedScore {
      var (event, seen) = (event, Set([event.id]))
      // A log that goes in circles ends where the circle closes.
      while let next = successors[event.id], seen.insert(next.id).inserted { event = next }
      return event
    }
    let takenBack = Set(
      events.compactMap(\.takesBack)
        + events.filter { $0.strokes == nil }.compactMap(\.supersedes))
    var order: [Key] = []
    var members: [Key: [ExportedScore]] = [:]
    for event in events where event.takesBack == nil && event.strokes != nil {
      guard let transcript = event.transcript, transcript.contains(where: \.isLetter) else {
        continue
      }
      let key = Key(
        round: event.round, hole: event.hole, device: event.device, at: event.at,
        transcript: transcript)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(event)
    }
    return order.compactMap { key in
      let events = members[key] ?? []
      guard !events.contains(where: { takenBack.contains($0.id) }) else { return nil }
      var scores: [Score] = []
      for event in events.map(final) {
        guard let player = roster.player(named: event.player), let strokes = event.strokes else {
          return nil
        }
        scores.removeAll { $0.player == player }
        scores.append(Score(player: player, strokes: strokes))
      }
      return LoggedUtterance(
        transcript: key.transcript, hole: key.hole,
        speaker: events.first?.reportedBy ?? key.device, scores: scores)
    }
  }
}
