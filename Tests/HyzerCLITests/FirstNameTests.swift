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

  private func newRound(
    _ more: String..., input: String = "", isTerminal: Bool = true,
    environment: [String: String] = [:]
  ) -> Outcome {
    log.run(
      ["round", "new", "--course", "Heron Meadow", "--player", "Mike", "--player", "Jake"] + more,
      input: input, isTerminal: isTerminal, environment: account.merging(environment) { $1 })
  }

  @Test func `is asked once, where a round is made`() throws {
    let first = newRound(input: "  Ann \n")
    #expect(first.isDone)
    #expect(first.output.hasPrefix(Self.question))
    #expect(run("me") == .done("Ann"))
    #expect(!newRound().output.contains(Self.question))
    #expect(run("enter", "Jake 3").output.hasPrefix("hole 1: Jake 3"))
    let events = log("export", "-").output
    #expect(events.contains(#""reportedBy":"Ann""#))
    #expect(!events.contains(#""reportedBy":"root""#))
  }

  @Test func `is the account's name where nothing else is said`() throws {
    #expect(newRound(input: "\n").output.hasPrefix(Self.question))
    #expect(!newRound().output.contains(Self.question))
    #expect(run("me") == .done("root"))
  }

  @Test func `is asked again where nobody answered, or the name cannot be one`() throws {
    // The end of the input is no answer.
    let unanswered = newRound()
    #expect(unanswered.isDone && unanswered.output.hasPrefix(Self.question))
    let long = String(repeating: "a", count: 50)
    #expect(newRound(input: long + "\n").refuses(65, "more than 40 letters"))
    #expect(newRound(input: "?\n").refuses(65, "no letter in it"))
    #expect(newRound(input: "Ann\n").output.hasPrefix(Self.question))
  }

  @Test func `is not asked of a program, nor where somebody said so`() throws {
    #expect(!newRound(isTerminal: false).output.contains(Self.question))
    #expect(!newRound("--as", "Zoe").output.contains(Self.question))
    #expect(!newRound(environment: ["HYZER_USER": "Bob"]).output.contains(Self.question))
    // Nor by what enters a score, which may not wait, or only reads.
    #expect(!run("enter", "Mike 2").output.contains(Self.question))
    #expect(!run("leaderboard").output.contains(Self.question))
    // Who takes up a round of others is asked first, since it may be theirs.
    let id = try log.round()
    let use = run("round", "use", id, input: "Mike\n")
    #expect(use.isDone && use.output.hasPrefix(Self.question + "hole "))
  }
}
