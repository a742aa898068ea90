import Foundation
import ScoreLog
import Scorekeeping
import TestSupport
import Testing

@testable import PhonePage

@Suite struct TalkDraftTests {
  private static func read(_ json: String) throws -> TalkDraft {
    try JSONDecoder().decode(TalkDraft.self, from: Data(json.utf8))
  }

  private static func row(_ members: String) -> String {
    #"{"result":"partial","hole":7,"rows":[{\#(members)}]}"#
  }

  @Test func `a draft is written with every member`() throws {
    let draft = TalkDraft(
      result: .partial, hole: 7, holes: [6, 7],
      rows: [
        TalkDraft.Row(
          player: "Mike", result: holeResult(3), confidence: 0.5, replaces: holeResult(4)),
        TalkDraft.Row(
          player: nil, result: .noScore, confidence: 0, isDoubtful: true, candidates: ["Al", "Bo"],
          words: "sam", replaces: .noScore, input: .typed),
        TalkDraft.Row(player: nil, result: nil),
      ], remarks: ["what?"], transcript: "mike three", window: 1.5,
      rules: TalkDraft.Rules(.init(sureFrom: 0.98), par: 4))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let written = try encoder.encode(draft)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"hole":7,"holes":[6,7],"remarks":["what?"],"result":"partial","rows":["#
        + #"{"candidates":[],"confidence":0.5,"input":"voice","isDoubtful":false,"noScore":false,"#
        + #""player":"Mike","replaces":4,"strokes":3,"words":""},"#
        + #"{"candidates":["Al","Bo"],"confidence":0,"input":"typed","isDoubtful":true,"#
        + #""noScore":true,"player":null,"replaces":"none","strokes":null,"words":"sam"},"#
        + #"{"candidates":[],"confidence":1,"input":"voice","isDoubtful":false,"noScore":false,"#
        + #""player":null,"replaces":null,"strokes":null,"words":""}],"#
        + #""rules":{"longWindow":3,"sureFrom":0.98,"unusual":[1,8,9,10],"window":1.5},"#
        + #""transcript":"mike three","window":1.5}"#)
    // What a phone says of the time is not taken.
    var shown = draft
    (shown.window, shown.rules) = (nil, nil)
    #expect(try JSONDecoder().decode(TalkDraft.self, from: written) == shown)
  }

  @Test func `a phone cannot say when scores save themselves`() throws {
    let forged = #"{"result":"success","hole":7,"rows":[],"window":"soon","rules":{"sureFrom":0}}"#
    #expect(try Self.read(forged) == TalkDraft(result: .success, hole: 7))
  }

  @Test func `a window that is open for a person is null`() throws {
    let written = try JSONEncoder().encode(TalkDraft(result: .failed, hole: 1))
    #expect(String(decoding: written, as: UTF8.self).contains(#""window":null"#))
  }

  @Test func `of what a phone leaves out nothing is known, and what is unknown is passed over`()
    throws
  {
    #expect(
      try Self.read(Self.row(#""player":"Mike","strokes":3,"colour":"red""#))
        == TalkDraft(
          result: .partial, hole: 7, rows: [TalkDraft.Row(player: "Mike", result: holeResult(3))]))
  }

  @Test(arguments: [
    #""strokes":0"#, #""strokes":11"#, #""strokes":3.5"#, #""strokes":"3""#,
    #""strokes":3,"noScore":true"#, #""confidence":1.5"#, #""confidence":-1"#,
    #""replaces":11"#, #""replaces":"all""#, #""input":"thought""#, #""candidates":[1]"#,
    #""player":7"#,
  ])
  func `what no draft can hold is refused`(members: String) {
    #expect(throws: DecodingError.self) { try Self.read(Self.row(members)) }
  }

  @Test(arguments: [
    "{}", "[]", #"{"result":"great","hole":7,"rows":[]}"#, #"{"result":"partial","rows":[]}"#,
    #"{"result":"partial","hole":7}"#,
  ])
  func `what is no draft is refused`(json: String) {
    #expect(throws: DecodingError.self) { try Self.read(json) }
  }
}
