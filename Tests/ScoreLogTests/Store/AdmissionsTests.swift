import Foundation
import HyzerBase
import Testing

@testable import ScoreLog

private func token(_ number: Int) -> TokenHash {
  TokenHash(String(repeating: "0", count: 63) + "\(number)")
}

extension ScoreStore {
  @discardableResult
  fileprivate func admit(
    _ number: Int, _ player: String?, _ round: RoundID = "r", at: Int = 0
  ) throws(ScoreStoreError) -> Admission {
    try admit(
      tokenHash: token(number), device: DeviceID("phone\(number)"), player: player, round: round,
      at: "2026-05-01T09:0\(at):00.000Z")
  }
}

@Suite final class `Invitations and admissions`: RoundFile {
  private var generator = SeededGenerator(seed: 1)

  private func make() -> Invitation { Invitation(using: &generator) }

  @Test(.ofFiles) func `an invitation stays the same until it is renewed`() throws {
    let first = try store.invitation(for: "r") { self.make() }
    #expect(try store.invitation(for: "r") { self.make() } == first)
    #expect(try file.open().invitation(for: "r") { self.make() } == first)
    #expect(try store.invitedRound(code: first.code)?.id == "r")
    #expect(try store.invitedRound(secret: first.secret)?.id == "r")
    let second = try store.renewInvitation(for: "r") { self.make() }
    #expect(second != first)
    #expect(try store.invitation(for: "r") { self.make() } == second)
    #expect(try store.invitedRound(code: first.code) == nil)
    #expect(try store.invitedRound(secret: first.secret) == nil)
    #expect(try store.invitedRound(code: second.code)?.id == "r")
    #expect(try store.audit().isClean)
  }

  @Test func `an invitation never takes the place of another round's`() throws {
    try store.makeRound("s")
    let first = try store.invitation(for: "r") { self.make() }
    #expect(throws: ScoreStoreError.self) { try store.invitation(for: "s") { first } }
    #expect(try store.invitedRound(code: first.code)?.id == "r")
    #expect(try store.invitation(for: "s") { self.make() } != first)
  }

