import Testing

@testable import CommandLineKit

@Suite struct ProgramSpecTests {
  @Test(arguments: [
    (nil, CommandSpec(path: ["go"], abstract: "")),
    (
      "its name is not words of letters, digits and hyphens, or is that of help",
      CommandSpec(path: [], abstract: "")
    ),
    (
      "its name is not words of letters, digits and hyphens, or is that of help",
      CommandSpec(path: ["go", "-x"], abstract: "")
    ),
    (
      "its name is not words of letters, digits and hyphens, or is that of help",
      CommandSpec(path: ["help"], abstract: "")
    ),
    (
      "A repeats but is not the last operand",
      CommandSpec(
        path: ["go"], abstract: "",
        operands: [
          OperandSpec(name: "A", maximum: nil, help: ""),
          OperandSpec(name: "B", minimum: 0, help: ""),
        ])
    ),
    (
      "B follows an optional operand",
      CommandSpec(
        path: ["go"], abstract: "",
        operands: [OperandSpec(name: "A", minimum: 0, help: ""), OperandSpec(name: "B", help: "")])
    ),
    (
      #"["--a=b"] are not spellings of an option"#,
      CommandSpec(path: ["go"], abstract: "", options: [OptionSpec(long: "a=b", help: "")])
    ),
    (
      #"["-1", "--a"] are not spellings of an option"#,
      CommandSpec(
        path: ["go"], abstract: "", options: [OptionSpec(long: "a", short: "1", help: "")])
    ),
    (
      "-h is declared twice",
      CommandSpec(
        path: ["go"], abstract: "", options: [OptionSpec(long: "hole", short: "h", help: "")])
    ),
    (
      #"--a conflicts with an unknown option "b""#,
      CommandSpec(
        path: ["go"], abstract: "", options: [OptionSpec(long: "a", help: "", conflicts: ["b"])])
    ),
  ])
  func `a mistake in a command's specification is named`(_ problem: String?, _ command: CommandSpec)
  {
    #expect(command.problem == problem)
  }

  @Test func `a command that is declared twice stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = ProgramSpec(
        name: "x", version: "1", abstract: "X.",
        commands: [SampleProgram.list, SampleProgram.score, SampleProgram.list])
    }
  }

  @Test(arguments: [(0, Int?.some(1), "[A]"), (1, 1, "A"), (0, nil, "[A...]"), (1, nil, "A...")])
  func `an operand's usage shows how often it stands`(
    _ minimum: Int, _ maximum: Int?, _ usage: String
  ) {
    let spec = OperandSpec(name: "A", minimum: minimum, maximum: maximum, help: "")
    #expect(spec.usage == usage)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("round", "ruond", 1), ("kitten", "sitting", 3), ("a", "b", 1),
    ("abcd", "badc", 2),
  ])
  func `an edit distance counts a swap once`(_ first: String, _ second: String, _ distance: Int) {
    #expect(first.editDistance(to: second) == distance)
    #expect(second.editDistance(to: first) == distance)
  }

  @Test(arguments: [
    ("eval", String?.some("evaluate")), ("e", nil), ("parze", "parse"), ("PARSE", "parse"),
    ("tree", nil), ("ex", nil),
  ])
  func `only what is near is suggested`(_ word: String, _ suggestion: String?) {
    #expect(word.nearest(among: ["parse", "evaluate", "export", "exit"]) == suggestion)
  }
}
