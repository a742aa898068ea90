import Golf
import Language
import Testing

@testable import Scorekeeping

/// Every state with every event.
struct TransitionTests {
  /// Under each event, the states before it and what comes of it.
  ///
  /// That is the state after it, `&` what waits behind that, `|` what is to be done; `same` is
  /// neither a change nor an effect.
  static let table = """
    listening requested
      idle failed dismissed → listening
      listening speaking partial unsaved committed → same
      confirming → confirming 7[Mike 3] held by speaking
      editing → confirming 7[Mike 3] held by editing+speaking
      reviewing → confirming 7[Mike 3] held by reviewing+speaking
      sending → listening & #1
    speech started 3
      idle failed dismissed → listening
      listening speaking partial unsaved committed → same
      confirming → confirming 7[Mike 3] held by speaking
      editing → confirming 7[Mike 3] held by editing+speaking
      reviewing → confirming 7[Mike 3] held by reviewing+speaking
      sending → listening & #1
    speech ended 2
      idle confirming editing reviewing partial failed sending unsaved committed dismissed → same
      listening → idle
      speaking → confirming 7[Mike 3] until 12.5
    heard jake four
      idle listening failed committed dismissed → confirming 7[Jake 4] until 12.5
      confirming speaking → confirming 7[Mike 3, Jake 4] until 12.5
      editing → confirming 7[Mike 3, Jake 4] held by editing
      reviewing → confirming 7[Mike 3, Jake 4] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", Jake 4]
      sending unsaved → confirming 7[Jake 4] until 12.5 & #1
    heard mike five
      idle listening confirming speaking failed dismissed → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 5, ? 4 of Al/Bo "sam"]
      sending unsaved → confirming 7[Mike 5] until 12.5 & #1
      committed → confirming 7[Mike 5←3] until 14.0
    heard sam four
      idle listening failed committed dismissed → partial 7[? 4 of Al/Bo "sam"]
      confirming editing reviewing speaking → partial 7[Mike 3, ? 4 of Al/Bo "sam"]
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam"]
      sending unsaved → partial 7[? 4 of Al/Bo "sam"] & #1
    heard rubbish
      idle listening failed committed dismissed → failed "rubbish"
      confirming editing reviewing partial → same
      speaking → confirming 7[Mike 3] until 12.5
      sending unsaved → failed "rubbish" & #1
    typed jake four
      idle listening failed committed dismissed → confirming 7[Jake 4!] until 12.5
      confirming speaking → confirming 7[Mike 3, Jake 4!] until 12.5
      editing → confirming 7[Mike 3, Jake 4!] held by editing
      reviewing → confirming 7[Mike 3, Jake 4!] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", Jake 4!]
      sending unsaved → confirming 7[Jake 4!] until 12.5 & #1
    reply yes
      idle partial failed sending unsaved committed dismissed → same
      listening → idle
      confirming editing reviewing → idle & #1 | commit #1 7[Mike 3]
      speaking → listening & #1 | commit #1 7[Mike 3]
    reply no
      idle failed sending unsaved committed dismissed → same
      listening → idle
      confirming editing reviewing speaking partial → dismissed
    reply undo
      idle failed sending unsaved dismissed → same
      listening → idle
      confirming editing reviewing speaking partial → dismissed
      committed → idle | undo #1
    reply mike five
      idle failed sending unsaved dismissed → same
      listening → idle
      confirming speaking → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 5, ? 4 of Al/Bo "sam"]
      committed → confirming 7[Mike 5←3] until 14.0
    reply make it five
      idle failed sending unsaved committed dismissed → same
      listening → idle
      confirming speaking → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", + missingPlayer "reply 2"]
    timer early
      idle listening confirming editing reviewing speaking partial → same
      failed sending unsaved committed dismissed → same
    timer due
      idle listening editing reviewing speaking partial → same
      failed sending unsaved committed dismissed → same
      confirming → idle & #1 | commit #1 7[Mike 3]
    editing began
      idle listening editing partial failed sending unsaved committed dismissed → same
      confirming → confirming 7[Mike 3] held by editing
      reviewing → confirming 7[Mike 3] held by editing+reviewing
      speaking → confirming 7[Mike 3] held by editing+speaking
    editing ended
      idle listening confirming reviewing speaking partial → same
      failed sending unsaved committed dismissed → same
      editing → confirming 7[Mike 3] until 12.5
    review began
      idle listening reviewing partial failed sending unsaved committed dismissed → same
      confirming → confirming 7[Mike 3] held by reviewing
      editing → confirming 7[Mike 3] held by editing+reviewing
      speaking → confirming 7[Mike 3] held by reviewing+speaking
    review ended
      idle listening confirming editing speaking partial → same
      failed sending unsaved committed dismissed → same
      reviewing → confirming 7[Mike 3] until 12.5
    al for row 2
      idle listening confirming editing reviewing speaking → same
      failed sending unsaved committed dismissed → same
      partial → confirming 7[Mike 3, Al 4! of Al/Bo] until 12.5
    five for row 1
      idle listening failed sending unsaved committed dismissed → same
      confirming → confirming 7[Mike 5!] until 12.5
      editing → confirming 7[Mike 5!] held by editing
      reviewing → confirming 7[Mike 5!] held by reviewing
      speaking → confirming 7[Mike 5!] held by speaking
      partial → partial 7[Mike 5!, ? 4 of Al/Bo "sam"]
    row 1 removed
      idle listening failed sending unsaved committed dismissed → same
      confirming editing reviewing speaking → dismissed
      partial → partial 7[? 4 of Al/Bo "sam"]
    accepted
      idle listening partial failed sending unsaved committed dismissed → same
      confirming editing reviewing → idle & #1 | commit #1 7[Mike 3]
      speaking → listening & #1 | commit #1 7[Mike 3]
    cancelled
      idle sending → same
      listening failed committed dismissed → idle
      confirming editing reviewing speaking partial unsaved → dismissed
    retried
      idle listening confirming editing reviewing speaking partial sending committed dismissed → same
      failed → listening | listen
      unsaved → idle & #1 | commit #1 7[Mike 3]
    undone
      idle listening failed sending dismissed → same
      confirming editing reviewing speaking partial unsaved → dismissed
      committed → idle | undo #1
    saved 1
      idle listening confirming editing reviewing speaking partial → same
      failed unsaved committed dismissed → same
      sending → committed 7[Mike 3]
    save 1 failed
      idle listening confirming editing reviewing speaking partial → same
      failed unsaved committed dismissed → same
      sending → unsaved 7[Mike 3] "read only"
    moved to 8
      idle listening confirming editing reviewing speaking partial → same
      failed sending unsaved committed dismissed → same
    mike has six
      idle listening failed sending unsaved committed dismissed → same
      confirming → confirming 7[Mike 3←6] until 14.0
      editing → confirming 7[Mike 3←6] held by editing
      reviewing → confirming 7[Mike 3←6] held by reviewing
      speaking → confirming 7[Mike 3←6] held by speaking
      partial → partial 7[Mike 3←6, ? 4 of Al/Bo "sam"]
    toast over
      idle listening confirming editing reviewing speaking partial sending unsaved → same
      failed committed dismissed → idle
    """

