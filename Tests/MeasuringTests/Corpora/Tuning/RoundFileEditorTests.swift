import DiscGolf
import Foundation
import Testing

@testable import Measuring

@Suite struct `Editing a round file` {
  private static let players = [
    Player(name: "Jo \"Ace\", Jr."), Player(name: "Zoé", aliases: ["Z"], pronunciations: ["Z OW"]),
  ]

  @Test(arguments: [
    (
      #"{"players":["Jo \"Ace\", Jr.",{"name":"Zoé","aliases":["Z"],"pronunciations":["Z OW"]}],"par":3}"#,
      #"{"players":[{"name": "Jo \"Ace\", Jr.", "aliases": ["J\\o"]},{"name":"Zoé","aliases":["Z", "Zed"],"pronunciations":["Z OW", "Z UW"]}],"par":3}"#
    ),
    // Spread out, with other keys in between.
    (
      """
      { "x" : { "players" : [ "]" ] } , "players" : [
          { "name" : "Jo \\u0022Ace\\u0022, Jr." , "hand":"left" } ,
          { "pronunciations" : [ "Z OW" ] , "aliases" : [ "Z" ] ,
            "name" : "Zo\\u00e9" , "n" : -1.50e+2 }
        ] , "y" : [ true , null ] }

      """,
      """
      { "x" : { "players" : [ "]" ] } , "players" : [
          { "name" : "Jo \\u0022Ace\\u0022, Jr." , "hand":"left", "aliases": ["J\\\\o"] } ,
          { "pronunciations" : ["Z OW", "Z UW"] , "aliases" : ["Z", "Zed"] ,
            "name" : "Zo\\u00e9" , "n" : -1.50e+2 }
        ] , "y" : [ true , null ] }

      """
    ),
  ])
  func `only the lists that differ are written anew`(before: String, after: String) throws {
    let new = [
      Player(name: Self.players[0].name, aliases: ["J\\o"]),
      Player(name: "Zoé", aliases: ["Z", "Zed"], pronunciations: ["Z OW", "Z UW"]),
    ]
    let text = Array(before.utf8)
    let edited = RoundFileEditor.edit(text, from: Self.players, to: new)
    #expect(String(decoding: edited, as: UTF8.self) == after)
    #expect(try JSONDecoder().decode(Round.self, from: Data(edited)).roster.players == new)
    #expect(RoundFileEditor.edit(text, from: Self.players, to: Self.players) == text)
  }
}
