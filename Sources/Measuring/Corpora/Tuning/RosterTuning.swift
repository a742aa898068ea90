package import DiscGolf
internal import Foundation
internal import HyzerBase

/// What tuning a group's names came to.
package struct RosterTuning: Encodable, Sendable {
  /// A candidate that was tried.
  package struct Proposal: Encodable, Sendable {
    let player: String
    let kind: String
    let value: String
    let origin: String
    let detail: String
    /// In how many folds the other folds' speakers chose it.
    let foldsChosen: Int
    /// What it does, in those folds, for the speakers who did not choose it; nil where none did.
    let heldOut: RosterComparison?
    let isRecommended: Bool
    let isSignificant: Bool
  }

  /// A candidate that was not even tried: it could be taken for something else.
  package struct Refused: Encodable, Sendable {
    let player: String
    let kind: String
    let value: String
    let origin: String
    let reason: String
  }

  let lines: Int
  let speakers: Int
  let folds: Int
  let notes: [String]
  /// What is heard in place of each player's name.
  let players: [HeardInstead]
  let proposals: [Proposal]
  let refused: [Refused]
  /// What choosing by some speakers does for the others, all folds together.
  let heldOut: RosterComparison
  /// The whole corpus without and with what is recommended: a fitted figure.
  let fitted: RosterComparison
  /// The players as they are.
  package let before: [Player]
  /// The players with what is recommended.
  package let after: [Player]
  /// Whether the round file has the change.
  package var isApplied = false

  package var recommended: [Proposal] { proposals.filter(\.isRecommended) }

  /// Returns the report for people.
  package func text(roundPath: String) -> String {
    var text = [
      "\(lines) lines, \(speakers) speakers in \(folds) folds; figures are of speakers who did not "
        + "choose what is judged"
    ]
    text += notes.map { "note: \($0)" }
    text.append("")
    for player in players where player.said > 0 {
      let most = player.mostOften.map {
        "; most often \"\($0.word)\" in its place, \($0.count) times"
      }
      text.append(
        "\(player.player): said \(player.said) times, heard \(player.heard)\(most ?? "")")
    }
    let shown = proposals.filter { $0.foldsChosen > 0 }
    text += ["", "proposals that any fold chose: \(shown.count)"]
    for proposal in shown {
      let mark =
        proposal.isRecommended
        ? proposal.isSignificant ? "recommended, p < 0.05" : "recommended" : "not recommended"
      text.append(
        "  \(Self.name(proposal.player, proposal.kind, proposal.value)) (\(proposal.origin): "
          + "\(proposal.detail)), chosen in \(proposal.foldsChosen) of \(folds) folds: \(mark)")
      text += proposal.heldOut?.text.map { "  " + $0 } ?? []
    }
    if proposals.count > shown.count {
      text.append("  \(proposals.count - shown.count) others were tried and chosen by no fold")
    }
    if !refused.isEmpty {
      text += ["", "refused, since they could be taken for something else: \(refused.count)"]
      text += refused.map { "  \(Self.name($0.player, $0.kind, $0.value)): \($0.reason)" }
    }
    text += ["", "choosing by some speakers, judged on the others, all folds together:"]
    text += heldOut.text
    guard !recommended.isEmpty else {
      return (text + ["", "nothing is recommended"]).joined(separator: "\n")
    }
    text += [
      "",
      "the whole corpus without and with the \(recommended.count) recommended (fitted, so too good):",
    ]
    text += fitted.text
    text += ["", isApplied ? "written into \(roundPath):" : "--apply would write:"]
    for (old, new) in zip(before, after) where old != new {
      text += ["  before \(Self.json(old))", "  after  \(Self.json(new))"]
    }
    return text.joined(separator: "\n")
  }

  private static func name(_ player: String, _ kind: String, _ value: String) -> String {
    kind == "alias" ? "\(player), alias \"\(value)\"" : "\(player), said \(value)"
  }

  private static func json(_ player: Player) -> String {
    // A player of the roster can always be written.
    (try? JSONLine.encode(player)) ?? player.name
  }
}

