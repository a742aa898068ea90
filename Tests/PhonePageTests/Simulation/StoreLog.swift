import Foundation
import HyzerBase
import TestSupport

@testable import PhonePage
@testable import ScoreLog

/// A log of its own, at whose device people do all that can be done in a round.
final class StoreLog {
  /// What people do there.
  enum Deeds { case all, scores, oneScore }

  struct Contents: Equatable {
    let lines: [String]
    let cards: [Scorecard]
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Some have letters in common, and one is spelled in two ways.
  private static let late = ["Zoe", "ZOE", "Bob"]
  private static let players = ["Mike", "Jake", "Ann"]
  private static let organiser = players[0]
  private static let startedAt = "2026-05-01T09:00:00.000Z"

  private let peer: Int
  private let ledger: Ledger
  private let deeds: Deeds
  private let keeper: any LogKeeper
  /// How many seconds the clock on the wall is off.
  private let clockError: Int
  /// How often the log was restored, and how much was done.
  private var (lives, done) = (0, 0)
  private var store: ScoreStore
  /// As which it wrote when that was last asked.
  private var device: DeviceID

  init(peer: Int, ledger: Ledger, deeds: Deeds = .all, isForgetful: Bool = false) throws {
    (self.peer, self.ledger, self.deeds) = (peer, ledger, deeds)
    keeper =
      peer < ledger.host.firstWriter
      ? try GroupLog(ledger.group)
      : try FileLog(isForgetful: isForgetful, newDevice: ledger.newDevice)
    store = try keeper.open()
    device = try store.thisDevice()
    var random = SeededGenerator(seed: ledger.seed, name: "clock \(peer)")
    clockError = Int.random(in: -86_400...86_400, using: &random)
    ledger.join(self)
  }

  // MARK: - Exchange

  /// The events of which the log has noted that its host has them.
  func sentIdentifiers() throws -> Set<String> {
    Set(
      try store.database.rows(
        "SELECT id FROM events WHERE sequence <= (SELECT sent_sequence FROM hubs)"
      ) { try $0[0] as String })
  }

  /// Imports what another exports.
  func importLines(of other: StoreLog) throws {
    try store.importLines(other.store.exportLines())
    try noteNewDevice()
  }

  // MARK: - The ends of a connection

  static let address = "http://127.0.0.1:1"

  func token(of device: Int) -> String { ledger.token(of: device) }

  private func hash(of device: Int) throws -> TokenHash {
    guard let token = AccessToken(token(of: device)) else { throw Broken(description: "no token") }
    return try token.hash()
  }

  /// Returns the host of the log, which lets all devices in: also one that was restored without them.
  func host(for devices: Range<Int>) throws -> LiveHost {
    if try store.hostedGroup() != ledger.group { try store.host(ledger.group) }
    for device in devices where try store.admission(tokenHash: hash(of: device)) == nil {
      try store.admitMember(
        tokenHash: hash(of: device), device: DeviceID("member \(device) \(lives)"),
        orAs: ledger.newDevice(), at: time)
    }
    let ledger = ledger
    return try LiveHost(
      store: store,
      reception: Reception(
        trust: WebTrust(names: [], isSecure: false),
        dependencies: .init(
          timestamp: { Self.startedAt }, uptime: { .zero }, newDevice: { ledger.newDevice() })))
  }

  /// Returns the link of the log with its host, which it has joined: also after it was restored.
  func link(random: SeededGenerator, now: Duration) throws -> HostLink {
    if try store.hub(Self.address) == nil {
      try store.keep(
        HubRecord(
          address: Self.address, key: nil, token: token(of: peer), group: ledger.group.id,
          groupName: ledger.group.name))
    }
    guard let hub = try store.hub(Self.address) else { throw Broken(description: "no hub") }
    return try HostLink(
      store: store, hub: hub, timestamp: { Self.startedAt },
      random: random, now: now)
  }

  /// Counts where the log has become another device.
  func noteNewDevice() throws {
    guard try store.thisDevice() != device else { return }
    device = try store.thisDevice()
    ledger.splits += 1
  }

  // MARK: - What people do

  func write(_ count: Int, round number: Int, random: inout SeededGenerator) throws {
    let round = RoundID("r\(number)")
    if try !store.startedRounds().contains(round) {
      guard peer == number + ledger.host.firstWriter else { return }
      // A log that lost the round makes the same again.
      ledger.makers[round] = try ledger.makers[round] ?? store.thisDevice()
      try store.merge([RoundBatch(round: base(round), events: [LoggedEvent]())])
      try store.setCurrentHole(CurrentHole(round: round, hole: 1))
    }
    let before = try store.lastSequence()
    for _ in 0..<count {
      done += 1
      do {
        try act(round, &random)
      } catch ScoreStoreError.refused {
        // What may not be done is not done.
      }
    }
    try note(after: before)
  }

