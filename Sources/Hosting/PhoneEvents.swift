package import Golf
package import LiveProtocol
internal import LogLines

/// Checks what a phone sends, and says of it who and what it is of: the phone itself is not believed.
package struct PhoneEvents {
  /// Chosen: nobody enters as many in a round, and a phone that goes wild does not fill the disk.
  private static let mostEvents = 10_000
  private static let longestText = 2_000

  private let round: RoundRecord
  private let role: Role
  private let device: DeviceID
  private let player: String

  /// Takes what somebody with a token sends of a round, in which they have a role.
  package init(of admission: Admission, in round: RoundRecord, as role: Role) {
    (self.round, self.role, self.device) = (round, role, admission.device)
    player = admission.player ?? ""
  }

  /// What people call a phone.
  package static func deviceName(ofPlayer player: String) -> String { "\(player)'s phone" }

  /// Returns the events that may be taken in, and the others with what is wrong with each.
  package func check(_ sent: [SentEvent]) -> (taken: [LogEvent], refused: [HostMessage.Refused]) {
    var (taken, refused): ([LogEvent], [HostMessage.Refused]) = ([], [])
    for one in sent {
      guard let event = one.line?.event else {
        refused.append(.init(one.id, .badEvent, "it cannot be read"))
        continue
      }
      if let (cause, reason) = fault(of: event) {
        refused.append(.init(EventID(event.id), cause, reason))
      } else {
        taken.append(stamped(event))
      }
    }
    return (taken, refused)
  }

  private func fault(of event: LogEvent) -> (HostMessage.Refused.Cause, String)? {
    guard role != .watcher else { return (.notAllowed, "who only watches enters nothing") }
    guard event.round == round.id else { return (.otherRound, "it is of another round") }
    guard event.position.device == device else {
      return (.notAllowed, "it is another device's")
    }
    guard event.position.number <= Self.mostEvents else {
      return (.notAllowed, "a phone enters no more than \(Self.mostEvents) events in a round")
    }
    let texts: [String]
    switch event {
    case .score(let score):
      guard score.kind != .resolution || role == .organiser else {
        return (.notAllowed, "only the organiser settles a score")
      }
      guard round.holes.contains(score.hole) else {
        return (.badEvent, "the round has no hole \(score.hole)")
      }
      guard round.player(called: score.player) != nil else {
        return (.badEvent, "nobody in the round is called \"\(score.player)\"")
      }
      guard score.result != nil || score.kind == .takeBack else {
        return (.badEvent, "it has no score")
      }
      texts =
        [score.id.rawValue, score.transcript ?? "", score.at]
        + score.supersedes.map(\.rawValue)
      if !Self.isTime(score.at) { return (.badEvent, "\"at\" is no time") }
    case .change(let change):
      guard role == .organiser else {
        return (.notAllowed, "only the organiser may \(change.kind.rawValue) the round")
      }
      texts = [change.id.rawValue]
      if !Self.isTime(change.at) { return (.badEvent, "\"at\" is no time") }
    }
    guard texts.allSatisfy({ $0.utf8.count <= Self.longestText }) else {
      return (.badEvent, "a text in it is too long")
    }
    return nil
  }

  /// ISO 8601 in UTC, as people's devices write it.
  private static func isTime(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z/)
      != nil
  }

  /// Says who and what an event is of; audio that was kept elsewhere is none here.
  private func stamped(_ event: LogEvent) -> LogEvent {
    let name = Self.deviceName(ofPlayer: player)
    switch event {
    case .score(let score):
      return .score(
        ScoreEvent(
          id: score.id, position: score.position, round: score.round, player: score.player,
          hole: score.hole, result: score.result, kind: score.kind, supersedes: score.supersedes,
          takesBack: score.takesBack, reportedBy: player, deviceName: name, input: score.input,
          transcript: score.transcript, confidence: score.confidence, at: score.at))
    case .change(let change):
      return .change(
        RoundChange(
          RoundChange.Stamp(
            id: change.id, reportedBy: player, deviceName: name, at: change.at),
          position: change.position, round: change.round, kind: change.kind, player: change.player,
          entrant: change.entrant, away: change.away, scoreCount: change.scoreCount))
    }
  }
}
