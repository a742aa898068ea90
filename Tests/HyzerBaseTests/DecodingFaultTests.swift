import Foundation
import HyzerBase
import Testing

@Suite struct `Reasons of what cannot be decoded` {
  private struct Value: Decodable {
    struct Inner: Decodable { let par: Int, names: [String], isDeep: Bool }

    let holes: [Inner]
  }

  @Test(arguments: [
    ("{}", "\"holes\" is missing"),
    ("{\"holes\": {}}", "expected a list at holes"),
    ("{\"holes\": [1]}", "expected an object at holes[0]"),
    ("{\"holes\": [{}]}", "\"par\" is missing at holes[0]"),
    ("{\"holes\": [{\"par\": \"3\"}]}", "expected a whole number at holes[0].par"),
    ("{\"holes\": [{\"par\": 3, \"names\": [null]}]}", "expected a string at holes[0].names[0]"),
    (
      "{\"holes\": [{\"par\": 3, \"names\": [], \"isDeep\": 1}]}",
      "expected true or false at holes[0].isDeep"
    ),
  ])
  func `name the place and what is expected there`(json: String, reason: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }
    #expect(decodingFault(try #require(error), in: Data(json.utf8)) == reason)
  }

  @Test func `a fault of syntax says on which line it is`() throws {
    let data = Data("{\n\"holes\": [}\n".utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Value.self, from: data)
    }
    let reason = decodingFault(try #require(error), in: data)
    #expect(reason.hasPrefix("not valid JSON: ") && reason.hasSuffix("(line 2)"), "\(reason)")
  }
}
