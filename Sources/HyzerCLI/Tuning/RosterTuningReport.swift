internal import Corpora
internal import Foundation
internal import Golf
internal import Language

/// Shows what tuning a group's names came to.
struct RosterTuningReport {
  let tuning: RosterTuning
  let roundPath: String
  let isApplied: Bool

  private var roster: Roster { tuning.round.roster }

  // MARK: - For people

  var text: String {
    var lines = [
      "\(tuning.lines) lines, \(tuning.speakers) speakers in \(tuning.folds) folds; figures are of "
        + "speakers who did not choose what is judged"
    ]
    lines += tuning.notes.map { "note: \($0)" }
    lines += [""] + heardLines
    let shown = tuning.proposals.filter { $0.foldsChosen > 0 }
    lines += ["", "proposals that any fold chose: \(shown.count)"]
    for proposal in shown { lines += proposalLines(proposal) }
    let rest = tuning.proposals.count - shown.count
    if rest > 0 { lines.append("  \(rest) others were tried and chosen by no fold") }
    if !tuning.refused.isEmpty {
      lines += [
        "", "refused, since they could be taken for something else: \(tuning.refused.count)",
      ]
      for (candidate, refusal) in tuning.refused {
        lines.append("  \(name(candidate)): \(refusal.text(roster: roster))")
      }
    }
    lines += ["", "choosing by some speakers, judged on the others, all folds together:"]
    lines += ComparisonFigures(tuning.heldOut).lines
    guard !tuning.recommended.isEmpty else {
      return (lines + ["", "nothing is recommended"]).joined(separator: "\n")
    }
    lines += [
      "",
      "the whole corpus without and with the \(tuning.recommended.count) recommended (fitted, so too good):",
    ]
    lines += ComparisonFigures(tuning.fitted).lines
    lines += ["", isApplied ? "written into \(roundPath):" : "--apply would write:"]
    for (old, new) in zip(roster.players, tuning.tuned.players) where old != new {
      lines += [
        "  before \(RosterTuningReport.json(old))", "  after  \(RosterTuningReport.json(new))",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private var heardLines: [String] {
    roster.ids.compactMap { id in
      let instead = tuning.instead[id.index]
      guard instead.said > 0 else { return nil }
      let most =
        instead.mostOften.map { "; most often \"\($0.word)\" in its place, \($0.count) times" }
        ?? ""
      return "\(roster[id].name): said \(instead.said) times, heard \(instead.heard)\(most)"
    }
  }

  private func proposalLines(_ proposal: RosterTuning.Proposal) -> [String] {
    guard let heldOut = proposal.heldOut else { return [] }
    let mark =
      proposal.isRecommended
      ? heldOut.isSignificant ? "recommended, p < 0.05" : "recommended" : "not recommended"
    return [
      "  \(name(proposal.candidate)) (\(proposal.candidate.origin.rawValue): "
        + "\(proposal.candidate.detail)), chosen in \(proposal.foldsChosen) of \(tuning.folds) folds: "
        + mark
    ] + ComparisonFigures(heldOut).lines.map { "  " + $0 }
  }

  private func name(_ candidate: Candidate) -> String {
    let player = roster[candidate.change.player].name
    return switch candidate.change.value {
    case .alias(let alias): "\(player), alias \"\(alias)\""
    case .pronunciation(let pronunciation): "\(player), said \(pronunciation)"
    }
  }

  // MARK: - For machines

  private struct PlayerLine: Encodable {
    let player: String
    let said: Int
    let heard: Int
    let heardInstead: [String: Int]
  }

  private struct ProposalLine: Encodable {
    let player: String
    let kind: String
    let value: String
    let origin: String
    let detail: String
    let foldsChosen: Int
    let heldOut: ComparisonFigures?
    let isRecommended: Bool
    let isSignificant: Bool
  }

  private struct RefusalLine: Encodable {
    let player: String
    let kind: String
    let value: String
    let origin: String
    let reason: String
  }

  private struct Whole: Encodable {
    let lines: Int
    let speakers: Int
    let folds: Int
    let notes: [String]
    let players: [PlayerLine]
    let proposals: [ProposalLine]
    let refused: [RefusalLine]
    let heldOut: ComparisonFigures
    let fitted: ComparisonFigures
    let before: [Player]
    let after: [Player]
    let isApplied: Bool
  }

  func json() throws -> String {
    func kind(_ candidate: Candidate) -> (kind: String, value: String) {
      switch candidate.change.value {
      case .alias(let alias): ("alias", alias)
      case .pronunciation(let pronunciation): ("pronunciation", pronunciation.description)
      }
    }
    return try JSONLine.encode(
      Whole(
        lines: tuning.lines, speakers: tuning.speakers, folds: tuning.folds, notes: tuning.notes,
        players: roster.ids.map { id in
          let instead = tuning.instead[id.index]
          return PlayerLine(
            player: roster[id].name, said: instead.said, heard: instead.heard,
            heardInstead: instead.instead)
        },
        proposals: tuning.proposals.map { proposal in
          let (kind, value) = kind(proposal.candidate)
          return ProposalLine(
            player: roster[proposal.candidate.change.player].name, kind: kind, value: value,
            origin: proposal.candidate.origin.rawValue, detail: proposal.candidate.detail,
            foldsChosen: proposal.foldsChosen,
            heldOut: proposal.heldOut.map(ComparisonFigures.init),
            isRecommended: proposal.isRecommended,
            isSignificant: proposal.heldOut?.isSignificant ?? false)
        },
        refused: tuning.refused.map { candidate, refusal in
          let (kind, value) = kind(candidate)
          return RefusalLine(
            player: roster[candidate.change.player].name, kind: kind, value: value,
            origin: candidate.origin.rawValue, reason: refusal.text(roster: roster))
        },
        heldOut: ComparisonFigures(tuning.heldOut), fitted: ComparisonFigures(tuning.fitted),
        before: roster.players, after: tuning.tuned.players, isApplied: isApplied))
  }

  private static func json(_ player: Player) -> String {
    // A player of the roster can always be written.
    (try? JSONLine.encode(player)) ?? player.name
  }
}

extension Refusal {
  /// The reason, in words for people.
  func text(roster: Roster) -> String {
    func percent(_ likeness: Double) -> String {
      likeness == 1
        ? "sounds the same as" : "sounds like (\(Int((likeness * 100).rounded())) %)"
    }
    func owned(_ spelling: String, _ player: PlayerID) -> String {
      let name = roster[player].name
      return spelling == name ? "\"\(name)\"" : "\"\(spelling)\" of \(name)"
    }
    return switch self {
    case .equalsName(let spelling, let player): "is the name \(owned(spelling, player))"
    case .soundsLikeName(let spelling, let player, let likeness):
      "\(percent(likeness)) \(owned(spelling, player))"
    case .isWord(let word): "\"\(word)\" is a word of the language"
    case .soundsLikeScore(let word, let likeness): "\(percent(likeness)) the score \"\(word)\""
    case .soundsLikeWord(let word, let likeness): "\(percent(likeness)) the word \"\(word)\""
    case .unpronounceable: "nothing tells how it is said"
    }
  }
}
