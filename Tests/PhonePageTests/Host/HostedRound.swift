import Foundation
import HyzerBase
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import PhonePage

/// What a host says to a phone, message by message.
typealias Messages = [[String: Any]]

/// Phones and logs of what serves the page; what it sends them is kept.
class PageClients {
  let service: any PageService
  /// What went to each socket, and which were closed.
  private var sent: [WebSocketID: Messages] = [:]
  private(set) var closed: [WebSocketID: Int] = [:]
  private var sockets = 0

  init(of service: any PageService) {
    self.service = service
    service.outlet.send = { [unowned self] message, socket in
      guard case .text(let json) = message else { return }
      sent[socket, default: []].append(Self.object(json))
    }
    service.outlet.close = { [unowned self] socket, code in closed[socket] = code }
  }

  static func object(_ json: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }

  /// Asks as the page does, with what a browser adds.
  func ask(
    _ method: String = "GET", _ path: String, _ body: String = "", token: String? = nil,
    host name: String = "127.0.0.1:8080", origin: String = "", address: String = "10.0.0.9",
    authorization: String = "", query: String = ""
  ) -> (status: Int, object: [String: Any], response: WebResponse) {
    let response = service.answer(
      WebRequest(
        method: method, path: path, query: query, host: name, origin: origin,
        cookie: token.map { "a=b; hyzer=\($0)" } ?? "", authorization: authorization,
        address: address, body: Array(body.utf8)))
    let text = String(decoding: response.body, as: UTF8.self)
    return (response.status, Self.object(text), response)
  }

  /// Opens a WebSocket; nil where that is refused.
  func open(_ authorization: String) -> WebSocketID? {
    sockets += 1
    let socket = WebSocketID(sockets)
    let request = WebRequest(
      path: "/live", host: "127.0.0.1:8080", authorization: authorization, address: "10.0.0.9")
    guard service.refusal(ofUpgrade: request) == nil else { return nil }
    service.opened(socket, by: request)
    return socket
  }

  func say(_ json: String, _ socket: WebSocketID) { service.received(.text(json), from: socket) }

  func heard(_ socket: WebSocketID) -> Messages { sent.removeValue(forKey: socket) ?? [] }
}

/// A host of a round of Mike, who organises it, and Jake on nine holes.
final class HostedRound: PageClients {
  let host: LiveHost
  /// The log as another program has it open.
  let store: ScoreStore
  let round: RoundID = "round"
  let invitation: Invitation
  private let folder: Tool.Directory

  init(
    trust: WebTrust = WebTrust(names: [], isSecure: false), metricsToken: String? = nil
  ) throws {
    folder = try Tool.Directory()
    let path = folder.url.appending(path: "scores.db").path
    store = try ScoreStore(path: path)
    try store.createRound(
      round, course: Course(name: "Three", pars: [3, 4, 3] + Array(repeating: 3, count: 6)),
      organiser: "Mike", joining: [.player("Mike"), .player("Jake")],
      at: "2026-05-01T09:00:00.000Z")
    invitation = try store.invitation(for: round, making: Invitation.new)
    let last = Mutex(0)
    host = try LiveHost(
      store: ScoreStore(path: path),
      reception: Reception(
        trust: trust,
        dependencies: .init(
          timestamp: { "2026-05-01T10:00:00.000Z" }, uptime: { .zero },
          newDevice: {
            last.withLock { last in
              last += 1
              return DeviceID("device-\(last)")
            }
          }), metricsToken: metricsToken))
    super.init(of: host)
  }

  func askToJoin(_ player: String?, token: String? = nil) -> (status: Int, object: [String: Any]) {
    let body = "{\"code\": \"\(invitation.code)\", \"player\": \(player?.json ?? "null")}"
    let answer = ask("POST", "/api/join", body, token: token)
    return (answer.status, answer.object)
  }

  /// Returns a phone that joins, and follows the round.
  func phone(_ player: String?) throws -> Phone {
    let answer = askToJoin(player)
    try #require(answer.status == 200, "\(answer.object)")
    let token = try #require(answer.object["token"] as? String)
    return Phone(
      hosted: self, player: player, token: token,
      role: try #require(answer.object["role"] as? String),
      device: try #require(answer.object["device"] as? String), socket: try follow(token))
  }

  /// Opens a WebSocket by a token, and says hello.
  func follow(_ token: String, holding vector: String = "{}") throws -> WebSocketID {
    let socket = try #require(open("Bearer \(token)"))
    say(#"{"kind": "hello", "round": "round", "vector": \#(vector)}"#, socket)
    return socket
  }

  var scores: [ScoreEvent] { get throws { try store.events(of: round) } }
}

struct Phone {
  let hosted: HostedRound
  let player: String?
  let token, role: String
  /// What it writes as.
  var device: String
  let socket: WebSocketID

  func say(_ json: String) { hosted.say(json, socket) }

  func heard() -> Messages { hosted.heard(socket) }

  func following(holding vector: String = "{}") throws -> Phone {
    Phone(
      hosted: hosted, player: player, token: token, role: role, device: device,
      socket: try hosted.follow(token, holding: vector))
  }

  /// Returns an event as a phone writes it.
  func event(
    _ number: Int, player: String = "Jake", hole: Int = 1, strokes: Int = 3,
    kind: String = "score", id: String? = nil, device: String? = nil
  ) -> String {
    let device = device ?? self.device
    return """
      {"id": "\(id ?? "\(device)-\(number).1")", "round": "round", "player": "\(player)", \
      "hole": \(hole), "strokes": \(strokes), "supersedes": null, "reportedBy": "nobody", \
      "device": "\(device)", "input": "picked", "transcript": null, "confidence": null, \
      "at": "2026-05-01T09:30:00.000Z", "number": \(number), "clock": \(number), \
      "deviceName": "x", "kind": "\(kind)"}
      """
  }

  /// Returns a change of the round as an organiser's phone writes it.
  func change(_ number: Int, _ members: String, device: String? = nil) -> String {
    let device = device ?? self.device
    return """
      {"id": "c-\(device)-\(number)", "round": "round", "reportedBy": "Mike", \
      "device": "\(device)", "at": "2026-05-01T09:30:00.000Z", "number": \(number), \
      "clock": \(number), "deviceName": "x", \(members)}
      """
  }

  /// Sends events, and returns all that it gets then.
  @discardableResult
  func send(_ events: String...) -> Messages { send(events) }

  @discardableResult
  func send(_ events: [String]) -> Messages {
    _ = heard()
    say(
      #"{"kind": "events", "round": "round", "events": [\#(events.joined(separator: ","))]}"#)
    return heard()
  }

  func post(_ lines: String...) -> [String: Any] {
    hosted.ask(
      "POST", "/api/rounds/round/events", lines.joined(separator: "\n"), token: token
    ).object
  }
}

extension Messages {
  var kinds: [String] { compactMap { $0["kind"] as? String } }

  func first(_ kind: String) -> [String: Any]? {
    first { $0["kind"] as? String == kind }
  }

  var events: Messages {
    filter { $0["kind"] as? String == "events" }
      .flatMap { $0["events"] as? Messages ?? [] }
  }

  var refused: Messages { first("refused")?["events"] as? Messages ?? [] }

  var causes: [String] { refused.compactMap { $0["cause"] as? String } }

  /// What is said to be in the log.
  var acknowledged: [String: Int]? { first("ack")?["vector"] as? [String: Int] }
}
