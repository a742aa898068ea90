import Golf
import Language
import Testing

@testable import Scorekeeping

/// When scores save themselves.
struct WindowTests {
  @Test func `a success saves itself when its window closes`() throws {
    var line = try Timeline()
    line.at(0.0, .speechStarted(utterance: 1), "listening")
    line.at(2.0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 3.5")
    line.at(3.4, .timerFired, "same")
    line.at(3.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
    line.at(3.6, .timerFired, "same")
    line.at(3.7, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(8.0, .toastOver, "idle")
  }

  @Test func `a timer that fires late saves as well`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(9, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
  }

  @Test func `a commit holds all of the draft`() throws {
    var session = Session(at: try Sample.hole())
    _ = session.handle(try Sample.heard(1, "sarah five", clarity: [0.9, 0.8]), at: .zero)
    let effects = session.handle(.timerFired, at: .seconds(3))
    var draft = Draft(hole: 7)
    draft.rows = [
      Draft.Row(
        id: 1, player: Sample.sarah, strokes: try Sample.strokes(5), candidates: [],
        confidence: 0.8, isDoubtful: false, replaces: try Sample.strokes(4), words: "",
        utterance: 1, input: .voice)
    ]
    draft.transcripts = [1: "sarah five"]
    draft.rowsMade = 1
    #expect(effects == [.commit(draft, number: 1)])
    #expect(session.state == .idle)
    #expect(session.pending == [Session.Pending(draft: draft, number: 1)])
  }

  @Test func `whatever changes the draft starts its window in full`() throws {
    let five = try Sample.strokes(5)
    let changes: [(Session.Event, String)] = [
      (.asked(.setStrokes(row: 2, five)), "7[Mike 3, Jake 5!]"),
      (.asked(.setPlayer(row: 2, Sample.bo)), "7[Mike 3, Bo 4!]"),
      (.asked(.removeRow(1)), "7[Jake 4]"),
      (try Sample.heard(2, "jake five"), "7[Mike 3, Jake 5]"),
      (try Sample.heard(2, "bo five"), "7[Mike 3, Jake 4, Bo 5]"),
      (try Sample.heard(2, "jake four"), "7[Mike 3, Jake 4]"),
      (Sample.replied(.change(Sample.jake, five), 2), "7[Mike 3, Jake 5]"),
    ]
    for (event, draft) in changes {
      var line = try Timeline()
      line.at(
        0, try Sample.heard(1, "mike three jake four"),
        "confirming 7[Mike 3, Jake 4] until 1.5")
      line.at(1, event, "confirming \(draft) until 2.5")
      line.at(1.5, .timerFired, "same")
      line.at(2.5, .timerFired, "idle & #1 | commit #1 \(draft)")
    }
  }

  @Test func `a draft that went away leaves nothing for its timer`() throws {
    for event in [Session.Event.asked(.cancel), .asked(.undo), .asked(.removeRow(1))] {
      var line = try Timeline()
      line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
      line.at(1, event, "dismissed")
      line.at(1.5, .timerFired, "same")
      line.at(2, .toastOver, "idle")
      line.at(3, .timerFired, "same")
    }
  }

  @Test func `what holds the window keeps it open, and the last to go starts it in full`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.edit(true)), "confirming 7[Mike 3] held by editing")
    line.at(1.2, .asked(.review(true)), "confirming 7[Mike 3] held by editing+reviewing")
    line.at(1.5, .timerFired, "same")
    line.at(
      2, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by editing+reviewing+speaking")
    line.at(5, .asked(.edit(false)), "confirming 7[Mike 3] held by reviewing+speaking")
    line.at(6, .speechEnded(utterance: 2), "confirming 7[Mike 3] held by reviewing")
    line.at(9, .timerFired, "same")
    line.at(10, .asked(.review(false)), "confirming 7[Mike 3] until 11.5")
    line.at(11.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
  }

  @Test func `speech within the window may be a no`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1.4, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
    line.at(1.5, .timerFired, "same")
    line.at(2, Sample.replied(.dismiss, 2), "dismissed")
  }

  @Test func `noise within the window holds it, and changes nothing`() throws {
    for noise in [Session.Event.speechEnded(utterance: 2), try Sample.heard(2, "rubbish")] {
      var line = try Timeline()
      line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
      line.at(1, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
      line.at(2, noise, "confirming 7[Mike 3] until 3.5")
    }
  }

  @Test func `the window waits for every utterance that is under way`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .speechStarted(utterance: 2), "same")
    line.at(2, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] held by speaking")
    line.at(3, .speechStarted(utterance: 3), "same")
    line.at(4, .speechEnded(utterance: 2), "same")
    line.at(5, .speechEnded(utterance: 3), "confirming 7[Mike 3] until 6.5")
  }

