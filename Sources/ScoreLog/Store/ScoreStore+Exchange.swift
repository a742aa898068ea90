internal import HyzerBase

/// What an import added, how many of its events the log had already, and how many it left out since their
/// devices are revoked.
public struct ImportSummary: Hashable, Sendable {
  /// How many of each.
  public let roundsAdded, eventsAdded, eventsKnown, eventsRevoked: Int
}

extension ScoreStore {
  /// Returns the log as JSON Lines: one score, or change of a round, a line; round by round in the
  /// order in which they were made, and each round's events in the order of their positions.
  ///
  /// The first line of each round describes the round as well, under `roundInfo`. Rounds without a
  /// score are left out, but for one that is named and has started, whose only line may be of no event, and
  /// so is what was heard. Equal logs give equal bytes. The lines, of one round or of all, are without their ends.
  public func exportLines(round: RoundID? = nil) throws(ScoreStoreError) -> [String] {
    try read { database in
      let rounds: [RoundID] =
        try round.map { [try database.round($0).id] }
        ?? database.rows("SELECT id FROM rounds ORDER BY created_at, id") { try $0[0] }
      return try rounds.flatMap { id in
        let events = try database.loggedEvents(
          "WHERE round_id = ? ORDER BY clock, device, number, id", [id])
        let scores = events.compactMap(\.event.scoreEvent)
        if scores.isEmpty, round == nil { return [String]() }
        let record = try database.round(id)
        guard record.startedAt != nil else { return [] }
        let phase = Scorecard(record, replaying: scores).phase
        let first = events.first?.line ?? EventLine.line(ofRound: id)
        return [EventLine.line(first, describing: record, phase)] + events.dropFirst().map(\.line)
      }
    }
  }

  /// Adds the events of an exported log: all that are new, or none where it throws.
  ///
  /// The lines come in any order, but for those that do not say where they stand: they get places in their
  /// order, as if one device had written them. What is there already, the same, is passed over, so importing
  /// twice changes nothing; what is new of revoked devices is left out. A round of which neither a line nor the
  /// log says what it is is made from its events, where these do not say where they stand: 18 holes of par 3,
  /// its players guests in the order of appearance. Others are a part of an export, of which the part with the
  /// round comes first. Empty lines are passed over.
  ///
  /// - Throws: ``ScoreStoreError/badLine(number:reason:)`` for a line that is no event, or that
  ///   contradicts the log or a rule.
  @discardableResult
  public func importLines(_ lines: some Sequence<String>) throws(ScoreStoreError) -> ImportSummary {
    let new = try once { _ in try ImportedLog(lines) }
    return try write { database in
      var roundsAdded = 0
      for round in new.rounds {
        try Self.atLine(round.number) {
          if try database.merge(round) { roundsAdded += 1 }
        }
      }
      let clocks = try database.greatestClocks(with: new.lines.map(\.event))
      var (added, known, revoked) = (0, 0, 0)
      try database.receiving {
        for (number, event) in new.lines {
          try Self.atLine(number) {
            try event.requireClock(within: clocks)
            do {
              if try database.merge(event) { added += 1 } else { known += 1 }
            } catch ScoreLogRefusal.deviceRevoked {
              revoked += 1
            }
          }
        }
      }
      return ImportSummary(
        roundsAdded: roundsAdded, eventsAdded: added, eventsKnown: known, eventsRevoked: revoked)
    }
  }

  /// Puts what a line cannot be down to its number.
  fileprivate static func atLine<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch ScoreStoreError.ruleBroken(_, let reason) {
      throw ScoreStoreError.badLine(number: number, reason: reason)
    } catch let error as ScoreStoreError {
      throw error
    } catch {
      throw ScoreStoreError.badLine(number: number, reason: Self.reason(error))
    }
  }

  static func reason(_ error: any Error) -> String {
    if case ScoreStoreError.ruleBroken(_, let reason) = error {
      reason
    } else {
      decodingFault(error)
    }
  }
}

/// Why a line cannot be taken.
private struct BadLine: Error, CustomStringConvertible {
  let description: String
}

/// The lines of an import, read and put together by round, before any is saved.
private struct ImportedLog {
  struct Round {
    /// What says what the round is.
    enum Source {
      /// A line.
      case described(RoundRecord)
      /// Its events, which are of no log.
      case events(RoundRecord)
      /// A line of another part of the export.
      case anotherPart(RoundID)
    }

    /// The number of the line that says most of it.
    let number: Int
    let source: Source
    /// Who joined after the start, as lines say.
    var joined: Set<String> = []
  }

  /// What every line says, in their order; they count from 1 with the empty ones.
  private(set) var lines: [(number: Int, event: LoggedEvent)] = []
  /// Every round, in the order of its first line.
  private(set) var rounds: [Round] = []

