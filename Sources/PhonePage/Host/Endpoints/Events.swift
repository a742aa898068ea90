internal import FoundationEssentials
internal import HyzerBase
internal import ScoreLog

// What phones enter, on its way into the log.
extension LiveHost {
  /// Receives events of a phone by its WebSocket, and acknowledges what the log holds then.
  func receive(_ sent: [SentEvent], from visit: Visit, on socket: WebSocketID) throws {
    let feed = try feed(of: visit.round.id)
    // A phone that joined again under another name, or only watches now, sends what was not acknowledged as it was.
    let new = sent.filter { one in !(one.event.map { feed.holds($0) } ?? false) }
    var phone = try phoneEvents(new, from: visit)
    let (events, refused) = phone.check(new, after: feed.lines.count)
    let all = try refused + append(events, to: visit.round, by: visit.admission.device)
    // First, since an acknowledgement may count what another event of the same number has.
    if !all.isEmpty { send(.refused(visit.round.id, all), to: socket) }
    count(received: new.count, refused: all.count)
    send(.ack(visit.round.id, try self.feed(of: visit.round.id).vector), to: socket)
  }

  /// Returns what checks some events of a phone.
  private func phoneEvents(
    _ events: [SentEvent], from visit: Visit
  ) throws(ScoreStoreError) -> PhoneEvents {
    PhoneEvents(
      from: visit, registered: PhoneEvents.addsPlayers(events) ? try store.players() : [])
  }

  private func count(received: Int, refused: Int) {
    reception.metrics.eventsReceived += received
    reception.metrics.eventsRefused += refused
  }

  /// Adds checked events to the log, and passes them on; returns what the log refused.
  private func append(
    _ events: [LogEvent], to round: RoundRecord, by device: DeviceID
  ) throws(ScoreStoreError) -> [HostMessage.Refused] {
    guard !events.isEmpty else { return [] }
    // The log says of each event why a round that cannot start does not take it.
    if round.startedAt == nil, !round.entrants.isEmpty, (try? round.requireOpen()) != nil {
      try store.startRound(round.id, at: reception.dependencies.timestamp())
    }
    var feed = try feed(of: round.id)
    let events = try events.map { event throws(ScoreStoreError) in try completed(event) }
    // A phone that was restored may have given a number to another event, and so have all after it.
    let firstTaken =
      events.firstIndex { event in
        defer { feed.append([LoggedEvent(event)]) }
        return feed.holdsOther(than: event)
      } ?? events.endIndex
    let batch = RoundBatch(round: try store.round(round.id), events: Array(events[..<firstTaken]))
    let refused = try merge(into: [round.id]) { () throws(ScoreStoreError) in
      try store.merge(
        [batch], by: Bringer(device: device, at: reception.dependencies.timestamp()))
    }
    let left = Set(refused.map(\.id))
    for case .change(let change) in events[..<firstTaken] where !left.contains(change.id.rawValue) {
      reception.dependencies.note("round \(round.id): \(change.kind.rawValue)")
    }
    try sendChanges()
    return refused.map {
      .init(EventID($0.id), .init(rawValue: $0.cause.rawValue) ?? .badEvent, $0.reason)
    }
      + events[firstTaken...].map {
        .init(EventID($0.id), .numberTaken, "another event has its number, or that of one before")
      }
  }

  /// Returns an event with what the host knows and the phone does not: the device of who gets a round, and which
  /// registered player joins.
  private func completed(_ event: LogEvent) throws(ScoreStoreError) -> LogEvent {
    guard case .change(let change) = event, let player = change.player else { return event }
    if change.kind == .organiser {
      let device = try store.organiserDevice(for: player, in: change.round)
      return device.map { .change(change.organised(on: $0)) } ?? event
    }
    guard let entrant = change.newcomer, !entrant.isGuest else { return event }
    let known = try store.identity(ofPlayer: entrant.player.name)
    return .change(
      change.identified(as: known ?? PlayerIdentity(reception.dependencies.newDevice().rawValue)))
  }

  /// Returns a round's lines, without those that the vector in the query holds.
  func lines(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let held = Self.vector(request.query)
    let feed = try feed(of: visit.round.id)
    let text = feed.lines.filter { !feed.isSaid($0.position, by: held) }
      .map { $0.json + "\n" }.joined()
    return WebResponse(
      headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
      body: Array(text.utf8))
  }

  /// Reads `after={"device": number}`; what is none is nothing.
  private static func vector(_ query: String) -> VersionVector {
    let items = URLComponents(string: "?\(query)")?.queryItems
    guard let json = items?.first(where: { $0.name == "after" })?.value,
      let vector = try? JSONDecoder().decode(VersionVector.self, from: Data(json.utf8))
    else { return VersionVector() }
    return vector
  }

  /// Receives lines of an exported log; those of other devices count as said by the phone that brings them.
  func receiveLines(_ request: WebRequest, _ visit: Visit) throws -> WebResponse {
    let (id, device) = (visit.round.id, visit.admission.device)
    var present: [String: LogEvent] = [:]
    for event in try store.events(of: id) { present[event.id.rawValue] = .score(event) }
    for change in visit.round.changes { present[change.id.rawValue] = .change(change) }
    var (added, refused, known): ([LogEvent], [HostMessage.Refused], Int) = ([], [], 0)
    var next = try store.nextPosition(in: id, of: device)
    let sent = request.body.split(separator: UInt8(ascii: "\n"))
      .filter { line in !line.allSatisfy { " \t\r".utf8.contains($0) } }
      .map { line in
        (try? JSONDecoder().decode(SentEvent.self, from: Data(line)))
          ?? SentEvent(id: "", event: nil)
      }
    var phone = try phoneEvents(sent, from: visit)
    for var one in sent {
      if let event = one.event, let there = present[event.id] {
        if event.saysSame(as: there) {
          known += 1
        } else {
          refused.append(.init(one.id, .badEvent, "the event is another in the log"))
        }
        continue
      }
      if one.event?.position.device != device { one.event = one.event?.placed(at: next) }
      let (events, left) = phone.check([one], after: present.count)
      refused += left
      for event in events {
        added.append(event)
        present[event.id] = event
        if event.position.number >= next.number { next = event.position.advanced(by: 1) }
      }
    }
    let left = try append(added, to: visit.round, by: device)
    // What comes after an event that is missing is not there, though nothing is wrong with it.
    let feed = try feed(of: id)
    let told = Set(left.map(\.id.rawValue))
    let late = added.filter { !feed.holds($0) && !told.contains($0.id) }.map {
      HostMessage.Refused(EventID($0.id), .badEvent, "an event before it is missing; send that too")
    }
    let all = refused + left + late
    count(received: added.count + refused.count, refused: all.count)
    return .json(
      OrderedObject(members: [
        ("added", added.count { feed.holds($0) }), ("known", known),
        ("refused", all.map(\.object)),
      ]).json)
  }
}

extension LogEvent {
  /// Whether an event with the same identifier is a repetition, whatever says it and wherever it stands.
  fileprivate func saysSame(as other: LogEvent) -> Bool {
    switch (self, other) {
    case (.score(let one), .score(let other)):
      one.player == other.player && one.hole == other.hole && one.result == other.result
    case (.change(let one), .change(let other)):
      one.kind == other.kind && one.player == other.player
    case (.score, .change), (.change, .score): false
    }
  }
}
