import CommandLineKit
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `Help and descriptions` {
  @Test func `help lists the commands and what they share`() {
    let outcome = hyzer("--help")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("hyzer 0.1.0: Keeps disc-golf scores by voice, offline.\n"))
    var rest = outcome.output[...]
    for command in hyzerCommands {
      let found = rest.firstRange(of: "\n  \(command.spec.name) ")
      #expect(found != nil, "\(command.spec.name)")
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    #expect(outcome.output.hasSuffix(Self.shared))
  }

  @Test(arguments: hyzerCommands.map { $0.spec.name })
  func `help of each command goes to standard output, no wider than a terminal`(command: String) {
    let words = command.split(separator: " ").map(String.init)
    let outcome = hyzer(words + ["--help"])
    #expect(outcome.isDone)
    #expect(outcome.output.hasPrefix("Usage: hyzer \(command)"))
    let text = outcome.output.prefix(
      upTo: outcome.output.firstRange(of: "Examples:")?.lowerBound ?? outcome.output.endIndex)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    [], ["round"], ["round", "--help"], ["player"], ["course"], ["help", "corpus"],
  ])
  func `without a whole command there is a page that fits on a screen`(words: [String]) {
    let outcome = hyzer(words)
    #expect(outcome.isDone)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25)
    // An example stays on its line, to be copied.
    #expect(lines.prefix { $0 != "Examples:" }.allSatisfy { $0.count <= 80 })
    for command in hyzerCommands where command.spec.path.first == words.last {
      #expect(outcome.output.contains(command.spec.name))
    }
  }

  @Test func `the version is one line`() {
    #expect(hyzer("--version") == .done("hyzer 0.1.0"))
  }

  @Test(arguments: ["man", "completion"])
  func `the manual page and the completion know every command`(form: String) {
    let outcome = hyzer(form)
    #expect(outcome.isDone)
    #expect(outcome.output.contains(form == "man" ? ".TH" : "complete -"))
    for command in hyzerCommands { #expect(outcome.output.contains(command.spec.name)) }
  }

  @Test(arguments: [
    ("man", "/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-z"]), ("completion", "/bin/bash", ["-n"]),
  ])
  func `what reads them does not complain`(
    form: String, reader: String, arguments: [String]
  ) throws {
    guard Tool.exists(reader) else { return }
    let outcome = try Tool.run(reader, arguments, input: hyzer(form).output, in: Tool.Directory())
    #expect(outcome == Tool.Outcome(status: 0, output: ""))
  }

  // MARK: - Golden text

  private static let shared = """

    Options:
      -h, --help     Show this help and exit.
          --version  Show the version and exit; needs no command.

    Environment:
      HYZER_DB        The score log; by default hyzer/scores.db in the XDG data
                      folder.
      HYZER_USER      Who reports scores; by default the user's name.
      HYZER_DEVICE    The name of this device in the log; by default that of hyzer
                      device name, or the host's.
      HYZER_HUB       The hub, as a PostgreSQL URL; by default the one that was
                      joined.
      HYZER_PAGE      The address of the live page, for hyzer round invite.
      HYZER_MODEL     The folder of the acoustic model; by default the installed
                      one.
      HYZER_SETTINGS  A JSON file with decoder settings that replace the built-in
                      ones; keys that are absent keep their values.

    Exit status:
      0     Done.
      64    The command line is wrong.
      65    The input is wrong.
      66    The input is missing.
      69    A library, model or device is not available.
      70    The program itself is at fault.
      74    Reading or writing failed.

    See "hyzer COMMAND --help" for more.

    """
}
