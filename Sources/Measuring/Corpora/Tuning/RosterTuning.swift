package import DiscGolf
internal import HyzerBase

package struct RosterTuning: Encodable, Sendable {
  package struct Proposal: Encodable, Sendable {
    let player, kind, value, origin, detail: String
    /// In how many folds the other folds' speakers chose it.
    let foldsChosen: Int
    /// What it does, in those folds, for the speakers who did not choose it; nil where none did.
    let heldOut: RosterComparison?
    let isRecommended: Bool
    let isSignificant: Bool
  }

  /// A candidate that was not even tried: it could be taken for something else.
  struct Refused: Encodable, Sendable {
    let player, kind, value, origin: String
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
  package let before: [Player]
  package let after: [Player]
  package var isApplied = false

  package var recommended: [Proposal] { proposals.filter(\.isRecommended) }

  package func text(place: String) -> String {
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
    text += ["", isApplied ? "written into \(place):" : "--apply would write:"]
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
package struct RosterComparison: Encodable, Sendable {
  package typealias Line = (before: UtteranceOutcome, after: UtteranceOutcome, speaker: String)

  /// A count, and in how many utterances it changed.
  private struct Count {
    let before: Int
    let change: PairedComparison.Change

    var after: Int { before + change.difference }

    var json: JSONObject { change.json.adding(["before": before, "after": after]) }

    func text(of total: Int) -> String {
      let p = change.pValue
      let chance = p < 0.0001 ? "below 0.0001" : p.decimals(p < 0.1 ? 4 : 2)
      return "\(before) -> \(after) of \(total), +\(change.gained) -\(change.lost), p \(chance)"
    }
  }

  private let utterances, negatives: Int
  private let exact, wrongCommits, falseAccepts: Count
  /// Of the share of exact utterances; speakers are drawn, not utterances, since what helps one
  /// sentence of a speaker is likely to help the next.
  private let exactShare: RateDifference
  private let wordErrorRate: RateDifference
  /// The pairs that were said and are accepted only after, and only before.
  private let pairs: (gained: Int, lost: Int)

  private var positives: Int { utterances - negatives }

  /// Compares lines; `seed` is that of the resampling.
  init(_ lines: [Line], seed: UInt64) {
    var paired = PairedComparison(seed: seed)
    var inexact = BootstrapDifference(seed: seed)
    var pairs = (gained: 0, lost: 0)
    for (before, after, speaker) in lines {
      paired.add(before: before, after: after)
      pairs.gained += after.correct.subtracting(before.correct).count
      pairs.lost += before.correct.subtracting(after.correct).count
      if !after.isNegative {
        inexact.add(
          first: (before.isExact ? 0 : 1, 1), second: (after.isExact ? 0 : 1, 1),
          key: stableHash(speaker))
      }
    }
    func count(_ change: PairedComparison.Change, _ isCounted: (UtteranceOutcome) -> Bool) -> Count
    {
      Count(before: lines.count { isCounted($0.before) }, change: change)
    }
    self.pairs = pairs
    utterances = lines.count
    negatives = lines.count { $0.before.isNegative }
    exact = count(paired.exact) { !$0.isNegative && $0.isExact }
    wrongCommits = count(paired.wrongCommits, \.isWrongCommit)
    falseAccepts = count(paired.falseAccepts) { $0.isNegative && !$0.isExact }
    exactShare = RateDifference(inexact, sign: -1)
    wordErrorRate = RateDifference(paired.wordErrors)
  }

  package func encode(to encoder: any Encoder) throws {
    let comparison: JSONObject = [
      "utterances": utterances, "positives": positives, "negatives": negatives,
      "exact": exact.json, "exactShare": exactShare, "wrongCommits": wrongCommits.json,
      "falseAccepts": falseAccepts.json, "pairsGained": pairs.gained, "pairsLost": pairs.lost,
      "wordErrorRate": wordErrorRate,
    ]
    try comparison.encode(to: encoder)
  }

  /// Whether more utterances are exact, at the cost of no wrong commit and no false accept.
  var isImprovement: Bool {
    exact.change.difference > 0 && wrongCommits.change.difference <= 0
      && falseAccepts.change.difference <= 0
  }

  /// Whether more utterances are exact by more than chance would have it.
  var isSignificant: Bool {
    exact.change.difference > 0 && exact.change.pValue < PairedComparison.significance
  }

  /// Lines for people: each figure before and after, and what shows whether it is chance.
  var text: [String] {
    func range(_ difference: RateDifference) -> String {
      difference.text { ($0 < 0 ? "" : "+") + ($0 * 100).decimals(1) } ?? "undefined"
    }
    return [
      "  exact           \(exact.text(of: positives)), \(range(exactShare))",
      "  pairs           +\(pairs.gained) -\(pairs.lost)",
      "  wrong commits   \(wrongCommits.text(of: utterances))",
      "  false accepts   \(falseAccepts.text(of: negatives))",
      "  word error rate \(range(wordErrorRate))",
    ]
  }
}
