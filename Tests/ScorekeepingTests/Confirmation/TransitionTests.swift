import HyzerVoice
import Testing

@testable import Scorekeeping

/// Every state with every event.
struct TransitionTests {
  /// Under each event, the states before it in which it does something, and what comes of it.
  ///
  /// That is the state after it, `&` what waits behind that, `|` what is to be done. In all other states
  /// nothing comes of it.
  static let table = """
    talk
      idle failed dismissed → listening
      confirming → confirming 7[Mike 3] held by speaking
      editing → confirming 7[Mike 3] held by editing+speaking
      reviewing → confirming 7[Mike 3] held by reviewing+speaking
      sending → listening & #1
    speech 3
      idle failed dismissed → listening
      confirming → confirming 7[Mike 3] held by speaking
      editing → confirming 7[Mike 3] held by editing+speaking
      reviewing → confirming 7[Mike 3] held by reviewing+speaking
      sending → listening & #1
    silence 2
      listening → idle
      speaking → confirming 7[Mike 3] until 12.5
    heard 2 jake four
      idle listening failed committed dismissed → confirming 7[Jake 4] until 12.5
      confirming speaking → confirming 7[Mike 3, Jake 4] until 12.5
      editing → confirming 7[Mike 3, Jake 4] held by editing
      reviewing → confirming 7[Mike 3, Jake 4] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", Jake 4]
      sending unsaved → confirming 7[Jake 4] until 12.5 & #1
    heard 2 mike five
      idle listening confirming speaking failed dismissed → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 5, ? 4 of Al/Bo "sam"]
      sending unsaved → confirming 7[Mike 5] until 12.5 & #1
      committed → confirming 7[Mike 5←3] until 14.0
    heard 2 sam four
      idle listening failed committed dismissed → partial 7[? 4 of Al/Bo "sam"]
      confirming editing reviewing speaking → partial 7[Mike 3, ? 4 of Al/Bo "sam"]
      sending unsaved → partial 7[? 4 of Al/Bo "sam"] & #1
    heard 2 rubbish
      idle listening failed committed dismissed → failed "rubbish"
      confirming editing reviewing speaking → partial 7[Mike 3, + unexplained "rubbish"]
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", + unexplained "rubbish"]
      sending unsaved → failed "rubbish" & #1
    typed 2 jake four
      idle listening failed committed dismissed → confirming 7[Jake 4!] until 12.5
      confirming speaking → confirming 7[Mike 3, Jake 4!] until 12.5
      editing → confirming 7[Mike 3, Jake 4!] held by editing
      reviewing → confirming 7[Mike 3, Jake 4!] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", Jake 4!]
      sending unsaved → confirming 7[Jake 4!] until 12.5 & #1
    reply 2 yes
      listening → idle
      confirming editing reviewing speaking → idle & #1 | commit #1 7[Mike 3]
    reply 2 no
      listening → idle
      confirming editing reviewing speaking partial → dismissed
    reply 2 undo
      listening → idle
      confirming editing reviewing speaking partial → dismissed
      committed → idle | undo #1
    reply 2 Mike 5
      listening → idle
      confirming speaking → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 5, ? 4 of Al/Bo "sam"]
      committed → confirming 7[Mike 5←3] until 14.0
    reply 2 5
      listening → idle
      confirming speaking → confirming 7[Mike 5] until 12.5
      editing → confirming 7[Mike 5] held by editing
      reviewing → confirming 7[Mike 5] held by reviewing
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam", + missingPlayer "reply 2"]
    timer
    timer at 11.5
      confirming → idle & #1 | commit #1 7[Mike 3]
    edit
      confirming → confirming 7[Mike 3] held by editing
      reviewing → confirming 7[Mike 3] held by editing+reviewing
      speaking → confirming 7[Mike 3] held by editing+speaking
    edit no more
      editing → confirming 7[Mike 3] until 12.5
    review
      confirming → confirming 7[Mike 3] held by reviewing
      editing → confirming 7[Mike 3] held by editing+reviewing
      speaking → confirming 7[Mike 3] held by reviewing+speaking
    review no more
      reviewing → confirming 7[Mike 3] until 12.5
    row 2 is Al
      partial → confirming 7[Mike 3, Al 4! of Al/Bo] until 12.5
    row 1 is 5
      confirming → confirming 7[Mike 5!] until 12.5
      editing → confirming 7[Mike 5!] held by editing
      reviewing → confirming 7[Mike 5!] held by reviewing
      speaking → confirming 7[Mike 5!] held by speaking
      partial → partial 7[Mike 5!, ? 4 of Al/Bo "sam"]
    row 1 out
      confirming editing reviewing speaking → dismissed
      partial → partial 7[? 4 of Al/Bo "sam"]
    accept
      confirming editing reviewing → idle & #1 | commit #1 7[Mike 3]
      speaking → listening & #1 | commit #1 7[Mike 3]
    cancel
      listening failed committed dismissed → idle
      confirming editing reviewing speaking partial unsaved → dismissed
    retry
      failed → listening | listen
      unsaved → idle & #1 | commit #1 7[Mike 3]
    undo
      confirming editing reviewing speaking partial unsaved → dismissed
      committed → idle | undo #1
    saved 1
      sending → committed 7[Mike 3]
    refused 1 read only
      sending → unsaved 7[Mike 3] "read only"
    hole 8
    hole 7 Mike 6
      confirming editing reviewing speaking → partial 7[Mike 3?~1.0←6]
      partial → partial 7[Mike 3?~1.0←6, ? 4 of Al/Bo "sam"]
    show part
      confirming → confirming 7[Mike 3] held by unseen
      editing → confirming 7[Mike 3] held by editing+unseen
      reviewing → confirming 7[Mike 3] held by reviewing+unseen
      speaking → confirming 7[Mike 3] held by speaking+unseen
    leftover 6
      idle listening failed committed dismissed → partial 6[Jake 2?~1.0!]
      confirming → confirming 7[Mike 3] until 11.5 & 6[Jake 2?~1.0!]
      editing → confirming 7[Mike 3] held by editing & 6[Jake 2?~1.0!]
      reviewing → confirming 7[Mike 3] held by reviewing & 6[Jake 2?~1.0!]
      speaking → confirming 7[Mike 3] held by speaking & 6[Jake 2?~1.0!]
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam"] & 6[Jake 2?~1.0!]
      sending unsaved → partial 6[Jake 2?~1.0!] & #1
    outdated 1
      sending → partial 7[Mike 3?~1.0←5]
    pick 7 Sarah 5
      idle failed dismissed → idle & #1 | commit #1 7[Sarah 5←4]
      committed → idle & #2 | commit #2 7[Sarah 5←4]
      listening → listening & #1 | commit #1 7[Sarah 5←4]
      confirming → confirming 7[Mike 3] until 11.5 & #1 | commit #1 7[Sarah 5←4]
      editing → confirming 7[Mike 3] held by editing & #1 | commit #1 7[Sarah 5←4]
      reviewing → confirming 7[Mike 3] held by reviewing & #1 | commit #1 7[Sarah 5←4]
      speaking → confirming 7[Mike 3] held by speaking & #1 | commit #1 7[Sarah 5←4]
      partial → partial 7[Mike 3, ? 4 of Al/Bo "sam"] & #1 | commit #1 7[Sarah 5←4]
      sending → idle & #1 & #2
      unsaved → idle & #1 & #2 | commit #1 7[Mike 3]
    resumed
      confirming → confirming 7[Mike 3] until 12.5
    overtaken
    next round
      failed committed dismissed → idle
    placed 6
    toast over
      failed committed dismissed → idle
    """

