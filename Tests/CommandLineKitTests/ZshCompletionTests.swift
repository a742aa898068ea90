import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Tool.exists("/bin/zsh"), "needs zsh"))
struct ZshCompletionTests {
  @Test(
    arguments: [
      ("", ["score", "roster", "help"]), ("roster c", ["check"]),
      ("roster list -", ["-h", "--help"]),
      ("score --format t", ["text", "table"]), ("score --round r", ["round one.json"]),
      ("nonsense ", []), ("help roster l", ["list"]), ("score --format i", ["it's"]),
    ] as [(String, [String])])
  func `zsh offers what bash offers`(_ line: String, _ offers: [String]) throws {
    let directory = try Tool.Directory()
    try Data().write(to: directory.url.appending(path: "round one.json"))
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let outcome = try Tool.run(
      "/bin/zsh",
      [
        "-f", "-c",
        """
        compadd() { shift; print -rl -- "$@"; }
        complete_line() { local -a words=("$@"); local -i CURRENT=$#; eval "$script"; }
        script=$(cat)
        complete_line hyzer "$@"
        """, "zsh",
      ] + words,
      input: SampleProgram.program.zshCompletion, in: directory)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.sorted() == offers.sorted())
  }
}
