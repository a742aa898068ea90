import Golf
import Language
import Testing

@testable import Scorekeeping

/// What the log has, and what it refused.
struct SavingTests {
  @Test func `a second try has the number of the first`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .saveFailed(commit: 1, reason: "disk full"), "unsaved 7[Mike 3] \"disk full\"")
    #expect(line.session.refusal == "disk full")
    line.at(3, .asked(.retry), "idle & #1 | commit #1 7[Mike 3]")
    #expect(line.session.refusal == nil)
    line.at(4, .asked(.retry), "same")
    line.at(5, .saveFailed(commit: 1, reason: "read only"), "unsaved 7[Mike 3] \"read only\"")
    line.at(6, .asked(.retry), "idle & #1 | commit #1 7[Mike 3]")
    line.at(7, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(8, .saved(commit: 1), "same")
    line.at(9, .asked(.retry), "same")
    #expect(line.session.pending == [])
  }

  @Test func `an answer to another commit changes nothing`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .saved(commit: 2), "same")
    line.at(3, .saveFailed(commit: 2, reason: "disk full"), "same")
    line.at(4, .saveFailed(commit: 1, reason: "disk full"), "unsaved 7[Mike 3] \"disk full\"")
    line.at(5, .saved(commit: 1), "same")
  }

  @Test func `what is said while a save is under way is shown at once, and saved after it`() throws
  {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 3.5 & #1")
    line.at(3.5, .timerFired, "idle & #1 & #2")
    line.at(4, try Sample.heard(3, "bo five"), "confirming 7[Bo 5] until 5.5 & #1 & #2")
    line.at(5.5, .timerFired, "idle & #1 & #2 & #3")
    #expect(line.session.pending.map(\.number) == [1, 2, 3])
    line.at(6, .saved(commit: 1), "idle & #2 & #3 | commit #2 7[Jake 4]")
    line.at(7, .saved(commit: 2), "idle & #3 | commit #3 7[Bo 5]")
    line.at(8, .saved(commit: 3), "committed 7[Bo 5]")
    line.at(9, .asked(.undo), "idle | undo #3")
  }

  @Test func `a draft that is shown learns what was saved behind it`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, try Sample.heard(2, "mike four"), "confirming 7[Mike 4] until 3.5 & #1")
    line.at(3, .saved(commit: 1), "confirming 7[Mike 4←3] until 6.0")
    line.at(3.5, .timerFired, "same")
  }

  @Test func `what was refused is tried again before the next commit, in order`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .saveFailed(commit: 1, reason: "locked"), "unsaved 7[Mike 3] \"locked\"")
    line.at(3, try Sample.heard(2, "mike four"), "confirming 7[Mike 4] until 4.5 & #1")
    line.at(4, .asked(.accept), "idle & #1 & #2 | commit #1 7[Mike 3]")
    line.at(5, .saveFailed(commit: 1, reason: "locked"), "unsaved 7[Mike 3] \"locked\"")
    #expect(line.session.pending.map(\.number) == [1, 2])
    line.at(6, .asked(.retry), "idle & #1 & #2 | commit #1 7[Mike 3]")
    line.at(7, .saved(commit: 1), "idle & #2 | commit #2 7[Mike 4]")
    line.at(8, .saved(commit: 2), "committed 7[Mike 4←3]")
  }

  @Test func `what was refused can be tried again while something else is shown`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .saveFailed(commit: 1, reason: "locked"), "unsaved 7[Mike 3] \"locked\"")
    line.at(3, try Sample.heard(2, "sam four"), "partial 7[? 4 of Al/Bo \"sam\"] & #1")
    line.at(4, .asked(.retry), "same | commit #1 7[Mike 3]")
    line.at(5, .saved(commit: 1), "partial 7[? 4 of Al/Bo \"sam\"]")
  }

  @Test func `a refusal shows itself when the shown draft is gone`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 3.5 & #1")
    line.at(3, .asked(.cancel), "dismissed & #1")
    line.at(4, .asked(.undo), "same")
    line.at(5, .saveFailed(commit: 1, reason: "locked"), "unsaved 7[Mike 3] \"locked\"")
    line.at(6, try Sample.heard(3, "rubbish"), "failed \"rubbish\" & #1")
    line.at(7, .toastOver, "unsaved 7[Mike 3] \"locked\"")
  }

  @Test func `giving up what was refused goes on with what waited for it`() throws {
    for event in [Session.Event.asked(.cancel), .asked(.undo)] {
      var line = try Timeline()
      line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
      line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
      line.at(2, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 3.5 & #1")
      line.at(3, .asked(.accept), "idle & #1 & #2")
      line.at(4, .saveFailed(commit: 1, reason: "locked"), "unsaved 7[Mike 3] \"locked\"")
      line.at(5, event, "idle & #2 | commit #2 7[Jake 4]")
      line.at(6, .saveFailed(commit: 2, reason: "locked"), "unsaved 7[Jake 4] \"locked\"")
      line.at(7, event, "dismissed")
      line.at(8, .toastOver, "idle")
    }
  }

  @Test func `an older commit is not taken back for one that is not saved`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(3, try Sample.heard(2, "jake four"), "confirming 7[Jake 4] until 4.5")
    line.at(4, .asked(.accept), "idle & #2 | commit #2 7[Jake 4]")
    line.at(5, .asked(.undo), "same")
    line.at(6, .saveFailed(commit: 2, reason: "locked"), "unsaved 7[Jake 4] \"locked\"")
    line.at(7, try Sample.heard(3, "rubbish"), "failed \"rubbish\" & #2")
    line.at(8, .asked(.undo), "same")
  }

  @Test func `speech while a save is under way does not hide its answer`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .speechStarted(utterance: 2), "listening & #1")
    line.at(3, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(4, .toastOver, "listening")
    line.at(5, .speechEnded(utterance: 2), "idle")
  }

  @Test func `answers are listened for where something can be answered`() throws {
    let asking: Set = ["confirming", "editing", "reviewing", "speaking", "partial", "committed"]
    for (name, session) in try TransitionTests.sessions() {
      #expect(session.listensForReplies == asking.contains(name), "\(name)")
    }
  }
}
