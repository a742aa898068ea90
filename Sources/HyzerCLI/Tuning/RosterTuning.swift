internal import Corpora
internal import Golf

/// What tuning a group's names came to.
struct RosterTuning {
  /// A candidate that was tried.
  struct Proposal {
    /// The candidate.
    let candidate: Candidate
    /// What it gains on the lines to which it was chosen: a fitted figure.
    let fitted: Gain
    /// In how many folds the other folds' speakers chose it.
    let foldsChosen: Int
    /// What it does, in those folds, for the speakers who did not choose it; nil where none did.
    let heldOut: TuningComparison?
    /// Whether it is worth having.
    let isRecommended: Bool
  }

  /// The round as it is.
  let round: Round
  /// How each player's display name is said so far.
  let known: [[String]]
  let lines: Int
  let speakers: Int
  let folds: Int
  let notes: [String]
  /// What is heard in place of each player's name, by place in the roster.
  let instead: [HeardInstead]
  let proposals: [Proposal]
  let refused: [(candidate: Candidate, refusal: Refusal)]
  /// What choosing by some speakers does for the others, all folds together.
  let heldOut: TuningComparison
  /// The whole corpus without and with what is recommended: a fitted figure.
  let fitted: TuningComparison
  /// The roster with what is recommended.
  let tuned: Roster
  /// Recordings that could not be read.
  let unreadable: [Failure]

  var recommended: [Candidate] { proposals.filter(\.isRecommended).map(\.candidate) }
}
