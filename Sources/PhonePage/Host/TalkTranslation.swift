internal import DiscGolf
internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

/// A phone's scores as the confirmation knows them, and back.
struct TalkTranslation {
  /// Chosen: nobody reads more on a phone, and no draft of 15 seconds has as many.
  private static let mostRemarks = 20
  /// Chosen: in bytes; 15 seconds hold a few hundred.
  private static let longestText = 4_000

  let round: Round
  /// What was open beside the rows, as the phone worded it.
  private var remarks: [Problem: String] = [:]

  init(round: Round) { self.round = round }

  /// Takes what a phone shows, which may be anything that is well-formed.
  mutating func draft(_ shown: TalkDraft, onHole hole: Int) throws(TalkFailure) -> Draft {
    guard shown.hole == hole else { throw .otherHole(shown.hole) }
    let texts = shown.rows.map(\.words) + shown.remarks + [shown.transcript]
    guard shown.rows.count <= round.roster.players.count,
      shown.remarks.count <= Self.mostRemarks,
      texts.allSatisfy({ $0.utf8.count <= Self.longestText })
    else { throw .tooMuch }
    var rows: [Draft.Row] = []
    for (place, row) in shown.rows.enumerated() {
      rows.append(try self.row(row, id: place + 1))
    }
    let players = rows.compactMap(\.player)
    guard Set(players).count == players.count else { throw .repeatedPlayer }
    var problems: [Problem] = []
    for (place, text) in shown.remarks.enumerated() {
      // Of what it was nothing but the words came back; its place tells equal ones apart.
      let problem = Problem(.unexplained, text: text, range: place..<place)
      remarks[problem] = text
      problems.append(problem)
    }
    return Draft(
      shown: rows, remarks: problems, transcript: shown.transcript, onHole: hole)
  }

  private func row(_ row: TalkDraft.Row, id: Int) throws(TalkFailure) -> Draft.Row {
    guard row.candidates.count <= round.roster.players.count else { throw .tooMuch }
    var candidates: [PlayerID] = []
    for name in row.candidates { candidates.append(try player(name)) }
    let player: PlayerID? = if let name = row.player { try player(name) } else { nil }
    return Draft.Row(
      shownAs: id, player: player, result: row.result, candidates: candidates,
      confidence: row.confidence, isDoubtful: row.isDoubtful, words: row.words, input: row.input)
  }

  private func player(_ name: String) throws(TalkFailure) -> PlayerID {
    guard let player = round.roster.ids.first(where: { round.roster[$0].name == name }) else {
      throw .unknownPlayer
    }
    return player
  }

  func talkDraft(
    _ result: TalkDraft.Result, _ draft: Draft, window: Duration? = nil
  ) -> TalkDraft {
    TalkDraft(
      result: result, hole: draft.hole, rows: draft.rows.map(row), remarks: draft.remarks.map(text),
      transcript: draft.transcript, window: window.map { $0 / .seconds(1) })
  }

  private func row(_ row: Draft.Row) -> TalkDraft.Row {
    let name = { (player: PlayerID) in round.roster[player].name }
    return TalkDraft.Row(
      player: row.player.map(name), result: row.result, confidence: row.confidence,
      isDoubtful: row.isDoubtful, candidates: row.candidates.map(name), words: row.words,
      replaces: row.replaces, input: row.input)
  }

  func text(_ problem: Problem) -> String {
    remarks[problem] ?? problem.text(roster: round.roster)
  }
}

extension Draft {
  /// All words of it, in the order in which they were said.
  fileprivate var transcript: String {
    transcripts.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
