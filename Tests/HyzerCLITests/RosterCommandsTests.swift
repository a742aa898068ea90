import Foundation
import HyzerVoice
import Testing

@Suite struct `Commands about names` {
  private let folder = Folder()

  @Test func `a name that is easily mistaken is reported`() throws {
    let path = try folder.round(["Nate", "Gregory"])
    let outcome = hyzer("roster", "check", "-r", path)
    #expect(outcome.isDone)
    let warning = "\"Nate\" sounds like (67 %) the score \"eight\"; safer: "
    #expect(outcome.outputLines.contains { $0.hasPrefix(warning) })
    let strict = hyzer("roster", "check", "-r", path, "--strict")
    #expect(strict.code == 65)
    #expect(strict.output == outcome.output)
  }

  @Test func `a safe roster has no warning`() throws {
    let path = try folder.round(["Gregory", "Bartholomew", "Victoria"])
    #expect(
      hyzer("roster", "check", "--strict", "-r", path)
        == .done("3 players, no name is easily mistaken for another"))
  }

  @Test func `without a round file the roster is that of the current round`() throws {
    let log = ScoreLogFile()
    // Names are compared by their sounds.
    let dictionary = ["HYZER_MODEL": ""]
    func check() -> Outcome { log.run(["roster", "check", "--strict"], environment: dictionary) }
    #expect(check().refuses(65, "no round is current"))
    _ = try log.round(["Nate", "Gregory"])
    #expect(check().code == 65 && check().output.hasPrefix("\"Nate\" sounds like"))
    _ = try log.round(["Gregory", "Siobhan"])
    #expect(check() == .done("2 players, no name is easily mistaken for another"))
    // What was learned of a name since is how it is said.
    #expect(
      log.run(
        ["player", "edit", "Siobhan", "--pronunciation", "G R EH G ER IY"],
        environment: dictionary
      ).code == 0)
    #expect(check().output.contains("sounds the same as"))
  }

  @Test func `the grammar and its dictionary are printed, each alone or both`() {
    let grammar = hyzer("grammar", "-r", demoRound, "--jsgf")
    let dictionary = hyzer("grammar", "-r", demoRound, "--dictionary")
    #expect(grammar.code == 0)
    #expect(dictionary.code == 0)
    #expect(grammar.output.hasPrefix("#JSGF V1.0;\n"))
    #expect(hyzer("grammar", "-r", demoRound).output == grammar.output + dictionary.output)
    #expect(dictionary.output.contains("siobhan SH AH V AO N\n"))
  }

  @Test func `names are shown with their source and written as speech`() throws {
    let path = folder.path("names.wav")
    let outcome = hyzer("pronounce", "-r", demoRound, "--out", path)
    #expect(outcome.isDone)
    #expect(outcome.output.contains("Mike\tM AY K\tdictionary\n"))
    #expect(outcome.output.contains("Siobhan\tSH AH V AO N\tround file\n"))
    let speech = try Recording(path: path)
    #expect(speech.durationSeconds > 1)
    #expect(try isHeardAsItIs(path))
    #expect(speech.samples.contains { abs(Int($0)) > 1000 })
  }

  @Test func `a name that cannot be said does not stop the others`() {
    #expect(
      hyzer("pronounce", "🔥🔥", "T.J.")
        == Outcome(
          code: 65, output: "T.J.\tT IY JH EY\tinitials\n",
          errors: "hyzer pronounce: no pronunciation can be guessed for \"🔥🔥\"; "
            + "say how it is said, by \"pronunciations\" in the round file or hyzer player edit --say\n"
        ))
  }
}

extension Folder {
  fileprivate func round(_ names: [String]) throws -> String {
    try file("round.json", "{\"players\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]}")
  }
}
