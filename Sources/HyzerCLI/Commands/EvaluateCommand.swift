internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Golf
internal import Parsing
internal import Recognition
internal import Scoring

/// `hyzer evaluate`: how well a corpus is heard.
struct EvaluateCommand: Command {
  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let path = arguments.operands("MANIFEST").first ?? ""
    let lines = try CorpusManifest(path: path).lines
    var counts = CorpusCounts()
    var progress = Progress(toolkit.console, total: lines.count)
    var judge = CorpusJudge(toolkit: toolkit)
    for (index, line) in lines.enumerated() {
      progress.show(index, line.audio ?? line.transcript ?? "")
      counts.add(try judge.judge(line))
    }
    progress.clear()
    let report = ConditionReport(counts)
    try toolkit.console.line(
      arguments.flag("json") ? JSONLine.encode(["conditions": [report]]) : report.table(counts))
  }
}

/// Runs the toolkit on corpus lines; consecutive lines of one roster share a recogniser.
struct CorpusJudge: ~Copyable {
  private let toolkit: Toolkit
  private var currentRound: Round?
  private var scorer: UtteranceScorer?

  init(toolkit: Toolkit) { self.toolkit = toolkit }

  mutating func judge(_ line: CorpusManifest.Line) throws -> JudgedUtterance {
    let clock = ContinuousClock()
    let result: ParseResult
    var heard: [String] = []
    var seconds = 0.0
    var latency = Duration.zero
    if let audio = line.audio {
      let samples = try ScoreCommand.samples(of: audio, toolkit.console)
      seconds = Double(samples.count) / Double(PocketSphinxRecognizer.sampleRateHz)
      if currentRound != line.round {
        scorer = try toolkit.scorer(line.round)
        currentRound = line.round
      }
      let start = clock.now
      guard let utterance = try scorer?.score(samples) else {
        throw Failure(.internalFault, "no recogniser for \"\(audio)\"")
      }
      latency = clock.now - start
      result = utterance.result
      heard = utterance.hypothesis.words.flatMap { CorpusJudge.words($0.text) }
    } else {
      let parser = try toolkit.parser(line.round)
      let text = line.transcript ?? ""
      let start = clock.now
      result = parser.parse(text)
      latency = clock.now - start
      heard = CorpusJudge.words(text)
    }
    return JudgedUtterance(
      reference: line.scores,
      accepted: Set(result.scores.map { ScorePair(player: $0.player, strokes: $0.strokes) }),
      isSuccess: result.status == .success,
      referenceWords: line.transcript.map(CorpusJudge.words), heardWords: heard,
      audioSeconds: seconds, latencySeconds: latency / .seconds(1))
  }

  /// Words are compared as names are: case, accents and punctuation do not count.
  private static func words(_ text: String) -> [String] { NameKey.words(of: text) }
}
