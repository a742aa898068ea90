internal import DiscGolf
internal import HyzerBase
internal import ScoreLog

/// What a log of the group's is told: what waits for it, and how much it was told of.
struct Membership {
  /// One after the other, as far as what was sent before has gone.
  enum Item {
    case message(LogMessage)
    /// The lines of a round after a vector, which are read when it is their turn.
    case lines(RoundID, VersionVector)
  }

  var waiting: [Item] = []
  /// How far the log had come when it was last told of news; nil before.
  var told: LogPlace?
  /// The rounds without events of which it was told.
  var toldEmpty: Set<RoundID> = []
}

// Logs that keep all rounds of the group, as phones keep one.
extension LiveHost {
  /// Answers what a log says; one that was invited, and not let in, has to say as what it writes first.
  func receive(_ message: LogMessage, from socket: WebSocketID) throws {
    if case .follow(let follow) = message { return try begin(follow, on: socket) }
    guard let follower = followers[socket], follower.membership != nil, let token = follower.token,
      let admission = try store.admission(tokenHash: token)
    else { return outlet.close(socket, 1008) }
    switch message {
    case .fetch(let round, let heads):
      let isSame = try store.agrees(with: heads, in: round)
      enqueue(.lines(round, isSame ? heads.vector : VersionVector()), for: socket)
    case .lines(let lines): try receive(lines, from: admission, on: socket)
    case .follow, .admitted, .group, .heads, .ack, .refused, .notice, .unknown: break
    }
  }

  /// Lets a log follow the group from now on.
  private func begin(_ follow: LogMessage.Follow, on socket: WebSocketID) throws {
    guard let group = try store.hostedGroup() else {
      return say(
        .notice(text: "this host keeps rounds for no group; its owner can: hyzer group new"), socket
      )
    }
    guard Self.isIdentifier(follow.device) else {
      return say(.notice(text: "\"device\" is no identifier"), socket)
    }
    if let token = followers[socket]?.token {
      guard let admission = try store.admission(tokenHash: token), admission.isMember else {
        return say(.notice(text: "a phone follows rounds, not groups"), socket)
      }
      // Where two copies of a log were written to, one goes on as another device.
      if admission.device != follow.device {
        try store.renewDevice(tokenHash: token, follow.device)
      }
    } else {
      let token = AccessToken()
      try store.admitMember(
        tokenHash: token.hash(), device: follow.device, at: dependencies.timestamp())
      followers[socket]?.token = try token.hash()
      say(.admitted(token: token.text), socket)
      try closeStrangers()
    }
    followers[socket]?.membership = Membership(told: follow.after)
    enqueue(
      .message(
        .group(.init(id: group.id, name: group.name, time: dependencies.timestamp()))), for: socket)
    try store.lookForOtherPrograms()
    try tellNews(to: socket, isFirst: true)
    try sendChanges()
  }

  private static func isIdentifier(_ device: DeviceID) -> Bool {
    !device.rawValue.isEmpty && device.rawValue.utf8.count <= 200
      && !device.rawValue.hasPrefix(Admission.issuedPrefix)
  }

  private func say(_ message: LogMessage, _ socket: WebSocketID) {
    outlet.send(.text(message.json), socket)
  }

  // MARK: - What is told

  /// Tells a log which rounds have something new since it was told last.
  func tellNews(to socket: WebSocketID, isFirst: Bool = false) throws(ScoreStoreError) {
    guard let membership = followers[socket]?.membership else { return }
    let news = try store.news(after: membership.told, knowing: extent)
    extent = news.extent
    let empty = news.rounds.filter { news.extent.vectors[$0]?.numbers.isEmpty != false }
    guard
      isFirst || news.place != membership.told || !membership.toldEmpty.isSuperset(of: empty)
    else { return }
    let rounds = news.rounds.filter { news.isWhole || !membership.toldEmpty.contains($0) }
    let heads = try rounds.map { round throws(ScoreStoreError) in
      LogMessage.Heads.Head(round: round, heads: try self.heads(of: round))
    }
    followers[socket]?.membership?.told = news.place
    followers[socket]?.membership?.toldEmpty = Set(empty)
    var parts: [[LogMessage.Heads.Head]] = [[]]
    var size = 0
    for head in heads {
      let bytes = 100 + 150 * head.heads.vector.numbers.count
      if size > 0, size + bytes > LogMessage.size {
        parts.append([])
        size = 0
      }
      parts[parts.count - 1].append(head)
      size += bytes
    }
    for (index, part) in parts.enumerated() {
      enqueue(
        .message(
          .heads(
            .init(
              rounds: part, isWhole: news.isWhole, isPart: index < parts.count - 1,
              place: news.place))), for: socket)
    }
  }

  /// Returns what the log was last seen to hold of a round.
  private func heads(of round: RoundID) throws(ScoreStoreError) -> RoundHeads {
    try store.heads(of: round, at: extent?.vectors[round] ?? VersionVector())
  }

