import HyzerVoice

@testable import Measuring

/// A corpus that nobody spoke, as recorded and through two noises.
struct SampleReport {
  let figures: ReportFigures
  /// In the order of the corpus: each utterance under all conditions before the next.
  let outcomes: [UtteranceOutcome]

  static let targets = [
    Target.floor, Target(.pairs, percent: 60), Target(.wrongCommits, percent: 2),
    Target(.falseAccepts, percent: 10),
  ]
  private static let names = [
    ListeningCondition(),
    ListeningCondition(noise: "noises/wind & <leaves>.wav", snrDecibels: 0),
    ListeningCondition(noise: "noises/wind & <leaves>.wav", snrDecibels: 7.5),
    ListeningCondition(noise: "noises/\"quoted\" 'road'.wav", snrDecibels: 0),
  ]
  private static let utterances: [(pairs: [ScorePair], said: String?)] = [
    (pairs("דנה", 6, "Ann\u{202E}a", 5), "דנה six ann\u{202E}a five"),
    (pairs("O'Brien <b>&amp;", 4), "o'brien <b>&amp; four"), (pairs("Mike", 3), "mike three"),
    (pairs("Bob", 5), "bob five"), ([], "nice throw"), ([], nil),
  ]
  /// What was heard otherwise than it was said: the line, the condition and what came of it.
  private static let errors:
    [(
      line: Int, condition: Int, accepted: [ScorePair], heard: String, confidence: Double,
      stage: FailureStage?
    )] = [
      (1, 1, pairs("Ann\u{202E}a", 5), "six ann\u{202E}a five", 0.4, .recognition),
      (2, 1, pairs("Bob", 4), "bob four", 0.7, .recognition),
      (5, 1, pairs("Bob", 4), "nice four", 0.5, .confirmation),
      (6, 1, pairs("Bob", 4), "bob uh four", 0.8, nil),
      (4, 2, [], "bob", 0.2, .matching),
      (4, 0, pairs("Bob", 5, "Mike", 4), "bob five mike four", 0.9, .classification),
    ]

  init() {
    var tallies = Self.names.map {
      ConditionTally(condition: $0, seed: 7, maximumFalseAccept: 0.1)
    }
    var outcomes: [UtteranceOutcome] = []
    for (index, utterance) in Self.utterances.enumerated() {
      for condition in tallies.indices {
        let line = index + 1
        let error = Self.errors.first { $0.line == line && $0.condition == condition }
        let accepted = error?.accepted ?? utterance.pairs
        let clear = utterance.pairs.isEmpty ? 0.1 * Double(line - 4) : 1 - 0.1 * Double(line)
        let confidence = error?.confidence ?? clear
        let made = outcome(
          line, said: utterance.pairs, accepted: accepted,
          accepted.isEmpty ? .failed : confidence > 0.6 ? .success : .partial,
          words: utterance.said, heard: error?.heard ?? utterance.said ?? "",
          confidence: confidence, stage: error?.stage,
          tags: ["speaker": line.isMultiple(of: 3) ? "anna & co" : "ben"],
          audio: 2 + Double(line % 4) / 2,
          latency: 0.1 * Double(line) + 0.05 * Double(condition),
          id: "clips/\(line) <&>.flac", condition: condition)
        tallies[condition].add(made, manifests: ["corpus.jsonl"])
        outcomes.append(made)
      }
    }
    for index in tallies.indices { tallies[index].unreadable = 1 }
    figures = ReportFigures(conditions: tallies, targets: Self.targets)
    self.outcomes = outcomes
  }

  var failures: [UtteranceOutcome] { outcomes.filter { !$0.isExact } }

  /// The page; every other failure has a clip.
  func page() throws -> String {
    try text(of: report, failures) { outcome in
      let index = failures.firstIndex(of: outcome) ?? 1
      return index.isMultiple(of: 2) ? Array("OggS \(index)".utf8) : nil
    }
  }

  var report: HTMLReport {
    HTMLReport(
      title: "Evaluation of <corpus> & \"friends\"",
      details: [("corpus", "Corpus/<audio>.jsonl"), ("seed", "7"), ("דנה", "a & b")],
      figures: figures)
  }

  func junit() throws -> String {
    var text = ""
    try figures.writeJUnit(name: "evaluation", outcomes: outcomes) { text += $0 }
    return text
  }
}

func text(
  of report: HTMLReport, _ failures: [UtteranceOutcome] = [],
  clip: (UtteranceOutcome) -> [UInt8]? = { _ in nil }
) throws -> String {
  var text = ""
  try report.write(failures: failures, clip: clip, to: { text += $0 })
  return text
}

/// Pairs of a player and a score each.
func pairs(_ first: String, _ strokes: Int, _ second: String? = nil, _ more: Int = 0)
  -> [ScorePair]
{
  [ScorePair(player: first, strokes: strokes)]
    + (second.map { [ScorePair(player: $0, strokes: more)] } ?? [])
}

/// A report of some utterances.
func report(
  _ outcomes: [UtteranceOutcome], under condition: ListeningCondition = .init(),
  maximumFalseAccept: Double? = nil
) -> ConditionTally {
  var tally = ConditionTally(
    condition: condition, seed: 1, maximumFalseAccept: maximumFalseAccept)
  for outcome in outcomes { tally.add(outcome, manifests: [""]) }
  return tally
}

/// A report of so many utterances with a score, of which some are exact.
func report(
  exact: Int, of count: Int, under condition: ListeningCondition = .init()
) -> ConditionTally {
  report((0..<count).map { bobOutcome(isHeard: $0 < exact) }, under: condition)
}

/// An outcome of which only what matters to a test is given; words are separated by blanks.
func outcome(
  _ line: Int = 1, said reference: [ScorePair] = [], accepted: [ScorePair] = [],
  _ result: ParseStatus = .failed, words: String? = nil, heard: String = "",
  confidence: Double? = nil, accepts: Int? = nil, stage: FailureStage? = nil,
  tags: [String: String] = [:], audio: Double = 0, latency: Double? = nil, id: String = "",
  condition: Int = 0
) -> UtteranceOutcome {
  func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
  let (reference, accepted) = (reference.sorted(), accepted.sorted())
  return UtteranceOutcome(
    line: line, id: id, condition: condition, reference: reference, accepted: accepted,
    result: result, said: words.map(split), heard: split(heard), confidence: confidence,
    acceptedUtterances: accepts ?? (accepted.isEmpty ? 0 : 1),
    isWrongCommit: result == .success && accepted != reference, stage: stage, tags: tags,
    audioSeconds: audio, latencySeconds: latency, processingSeconds: latency ?? 0)
}

/// An outcome in which Bob's five strokes are said, and accepted or not.
func bobOutcome(_ line: Int = 1, isHeard: Bool, tags: [String: String] = [:]) -> UtteranceOutcome {
  outcome(
    line, said: pairs("Bob", 5), accepted: isHeard ? pairs("Bob", 5) : [], .success, tags: tags)
}