  /// Notes what this device has made.
  private func note(after sequence: Int) throws {
    ledger.note(
      try store.database.loggedEvents(
        "WHERE sequence > ? AND device = ?", [sequence, store.thisDevice()]
      ).map(\.event))
  }

  private var identifier: String { "\(peer)-\(done)" }

  private var time: String {
    let start = Date(timeIntervalSince1970: 1_777_626_000)
    return start.addingTimeInterval(Double(clockError + done))
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private func stamp(by reporter: String) -> RoundChange.Stamp {
    RoundChange.Stamp(
      id: ChangeID(identifier), reportedBy: reporter, deviceName: "phone \(peer)", at: time)
  }

  private func act(
    _ round: RoundID, _ random: inout SeededGenerator
  ) throws {
    if deeds == .oneScore { return try enter(round, 1, [("Mike", holeResult(3))], by: "Mike") }
    let record = try store.round(round)
    let isByOrganiser =
      try record.isOrganisers(store.ownDevices()) || Int.random(in: 0..<10, using: &random) == 0
    let reporter = isByOrganiser ? record.organiser : "Jake"
    let stamp = stamp(by: reporter)
    let isOpening = isByOrganiser && Bool.random(using: &random)
    if isOpening, record.isDeleted { return try store.restoreRound(round, stamp) }
    if isOpening, record.finish != nil { return try store.reopenRound(round, stamp) }
    switch Int.random(in: deeds == .scores ? 59..<60 : 0..<60, using: &random) {
    case 0..<6:
      try store.undo(
        Undoing.Request(
          id: CommitID(identifier), round: round, reportedBy: reporter,
          deviceName: stamp.deviceName, input: .typed, at: time))
    case 6..<10:
      let name = Self.late[Int.random(in: Self.late.indices, using: &random)]
      let joining: Joining =
        Bool.random(using: &random) ? .guest(Player(name: name)) : .player(name)
      try store.join(joining, round: round, stamp)
    case 10..<13: try store.leave(name(in: record, &random), round: round, stamp)
    case 13: try store.finishRound(round, stamp, early: true)
    case 14: try store.deleteRound(round, stamp)
    case 18:
      let heir = Self.players[Int.random(in: Self.players.indices, using: &random)]
      try store.passRound(round, to: heir, stamp)
    case 19: try makeOne("Zoe", "Bob", stamp)
    case 15: try takeBackOfAnother(in: round, stamp, &random)
    case 16..<18:
      let hole = Int.random(in: record.holes, using: &random)
      try store.setCurrentHole(CurrentHole(round: round, hole: hole))
    default:
      let scores = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        (name(in: record, &random), holeResult(Int.random(in: 0...4, using: &random)))
      }
      try enter(
        round, Int.random(in: 1...2, using: &random), scores, by: reporter,
        again: Int.random(in: 0..<8, using: &random) == 0)
    }
  }

  /// Returns somebody of a round, by one of the names under which they joined.
  private func name(in record: RoundRecord, _ random: inout SeededGenerator) -> String {
    let names = record.entrants.map(\.player.name) + record.changes.compactMap(\.player)
    return names[Int.random(in: names.indices, using: &random)]
  }

  /// Saves scores; `again` where nobody saw that they are saved.
  private func enter(
    _ round: RoundID, _ hole: Int, _ scores: [(String, HoleResult?)], by reporter: String,
    again: Bool = false
  ) throws {
    let commit = ScoreCommit(
      id: CommitID(identifier), round: round, hole: hole,
      scores: scores.compactMap { name, result in
        result.map { ScoreCommit.Score(player: name, result: $0, input: .typed) }
      }, reportedBy: reporter, deviceName: "phone \(peer)", at: time)
    let saved = try store.commit(commit)
    guard again else { return }
    let outcome = try store.commit(commit)
    guard outcome.wasSavedBefore, outcome.events == saved.events else {
      throw Broken(description: "commit \(commit.id) is saved twice")
    }
  }

  /// Makes two players one in all rounds.
  private func makeOne(
    _ name: String, _ other: String, _ stamp: RoundChange.Stamp
  ) throws {
    var count = 0
    try store.mergePlayer(named: name, into: other) {
      count += 1
      return RoundChange.Stamp(
        id: ChangeID("\(stamp.id)-\(count)"), reportedBy: stamp.reportedBy,
        deviceName: stamp.deviceName, at: stamp.at)
    }
  }

  /// Takes back what another device said, as no program of ours does: it is to count for nothing.
  private func takeBackOfAnother(
    in round: RoundID, _ stamp: RoundChange.Stamp, _ random: inout SeededGenerator
  ) throws {
    let device = try store.thisDevice()
    let record = try store.round(round)
    guard record.finish == nil, !record.isDeleted else { return }
    let others = try store.events(of: round).filter { $0.position.device != device }
    guard let other = others.randomElement(using: &random) else { return }
    let event = ScoreEvent(
      id: CommitID(identifier).event(1), position: try store.database.nextPosition(in: round),
      round: round, player: other.player, hole: other.hole, result: nil, kind: .takeBack,
      supersedes: [other.id], takesBack: other.id, reportedBy: stamp.reportedBy,
      deviceName: stamp.deviceName, input: .typed, at: stamp.at)
    try store.write { try $0.append(LoggedEvent(.score(event))) }
  }

