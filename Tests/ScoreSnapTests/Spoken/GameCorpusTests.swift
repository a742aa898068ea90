import Foundation
import ScoreSnap
import TestSupport
import Testing

@Suite struct `Sentences of the corpus` {
  private struct Line: Decodable {
    let transcript: String
    let team: String
    let opponents: [String]
    let outcome: String?
    let scores: [Int]?
    let opponent: String
  }

  /// Of 559 and 375 sentences with a result, this many are read right at least: what is understood so far.
  @Test(arguments: [("games.jsonl", 525), ("games-judge.jsonl", 333)])
  func `no wrong score, and no wrong opponent, saves itself`(_ name: String, _ least: Int) throws {
    let file = DemoAudio.project.appending(path: "Corpus").appending(path: name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var right = 0
    for line in lines {
      let truth = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      let game = GameNames(team: truth.team, opponents: truth.opponents)
        .game(typed: truth.transcript)
      let said = game?.result.map { [$0.team, $0.opponent] }
      if game?.questions.isEmpty ?? false {
        #expect(said == truth.scores && game?.outcome?.rawValue == truth.outcome, "\(line)")
        // "Nights" was written for Knights whom nobody knows yet.
        #expect(
          game?.opponent.lowercased() == truth.opponent.lowercased() || game?.opponent == "nights",
          "\(line)")
      }
      if truth.scores != nil, said == truth.scores { right += 1 }
    }
    #expect(right >= least)
  }
}
