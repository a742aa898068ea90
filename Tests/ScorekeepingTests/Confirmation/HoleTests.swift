import Golf
import Language
import Testing

@testable import Scorekeeping

/// On which hole scores are saved.
struct HoleTests {
  @Test func `a draft is saved on its own hole, wherever the group has gone`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .moved(try Sample.hole(8)), "same")
    line.at(1.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
  }

  @Test func `an utterance belongs to the hole on which it was begun`() throws {
    var line = try Timeline()
    line.at(0, .speechStarted(utterance: 1), "listening")
    line.at(1, .moved(try Sample.hole(8)), "same")
    line.at(2, try Sample.heard(1, "sarah five"), "confirming 7[Sarah 5←4] until 5.0")
  }

  @Test func `what is said on another hole waits for its turn, with a window of its own`() throws {
    var line = try Timeline()
    line.at(
      0, try Sample.heard(1, "mike three sam four"), "partial 7[Mike 3, ? 4 of Al/Bo \"sam\"]")
    line.at(1, .moved(try Sample.hole(8)), "same")
    line.at(
      2, try Sample.heard(2, "jake four"),
      "partial 7[Mike 3, ? 4 of Al/Bo \"sam\"] & 8[Jake 4]")
    line.at(
      3, try Sample.heard(3, "mike two"),
      "partial 7[Mike 3, ? 4 of Al/Bo \"sam\"] & 8[Jake 4, Mike 2]")
    line.at(4, .moved(try Sample.hole(9)), "same")
    line.at(
      5, try Sample.heard(4, "bo one"),
      "partial 7[Mike 3, ? 4 of Al/Bo \"sam\"] & 8[Jake 4, Mike 2] & 9[Bo 1]")
    line.at(
      6, .asked(.setPlayer(row: 2, Sample.al)),
      "confirming 7[Mike 3, Al 4! of Al/Bo] until 7.5 & 8[Jake 4, Mike 2] & 9[Bo 1]")
    line.at(
      7.5, .timerFired,
      "confirming 8[Jake 4, Mike 2] until 9.0 & 9[Bo 1] & #1"
        + " | commit #1 7[Mike 3, Al 4! of Al/Bo]")
    line.at(8, .asked(.cancel), "confirming 9[Bo 1] until 11.0 & #1")
    line.at(9, .asked(.removeRow(1)), "dismissed & #1")
  }

  @Test func `a correction of a hole that is left already is asked about`() throws {
    let five = try #require(Strokes(5))
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
    line.at(1.6, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(1.6, .moved(try Sample.hole(8)), "same")
    line.at(
      2, Sample.replied(.change(Sample.mike, five), 2, confidence: 0.6),
      "partial 7[Mike 5?~0.6←3]")
  }

  @Test func `a correction of the current hole saves itself, as sure as it was heard`() throws {
    let five = try #require(Strokes(5))
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1.5, .timerFired, "idle & #1 | commit #1 7[Mike 3]")
    line.at(1.6, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(
      2, Sample.replied(.change(Sample.mike, five), 2, confidence: 0.6),
      "confirming 7[Mike 5~0.6←3] until 5.0")
  }

  @Test func `what is said on another hole releases the window that it held`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .moved(try Sample.hole(8)), "same")
    line.at(1, .speechStarted(utterance: 2), "confirming 7[Mike 3] held by speaking")
    line.at(
      2, try Sample.heard(2, "jake four"), "confirming 7[Mike 3] until 3.5 & 8[Jake 4]")
  }

  @Test func `a score that comes in from elsewhere starts the window in full`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .moved(try Sample.hole(scores: [Sample.jake: 5])), "same")
    line.at(
      1.2, .moved(try Sample.hole(scores: [Sample.mike: 5])),
      "confirming 7[Mike 3←5] until 4.2")
    line.at(1.5, .timerFired, "same")
  }

  @Test func `a commit is known on its hole before the log tells of it`() throws {
    var line = try Timeline()
    line.at(0, try Sample.heard(1, "mike three"), "confirming 7[Mike 3] until 1.5")
    line.at(1, .asked(.accept), "idle & #1 | commit #1 7[Mike 3]")
    line.at(2, .speechStarted(utterance: 2), "listening & #1")
    line.at(3, .moved(try Sample.hole(8)), "same")
    line.at(4, .saved(commit: 1), "committed 7[Mike 3]")
    line.at(5, try Sample.heard(2, "mike four"), "confirming 7[Mike 4←3] until 8.0")
  }
}