  @Test func `listening goes on until every utterance is worked out`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .speechStarted(utterance: 2), "same")
    line.at(2, .speechEnded(utterance: 1), "same")
    line.at(3, .speechEnded(utterance: 2), "idle")
  }

  @Test func `an open microphone holds the window before there is speech`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.talk), "confirming 7[Mike 3] held by speaking")
    line.at(2, .speechStarted(utterance: 2), "same")
    line.at(3, .speechEnded(utterance: 2), "confirming 7[Mike 3] until 4.5")
    line.at(4, .asked(.talk), "confirming 7[Mike 3] held by speaking")
    line.at(5, .speechEnded(utterance: 3), "confirming 7[Mike 3] until 6.5")
  }

  @Test func `a reviewer who is there already holds the window from the start`() throws {
    var line = try Timeline()
    line.at(0, .asked(.review(true)), "same")
    line.at(1, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] held by reviewing")
    line.at(2, .asked(.review(false)), "confirming 7[Mike 3] until 3.5")
  }

  @Test func `editing ends with its draft`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.edit(true)), "confirming 7[Mike 3] held by editing")
    line.at(2, .asked(.cancel), "dismissed")
    line.at(3, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 4.5")
  }

  @Test func `a draft that becomes whole while a row is edited is held`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "sam four"), "partial 7[? 4 of Al/Bo \"sam\"]")
    line.at(1, .asked(.edit(true)), "same")
    line.at(
      2, .asked(.setPlayer(row: 1, Sample.al)), "confirming 7[Al 4! of Al/Bo] held by editing")
    line.at(3, .asked(.edit(false)), "confirming 7[Al 4! of Al/Bo] until 4.5")
  }

  @Test func `a yes saves at once, whatever holds the window`() throws {
    for yes in [Session.Event.asked(.accept), Sample.replied(.accept, 2)] {
      var line = try Timeline()
      line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
      line.at(1, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
      line.at(2, yes, "listening & #1 | commit #1 7[Mike 3]")
    }
  }

  @Test func `a yes counts only for what was shown when it began`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .speechStarted(utterance: 2), "same")
    line.at(2, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] held by speaking")
    line.at(3, Sample.replied(.accept, 2), "confirming 7[Mike 3] until 4.5")
    line.at(4, .speechStarted(utterance: 3), "confirming 7[Mike 3] held by speaking")
    line.at(
      4.2, .asked(.setStrokes(row: 1, try Sample.strokes(4))),
      "confirming 7[Mike 4!] held by speaking")
    line.at(4.4, Sample.replied(.accept, 3), "confirming 7[Mike 4!] until 5.9")
    line.at(5, Sample.replied(.accept, 4), "idle & #1 | commit #1 7[Mike 4!]")
  }

  @Test func `a length of three seconds can be set`() throws {
    var line = try Timeline(settings: Session.Settings(window: .seconds(3)))
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 3.0")
    line.at(
      1, .asked(.setStrokes(row: 1, try Sample.strokes(1))), "confirming 7[Mike 1!] until 7.0"
    )
  }

  struct LengthCase: Sendable, CustomTestStringConvertible {
    let par: Int
    let text: String
    let clarity: [Double]
    let seconds: Double

    init(_ text: String, par: Int = 3, clarity: [Double] = [], _ seconds: Double) {
      self.par = par
      self.text = text
      self.clarity = clarity
      self.seconds = seconds
    }

    var testDescription: String { "\(text) at par \(par)" }
  }

  @Test(arguments: [
    LengthCase("mike three", 1.5), LengthCase("mike two", 1.5), LengthCase("mike seven", 1.5),
    LengthCase("mike one", 4), LengthCase("mike ace", 4), LengthCase("mike eight", 4),
    LengthCase("mike ten", 4), LengthCase("mike three jake one", 4),
    LengthCase("mike six", par: 2, 1.5), LengthCase("mike seven", par: 2, 4),
    LengthCase("mike three", par: 5, 1.5), LengthCase("mike two", par: 5, 4),
    LengthCase("mike seven", par: 5, 1.5), LengthCase("mike eight", par: 5, 4),
    // Sarah has a 4.
    LengthCase("sarah four", 1.5), LengthCase("sarah five", 4),
    LengthCase("mike three", clarity: [1, 0.7], 1.5),
    LengthCase("mike three", clarity: [0.69, 1], 4),
  ])
  func `the window is long where a second look is worth it`(_ test: LengthCase) throws {
    let settings = Session.Settings(cautiousWindow: .seconds(4), sureFrom: 0.7)
    let line = try Timeline(par: test.par, settings: settings)
    var session = line.session
    let heard = try Sample.heard(1, test.text, clarity: test.clarity)
    _ = session.handle(heard, at: .zero)
    guard case .confirming(_, let window) = session.state else {
      Issue.record("\(describe(session)) has no window")
      return
    }
    #expect(
      window
        == Session.Window(
          length: .seconds(test.seconds), closes: .seconds(test.seconds), holds: []))
  }
}
