import DiscGolf
import Foundation
import HyzerBase
import Testing

@testable import ScoreLog

@Suite final class `What a log gives others and takes of them`: RoundFile {
  private let group: GroupID = "g"

  private func start(_ id: RoundID) throws {
    try store.startRound(id, at: "2026-05-01T09:30:00.000Z")
  }

  private func event(
    _ id: EventID, _ device: DeviceID, _ number: Int, clock: Int? = nil
  ) -> LoggedEvent {
    LoggedEvent(
      .score(makeEvent(id, "Mike", 1, 5, place: clock ?? number, by: device, number: number)))
  }

  private func stretches(
    after place: Int = 0, except known: [Range<Int>] = []
  ) throws -> [LogStretch] {
    var (found, place) = ([LogStretch](), place)
    repeat {
      found.append(try store.stretch(after: place, except: known, of: group))
      place = found[found.count - 1].end
    } while found.last.map { $0.end < $0.last } == true
    return found
  }

  @Test func `goes out in the order in which it came, a round with its start`() throws {
    try store.makeRound("idle")
    try start("r")
    try store.commit(makeCommit("a", 1, [(0, 3)]))
    try store.makeRound("s")
    try store.passRound("s", to: store.round("s").entrants[0].player.name, makeStamp("pass"))
    try store.commit(makeCommit("b", 2, [(0, 3)]))
    try start("s")
    let all = try stretches()
    #expect(all.count == 1 && all[0].end == 5 && all[0].tooLong == [])
    #expect(try store.lastSequence() == 5)
    #expect(all[0].rounds.map(\.round) == ["r", "s"])
    #expect(all[0].rounds.map(\.lines.count) == [2, 1])
    #expect(all[0].rounds.allSatisfy { $0.info != nil })
    // What came before a round started comes with its start, also where that is all that is new.
    let later = try stretches(after: 4)
    #expect(later[0].rounds.map(\.round) == ["s"] && later[0].rounds[0].lines.count == 1)
    #expect(try stretches(after: 3)[0].rounds.map(\.lines.count) == [1, 1])
    // Nor does anything go back to where it came from.
    #expect(try stretches(except: [1..<3, 5..<6])[0].rounds.map(\.lines.count) == [1])
    #expect(try stretches(after: 5) == [LogStretch(rounds: [], tooLong: [], end: 5, last: 5)])
  }