  /// The states, each reached in a session of its own by these events, in seconds.
  static let paths = """
    idle
    listening: 10 speech 2
    confirming: 10 heard 1 mike three
    editing: 10 heard 1 mike three; 10.5 edit
    reviewing: 10 heard 1 mike three; 10.5 review
    speaking: 10 heard 1 mike three; 10.5 speech 2
    partial: 10 heard 1 mike three sam four
    failed: 10 heard 1 mumble
    sending: 5 heard 1 mike three; 6.5 timer
    unsaved: 5 heard 1 mike three; 6.5 timer; 7 refused 1 disk full
    committed: 5 heard 1 mike three; 6.5 timer; 7 saved 1
    dismissed: 10 heard 1 mike three; 10.5 cancel
    """

  static func sessions() throws -> [(name: String, session: Session)] {
    try paths.split(separator: "\n").map { line in
      let parts = line.split(separator: ": ")
      var session = Session(at: try Sample.hole())
      for step in parts.dropFirst().joined().split(separator: "; ") {
        let time = step.prefix { $0 != " " }
        let event = try Sample.event(String(step.dropFirst(time.count + 1)))
        _ = session.handle(event, at: .seconds(try #require(Double(time))))
      }
      return (String(parts[0]), session)
    }
  }

  /// The events, each at 11 seconds but for the timer that is due.
  static func events() throws -> [(name: String, event: Session.Event, time: Double)] {
    try table.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { name in
      (String(name), try Sample.event(String(name)), name.hasSuffix(" at 11.5") ? 11.5 : 11)
    }
  }

  @Test func `every state with every event does what the table says`() throws {
    var rest = try Self.expectations()
    let sessions = try Self.sessions()
    for (name, event, time) in try Self.events() {
      for (state, before) in sessions {
        var session = before
        let outcome = play(event, at: time, in: &session)
        let pair = "\(name), where the state is \(state)"
        #expect(rest.removeValue(forKey: pair) ?? "same" == outcome, "\(pair)")
      }
    }
    #expect(rest.isEmpty)
  }

  @Test func `answers are listened for where something can be answered`() throws {
    let asking: Set = ["confirming", "editing", "reviewing", "speaking", "partial", "committed"]
    for (name, session) in try Self.sessions() {
      #expect(session.listensForReplies == asking.contains(name), "\(name)")
    }
  }

  @Test func `every kind of state and of event is among those tried`() throws {
    let states = try Self.sessions().map { describe($0.session.state).prefix { $0.isLetter } }
    #expect(
      Set(states) == [
        "idle", "listening", "confirming", "partial", "failed", "unsaved", "committed", "dismissed",
      ])
    #expect(
      Set(try Self.events().map { Self.kind($0.event) })
        == Set((1..<17).map { [$0] } + Self.actions))
  }

  /// What a person can ask for here; the round itself does the others.
  private static let actions = (0..<11).map { [0, $0] }

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
    case .leftover: [10]
    case .outdated: [11]
    case .resumed: [12]
    case .picked: [13]
    case .overtaken: [14]
    case .placed: [15]
    case .nextRound: [16]
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
    case .setResult: 8
    case .removeRow: 9
    case .show: 10
    case .setHole, .redo, .propose, .resolve, .enter, .stay, .go, .finish, .quit: 11
    }
  }

  /// Reads the table; a pair that stands in it twice is an error.
  static func expectations() throws -> [String: String] {
    var expectations: [String: String] = [:]
    var event = ""
    for line in table.split(separator: "\n") {
      guard line.hasPrefix(" ") else {
        event = String(line)
        continue
      }
      let arrow = try #require(line.firstRange(of: " → "), "\(line)")
      for state in line[..<arrow.lowerBound].split(separator: " ") {
        let pair = "\(event), where the state is \(state)"
        let old = expectations.updateValue(String(line[arrow.upperBound...]), forKey: pair)
        #expect(old == nil, "\(pair), stands twice in the table")
      }
    }
    return expectations
  }
}
