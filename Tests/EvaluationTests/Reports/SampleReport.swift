import Language
import Randomness

@testable import Evaluation

/// A corpus that nobody spoke, under two noises at three levels each, drawn from a seed.
struct SampleReport {
  let conditions: [ConditionReport]
  /// In the order of the corpus: each utterance under all conditions before the next.
  let outcomes: [UtteranceOutcome]

  static let targets = [
    Target.floor, Target(.pairs, percent: 60), Target(.wrongCommits, percent: 2),
    Target(.falseAccepts, percent: 10),
  ]
  static let noises = ["noises/wind & <leaves>.wav", "noises/\"quoted\" 'road'.wav"]
  static let levels = [0.0, 7.5, 15]
  static let players = ["Mike", "O'Brien <b>&amp;", "דנה", "Ann\u{202E}a", "Bob"]
  private static let numbers = ["three", "four", "five", "six"]

  /// Draws so many utterances; every fifth has no score in it.
  init(utterances: Int = 24, noises: [String] = noises, levels: [Double] = levels) {
    let conditions =
      [.asRecorded]
      + noises.flatMap { noise in
        levels.map { ListeningCondition(noise: noise, snrDecibels: $0) }
      }
    var random = SeededGenerator(seed: 7, name: "sample")
    var tallies = conditions.map { ConditionTally(condition: $0, seed: 7) }
    var outcomes: [UtteranceOutcome] = []
    for line in 1...utterances {
      let said = Self.utterance(line, &random)
      for index in conditions.indices {
        // The lower the level, the more goes wrong.
        let trouble = 0.08 + (conditions[index].snrDecibels.map { 0.45 - $0 * 0.022 } ?? 0)
        let outcome = Self.heard(said, line: line, condition: index, trouble: trouble, &random)
        tallies[index].add(outcome, manifests: ["corpus.jsonl"])
        outcomes.append(outcome)
      }
    }
    for index in tallies.indices { tallies[index].addUnreadable() }
    self.conditions = tallies.map { ConditionReport($0, maximumFalseAccept: 0.1) }
    self.outcomes = outcomes
  }

  /// Whatever is not exact, with a clip for every other.
  var failures: [HTMLReport.Failure] {
    outcomes.filter { !$0.isExact }.enumerated().map { index, outcome in
      HTMLReport.Failure(
        outcome: outcome, condition: conditions[outcome.condition].condition,
        clip: index.isMultiple(of: 2) ? Array("OggS \(index)".utf8) : nil)
    }
  }

  /// The page of the sample.
  func page() throws -> String {
    var page = ""
    try report.write(
      failures: { take in for failure in failures { try take(failure) } }, to: { page += $0 })
    return page
  }

  /// The JUnit file of the sample.
  func junit() throws -> String {
    var text = ""
    try JUnitReport(name: "evaluation", conditions: conditions, targets: SampleReport.targets)
      .write(
        outcomes: { take in for outcome in outcomes { try take(outcome) } }, to: { text += $0 })
    return text
  }

  /// What writes the page.
  var report: HTMLReport {
    HTMLReport(
      title: "Evaluation of <corpus> & \"friends\"",
      details: [("corpus", "Corpus/<audio>.jsonl"), ("seed", "7"), ("דנה", "a & b")],
      conditions: conditions, targets: SampleReport.targets)
  }

  // MARK: - Drawing

  private static func utterance(
    _ line: Int, _ random: inout SeededGenerator
  ) -> (pairs: [ScorePair], words: [String]?) {
    guard !line.isMultiple(of: 5) else {
      return ([], line.isMultiple(of: 2) ? nil : ["nice", "throw"])
    }
    let first = Int.random(in: players.indices, using: &random)
    let count = Int.random(in: 1...2, using: &random)
    var pairs: [ScorePair] = []
    var words: [String] = []
    for offset in 0..<count {
      let player = players[(first + offset) % players.count]
      let strokes = Int.random(in: 3...6, using: &random)
      pairs.append(ScorePair(player: player, strokes: strokes))
      words += [player.lowercased(), numbers[strokes - 3]]
    }
    return (pairs, words)
  }

  private static func heard(
    _ said: (pairs: [ScorePair], words: [String]?), line: Int, condition: Int, trouble: Double,
    _ random: inout SeededGenerator
  ) -> UtteranceOutcome {
    var accepted = said.pairs
    var words = said.words ?? []
    var stage: FailureStage?
    if Double.random(in: 0..<1, using: &random) < trouble {
      stage = FailureStage.allCases.randomElement(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !accepted.isEmpty:
        let strokes = Int.random(in: 3...6, using: &random)
        accepted[0] = ScorePair(player: accepted[0].player, strokes: strokes)
        words[1] = numbers[strokes - 3]
      case 1 where !accepted.isEmpty:
        let other = players[Int.random(in: players.indices, using: &random)]
        accepted[0] = ScorePair(player: other, strokes: accepted[0].strokes)
        words[0] = other.lowercased()
      case 2 where !accepted.isEmpty:
        accepted.removeFirst()
        words.removeFirst()
      default:
        accepted.append(ScorePair(player: "Bob", strokes: 4))
        words += ["bob", "four"]
      }
      if Set(accepted.map(\.player)).count < accepted.count { accepted.removeLast() }
    }
    let isExact = accepted.sorted() == said.pairs.sorted()
    let confidence =
      accepted.isEmpty && said.pairs.isEmpty
      ? Double.random(in: 0.05..<0.5, using: &random)
      : Double.random(in: isExact ? 0.35..<1 : 0.1..<0.8, using: &random)
    return UtteranceOutcome(
      line: line, id: "clips/\(line) <&>.flac", condition: condition, reference: said.pairs,
      accepted: accepted,
      result: accepted.isEmpty ? .failed : confidence > 0.6 ? .success : .partial,
      said: said.words, heard: words, confidence: confidence, stage: isExact ? nil : stage,
      tags: ["speaker": line.isMultiple(of: 3) ? "anna & co" : "ben"],
      audioSeconds: 2 + Double(line % 4) / 2,
      latencySeconds: Double.random(in: 0.05..<0.4, using: &random))
  }
}
