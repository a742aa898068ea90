import CommandLineKit
import Foundation
import Testing

@Suite struct ParsingTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let words: [String]
    let options: [String]
    let operands: [String]

    init(_ line: String, options: [String], operands: [String]) {
      self.words = line.split(separator: " ").map(String.init)
      self.options = options
      self.operands = operands
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    // Every spelling of an option with an argument.
    Line("--round x a", options: ["round=x"], operands: ["a"]),
    Line("--round=x a", options: ["round=x"], operands: ["a"]),
    Line("-r x a", options: ["round=x"], operands: ["a"]),
    Line("-rx a", options: ["round=x"], operands: ["a"]),
    Line("--round= a", options: ["round="], operands: ["a"]),
    Line("--round=a=b a", options: ["round=a=b"], operands: ["a"]),
    Line("--round -- a", options: ["round=--"], operands: ["a"]),
    Line("--round -1 a", options: ["round=-1"], operands: ["a"]),
    Line("-r-1 a", options: ["round=-1"], operands: ["a"]),
    Line("-r -j a", options: ["round=-j"], operands: ["a"]),
    // Bundles.
    Line("-jrx a", options: ["json", "round=x"], operands: ["a"]),
    Line("-jlr x a", options: ["json", "loud", "round=x"], operands: ["a"]),
    Line("-lll -r x a", options: ["loud", "loud", "loud", "round=x"], operands: ["a"]),
    // Permutation.
    Line("a -r x b -j c", options: ["round=x", "json"], operands: ["a", "b", "c"]),
    Line("a b -r x", options: ["round=x"], operands: ["a", "b"]),
    // The end of the options.
    Line("-r x -- -j --help", options: ["round=x"], operands: ["-j", "--help"]),
    Line("-r x a -- b -- c", options: ["round=x"], operands: ["a", "b", "--", "c"]),
    Line("-r x -", options: ["round=x"], operands: ["-"]),
    // Negative numbers.
    Line("-r x -1 -j -2.5", options: ["round=x", "json"], operands: ["-1", "-2.5"]),
    Line("-1 -2 -r x -.5 -5. a", options: ["round=x"], operands: ["-1", "-2", "-.5", "-5.", "a"]),
    Line("-rx -1 -- -2 -r", options: ["round=x"], operands: ["-1", "-2", "-r"]),
    // Prefixes.
    Line("--ro x --js a", options: ["round=x", "json"], operands: ["a"]),
    Line("--ro=x --se=4 a", options: ["round=x", "seed=4"], operands: ["a"]),
    // Repeats, in order.
    Line(
      "-p Mike --player=Jo -r x -pAl a",
      options: ["player=Mike", "player=Jo", "round=x", "player=Al"], operands: ["a"]),
    Line("-r x höhle 木", options: ["round=x"], operands: ["höhle", "木"]),
  ])
  func `options and operands are told apart`(_ line: Line) throws {
    let parsed = try SampleProgram.run(["score"] + line.words)
    let options = parsed.occurrences.map { $0.option.long + ($0.value.map { "=\($0)" } ?? "") }
    #expect(options == line.options)
    #expect(parsed.operands == line.operands)
  }

  @Test func `words with spaces, and empty ones, stay whole`() throws {
    let parsed = try SampleProgram.run(["score", "--round", "my round", "", "mike three", "a"])
    #expect(parsed.value(SampleProgram.round) == "my round")
    #expect(parsed.operands == ["", "mike three", "a"])
  }

  @Test(arguments: [
    ("--help", Invocation.help(nil)), ("-h", .help(nil)), ("help", .help(nil)),
    ("help --help", .help(nil)), ("", .overview([])),
    ("roster", .overview(["roster"])), ("help roster", .overview(["roster"])),
    ("roster --help", .overview(["roster"])),
    ("help score", .help(SampleProgram.score)),
    ("help roster check", .help(SampleProgram.check)),
    ("score --help", .help(SampleProgram.score)), ("score a -h", .help(SampleProgram.score)),
    ("score --nonsense a --help", .help(SampleProgram.score)),
    ("score -zh", .help(SampleProgram.score)),
    ("roster check -h", .help(SampleProgram.check)),
    ("--nonsense --help", .help(nil)), ("--version", .version), ("--vers", .version),
    ("roster --version", .version),
  ])
  func `help and version are found anywhere`(_ line: String, _ invocation: Invocation) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try SampleProgram.program.parse(arguments: words) == invocation)
  }

  @Test func `a wrong command line says what, where and what to do`() {
    for mistake in ("\n" + Self.mistakes).components(separatedBy: "\n$").dropFirst() {
      let (words, message) = (mistake.prefix { $0 != "\n" }, mistake.drop { $0 != "\n" })
      expect(words.split(separator: " ").map(String.init), fails: String(message.dropFirst()))
    }
    expect(
      ["put\n\u{1B}[1mt"],
      fails:
        #"hyzer: unknown command "put\n\u{1B}[1mt"; give one of: score, roster check, roster list."#
    )
  }

  private func expect(_ words: [String], fails message: String) {
    let error = #expect(throws: UsageError.self) {
      try SampleProgram.program.parse(arguments: words)
    }
    let location = message.prefix { $0 != ":" }
    #expect(error?.description == "\(message) See \"\(location) --help\".")
  }

  /// Command lines, and below each of them its error.
  private static let mistakes = #"""
    $ scroe
    hyzer: unknown command "scroe"; did you mean "score"?
    $ check
    hyzer: unknown command "check"; did you mean "roster check"?
    $ roster-check
    hyzer: unknown command "roster-check"; did you mean "roster check"?
    $ putt
    hyzer: unknown command "putt"; give one of: score, roster check, roster list.
    $ -3
    hyzer: unknown command "-3"; give one of: score, roster check, roster list.
    $ roster chekc
    hyzer roster: unknown command "roster chekc"; did you mean "roster check"?
    $ help roster x
    hyzer roster: unknown command "roster x"; give one of: check, list.
    $ help scor
    hyzer: unknown command "scor"; did you mean "score"?
    $ help score x
    hyzer: unexpected operand "x"; write "hyzer help score".
    $ score --ruond r a
    hyzer score: unknown option "--ruond"; did you mean "--round"?
    $ score --rounds=r a
    hyzer score: unknown option "--rounds"; did you mean "--round"?
    $ score --zzz
    hyzer score: unknown option "--zzz"; put "--" before text that begins with "-".
    $ score -jz
    hyzer score: unknown option "-z"; put "--" before text that begins with "-".
    $ score -R r
    hyzer score: unknown option "-R"; did you mean "-r"?
    $ score -jé
    hyzer score: unknown option "-jé"; put "--" before text that begins with "-".
    $ score -device x
    hyzer score: unknown option "-device"; did you mean "--device"?
    $ --json score
    hyzer: option "--json" belongs after the command, as in "hyzer score --json".
    $ -r x score
    hyzer: option "-r" belongs after the command, as in "hyzer score --round FILE".
    $ -s score
    hyzer: unknown option "-s"; put "--" before text that begins with "-".
    $ -r x
    hyzer: unknown option "-r"; put "--" before text that begins with "-".
    $ -v
    hyzer: unknown option "-v"; did you mean "--version"?
    $ --versoin
    hyzer: unknown option "--versoin"; did you mean "--version"?
    $ score a -jr
    hyzer score: option "--round" has no value; write "--round FILE".
    $ score --json=yes a
    hyzer score: option "--json" takes no value, but one is given in "--json=yes"; write "--json" alone.
    $ score --s 1 a
    hyzer score: option "--s" is ambiguous; give one of: --seed, --snr.
    $ score -r x --round y a
    hyzer score: option "--round" is given more than once; give it once.
    $ score a
    hyzer score: missing option "--round"; add "--round FILE".
    $ score -r x --input i --device d a
    hyzer score: options "--device" and "--input" exclude each other; give only one.
    $ score -r x -f tabel a
    hyzer score: invalid value "tabel" for "--format"; did you mean "table"? Give one of: text, table, it's.
    $ score -r x -f pdf a
    hyzer score: invalid value "pdf" for "--format"; give one of: text, table, it's.
    $ score -r x
    hyzer score: missing operand AUDIO; write "hyzer score [OPTION...] --round FILE AUDIO...".
    $ roster check
    hyzer roster check: missing operand LEVEL; write "hyzer roster check LEVEL [FILE]".
    $ roster check lax a b
    hyzer roster check: unexpected operand "b"; write "hyzer roster check LEVEL [FILE]".
    $ roster check strct
    hyzer roster check: invalid value "strct" for "LEVEL"; did you mean "strict"? Give one of: lax, strict.
    """#

  // MARK: - Look-ups

  @Test(arguments: [
    ("7", Int?.some(7), Double?.some(7)), ("-3", -3, -3), ("+3", 3, 3), ("2.5", nil, 2.5),
    ("1e1", nil, 10), ("19", nil, nil), ("nan", nil, nil), ("inf", nil, nil), ("0x1", nil, nil),
    ("", nil, nil), (" 1", nil, nil),
  ])
  func `numbers are read whole and within limits`(
    _ text: String, _ integer: Int?, _ number: Double?
  ) throws {
    let parsed = try SampleProgram.run(["score", "-r", "x", "--seed", text, "a"])
    #expect((try? parsed.integer(SampleProgram.seed, in: -18...18)) == integer)
    #expect((try? parsed.number(SampleProgram.seed, in: -18...18)) == number)
  }

  @Test func `a value that is not what is expected is named`() throws {
    let parsed = try SampleProgram.run(["score", "-r", "x", "--seed", "x", "--snr", "5,,9", "a"])
    func message(_ body: () throws -> Void) -> String? {
      #expect(throws: UsageError.self) { try body() }?.description
    }
    #expect(
      message { _ = try parsed.integer(SampleProgram.seed, in: 1...18) }
        == #"hyzer score: invalid value "x" for "--seed"; give a whole number from 1 to 18. "#
        + #"See "hyzer score --help"."#)
    #expect(
      message { _ = try parsed.integer(SampleProgram.seed, in: 0...Int.max) }?
        .contains("give a whole number of at least 0. See") == true)
    #expect(
      message { _ = try parsed.number(SampleProgram.seed, in: 0.5...2) }?
        .contains("give a number from 0.5 to 2. See") == true)
    #expect(
      message { _ = try parsed.numbers(SampleProgram.snr, in: -10...40.5) }?
        .contains("give numbers from -10 to 40.5 with commas between. See") == true)
    #expect(
      message { _ = try parsed.value(SampleProgram.seed, expected: "a digit") { Int($0) } }?
        .contains("give a digit. See") == true)
  }

  @Test func `what was given is found, and what was not is absent`() throws {
    let given = try SampleProgram.run([
      "score", "-r", "x", "--snr", "20,15,-5", "-j", "-p", "Al", "-p", "Jo", "a", "b",
    ])
    #expect(given.flag(SampleProgram.json))
    #expect(given.values(SampleProgram.player) == ["Al", "Jo"])
    #expect(given.value(SampleProgram.player) == "Jo")
    #expect(try given.numbers(SampleProgram.snr, in: -10...40) == [20, 15, -5])
    let absent = try SampleProgram.run(["score", "-r", "x", "a"])
    #expect(!absent.flag(SampleProgram.json))
    #expect(absent.values(SampleProgram.player) == [])
    #expect(absent.value(SampleProgram.player) == nil)
    #expect(try absent.integer(SampleProgram.seed, in: 0...9) == nil)
    #expect(try absent.numbers(SampleProgram.snr, in: 0...9) == nil)
  }

  @Test func `operands fall to their specifications`() throws {
    let one = try SampleProgram.run(["roster", "check", "lax"])
    #expect(one.operands(SampleProgram.level) == ["lax"])
    #expect(one.operands(SampleProgram.file) == [])
    let two = try SampleProgram.run(["roster", "check", "lax", "f"])
    #expect(two.operands(SampleProgram.file) == ["f"])
  }

  @Test func `asking for an undeclared option is the caller's fault`() async {
    await #expect(processExitsWith: .failure) {
      _ = try SampleProgram.run(["roster", "list"]).flag(SampleProgram.json)
    }
  }
}
