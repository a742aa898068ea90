internal import FoundationEssentials
internal import HyzerBase
internal import ScoreLog

/// What a host says to a phone through a WebSocket: an object with its `kind`.
enum HostMessage {
  /// Answers a hello: the round as it was made, and how much of its events the host holds.
  case welcome(Welcome)
  /// Who plays changed before the start.
  case round(RoundRecord)
  /// The host's people play another hole now.
  case hole(RoundID, PlayedHole)
  /// Events of a round, each as ``EventLine`` writes it with its place.
  case events(RoundID, lines: [String])
  /// How much of a round's events the host holds: it is on its disk.
  case ack(RoundID, VersionVector)
  case refused(RoundID, [Refused])
  /// The rounds that the phone may see are others now.
  case rounds
  case notice(code: NoticeCode, text: String)
  /// What seems to have been said so far in a talk.
  case heard(talk: Int, words: String)
  case draft(talk: Int, TalkDraft)
  case talkFailed(talk: Int, reason: String)

  struct Welcome {
    /// The host's, as in `ScoreEvent.at`.
    let time: String
    let round: RoundRecord
    let vector: VersionVector
    let role: Role
    /// Nil for a phone that only watches.
    let player: String?
    let device: DeviceID
    let hole: PlayedHole
  }

  /// Which hole the host's people play.
  struct PlayedHole: Hashable, Sendable {
    /// Nil where their current round is another.
    var hole: Int?
    /// The greatest clock of the round's events when it became that; 0 where it was so before the host began.
    var after = 0
  }

  /// An event that the host does not take.
  struct Refused: Hashable, Sendable {
    typealias Cause = RefusedEvent.Cause

    let id: EventID
    let cause: Cause
    let reason: String

    init(_ id: EventID, _ cause: Cause, _ reason: String) {
      (self.id, self.cause, self.reason) = (id, cause, reason)
    }

    var object: OrderedObject {
      OrderedObject(
        members: [("id", id.rawValue), ("cause", cause.rawValue), ("reason", reason)])
    }
  }

  enum NoticeCode: String, Hashable, Sendable {
    /// The round is none that the phone may see.
    case noRound
    case badMessage
  }

  var json: String {
    let members: [(key: String, value: any JSONValue)]
    switch self {
    case .welcome(let welcome):
      members = [
        ("kind", "welcome"), ("time", welcome.time), ("round", welcome.round.id.rawValue),
        ("info", WrittenJSON(EventLine.info(of: welcome.round))),
        ("vector", Self.vector(welcome.vector)), ("role", welcome.role.rawValue),
        ("player", welcome.player), ("device", welcome.device.rawValue),
        ("hole", welcome.hole.hole), ("after", welcome.hole.after),
      ]
    case .hole(let round, let played):
      members = [
        ("kind", "hole"), ("round", round.rawValue), ("hole", played.hole), ("after", played.after),
      ]
    case .round(let round):
      members = [
        ("kind", "round"), ("round", round.id.rawValue),
        ("info", WrittenJSON(EventLine.info(of: round))),
      ]
    case .events(let round, let lines):
      members = [
        ("kind", "events"), ("round", round.rawValue), ("events", lines.map { WrittenJSON($0) }),
      ]
    case .ack(let round, let vector):
      members = [("kind", "ack"), ("round", round.rawValue), ("vector", Self.vector(vector))]
    case .refused(let round, let refused):
      members = [
        ("kind", "refused"), ("round", round.rawValue), ("events", refused.map(\.object)),
      ]
    case .rounds: members = [("kind", "rounds")]
    case .notice(let code, let text):
      members = [("kind", "notice"), ("code", code.rawValue), ("text", text)]
    case .heard(let talk, let words): members = [("kind", "heard"), ("id", talk), ("words", words)]
    case .draft(let talk, let draft):
      members = [("kind", "draft"), ("id", talk), ("draft", WrittenJSON(Self.written(draft)))]
    case .talkFailed(let talk, let reason):
      members = [("kind", "talkFailed"), ("id", talk), ("reason", reason)]
    }
    return OrderedObject(members: members).json
  }

  private static func written(_ draft: TalkDraft) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
    } catch {
      preconditionFailure("a draft has nothing that JSON cannot say: \(error)")
    }
  }

  private static func vector(_ vector: VersionVector) -> OrderedObject {
    OrderedObject(
      members: vector.numbers.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) })
  }
}
