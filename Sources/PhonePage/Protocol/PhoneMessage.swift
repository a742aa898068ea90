internal import FoundationEssentials
internal import Glibc
internal import ScoreLog

/// What a phone says to its host through a WebSocket: an object with its `kind`.
///
/// Unknown members are passed over, so that later pages can talk to this host.
enum PhoneMessage {
  /// Asks for a round, of which the phone holds so much already.
  case hello(RoundID, VersionVector)
  /// Events that the host lacks, as far as the phone knows.
  case events(RoundID, [SentEvent])
  /// Somebody begins to speak; the sound follows in ``SoundFrame``s.
  case talk(TalkRequest)
  case talked(id: Int)
  /// The talk is over, and nothing of it counts.
  case untalk(id: Int)
  /// The list of rounds is in sight or not, so that its changes are to be told.
  case list(isShown: Bool)
  /// What a device says that keeps a log of the group's rounds.
  case log(LogMessage)
  /// What a later page may say.
  case unknown(kind: String)

  /// Reads a text frame.
  ///
  /// - Throws: ``BadMessage``.
  init(json: String) throws(BadMessage) {
    do {
      self = try JSONDecoder().decode(PhoneMessage.self, from: Data(json.utf8))
    } catch let error as BadMessage {
      throw error
    } catch {
      throw BadMessage(reason: "it is no object with what its kind needs")
    }
  }
}

package struct BadMessage: Error, CustomStringConvertible {
  let reason: String

  package var description: String { "the message cannot be read: \(reason)" }
}

/// An event as a phone sent it: one that cannot be read does not hold up the others.
struct SentEvent {
  /// Empty where that cannot be read either.
  let id: EventID
  /// Nil where it cannot be read.
  var event: LogEvent?
}

struct TalkRequest: Hashable, Sendable {
  /// Chosen by the phone, from 0 to 65,535.
  let id: Int
  let round: RoundID
  let hole: Int
  let rateHz: Int
  /// What is shown while somebody speaks, so that it may be answered; nil where nothing is.
  let shown: TalkDraft?
  let endsInSilence: TalkSilence
}

/// A piece of the sound of a talk: 0x01, the talk's number in 16 bits, the piece's in 32, and samples of 16
/// bits, mono; the lower byte of each number first.
struct SoundFrame: Hashable, Sendable {
  let talk: Int
  /// Counted from 0.
  let sequence: Int
  let samples: [UInt8]

  /// Reads a binary frame; nil where it is none of sound.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] == 1 else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    (talk, sequence) = (number(1..<3), number(3..<7))
    samples = Array(bytes[7...])
  }
}

extension PhoneMessage: Decodable {
  private enum Key: CodingKey {
    case kind, round, vector, events, id, hole, rate, shown, endsInSilence, handsFree, isShown
  }

  init(from decoder: any Decoder) throws {
    let message = try decoder.container(keyedBy: Key.self)
    func round() throws -> RoundID { RoundID(try message.decode(String.self, forKey: .round)) }
    let id = { try message.decode(Int.self, forKey: .id) }
    func isSaid(_ key: Key) throws -> Bool {
      try message.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    switch try message.decode(String.self, forKey: .kind) {
    case "hello":
      self = .hello(try round(), try message.decode(VersionVector.self, forKey: .vector))
    case "events":
      self = .events(try round(), try message.decode([SentEvent].self, forKey: .events))
    case "talk":
      let talk = TalkRequest(
        id: try id(), round: try round(), hole: try message.decode(Int.self, forKey: .hole),
        rateHz: try message.decode(Int.self, forKey: .rate),
        shown: try message.decodeIfPresent(TalkDraft.self, forKey: .shown),
        endsInSilence: try isSaid(.handsFree)
          ? .handsFree : try isSaid(.endsInSilence) ? .afterWords : .never)
      guard 0..<1 << 16 ~= talk.id else {
        throw BadMessage(reason: "the number of a talk goes from 0 to 65535")
      }
      self = .talk(talk)
    case "talked": self = .talked(id: try id())
    case "untalk": self = .untalk(id: try id())
    case "list": self = .list(isShown: try message.decode(Bool.self, forKey: .isShown))
    case let kind where LogMessage.ofDevices.contains(kind):
      self = .log(try LogMessage(from: decoder))
    case let kind: self = .unknown(kind: kind)
    }
  }
}

extension SentEvent: Decodable {
  private enum Key: CodingKey { case id }

  init(from decoder: any Decoder) throws {
    event = try? EventLine(from: decoder).event
    let text = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
    id = EventID(text ?? "")
  }
}
