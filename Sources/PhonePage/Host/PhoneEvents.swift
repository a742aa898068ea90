internal import ScoreLog

/// Checks what a phone sends, and says of it whose it is: the phone itself is not believed.
struct PhoneEvents {
  /// Chosen: people enter fewer in a round, and phones that go wild, one or many, do not fill the disk.
  static let mostEvents = RoundLines.mostOfDevice
  /// Chosen: more than play together, so that names do not fill a round.
  static let mostEntrants = 36

  private let round: RoundRecord
  private let role: Role
  private let device: DeviceID
  private let player: String
  private let isPerson: Bool
  /// All registered players; needed where ``addsPlayers(_:)``.
  private let registered: [Player]
  /// Whom a name or an alias means among them.
  private let roster: Roster?
  /// Who joins by what was checked so far, under which nobody plays yet.
  private var newcomers: Set<NameKey> = []

  /// Checks what a phone sends of a round that it may see.
  init(from visit: Visit, registered: [Player] = []) {
    (round, role, device) = (visit.round, visit.role, visit.admission.device)
    player = visit.admission.name(in: visit.round.id) ?? ""
    (isPerson, self.registered) = (visit.admission.isPerson, registered)
    roster = try? Roster(registered)
  }

  /// Whether somebody who is no guest is to join the round by some events.
  static func addsPlayers(_ events: [SentEvent]) -> Bool {
    events.contains { $0.event?.roundChange?.newcomer?.isGuest == false }
  }

  /// What people call a phone.
  static func deviceName(ofPlayer player: String) -> String { "\(player)'s phone" }

  /// Returns why a page cannot give a new player a name; nil where it can.
  static func fault(ofName name: String) -> String? {
    guard !Player.isTooLong(name) else {
      return "a name has no more than \(Player.longestName) letters; give a shorter one"
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

  /// Returns the events that may go into the log, and what is wrong with each of the others; the round has
  /// so many already.
  mutating func check(
    _ sent: [SentEvent], after held: Int = 0
  ) -> (events: [LogEvent], refused: [HostMessage.Refused]) {
    var (events, refused): ([LogEvent], [HostMessage.Refused]) = ([], [])
    for one in sent {
      do throws(Fault) {
        events.append(try checked(one.event, after: held + events.count))
      } catch {
        let id = one.event.map { EventID($0.id) } ?? one.id
        refused.append(HostMessage.Refused(id, error.cause, error.reason))
      }
    }
    return (events, refused)
  }

  private struct Fault: Error {
    let cause: HostMessage.Refused.Cause
    let reason: String

    init(_ cause: HostMessage.Refused.Cause, _ reason: String) {
      (self.cause, self.reason) = (cause, reason)
    }
  }

  private mutating func checked(_ event: LogEvent?, after held: Int) throws(Fault) -> LogEvent {
    guard let event else { throw Fault(.badEvent, "it cannot be read") }
    guard role != .watcher else { throw Fault(.notAllowed, "who only watches enters nothing") }
    guard event.round == round.id else { throw Fault(.otherRound, "it is of another round") }
    guard event.position.device == device else {
      throw Fault(.notAllowed, "it is another device's")
    }
    guard event.position.number <= Self.mostEvents else {
      throw Fault(.notAllowed, "a phone enters no more than \(Self.mostEvents) events in a round")
    }
    switch event {
    case .score(let score): try check(score)
    case .change(let change): try check(change)
    }
    guard held < Self.mostEvents else {
      throw Fault(.notAllowed, "a round has no more than \(Self.mostEvents) events")
    }
    let stamped = stamped(event)
    guard EventLine(stamped).json.utf8.count <= RoundLines.longestLine else {
      throw Fault(.badEvent, "it is too long")
    }
    if let entrant = event.roundChange?.newcomer { newcomers.insert(NameKey(entrant.player.name)) }
    return stamped
  }

  private func check(_ score: ScoreEvent) throws(Fault) {
    guard score.kind != .resolution || role == .organiser else {
      throw Fault(.notAllowed, "only the organiser settles a score")
    }
    guard round.holes.contains(score.hole) else {
      throw Fault(.badEvent, "the round has no hole \(score.hole)")
    }
    try requirePlayer(score.player)
    guard score.result != nil || score.kind == .takeBack else {
      throw Fault(.badEvent, "it has no score")
    }
    guard (score.takesBack != nil) == (score.kind == .takeBack) else {
      throw Fault(.badEvent, "it takes something back, or does not, against its kind")
    }
    try requireTime(score.at)
  }

  private func check(_ change: RoundChange) throws(Fault) {
    // Who plays may go home last.
    guard role == .organiser || change.kind == .finish else {
      throw Fault(.notAllowed, "only the organiser may \(change.kind.deed)")
    }
    if let entrant = change.entrant {
      guard change.kind == .join, entrant.player.name == change.player,
        round.player(named: entrant.player.name) == nil
      else { throw Fault(.badEvent, "it adds somebody who is not new in the round") }
      if !entrant.isGuest { try checkPlayer(entrant.player.name) }
      guard round.entrants.count + newcomers.count < Self.mostEntrants else {
        throw Fault(.notAllowed, "a phone adds nobody to \(Self.mostEntrants) players")
      }
      if let fault = Self.fault(ofName: entrant.player.name) { throw Fault(.badEvent, fault) }
    } else if let player = change.player {
      try requirePlayer(player)
    }
    guard change.away.allSatisfy(round.holes.contains) else {
      throw Fault(.badEvent, "the round does not have all holes that it names")
    }
    try requireTime(change.at)
  }

  /// Checks that a phone may let a registered player join, or a new one.
  private func checkPlayer(_ name: String) throws(Fault) {
    // A guest could claim the name of any registered player by it, and see their rounds.
    guard isPerson else {
      throw Fault(.notAllowed, "a guest's phone adds guests only; see hyzer round join")
    }
    guard player(called: name) == nil else { return }
    if let roster, let other = roster.player(named: name).map({ roster[$0].name }) {
      throw Fault(.badEvent, "\"\(name.prefix(40))\" is \(other); add \(other)")
    }
    guard registered.count + newcomers.count < Admission.mostPlayers else {
      throw Fault(.notAllowed, "phones add nobody to \(Admission.mostPlayers) players; add a guest")
    }
  }

  /// Returns the registered player who has a display name.
  private func player(called name: String) -> Player? {
    registered.first { NameKey($0.name) == NameKey(name) }
  }

  private func requirePlayer(_ name: String) throws(Fault) {
    guard round.player(called: name) != nil else {
      throw Fault(.badEvent, "nobody in the round is called \"\(name.prefix(40))\"")
    }
  }

  /// Times are ISO 8601 in UTC, as people's devices write them.
  private func requireTime(_ text: String) throws(Fault) {
    let time = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z/
    guard text.wholeMatch(of: time) != nil else { throw Fault(.badEvent, "\"at\" is no time") }
  }

  /// Returns who joins as the log knows them: a phone gives nobody other aliases than they have.
  private func known(_ entrant: RoundRecord.Entrant) -> RoundRecord.Entrant {
    let name = entrant.player.name
    guard !entrant.isGuest else { return entrant }
    return RoundRecord.Entrant(
      Player(
        name: name, aliases: player(called: name)?.aliases ?? [],
        pronunciations: player(called: name)?.pronunciations ?? []))
  }

  /// Returns an event with what is known of the phone; audio that was kept elsewhere is none here.
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
          entrant: change.entrant.map(known), away: change.away,
          organiserDevice: change.organiserDevice,
          scoreCount: change.scoreCount))
    }
  }
}
