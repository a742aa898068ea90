import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import PhonePage
@testable import ScoreLog

/// Logs of a group that follow its host, message by message.
@Suite struct `A host of a group` {
  private let hosted: HostedRound
  private let group: HostedGroup

  init() throws {
    hosted = try HostedRound()
    group = HostedGroup(id: "g", name: "Friends", secret: .new())
    try hosted.store.host(group)
    try hosted.store.startRound(hosted.round, at: "2026-05-01T09:00:00.000Z")
  }

  private func open(_ authorization: String) -> WebSocketID? { hosted.open(authorization) }

  private func say(_ message: LogMessage, _ socket: WebSocketID) {
    hosted.say(message.json, socket)
    hosted.host.takeBrought()
  }

  private func heard(_ socket: WebSocketID) -> [LogMessage] {
    hosted.heard(socket).compactMap { object in
      guard let data = try? JSONSerialization.data(withJSONObject: object) else { return nil }
      return try? LogMessage(json: String(decoding: data, as: UTF8.self))
    }
  }

  /// Lets a device in by the invitation, and returns its socket, its token and what it heard.
  private func join(
    _ device: DeviceID
  ) throws -> (socket: WebSocketID, token: String, heard: [LogMessage]) {
    let socket = try #require(open("Invitation \(group.secret.text)"))
    say(.follow(.init(device: device, after: nil)), socket)
    let heard = heard(socket)
    guard case .admitted(let token, _)? = heard.first else {
      throw CocoaError(.coderValueNotFound)
    }
    return (socket, token, heard)
  }

  private func line(_ number: Int, of device: DeviceID = "bob", strokes: Int = 3) -> String {
    EventLine(
      .score(
        ScoreEvent(
          id: EventID("\(device)-\(number).\(strokes)"),
          position: LogPosition(clock: number, device: device, number: number),
          round: hosted.round, player: "Jake", hole: 1, result: holeResult(strokes),
          reportedBy: "Bob", deviceName: "laptop", input: .typed,
          at: "2026-05-01T10:00:00.000Z"))
    ).json
  }

  private func lines(_ lines: String...) -> LogMessage {
    of(lines, in: hosted.round)
  }

  private func of(_ lines: [String], in round: RoundID, info: String? = nil) -> LogMessage {
    .lines(.init(rounds: [RoundLines(round: round, info: info, lines: lines)], place: nil))
  }

  private func held(_ ids: String...) -> LogMessage {
    .held(HeldEvents(round: hosted.round, digests: ids.map { EventsDigest(of: $0) }))
  }

  /// The lines of messages, and up to where they go.
  private func news(_ messages: [LogMessage]) -> (lines: [String], place: LogPlace?) {
    let all = messages.compactMap { if case .lines(let lines) = $0 { lines } else { nil } }
    return (all.flatMap(\.rounds).flatMap(\.lines), all.compactMap(\.place).last)
  }

  @Test func `lets in who shows its invitation, and then its token`() throws {
    #expect(open("Invitation \(JoinSecret.new().text)") == nil)
    #expect(open("Invitation x") == nil)
    let bob = try join("bob")
    #expect(bob.heard.contains(.group(.init(id: "g", name: "Friends"))))
    let again = try #require(open("Bearer \(bob.token)"))
    say(.follow(.init(device: "bob", after: nil)), again)
    guard case .lines(let first)? = heard(again).last else {
      Issue.record("no lines")
      return
    }
    #expect(first.rounds.map(\.round) == [hosted.round] && first.rounds[0].lines == [])
    #expect(first.place?.sequence == 1)
    try hosted.store.host(HostedGroup(id: "g", name: "Friends", secret: .new()))
    #expect(open("Invitation \(group.secret.text)") == nil)
    #expect(open("Bearer \(bob.token)") != nil)
  }

  @Test func `lets nobody do anything before they say as what they write`() throws {
    let socket = try #require(open("Invitation \(group.secret.text)"))
    say(lines(line(1)), socket)
    #expect(hosted.closed[socket] == 1008)
    #expect(try hosted.scores.isEmpty)
    let empty = try #require(open("Invitation \(group.secret.text)"))
    say(.follow(.init(device: "", after: nil)), empty)
    #expect(heard(empty) == [.notice(text: "\"device\" is no identifier")])
  }

