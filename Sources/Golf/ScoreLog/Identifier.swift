/// A name that tells one thing of the score log from all others of its kind.
///
/// Whoever makes the thing chooses the text, which is compared as it stands.
public struct Identifier<Kind>: RawRepresentable, Hashable, Comparable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The text.
  public let rawValue: String

  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Takes any text.
  public init(_ text: String) { rawValue = text }
  /// Takes the text of a literal.
  public init(stringLiteral text: String) { rawValue = text }
  /// The text itself.
  public var description: String { rawValue }
  /// Orders identifiers as texts; the order means nothing, but is always the same.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a round.
public typealias RoundID = Identifier<RoundRecord>
/// Identifies what was saved together: all scores of an utterance, or one undoing.
public typealias CommitID = Identifier<ScoreCommit>
/// Identifies an event of the score log.
public typealias EventID = Identifier<ScoreEvent>
/// Identifies something that was heard.
public typealias UtteranceID = Identifier<UtteranceEvidence>

extension CommitID {
  /// Returns the identifier of the commit's event with a number, counted from 1.
  package func event(_ number: Int) -> EventID { EventID("\(rawValue).\(number)") }
}

extension EventID {
  /// The commit to which the event belongs: the text before the last full stop that a number
  /// follows, or else all of it.
  package var commit: CommitID {
    guard let dot = rawValue.lastIndex(of: "."), dot > rawValue.startIndex else {
      return CommitID(rawValue)
    }
    let number = rawValue[rawValue.index(after: dot)...].utf8
    guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return CommitID(rawValue)
    }
    return CommitID(String(rawValue[..<dot]))
  }
}
