internal import CommandLineKit
internal import FoundationEssentials
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog
internal import ScoreScreen

enum ExplainCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["explain"], abstract: "Explain how a score came about, step by step.",
    discussion: """
      Shows where the score is in the audio, what was heard and how clearly, how every word was \
      understood, which players the names matched, and which thresholds decided. Every step is \
      repeated from what was kept, and the outcome is compared. hyzer history ROUND PLAYER --json \
      lists the identifiers of events.
      """,
    options: [.database, .json], operands: [event],
    examples: [Example("hyzer explain", "Explain the last score of the current round.")])

  private static let event = OperandSpec(
    name: "EVENT", minimum: 0,
    help: "An event's identifier, or the beginning of it in the current round. The default is the "
      + "last event.")

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let event = try store.chosenEvent(context.arguments.operands(event).first)
    let round = try store.round(event.round).situation(atHole: event.hole)
    let heard = try event.utterance.flatMap { id in try store.utterance(id) }
    var lines: [String] = []
    var evidence: Evidence?
    var result: ParseResult?
    var reply: Reply?
    if let heard, event.input == .voice {
      let kept = try JSONFile.decode(
        Evidence.self, from: Data(heard.details.utf8), place: "the evidence of \(heard.id)")
      let explanation = ScoredUtterance(
        kept, parsers: try SpokenParsers(round: round, lexicon: context.lexicon()))
      lines = ExplanationText(explanation).lines
      (evidence, result, reply) = (kept, explanation.result, explanation.reply)
    } else if let text = event.transcript, event.takesBack == nil {
      let parsed = try context.parser(round).parse(text)
      lines =
        UtteranceReport(
          input: "typed", transcript: text, result: parsed, roster: round.roster
        ).lines
      result = parsed
    }
    let isRepeatable = says(reply, event, round.roster) ?? says(result, event, round.roster)
    guard context.isJSON else {
      return try context.console.lines(
        head(event, store) + lines + [foot(event, result, isRepeatable)])
    }
    let replay = result.map {
      UtteranceReport(
        input: event.id.rawValue, transcript: event.transcript ?? "", result: $0,
        roster: round.roster
      ).json
    }
    let object: JSONObject = [
      "event": event.id.rawValue, "round": event.round.rawValue, "hole": event.hole,
      "player": event.player, "isRepeatable": isRepeatable,
    ]
    try context.console.json(
      object.adding([
        "strokes": event.result?.strokes?.count, "transcript": event.transcript,
        "startSeconds": heard?.startSeconds, "endSeconds": heard?.endSeconds, "clip": event.clip,
        "evidence": evidence, "replay": replay,
      ]))
  }

  private static func head(_ event: ScoreEvent, _ store: ScoreStore) -> [String] {
    var lines = [
      "event       \(event.id): hole \(event.hole), \(event.player) \(RoundWords.result(event.result))",
      "entered     \(event.input.rawValue) by \(event.reportedBy) on \(event.deviceName) at \(event.at)",
    ]
    for old in event.supersedes { lines.append("supersedes  \(old)") }
    if let old = event.takesBack { lines.append("takes back  \(old)") }
    if let clip = event.clip {
      lines.append("audio       \(ClipFolder.path(besideLog: store.path))/\(clip)")
    }
    return lines
  }

  private static func foot(_ event: ScoreEvent, _ result: ParseResult?, _ isRepeatable: Bool)
    -> String
  {
    if event.takesBack != nil { return "replay      nothing to repeat: it takes a score back" }
    guard result != nil else {
      return "replay      nothing to repeat: the score was picked, and not said or written"
    }
    return isRepeatable
      ? "replay      the same words say the same score again"
      : "replay      the words say something else: a person, or a later version, decided"
  }

  /// Returns whether a reply gives the event's player the event's score; nil where it gives none.
  private static func says(_ reply: Reply?, _ event: ScoreEvent, _ roster: Roster) -> Bool? {
    guard case .change(let player, let result) = reply else { return nil }
    let isTheirs = player.map { roster[$0].name == event.player } ?? true
    return isTheirs && event.result == result
  }

  /// Returns whether words give the event's player the event's score.
  private static func says(_ result: ParseResult?, _ event: ScoreEvent, _ roster: Roster) -> Bool {
    guard let result else { return false }
    if event.result == .noScore {
      return result.problems.contains { problem in
        problem.kind == .noScore
          && problem.candidates.contains { roster[$0].name == event.player }
      }
    }
    return result.scores.contains {
      roster[$0.player].name == event.player && event.result == .strokes($0.strokes)
    }
  }
}
