import Foundation
import Testing

private struct Mistake: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var code: Int32
  var message: String

  var testDescription: String { arguments.joined(separator: " ") }
}

@Suite struct `Wrong command lines and round files` {
  @Test(arguments: [
    Mistake(arguments: [], code: 64, message: "hyzer: missing command; give one of: parse, "),
    Mistake(
      arguments: ["listen", "-r", demoRound, "--fast"], code: 64,
      message: "hyzer listen: --fast goes with --input; "),
    Mistake(
      arguments: ["listen", "-r", demoRound, "--input", "a", "--device", "b"], code: 64,
      message: "hyzer listen: options "),
    Mistake(
      arguments: ["pronounce"], code: 64,
      message: "hyzer pronounce: no names; give some, or a round file with --round"),
    Mistake(
      arguments: ["parse", "-r", "/nowhere/round.json", "Mike three"], code: 66,
      message: "hyzer: \"/nowhere/round.json\": no such file; check the path"),
    Mistake(arguments: ["parse", "-r", "/", "Mike three"], code: 65, message: "hyzer: \"/\": "),
    Mistake(
      arguments: ["listen", "-r", demoRound, "--device", "nosuchdevice"], code: 69,
      message: "hyzer: cannot open sound device 'nosuchdevice': "),
    Mistake(
      arguments: ["listen", "-r", demoRound, "--input", "/nowhere/a.wav", "--fast"], code: 66,
      message: "hyzer: cannot read recording '/nowhere/a.wav': there is no such file; check"),
    Mistake(
      arguments: ["evaluate", "/nowhere/corpus"], code: 66,
      message: "hyzer: \"/nowhere/corpus\": no such file; check the path"),
  ])
  private func `a mistake has its exit code and one line`(mistake: Mistake) {
    let outcome = hyzer(mistake.arguments)
    #expect(outcome.code == mistake.code)
    #expect(outcome.output == "")
    expectOneLine(outcome, startingWith: mistake.message)
  }

  @Test(arguments: [
    ("", "not valid JSON: "),
    (
      "{\n  \"players\": [\"Mike\",\n    oops]\n}\n",
      "not valid JSON: Invalid value around character 28. (line 3)"
    ),
    ("[]", "expected an object"), ("{\"hole\": 3}", "\"players\" is missing"),
    ("{\"players\": \"Mike\"}", "expected a list at players"),
    ("{\"players\": [\"Mike\", 3]}", "expected an object at players[1]"),
    ("{\"players\": [\"Mike\"], \"par\": \"x\"}", "expected a whole number at par"),
    ("{\"players\": []}", "the roster has no players; "),
    (
      "{\"players\": [\"Mike\", \"mike\"]}",
      "two players are called \"Mike\" and \"mike\"; give one of them another name"
    ),
    ("{\"players\": [\"!\"]}", "the player name \"!\" has no letter in it; "),
    ("{\"players\": [\"Mike\"], \"hole\": 0}", "\"hole\" is 0; give a number from 1 to 36"),
    ("{\"players\": [\"Mike\"], \"par\": 9}", "\"par\" is 9; give a number from 2 to 6"),
  ])
  func `what is wrong in a bad round file is said, and where`(json: String, message: String) throws
  {
    try withFolder { folder in
      let path = try folder.file("round.json", json)
      let outcome = hyzer("parse", "--round", path, "Mike three")
      #expect(outcome.code == 65)
      #expect(outcome.output == "")
      expectOneLine(outcome, startingWith: "hyzer: \"\(path)\": \(message)")
    }
  }

  private func expectOneLine(
    _ outcome: Outcome, startingWith start: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.errors.hasPrefix(start), sourceLocation: sourceLocation)
    #expect(outcome.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(outcome.errorLines.count == 1, sourceLocation: sourceLocation)
  }
}
