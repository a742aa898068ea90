import Foundation
import ScoreLog
import Testing

private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws
  -> Value
{
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

@Suite struct `Round files` {
  @Test(arguments: [
    ("\"Jake\"", Player(name: "Jake")), ("{\"name\": \"Jake\"}", Player(name: "Jake")),
    (
      "{\"name\": \"Siobhan\", \"aliases\": [\"Shiv\"], \"pronunciations\": [\"SH AH V AO N\"]}",
      Player(name: "Siobhan", aliases: ["Shiv"], pronunciations: ["SH AH V AO N"])
    ),
  ])
  func `a player is a string or an object`(json: String, player: Player) throws {
    #expect(try decode(json) == player)
    let written = try JSONEncoder().encode(player)
    #expect(try JSONDecoder().decode(Player.self, from: written) == player)
  }

  @Test(arguments: ["{}", "3", "{\"name\": 3}", "{\"name\": \"A\", \"aliases\": \"B\"}"])
  func `anything else is no player`(json: String) {
    #expect(throws: DecodingError.self) { try decode(json, as: Player.self) }
  }

  @Test func `par is 3 and hole and course are unknown where not given`() throws {
    let round = try decode("{\"players\": [\"Jake\"]}", as: Round.self)
    #expect(round == (try Round(roster: Roster([Player(name: "Jake")]))))
    #expect(round.par == 3)
    #expect(round.hole == nil)
    #expect(round.course == nil)
  }

  @Test func `every key is read`() throws {
    let round = try decode(
      "{\"course\": \"Cedar\", \"hole\": 36, \"par\": 6, \"players\": [\"Jake\"]}", as: Round.self)
    #expect(
      round
        == (try Round(course: "Cedar", hole: 36, par: 6, roster: Roster([Player(name: "Jake")]))))
  }

  @Test(arguments: [0, -1, 37])
  func `a hole out of range is refused`(hole: Int) {
    #expect(throws: RoundError.holeOutOfRange(hole)) {
      try decode("{\"hole\": \(hole), \"players\": [\"Jake\"]}", as: Round.self)
    }
    #expect(
      RoundError.holeOutOfRange(hole).description
        == "\"hole\" is \(hole); give a number from 1 to 36")
  }

  @Test(arguments: [1, 7, 9])
  func `a par out of range is refused`(par: Int) {
    #expect(throws: RoundError.parOutOfRange(par)) {
      try decode("{\"par\": \(par), \"players\": [\"Jake\"]}", as: Round.self)
    }
    #expect(
      RoundError.parOutOfRange(par).description == "\"par\" is \(par); give a number from 2 to 6")
  }

  @Test func `a roster's error comes through`() {
    #expect(throws: RosterError.empty) { try decode("{\"players\": []}", as: Round.self) }
  }
}

@Suite struct `Strokes and their range` {
  @Test(arguments: [Int.min, -1, 0, 11, Int.max])
  func `other counts are no score`(count: Int) {
    #expect(Strokes(count) == nil)
    #expect(throws: DecodingError.self) { try decode("\(count)", as: Strokes.self) }
  }

  @Test(arguments: 1...10)
  func `1 to 10 are scores and a bare number in JSON`(count: Int) throws {
    let strokes = try #require(Strokes(count))
    #expect(strokes.count == count)
    #expect(try decode("\(count)") == strokes)
    #expect(String(decoding: try JSONEncoder().encode(strokes), as: UTF8.self) == "\(count)")
  }

  @Test func `fewer strokes come first`() throws {
    #expect(try #require(Strokes(2)) < #require(Strokes(3)))
  }
}
