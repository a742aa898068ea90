public import Golf
internal import Language
public import Scorekeeping

extension ScreenModel {
  /// What is going on.
  public enum Stage: Hashable, Sendable {
    /// Nothing waits.
    case idle
    /// Somebody speaks, or is expected to.
    case listening
    /// Scores save themselves when the time is up.
    case confirming(Proposal, Countdown)
    /// Something is open.
    case partial(Proposal)
    /// Nothing was understood; holds the words, if any were heard, and what is wrong with them.
    case failed(transcript: String, reasons: [String])
    /// The scores are on their way to the log.
    case saving(Proposal)
    /// The log refused them for this reason.
    case unsaved(Proposal, reason: String)
    /// The scores are in the log.
    case committed(Proposal)
    /// A person did not want the scores.
    case dismissed

    /// Makes what is shown of a state of the confirmation.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - roster: The players whom it speaks of.
    ///   - now: The time since the start of the session.
    ///   - choices: Tells for a row's identifier who can be picked, the likeliest first.
    public init(
      _ state: ConfirmationState, roster: Roster, now: Duration,
      choices: (Draft.Row.ID) -> [PlayerID] = { _ in [] }
    ) {
      func proposal(_ draft: Draft) -> Proposal {
        Proposal(draft, roster: roster, choices: choices)
      }
      self =
        switch state {
        case .idle: .idle
        case .listening: .listening
        case .confirming(let draft, let window):
          .confirming(proposal(draft), Countdown(window, now: now))
        case .partial(let draft): .partial(proposal(draft))
        case .failed(let transcript, let problems):
          .failed(transcript: transcript, reasons: problems.map { $0.text(roster: roster) })
        case .saving(let draft, _): .saving(proposal(draft))
        case .unsaved(let draft, _, let reason):
          .unsaved(proposal(draft), reason: reason)
        case .committed(let draft, _): .committed(proposal(draft))
        case .dismissed: .dismissed
        }
    }

    /// The scores that a person can still change; nil where there are none.
    public var editable: Proposal? {
      switch self {
      case .confirming(let proposal, _), .partial(let proposal): proposal
      case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: nil
      }
    }

    /// The scores that are neither saved nor dismissed; nil where there are none.
    public var pending: Proposal? {
      switch self {
      case .confirming(let proposal, _), .partial(let proposal), .saving(let proposal),
        .unsaved(let proposal, _):
        proposal
      case .idle, .listening, .failed, .committed, .dismissed: nil
      }
    }
  }
}
