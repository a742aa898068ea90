import DiscGolf
import ScoreLog
import Testing

@Suite struct AdmissionTests {
  /// A round of Mike, who organises it unless another does, and of others; guests have a star.
  private static func record(
    _ id: RoundID, _ names: [String] = ["Mike", "Jake", "Ann*"], organiser: String = "Mike",
    isDeleted: Bool = false
  ) throws -> RoundRecord {
    try RoundRecord(
      id: id, course: "Home", pars: [3, 3, 3],
      entrants: names.map {
        RoundRecord.Entrant(
          Player(name: $0.replacing("*", with: "")), isGuest: $0.hasSuffix("*"))
      },
      organiser: organiser, createdAt: "2026-05-01T09:00:00.000Z",
      changes: isDeleted
        ? [
          RoundChange(
            .init(id: "gone", reportedBy: "Mike", deviceName: "", at: "2026-05-01T10:00:00.000Z"),
            position: LogPosition(clock: 1, device: "host", number: 1), round: id, kind: .delete,
            scoreCount: 0)
        ] : [])
  }

  private static func admission(
    _ player: String?, isGuest: Bool = false, joined: Set<RoundID> = ["a"],
    organised: Set<RoundID> = []
  ) -> Admission {
    Admission(
      token: "t", device: "d", player: player, isGuest: isGuest, joined: joined,
      organised: organised, at: "2026-05-01T09:00:00.000Z")
  }

  @Test func `who joined a round plays, organises or watches it`() throws {
    let record = try Self.record("a")
    #expect(Self.admission("Jake").role(in: record) == .player)
    #expect(Self.admission("Ann", isGuest: true).role(in: record) == .player)
    #expect(Self.admission(nil).role(in: record) == .watcher)
    #expect(Self.admission("Mike", organised: ["a"]).role(in: record) == .organiser)
    #expect(Self.admission("Mike").role(in: record) == .player)
    #expect(Self.admission("Jake", organised: ["a"]).role(in: record) == .player)
  }

  @Test func `rounds that a registered player plays or organises are seen without an invitation`()
    throws
  {
    let other = try Self.record("b", organiser: "Jake")
    #expect(Self.admission("mike").role(in: other) == .player)
    #expect(Self.admission("Mike", organised: ["a"]).role(in: other) == .player)
    let organised = try Self.record("b", ["Jake"])
    #expect(Self.admission("Mike").role(in: organised) == .player)
    #expect(Self.admission("Mike", organised: ["a"]).role(in: organised) == .organiser)
    #expect(Self.admission("Zoe").role(in: other) == nil)
    #expect(Self.admission(nil).role(in: other) == nil)
  }

  @Test func `a guest's name opens no other round, and no other is opened by one`() throws {
    let other = try Self.record("b", ["Mike*", "Ann"], organiser: "Mike")
    #expect(Self.admission("Ann", isGuest: true).role(in: other) == nil)
    #expect(Self.admission("Mike", organised: ["a"]).role(in: other) == nil)
    let mike = Self.admission("Mike", isGuest: true, joined: ["a", "b"], organised: ["b"])
    #expect(mike.role(in: other) == .organiser)
    #expect(mike.role(in: try Self.record("a")) == .player)
    #expect(mike.role(in: try Self.record("c")) == nil)
  }

  @Test func `a round that is deleted keeps its roles, so that phones learn of it`() throws {
    let record = try Self.record("a", isDeleted: true)
    #expect(Self.admission("Mike", organised: ["a"]).role(in: record) == .organiser)
    #expect(Self.admission("Jake").role(in: record) == .player)
  }

  @Test func `nobody organises a round of which nobody knows who made it`() throws {
    let record = try Self.record("a", organiser: "")
    #expect(Self.admission("Mike", organised: ["a"]).role(in: record) == .player)
    #expect(Self.admission("", organised: ["a"]).role(in: record) == .player)
  }
}
