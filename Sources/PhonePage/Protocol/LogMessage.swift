internal import FoundationEssentials
package import ScoreLog

/// What a device that keeps a log of its group's rounds and the group's host say to each other through a
/// WebSocket, beside what phones say: an object with its `kind`.
///
/// Lines of events go as texts, so that they stay as they were written, byte for byte.
///
/// Each end says its ``version``, the number of what it knows, and says nothing to an older one that is not of that
/// one's number. Kinds and members that an end does not know are passed over.
package enum LogMessage: Hashable, Sendable {
  /// The number of what is said here.
  ///
  /// A host serves logs of this number and of earlier ones, and says this one to all. 2 added ``invite(_:)``.
  static let version = 2

  /// What a device says first.
  case follow(Follow)
  /// Lets in a device that showed the group's invitation: the token that it shows from now on, and as which it is let
  /// in, which is another than it said where that cannot be shown to be it.
  case admitted(token: String, device: DeviceID?)
  /// Answers ``follow(_:)``; whatever comes into the host's log follows, as ``lines(_:)``.
  case group(Group)
  /// Lines that came into the log of whoever sends them, or that the other was found to lack.
  case lines(Lines)
  /// Says that the host has a message's ``lines(_:)`` on its disk, but for those that it refused: one for each, in
  /// their order.
  case taken(refused: [RefusedEvent])
  /// Asks what the host's log holds, once all that came into it before is sent: one digest, or that of each round.
  case compare(eachRound: Bool)
  /// Answers ``compare(eachRound:)``.
  case digest(Total)
  /// Answers ``compare(eachRound:)``; more follows where it is a part.
  case digests([RoundDigest], isPart: Bool)
  /// Says what the device holds of a round, or of a part of it: the host sends what is missing there, and what it
  /// lacks.
  case held(HeldEvents)
  /// Ends the answer to ``held(_:)``: what the host lacks.
  case lacks(RoundID, [EventsDigest])
  /// Asks what lets phones into a round.
  case invite(Invite)
  /// Answers ``invite(_:)``.
  case invited(Invited)
  case notice(text: String)
  /// What a later host or device may say.
  case unknown(kind: String)

  package struct Follow: Hashable, Sendable, Codable {
    /// As which the device writes.
    package let device: DeviceID
    /// Up to where it has the host's log; nil where it has nothing of it.
    package let after: LogPlace?
    /// What let it in there before, where it shows an invitation: it stays what it was.
    var token: String?
    /// Nil for 1.
    var version: Int? = LogMessage.version
  }

  package struct Group: Hashable, Sendable, Codable {
    package let id: GroupID
    package let name: String
    /// Nil for 1.
    var version: Int? = LogMessage.version
  }

  package struct Invite: Hashable, Sendable, Codable {
    let round: RoundID
    /// Whether the invitation is to be another than before, and that one to end.
    var isNew = false
    /// Whether it is to make one device the organiser's, as only the organiser's own may ask.
    var isOrganisers = false
  }

  package struct Invited: Hashable, Sendable, Codable {
    let round: RoundID
    /// What is typed, and what is scanned.
    var code: String?
    var secret: String?
    /// What the organiser's device shows once.
    var token: String?
  }

  package struct Lines: Hashable, Sendable, Codable {
    package let rounds: [RoundLines]
    /// Up to where these and what was sent before are all of the host's log; nil where they are others.
    package let place: LogPlace?
  }

  package struct Total: Hashable, Sendable, Codable {
    package let digest: EventsDigest
    package let place: LogPlace
  }

  package struct RoundDigest: Hashable, Sendable, Codable {
    package let round: RoundID
    package let digest: EventsDigest
  }

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
  static let ofDevices: Set<String> = ["follow", "lines", "compare", "held", "invite"]

  private enum Key: CodingKey {
    case kind, token, device, eachRound, rounds, isPart, round, digests, events, text
  }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    switch try object.decode(String.self, forKey: .kind) {
    case "follow": self = .follow(try Follow(from: decoder))
    case "admitted":
      self = .admitted(
        token: try object.decode(String.self, forKey: .token),
        device: try object.decodeIfPresent(DeviceID.self, forKey: .device))
    case "group": self = .group(try Group(from: decoder))
    case "lines": self = .lines(try Lines(from: decoder))
    case "taken": self = .taken(refused: try object.decode([RefusedEvent].self, forKey: .events))
    case "compare": self = .compare(eachRound: try object.decode(Bool.self, forKey: .eachRound))
    case "digest": self = .digest(try Total(from: decoder))
    case "digests":
      self = .digests(
        try object.decode([RoundDigest].self, forKey: .rounds),
        isPart: try object.decode(Bool.self, forKey: .isPart))
    case "held": self = .held(try HeldEvents(from: decoder))
    case "lacks":
      self = .lacks(
        try object.decode(RoundID.self, forKey: .round),
        try object.decode([EventsDigest].self, forKey: .digests))
    case "invite": self = .invite(try Invite(from: decoder))
    case "invited": self = .invited(try Invited(from: decoder))
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
    case .admitted(let token, let device):
      try encode("admitted")
      try object.encode(token, forKey: .token)
      try object.encodeIfPresent(device, forKey: .device)
    case .group(let group): try encode("group", group)
    case .lines(let lines): try encode("lines", lines)
    case .taken(let refused):
      try encode("taken")
      try object.encode(refused, forKey: .events)
    case .compare(let eachRound):
      try encode("compare")
      try object.encode(eachRound, forKey: .eachRound)
    case .digest(let total): try encode("digest", total)
    case .digests(let rounds, let isPart):
      try encode("digests")
      try object.encode(rounds, forKey: .rounds)
      try object.encode(isPart, forKey: .isPart)
    case .held(let held): try encode("held", held)
    case .lacks(let round, let digests):
      try encode("lacks")
      try object.encode(round, forKey: .round)
      try object.encode(digests, forKey: .digests)
    case .invite(let invite): try encode("invite", invite)
    case .invited(let invited): try encode("invited", invited)
    case .notice(let text):
      try encode("notice")
      try object.encode(text, forKey: .text)
    case .unknown(let kind): try encode(kind)
    }
  }
}
