/// A name that tells one thing of the score log from all others of its kind.
///
/// Whoever makes the thing chooses the text; it is compared as it stands.
public protocol Identifier: RawRepresentable<String>, Hashable, Comparable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// Takes any text.
  init(rawValue: String)
}

extension Identifier {
  /// Takes any text.
  public init(_ text: String) { self.init(rawValue: text) }
  /// Takes the text of a literal.
  public init(stringLiteral text: String) { self.init(rawValue: text) }
  /// The text itself.
  public var description: String { rawValue }
  /// Orders identifiers as texts; the order means nothing, but is always the same.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a round.
public struct RoundID: Identifier {
  /// The text.
  public let rawValue: String
  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies something that was heard.
public struct UtteranceID: Identifier {
  /// The text.
  public let rawValue: String
  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies what was saved together: all scores of an utterance, or one undoing.
public struct CommitID: Identifier {
  /// The text.
  public let rawValue: String
  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns the identifier of the commit's event with a number, counted from 1.
  public func event(_ number: Int) -> EventID { EventID(rawValue: "\(rawValue).\(number)") }
}

/// Identifies an event of the score log.
public struct EventID: Identifier {
  /// The text.
  public let rawValue: String
  /// Takes any text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The commit to which the event belongs: the text before the last full stop that a number
  /// follows, or else all of it.
  public var commit: CommitID {
    guard let dot = rawValue.lastIndex(of: "."), dot > rawValue.startIndex else {
      return CommitID(rawValue: rawValue)
    }
    let number = rawValue[rawValue.index(after: dot)...].utf8
    guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return CommitID(rawValue: rawValue)
    }
    return CommitID(rawValue: String(rawValue[..<dot]))
  }
}
