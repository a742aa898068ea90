import Testing

@testable import HyzerCLI

@Suite struct `Who somebody is` {
  private let log = ScoreLogFile()
  private let account = ["HYZER_USER": "", "USER": "root"]
  private static let question = "What should we call you? [root] "

  private func run(
    _ arguments: String..., input: String = "", isTerminal: Bool = true,
    environment: [String: String] = [:]
  ) -> Outcome {
    log.run(
      arguments, input: input, isTerminal: isTerminal,
      environment: account.merging(environment) { $1 })
  }

  @Test func `is asked once, by the first command that enters something`() throws {
    _ = try log.round()
    let first = run("enter", "Mike 3", input: "  Ann \n")
    #expect(first.isDone)
    #expect(first.output.hasPrefix(Self.question + "hole 1: Mike 3"))
    #expect(run("me") == .done("Ann"))
    #expect(run("enter", "Jake 3").output.hasPrefix("hole 1: Jake 3"))
    let events = log("export", "-").output
    #expect(events.contains(#""reportedBy":"Ann""#))
    #expect(!events.contains(#""reportedBy":"root""#))
  }

  @Test func `is the account's name where nothing else is said`() throws {
    _ = try log.round()
    #expect(run("enter", "Mike 3", input: "\n").output.hasPrefix(Self.question + "hole 1"))
    #expect(!run("enter", "Jake 3").output.contains(Self.question))
    #expect(run("me") == .done("root"))
  }

  @Test func `is asked again where nobody answered, or the name cannot be one`() throws {
    _ = try log.round()
    // The end of the input is no answer.
    let unanswered = run("enter", "Mike 3")
    #expect(unanswered.output.hasPrefix(Self.question + "hole 1: Mike 3"))
    let long = String(repeating: "a", count: 50)
    #expect(run("enter", "Jake 3", input: long + "\n").refuses(65, "more than 40 letters"))
    #expect(run("undo", input: "?\n").refuses(65, "no letter in it"))
    #expect(run("undo", input: "Ann\n").output.hasPrefix(Self.question))
  }

  @Test func `is not asked of a program, nor where somebody said so`() throws {
    let id = try log.round()
    #expect(!run("enter", "Mike 3", isTerminal: false).output.contains(Self.question))
    #expect(!run("enter", "Jake 3", "--as", "Zoe").output.contains(Self.question))
    #expect(
      !run("enter", "Mike 3", environment: ["HYZER_USER": "Bob"]).output.contains(Self.question))
    #expect(!run("enter", "Mike 2", "--json").output.contains(Self.question))
    // Nor by what only reads.
    #expect(!run("leaderboard").output.contains(Self.question))
    // Who takes up a round of others is asked first, since it may be theirs.
    let use = run("round", "use", id, input: "Mike\n")
    #expect(use.isDone && use.output.hasPrefix(Self.question + "hole "))
  }
}