  func decide(random: inout SeededGenerator) throws -> Bool {
    var isDecided = false
    let own = RoundID("r\(peer - ledger.host.firstWriter)")
    for round in try store.startedRounds() where round == own {
      let (before, card) = (try store.lastSequence(), try store.scorecard(of: round))
      guard !card.disputes.isEmpty else { continue }
      isDecided = true
      ledger.disputes += card.disputes.count
      done += 1
      let isHere = try card.round.isOrganisers(store.ownDevices())
      if !isHere || !card.round.isOrganiser(Self.organiser) {
        // Whoever organised it may be gone, and so may the device.
        try store.passRound(
          round, to: Self.organiser, stamp(by: "Club"), isHere: true, isOfOperator: true)
      }
      done += 1
      if card.round.isDeleted { try store.restoreRound(round, stamp(by: Self.organiser)) }
      done += 1
      if card.round.finish != nil { try store.reopenRound(round, stamp(by: Self.organiser)) }
      for dispute in card.disputes {
        done += 1
        let choice = dispute.claims.randomElement(using: &random)?.result
        let name = card.round.name(of: dispute.player)
        try enter(round, dispute.hole, [(name, choice)], by: Self.organiser)
      }
      try note(after: before)
    }
    return isDecided
  }

  // MARK: - Accidents

  func restart() throws {
    store = try keeper.open()
    device = try store.thisDevice()
  }

  func backUp() throws { try keeper.backUp() }

  /// Starts it again with what was backed up.
  func restore(unnoticed: Bool) throws {
    lives += 1
    try keeper.restore(unnoticed: unnoticed)
    try restart()
    try ledger.forgetLost()
  }

  // MARK: - What it holds

  func identifiers() throws -> Set<String> {
    Set(try store.database.rows("SELECT id FROM events") { try $0[0] as String })
  }

  func contents() throws -> Contents {
    Contents(
      lines: try store.exportLines(),
      cards: try store.startedRounds().sorted().map(store.scorecard))
  }

  func complaint() throws -> String? {
    let faults = try store.audit().faults
    if !faults.isEmpty { return faults.joined(separator: "\n") }
    var found: [String: LogEvent] = [:]
    for round in try store.startedRounds() {
      let events = try store.loggedEvents(of: round).map(\.event)
      for event in events
      where found.updateValue(event, forKey: event.id) != nil {
        return "\(event.id) is there twice"
      }
      if let complaint = try foldComplaint(round, events) { return complaint }
    }
    if let lost = ledger.said.subtracting(found.keys).min() { return "\(lost) is lost" }
    let other = found.first { ledger.events[$0.key] != $0.value }
    return other.map { "\($0.key) is not what was saved" }
  }

  private func base(_ round: RoundID, changes: [RoundChange] = []) throws -> RoundRecord {
    try RoundRecord(
      id: round, course: "Home", pars: Array(repeating: 3, count: 9),
      entrants: Self.players.map { .init(Player(name: $0), isGuest: true) },
      organiser: Self.organiser, organiserDevice: ledger.makers[round], createdAt: Self.startedAt,
      startedAt: Self.startedAt, changes: changes)
  }

  /// Compares the log's card of a round with a fold of all that was made, in another order.
  private func foldComplaint(_ round: RoundID, _ events: [LogEvent]) throws -> String? {
    let made = events.compactMap { ledger.events[$0.id] }.reversed()
    let base = try base(
      round, changes: made.compactMap { if case .change(let change) = $0 { change } else { nil } })
    let scores = made.compactMap { event -> ScoreEvent? in
      if case .score(let score) = event { score } else { nil }
    }
    let card = try store.scorecard(of: round)
    let forked = Set(card.forks.map(\.device))
    guard Scorecard(base, replaying: scores) == card else {
      return "the card of \(round) is not that of all that was made"
    }
    for player in card.round.players {
      for hole in card.round.holes {
        let said = scores.filter { $0.hole == hole && base.player(called: $0.player) == player }
        let (cell, claims) = (
          card.cell(of: player, onHole: hole), expectedClaims(of: said, forked: forked)
        )
        guard Set(cell.claims.map(\.id)) == Set(claims.map(\.id)),
          cell.isDisputed == (Set(claims.map(\.result)).count > 1)
        else { return "\(claims.map(\.id)) claim hole \(hole), and not \(cell.claims.map(\.id))" }
      }
    }
    return nil
  }
}
