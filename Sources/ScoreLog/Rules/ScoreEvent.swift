internal import FoundationEssentials

/// What the score log keeps of one score: it is written once and never changed.
///
/// A correction is another event, which supersedes this one. ``Scorecard`` says what counts.
public struct ScoreEvent: Hashable, Sendable, Identifiable {
  /// How a score came in.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// It was said.
    case voice
    /// It was typed.
    case typed
    /// It was chosen among what devices claim.
    case picked
    /// It was set with a dial.
    case dial
  }

  /// What an event does.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Says what a player has on a hole.
    case score
    /// Takes back what its device said before.
    case takeBack
    /// The organiser's choice over what other devices said.
    case resolution
  }

  /// What identifies the event in all logs: the commit's identifier and a number.
  public let id: EventID
  /// Where it stands among the events of its round.
  public internal(set) var position: LogPosition
  /// The round of which it is.
  public let round: RoundID
  /// Whose score it is: the display name within the round.
  public let player: String
  /// The number of the hole, from 1.
  public let hole: Int
  /// What it says; of one that takes back another what stood when it was made, nil where nothing did.
  public let result: HoleResult?
  /// What the event does.
  public let kind: Kind
  /// The events of the player and hole that none had superseded in the device's log; none for the
  /// first.
  public let supersedes: [EventID]
  /// The event that this one takes back, where it was made by undoing.
  ///
  /// That is not always a superseded one: undoing twice takes back the event before.
  public let takesBack: EventID?
  /// Who entered it.
  public let reportedBy: String
  /// What people call the device.
  public let deviceName: String
  /// How it came in.
  public let input: Input
  /// What was said or typed; nil where that was not kept.
  public let transcript: String?
  /// How sure it was, from 0 to 1; nil where nothing was recognised.
  public let confidence: Double?
  /// When: ISO 8601, UTC, with milliseconds (`2026-05-01T09:30:00.000Z`), kept as it was given.
  public let at: String
  /// The name of the file in which the audio was kept, if it was.
  package let clip: String?
  package let utterance: UtteranceID?

  /// The time of day in the form of ``at``.
  package static var timeNow: String { Date.now.formatted(timeStyle) }

  /// How long after one time another is, both in the form of ``at``; nil where one of them is no time.
  package static func duration(from then: String, to now: String) -> Duration? {
    guard let then = try? Date(then, strategy: timeStyle),
      let now = try? Date(now, strategy: timeStyle)
    else { return nil }
    return .seconds(now.timeIntervalSince(then))
  }

  private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  package init(
    id: EventID, position: LogPosition, round: RoundID, player: String, hole: Int,
    result: HoleResult?, kind: Kind = .score, supersedes: [EventID] = [],
    takesBack: EventID? = nil, reportedBy: String, deviceName: String, input: Input,
    transcript: String? = nil, confidence: Double? = nil, at: String, clip: String? = nil,
    utterance: UtteranceID? = nil
  ) {
    (self.id, self.position, self.round) = (id, position, round)
    (self.player, self.hole, self.result) = (player, hole, result)
    (self.kind, self.supersedes, self.takesBack) = (kind, supersedes, takesBack)
    (self.reportedBy, self.deviceName) = (reportedBy, deviceName)
    (self.input, self.at) = (input, at)
    (self.transcript, self.confidence) = (transcript, confidence)
    (self.clip, self.utterance) = (clip, utterance)
  }
}

/// What was heard in an utterance, and what was made of it: enough to do it again.
public struct UtteranceEvidence: Hashable, Sendable {
  package let id: UtteranceID
  package let round: RoundID
  /// The hole that was the current one.
  package let hole: Int
  package let startSeconds, endSeconds: Double
  package let transcript: String
  package let result: ParseStatus
  /// All else that is needed to decide again: a JSON object, which the log keeps as it is.
  package let details: String
  /// The name of the file in which the audio was kept, if it was.
  package let clip: String?
  /// When, in the form of ``ScoreEvent/at``.
  package let at: String

  package init(
    id: UtteranceID, round: RoundID, hole: Int, startSeconds: Double, endSeconds: Double,
    transcript: String, result: ParseStatus, details: String = "{}", clip: String? = nil, at: String
  ) {
    (self.id, self.round, self.hole, self.at) = (id, round, hole, at)
    (self.startSeconds, self.endSeconds) = (startSeconds, endSeconds)
    (self.transcript, self.result, self.details) = (transcript, result, details)
    self.clip = clip
  }
}

/// A unique name of a thing in the score log.
///
/// Whoever makes the thing chooses the text, which is compared as it stands.
public struct Identifier<Kind>: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The text.
  public let rawValue: String

  /// Makes an identifier of any text.
  public init(_ text: String) { rawValue = text }
  /// Makes an identifier of a text in a program.
  public init(stringLiteral text: String) { rawValue = text }

  /// Makes one that nothing else has: a UUID.
  static func random() -> Self { Self(UUID().uuidString.lowercased()) }

  /// The text.
  public var description: String { rawValue }

  /// Orders identifiers as texts; the order means nothing, but is always the same.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Identifier: Codable {
  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(rawValue)
  }
}

/// Identifies a round.
public typealias RoundID = Identifier<RoundRecord>
/// Identifies what was saved together: all scores of an utterance, or one undoing.
public typealias CommitID = Identifier<ScoreCommit>
/// Identifies an event.
public typealias EventID = Identifier<ScoreEvent>
/// Identifies what was heard.
public typealias UtteranceID = Identifier<UtteranceEvidence>

extension CommitID {
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