  @Test(arguments: ["", "plain", #"{"a":"b"}"#, #"\\"#, "a\"b\n\u{1}\u{1f}", "äöü☃"])
  func `counts what a line takes within a message`(line: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let count = try encoder.encode([line]).count
    // With the quotation marks, and a comma or bracket at each end; some controls have shorter forms.
    #expect(RoundLines.size(of: line) >= count)
    #expect(RoundLines.size(of: line) <= count + (line.contains("\n") ? 4 : 0))
  }

  @Test func `goes out in parts that each fit into a message`() throws {
    try start("r")
    let events = (1...450).map { event(EventID("far.\($0)"), "far", $0) }
    #expect(try store.merge([RoundBatch(round: store.round("r"), events: events)]) == [])
    let parts = try stretches()
    #expect(parts.count > 3)
    #expect(parts.flatMap { $0.rounds.flatMap(\.lines) } == events.map(\.line))
    for part in parts {
      let bytes = part.rounds.flatMap(\.lines).reduce(0) { $0 + RoundLines.size(of: $1) }
      #expect(bytes <= RoundLines.size)
    }
    // So does what somebody lacks.
    let held = HeldEvents(
      round: "r", digests: [EventsDigest(of: "far.7"), EventsDigest(of: "new")])
    var (lines, place, missing) = ([String](), 0 as Int?, [EventsDigest]())
    while let from = place {
      let part = try store.lines(lackedBy: held, after: from, of: group)
      lines += part.lines?.lines ?? []
      (place, missing) = (part.rest, part.missing)
    }
    #expect(lines == events.filter { $0.id != "far.7" }.map(\.line))
    #expect(missing == [EventsDigest(of: "new")])
    // And what is asked for by name.
    let named = try store.lines(of: "r", events.map { EventsDigest(of: $0.id) })
    #expect(named.count > 3 && named.flatMap(\.lines) == events.map(\.line))
    #expect(named.allSatisfy { $0.info != nil })
  }

  @Test func `says what it holds in parts, of which each is answered alone`() throws {
    let ids = (0..<10).map { EventsDigest(of: "e\($0)") }
    let parts = HeldEvents.parts(of: "r", ids, most: 4)
    #expect(parts.map(\.digests.count) == [4, 4, 2])
    for digest in ids + [EventsDigest(bits: 0), EventsDigest(bits: .max)] {
      #expect(parts.count { $0.speaks(of: digest) } == 1)
    }
    #expect(parts.flatMap(\.digests) == ids.sorted())
    #expect(parts.allSatisfy { part in part.digests.allSatisfy(part.speaks) })
    #expect(HeldEvents.parts(of: "r", []) == [HeldEvents(round: "r", digests: [])])
  }

  @Test func `two logs hold the same where their digests say so`() throws {
    try start("r")
    let empty = try store.digests(of: group)
    #expect(empty.rounds == ["r": EventsDigest()] && empty.total != EventsDigest())
    let events = (1...3).map { event(EventID("far.\($0)"), "far", $0) }
    try store.merge([RoundBatch(round: store.round("r"), events: events)])
    let full = try store.digests(of: group)
    #expect(full.total != empty.total)
    let otherFile = try LogFile(device: "other")
    let other = try otherFile.open()
    for event in events.reversed() + events {
      let lines = try RoundLines(
        round: "r", info: EventLine.info(of: store.round("r")), lines: [event.line])
      #expect(try other.merge([lines], of: group).flatMap(\.refused) == [])
    }
    #expect(try other.digests(of: group) == full)
    // A round is another group's or all groups'.
    try other.keep(
      HubRecord(address: "http://b:1", key: nil, token: "t", group: "b", groupName: "Others"))
    try other.note(
      hub: "http://b:1", seen: nil, sent: 4, refusing: 0, problem: nil,
      at: "2026-05-01T12:00:00.000Z")
    #expect(try other.digests(of: group).rounds == [:])
    #expect(try other.digests(of: "b") == full)
    #expect(try other.stretch(after: 0, except: [], of: group).rounds == [])
    let lines = RoundLines(round: "r", info: nil, lines: [event("far.4", "far", 4).line])
    let merged = try other.merge([lines], of: group)
    #expect(merged.map(\.added) == [5..<5])
    #expect(merged.flatMap(\.refused).map(\.cause) == [.otherRound])
    #expect(try other.audit().faults == [])
    try other.database.run("UPDATE rounds SET digest = 1")
    #expect(try other.audit().faults == [#"the digest of round "r" is not that of its events"#])
  }

  @Test func `what comes behind a gap is kept, and so is what fills it`() throws {
    try start("r")
    let events = (1...3).map { event(EventID("z.\($0)"), "far", $0) }
    func bring(_ events: LoggedEvent...) throws {
      let lines = RoundLines(round: "r", info: nil, lines: events.map(\.line))
      #expect(try store.merge([lines], of: group).flatMap(\.refused) == [])
    }
    try bring(events[0], events[2])
    #expect(try store.audit().faults == [#"round "r" lacks events of device "far": 2"#])
    try bring(events[1])
    #expect(try store.audit().faults == [])
  }

  @Test(.ofFiles) func `notes with what a host sends how far that goes, and that the host has it`()
    throws
  {
    try start("r")
    let hub = "http://hub:1"
    try store.keep(HubRecord(address: hub, key: nil, token: "t", group: "g", groupName: "Friends"))
    try store.note(
      hub: hub, seen: nil, sent: 1, refusing: 0, problem: nil, at: "2026-05-01T12:00:00.000Z")
    func bring(_ number: Int) throws {
      let line = event(EventID("z.\(number)"), "far", number).line
      let merged = try store.merge(
        [RoundLines(round: "r", info: nil, lines: [line])], of: group, from: hub,
        upTo: LogPlace(sequence: 10 + number, device: "host"))
      #expect(merged.count == 1 && merged[0].refused == [] && merged[0].added.count == 1)
    }
    try bring(1)
    #expect(try store.hub(hub)?.seen == LogPlace(sequence: 11, device: "host"))
    #expect(try store.hub(hub)?.sent == 2)
    try store.commit(makeCommit("a", 2, [(0, 3)]))
    try bring(2)
    #expect(try store.hub(hub)?.seen?.sequence == 12)
    // The score before it is still to be sent.
    #expect(try store.hub(hub)?.sent == 2)
    #expect(try store.backlog(after: 2, except: [], of: group).count == 2)
    #expect(try store.backlog(after: 2, except: [4..<5], of: group).count == 1)
  }
}
