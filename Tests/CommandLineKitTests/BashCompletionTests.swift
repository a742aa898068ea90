import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Tool.exists("/bin/bash"), "needs bash"))
struct BashCompletionTests {
  struct CompletionCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let offers: [String]

    /// The line is split at spaces, the last word being the one to complete.
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
    CompletionCase("-h ro", "roster"),
    // Options.
    CompletionCase("--", "--help", "--version"),
    CompletionCase("roster -", "-h", "--help", "--version"),
    CompletionCase("score --s", "--seed", "--snr"),
    CompletionCase("score a --js", "--json"),
    CompletionCase("score -- --js"),
    CompletionCase("roster list -", "-h", "--help"),
    // Values.
    CompletionCase("score --format t", "text", "table"),
    CompletionCase("score --format =", "text", "table", #"it\'s"#),
    CompletionCase("score --format = ta", "table"),
    CompletionCase("score -f te", "text"),
    CompletionCase("score --seed 1"),
    CompletionCase("score --round r", "round one.json", "rounds"),
    CompletionCase("score --round = rounds/", "rounds/a.json"),
    // Operands.
    CompletionCase("score h", "hole.flac"),
    CompletionCase("score x y h", "hole.flac"),
    CompletionCase("score -- h", "hole.flac"),
    CompletionCase("score --format text h", "hole.flac"),
    CompletionCase("roster check ", "lax", "strict"),
    CompletionCase("roster check -h s", "strict"),
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
      _hyzer
      for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
      complete -p hyzer
      """
    let outcome = try Tool.run(
      "/bin/bash", ["--norc", "-c", script, "bash"] + example.words,
      input: SampleProgram.program.bashCompletion, in: directory)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // The file system keeps no order.
    #expect(lines.dropLast().sorted() == example.offers.sorted())
    #expect(lines.last == "complete -F _hyzer hyzer")
  }
}
