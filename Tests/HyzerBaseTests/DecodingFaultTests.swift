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

  @Test(arguments: [
    ("{\n\"holes\": [}\n", "\"}\" is not expected (line 2)"),
    ("[1,\n 2,,]", "\",\" is not expected (line 2)"), ("{oops", "\"o\" is not expected (line 1)"),
    ("", "the text ends too early (line 1)"), ("{\"a\": 1\n", "the text ends too early (line 2)"),
    ("[1] x", "\"x\" is not expected (line 1)"), ("[01]", "\"1\" is not expected (line 1)"),
    ("[\"a\nb\"]", "\"?\" is not expected (line 1)"),
    ("[\"\\q\"]", "\"q\" is not expected (line 1)"),
    ("[tru]", "\"t\" is not expected (line 1)"), ("[-]", "\"-\" is not expected (line 1)"),
    ("{\"a\" 1}", "\"1\" is not expected (line 1)"),
    ("[1\u{663}]", "\"\u{663}\" is not expected (line 1)"),
    ("\u{FEFF}{\n1}", "\"1\" is not expected (line 2)"),
    ("[\"\\u12x4\"]", "\"x\" is not expected (line 1)"),
    ("{1: 2}", "\"1\" is not expected (line 1)"),
  ])
  func `a fault of syntax says what breaks it, and on which line`(text: String, fault: String)
    throws
  {
    // The decoder finds some of them only where it reads the value that they are in.
    let error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    #expect(decodingFault(error, in: Data(text.utf8)) == "not valid JSON: \(fault)")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [
    "null", "[]", "{}", "[1,2.5,-3e+2,true,false,null,\"a\\u00e9\\n\"]", "{\"a\":{\"b\":[{}]}}",
  ])
  func `JSON of any form is read and written again`(text: String) throws {
    let tree = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
    let again = try JSONEncoder().encode(tree)
    #expect(
      try JSONSerialization.jsonObject(with: again, options: .fragmentsAllowed) as? NSObject
        == JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        as? NSObject)
  }
}
