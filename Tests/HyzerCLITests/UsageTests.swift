import Testing

@Suite struct `Wrong command lines and round files` {
  private let folder = Folder()

  @Test func `a mistake has its exit code and one line`() throws {
    _ = try folder.file("round.json", "{\"players\": [\"Mike\"]}")
    expectTranscript(
      """
      $ rond
      64! hyzer: unknown command "rond"; did you mean "round"[...]
      $ listen -r FOLDER/round.json --fast
      64! hyzer listen: --fast goes with --input; a microphone is as fast as it is
      $ listen -r FOLDER/round.json --input a --device b
      64! hyzer listen: options "--input" and "--device" exclude each other; [...]
      $ pronounce
      64! hyzer pronounce: no names; give some, or a round file with --round
      $ parse -r /nowhere/round.json 'Mike three'
      66! hyzer: "/nowhere/round.json": no such file; check the path
      $ parse -r / 'Mike three'
      65! hyzer: "/": [...]
      $ listen -r FOLDER/round.json --device nosuchdevice
      69! hyzer: cannot open sound device 'nosuchdevice': [...]
      $ listen -r FOLDER/round.json --input /nowhere/a.wav --fast
      66! hyzer: cannot read recording '/nowhere/a.wav': there is no such file; check[...]
      $ evaluate /nowhere/corpus
      66! hyzer: "/nowhere/corpus": no such file; check the path
      """, in: folder)
  }

  @Test(arguments: [
    (
      "{\n  \"players\": [\"Mike\",\n    oops]\n}\n",
      "not valid JSON: \"o\" is not expected (line 3)"
    ),
    ("{\"hole\": 3}", "\"players\" is missing"),
    ("{\"players\": [\"Mike\", 3]}", "expected an object at players[1]"),
    (
      "{\"players\": [\"Mike\", \"mike\"]}",
      "two players are called \"Mike\" and \"mike\"; give one of them another name"
    ),
    ("{\"players\": [\"Mike\"], \"par\": 9}", "\"par\" is 9; give a number from 2 to 6"),
  ])
  func `what is wrong in a bad round file is said, and where`(json: String, message: String) throws
  {
    _ = try folder.file("round.json", json)
    expectTranscript(
      """
      $ parse --round FOLDER/round.json 'Mike three'
      65! hyzer: "FOLDER/round.json": \(message)[...]
      """, in: folder)
  }
}
