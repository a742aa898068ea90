internal import Capture
internal import CommandLineKit
internal import Foundation
internal import Golf
internal import Parsing
internal import Recognition
internal import Recordings
internal import Scoring

/// `hyzer listen`: the live loop over a microphone or a recording.
struct ListenCommand: Command {
  private struct Event: Encodable {
    let event: String
    let hole: Int?
    let scores: [UtteranceReport.Score]
    let unresolved: [UtteranceReport.Unresolved]
    let transcript: String
    let at: Double
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let round = try toolkit.round(arguments)
    if arguments.flag("fast"), arguments.value("input") == nil {
      throw Failure(
        .usage, "hyzer listen: --fast goes with --input; a microphone is as fast as it is")
    }
    var scorer = LiveScorer(scorer: try toolkit.scorer(round))
    var source = try open()
    if toolkit.console.showsProgress {
      toolkit.console.errorLine("listening to \(source.name); end with Ctrl-C")
    }
    while let block = try source.next() {
      for event in try scorer.feed(block) { try show(event, round, toolkit.console) }
    }
    for event in try scorer.finish() { try show(event, round, toolkit.console) }
    if source.overruns > 0 {
      toolkit.console.errorLine(
        "hyzer listen: audio was lost \(source.overruns) times because the machine was busy")
    }
  }

  private func open() throws -> any AudioSource {
    guard let input = arguments.value("input") else {
      return try MicrophoneSource(device: arguments.value("device") ?? "default")
    }
    return try RecordingSource(path: input, isPaced: !arguments.flag("fast"))
  }

  private func show(_ event: LiveEvent, _ round: Round, _ console: Console) throws {
    guard case .heard(let utterance, let range) = event else { return }
    let seconds = Double(range.upperBound) / Double(Recording.sampleRateHz)
    let report = UtteranceReport(
      input: String(format: "%.2f s", seconds), transcript: utterance.hypothesis.transcript,
      result: utterance.result, roster: round.roster)
    guard arguments.flag("json") else { return try console.line(report.lines()) }
    let name =
      switch utterance.result.status {
      case .success: "heard"
      case .partial: "partial"
      case .failed: "failed"
      }
    try console.line(
      JSONLine.encode(
        Event(
          event: name, hole: round.hole, scores: report.scores, unresolved: report.unresolved,
          transcript: report.transcript, at: (seconds * 100).rounded() / 100)))
  }
}
