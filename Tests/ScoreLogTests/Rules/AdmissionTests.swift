import Testing

@testable import ScoreLog

@Suite struct AdmissionTests {
  /// Rounds by name: who plays, a guest with a star, and who organises.
  private static let rounds: [String: (players: [String], organiser: String)] = [
    "a": (["Mike", "Jake", "Ann*"], "Mike"),
    "of Jake": (["Mike", "Jake", "Ann*"], "Jake"), "without Mike": (["Jake"], "Mike"),
    "of guests": (["Mike*", "Ann"], "Mike"), "of nobody": (["Mike", "Jake", "Ann*"], ""),
  ]

  private static func record(_ id: RoundID, isDeleted: Bool) throws -> RoundRecord {
    let round = try #require(rounds[id.rawValue])
    let gone = RoundChange(
      .init(id: "gone", reportedBy: "Mike", deviceName: "", at: "2026-05-01T10:00:00.000Z"),
      position: LogPosition(clock: 1, device: "host", number: 1), round: id, kind: .delete,
      scoreCount: 0)
    return try RoundRecord(
      id: id, course: "Home", pars: [3, 3, 3],
      entrants: round.players.map {
        .init(Player(name: $0.replacing("*", with: "")), isGuest: $0.hasSuffix("*"))
      },
      organiser: round.organiser, createdAt: "2026-05-01T09:00:00.000Z",
      changes: isDeleted ? [gone] : [])
  }

  @Test(
    arguments: [
      // Who joined a round plays, organises or watches it.
      ("Jake", ["a"], [], "a", .player), (nil, ["a"], [], "a", .watcher),
      ("Ann*", ["a"], [], "a", .player), ("Mike", ["a"], [], "a", .player),
      ("Mike", ["a"], ["a"], "a", .organiser), ("Jake", ["a"], ["a"], "a", .player),
      // Rounds that a registered player plays or organises are seen without an invitation.
      ("mike", ["a"], [], "of Jake", .player), ("Mike", ["a"], ["a"], "of Jake", .player),
      ("Mike", ["a"], [], "without Mike", .player),
      ("Mike", ["a"], ["a"], "without Mike", .organiser),
      ("Zoe", ["a"], [], "of Jake", nil), (nil, ["a"], [], "of Jake", nil),
      // A guest's name opens no other round, and no other is opened by one.
      ("Ann*", ["a"], [], "of guests", nil), ("Mike", ["a"], ["a"], "of guests", nil),
      ("Mike*", ["a", "of guests"], ["of guests"], "of guests", .organiser),
      ("Mike*", ["a", "of guests"], ["of guests"], "a", .player),
      ("Mike*", ["of guests"], ["of guests"], "a", nil),
      // Nobody organises a round of which nobody knows who made it.
      ("Mike", ["of nobody"], ["of nobody"], "of nobody", .player),
      ("", ["of nobody"], ["of nobody"], "of nobody", .player),
    ] as [(String?, Set<RoundID>, Set<RoundID>, RoundID, Role?)])
  func `a token has a role in the rounds that it joined, and in its registered player's`(
    player: String?, joined: Set<RoundID>, organised: Set<RoundID>, round: RoundID, role: Role?
  ) throws {
    let admission = Admission(
      token: "t", device: "d", player: player?.replacing("*", with: ""),
      isGuest: player?.hasSuffix("*") == true, joined: joined, organised: organised,
      organisedDevices: organised.isEmpty ? [] : [nil], at: "2026-05-01T09:00:00.000Z")
    // One that is deleted keeps its roles, so that phones learn of it, but is not listed.
    for isDeleted in [false, true] {
      let record = try Self.record(round, isDeleted: isDeleted)
      #expect(admission.role(in: record) == role)
      #expect(admission.lists(record) == (role != nil && !isDeleted))
    }
  }

  @Test(
    arguments: [("laptop", .organiser), ("phone", .player), (nil, .player)] as [(String?, Role)])
  func `a role that was taken holds where the round was made on the same device`(
    device: String?, role: Role
  ) throws {
    let mike = Admission(
      token: "t", device: "d", player: "Mike", isGuest: false, joined: ["taken"],
      organised: ["taken"], organisedDevices: ["laptop"], at: "")
    let record = try RoundRecord(
      id: "other", course: "Home", pars: [3], entrants: [.init(Player(name: "Mike"))],
      organiser: "Mike", organiserDevice: device.map { DeviceID($0) }, createdAt: "")
    #expect(mike.role(in: record) == role)
  }
}
