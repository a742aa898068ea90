import Golf
import Testing

@Suite struct `Identifiers` {
  @Test func `a commit numbers its events`() {
    let commit: CommitID = "c7"
    #expect(commit.event(1) == "c7.1")
    #expect(commit.event(12).commit == commit)
  }

  @Test(
    arguments: [
      ("c7.1", "c7"), ("2026.05.1", "2026.05"), ("c7", "c7"), ("c7.", "c7."), ("c7.x", "c7.x"),
      (".1", ".1"), ("", ""), ("a.1b", "a.1b"), ("é.3", "é"),
    ] as [(EventID, CommitID)])
  func `an event's commit is what stands before its number`(event: EventID, commit: CommitID) {
    #expect(event.commit == commit)
  }
}
