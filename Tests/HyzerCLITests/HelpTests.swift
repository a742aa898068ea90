import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `Help and descriptions` {
  @Test func `help lists the commands and what they share`() {
    let outcome = hyzer("--help")
    #expect(outcome.code == 0)
    #expect(
      outcome.output.hasPrefix(
        "hyzer 1.0.0: Keeps disc-golf scores by voice, and basketball seasons, offline.\n"))
    var rest = outcome.output[...]
    for command in hyzerCommands {
      let found = rest.firstRange(of: "\n  \(command.spec.name) ")
      #expect(found != nil, "\(command.spec.name)")
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    for variable in hyzerProgram.environment {
      #expect(rest.contains("\n  \(variable.term) "), "\(variable.term)")
    }
    for code in [0, 64, 65, 66, 69, 70, 74] { #expect(rest.contains("\n  \(code) "), "\(code)") }
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

  @Test func `completion offers the registered players, and makes no log`() throws {
    let log = ScoreLogFile()
    #expect(log("completion", "--players") == .done())
    #expect(!FileManager.default.fileExists(atPath: log.path))
    #expect(log("player", "new", "Big Jake", "--alias", "Jake").code == 0)
    #expect(log("player", "new", "Ann").code == 0)
    #expect(log("completion", "--players") == .done("Ann", "Big Jake"))
    #expect(
      hyzer("completion").output.contains("'round new --player') lister='completion --players'"))
  }

  @Test func `the version is one line`() {
    #expect(hyzer("--version") == .done("hyzer 1.0.0"))
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
}