  /// The states, each reached in a session of its own by these events, in seconds.
  static func sessions() throws -> [(name: String, session: Session)] {
    let success = (10.0, try Sample.heard(1, "mike three"))
    let earlier = (5.0, try Sample.heard(1, "mike three"))
    let timer = (6.5, Session.Event.timerFired)
    let paths: [(String, [(Double, Session.Event)])] = [
      ("idle", []),
      ("listening", [(10, .speechStarted(utterance: 2))]),
      ("confirming", [success]),
      ("editing", [success, (10.5, .asked(.edit(true)))]),
      ("reviewing", [success, (10.5, .asked(.review(true)))]),
      ("speaking", [success, (10.5, .speechStarted(utterance: 2))]),
      ("partial", [(10, try Sample.heard(1, "mike three sam four"))]),
      ("failed", [(10, try Sample.heard(1, "mumble"))]),
      ("sending", [earlier, timer]),
      ("unsaved", [earlier, timer, (7, .saveFailed(commit: 1, reason: "disk full"))]),
      ("committed", [earlier, timer, (7, .saved(commit: 1))]),
      ("dismissed", [success, (10.5, .asked(.cancel))]),
    ]
    return try paths.map { name, path in
      var session = Session(at: try Sample.hole())
      for (time, event) in path { _ = session.handle(event, at: .seconds(time)) }
      return (name, session)
    }
  }

