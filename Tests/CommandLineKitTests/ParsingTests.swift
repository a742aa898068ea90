import CommandLineKit
import Testing

@Suite struct ParsingTests {
  struct LineCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let options: [String]
    let operands: [String]

    init(_ line: String, options: [String] = [], operands: [String]) {
      self.words = line.split(separator: " ").map(String.init)
      self.options = options
      self.operands = operands
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    // Every spelling of an option with an argument.
    LineCase("--round x a", options: ["round=x"], operands: ["a"]),
    LineCase("--round=x a", options: ["round=x"], operands: ["a"]),
    LineCase("-r x a", options: ["round=x"], operands: ["a"]),
    LineCase("-rx a", options: ["round=x"], operands: ["a"]),
    LineCase("--round= a", options: ["round="], operands: ["a"]),
    LineCase("--round=a=b a", options: ["round=a=b"], operands: ["a"]),
    LineCase("--round -- a", options: ["round=--"], operands: ["a"]),
    LineCase("--round -1 a", options: ["round=-1"], operands: ["a"]),
    LineCase("-r-1 a", options: ["round=-1"], operands: ["a"]),
    // Bundles.
    LineCase("-jrx a", options: ["json", "round=x"], operands: ["a"]),
    LineCase("-jqr x a", options: ["json", "quiet", "round=x"], operands: ["a"]),
    LineCase("-lll -r x a", options: ["loud", "loud", "loud", "round=x"], operands: ["a"]),
    // Permutation.
    LineCase("a -r x b -j c", options: ["round=x", "json"], operands: ["a", "b", "c"]),
    LineCase("a b -r x", options: ["round=x"], operands: ["a", "b"]),
    // The end of the options.
    LineCase("-r x -- -j --json", options: ["round=x"], operands: ["-j", "--json"]),
    LineCase("-r x a -- b -- c", options: ["round=x"], operands: ["a", "b", "--", "c"]),
    LineCase("-r x -", options: ["round=x"], operands: ["-"]),
    // Negative numbers.
    LineCase("-r x -1 -j -2.5", options: ["round=x", "json"], operands: ["-1", "-2.5"]),
    LineCase("-1 -2 -r x -.5 a", options: ["round=x"], operands: ["-1", "-2", "-.5", "a"]),
    LineCase("-1 -- -2 -r", options: [], operands: ["-1", "-2", "-r"]),
    // Prefixes.
    LineCase("--ro x --js a", options: ["round=x", "json"], operands: ["a"]),
    LineCase("--ro=x --se=4 a", options: ["round=x", "seed=4"], operands: ["a"]),
    // Repeats, in order.
    LineCase(
      "-p Mike --player=Jo -r x -pAl a",
      options: ["player=Mike", "player=Jo", "round=x", "player=Al"],
      operands: ["a"]),
    LineCase("-r x höhle 木", options: ["round=x"], operands: ["höhle", "木"]),
  ])
  func `options and operands are told apart`(_ line: LineCase) throws {
    // The table is about spelling, so the round may be missing.
    let relaxed = CommandSpec(
      path: ["score"], abstract: "Score.",
      options: SampleProgram.score.options.map { option in
        OptionSpec(
          long: option.long, short: option.short, argument: option.argument, help: option.help,
          repeats: option.repeats)
      },
      operands: SampleProgram.score.operands)
    let program = ProgramSpec(
      name: "hyzer", version: "1", abstract: "Score.", commands: [relaxed],
      globalOptions: SampleProgram.program.globalOptions)
    guard case .run(let parsed) = try program.parse(arguments: ["score"] + line.words) else {
      Issue.record("not run")
      return
    }
    let options = parsed.occurrences.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
    #expect(options == line.options)
    #expect(parsed.operands == line.operands)
  }

  @Test func `words with spaces, and empty ones, stay whole`() throws {
    let parsed = try SampleProgram.run("score", "--round", "my round", "", "mike three", "a")
    #expect(parsed.value("round") == "my round")
    #expect(parsed.operands == ["", "mike three", "a"])
  }

  @Test func `global options stand before, between and after command words`() throws {
    let before = try SampleProgram.run("--db", "x", "roster", "list")
    let between = try SampleProgram.run("roster", "--db=x", "list")
    let after = try SampleProgram.run("roster", "list", "--db", "x")
    #expect([before, between, after].allSatisfy { $0.value("db") == "x" })
    #expect([before, between, after].allSatisfy { $0.command == SampleProgram.list })
  }

  @Test func `the letter and the name count as one option`() throws {
    let parsed = try SampleProgram.run("score", "-l", "--loud", "-r", "x", "a")
    #expect(parsed.count("loud") == 2)
  }

  struct RequestCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let invocation: Invocation

    init(_ line: String, _ invocation: Invocation) {
      self.words = line.split(separator: " ").map(String.init)
      self.invocation = invocation
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    RequestCase("--help", .help(nil)),
    RequestCase("-h", .help(nil)),
    RequestCase("help", .help(nil)),
    RequestCase("help --help", .help(nil)),
    RequestCase("help roster", .help(nil)),
    RequestCase("roster --help", .help(nil)),
    RequestCase("help score", .help(SampleProgram.score)),
    RequestCase("-q help score", .help(SampleProgram.score)),
    RequestCase("help roster check", .help(SampleProgram.check)),
    RequestCase("score --help", .help(SampleProgram.score)),
    RequestCase("score a -h", .help(SampleProgram.score)),
    RequestCase("score --nonsense a --help", .help(SampleProgram.score)),
    RequestCase("roster check -h", .help(SampleProgram.check)),
    RequestCase("--nonsense --help", .help(nil)),
    RequestCase("--version", .version),
    RequestCase("--vers", .version),
  ])
  func `help and version are found anywhere`(_ request: RequestCase) throws {
    #expect(try SampleProgram.program.parse(arguments: request.words) == request.invocation)
  }

  @Test func `help behind the end of the options is an operand`() throws {
    let parsed = try SampleProgram.run("score", "-r", "x", "--", "--help")
    #expect(parsed.operands == ["--help"])
  }

  @Test func `a run does not disturb another at the same time`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask {
          // Errors in the midst of a bundle leave getopt_long's state dirty for the next run.
          _ = try? SampleProgram.run("score", "-jzz", "a")
          let parsed = try SampleProgram.run("score", "-jlr", "\(index)", "a\(index)", "-l", "b")
          return parsed.value("round") == "\(index)" && parsed.operands == ["a\(index)", "b"]
            && parsed.count("loud") == 2
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