  init(_ lines: some Sequence<String>) throws {
    var described: [RoundID: (number: Int, record: RoundRecord)] = [:]
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      let number = index + 1
      try ScoreStore.atLine(number) {
        let named = EventLine.round(ofLine: line)
        let read = try named == nil ? EventLine(json: line) : nil
        if let read { self.lines.append((number, LoggedEvent(read, writtenAs: line))) }
        guard let record = named ?? read?.round else { return }
        if let earlier = described[record.id], earlier.record != record {
          throw BadLine(
            description: "\"roundInfo\" differs from that of line \(earlier.number)")
        }
        described[record.id] = (number, record)
      }
    }
    let groups = Dictionary(grouping: self.lines) { $0.event.round }
    var seen: Set<RoundID> = []
    for (number, event) in self.lines where seen.insert(event.round).inserted {
      let group = groups[event.round, default: []]
      if let (number, record) = described[event.round] {
        let joined = Set(group.compactMap(\.event.event.roundChange?.newcomer?.player.name))
        rounds.append(Round(number: number, source: .described(record), joined: joined))
      } else if let (number, _) = group.first(where: { $0.event.position != .open }) {
        // Whatever wrote places wrote what the round is, too.
        rounds.append(Round(number: number, source: .anotherPart(event.round)))
      } else {
        let record = try Self.guess(number, event.round, group)
        rounds.append(Round(number: number, source: .events(record)))
      }
    }
    let empty = described.filter { !seen.contains($0.key) }.values.sorted { $0.number < $1.number }
    rounds += empty.map { Round(number: $0.number, source: .described($0.record)) }
  }

  /// Makes a round from its events: 18 holes of par 3, or more if they have more, and everybody
  /// in the order of appearance, as guests since nobody knows who they are.
  private static func guess(
    _ number: Int, _ id: RoundID, _ lines: [(number: Int, event: LoggedEvent)]
  ) throws -> RoundRecord {
    var names: [String] = []
    let events = lines.compactMap { line -> (number: Int, event: ScoreEvent)? in
      line.event.event.scoreEvent.map { (line.number, $0) }
    }
    for (number, event) in events {
      if !names.contains(event.player) { names.append(event.player) }
      guard DiscGolf.Round.holeRange.contains(event.hole) else {
        throw ScoreStoreError.badLine(
          number: number, reason: RoundError.holeOutOfRange(event.hole).description)
      }
    }
    let holes = max(18, events.map(\.event.hole).max() ?? 0)
    do {
      return try RoundRecord(
        id: id, course: "", pars: Array(repeating: 3, count: holes),
        entrants: names.map { RoundRecord.Entrant(Player(name: $0), isGuest: true) },
        organiser: events.first?.event.reportedBy ?? "", createdAt: events.first?.event.at ?? "",
        startedAt: events.first?.event.at)
    } catch {
      throw ScoreStoreError.badLine(number: number, reason: "round \"\(id)\": \(error)")
    }
  }
}

extension RoundRecord {
  /// Checks that a round is what the log has already, or an earlier or later state of it: one in which
  /// fewer or more had joined, or others of those in `late`.
  fileprivate func requireAgreement(with known: RoundRecord, except late: Set<String>) throws {
    let isSameStart =
      startedAt == nil || known.startedAt == nil || startedAt == known.startedAt
    let devices = (firstOrganiser.device, known.firstOrganiser.device)
    let isSameDevice = devices.0 == nil || devices.1 == nil || devices.0 == devices.1
    func base(_ record: RoundRecord) -> [Entrant] {
      record.joinedEntrants.filter { !late.contains($0.player.name) }
    }
    guard course == known.course, pars == known.pars, isSameStart,
      // A program that knows of no identities passes on none.
      zip(base(self), base(known)).allSatisfy({ ($0.player, $0.isGuest) == ($1.player, $1.isGuest) }
      ),
      firstOrganiser.name == known.firstOrganiser.name, isSameDevice, createdAt == known.createdAt
    else { throw BadLine(description: "round \"\(known.id)\" is another in the log") }
  }
}

extension Database {
  /// Returns the greatest clock that is no forged one of each round of some events, which are judged
  /// together with those that are there.
  func greatestClocks(with events: [LoggedEvent]) throws -> [RoundID: Int] {
    let clocks = Dictionary(grouping: events, by: \.round).mapValues { $0.map(\.position.clock) }
    var greatest: [RoundID: Int] = [:]
    for (round, clocks) in clocks {
      let known: Int? = try value(
        "SELECT coalesce(max(clock), 0) FROM events WHERE round_id = ?", [round])
      greatest[round] = LogPosition.greatestClock(from: known ?? 0, among: clocks)
    }
    return greatest
  }

  /// Adds the round of an import, and returns whether the log did not have it.
  fileprivate func merge(_ round: ImportedLog.Round) throws -> Bool {
    switch round.source {
    case .described(let record):
      return try merge(record, except: round.joined)
    case .events(let record):
      guard try knownRound(record.id) == nil else { return false }
      return try merge(record, except: [])
    case .anotherPart(let id):
      guard try knownRound(id) == nil else { return false }
      throw BadLine(
        description:
          "no line says what round \"\(id)\" is, and it is not in the log; import the part of the export first whose line has its \"roundInfo\", or the whole"
      )
    }
  }

