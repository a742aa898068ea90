import Testing

@testable import CommandLineKit

@Suite struct ProgramSpecTests {
  struct MistakeCase: Sendable, CustomTestStringConvertible {
    let problem: String?
    var name = "x"
    var commands = [CommandSpec(path: ["go"], abstract: "Go.")]
    var globalOptions: [OptionSpec] = []
    var testDescription: String { problem ?? "no mistake" }

    init(
      _ problem: String?, name: String = "x", path: [String] = ["go"], options: [OptionSpec] = [],
      operands: [OperandSpec] = [], others: [CommandSpec] = [], globals: [OptionSpec] = []
    ) {
      self.problem = problem
      self.name = name
      self.commands =
        [CommandSpec(path: path, abstract: "Go.", options: options, operands: operands)] + others
      self.globalOptions = globals
    }
  }

  @Test(arguments: [
    MistakeCase(nil),
    MistakeCase(#""a b" is no program name"#, name: "a b"),
    MistakeCase(
      #""": a command is named by one or more words of letters, digits and hyphens"#, path: []),
    MistakeCase(
      #""-x": a command is named by one or more words of letters, digits and hyphens"#,
      path: ["-x"]),
    MistakeCase(#""help": the command help is built in"#, path: ["help"]),
    MistakeCase(nil, others: [CommandSpec(path: ["go", "far"], abstract: "Go.")]),
    MistakeCase(
      #""go far": the path clashes with "go far""#, path: ["go", "far"],
      others: [CommandSpec(path: ["go", "far"], abstract: "Go.")]),
    MistakeCase(
      #""go": operand A can never be given"#,
      operands: [OperandSpec(name: "A", minimum: 2, maximum: 1, help: "")]),
    MistakeCase(
      #""go": more than one operand varies in number"#,
      operands: [
        OperandSpec(name: "A", minimum: 0, help: ""),
        OperandSpec(name: "B", maximum: nil, help: ""),
      ]),
    MistakeCase(
      #""go": more than one operand varies in number"#,
      operands: [
        OperandSpec(name: "A", minimum: 0, maximum: nil, help: ""),
        OperandSpec(name: "B", minimum: 0, help: ""),
      ]),
    MistakeCase(
      nil,
      operands: [
        OperandSpec(name: "A", help: ""), OperandSpec(name: "B", minimum: 0, help: ""),
        OperandSpec(name: "C", minimum: 0, maximum: nil, help: ""),
      ]),
    MistakeCase(#""go": "a=b" is no option name"#, options: [OptionSpec(long: "a=b", help: "")]),
    MistakeCase(
      #""go": "1" is no option letter"#, options: [OptionSpec(long: "a", short: "1", help: "")]),
    MistakeCase(
      #""go": --a is declared twice"#, options: [OptionSpec(long: "a", help: "")],
      globals: [OptionSpec(long: "a", help: "")]),
    MistakeCase(
      #""go": -h is declared twice"#, options: [OptionSpec(long: "hole", short: "h", help: "")]),
    MistakeCase(
      #""go": --a conflicts with an unknown option "b""#,
      options: [OptionSpec(long: "a", help: "", conflicts: ["b"])]),
  ])
  func `a mistake in the table is named`(_ mistake: MistakeCase) {
    let problem = ProgramSpec.firstProblem(
      name: mistake.name, commands: mistake.commands, globalOptions: mistake.globalOptions)
    #expect(problem == mistake.problem)
  }

  @Test func `a table without commands is a mistake`() {
    let problem = ProgramSpec.firstProblem(name: "x", commands: [], globalOptions: [])
    #expect(problem == #""x" has no commands"#)
  }

  @Test(arguments: [
    (0, Int?.some(1), "[A]"), (1, 1, "A"), (2, 2, "A A"), (1, 2, "A [A]"), (0, nil, "[A...]"),
    (1, nil, "A..."), (2, nil, "A A..."),
  ])
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
    #expect(NearMiss.distance(first, second) == distance)
    #expect(NearMiss.distance(second, first) == distance)
  }

  @Test(arguments: [
    ("eval", String?.some("evaluate")), ("e", nil), ("parze", "parse"), ("PARSE", "parse"),
    ("tree", nil), ("ex", nil),
  ])
  func `only what is near is suggested`(_ word: String, _ suggestion: String?) {
    let candidates = ["parse", "evaluate", "export", "exit"]
    #expect(NearMiss.suggestion(for: word, among: candidates) == suggestion)
  }
}
