import CommandLineKit
import Testing

struct ErrorCase: Sendable, CustomTestStringConvertible {
  let words: [String]
  let message: String

  init(_ line: String, _ message: String) {
    self.words = line.split(separator: " ").map(String.init)
    self.message = message
  }

  init(words: [String], _ message: String) {
    self.words = words
    self.message = message
  }

  var testDescription: String { words.joined(separator: " ") }

  static let all = [
    // Commands.
    ErrorCase(
      "",
      #"hyzer: missing command; give one of: score, roster check, roster list. See "hyzer --help"."#
    ),
    ErrorCase(
      "scroe", #"hyzer: unknown command "scroe"; did you mean "score"? See "hyzer --help"."#),
    ErrorCase(
      "check", #"hyzer: unknown command "check"; did you mean "roster check"? See "hyzer --help"."#),
    ErrorCase(
      "roster-check",
      #"hyzer: unknown command "roster-check"; did you mean "roster check"? See "hyzer --help"."#),
    ErrorCase(
      "putt",
      #"hyzer: unknown command "putt"; give one of: score, roster check, roster list. See "hyzer --help"."#
    ),
    ErrorCase(
      "-3",
      #"hyzer: unknown command "-3"; give one of: score, roster check, roster list. See "hyzer --help"."#
    ),
    ErrorCase(
      "roster",
      #"hyzer roster: missing command; give one of: check, list. See "hyzer roster --help"."#),
    ErrorCase(
      "roster chekc",
      #"hyzer roster: unknown command "roster chekc"; did you mean "roster check"? See "hyzer roster --help"."#
    ),
    ErrorCase(
      "roster x",
      #"hyzer roster: unknown command "roster x"; give one of: check, list. See "hyzer roster --help"."#
    ),
    ErrorCase(
      "help scor", #"hyzer: unknown command "scor"; did you mean "score"? See "hyzer --help"."#),
    ErrorCase(
      "help score x",
      #"hyzer: unexpected operand "x"; write "hyzer help score". See "hyzer --help"."#),
    // Options.
    ErrorCase(
      "score --ruond r a",
      #"hyzer score: unknown option "--ruond"; did you mean "--round"? See "hyzer score --help"."#),
    ErrorCase(
      "score --rounds=r a",
      #"hyzer score: unknown option "--rounds"; did you mean "--round"? See "hyzer score --help"."#),
    ErrorCase(
      "score --zzz",
      #"hyzer score: unknown option "--zzz"; put "--" before text that begins with "-". See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -jz",
      #"hyzer score: unknown option "-z"; put "--" before text that begins with "-". See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -R r",
      #"hyzer score: unknown option "-R"; did you mean "-r"? See "hyzer score --help"."#),
    ErrorCase(
      "score -jé",
      #"hyzer score: unknown option "-jé"; put "--" before text that begins with "-". See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -device x",
      #"hyzer score: unknown option "-device"; did you mean "--device"? See "hyzer score --help"."#),
    ErrorCase(
      "--json score",
      #"hyzer: option "--json" belongs after the command, as in "hyzer score --json". See "hyzer --help"."#
    ),
    ErrorCase(
      "-r x score",
      #"hyzer: option "-r" belongs after the command, as in "hyzer score --round FILE". See "hyzer --help"."#
    ),
    ErrorCase(
      "roster --json check",
      #"hyzer roster: unknown option "--json"; put "--" before text that begins with "-". See "hyzer roster --help"."#
    ),
    ErrorCase(
      "--quite score",
      #"hyzer: unknown option "--quite"; did you mean "--quiet"? See "hyzer --help"."#),
    ErrorCase(
      "score a --round",
      #"hyzer score: option "--round" has no value; write "--round FILE". See "hyzer score --help"."#
    ),
    ErrorCase(
      "score a -jr",
      #"hyzer score: option "--round" has no value; write "--round FILE". See "hyzer score --help"."#
    ),
    ErrorCase(
      "score --json=yes a",
      #"hyzer score: option "--json" takes no value, but one is given in "--json=yes"; write "--json" alone. See "hyzer score --help"."#
    ),
    ErrorCase(
      "score --s 1 a",
      #"hyzer score: option "--s" is ambiguous; give one of: --seed, --snr. See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -r x --round y a",
      #"hyzer score: option "--round" is given more than once; give it once. See "hyzer score --help"."#
    ),
    ErrorCase(
      "-q score -r x -q a",
      #"hyzer score: option "--quiet" is given more than once; give it once. See "hyzer score --help"."#
    ),
    ErrorCase(
      "score a",
      #"hyzer score: missing option "--round"; add "--round FILE". See "hyzer score --help"."#),
    ErrorCase(
      "score -r x --input i --device d a",
      #"hyzer score: options "--device" and "--input" exclude each other; give only one. See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -r x -f tabel a",
      #"hyzer score: invalid value "tabel" for "--format"; did you mean "table"? Give one of: text, table, it's. See "hyzer score --help"."#
    ),
    ErrorCase(
      "score -r x -f pdf a",
      #"hyzer score: invalid value "pdf" for "--format"; give one of: text, table, it's. See "hyzer score --help"."#
    ),
    // Operands.
    ErrorCase(
      "score -r x",
      #"hyzer score: missing operand AUDIO; write "hyzer score [OPTION...] --round FILE AUDIO...". See "hyzer score --help"."#
    ),
    ErrorCase(
      "roster check",
      #"hyzer roster check: missing operand LEVEL; write "hyzer roster check LEVEL [FILE]". See "hyzer roster check --help"."#
    ),
    ErrorCase(
      "roster check lax a b",
      #"hyzer roster check: unexpected operand "b"; write "hyzer roster check LEVEL [FILE]". See "hyzer roster check --help"."#
    ),
    ErrorCase(
      "roster check strct",
      #"hyzer roster check: invalid value "strct" for "LEVEL"; did you mean "strict"? Give one of: lax, strict. See "hyzer roster check --help"."#
    ),
    ErrorCase(
      words: ["put\n\u{1B}[1mt"],
      #"hyzer: unknown command "put\n\u{1B}[1mt"; give one of: score, roster check, roster list. See "hyzer --help"."#
    ),
  ]
}

@Suite struct UsageErrorTests {
  @Test(arguments: ErrorCase.all)
  func `a wrong command line says what, where and what to do`(_ wrong: ErrorCase) {
    let error = #expect(throws: UsageError.self) {
      try SampleProgram.program.parse(arguments: wrong.words)
    }
    #expect(error?.description == wrong.message)
  }

  @Test func `every message is one line`() {
    #expect(ErrorCase.all.allSatisfy { !$0.message.contains(where: \.isNewline) })
  }

  @Test func `wrong usage exits with 64`() {
    #expect(UsageError.exitCode == 64)
  }
}