  /// Adds a round, and returns whether the log did not have it; `late` names whom events let join.
  ///
  /// Who is no guest is found among the registered players by display name, or registered.
  func merge(
    _ record: RoundRecord, except late: Set<String>
  ) throws -> Bool {
    let known = try knownRound(record.id)
    var now = known
    let late = late.union(known?.lateEntrants ?? []).union(record.lateEntrants)
    let entrants = record.joinedEntrants.filter { !late.contains($0.player.name) }
    if let known {
      try record.requireAgreement(with: known, except: late)
      let names = Set(known.joinedEntrants.map(\.player.name))
      for entrant in entrants where !names.contains(entrant.player.name) {
        try insert(entrant, into: known.id)
        now = nil
      }
    } else {
      try insertRound(
        record.id, course: record.course, as: record.courseIdentity, pars: record.pars,
        organiser: record.firstOrganiser, createdAt: record.createdAt)
      try learn(courseOf: record)
      for entrant in entrants { try insert(entrant, into: record.id) }
    }
    // A round that has events started elsewhere.
    let round = try now ?? self.round(record.id)
    if round.finish == nil, !round.isDeleted {
      try start(round, at: record.startedAt ?? record.createdAt)
    }
    return known == nil
  }

  /// Keeps the course of a round that was made elsewhere, where none is the same or has its name: who plays it next
  /// need not type it again.
  private func learn(courseOf record: RoundRecord) throws {
    // Some rounds have no course.
    guard let course = try? Course(name: record.course, pars: record.pars) else { return }
    let identity = record.courseIdentity
    if let pattern = identity.flatMap(Self.pattern),
      try exists("SELECT 1 FROM courses WHERE identities LIKE ?", [pattern])
    {
      return
    }
    guard try !add(identity, toCourse: course.name) else { return }
    try insert(course, as: identity.map { [$0] } ?? [])
  }

  private func insert(_ entrant: RoundRecord.Entrant, into round: RoundID) throws {
    var row: Int?
    if !entrant.isGuest {
      // Who joined may have turned out to be another player before the log learned of the joining.
      let record = try self.round(round)
      let present = record.player(called: entrant.player.name).map { record.entrants[$0.index] }
      row = try self.row(of: present ?? entrant)
    }
    try insert(entrant, playerRow: row, round: round)
  }

  /// Adds an event, and returns whether the log did not have it; within ``receiving(_:)``.
  ///
  /// It was made elsewhere, or here before: the rules of what is made here and now are not for it.
  func merge(_ logged: LoggedEvent) throws -> Bool {
    if let entrant = logged.event.roundChange?.entrant {
      try Self.requireSpeakable(entrant.player)
    }
    if let known = try loggedEvents("WHERE id = ?", [logged.id]).first {
      // What does not say where it stands may be anywhere.
      let place = logged.position == .open ? known.position : logged.position
      guard known.event == logged.event.placed(at: place) else {
        throw BadLine(description: "event \"\(logged.id)\" is another in the log")
      }
      return false
    }
    if logged.position == .open, let event = logged.event.scoreEvent,
      try round(event.round).player(called: event.player) == nil
    {
      throw ScoreLogRefusal.unknownPlayer(event.player, event.round)
    }
    let place = try place(of: logged)
    let logged = logged.position == place ? logged : LoggedEvent(logged.event.placed(at: place))
    try makeWay(for: logged)
    try append(logged)
    if let change = logged.event.roundChange, change.kind == .merge { try learn(change) }
    if let change = logged.event.roundChange, let entrant = change.newcomer,
      try !exists(
        "SELECT 1 FROM round_players WHERE round_id = ? AND name_key = ?",
        [change.round, NameKey(entrant.player.name).letters])
    {
      try insert(entrant, into: change.round)
    }
    return true
  }

  /// Goes on as another device where another event has the place of a new one that the log's own device made: that
  /// has two histories.
  private func makeWay(for logged: LoggedEvent) throws {
    let (round, position) = (logged.round, logged.position)
    guard try position.device == thisDevice(),
      try exists(
        "SELECT 1 FROM events WHERE round_id = ? AND device = ? AND number = ?",
        [round, position.device, position.number])
    else { return }
    try setThisDevice(newDevice())
  }

  /// Returns where a new event stands, which is next where the event does not say; one of a revoked
  /// device stands nowhere.
  private func place(of logged: LoggedEvent) throws -> LogPosition {
    let position = logged.position
    if position == .open { return try nextPosition(in: logged.round, of: .unknown) }
    guard try !isRevoked(position.device) else {
      throw ScoreLogRefusal.deviceRevoked(position.device)
    }
    return position
  }
}

extension LoggedEvent {
  func requireClock(within greatest: [RoundID: Int]) throws {
    guard position.clock <= greatest[round] ?? 0 else {
      throw BadLine(description: "event \"\(id)\": its clock is far ahead of the round's")
    }
  }
}
