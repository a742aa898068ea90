internal import DiscGolf
internal import Foundation
package import ScoreLog

/// What a device that keeps a log of its group's rounds and the group's host say to each other through a
/// WebSocket, beside what phones say: an object with its `kind`.
///
/// Lines of events go as texts, so that they stay as they were written, byte for byte.
package enum LogMessage: Hashable, Sendable {
  /// What a device says first.
  case follow(Follow)
  /// Lets in a device that showed the group's invitation: the token that it shows from now on.
  case admitted(token: String)
  /// Answers ``follow(_:)``.
  case group(Group)
  /// How much the host holds of some rounds: what is new since the place in ``Follow``, and then whatever comes.
  case heads(Heads)
  /// Asks for a round's lines, of which the device holds so much.
  ///
  /// Where the host holds other events in the place of these, it sends all.
  case fetch(RoundID, RoundHeads)
  /// Lines that the other lacks, as far as is known.
  case lines(Lines)
  /// How much of a round's events the host holds: it is on its disk.
  case ack(RoundID, RoundHeads)
  /// Lines that the host does not take.
  case refused(RoundID, [Refused])
  case notice(text: String)
  /// What a later host or device may say.
  case unknown(kind: String)

  package struct Follow: Hashable, Sendable, Codable {
    /// As which the device writes.
    package let device: DeviceID
    /// How far the host's log had come when the device had all of it; nil where that is not known.
    package let after: LogPlace?
  }

  package struct Group: Hashable, Sendable, Codable {
    package let id: GroupID
    package let name: String
  }

  package struct Heads: Hashable, Sendable, Codable {
    package struct Head: Hashable, Sendable, Codable {
      package let round: RoundID
      package let heads: RoundHeads
    }

    /// Those that are being played first.
    package let rounds: [Head]
    /// Whether the host holds nothing of rounds that are not named here, nor in the messages before of the same
    /// answer.
    package let isWhole: Bool
    /// Whether more of the same answer follows.
    package let isPart: Bool
    /// How far the host's log has come with these.
    package let place: LogPlace?
  }

  package struct Lines: Hashable, Sendable, Codable {
    package let round: RoundID
    /// What the round was made with, as ``EventLine/info(of:)`` writes it; nil where the other knows the round.
    package let info: String?
    package let lines: [String]
    /// Whether more of the same answer follows.
    package let isPart: Bool
  }

  package struct Refused: Hashable, Sendable, Codable {
    package let id: String
    /// Nil where the line cannot be read.
    package let device: DeviceID?
    package let number: Int?
    package let cause: Cause
    package let reason: String
  }

  /// Why something is not taken: what the log says, and what the host does not let a device do.
  package enum Cause: String, Hashable, Sendable, Codable {
    case numberTaken, deviceRevoked, notAllowed, otherRound, badEvent
  }

  /// In bytes; chosen: a message of lines is not longer, but for a single longer line.
  static let size = 40_000
  /// In bytes; no host takes a longer line.
  ///
  /// Chosen: a talk's words and all that an event may replace have room, and every follower of the round can be sent
  /// it.
  static let longestLine = 8_000

  /// Reads a text frame.
  ///
  /// - Throws: ``BadMessage``.
  package init(json: String) throws(BadMessage) {
    do {
      self = try JSONDecoder().decode(LogMessage.self, from: Data(json.utf8))
    } catch {
      throw BadMessage(reason: "it is no object with what its kind needs")
    }
  }

  /// The message as an object on one line.
  package var json: String {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("a message has nothing that JSON cannot say: \(error)")
    }
  }
}

extension LogMessage: Codable {
  /// The kinds that a host can be sent.
  static let ofDevices: Set<String> = ["follow", "fetch", "lines"]

  private enum Key: CodingKey { case kind, token, round, heads, events, text }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func round() throws -> RoundID { try object.decode(RoundID.self, forKey: .round) }
    func heads() throws -> RoundHeads { try object.decode(RoundHeads.self, forKey: .heads) }
    switch try object.decode(String.self, forKey: .kind) {
    case "follow": self = .follow(try Follow(from: decoder))
    case "admitted": self = .admitted(token: try object.decode(String.self, forKey: .token))
    case "group": self = .group(try Group(from: decoder))
    case "heads": self = .heads(try Heads(from: decoder))
    case "fetch": self = .fetch(try round(), try heads())
    case "lines": self = .lines(try Lines(from: decoder))
    case "ack": self = .ack(try round(), try heads())
    case "refused": self = .refused(try round(), try object.decode([Refused].self, forKey: .events))
    case "notice": self = .notice(text: try object.decode(String.self, forKey: .text))
    case let kind: self = .unknown(kind: kind)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    func encode(_ kind: String, _ members: (any Encodable)? = nil) throws {
      try object.encode(kind, forKey: .kind)
      try members?.encode(to: encoder)
    }
    switch self {
    case .follow(let follow): try encode("follow", follow)
    case .admitted(let token):
      try encode("admitted")
      try object.encode(token, forKey: .token)
    case .group(let group): try encode("group", group)
    case .heads(let heads): try encode("heads", heads)
    case .fetch(let round, let heads):
      try encode("fetch")
      try object.encode(round, forKey: .round)
      try object.encode(heads, forKey: .heads)
    case .lines(let lines): try encode("lines", lines)
    case .ack(let round, let heads):
      try encode("ack")
      try object.encode(round, forKey: .round)
      try object.encode(heads, forKey: .heads)
    case .refused(let round, let refused):
      try encode("refused")
      try object.encode(round, forKey: .round)
      try object.encode(refused, forKey: .events)
    case .notice(let text):
      try encode("notice")
      try object.encode(text, forKey: .text)
    case .unknown(let kind): try encode(kind)
    }
  }
}
