import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `Commands in the documents` {
  /// Commands of the program within a text, each as its words after "hyzer".
  private static func commands(in text: String) -> [[String]] {
    text.matches(of: /(?:^|[\s(`])hyzer((?:[ ][^\s;|>)#`,]+)+)/).map {
      $0.1.split(separator: " ").map(String.init)
    }
  }

  /// What the program does not know of a command line.
  private static func mistake(in words: [String]) -> String? {
    guard let first = words.first, first.first?.isLowercase == true else { return nil }
    let paths = hyzerCommands.map { $0.spec.path }
    let found = hyzerCommands.map { $0.spec }.filter { words.starts(with: $0.path) }
      .max { $0.path.count < $1.path.count }
    guard let command = found else {
      let isGroup = paths.contains { $0.starts(with: words.filter { $0 != "…" && $0 != "--help" }) }
      return isGroup ? nil : "no command is \"\(words.joined(separator: " "))\""
    }
    let known = command.options.flatMap { ["--\($0.long)"] + ($0.short.map { ["-\($0)"] } ?? []) }
    let given = words.dropFirst(command.path.count).prefix { $0 != "--" }.filter {
      $0.wholeMatch(of: /--[a-z-]+|-[a-z]/) != nil
    }
    let unknown = given.filter { !known.contains($0) && $0 != "--help" }
    return unknown.isEmpty ? nil : "\(command.name) has no \(unknown.joined(separator: ", "))"
  }

  @Test(arguments: ProjectDocument.all)
  func `are the program's own, with options that it has`(document: ProjectDocument) {
    let texts = document.spans + document.blocks.map { $0.lines.joined(separator: "\n") }
    let mistakes = texts.map { $0.replacing("\\\n", with: " ") }.flatMap(Self.commands)
      .compactMap(Self.mistake)
    #expect(mistakes == [])
  }

  @Test func `in examples of the help are too`() {
    let examples = hyzerCommands.flatMap { $0.spec.examples }
    #expect(examples.count > hyzerCommands.count / 2)
    #expect(examples.flatMap { Self.commands(in: $0.term) }.compactMap(Self.mistake) == [])
  }

  @Test func `a mistake would be seen`() {
    let text =
      "see `hyzer rond list`, hyzer round list --al; `hyzer listen --hands-free`, hyzer snap"
    #expect(
      Self.commands(in: text).compactMap(Self.mistake) == [
        "no command is \"rond list\"", "round list has no --al",
      ])
  }

  @Test func `of make are in the Makefile`() throws {
    let makefile = try read(DemoAudio.project.appending(path: "Makefile").path)
    let phony = try #require(makefile.firstMatch(of: /\.PHONY: (.*)/))
    let targets = Set(phony.1.split(separator: " "))
    let named = ProjectDocument.all.flatMap { document in
      (document.spans + document.blocks.flatMap(\.lines)).compactMap {
        $0.prefixMatch(of: /make ([a-z-]+)/).map { String($0.1) }
      }
    }
    #expect(named.count > 50)
    #expect(named.filter { !targets.contains(Substring($0)) } == [])
  }

  @Test func `need what somebody has who runs them`() {
    let needs = Set(ProjectDocument.all.flatMap(\.blocks).map(\.needs))
    #expect(needs == ["", "installed", "user", "make", "recordings", "fonts"])
  }

  @Test(arguments: ProjectDocument.all.filter { $0.blocks.contains { $0.needs == "" } })
  func `run as they stand`(document: ProjectDocument) throws {
    let before = [
      "Documents/Tuning.md":
        "hyzer round new --course 'Cedar Creek' --player Michael --player Jake --player Sarah"
    ]
    let outcome = try DocumentWorld().run(
      document.blocks.filter { $0.needs == "" }, after: before[document.path] ?? ":")
    #expect(outcome.status == 0, "\(outcome.output.suffix(3000))")
  }
}