  @Test(.ofFiles, arguments: [(0o644, 0o600), (0o664, 0o660), (0o666, 0o666), (0o600, 0o600)])
  func `nobody reads a file that says how to join who may not write it`(
    before: Int, after: Int
  ) throws {
    let manager = FileManager.default
    let paths = ["", "-wal", "-shm"].map { file.path + $0 }
    for path in paths {
      try manager.setAttributes([.posixPermissions: before], ofItemAtPath: path)
    }
    _ = try store.invitation(for: "r") { self.make() }
    for path in paths {
      let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == after, "\(path)")
    }
  }

  @Test func `a round that takes no scores invites nobody, and does again later`() throws {
    let invitation = try store.invitation(for: "r") { self.make() }
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    try store.finishRound("r", at: "2026-05-01T10:00:00.000Z", early: true)
    #expect(try store.invitedRound(code: invitation.code) == nil)
    #expect(try store.invitedRound(secret: invitation.secret) == nil)
    expectRefusal(.roundFinished("r")) { try store.invitation(for: "r") { self.make() } }
    expectRefusal(.roundFinished("r")) { try store.renewInvitation(for: "r") { self.make() } }
    expectRefusal(.roundFinished("r")) { try store.admit(1, "Mike") }
    try store.reopenRound("r", makeStamp("open"))
    #expect(try store.invitedRound(code: invitation.code)?.id == "r")
    try store.deleteRound("r", makeStamp("gone"))
    #expect(try store.invitedRound(code: invitation.code) == nil)
    expectRefusal(.roundDeleted("r")) { try store.admit(1, nil) }
    expectRefusal(.unknownRound("x")) { try store.invitation(for: "x") { self.make() } }
  }

  @Test func `a token admits a player, a guest or a watcher`() throws {
    let jake = try store.admit(1, "jake")
    #expect(
      jake
        == Admission(
          token: token(1), device: "phone1", player: "Jake", isGuest: false, joined: ["r"],
          organised: [], at: "2026-05-01T09:00:00.000Z"))
    let ann = try store.admit(2, "Ann")
    #expect(ann.isGuest)
    let watcher = try store.admit(3, nil, at: 1)
    let record = try store.round("r")
    #expect([jake, ann, watcher].map { $0.role(in: record) } == [.player, .player, .watcher])
    #expect(try store.admission(tokenHash: token(1)) == jake)
    #expect(try store.admission(tokenHash: token(4)) == nil)
    // A watcher has no name.
    #expect(try store.devices().map(\.phone) == [nil, watcher, ann, jake])
    #expect(try store.devices().map(\.name) == ["", "", "Ann", "Jake"])
    expectRefusal(.unknownPlayer("Zoe", "r")) { try store.admit(4, "Zoe") }
    #expect(try store.admission(tokenHash: token(4)) == nil)
  }

  @Test
  func `the first device of the organiser's name has the role, until it is revoked or leaves`()
    throws
  {
    let record = try store.round("r")
    #expect(try store.admit(1, "Mike").role(in: record) == .organiser)
    #expect(try store.admit(2, "Mike").role(in: record) == .player)
    #expect(try store.admit(1, "Mike").role(in: record) == .organiser)
    try store.revoke("phone1")
    #expect(try store.admission(tokenHash: token(1)) == nil)
    expectRefusal(.deviceRevoked("phone1")) { try store.admit(1, "Mike") }
    // Nobody gets the role by somebody else's loss of it, but by joining.
    #expect(try store.admission(tokenHash: token(2))?.role(in: record) == .player)
    #expect(try store.admit(2, "Mike").role(in: record) == .organiser)
    try store.giveUp(tokenHash: token(2))
    #expect(try store.admission(tokenHash: token(2)) == nil)
    #expect(try store.admit(3, "Mike").role(in: record) == .organiser)
    let phones = try store.devices().dropFirst()
    #expect(phones.map(\.id) == ["phone1", "phone3"])
    #expect(phones.map(\.isRevoked) == [true, false])
    #expect(try store.audit().isClean)
  }

  @Test
  func `the organiser's role holds in all rounds of that player, and is taken in none of them`()
    throws
  {
    try store.makeRound("s", [.player("Mike"), .player("Jake")])
    try store.makeRound("t", [.player("Mike"), .player("Jake")], organiser: "Jake")
    let mike = try store.admit(1, "Mike")
    let roles = try ["r", "s", "t"].map { mike.role(in: try store.round($0)) }
    #expect(roles == [.organiser, .organiser, .player])
    // Another phone that takes the name by the code of another round.
    let other = try store.admit(2, "Mike", "s")
    let others = try ["r", "s", "t"].map { other.role(in: try store.round($0)) }
    #expect(others == [.player, .player, .player])
    let jake = try store.admit(3, "Jake", "s")
    #expect(jake.role(in: try store.round("t")) == .player)
    #expect(try store.admit(3, "Jake", "t").role(in: try store.round("t")) == .organiser)
  }

  @Test func `who organises without playing does so by a token that was issued, and by no name`()
    throws
  {
    try store.makeRound("s", [.player("Jake")], organiser: "Kim")
    let kim = try store.admit(1, "kim", "s")
    #expect(kim.player == "Kim")
    #expect(kim.isGuest)
    #expect(kim.role(in: try store.round("s")) == .player)
    let issued = TokenHash(String(repeating: "f", count: 64))
    try store.issueOrganiser(issued, round: "s", at: "")
    #expect(try store.admission(tokenHash: issued) == nil)
    let taken = try #require(
      try store.takeOrganiser(issued, with: kim.token, device: "other", at: ""))
    #expect((taken.0.device, taken.1) == (kim.device, "s"))
    #expect(taken.0.role(in: try store.round("s")) == .organiser)
    #expect(try store.takeOrganiser(issued, with: kim.token, device: "other", at: "") == nil)
    // Joining again keeps the role.
    #expect(try store.admit(1, "Kim", "s").role(in: try store.round("s")) == .organiser)
    try store.makeRound("t", [.player("Jake")], organiser: "Kim")
    #expect(kim.role(in: try store.round("t")) == nil)
    try store.addPlayer(Player(name: "Kim"))
    let registered = try store.admit(2, "Kim", "t")
    #expect(!registered.isGuest)
    #expect(registered.role(in: try store.round("t")) == .player)
  }

  @Test func `joining again keeps device and rounds, and another name organises nothing`() throws {
    try store.makeRound("s", [.player("Mike"), .player("Jake")])
    try store.admit(1, "Mike")
    let again = try store.admit(
      tokenHash: token(1), device: "another", player: "Mike", round: "s",
      at: "2026-05-01T09:05:00.000Z")
    #expect(again.device == "phone1")
    #expect(again.joined == ["r", "s"])
    #expect(again.organised == ["r", "s"])
    #expect(again.at == "2026-05-01T09:05:00.000Z")
    let jake = try store.admit(1, "Jake", "s")
    #expect(jake.joined == ["r", "s"])
    #expect(jake.organised == [])
    // So somebody else can take the role now, and it does not come back with the name.
    #expect(try store.admit(2, "Mike").organised == ["r"])
    #expect(try store.admit(1, "Mike", "s").role(in: try store.round("s")) == .player)
  }

  @Test func `a guest who organises a round is no registered player of that name`() throws {
    try store.makeRound("s", [.guest(Player(name: "Mike")), .player("Jake")])
    let guest = try store.admit(1, "Mike", "s")
    #expect(guest.role(in: try store.round("s")) == .organiser)
    #expect(guest.role(in: try store.round("r")) == nil)
    #expect(try store.admit(2, "Mike").role(in: try store.round("r")) == .organiser)
    // Nor becomes it one that organises by joining as one.
    let joined = try store.admit(1, "Mike")
    #expect(try ["r", "s"].map { joined.role(in: try store.round($0)) } == [.player, .player])
  }

  @Test func `a phone gets another device, but not from a revoked one`() throws {
    let mike = try store.admit(1, "Mike")
    let renewed = try #require(try store.renewDevice(tokenHash: token(1), "new"))
    #expect(renewed.device == "new")
    #expect(renewed.organised == mike.organised)
    #expect(try store.admission(tokenHash: token(1)) == renewed)
    try store.revoke("new")
    #expect(try store.renewDevice(tokenHash: token(1), "newer") == nil)
    #expect(try store.devices().compactMap(\.phone?.device) == ["new"])
    #expect(try store.renewDevice(tokenHash: token(2), "newer") == nil)
  }

  @Test func `a phone that has entered scores is one device`() throws {
    try store.startRound("r", at: "2026-05-01T09:30:00.000Z")
    let jake = try store.admit(1, "Jake")
    let event = LogEvent.score(makeEvent("e", "Jake", 1, 3, by: "phone1"))
    #expect(try store.merge([RoundBatch(round: store.round("r"), events: [event])]).isEmpty)
    let devices = try store.devices()
    #expect(devices.map(\.id) == ["this", "phone1"])
    #expect(devices.map(\.eventCount) == [0, 1])
    #expect(devices.map(\.phone) == [nil, jake])
    try store.revoke("phone1")
    #expect(try store.devices().map(\.isRevoked) == [false, true])
  }
}
