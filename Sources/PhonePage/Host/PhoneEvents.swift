internal import DiscGolf
internal import HyzerBase
package import ScoreLog

/// Checks what a phone sends, and says of it who and what it is of: the phone itself is not believed.
package struct PhoneEvents {
  /// Chosen: nobody enters as many in a round, and phones that go wild, one or many, do not fill the disk.
  static let mostEvents = 10_000
  /// In bytes; chosen: a talk's words and all that an event may replace have room, and everybody who follows
  /// the round can be sent it.
  static let longestEvent = 8_000
  /// Chosen: more than play together, whoever finds out that a page can add names.
  static let mostEntrants = 36
  private static let longestName = 40

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

  /// Returns why somebody new cannot be called so by a page; nil where they can.
  static func fault(ofName name: String) -> String? {
    // A mark more on each letter is still the letter.
    guard name.count <= longestName, name.utf8.count <= 4 * longestName else {
      return "a name has no more than \(longestName) letters; give a shorter one"
    }
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      // Emoji are joined by such a scalar; others turn the text around or hide in it.
      case .format: scalar == "\u{200D}"
      default: true
      }
    }
    return isPlain ? nil : "there is a sign in the name that nobody sees; type it anew"
  }

  /// Returns the events that may be taken in, and the others with what is wrong with each; the round has
  /// so many already.
  package func check(
    _ sent: [SentEvent], after held: Int = 0
  ) -> (taken: [LogEvent], refused: [HostMessage.Refused]) {
    var (taken, refused): ([LogEvent], [HostMessage.Refused]) = ([], [])
    for one in sent {
      guard let event = one.line?.event else {
        refused.append(.init(one.id, .badEvent, "it cannot be read"))
        continue
      }
      if let (cause, reason) = fault(of: event) {
        refused.append(.init(EventID(event.id), cause, reason))
      } else if held + taken.count >= Self.mostEvents {
        refused.append(
          .init(
            EventID(event.id), .notAllowed, "a round has no more than \(Self.mostEvents) events"))
      } else {
        let event = stamped(event)
        if EventLine(event).json(withPlace: true).utf8.count > Self.longestEvent {
          refused.append(.init(EventID(event.id), .badEvent, "it is too long"))
        } else {
          taken.append(event)
        }
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
    switch event {
    case .score(let score): return fault(of: score)
    case .change(let change): return fault(of: change)
    }
  }

  private func fault(of score: ScoreEvent) -> (HostMessage.Refused.Cause, String)? {
    guard score.kind != .resolution || role == .organiser else {
      return (.notAllowed, "only the organiser settles a score")
    }
    guard round.holes.contains(score.hole) else {
      return (.badEvent, "the round has no hole \(score.hole)")
    }
    guard round.player(called: score.player) != nil else {
      return (.badEvent, "nobody in the round is called \"\(score.player.prefix(40))\"")
    }
    guard score.result != nil || score.kind == .takeBack else {
      return (.badEvent, "it has no score")
    }
    guard (score.takesBack != nil) == (score.kind == .takeBack) else {
      return (.badEvent, "it takes something back, or does not, against its kind")
    }
    return Self.isTime(score.at) ? nil : (.badEvent, "\"at\" is no time")
  }

  private func fault(of change: RoundChange) -> (HostMessage.Refused.Cause, String)? {
    guard role == .organiser else {
      return (.notAllowed, "only the organiser may \(change.kind.rawValue) the round")
    }
    if let entrant = change.entrant {
      guard change.kind == .join, entrant.player.name == change.player,
        round.player(named: entrant.player.name) == nil
      else { return (.badEvent, "it adds somebody who is not new in the round") }
      // Otherwise whoever has the organiser's phone could take the name of any registered player, and see
      // their rounds.
      guard entrant.isGuest else {
        return (.notAllowed, "a phone adds guests only; see hyzer round join")
      }
      guard round.entrants.count < Self.mostEntrants else {
        return (.notAllowed, "a phone adds nobody to \(Self.mostEntrants) players")
      }
      if let fault = Self.fault(ofName: entrant.player.name) { return (.badEvent, fault) }
    } else if let player = change.player, round.player(called: player) == nil {
      return (.badEvent, "nobody in the round is called \"\(player.prefix(40))\"")
    }
    guard change.away.allSatisfy(round.holes.contains) else {
      return (.badEvent, "the round does not have all holes that it names")
    }
    return Self.isTime(change.at) ? nil : (.badEvent, "\"at\" is no time")
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
