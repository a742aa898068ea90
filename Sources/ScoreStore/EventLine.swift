internal import Foundation
package import Golf

/// A line of an exported score log: an event, and its round in the round's first line.
package struct EventLine {
  package let event: ScoreEvent
  package let round: RoundRecord?

  init(_ event: ScoreEvent, round: RoundRecord? = nil) {
    (self.event, self.round) = (event, round)
  }

  /// Returns the line's object, its keys always in the same order; `phase` is the round's.
  func json(phase: RoundPhase? = nil) -> String {
    var members: [(String, any JSONValue)] = [
      ("id", event.id.rawValue), ("round", event.round.rawValue), ("player", event.player),
      ("hole", event.hole), ("strokes", event.result?.strokes?.count),
      ("supersedes", event.supersedes?.rawValue), ("reportedBy", event.reportedBy),
      ("device", event.device), ("input", event.input.rawValue),
      ("transcript", event.transcript), ("confidence", event.confidence), ("at", event.at),
    ]
    if let id = event.takesBack {
      members.append(("takesBack", id.rawValue))
      // Strokes are null as well where nothing stands after an undoing.
      if event.result == .noScore { members.append(("noScore", true)) }
    }
    if let clip = event.clip { members.append(("clip", clip)) }
    if let id = event.utterance { members.append(("utterance", id.rawValue)) }
    if let round { members.append(("roundInfo", Self.members(of: round, phase))) }
    return JSONObject(members: members).json
  }

  private static func members(of round: RoundRecord, _ phase: RoundPhase?) -> JSONObject {
    let players = round.entrants.map { entrant in
      JSONObject(members: [
        ("name", entrant.player.name), ("isGuest", entrant.isGuest),
        ("aliases", entrant.player.aliases), ("pronunciations", entrant.player.pronunciations),
      ])
    }
    return JSONObject(members: [
      ("course", round.course), ("pars", round.pars), ("players", players),
      ("organiser", round.organiser), ("createdAt", round.createdAt),
      ("startedAt", round.startedAt), ("finishedAt", round.finish?.at), ("phase", phase?.rawValue),
    ])
  }
}

// MARK: - Reading

extension EventLine: Decodable {
  private enum Key: CodingKey {
    case id, round, player, hole, strokes, supersedes, takesBack, reportedBy, device, input
    case noScore, transcript, confidence, at, clip, utterance, roundInfo
  }

  private struct RoundInfo: Decodable {
    let course, organiser, createdAt: String
    let startedAt, finishedAt: String?
    let pars: [Int]
    let players: [Entrant]
  }

  /// A text, or a number in its place.
  private struct Label: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(Int.self)).map { "\($0)" } ?? value.decode(String.self)
    }
  }

  private struct Entrant: Decodable {
    let entrant: RoundRecord.Entrant

    private enum Key: CodingKey { case isGuest }

    init(from decoder: any Decoder) throws {
      // A player may be a bare string.
      let object = try? decoder.container(keyedBy: Key.self)
      entrant = RoundRecord.Entrant(
        try Player(from: decoder),
        isGuest: try object?.decodeIfPresent(Bool.self, forKey: .isGuest) ?? false)
    }
  }

  /// Reads a line; identifiers may be numbers.
  ///
  /// - Throws: `DecodingError` or `RoundRecordError`.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    /// What may be null may be missing.
    func text(_ key: Key) throws -> String? {
      try line.decodeIfPresent(Label.self, forKey: key)?.text
    }
    func bad(_ key: Key, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: line, debugDescription: reason)
    }
    let round = RoundID(try line.decode(Label.self, forKey: .round).text)
    let transcript = try text(.transcript)
    let inputName = try text(.input) ?? (transcript == nil ? "typed" : "voice")
    guard let input = ScoreEvent.Input(rawValue: inputName) else {
      throw bad(.input, "\"\(inputName)\" is none; give \"voice\" or \"typed\"")
    }
    let confidence = try line.decodeIfPresent(Double.self, forKey: .confidence)
    if let confidence, !(0...1).contains(confidence) {
      throw bad(.confidence, "\(confidence) is out of range; give a number from 0 to 1")
    }
    // A line without this key is more likely a slip than a hole without a score.
    let strokes = try line.decode(Strokes?.self, forKey: .strokes)
    let takesBack = try text(.takesBack)
    let isNoScore =
      try takesBack == nil || line.decodeIfPresent(Bool.self, forKey: .noScore) ?? false
    event = ScoreEvent(
      id: EventID(try line.decode(Label.self, forKey: .id).text), round: round,
      player: try line.decode(String.self, forKey: .player),
      hole: try line.decode(Int.self, forKey: .hole),
      result: strokes.map { .strokes($0) } ?? (isNoScore ? .noScore : nil),
      supersedes: try text(.supersedes).map { EventID($0) },
      takesBack: takesBack.map { EventID($0) },
      reportedBy: try text(.reportedBy) ?? "", device: try text(.device) ?? "", input: input,
      transcript: transcript, confidence: confidence,
      at: try line.decode(Label.self, forKey: .at).text, clip: try text(.clip),
      utterance: try text(.utterance).map { UtteranceID($0) })
    self.round = try line.decodeIfPresent(RoundInfo.self, forKey: .roundInfo).map { info in
      try RoundRecord(
        id: round, course: info.course, pars: info.pars, entrants: info.players.map(\.entrant),
        organiser: info.organiser, createdAt: info.createdAt, startedAt: info.startedAt,
        // The log counts the events itself.
        finish: info.finishedAt.map { RoundRecord.Finish(at: $0, eventCount: 0) })
    }
  }
}

// MARK: - JSON whose keys stand in a fixed order, so that equal values are equal bytes

protocol JSONValue {
  var json: String { get }
}

struct JSONObject: JSONValue {
  let members: [(key: String, value: any JSONValue)]

  var json: String {
    "{" + members.map { "\($0.key.json):\($0.value.json)" }.joined(separator: ",") + "}"
  }
}

extension String: JSONValue {
  var json: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

// A number's description reads back as exactly the same.
extension JSONValue where Self: CustomStringConvertible { var json: String { description } }
extension Int: JSONValue {}
extension Double: JSONValue {}
extension Bool: JSONValue {}
extension Optional: JSONValue where Wrapped: JSONValue { var json: String { self?.json ?? "null" } }
extension Array: JSONValue where Element: JSONValue {
  var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}
