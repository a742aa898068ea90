import Golf
import Language
import Testing

@testable import Scorekeeping

/// What a cancel, a dismissal and an undo leave behind.
struct CancellingTests {
  @Test func `what was begun before a cancel saves and shows nothing`() throws {
    let late: [Session.Event] = [
      try Sample.heard(2, "mike three"), try Sample.heard(2, "sam four"),
      try Sample.heard(2, "rubbish"), .speechStarted(utterance: 2), .speechEnded(utterance: 2),
      Sample.replied(.change(Sample.mike, try Sample.strokes(3)), 2),
    ]
    for event in late {
      var line = try Timeline()
      line.at(0, .speechStarted(utterance: 2), "listening")
      line.at(1, .asked(.cancel), "idle")
      line.at(2, event, "same")
      line.at(3, try Sample.heard(1, "jake four"), "same")
      line.at(4, .timerFired, "same")
      line.at(5, try Sample.heard(3, "bo four"), "confirming 7[Bo 4] until 6.5")
    }
  }

  @Test func `a no forgets what was begun before it as well`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(0.5, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
    line.at(1, Sample.replied(.dismiss, 3), "dismissed")
    line.at(2, try Sample.heard(2, "jake four"), "same")
    line.at(2, try Sample.heard(3, "no"), "same")
  }

  @Test func `speech that no longer counts holds no later window`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .asked(.cancel), "idle")
    line.at(
      2, try Sample.heard(2, "jake four", input: .typed),
      "confirming 7[Jake 4!] until 3.5")
    line.at(3, .speechEnded(utterance: 1), "same")
  }

  @Test func `the late end of speech does not close the microphone that is open now`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .asked(.cancel), "idle")
    line.at(2, .asked(.talk), "listening")
    line.at(3, .speechEnded(utterance: 1), "same")
    #expect(line.session.isListening)
    line.at(4, .speechEnded(utterance: 2), "idle")
    #expect(!line.session.isListening)
  }

  @Test func `a cancel expects no more speech`() throws {
    var line = try Timeline()
    line.at(0, .asked(.talk), "listening")
    line.at(1, .asked(.cancel), "idle")
    #expect(!line.session.isListening)
  }

  @Test func `a removed row does not make its utterance's successor unheard`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(0.5, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
    line.at(1, .asked(.removeRow(1)), "dismissed")
    line.at(2, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 3.5")
  }

  @Test func `an undo takes back the last commit, once`() throws {
    for undo in [Session.Event.asked(.undo), Sample.replied(.undo, 2)] {
      var line = try Timeline()
      line.at(0, .asked(.undo), "same")
      line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
      line.at(1.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
      line.at(1.6, .asked(.undo), "same")
      line.at(1.7, .saved(commit: 1), "committed 7[Mike 3]")
      line.at(2, undo, "idle | undo #1")
      line.at(3, .asked(.undo), "same")
    }
  }

  @Test func `an undo is there long after the commit`() throws {
    let later: [([Session.Event], Session.State)] = [
      ([.toastOver], .idle),
      ([.toastOver, .speechStarted(utterance: 2)], .listening),
      ([.toastOver, try Sample.heard(2, "rubbish")], .idle),
      ([try Sample.heard(2, "jake four"), .asked(.cancel)], .idle),
    ]
    for (events, state) in later {
      var session = Session(at: try Sample.hole())
      for event in [try Sample.heard(1, "mike three"), .asked(.accept), .saved(commit: 1)] + events
      {
        _ = session.handle(event, at: .zero)
      }
      #expect(session.handle(.asked(.undo), at: .zero) == [.undo(commit: 1, transcript: nil)])
      #expect(session.state == state)
    }
  }

  @Test func `an undo puts back what the commit replaced`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "sarah five"), "confirming 7[Sarah 5←4] until 3.0")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Sarah 5←4]")
    line.at(2, .saved(commit: 1), "committed 7[Sarah 5←4]")
    line.at(3, try Sample.heard(2, "sarah six"), "confirming 7[Sarah 6←5] until 6.0")
    line.at(4, .asked(.undo), "dismissed")
    line.at(5, .asked(.undo), "idle | undo #1")
    line.at(6, try Sample.heard(3, "sarah six"), "confirming 7[Sarah 6←4] until 9.0")
  }
}
