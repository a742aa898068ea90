import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Tool.exists("/bin/bash"), "needs bash"))
struct BashCompletionTests {
  @Test(
    arguments: [
      // Commands.
      ("", ["score", "roster", "help"]), ("s", ["score"]), ("x", []),
      ("roster ", ["check", "list"]), ("roster c", ["check"]), ("help ", ["score", "roster"]),
      ("help roster l", ["list"]), ("help score ", []), ("nonsense ", []), ("-h ro", ["roster"]),
      // Options.
      ("--", ["--help", "--version"]), ("roster -", ["-h", "--help", "--version"]),
      ("score --s", ["--seed", "--snr"]), ("score a --js", ["--json"]), ("score -- --js", []),
      ("roster list -", ["-h", "--help"]),
      // Values.
      ("score --format t", ["text", "table"]), ("score --format =", ["text", "table", #"it\'s"#]),
      ("score --format = ta", ["table"]), ("score -f te", ["text"]), ("score --seed 1", []),
      ("score --round r", ["round one.json", "rounds"]),
      ("score --round = rounds/", ["rounds/a.json"]),
      // Operands.
      ("score h", ["hole.flac"]), ("score x y h", ["hole.flac"]), ("score -- h", ["hole.flac"]),
      ("score --format text h", ["hole.flac"]), ("roster check ", ["lax", "strict"]),
      ("roster check -h s", ["strict"]), ("roster check lax h", ["hole.flac"]),
      ("roster check lax hole.flac h", []), ("roster list h", []),
    ] as [(String, [String])])
  func `bash completes the last word of a line by what the table allows`(
    _ line: String, _ offers: [String]
  ) throws {
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
      "/bin/bash",
      ["--norc", "-c", script, "bash"]
        + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init),
      input: SampleProgram.program.bashCompletion, in: directory)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // The file system keeps no order.
    #expect(lines.dropLast().sorted() == offers.sorted())
    #expect(lines.last == "complete -F _hyzer hyzer")
  }

  @Test(arguments: [
    ("join ", ["Ann", #"Big\ Jake"#]), ("join --player B", [#"Big\ Jake"#]),
    ("join Ann A", ["Ann"]),
    ("join -", ["-h", "--help", "-p", "--player"]), ("join none", []),
  ])
  func `what the program prints is offered`(_ line: String, _ offers: [String]) throws {
    let names = Completion.printed(by: "list --names")
    let program = ProgramSpec(
      name: "golf", version: "1", abstract: "G.",
      commands: [
        CommandSpec(
          path: ["join"], abstract: "J.",
          options: [
            OptionSpec(
              long: "player", short: "p", argument: "NAME", help: "Who.", completion: names)
          ],
          operands: [OperandSpec(name: "NAME", maximum: nil, help: "Who.", completion: names)])
      ])
    let script = """
      set -u
      source /dev/stdin
      golf() { if [[ $* == "list --names" ]]; then printf '%s\\n' Ann "Big Jake"; fi; }
      COMP_WORDS=(golf "$@")
      COMP_CWORD=$#
      _golf
      for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
      """
    let outcome = try Tool.run(
      "/bin/bash",
      ["--norc", "-c", script, "bash"]
        + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init),
      input: program.bashCompletion, in: Tool.Directory())
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == offers.sorted())
  }
}
