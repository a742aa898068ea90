/// A change of the roster that may help, and why it is thought so.
public struct Candidate: Hashable, Sendable {
  /// Where a candidate comes from.
  public enum Origin: String, Hashable, Sendable {
    /// The corpus' transcripts call the player so.
    case transcript
    /// Corrections in the score log call the player so.
    case scoreLog = "score log"
    /// The phones that were heard where the name was said.
    case phones = "phones heard"
    /// The word that is heard most often in place of the name.
    case heardInstead = "heard instead"
    /// The dictionary has it too.
    case dictionary
    /// Flite's rules guess it from the letters.
    case letterToSound = "letter-to-sound"
    /// A rule of casual speech makes it of a known pronunciation.
    case rule
  }

  /// The change.
  public let change: RosterChange
  /// Where it comes from.
  public let origin: Origin
  /// What exactly it comes from: the rule's name, or the word that was heard.
  public let detail: String
  /// The folds whose training lines give rise to it too; it may be chosen there alone.
  public let folds: Set<Int>

  /// Makes a candidate.
  public init(change: RosterChange, origin: Origin, detail: String, folds: Set<Int>) {
    self.change = change
    self.origin = origin
    self.detail = detail
    self.folds = folds
  }
}
