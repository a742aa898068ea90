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
      try store.admission(tokenHash: token) != nil
    else { return outlet.close(socket, 1008) }
    switch message {
    case .fetch(let round, let heads):
      let isSame = try store.agrees(with: heads, in: round)
      enqueue(.lines(round, isSame ? heads.vector : VersionVector()), for: socket)
    case .lines(let lines): bring(lines, on: socket)
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
    guard try follow.device != store.thisDevice() else {
      say(.notice(text: "this log is the host's own"), socket)
      return outlet.close(socket, 1008)
    }
    if let token = followers[socket]?.token {
      guard let admission = try store.admission(tokenHash: token), admission.isMember else {
        return say(.notice(text: "a phone follows rounds, not groups"), socket)
      }
      // Where two copies of a log were written to, one goes on as another device.
      if admission.device != follow.device {
        do throws(ScoreStoreError) {
          try store.renewDevice(tokenHash: token, follow.device)
        } catch {
          return try refuse(error, socket)
        }
      }
    } else {
      let token = AccessToken()
      let hash = try token.hash()
      do throws(ScoreStoreError) {
        try store.admitMember(
          tokenHash: hash, device: follow.device, at: dependencies.timestamp())
      } catch {
        return try refuse(error, socket)
      }
      followers[socket]?.token = hash
      say(.admitted(token: token.text), socket)
      try closeStrangers()
    }
    followers[socket]?.membership = Membership(told: follow.after)
    enqueue(.message(.group(.init(id: group.id, name: group.name))), for: socket)
    try store.lookForOtherPrograms()
    try tellNews(to: socket, isFirst: true)
    try sendChanges()
  }

  /// Says why a log is not let in, where that is not for the file's sake.
  private func refuse(_ error: ScoreStoreError, _ socket: WebSocketID) throws {
    guard case .refused = error else { throw error }
    say(.notice(text: "\(error)"), socket)
    outlet.close(socket, 1008)
  }

  private static func isIdentifier(_ device: DeviceID) -> Bool {
    !device.rawValue.isEmpty && device.rawValue.utf8.count <= EventLine.longestIdentifier
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
    let empty = Set(news.rounds.filter { news.extent.vectors[$0]?.numbers.isEmpty != false })
    guard
      isFirst || news.place != membership.told || !membership.toldEmpty.isSuperset(of: empty)
    else { return }
    // What was told of and is still without events is no news.
    let known = news.isWhole ? [] : membership.toldEmpty.intersection(empty)
    let rounds = news.rounds.filter { !known.contains($0) }
    let heads = try rounds.map { round throws(ScoreStoreError) in
      LogMessage.Heads.Head(round: round, heads: try self.heads(of: round))
    }
    followers[socket]?.membership?.told = news.place
    followers[socket]?.membership?.toldEmpty = empty
    let parts = LogMessage.parts(of: heads) { 100 + 150 * $0.heads.vector.numbers.count }
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
    // Who asks on and on without reading fills no memory.
    guard followers[socket]?.membership?.waiting.count ?? 0 < Self.mostWaiting else {
      followers[socket]?.membership = nil
      return outlet.close(socket, 1008)
    }
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
    let all = try store.batch(of: round, after: vector, limit: .max)
    let batch = all?.prefix(Self.linesAtOnce)
    let parts = LogMessage.Lines.parts(
      of: batch?.events.map(\.line) ?? [], in: round,
      info: batch.map { EventLine.info(of: $0.round) })
    guard let batch, batch != all else { return parts.map { .message(.lines($0)) } }
    return parts.map { .message(.lines(.init($0, isPart: true))) }
      + [.lines(round, vector.merging(batch.vector))]
  }

  /// Chosen: more than a log asks for at once, and the heads of thousands of rounds.
  private static let mostWaiting = 1000
  /// Chosen: a page is read and sent well within a second.
  private static let linesAtOnce = 200

  // MARK: - What logs bring

  /// Chosen: what is brought together is written together, and nobody sees so short a wait.
  private static let gatheringTime = Duration.milliseconds(5)

  private func bring(_ lines: LogMessage.Lines, on socket: WebSocketID) {
    if brought.isEmpty { outlet.setAlarm(Self.gatheringTime) }
    brought.append((socket, lines))
  }

  /// Adds what logs have brought, of whichever device, and acknowledges what this log holds then.
  func takeBrought() {
    guard !brought.isEmpty else { return }
    defer { brought = [] }
    do {
      var refused: [[LogMessage.Refused]] = []
      var batches: [RoundBatch] = []
      for (_, lines) in brought {
        let checked = try check(lines)
        refused.append(checked.refused)
        if let batch = checked.batch { batches.append(batch) }
      }
      let left = try store.merge(batches)
      // First the news, so that nothing is acknowledged of which the log was not told.
      try sendAllChanges()
      for ((socket, lines), faults) in zip(brought, refused) {
        let all = faults + left.filter { $0.round == lines.round }.map { .init($0) }
        if !all.isEmpty { enqueue(.message(.refused(lines.round, all)), for: socket) }
        enqueue(.message(.ack(lines.round, try heads(of: lines.round))), for: socket)
      }
    } catch {
      // The log is held by another program, or is gone: the others keep what they have and come back.
      for socket in Set(brought.map(\.socket)) { outlet.close(socket, 1011) }
    }
  }

  /// Returns the events of a message that may go into the log, and what is wrong with each of the others.
  private func check(
    _ sent: LogMessage.Lines
  ) throws(ScoreStoreError) -> (batch: RoundBatch?, refused: [LogMessage.Refused]) {
    var refused: [LogMessage.Refused] = []
    var events: [LoggedEvent] = []
    func refuse(_ cause: LogMessage.Cause, _ reason: String, _ event: LoggedEvent? = nil) {
      refused.append(
        .init(
          id: event?.id ?? "", device: event?.position.device, number: event?.position.number,
          cause: cause, reason: reason))
    }
    for line in sent.lines {
      guard let event = try? LoggedEvent(json: line), event.round == sent.round,
        event.position.number > 0
      else {
        refuse(.badEvent, "it cannot be read")
        continue
      }
      if line.utf8.count > LogMessage.longestLine {
        refuse(.badEvent, "it is too long", event)
      } else if event.position.number > PhoneEvents.mostEvents {
        refuse(.notAllowed, "a device enters no more than \(PhoneEvents.mostEvents) events", event)
      } else {
        events.append(event)
      }
    }
    let known: RoundRecord?
    do {
      known = try store.round(sent.round)
    } catch .refused(.unknownRound) {
      known = nil
    }
    let named = sent.info.map { info in Result { try EventLine.round(sent.round, info: info) } }
    switch named {
    case .success(let round)? where known != nil || round.startedAt != nil:
      return (RoundBatch(round: round, events: events), refused)
    case nil:
      if let known { return (RoundBatch(round: known, events: events), refused) }
      refuse(.otherRound, "it does not say what the round is")
    case .success?: refuse(.otherRound, "it has not started")
    case .failure?: refuse(.otherRound, "what the round was made with cannot be read")
    }
    return (nil, refused)
  }
}

extension LogMessage.Refused {
  fileprivate init(_ refused: RefusedEvent) {
    self.init(
      id: refused.id, device: refused.position.device, number: refused.position.number,
      cause: LogMessage.Cause(rawValue: refused.cause.rawValue) ?? .badEvent,
      reason: refused.reason)
  }
}

extension LogMessage {
  /// Parts what is sent in several messages so that each part fits into one; there is one part at least.
  fileprivate static func parts<Element>(
    of elements: [Element], bytes: (Element) -> Int
  ) -> [[Element]] {
    var parts: [[Element]] = [[]]
    var size = 0
    for element in elements {
      let bytes = bytes(element)
      if size > 0, size + bytes > Self.size {
        parts.append([])
        size = 0
      }
      parts[parts.count - 1].append(element)
      size += bytes
    }
    return parts
  }
}

extension LogMessage.Lines {
  /// Parts lines of a round so that each fits into a message; there is one part at least.
  static func parts(
    of lines: [String], in round: RoundID, info: String?
  ) -> [LogMessage.Lines] {
    // Texts within texts have each quotation mark escaped.
    let parts = LogMessage.parts(of: lines) { line in
      line.utf8.count + line.utf8.count { $0 == UInt8(ascii: "\"") } + 4
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
