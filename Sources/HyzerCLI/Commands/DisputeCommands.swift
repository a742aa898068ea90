internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

enum DisputeListCommand: Command {
  static let spec = CommandSpec(
    path: ["dispute", "list"],
    abstract: "List the scores over which devices differ.",
    discussion: """
      Where two people have entered different scores for the same player and hole, the one that \
      was made last counts until the organiser decides with hyzer resolve.
      """,
    options: [.json, .roundID, .database])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let cards =
      try arguments.value(.roundID).map { [try store.scorecard(of: store.chosenRound($0))] }
      ?? store.disputedRounds()
    if arguments.flag(.json) {
      return try toolkit.console.json([
        "disputes": cards.flatMap { card in card.disputes.map { $0.report(in: card.round) } }
      ])
    }
    let labels = RoundLabels(try store.rounds())
    for card in cards where !card.disputes.isEmpty {
      let course = RoundWords.course(card.round.course)
      try toolkit.console.line("round \(labels.label(card.round.id)), \(course)".printable)
      for dispute in card.disputes {
        try toolkit.console.lines(dispute.lines(in: card.round, toolkit.surroundings.localTime))
      }
    }
    guard cards.allSatisfy(\.disputes.isEmpty) else { return }
    toolkit.console.errorLine("hyzer dispute list: no score is disputed")
  }
}

extension Dispute {
  /// The dispute for machines.
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
      Only the organiser of the round can. The choice supersedes what the devices said; hyzer \
      dispute list shows it.
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

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let place = try toolkit.scoreLogPlace(arguments)
    let card = try store.scorecard(of: store.chosenRound(arguments.value(.roundID)))
    let record = card.round
    let text = arguments.operands(score)[0]
    let result: HoleResult
    if text == "none" {
      result = .noScore
    } else if let strokes = Int(text).flatMap({ Strokes($0) }) {
      result = .strokes(strokes)
    } else {
      throw Failure(
        .usage, "\(arguments.location): \"\(text)\" is no score; give 1 to 10, or none")
    }
    let hole = try arguments.integer(hole, in: Round.holeRange) ?? 1
    guard record.holes.contains(hole) else {
      throw ScoreStoreError.refused(.unknownHole(hole, holes: record.pars.count))
    }
    let name = arguments.value(player) ?? ""
    guard let who = record.player(named: name) else {
      throw ScoreStoreError.refused(.unknownPlayer(name, record.id))
    }
    try record.requireOrganiser(place.reporter, to: "decide on a disputed score")
    guard card.cell(of: who, onHole: hole).isDisputed else {
      throw ScoreStoreError.refused(.notDisputed(record.name(of: who), hole: hole))
    }
    let outcome = try store.commit(
      ScoreCommit(
        id: CommitID(toolkit.surroundings.newIdentifier()), round: record.id, hole: hole,
        scores: [ScoreCommit.Score(player: record.name(of: who), result: result, input: .picked)],
        reportedBy: place.reporter, deviceName: toolkit.deviceName(store, place),
        at: toolkit.surroundings.timestamp()))
    if arguments.flag(.json) {
      return try toolkit.console.json([
        "round": record.id.rawValue, "player": record.name(of: who), "hole": hole,
        "strokes": result.strokes?.count, "events": outcome.events.map(\.id.rawValue),
      ])
    }
    try toolkit.console.line(
      "hole \(hole), \(record.name(of: who)): \(RoundWords.result(result)), resolved by organiser"
        .printable)
  }
}