/// The same utterances judged before and after a change of the roster, with what shows whether it
/// is chance.
package struct RosterComparison: Encodable, Hashable, Sendable {
  package typealias Line = (before: UtteranceOutcome, after: UtteranceOutcome, speaker: String)

  /// A count, and in how many utterances it changed.
  struct Change: Encodable, Hashable, Sendable {
    let before: Int
    let after: Int
    let gained: Int
    let lost: Int
    /// McNemar's exact test.
    let pValue: Double

    init(_ change: PairedComparison.Change, before: Int) {
      self.before = before
      after = before + change.difference
      gained = change.onlyAfter
      lost = change.onlyBefore
      pValue = change.pValue
    }
  }

  /// A difference of rates with its interval at 95 %, by the bootstrap.
  struct Difference: Encodable, Hashable, Sendable {
    let value: Double?
    let low: Double?
    let high: Double?
  }

  let utterances: Int
  let positives: Int
  let negatives: Int
  let exact: Change
  /// Of the share of exact utterances; speakers are drawn, not utterances, since what helps one
  /// sentence of a speaker is likely to help the next.
  let exactShare: Difference
  let wrongCommits: Change
  let falseAccepts: Change
  /// The pairs that were said and are accepted only after.
  let pairsGained: Int
  /// The pairs that were said and are accepted only before.
  let pairsLost: Int
  let wordErrorRate: Difference

  /// Compares lines; `seed` is that of the resampling.
  init(_ lines: [Line], seed: UInt64) {
    var paired = PairedComparison(seed: seed)
    var inexact = BootstrapDifference(seed: seed)
    var (gained, lost) = (0, 0)
    for (before, after, speaker) in lines {
      paired.add(before: before, after: after)
      let first = Set(before.accepted).intersection(before.reference)
      let second = Set(after.accepted).intersection(after.reference)
      gained += second.subtracting(first).count
      lost += first.subtracting(second).count
      if !after.isNegative {
        inexact.add(
          first: (before.isExact ? 0 : 1, 1), second: (after.isExact ? 0 : 1, 1),
          key: stableHash(speaker))
      }
    }
    utterances = lines.count
    negatives = lines.count { $0.before.isNegative }
    positives = utterances - negatives
    exact = Change(
      paired.exact, before: lines.count { !$0.before.isNegative && $0.before.isExact })
    let gain = inexact.interval()
    exactShare = Difference(
      value: inexact.difference.map { 0 - $0 }, low: gain.map { 0 - $0.upperBound },
      high: gain.map { 0 - $0.lowerBound })
    wrongCommits = Change(paired.wrongCommits, before: lines.count { $0.before.isWrongCommit })
    falseAccepts = Change(
      paired.falseAccepts,
      before: lines.count { $0.before.isNegative && !$0.before.accepted.isEmpty })
    pairsGained = gained
    pairsLost = lost
    let words = paired.wordErrors.interval()
    wordErrorRate = Difference(
      value: paired.wordErrors.difference, low: words?.lowerBound, high: words?.upperBound)
  }

  /// Whether more utterances are exact, at the cost of no wrong commit and no false accept.
  var isImprovement: Bool {
    exact.after > exact.before && wrongCommits.after <= wrongCommits.before
      && falseAccepts.after <= falseAccepts.before
  }

  /// Whether more utterances are exact by more than chance would have it.
  var isSignificant: Bool {
    exact.after > exact.before && exact.pValue < PairedComparison.significance
  }

  /// Lines for people: each figure before and after, and what shows whether it is chance.
  var text: [String] {
    func share(_ value: Double) -> String { String(format: "%+.1f", value * 100) }
    func range(_ difference: Difference) -> String {
      guard let value = difference.value else { return "undefined" }
      guard let low = difference.low, let high = difference.high else {
        return "\(share(value)) points"
      }
      return "\(share(value)) points (\(share(low)) to \(share(high)))"
    }
    func p(_ value: Double) -> String {
      value < 0.0001 ? "below 0.0001" : String(format: value < 0.1 ? "%.4f" : "%.2f", value)
    }
    func line(_ name: String, _ change: Change, of total: Int) -> String {
      "  \(name) \(change.before) -> \(change.after) of \(total), "
        + "+\(change.gained) -\(change.lost), p \(p(change.pValue))"
    }
    return [
      line("exact          ", exact, of: positives) + ", \(range(exactShare))",
      "  pairs           +\(pairsGained) -\(pairsLost)",
      line("wrong commits  ", wrongCommits, of: utterances),
      line("false accepts  ", falseAccepts, of: negatives),
      "  word error rate \(range(wordErrorRate))",
    ]
  }
}