  @Test func `lets no phone bring what others entered`() throws {
    let jake = try hosted.phone("Jake")
    let socket = try #require(open("Bearer \(jake.token)"))
    say(.follow(.init(device: "bob", after: nil)), socket)
    #expect(heard(socket) == [.notice(text: "a phone follows rounds, not groups")])
    say(lines(line(1)), socket)
    #expect(hosted.closed[socket] == 1008)
    #expect(try hosted.scores.isEmpty)
    // Nor does a log write as a phone.
    let other = try #require(open("Invitation \(group.secret.text)"))
    say(.follow(.init(device: DeviceID(jake.device), after: nil)), other)
    guard case .admitted(_, let given)? = heard(other).first else {
      throw CocoaError(.coderValueNotFound)
    }
    #expect(given != nil && given != DeviceID(jake.device))
  }

  @Test func `takes what a log brings, and passes it on to all others that follow`() throws {
    let (bob, ann) = (try join("bob"), try join("ann"))
    say(lines(line(1), line(2)), bob.socket)
    #expect(heard(bob.socket) == [.taken(refused: [])])
    let told = news(heard(ann.socket))
    #expect(told.lines == [line(1), line(2)] && told.place?.sequence == 3)
    // What is there already is acknowledged, and no news.
    say(lines(line(2)), bob.socket)
    #expect(heard(bob.socket) == [.taken(refused: [])])
    #expect(heard(ann.socket) == [])
    // A log that knows that place is sent what came after it.
    say(lines(line(1, of: "far")), bob.socket)
    say(.follow(.init(device: "ann", after: told.place)), ann.socket)
    #expect(news(heard(ann.socket)).lines.suffix(1) == [line(1, of: "far")])
    // One that knows another order nothing: it compares.
    say(.follow(.init(device: "ann", after: LogPlace(sequence: 2, device: "?"))), ann.socket)
    #expect(news(heard(ann.socket)).lines == [])
    // And one that knows nothing all, what is being played first.
    say(.follow(.init(device: "ann", after: nil)), ann.socket)
    let all = heard(ann.socket)
    #expect(all.contains(.lacks(hosted.round, [])))
    #expect(news(Array(all.prefix(2))).lines.count == 3)
    #expect(news(all).place?.sequence == 4)
  }

  @Test func `tells of a round when it begins, and of what it had before that`() throws {
    let ann = try join("ann")
    let other: RoundID = "other"
    try hosted.store.createRound(
      other, course: Course(name: "Far", holes: 9), organiser: "Mike", joining: [.player("Jake")],
      at: "2026-05-01T11:00:00.000Z")
    hosted.host.woken()
    #expect(heard(ann.socket) == [])
    try hosted.store.passRound(
      other, to: "Jake",
      RoundChange.Stamp(
        id: "pass", reportedBy: "Mike", deviceName: "host", at: "2026-05-01T11:00:00.000Z"))
    try hosted.store.startRound(other, at: "2026-05-01T11:00:00.000Z")
    hosted.host.woken()
    guard case .lines(let told)? = heard(ann.socket).first else {
      Issue.record("nothing is told")
      return
    }
    #expect(told.rounds.map(\.round) == [other] && told.rounds[0].info?.contains("Far") == true)
    #expect(told.rounds[0].lines.count == 1)
  }

