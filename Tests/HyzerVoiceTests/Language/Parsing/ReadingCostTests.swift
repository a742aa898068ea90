import TestSupport
import Testing

@testable import HyzerVoice

/// A sentence for every decision that a cost makes: what is meant, and what is asked about.
@Suite struct ReadingCostTests {
  struct Decision: Sendable, CustomTestStringConvertible {
    let text: String
    /// The scores of a success, or nil where a person is asked.
    let scores: String?
    let reason: String

    init(_ text: String, _ scores: String?, _ reason: String) {
      self.text = text
      self.scores = scores
      self.reason = reason
    }

    var testDescription: String { "\(text): \(reason)" }
  }

  static let decisions: [Decision] = [
    .init("Mike and Jake for a three", "Mike 3, Jake 3", "no other reading is complete"),
    .init("Mike and Jake for three", nil, "a list with a homophone comes too near a rare form"),
    .init("Mike and Jake for par", "Mike 3, Jake 3", "numbers and golf words are hardly one list"),
    .init("Mike and Jake to par", nil, "a homophone is the only reading"),
    .init("Mike for three", nil, "who is for three still putts"),
    .init("Mike for par, Jake for bogey", "Mike 3, Jake 4", "two of them have holed out"),
    .init("Mike had three and Jake too", "Mike 3, Jake 3", "a usual form before a homophone"),
    .init("Jake birdie, Mike too", nil, "the same score and two come too near"),
    .init("birdie for Mike, Jake and Sarah par", nil, "the list may go on behind its \"and\""),
    .init(
      "birdie for Mike and Jake, Sarah par", "Mike 2, Jake 2, Sarah 3", "its \"and\" ends the list"),
    .init("birdie for Mike and Jake and Sarah par", nil, "a second \"and\" without a pause"),
    .init(
      "birdie for Mike and Jake, and Sarah par", "Mike 2, Jake 2, Sarah 3",
      "the pause ends the list"),
    .init("birdie for Mike, Sarah par", "Mike 2, Sarah 3", "one name is no list"),
    .init("Mike double bogey", "Mike 5", "the whole phrase, not \"Mike double\" and \"bogey\""),
    .init(
      "Mike triple bogey, Jake also", "Mike 6, Jake 6",
      "the phrase before a score-first \"bogey Jake\""),
    .init("Sara three", "Sarah 3", "a name spelled otherwise, before an unexplained word"),
    .init("Mick three", nil, "a name that only comes near, before an unexplained word"),
    .init("Bob three", nil, "nobody's name, before an unexplained word"),
    .init("Mike uh three", "Mike 3", "a filler inside a form"),
    .init("everyone par but Mike and Jake bogey", nil, "a doubtful form that is complete"),
    .init("Mike three Jake", nil, "an unexplained word"),
    .init("maybe Mike three", nil, "an everyday word is no name"),
  ]

  @Test(arguments: decisions)
  func `costs decide between readings`(_ decision: Decision) throws {
    let round = try makeRound(["Mike", "Jake", "Sarah"])
    let result = makeParser(round).parse(decision.text)
    let scores = result.scores.map { "\(round.roster[$0.player].name) \($0.strokes.count)" }
    let saved = result.status == .success ? scores.joined(separator: ", ") : nil
    #expect(saved == decision.scores, "\(decision.reason)")
  }
}
