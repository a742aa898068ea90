import Testing

@testable import CommandLineKit

@Suite struct ProgramSpecTests {
  private static func command(
    _ path: [String] = ["go"], options: [OptionSpec] = [], operands: [OperandSpec] = []
  ) -> CommandSpec {
    CommandSpec(path: path, abstract: "", options: options, operands: operands)
  }

  private static func option(
    _ long: String, _ short: Character? = nil, conflicts: [String] = []
  ) -> OptionSpec {
    OptionSpec(long: long, short: short, help: "", conflicts: conflicts)
  }

  private static func operand(_ name: String, minimum: Int = 1, maximum: Int? = 1) -> OperandSpec {
    OperandSpec(name: name, minimum: minimum, maximum: maximum, help: "")
  }

  private static let badName =
    "its name is not words of letters, digits and hyphens, or is that of help"

  @Test(arguments: [
    (nil, command()), (badName, command([])), (badName, command(["go", "-x"])),
    (badName, command(["help"])),
    (
      "A repeats but is not the last operand",
      command(operands: [operand("A", maximum: nil), operand("B", minimum: 0)])
    ),
    ("B follows an optional operand", command(operands: [operand("A", minimum: 0), operand("B")])),
    (#"["--a=b"] are not spellings of an option"#, command(options: [option("a=b")])),
    (#"["-1", "--a"] are not spellings of an option"#, command(options: [option("a", "1")])),
    ("-h is declared twice", command(options: [option("hole", "h")])),
    (
      #"--a conflicts with an unknown option "b""#,
      command(options: [option("a", conflicts: ["b"])])
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
    ("eval", String?.some("evaluate")), ("e", nil), ("parze", "parse"), ("PARSE", "parse"),
    ("tree", nil), ("ex", nil),
  ])
  func `only what is near is suggested`(_ word: String, _ suggestion: String?) {
    #expect(word.nearest(among: ["parse", "evaluate", "export", "exit"]) == suggestion)
  }
}
