import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Tool.exists("/bin/bash"), "needs bash"))
struct BashCompletionTests {
  struct CompletionCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let offers: [String]

    /// The line is parted at spaces, the last word being the one to complete.
    init(_ line: String, _ offers: String...) {
      self.words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      self.offers = offers
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    // Commands.
    CompletionCase("", "score", "roster", "help"),
    CompletionCase("s", "score"),
    CompletionCase("x"),
    CompletionCase("roster ", "check", "list"),
    CompletionCase("roster c", "check"),
    CompletionCase("help ", "score", "roster"),
    CompletionCase("help roster l", "list"),
    CompletionCase("help score "),
    CompletionCase("nonsense "),
    CompletionCase("-q --db x ro", "roster"),
    CompletionCase("roster --db x ch", "check"),
    // Options.
    CompletionCase("--", "--db", "--quiet", "--help", "--version"),
    CompletionCase("score --s", "--seed", "--snr"),
    CompletionCase("score a --js", "--json"),
    CompletionCase("score -- --js"),
    CompletionCase("roster list -", "--db", "-q", "--quiet", "-h", "--help"),
    // Values.
    CompletionCase("score --format t", "text", "table"),
    CompletionCase("score --format =", "text", "table", #"it\'s"#),
    CompletionCase("score --format = ta", "table"),
    CompletionCase("score -f te", "text"),
    CompletionCase("score --seed 1"),
    CompletionCase("score --round r", "round one.json", "rounds"),
    CompletionCase("score --round = rounds/", "rounds/a.json"),
    CompletionCase("score --db round", "round one.json", "rounds"),
    CompletionCase("--db round", "round one.json", "rounds"),
    // Operands.
    CompletionCase("score h", "hole.flac"),
    CompletionCase("score x y h", "hole.flac"),
    CompletionCase("score -- h", "hole.flac"),
    CompletionCase("score --format text h", "hole.flac"),
    CompletionCase("roster check ", "lax", "strict"),
    CompletionCase("roster check -q s", "strict"),
    CompletionCase("roster check lax h", "hole.flac"),
    CompletionCase("roster check lax hole.flac h"),
    CompletionCase("roster list h"),
  ])
  func `bash completes what the table allows`(_ example: CompletionCase) throws {
    let directory = try Tool.Directory()
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "rounds"), withIntermediateDirectories: false)
    for name in ["round one.json", "rounds/a.json", "hole.flac"] {
      try Data().write(to: directory.url.appending(path: name))
    }
    let script = """
      set -u
      source /dev/stdin
      COMP_WORDS=(hyzer "$@")
      COMP_CWORD=$#
      \(BashCompletion(program: SampleProgram.program).functionName)
      for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
      """
    let outcome = try Tool.run(
      "/bin/bash", ["--norc", "-c", script, "bash"] + example.words,
      input: BashCompletion(program: SampleProgram.program).render(), in: directory)
    #expect(outcome.status == 0)
    let offers = outcome.output.split(separator: "\n").map(String.init)
    // The file system keeps no order.
    #expect(offers.sorted() == example.offers.sorted())
  }

  @Test(arguments: [
    SampleProgram.program, RandomProgram.make(seed: 1), RandomProgram.make(seed: 2),
  ])
  func `bash reads the script without complaint`(_ program: ProgramSpec) throws {
    let outcome = try Tool.run(
      "/bin/bash", ["-n"], input: BashCompletion(program: program).render(),
      in: Tool.Directory())
    #expect(outcome == Tool.Outcome(status: 0, output: ""))
  }

  @Test func `the script registers itself`() throws {
    let outcome = try Tool.run(
      "/bin/bash", ["-c", "source /dev/stdin; complete -p hyzer"],
      input: BashCompletion(program: SampleProgram.program).render(), in: Tool.Directory())
    #expect(outcome == Tool.Outcome(status: 0, output: "complete -F _hyzer hyzer\n"))
  }

  @Test func `the tables of the script are as the table of the program`() {
    let script = BashCompletion(program: SampleProgram.program).render()
    let tables = script.prefix(
      upTo: script.range(of: "# Offers those")?.lowerBound ?? script.endIndex)
    #expect(tables == Self.tables)
  }

  // MARK: - Golden text

  static let tables = #"""
    # bash completion for hyzer 1.2.0

    # The words that may follow the command words $1.
    _hyzer_next() {
      words=()
      case $1 in
      '') words=(score roster help) ;;
      help) words=(score roster) ;;
      roster) words=(check list) ;;
      'help roster') words=(check list) ;;
      esac
    }

    # The options of the command $1.
    _hyzer_options() {
      case $1 in
      score) words=(-r --round -j --json -p --player --seed --snr --device --input -f --format -l --loud --db -q --quiet -h --help) ;;
      'roster check') words=(--db -q --quiet -h --help) ;;
      'roster list') words=(--db -q --quiet -h --help) ;;
      *) words=(--db -q --quiet -h --help --version) ;;
      esac
    }

    # What the option $2 of the command $1 takes; fails for a flag.
    _hyzer_argument() {
      kind=none words=()
      case "$1 $2" in
      'score -r' | 'score --round') kind=files ;;
      'score -p' | 'score --player') kind=none ;;
      'score --seed') kind=none ;;
      'score --snr') kind=none ;;
      'score --device') kind=none ;;
      'score --input') kind=none ;;
      'score -f' | 'score --format') kind=choices words=(text table 'it'\''s') ;;
      *' --db') kind=files ;;
      *) return 1 ;;
      esac
    }

    # What the operand number $2 of the command $1 is, counted from 0.
    _hyzer_operand() {
      kind=none words=()
      case $1 in
      score)
        kind=files
        ;;
      'roster check')
        if (($2 < 1)); then kind=choices words=(lax strict); return; fi
        if (($2 < 2)); then kind=files; return; fi
        ;;
      esac
    }


    """#
}
