import Evaluation
import Foundation
import Golf
import Testing

@testable import HyzerCLI

@Suite struct `Editing a round file` {
  private static let before = [
    Player(name: "Jo \"Ace\", Jr."), Player(name: "Zoé", aliases: ["Z"], pronunciations: ["Z OW"]),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let edited: String
  }

  @Test(arguments: [
    Case(
      testDescription: "one line",
      text:
        #"{"players":["Jo \"Ace\", Jr.",{"name":"Zoé","aliases":["Z"],"pronunciations":["Z OW"]}],"par":3}"#,
      edited:
        #"{"players":[{"name": "Jo \"Ace\", Jr.", "aliases": ["J\\o"]},{"name":"Zoé","aliases":["Z", "Zed"],"pronunciations":["Z OW", "Z UW"]}],"par":3}"#
    ),
    Case(
      testDescription: "spread out, other keys in between",
      text: """
        { "x" : { "players" : [ "]" ] } , "players" : [
            { "name" : "Jo \\u0022Ace\\u0022, Jr." , "hand":"left" } ,
            { "pronunciations" : [ "Z OW" ] , "aliases" : [ "Z" ] ,
              "name" : "Zo\\u00e9" , "n" : -1.50e+2 }
          ] , "y" : [ true , null ] }

        """,
      edited: """
        { "x" : { "players" : [ "]" ] } , "players" : [
            { "name" : "Jo \\u0022Ace\\u0022, Jr." , "hand":"left", "aliases": ["J\\\\o"] } ,
            { "pronunciations" : ["Z OW", "Z UW"] , "aliases" : ["Z", "Zed"] ,
              "name" : "Zo\\u00e9" , "n" : -1.50e+2 }
          ] , "y" : [ true , null ] }

        """),
  ])
  func `only the lists that differ are written anew`(_ row: Case) throws {
    let old = try Roster(Self.before)
    let new = try Roster([
      Player(name: Self.before[0].name, aliases: ["J\\o"]),
      Player(name: "Zoé", aliases: ["Z", "Zed"], pronunciations: ["Z OW", "Z UW"]),
    ])
    let edited = RoundFileEditor.edit(Array(row.text.utf8), from: old, to: new)
    #expect(String(decoding: edited, as: UTF8.self) == row.edited)
    #expect(
      try JSONFile.decode(Round.self, from: .init(edited), place: "test").roster == new)
    #expect(RoundFileEditor.edit(Array(row.text.utf8), from: old, to: old) == Array(row.text.utf8))
  }
}