  @Test func `compares what both hold once all that came before is sent`() throws {
    let (bob, ann) = (try join("bob"), try join("ann"))
    hosted.say(lines(line(1)).json, bob.socket)
    hosted.say(LogMessage.compare(eachRound: false).json, bob.socket)
    #expect(heard(bob.socket) == [])
    hosted.host.takeBrought()
    let digests = try hosted.store.digests(of: "g")
    let place = LogPlace(sequence: 2, device: try hosted.store.thisDevice())
    #expect(
      heard(bob.socket) == [
        .taken(refused: []), .digest(.init(digest: digests.total, place: place)),
      ])
    // Also where nothing that was brought is new.
    hosted.say(lines(line(1)).json, bob.socket)
    hosted.say(LogMessage.compare(eachRound: false).json, bob.socket)
    #expect(heard(bob.socket) == [])
    hosted.host.takeBrought()
    #expect(
      heard(bob.socket) == [
        .taken(refused: []), .digest(.init(digest: digests.total, place: place)),
      ])
    _ = heard(ann.socket)
    say(.compare(eachRound: true), ann.socket)
    #expect(
      heard(ann.socket) == [
        .digests(
          [.init(round: hosted.round, digest: EventsDigest(of: "bob-1.3"))], isPart: false)
      ])
  }

  @Test func `gives the lines that a log lacks, byte for byte, and says which itself lacks`() throws
  {
    let (bob, ann) = (try join("bob"), try join("ann"))
    let odd = line(2).replacing("\"kind\":\"score\"", with: "\"kind\" : \"score\",\"new\":[1, 2]")
    say(lines(line(1), odd), bob.socket)
    _ = heard(ann.socket)
    say(held("bob-1.3", "ann-1.3"), ann.socket)
    let answer = heard(ann.socket)
    guard case .lines(let some)? = answer.first else {
      Issue.record("no lines")
      return
    }
    #expect(some.rounds.map(\.lines) == [[odd]] && some.place == nil)
    #expect(some.rounds[0].info?.contains("Three") == true)
    #expect(answer.dropFirst() == [.lacks(hosted.round, [EventsDigest(of: "ann-1.3")])])
    say(.held(HeldEvents(round: "nowhere", digests: [EventsDigest(of: "x")])), ann.socket)
    #expect(heard(ann.socket) == [.lacks("nowhere", [EventsDigest(of: "x")])])
  }

  @Test func `takes of lines what is good, and says of each of the others why not`() throws {
    let bob = try join("bob")
    let long = line(2).replacing(
      "\"transcript\":null", with: "\"transcript\":\"\(String(repeating: "a", count: 8000))\"")
    let far = line(10_001)
    say(lines(line(1), "{", long, far, line(1, strokes: 4)), bob.socket)
    guard case .taken(let refused)? = heard(bob.socket).first else {
      Issue.record("nothing is refused")
      return
    }
    #expect(refused.map(\.cause) == [.badEvent, .badEvent, .notAllowed])
    // Two histories of a device are both kept.
    #expect(try hosted.scores.map(\.id) == ["bob-1.3", "bob-1.4"])
    // A round of which nobody knows what it is.
    say(of([], in: "x"), bob.socket)
    guard case .taken(let other)? = heard(bob.socket).first else {
      Issue.record("the round is taken")
      return
    }
    #expect(other.map(\.cause) == [.otherRound])
  }

  @Test func `goes on as another where somebody holds what it wrote itself before it was restored`()
    throws
  {
    let bob = try join("bob")
    let own = try hosted.store.thisDevice()
    try hosted.store.commit(
      ScoreCommit(
        id: "mine", round: hosted.round, hole: 1,
        scores: [.init(player: "Mike", result: .noScore, input: .typed)], reportedBy: "Mike",
        deviceName: "host", at: "2026-05-01T10:00:00.000Z"))
    hosted.host.woken()
    _ = heard(bob.socket)
    say(lines(line(1, of: own)), bob.socket)
    let now = try hosted.store.thisDevice()
    #expect(now != own)
    #expect(try hosted.scores.map(\.id) == [EventID("\(own)-1.3"), "mine.1"])
    #expect(heard(bob.socket) == [.taken(refused: [])])
  }

  @Test
  func `keeps what it has for a slow log until that has read, and lets go of one that only asks`()
    throws
  {
    let bob = try join("bob")
    for first in stride(from: 1, to: 1000, by: 100) {
      say(of((first..<first + 100).map { line($0) }, in: hosted.round), bob.socket)
    }
    let ann = try join("ann")
    var (unsent, sizes) = (LiveHost.mostAhead + 1, [Int]())
    let send = hosted.host.outlet.send
    hosted.host.outlet.unsent = { _ in unsent }
    hosted.host.outlet.send = { message, socket in
      if socket == ann.socket, case .text(let text) = message { sizes.append(text.utf8.count) }
      send(message, socket)
    }
    say(held(), ann.socket)
    #expect(heard(ann.socket) == [])
    unsent = 0
    hosted.host.drained(ann.socket)
    let answer = heard(ann.socket)
    #expect(news(answer).lines == (1...1000).map { line($0) })
    #expect(answer.last == .lacks(hosted.round, []))
    #expect(sizes.count > 5 && sizes.allSatisfy { $0 < 64 << 10 })
    unsent = LiveHost.mostAhead + 1
    for _ in 0...1001 { say(held(), ann.socket) }
    #expect(hosted.closed[ann.socket] == 1008)
  }

  @Test func `puts out who is revoked, under whichever name it writes since`() throws {
    let bob = try join("bob")
    say(.follow(.init(device: "new", after: nil)), bob.socket)
    #expect(try hosted.store.devices().contains { $0.id == "new" && $0.phone == nil })
    try hosted.store.revoke("bob")
    hosted.host.woken()
    #expect(hosted.closed[bob.socket] == 1008)
    #expect(open("Bearer \(bob.token)") == nil)
    let again = try #require(open("Invitation \(group.secret.text)"))
    say(.follow(.init(device: "new", after: nil)), again)
    #expect(hosted.closed[again] == 1008)
  }

  @Test func `lets nobody in as a device that somebody else was, whoever shows the invitation`()
    throws
  {
    let bob = try join("bob")
    say(.follow(.init(device: "new", after: nil)), bob.socket)
    _ = heard(bob.socket)
    say(lines(line(1, of: "far")), bob.socket)
    for device: DeviceID in ["new", "bob", "far"] {
      guard case .admitted(_, let given)? = try join(device).heard.first else {
        Issue.record("\(device) is not let in")
        continue
      }
      #expect(given?.rawValue.hasPrefix("device-") == true)
    }
    // Nor does a member become one that another is or was, or the host was.
    let own = try hosted.store.thisDevice()
    try hosted.store.become("the host's")
    for device in ["new", "bob", own] {
      let ann = try join("ann")
      say(.follow(.init(device: device, after: nil)), ann.socket)
      #expect(hosted.closed[ann.socket] == 1008)
      try hosted.store.giveUp(tokenHash: #require(AccessToken(ann.token)).hash())
    }
    guard case .admitted(_, let cleo)? = try join("cleo").heard.first else {
      throw CocoaError(.coderValueNotFound)
    }
    #expect(cleo == "cleo")
  }

  @Test func `lets in as who they were who show what let them in before`() throws {
    let bob = try join("bob")
    say(lines(line(1)), bob.socket)
    for _ in 0..<2 {
      let socket = try #require(open("Invitation \(group.secret.text)"))
      say(.follow(.init(device: "bob", after: nil, token: bob.token)), socket)
      #expect(heard(socket).first == .admitted(token: bob.token, device: "bob"))
    }
    // A token shows nothing of another device, and none that is wrong of its own.
    for (device, token) in [("ann", bob.token), ("bob", AccessToken().text)] {
      let socket = try #require(open("Invitation \(group.secret.text)"))
      say(.follow(.init(device: DeviceID(device), after: nil, token: token)), socket)
      guard case .admitted(let given, let own)? = heard(socket).first else {
        throw CocoaError(.coderValueNotFound)
      }
      #expect(given != token && (own == "ann") == (device == "ann"))
    }
  }

  @Test func `refuses a log of an earlier version that would not learn as who it is let in`() throws
  {
    let bob = try join("bob")
    let before = try hosted.store.admittedTokens()
    let socket = try #require(open("Invitation \(group.secret.text)"))
    hosted.say(#"{"kind":"follow","device":"bob"}"#, socket)
    #expect(hosted.heard(socket).kinds == ["notice"] && hosted.closed[socket] == 1008)
    #expect(try hosted.store.admittedTokens() == before)
    #expect(hosted.closed[bob.socket] == nil)
  }

  @Test func `becomes so many devices and no more`() throws {
    let token = try #require(AccessToken(join("bob").token)).hash()
    for number in 1...Admission.mostFormer {
      try hosted.store.renewDevice(tokenHash: token, DeviceID("bob \(number)"))
    }
    #expect(throws: ScoreStoreError.refused(.tooManyDevices("late"))) {
      try hosted.store.renewDevice(tokenHash: token, "late")
    }
  }

  @Test func `lets nobody in by an invitation that has ended since they showed it`() throws {
    let socket = try #require(open("Invitation \(group.secret.text)"))
    try hosted.store.host(HostedGroup(id: "g", name: "Friends", secret: .new()))
    say(.follow(.init(device: "bob", after: nil)), socket)
    #expect(hosted.closed[socket] == 1008 && heard(socket) == [])
  }

  @Test(arguments: [Int.min, -1, 1_000_000, Int.max])
  func `goes on, whichever place a log says to have read up to`(place: Int) throws {
    let own = try hosted.store.thisDevice()
    let bob = try join("bob")
    let again = try #require(open("Bearer \(bob.token)"))
    say(.follow(.init(device: "bob", after: LogPlace(sequence: place, device: own))), again)
    say(.compare(eachRound: false), again)
    let kinds = hosted.heard(again).kinds
    #expect(kinds == (place < 0 ? ["group", "lines", "digest"] : ["group", "digest"]))
    say(lines(line(1)), bob.socket)
    #expect(news(heard(again)).lines == [line(1)])
  }

  @Test func `takes no more than a log has room for`() throws {
    let bob = try join("bob")
    hosted.host.store.database.mostBrought = 2
    say(lines(line(1)), bob.socket)
    #expect(heard(bob.socket) == [.taken(refused: [])])
    say(lines(line(2)), bob.socket)
    guard case .taken(let refused)? = heard(bob.socket).last else {
      throw CocoaError(.coderValueNotFound)
    }
    #expect(refused.map(\.cause) == [.notAllowed] && refused[0].reason.contains("full"))
    #expect(try hosted.store.lastSequence() == 2)
  }

  // MARK: Versions

  @Test(arguments: [
    #"{"kind":"follow","device":"bob"}"#,
    #"{"kind":"follow","device":"bob","version":2}"#,
    #"{"kind":"follow","device":"bob","version":9,"mood":"good"}"#,
  ])
  func `serves a log of whatever version, and says its own`(follow: String) throws {
    let socket = try #require(open("Invitation \(group.secret.text)"))
    hosted.say(#"{"kind":"later"}"#, socket)
    hosted.say(follow, socket)
    let heard = hosted.heard(socket)
    #expect(heard.kinds.prefix(3) == ["admitted", "group", "lines"])
    #expect(heard.first("group")?["version"] as? Int == 2)
  }

  // MARK: What lets phones in

  /// Asks by HTTP.
  private func askInvitation(
    _ token: String, _ query: String = ""
  ) -> (status: Int, code: String?, secret: String?) {
    let answer = hosted.ask(
      "POST", "/api/rounds/\(hosted.round)/invitation", authorization: "Bearer \(token)",
      query: query)
    return (
      answer.status, answer.object["code"] as? String, answer.object["secret"] as? String
    )
  }

  @Test func `invites phones in the name of a log, whichever way that asks`() throws {
    let (bob, jake) = (try join("bob"), try hosted.phone("Jake"))
    let first = askInvitation(bob.token)
    #expect(first.code == hosted.invitation.code.description)
    #expect(first.secret == hosted.invitation.secret.text)
    say(.invite(.init(round: hosted.round)), bob.socket)
    #expect(
      heard(bob.socket) == [
        .invited(.init(round: hosted.round, code: first.code, secret: first.secret))
      ])
    let renewed = askInvitation(bob.token, "renew=1")
    #expect(renewed.status == 200 && renewed.secret != first.secret)
    say(.invite(.init(round: hosted.round, isNew: true)), bob.socket)
    guard case .invited(let last)? = heard(bob.socket).last else {
      Issue.record("nothing is answered")
      return
    }
    #expect(![first.secret, renewed.secret].contains(last.secret))
    #expect(askInvitation(bob.token).secret == last.secret)
    // No phone gives others what it got.
    #expect(askInvitation(jake.token).status == 403)
    #expect(askInvitation("forged").status == 401)
  }

  @Test func `makes a phone the organiser's where the organiser's log asks, and no other`() throws {
    let (bob, ann) = (try join("bob"), try join("ann"))
    let mike = try hosted.phone("Mike")
    let passing = #""kind": "organiser", "player": "Jake", "away": [], "organiserDevice": "ann""#
    try #require(mike.send(mike.change(1, passing)).causes == [])
    _ = [bob, ann].map { heard($0.socket) }
    let invite = LogMessage.invite(.init(round: hosted.round, isOrganisers: true))
    say(invite, bob.socket)
    #expect(
      heard(bob.socket) == [
        .notice(text: "only the organiser's device may ask for that; ask there, or on the host")
      ])
    say(invite, ann.socket)
    guard case .invited(let invited)? = heard(ann.socket).last, let token = invited.token else {
      Issue.record("nothing is answered")
      return
    }
    let answer = hosted.ask("POST", "/api/join", "{\"token\": \"\(token)\"}")
    #expect(answer.object["role"] as? String == "organiser")
  }

  @Test func `invites to no round that is finished`() throws {
    let bob = try join("bob")
    try hosted.store.deleteRound(
      hosted.round,
      .init(id: "d", reportedBy: "Mike", deviceName: "x", at: "2026-05-01T11:00:00.000Z"))
    hosted.host.woken()
    _ = heard(bob.socket)
    #expect(askInvitation(bob.token).status == 403)
    say(.invite(.init(round: hosted.round)), bob.socket)
    guard case .notice? = heard(bob.socket).last else {
      Issue.record("it invites")
      return
    }
    #expect(hosted.closed[bob.socket] == nil)
  }

  @Test func `without a group lets no log in`() throws {
    let alone = try HostedRound()
    let request = WebRequest(
      path: "/live", host: "127.0.0.1:8080", authorization: "Invitation \(JoinSecret.new().text)")
    #expect(alone.host.refusal(ofUpgrade: request) == 401)
  }

  /// Messages with members that are missing, of other kinds, or cut anywhere.
  @Test(arguments: 0..<(ProcessInfo.processInfo.environment["HYZER_FUZZ"].flatMap { Int($0) } ?? 4))
  func `that is abused by a member lives, and loses nothing of the others`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (bob, ann) = (try join("bob"), try join("ann"))
    say(lines(line(1), line(2)), bob.socket)
    let before = try hosted.store.loggedEvents(of: hosted.round)
    let values = [
      "null", "-1", "9007199254740993", "\"\"", "\"round\"", "\"bob\"", "{}", "[]", "[null]",
      "{\"sequence\":1,\"device\":\"\"}", "{\"sequence\":-9007199254740993,\"device\":\"this\"}",
      "[\"ffffffffffffffff\",\"0\"]", "\"8\"", "true",
      "[{\"round\":\"\(hosted.round)\",\"lines\":[\(line(4).json)],\"info\":\"{}\"}]",
      "[{\"round\":\"\(hosted.round)\",\"lines\":[\"{\",\(line(5).json)]},{\"round\":\"x\",\"lines\":[]}]",
      line(1, strokes: 9).json, line(7).json, "[\(line(3).json)]",
      "[\(line(1, of: "ann").json),\"{\"]",
    ]
    for _ in 0..<40 {
      let members = [
        "round", "device", "after", "through", "rounds", "digests", "eachRound", "place", "kind",
      ]
      .filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      .map { "\"\($0)\":\(values[Int.random(in: values.indices, using: &random)])" }
      let kind = LogMessage.ofDevices.sorted()[Int.random(in: 0..<4, using: &random)]
      let text = "{\"kind\":\"\(kind)\"" + members.map { ",\($0)" }.joined() + "}"
      let end =
        Int.random(in: 0..<8, using: &random) == 0
        ? Int.random(in: 0..<text.count, using: &random) : text.count
      hosted.say(String(text.prefix(end)), ann.socket)
      hosted.host.takeBrought()
    }
    #expect(hosted.closed[bob.socket] == nil)
    // Who leaves numbers out does no more than have the audit say so.
    let faults = try hosted.store.audit().faults.filter { !$0.contains("lacks events of device") }
    #expect(faults == [])
    let after = try hosted.store.loggedEvents(of: hosted.round)
    #expect(before.allSatisfy(after.contains))
    _ = heard(bob.socket)
    say(lines(line(20, of: "carl")), bob.socket)
    #expect(heard(bob.socket).contains(.taken(refused: [])))
  }
}
