internal import CommandLineKit
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

enum DisputeListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["dispute", "list"],
    abstract: "List the scores over which devices differ.",
    discussion: """
      Where two people have entered different scores for the same player and hole, the \
      later one counts until the organiser decides with hyzer resolve.
      """,
    options: [.json, .roundID, .database])

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    let cards =
      try context.arguments.value(.roundID).map { [try store.scorecard(of: store.chosenRound($0))] }
      ?? store.disputedRounds()
    if context.isJSON {
      return try context.console.json([
        "disputes": cards.flatMap { card in card.disputes.map { $0.report(in: card.round) } }
      ])
    }
    let labels = RoundLabels(try store.rounds())
    for card in cards where !card.disputes.isEmpty {
      let course = RoundWords.course(card.round.course)
      try context.console.line("round \(labels.label(card.round.id)), \(course)".printable)
      for dispute in card.disputes {
        try context.console.lines(dispute.lines(in: card.round, context.surroundings.localTime))
      }
    }
    if cards.allSatisfy(\.disputes.isEmpty) { context.warn("no score is disputed") }
  }
}

extension Dispute {
  /// On one line: whose score it is, what counts meanwhile, and what others say.
  func text(in round: RoundRecord) -> String {
    let said = claims.map { "\(RoundWords.result($0.result)) by \($0.reportedBy)" }
    return "hole \(hole), \(round.name(of: player)): \(said.joined(separator: ", "))"
  }

  fileprivate func report(in round: RoundRecord) -> JSONObject {
    let claims = claims.map { claim -> JSONObject in
      [
        "event": claim.id.rawValue, "strokes": claim.result?.strokes?.count,
        "reportedBy": claim.reportedBy, "device": claim.position.device.rawValue,
        "deviceName": claim.deviceName, "at": claim.at,
      ]
    }
    return [
      "round": round.id.rawValue, "player": round.name(of: player), "hole": hole, "claims": claims,
    ]
  }

  fileprivate func lines(in round: RoundRecord, _ localTime: (String) -> String) -> [String] {
    ["  hole \(hole), \(round.name(of: player)):".printable]
      + claims.enumerated().map { index, claim in
        "    \(RoundWords.result(claim.result)) by \(claim.reportedBy) on \(claim.deviceName), "
          .printable + "\(localTime(claim.at))\(index == 0 ? ", counts meanwhile" : "")"
      }
  }
}

enum ResolveCommand: Command {
  static let spec = CommandSpec(
    path: ["resolve"], abstract: "Decide which of several scores counts.",
    discussion: """
      Only the organiser of the round can do this, on their device. The choice replaces what the devices said; hyzer \
      dispute list shows what is disputed.
      """,
    options: [.json, player, hole, .roundID] + OptionSpec.scoreLog, operands: [score],
    examples: [
      Example("hyzer resolve --player Mike --hole 7 3", "Mike had three on hole 7.")
    ])

  private static let player = OptionSpec(
    long: "player", short: "p", argument: "NAME", help: "Whose score it is.", required: true)
  private static let hole = OptionSpec(
    long: "hole", argument: "N", help: "The hole of the score.", required: true)
  private static let score = OperandSpec(
    name: "STROKES", help: "The strokes, 1 to 10, or none for no score.")

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    let store = try context.store
    let card = try store.scorecard(of: context.roundOfOption())
    let record = card.round
    let text = arguments.operands(score)[0]
    guard
      let result = text == "none"
        ? .noScore : Int(text).flatMap({ Strokes($0) }).map(HoleResult.strokes)
    else {
      throw arguments.misuse("\"\(text)\" is no score; give 1 to 10, or none")
    }
    let hole = try arguments.integer(hole, in: Round.holeRange) ?? 1
    guard record.holes.contains(hole) else {
      throw ScoreStoreError.refused(.unknownHole(hole, holes: record.pars.count))
    }
    let player = try record.chosenPlayer(arguments.required(player))
    let name = record.name(of: player)
    let claimant = context.claimant(in: record)
    try store.requireOrganiser(claimant, of: record, to: "decide on a disputed score")
    guard card.cell(of: player, onHole: hole).isDisputed else {
      throw ScoreStoreError.refused(.notDisputed(name, hole: hole))
    }
    let outcome = try store.commit(
      ScoreCommit(
        id: CommitID(context.surroundings.newIdentifier()), round: record.id, hole: hole,
        scores: [ScoreCommit.Score(player: name, result: result, input: .picked)],
        reportedBy: claimant, deviceName: context.deviceName(),
        at: context.surroundings.timestamp()))
    try context.show(
      json: [
        "round": record.id.rawValue, "player": name, "hole": hole,
        "strokes": result.strokes?.count, "events": outcome.events.map(\.id.rawValue),
      ],
      lines: [
        "hole \(hole), \(name): \(RoundWords.result(result)), resolved by organiser".printable
      ])
  }
}
