internal import ScoreLog

/// What waits for a log of the group's, and up to where it has this one.
struct Membership {
  /// One after the other, as far as what was sent before has gone.
  enum Item {
    case message(LogMessage)
    /// What this log holds, once all that came into it is sent.
    case digest(eachRound: Bool)
    /// What is lacked there, after a place in this log.
    case lacked(HeldEvents, after: Int)

    var digestCount: Int { if case .lacked(let held, _) = self { held.digests.count } else { 0 } }
  }

  let group: GroupID
  var waiting: [Item] = []
  /// Up to where all that came into this log was sent there, or came from there.
  var sent: Int
  /// Where in this log those events are that came from there.
  var brought: [Range<Int>] = []
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
    case .lines(let lines):
      if brought.isEmpty { outlet.setAlarm(Self.gatheringTime) }
      brought.append((socket, admission.device, lines.rounds))
    case .compare(let eachRound): enqueue(.digest(eachRound: eachRound), for: socket)
    case .held(let held): enqueue(.lacked(held, after: 0), for: socket)
    case .invite(let invite): say(try answer(invite, of: admission), socket)
    case .follow, .admitted, .group, .taken, .digest, .digests, .lacks, .invited, .notice,
      .unknown:
      break
    }
  }

  /// Invites phones to a round, in the name of a log.
  private func answer(_ invite: LogMessage.Invite, of admission: Admission) throws -> LogMessage {
    guard let round = try visit(invite.round, by: admission)?.round else {
      return .notice(text: "there is no such round here")
    }
    do {
      guard invite.isOrganisers else {
        let made = try invitation(to: round.id, isNew: invite.isNew)
        return .invited(
          .init(round: round.id, code: made.code.description, secret: made.secret.text))
      }
      guard round.isOrganisers(admission.former.union([admission.device])) else {
        return .notice(
          text: "only the organiser's device may ask for that; ask there, or on the host")
      }
      let token = AccessToken()
      try store.issueOrganiser(
        token.hash(), round: round.id, at: reception.dependencies.timestamp())
      return .invited(.init(round: round.id, token: token.text))
    } catch ScoreStoreError.refused(let refusal) {
      return .notice(text: "\(refusal)")
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
      // It may have ended since the WebSocket was opened by it.
      guard followers[socket]?.invitation == group.secret else {
        return outlet.close(socket, 1008)
      }
      guard let token = try admit(follow, on: socket) else { return }
      followers[socket]?.token = try token.hash()
      try closeStrangers()
    }
    let own = try store.thisDevice()
    let place =
      switch follow.after {
      case nil: 0
      case let place? where place.device == own: place.sequence
      // What it lacks of another order is found by comparing.
      case _?: try store.lastSequence()
      }
    // To one that has nothing, what is being played goes first.
    let first = try follow.after == nil ? store.openRounds(most: 8) : []
    followers[socket]?.membership = Membership(
      group: group.id,
      waiting: [.message(.group(.init(id: group.id, name: group.name)))]
        + first.map { .lacked(HeldEvents(round: $0, digests: []), after: 0) }, sent: place)
    sendWaiting(to: socket)
  }

  /// Lets a log in that shows the invitation, by what let it in before or by a new token; nil where it is refused.
  private func admit(_ follow: LogMessage.Follow, on socket: WebSocketID) throws -> AccessToken? {
    if let shown = follow.token.flatMap({ AccessToken($0) }),
      let known = try store.admission(tokenHash: shown.hash()), known.isMember,
      known.device == follow.device
    {
      say(.admitted(token: shown.text, device: known.device), socket)
      return shown
    }
    let token = AccessToken()
    let hash = try token.hash()
    do throws(ScoreStoreError) {
      let admission = try store.admitMember(
        tokenHash: hash, device: follow.device, orAs: reception.dependencies.newDevice(),
        at: reception.dependencies.timestamp())
      guard admission.device == follow.device || follow.version ?? 1 >= 2 else {
        // It would not learn that it is another.
        try store.giveUp(tokenHash: hash)
        throw .refused(.deviceTaken(follow.device))
      }
      say(.admitted(token: token.text, device: admission.device), socket)
      reception.dependencies.note("a log joined the group")
      return token
    } catch {
      try refuse(error, socket)
      return nil
    }
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

  // MARK: - What is sent

  private func say(_ rounds: [RoundLines], upTo place: LogPlace?, _ socket: WebSocketID) {
    reception.metrics.linesSent += rounds.reduce(0) { $0 + $1.lines.count }
    say(.lines(.init(rounds: rounds, place: place)), socket)
  }

  /// Chosen: more than a log asks at once, by messages and by the digests in them.
  private static let mostWaiting = (messages: 1000, digests: 200_000)

  private func enqueue(_ item: Membership.Item, for socket: WebSocketID) {
    // Who asks on and on without reading fills no memory.
    let waiting = (followers[socket]?.membership?.waiting ?? []) + [item]
    guard waiting.count <= Self.mostWaiting.messages,
      waiting.reduce(0, { $0 + $1.digestCount }) <= Self.mostWaiting.digests
    else {
      followers[socket]?.membership = nil
      return outlet.close(socket, 1008)
    }
    followers[socket]?.membership?.waiting = waiting
    sendWaiting(to: socket)
  }

  /// Sends a log what waits for it and what came into this one, as far as what was sent before has gone.
  func sendWaiting(to socket: WebSocketID) {
    do {
      while let membership = followers[socket]?.membership,
        outlet.unsent(socket) <= Self.mostAhead, try sendNext(membership, socket)
      {}
    } catch {
      // What cannot be read now can be read when the log comes back.
      outlet.close(socket, 1011)
    }
  }

  /// Sends what is next, and returns whether there was something.
  private func sendNext(_ membership: Membership, _ socket: WebSocketID) throws -> Bool {
    switch membership.waiting.first {
    case nil: return try sendNews(membership, socket)
    case .message(let message):
      followers[socket]?.membership?.waiting.removeFirst()
      say(message, socket)
    case .lacked(let held, let place):
      let lacked = try store.lines(lackedBy: held, after: place, of: membership.group)
      if let rest = lacked.rest {
        followers[socket]?.membership?.waiting[0] = .lacked(held, after: rest)
      } else {
        followers[socket]?.membership?.waiting.removeFirst()
      }
      if let lines = lacked.lines { say([lines], upTo: nil, socket) }
      if lacked.rest == nil { say(.lacks(held.round, lacked.missing), socket) }
    case .digest(let eachRound):
      // What the log has just brought is to be among it, and so is what is to be sent there.
      guard !brought.contains(where: { $0.socket == socket }) else { return false }
      if try sendNews(membership, socket) { return true }
      let held = try store.digests(of: membership.group)
      guard held.sequence == followers[socket]?.membership?.sent else { return true }
      followers[socket]?.membership?.waiting.removeFirst()
      if eachRound {
        let digests = held.rounds.map { LogMessage.RoundDigest(round: $0.key, digest: $0.value) }
        let starts = stride(from: 0, to: max(1, digests.count), by: Self.digestsAtOnce)
        for start in starts {
          let end = min(start + Self.digestsAtOnce, digests.count)
          say(.digests(Array(digests[start..<end]), isPart: end < digests.count), socket)
        }
      } else {
        let place = LogPlace(sequence: held.sequence, device: try store.thisDevice())
        say(.digest(.init(digest: held.total, place: place)), socket)
      }
    }
    return true
  }

  /// Chosen: a message has room for so many.
  private static let digestsAtOnce = 500

  /// Sends a part of what came into this log and not from there; returns whether there is more.
  private func sendNews(_ membership: Membership, _ socket: WebSocketID) throws -> Bool {
    let news = try store.stretch(
      after: membership.sent, except: membership.brought, of: membership.group)
    followers[socket]?.membership?.sent = news.end
    followers[socket]?.membership?.brought.removeAll { $0.upperBound <= news.end + 1 }
    if !news.rounds.isEmpty {
      say(news.rounds, upTo: LogPlace(sequence: news.end, device: try store.thisDevice()), socket)
    }
    return news.end < news.last
  }

  // MARK: - What logs bring

  /// Chosen: what is brought together is written together, and nobody sees so short a wait.
  static let gatheringTime = Duration.milliseconds(5)

  /// Adds what logs have brought, of whichever device, and says so.
  func takeBrought() {
    guard !brought.isEmpty else { return }
    let all = brought
    brought = []
    do {
      guard let group = try store.hostedGroup() else { return }
      let rounds = all.flatMap(\.rounds)
      reception.metrics.eventsReceived += rounds.reduce(0) { $0 + $1.lines.count }
      var merged = try merge(into: rounds.map(\.round)) { () throws(ScoreStoreError) in
        let time = reception.dependencies.timestamp()
        let bringers = all.flatMap { one in
          one.rounds.map { _ in Bringer(device: one.device, at: time) }
        }
        return try store.merge(rounds, of: group.id, by: bringers)
      }[...]
      for (socket, _, rounds) in all {
        let own = merged.prefix(rounds.count)
        merged = merged.dropFirst(rounds.count)
        followers[socket]?.membership?.brought += own.map(\.added).filter { !$0.isEmpty }
        let refused = own.flatMap(\.refused)
        reception.metrics.eventsRefused += refused.count
        // At once, since a digest that waits is to be that of what is acknowledged.
        say(.taken(refused: refused), socket)
      }
      try sendChanges()
    } catch {
      // The log is held by another program, or is gone: the others keep what they have and come back.
      for socket in Set(all.map(\.socket)) { outlet.close(socket, 1011) }
    }
  }
}