  func enqueue(_ item: Membership.Item, for socket: WebSocketID) {
    followers[socket]?.membership?.waiting.append(item)
    sendWaiting(to: socket)
  }

  /// Sends a log what waits for it, as far as what was sent before has gone.
  func sendWaiting(to socket: WebSocketID) {
    while followers[socket]?.membership?.waiting.isEmpty == false,
      outlet.unsent(socket) <= Self.mostAhead
    {
      guard let item = followers[socket]?.membership?.waiting.removeFirst() else { return }
      switch item {
      case .message(let message): say(message, socket)
      case .lines(let round, let vector):
        do {
          let next = try items(after: vector, of: round)
          followers[socket]?.membership?.waiting.insert(contentsOf: next, at: 0)
        } catch {
          // What cannot be read now can be read when the log comes back.
          outlet.close(socket, 1011)
          return
        }
      }
    }
  }

  /// Returns messages with the next lines of a round, and what stands for the rest.
  private func items(
    after vector: VersionVector, of round: RoundID
  ) throws(ScoreStoreError) -> [Membership.Item] {
    let batch = try store.batch(of: round, after: vector, limit: Self.linesAtOnce)
    let parts = LogMessage.Lines.parts(
      of: batch?.events.map(\.line) ?? [], in: round,
      info: batch.map { EventLine.info(of: $0.round) })
    guard let batch, batch.events.count == Self.linesAtOnce else {
      return parts.map { .message(.lines($0)) }
    }
    return parts.map { .message(.lines(.init($0, isPart: true))) }
      + [.lines(round, vector.merging(batch.vector))]
  }

  /// Chosen: a page is read and sent well within a second.
  private static let linesAtOnce = 200

  // MARK: - What logs bring

  /// Adds lines of a log, of whichever device, and acknowledges what this log holds then.
  private func receive(
    _ sent: LogMessage.Lines, from admission: Admission, on socket: WebSocketID
  ) throws {
    var refused: [LogMessage.Refused] = []
    var events: [LoggedEvent] = []
    func refuse(_ cause: LogMessage.Cause, _ reason: String, _ event: LoggedEvent? = nil) {
      refused.append(
        .init(
          id: event?.id ?? "", device: event?.position.device, number: event?.position.number,
          cause: cause, reason: reason))
    }
    for line in sent.lines {
      do {
        let event = try LoggedEvent(json: line)
        if event.position.number < 1 {
          refuse(.badEvent, "it does not say where it stands", event)
        } else if line.utf8.count > PhoneEvents.longestEvent {
          refuse(.badEvent, "it is too long", event)
        } else if event.position.number > PhoneEvents.mostEvents {
          refuse(
            .notAllowed, "a device enters no more than \(PhoneEvents.mostEvents) events", event)
        } else {
          events.append(event)
        }
      } catch {
        refuse(.badEvent, "it cannot be read")
      }
    }
    do {
      let round = try sent.info.map { try EventLine.round(sent.round, info: $0) }
      let batch = RoundBatch(round: try round ?? store.round(sent.round), events: events)
      if (try? store.round(sent.round)) == nil, batch.round.startedAt == nil {
        refuse(.otherRound, "it has not started")
      } else {
        refused += try store.take(batch, newDevice: dependencies.newDevice).map {
          .init(
            id: $0.id, device: $0.position.device, number: $0.position.number,
            cause: .init(rawValue: $0.cause.rawValue) ?? .badEvent, reason: $0.reason)
        }
      }
    } catch let error as ScoreStoreError {
      guard case .refused = error else { throw error }
      refuse(.otherRound, "\(error)")
    } catch {
      refuse(.otherRound, "what the round was made with cannot be read")
    }
    // First the news, so that nothing is acknowledged of which the log was not told.
    try sendAllChanges()
    try tellNews(to: socket)
    if !refused.isEmpty { enqueue(.message(.refused(sent.round, refused)), for: socket) }
    enqueue(
      .message(.ack(sent.round, try heads(of: sent.round))), for: socket)
  }
}

extension LogMessage.Lines {
  /// Parts lines of a round so that each fits into a message; there is one part at least.
  static func parts(
    of lines: [String], in round: RoundID, info: String?
  ) -> [LogMessage.Lines] {
    var parts: [[String]] = [[]]
    var size = 0
    for line in lines {
      // Texts within texts have each quotation mark escaped.
      let bytes = line.utf8.count + line.utf8.count { $0 == UInt8(ascii: "\"") } + 4
      if size > 0, size + bytes > LogMessage.size {
        parts.append([])
        size = 0
      }
      parts[parts.count - 1].append(line)
      size += bytes
    }
    return parts.enumerated().map { index, lines in
      LogMessage.Lines(
        round: round, info: index == 0 ? info : nil, lines: lines,
        isPart: index < parts.count - 1)
    }
  }

  init(_ other: LogMessage.Lines, isPart: Bool) {
    self.init(round: other.round, info: other.info, lines: other.lines, isPart: isPart)
  }
}