  /// The events, each at 11 seconds but for the timer that is due.
  static func events() throws -> [(name: String, event: Session.Event, time: Double)] {
    let five = try Sample.strokes(5)
    let (mike, al) = (Sample.mike, Sample.al)
    let (change, guess) = (Reply.change(mike, five), Reply.change(nil, five))
    let events: [(String, Session.Event, Double)] = [
      ("listening requested", .asked(.talk), 11),
      ("speech started 3", .speechStarted(utterance: 3), 11),
      ("speech ended 2", .speechEnded(utterance: 2), 11),
      ("heard jake four", try Sample.heard(2, "jake four"), 11),
      ("heard mike five", try Sample.heard(2, "mike five"), 11),
      ("heard sam four", try Sample.heard(2, "sam four"), 11),
      ("heard rubbish", try Sample.heard(2, "rubbish"), 11),
      ("typed jake four", try Sample.heard(2, "jake four", input: .typed), 11),
      ("reply yes", Sample.replied(.accept, 2), 11),
      ("reply no", Sample.replied(.dismiss, 2), 11),
      ("reply undo", Sample.replied(.undo, 2), 11),
      ("reply mike five", Sample.replied(change, 2), 11),
      ("reply make it five", Sample.replied(guess, 2), 11),
      ("timer early", .timerFired, 11),
      ("timer due", .timerFired, 11.5),
      ("editing began", .asked(.edit(true)), 11),
      ("editing ended", .asked(.edit(false)), 11),
      ("review began", .asked(.review(true)), 11),
      ("review ended", .asked(.review(false)), 11),
      ("al for row 2", .asked(.setPlayer(row: 2, al)), 11),
      ("five for row 1", .asked(.setStrokes(row: 1, five)), 11),
      ("row 1 removed", .asked(.removeRow(1)), 11),
      ("accepted", .asked(.accept), 11),
      ("cancelled", .asked(.cancel), 11),
      ("retried", .asked(.retry), 11),
      ("undone", .asked(.undo), 11),
      ("saved 1", .saved(commit: 1), 11),
      ("save 1 failed", .saveFailed(commit: 1, reason: "read only"), 11),
      ("moved to 8", .moved(try Sample.hole(8)), 11),
      ("mike has six", .moved(try Sample.hole(scores: [mike: 6])), 11),
      ("toast over", .toastOver, 11),
    ]
    return events.map { (name: $0.0, event: $0.1, time: $0.2) }
  }

  @Test func `every state with every event is in the table, and does what it says`() throws {
    var rest = try Self.expectations()
    let sessions = try Self.sessions()
    for (name, event, time) in try Self.events() {
      for (state, before) in sessions {
        var session = before
        let effects = session.handle(event, at: .seconds(time))
        let isSame = session.state == before.state && describe(session) == describe(before)
        let outcome = [isSame ? "same" : describe(session)] + effects.map { describe($0) }
        let expected = rest.removeValue(forKey: Pair(event: name, state: state))
        #expect(
          expected == outcome.joined(separator: " | "), "\(name), where the state is \(state)")
      }
    }
    #expect(rest.isEmpty)
  }

  @Test func `every kind of state and of event is among those tried`() throws {
    #expect(Set(try Self.sessions().map { Self.kind($0.session.state) }) == Set(0..<8))
    #expect(
      Set(try Self.events().map { Self.kind($0.event) })
        == Set((1..<10).map { [$0] } + Self.actions))
  }

  /// What a person can ask for here; the round itself does the others.
  private static let actions = (0..<10).map { [0, $0] }

  private static func kind(_ state: Session.State) -> Int {
    switch state {
    case .idle: 0
    case .listening: 1
    case .confirming: 2
    case .partial: 3
    case .failed: 4
    case .unsaved: 5
    case .committed: 6
    case .dismissed: 7
    }
  }

  private static func kind(_ event: Session.Event) -> [Int] {
    switch event {
    case .asked(let action): [0, kind(action)]
    case .speechStarted: [1]
    case .speechEnded: [2]
    case .heard: [3]
    case .replied: [4]
    case .timerFired: [5]
    case .saved: [6]
    case .saveFailed: [7]
    case .moved: [8]
    case .toastOver: [9]
    }
  }

  private static func kind(_ action: RoundAction) -> Int {
    switch action {
    case .talk: 0
    case .accept: 1
    case .cancel: 2
    case .retry: 3
    case .undo: 4
    case .edit: 5
    case .review: 6
    case .setPlayer: 7
    case .setStrokes: 8
    case .removeRow: 9
    case .propose, .enter, .go, .quit: 10
    }
  }

  struct Pair: Hashable {
    let event, state: String
  }

  /// Reads the table; a pair that stands in it twice is an error.
  static func expectations() throws -> [Pair: String] {
    var expectations: [Pair: String] = [:]
    var event = ""
    for line in table.split(separator: "\n") {
      guard line.hasPrefix(" ") else {
        event = String(line)
        continue
      }
      let arrow = try #require(line.firstRange(of: " → "), "\(line)")
      for state in line[..<arrow.lowerBound].split(separator: " ") {
        let old = expectations.updateValue(
          String(line[arrow.upperBound...]), forKey: Pair(event: event, state: String(state)))
        #expect(old == nil, "\(event), where the state is \(state), stands twice in the table")
      }
    }
    return expectations
  }
}
